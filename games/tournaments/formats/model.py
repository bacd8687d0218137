"""What the formats speak of: a plan, its entrants, and the rounds that were played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from games.words import Sentence

# One whole point. A draw, and any place at a table of two to six, is a whole number of its parts.
POINT = 120


class Format(StrEnum):
    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    SINGLE = "single"
    DOUBLE = "double"
    GROUPS = "groups"
    TABLES = "tables"


class Bye(StrEnum):
    """Why somebody has no opponent in a round.

    FREE: nobody is left to play, a full point. ASKED: the entrant wished it. REST: the
    round robin has an odd number. WALKOVER: the opponent is gone, a full point. EMPTY: the
    place in the bracket against them is empty.
    """

    FREE = "free"
    ASKED = "asked"
    REST = "rest"
    WALKOVER = "walkover"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part. ``seed`` 1 is the strongest.

    ``joined`` is the first round they may be paired in, ``left`` the first in which they
    may not any more; ``absent`` are rounds they asked to sit out.
    """

    id: int
    seed: int
    joined: int = 1
    left: int | None = None
    absent: frozenset[int] = frozenset()
    is_disqualified: bool = False

    def is_in(self, number: int) -> bool:
        """Whether they belong to the event in that round, present or not."""
        return self.joined <= number and (self.left is None or number < self.left)


@dataclass(frozen=True, slots=True)
class Played:
    """One match of a pairing: who sat where, and how it ended.

    ``ranks`` gives each entrant's place, 1 the best, shared by equals; None while it goes on,
    empty when all of them forfeited. ``is_played`` is False for a result without a game.
    """

    seats: tuple[int, ...]
    ranks: Mapping[int, int] | None = None
    is_played: bool = True

    def points(self, entrant: int) -> int:
        """What the entrant got, in parts of POINT: the share of the others that were beaten, half of those equalled."""
        if not self.ranks or entrant not in self.ranks:
            return 0
        mine = self.ranks[entrant]
        others = [self.ranks[other] for other in self.seats if other != entrant]
        beaten = sum(2 * (mine < rank) + (mine == rank) for rank in others)
        return beaten * POINT // (2 * len(others))


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table of one round, or with ``bye`` somebody alone. ``slot`` is the group, or the place in the bracket."""

    seats: tuple[int, ...]
    games: tuple[Played, ...] = ()
    slot: str = ""
    bye: Bye | None = None
    reasons: tuple[Sentence, ...] = ()


type Round = Sequence[Pairing]
type History = Sequence[Round]


@dataclass(frozen=True, slots=True)
class Plan:
    """What was announced before the start.

    ``rounds`` counts for Swiss and tables, ``cycles`` for round robins; ``legs`` is the
    number of matches in a pairing, seats swapped from one to the next. ``sizes`` are the
    tables that the game knows, ``table_size`` the one preferred. A drawn knock-out pairing
    is played again ``replays`` times, then decided by ``decision``: "seed" or "lot", which
    is drawn from the text ``lot``. ``asked_points`` is what a bye on request gives.
    """

    format: Format
    rounds: int = 0
    cycles: int = 1
    legs: int = 1
    groups: int = 2
    advancing: int = 2
    has_third_place: bool = True
    sizes: tuple[int, ...] = (2,)
    table_size: int = 4
    tie_breaks: tuple[str, ...] = ("direct", "buchholz", "sonneborn_berger", "wins")
    replays: int = 1
    decision: str = "seed"
    lot: str = ""
    asked_points: int = 0

    @property
    def takes_latecomers(self) -> bool:
        """Whether somebody may still join once the first round is out."""
        return self.format in (Format.SWISS, Format.TABLES)

    @property
    def grants_byes(self) -> bool:
        """Whether an entrant may ask to sit out a round."""
        return self.format in (Format.SWISS, Format.TABLES)

    def bye_points(self, bye: Bye) -> int:
        match bye:
            case Bye.FREE | Bye.WALKOVER:
                return POINT * self.legs
            case Bye.ASKED:
                return self.asked_points * self.legs
        return 0


@dataclass(frozen=True, slots=True)
class Tally:
    """What one entrant has made of one round."""

    round: int
    points: int
    pairing: Pairing

    @property
    def is_played(self) -> bool:
        return any(game.is_played and game.ranks is not None for game in self.pairing.games)

    @property
    def is_open(self) -> bool:
        """Whether nothing of it is decided yet."""
        return self.pairing.bye is None and all(game.ranks is None for game in self.pairing.games)


@dataclass(frozen=True, slots=True)
class Record:
    """All rounds of one entrant, with who was met and who sat where."""

    entrant: Entrant
    tallies: Sequence[Tally] = field(default=())

    @property
    def score(self) -> int:
        return sum(tally.points for tally in self.tallies)

    def score_before(self, number: int) -> int:
        return sum(tally.points for tally in self.tallies if tally.round < number)

    def opponents(self) -> Iterator[int]:
        """Everybody they were paired with, once for each pairing."""
        for tally in self.tallies:
            yield from (other for other in tally.pairing.seats if other != self.entrant.id)

    def byes(self) -> int:
        """Rounds in which nobody was left for them."""
        return sum(tally.pairing.bye in (Bye.FREE, Bye.WALKOVER) for tally in self.tallies)

    def seats(self) -> list[int]:
        """The index of their seat in every pairing, the first round first."""
        return [tally.pairing.seats.index(self.entrant.id) for tally in self.tallies if tally.pairing.bye is None]


def records(plan: Plan, entrants: Sequence[Entrant], history: History) -> dict[int, Record]:
    """What every entrant has done in all rounds, by number."""
    tallies: dict[int, list[Tally]] = {entrant.id: [] for entrant in entrants}
    for number, pairings in enumerate(history, start=1):
        for pairing in pairings:
            for entrant in pairing.seats:
                tallies[entrant].append(Tally(number, pairing_points(plan, pairing, entrant), pairing))
    return {entrant.id: Record(entrant, tallies[entrant.id]) for entrant in entrants}


def pairing_points(plan: Plan, pairing: Pairing, entrant: int) -> int:
    """What a pairing gave to one of its entrants; matches played again to decide a draw count only for that."""
    if pairing.bye is not None:
        return plan.bye_points(pairing.bye)
    return sum(game.points(entrant) for game in pairing.games[: plan.legs])


def points_text(points: int) -> str:
    """Points for people: 2, 1½, 1.67."""
    whole, rest = divmod(points, POINT)
    if rest == 0:
        return str(whole)
    if rest * 2 == POINT:
        return f"{whole or ''}½"
    return f"{points / POINT:.2f}"
