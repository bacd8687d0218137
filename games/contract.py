"""What a game must offer to be played here.

Pure: standard library only. A game imports this module, ``games.chance``,
``games.drawing`` and itself; it knows neither Django nor its siblings.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from games.chance import Chance
from games.drawing import Art, Badge, Board, Mark
from games.words import Sentence, say

type Seat = str
type Options = Mapping[str, str]


def gettext_noop(text: str) -> str:
    """Mark ``text`` for translation and hand it back unchanged."""
    return text


# --- what a game tells about itself ----------------------------------------


@dataclass(frozen=True, slots=True)
class SeatAbout:
    """A place at the table: its name in notation, its title, its shield at the start."""

    name: Seat
    title: Sentence
    tincture: str
    charge: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option. ``is_rated``: the sides stay equal enough for a match to count for ratings."""

    value: str
    label: Sentence
    is_rated: bool = True


@dataclass(frozen=True, slots=True)
class Option:
    """A rule variant chosen when a match is created; the first choice is the default."""

    name: str
    label: Sentence
    choices: tuple[Choice, ...]
    help: Sentence | None = None


@dataclass(frozen=True, slots=True)
class ClockAbout:
    """Length of one period (a turn, a season), in seconds, as the form offers it."""

    label: Sentence
    lengths: tuple[int, ...]
    default: int


@dataclass(frozen=True, slots=True)
class About:
    """``seats`` gives the table for each possible number of players.

    ``levels`` are the strengths of the game's own practice player, weakest first; the
    site offers one that plays at random beside them. ``arms`` are the shields (tincture and
    charge) that stand for the game in lists; empty: those of its smallest table.
    ``last_words`` end a sheet of the game, in small letters: nothing may stand behind one.
    """

    slug: str
    title: Sentence
    summary: Sentence
    seats: Mapping[int, tuple[SeatAbout, ...]]
    options: tuple[Option, ...]
    clock: ClockAbout
    source: Sentence
    version: int
    levels: tuple[Choice, ...] = ()
    arms: tuple[tuple[str, str], ...] = ()
    last_words: tuple[str, ...] = ()

    def seat(self, name: Seat) -> SeatAbout:
        """The seat of that name; KeyError if the game has none."""
        for table in self.seats.values():
            for seat in table:
                if seat.name == name:
                    return seat
        raise KeyError(name)

    def full_options(self, options: Options) -> dict[str, str]:
        """``options`` with defaults filled in. Raises BadOptions for an unknown name or value."""
        full = {}
        for option in self.options:
            values = [choice.value for choice in option.choices]
            full[option.name] = options.get(option.name, values[0])
            if full[option.name] not in values:
                raise BadOptions(say("Unknown choice: {value}", value=full[option.name]))
        if unknown := sorted(set(options) - set(full)):
            raise BadOptions(say("Unknown option: {name}", name=unknown[0]))
        return full


# --- what waits, what may be done -------------------------------------------


@dataclass(frozen=True, slots=True)
class Phase:
    """What the position waits for.

    ``to_act`` is empty when the game is over. ``sealed``: all of them act at once
    and nobody sees a sheet before it is resolved. Plies with the same ``period``
    share one deadline: period start + length x share (share in 0..1). ``is_opening``:
    a choice before the game proper, whose neglect makes nobody absent.
    """

    name: str
    to_act: tuple[Seat, ...]
    sealed: bool
    wanted: Sentence
    period: int
    share: float = 1.0
    is_opening: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """One choice on the way to an order: which warrior, what it does, where to.

    ``space`` is the board space that stands for the choice, if any: tapping it
    chooses. ``mark`` is the shape drawn there (see ``games.drawing.SHAPES``), ``text`` a
    short number beside it (a chance).
    """

    key: str
    value: str
    label: Sentence
    space: str = ""
    mark: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Entry[O]:
    """An order that may be given now, and the picks that lead to it.

    Where a number stands in the order, ``number`` names its field and ``most`` is
    the largest value allowed; the smallest is 1 and ``order`` carries 1.
    """

    order: O
    picks: tuple[Pick, ...]
    number: str = ""
    most: int = 0

    def numbered(self, n: int) -> O:
        """The order with ``n`` in its number field."""
        return replace(self.order, **{self.number: n})  # type: ignore[type-var]  # orders are dataclasses


