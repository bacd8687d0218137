"""Who goes on from a knock-out pairing, and which matches a pairing still needs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from games.tournaments.formats.model import Entrant, Format, Pairing, Plan, Played
from games.words import Sentence, say


class Empty(Enum):
    """Nobody will ever come to a place of the bracket (NOBODY), or it is not known yet who (OPEN)."""

    NOBODY = "nobody"
    OPEN = "open"


type Guest = int | Empty


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who wins and who loses a place in the bracket, and how a draw was decided if it was."""

    winner: Guest = Empty.OPEN
    loser: Guest = Empty.OPEN
    reason: Sentence | None = None


NOBODY = Verdict(Empty.NOBODY, Empty.NOBODY)


def is_knockout(plan: Plan, pairing: Pairing) -> bool:
    """Whether somebody has to win it."""
    if plan.format in (Format.SINGLE, Format.DOUBLE):
        return True
    return plan.format == Format.GROUPS and not pairing.slot.startswith("G")


def verdict(plan: Plan, pairing: Pairing, number: int, entrants: Mapping[int, Entrant]) -> Verdict:
    """Who goes on from a pairing of round ``number``; OPEN while it is being played."""
    if pairing.bye is not None:
        (one,) = pairing.seats
        return Verdict(one, Empty.NOBODY) if entrants[one].is_in(number) else NOBODY
    if not is_settled(plan, pairing):
        return Verdict()
    last = _deciding(plan, pairing)
    if not any(game.ranks for game in last):
        return NOBODY
    (first, mine), (second, theirs) = ((one, sum(game.points(one) for game in last)) for one in pairing.seats)
    if mine != theirs:
        return Verdict(first, second) if mine > theirs else Verdict(second, first)
    return _announced(plan, pairing, entrants)


def _deciding(plan: Plan, pairing: Pairing) -> Sequence[Played]:
    """The matches that count: all legs together, or the last one that was played again."""
    return pairing.games[plan.legs :][-1:] or pairing.games


def _announced(plan: Plan, pairing: Pairing, entrants: Mapping[int, Entrant]) -> Verdict:
    better, worse = sorted(pairing.seats, key=lambda one: entrants[one].seed)
    if plan.decision == "seed":
        return Verdict(better, worse, say("Drawn, and decided by the seeding, as announced."))
    word = hashlib.sha256(f"{plan.lot}/{pairing.slot}".encode()).hexdigest()
    reason = say(
        "Drawn, and decided by lot, as announced: {word} is {parity}.",
        word=word[:8],
        parity=say("even, so the better seed goes on") if _is_even(word) else say("odd, so the lower seed goes on"),
    )
    return Verdict(better, worse, reason) if _is_even(word) else Verdict(worse, better, reason)


def _is_even(word: str) -> bool:
    return int(word[:8], 16) % 2 == 0


def wanted_game(plan: Plan, pairing: Pairing) -> tuple[int, ...] | None:
    """The seats of the next match that the pairing needs now; None if it needs none, or none before another ends."""
    index = len(pairing.games)
    if pairing.bye is not None:
        return None
    if index >= plan.legs:
        is_on = any(game.ranks is None for game in pairing.games)
        if is_on or not is_knockout(plan, pairing) or index >= plan.legs + plan.replays:
            return None
        last = _deciding(plan, pairing)
        points = {sum(game.points(one) for game in last) for one in pairing.seats}
        if len(points) > 1 or not any(game.ranks for game in last):
            return None
    turn = index % len(pairing.seats)
    return (*pairing.seats[turn:], *pairing.seats[:turn])


def is_settled(plan: Plan, pairing: Pairing) -> bool:
    """Whether nothing is left to play in the pairing."""
    if any(game.ranks is None for game in pairing.games):
        return False
    return wanted_game(plan, pairing) is None
