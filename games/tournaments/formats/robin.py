"""Round robins: everybody meets everybody, by the circle method."""

from __future__ import annotations

from collections.abc import Sequence

from games.tournaments.formats.model import Bye, Entrant, Pairing, Plan
from games.words import say

type Table = tuple[int, ...]


def robin_rounds(count: int, cycles: int) -> int:
    """How many rounds ``count`` entrants need to meet ``cycles`` times."""
    return 0 if count < 2 else (count - 1 + count % 2) * cycles


def pair_robin(plan: Plan, entrants: Sequence[Entrant], number: int, slot: str = "", stage: int = 0) -> list[Pairing]:
    """Pairings of round ``number`` of a round robin; none when all have met.

    ``entrants`` are all who began, those who left included, so that the table stays the
    same. ``stage`` is the number of rounds that the event had before this one.
    """
    if number > robin_rounds(len(entrants), plan.cycles):
        return []
    pairings = []
    for first, second in _circle([*entrants], number):
        there = [one for one in (first, second) if one is not None and one.is_in(number + stage)]
        if len(there) == 2:
            cycle = (number - 1) // robin_rounds(len(entrants), 1) + 1
            why = say("Round {n} of the round robin.", n=number)
            if cycle > 1:
                why = say("Round {n} of the round robin: they meet again with seats swapped.", n=number)
            pairings.append(Pairing((there[0].id, there[1].id), slot=slot, reasons=(why,)))
        elif there and None in (first, second):
            rest = say("An odd number: everybody rests once in a cycle.")
            pairings.append(Pairing((there[0].id,), slot=slot, bye=Bye.REST, reasons=(rest,)))
        elif there:
            gone = say("The opponent has left the event.")
            pairings.append(Pairing((there[0].id,), slot=slot, bye=Bye.WALKOVER, reasons=(gone,)))
    return pairings


def robin_tables(entrants: Sequence[int], cycles: int) -> list[list[Table]]:
    """Who was to meet in every round, in the order of seats; one alone rests."""
    rounds = range(1, robin_rounds(len(entrants), cycles) + 1)
    return [
        [tuple(one for one in pair if one is not None) for pair in _circle([*entrants], number)] for number in rounds
    ]


def _circle[T](entrants: list[T], number: int) -> list[tuple[T | None, T | None]]:
    """Who meets in that round, first seat first: all but the last go round the table one step a round.

    Within a cycle nobody sits first more than once oftener than second, and every other
    cycle swaps all seats.
    """
    table: list[T | None] = [*entrants, None] if len(entrants) % 2 else [*entrants]
    size = len(table)
    cycle, step = divmod(number - 1, size - 1)
    ring = table[:-1]
    # Berger's order: the one who stays put changes seats every round, the pairs round the ring keep theirs
    turned = [ring[(index + step * (size // 2)) % (size - 1)] for index in range(size - 1)]
    pairs = [(turned[0], table[-1]) if step % 2 == 0 else (table[-1], turned[0])]
    pairs += [(turned[index], turned[size - 1 - index]) for index in range(1, size // 2)]
    return [(second, first) if cycle % 2 else (first, second) for first, second in pairs]