@dataclass(frozen=True, slots=True)
class Menu[O]:
    """What may be added to a draft.

    ``may_file``: the draft may be filed as it stands. No entries: it is complete.
    ``is_single``: any one of the entries makes a whole sheet.
    ``questions`` words the choice for each pick key; ``notes`` say what matters of
    the draft as it stands (its price, what is left). ``at_once`` names orders, with their
    words, that are so usual that one press adds them to the draft and files it. ``is_part``:
    what is filed as it stands leaves the turn open. ``rest`` are those answers of the first
    question who have no order yet; a button leads from one to the next.
    """

    entries: tuple[Entry[O], ...] = ()
    may_file: bool = False
    questions: Mapping[str, Sentence] = field(default_factory=dict)
    notes: tuple[Sentence, ...] = ()
    is_single: bool = False
    at_once: tuple[tuple[Sentence, tuple[O, ...]], ...] = ()
    is_part: bool = False
    rest: tuple[Pick, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an order is not accepted: what is wrong and what would be right."""

    reason: Sentence


class OrderError(Exception):
    """Orders that were not accepted. ``line`` counts from 1; None when no single line is at fault."""

    def __init__(self, reason: Sentence, line: int | None = None) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.line = line


class Unreadable(OrderError):
    """The text is no order of this game."""


class Illegal(OrderError):
    """The text is an order, but the rules forbid it here."""


class Ambiguous(OrderError):
    """The text fits more than one order."""


class BadOptions(Exception):
    """Options that the game does not offer together."""

    def __init__(self, reason: Sentence) -> None:
        super().__init__(str(reason))
        self.reason = reason


# --- what happened ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Event:
    """A sentence of the story, and the seats who may read it (none named: all).

    ``scene`` is the index into the step's scenes of the position to show with it;
    None is the final one. ``marks`` are drawn on that board. A heading opens a section.
    """

    sentence: Sentence
    to: tuple[Seat, ...] = ()
    scene: int | None = None
    marks: tuple[Mark, ...] = ()
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Step[S]:
    """The state that follows, the story of how it came, and the positions on the way."""

    state: S
    events: tuple[Event, ...] = ()
    scenes: tuple[S, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. ``how`` is a stable word; equal ranks share a place, 1 is best."""

    how: str
    sentence: Sentence
    ranks: Mapping[Seat, int]


class Answers(Protocol):
    """The seats' standing orders, asked in the course of a ply."""

    def ask(self, seat: Seat, purpose: str, decide: Callable[[Sequence[object]], str]) -> str:
        """Run ``decide`` on the seat's standing orders; the word it gives is recorded."""


class Game[S, O, V](Protocol):
    """The rules of a game over its own frozen dataclasses: state, order, view.

    Every method is pure: the same arguments (and the same draws and answers) give
    the same result. States and views hold no unions of dataclasses and no sets, so
    that the site can store them as JSON.
    """

    about: About
    state_type: type[S]

    def setup(self, seats: Sequence[Seat], options: Options, chance: Chance) -> Step[S]:
        """The opening position. Raises BadOptions."""

    def phase(self, state: S) -> Phase:
        """What the position waits for."""

    def legal_orders(self, state: S, seat: Seat, drafted: Sequence[O] = ()) -> Menu[O]:
        """What may be added to the draft; every entry passes ``refusal``."""

    def hints(self, state: S, seat: Seat, drafted: Sequence[O], picks: Mapping[str, str]) -> Sequence[Mark]:
        """What a choice half made could lead to, beyond the marks of its picks: a zone of fire."""
        return ()

    def refusal(self, state: S, seat: Seat, order: O, drafted: Sequence[O] = ()) -> Refusal | None:
        """Why ``order`` may not follow ``drafted``; None when it may."""

    def read(self, state: S, seat: Seat, text: str, drafted: Sequence[O] = ()) -> Sequence[O]:
        """Orders from text, forgiving in form, strict in meaning. Raises OrderError with its line."""

    def write(self, orders: Sequence[O]) -> str:
        """Notation of the orders; ``read(write(orders)) == orders``."""

    def resolve(self, state: S, sheets: Mapping[Seat, Sequence[O]], chance: Chance, answers: Answers) -> Step[S]:
        """Carry out the sheets of all seats that were to act."""

    def retire(self, state: S, seat: Seat, chance: Chance) -> Step[S]:
        """The seat leaves: it resigned, ran out of time or was removed."""

    def outcome(self, state: S) -> Outcome | None:
        """How it ended; None while it goes on."""

    def view(self, state: S, seat: Seat | None) -> V:
        """What this seat may know; None is a spectator."""

    def draw(self, view: V, drafted: Sequence[O] = ()) -> Board:
        """The picture of a view, with the seat's own draft on it."""

    def badges(self, state: S) -> Mapping[Seat, Badge]:
        """Each seat's shield, as the board for spectators tells it; a game whose shields never change may say so."""
        return self.draw(self.view(state, None)).badges

    def art(self) -> Art:
        """The symbols that the game's boards use, and the style sheet that colours them."""

    def default_orders(self, state: S, seat: Seat) -> Sequence[O] | None:
        """What counts when time is up; None: the seat loses on time."""
        return None

    def ahead(self, state: S, seat: Seat) -> Sequence[O]:
        """Orders given earlier for this ply; none if nothing was.

        When all who are to act have some, the ply is resolved at once and nobody is told of it before.
        """
        return ()

    def think(self, view: V, seat: Seat, level: str, rng: random.Random) -> Sequence[O]:
        """A whole sheet by the practice player of that level, who sees what the seat sees; seconds at most."""
        raise ValueError(f"{self.about.slug} has no practice player of level {level!r}")

    def standing_orders(self, state: S, seat: Seat) -> Menu[O]:
        """What may be changed at any time; ``notes`` say who may soon ask for it."""
        return Menu()

    def standing_list(self, orders: Sequence[O]) -> Sequence[O]:
        """The list in force after its entries were given one after the other."""
        return orders


type AnyGame = Game[object, object, object]


def match_notation[S, O, V](
    game: Game[S, O, V], state: S, seat: Seat, text: str, drafted: Sequence[O] = ()
) -> Sequence[O]:
    """Default reader: one order a line, matched against the menu.

    Case, blanks and ``x`` for ``-`` do not matter; the meaning must be that of
    exactly one entry. Raises Illegal for a line that fits none.
    """
    orders: list[O] = []
    for number, line in enumerate(text.replace(";", "\n").splitlines(), start=1):
        if not line.strip():
            continue
        menu = game.legal_orders(state, seat, (*drafted, *orders))
        found = [entry.order for entry in menu.entries if _bare(game.write([entry.order])) == _bare(line)]
        if not found:
            raise Illegal(say("“{line}” is no order that is possible here.", line=line.strip()), number)
        if len(found) > 1:
            raise Ambiguous(say("“{line}” fits more than one order.", line=line.strip()), number)
        orders.append(found[0])
    return orders


def _bare(text: str) -> str:
    return re.sub(r"\s+", "", text).lower().replace("x", "-")
