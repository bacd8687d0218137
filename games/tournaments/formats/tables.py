"""Tables of three to six: everybody meets as many others as possible, and everybody's turn to sit first comes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from games.tournaments.formats.model import Bye, Entrant, History, Pairing, Plan
from games.words import say

ATTEMPTS = 2

type Tables = list[list[int]]
type Meetings = Counter[tuple[int, int]]


def table_sizes(plan: Plan, count: int) -> list[int]:
    """Sizes of the tables for so many people, as near to the size preferred as can be; none if it cannot be done."""
    small, large = min(plan.sizes), max(plan.sizes)
    choices = []
    for tables in range(1, count // small + 1):
        each, more = divmod(count, tables)
        sizes = [each + 1] * more + [each] * (tables - more)
        if max(sizes) <= large and all(size in plan.sizes for size in sizes):
            choices.append(sizes)
    return min(choices, key=lambda sizes: abs(count / len(sizes) - plan.table_size), default=[])


def pair_tables(plan: Plan, entrants: Sequence[Entrant], history: History) -> list[Pairing]:
    """Tables of the next round. The first seats are given before anything else, to those who had them least often."""
    number = len(history) + 1
    here = [entrant for entrant in entrants if entrant.is_in(number)]
    byes = [
        Pairing((entrant.id,), bye=Bye.ASKED, reasons=(say("Asked to sit this round out."),))
        for entrant in here
        if number in entrant.absent
    ]
    present = sorted((one for one in here if number not in one.absent), key=lambda one: one.seed)
    sizes = table_sizes(plan, len(present))
    if not sizes:
        return [*byes, *(_nobody_left(entrant) for entrant in present)]
    meetings = count_meetings(history)
    firsts = count_firsts(entrants, history)
    # the draw of lots is announced with the event, so that anybody can repeat it
    lots = random.Random(f"{plan.lot}/{number}")  # noqa: S311  no secret hangs on it
    shuffled = lots.sample([one.id for one in present], len(present))
    heads = sorted(shuffled, key=lambda one: firsts[one])[: len(sizes)]
    rest = [one for one in shuffled if one not in heads]
    tables = min(
        (_arrange(heads, lots.sample(rest, len(rest)), sizes, meetings) for _ in range(ATTEMPTS)),
        key=lambda tables: sum(_cost(table, meetings) for table in tables),
    )
    seats = _count_seats(history)
    pairings = []
    for table in sorted(tables, key=len, reverse=True):
        again = sum(meetings[pair] > 0 for pair in _pairs(table))
        met = say("Nobody here has met another before.")
        if again:
            met = say("Pairs at this table that have met before: {n}; fewer could not be found.", n=again)
        first = say("The first seat goes to one who had it least often: {n} times so far.", n=firsts[table[0]])
        pairings.append(Pairing(_seated(table, seats), reasons=(met, first)))
    return [*pairings, *byes]


def count_firsts(entrants: Sequence[Entrant], history: History) -> dict[int, int]:
    """How often each sat first. Who joins late begins with as many as those have who had it least often."""
    firsts: dict[int, int] = {}
    for number in range(1, len(history) + 2):
        before = [firsts[one.id] for one in entrants if one.id in firsts and one.is_in(number)]
        firsts |= {one.id: min(before, default=0) for one in entrants if one.joined == number}
        for pairing in history[number - 1] if number <= len(history) else ():
            if pairing.bye is None:
                firsts[pairing.seats[0]] += 1
    return firsts


def count_meetings(history: History) -> Meetings:
    """How often two sat at one table."""
    return Counter(pair for pairings in history for pairing in pairings for pair in _pairs(pairing.seats))


def _count_seats(history: History) -> Counter[tuple[int, int]]:
    tables = (pairing.seats for pairings in history for pairing in pairings if pairing.bye is None)
    return Counter((one, seat) for seats in tables for seat, one in enumerate(seats))


def _arrange(heads: Sequence[int], rest: Sequence[int], sizes: Sequence[int], meetings: Meetings) -> Tables:
    """Tables with a head each, bettered by exchanges among heads and among the others until a sweep finds none."""
    tables: Tables = [[head] for head in heads]
    for one in rest:
        open_tables = [table for table, size in zip(tables, sizes, strict=True) if len(table) < size]
        min(open_tables, key=lambda table: (_met(one, table, meetings), len(table))).append(one)
    while sum(_exchange(tables, a, b, meetings) for a, b in _spots(tables)):
        pass
    return tables


def _spots(tables: Tables) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for a, b in combinations(range(len(tables)), 2):
        yield (a, 0), (b, 0)
        for i in range(1, len(tables[a])):
            for j in range(1, len(tables[b])):
                yield (a, i), (b, j)


def _exchange(tables: Tables, a: tuple[int, int], b: tuple[int, int], meetings: Meetings) -> bool:
    """Let two people change tables if that makes fewer meet again."""
    (left, i), (right, j) = (tables[a[0]], a[1]), (tables[b[0]], b[1])
    one, other = left[i], right[j]
    here, there = left[:i] + left[i + 1 :], right[:j] + right[j + 1 :]
    before = _met(one, here, meetings) + _met(other, there, meetings)
    after = _met(one, there, meetings) + _met(other, here, meetings)
    if after < before:
        left[i], right[j] = other, one
    return after < before


def _met(one: int, table: Sequence[int], meetings: Meetings) -> int:
    """How much worse a table gets with this person: the sum of squares of all meetings grows by it."""
    # by far the most frequent step of a pairing; a Counter's own look-up of what is missing is slow
    return 2 * sum([meetings.get((one, other) if one < other else (other, one), 0) for other in table])


def _cost(table: Sequence[int], meetings: Meetings) -> int:
    return sum(2 * meetings[pair] for pair in _pairs(table))


def _pairs(table: Sequence[int]) -> Iterator[tuple[int, int]]:
    return ((min(pair), max(pair)) for pair in combinations(table, 2))


def _seated(table: Sequence[int], seats: Counter[tuple[int, int]]) -> tuple[int, ...]:
    """The head first, the others where each has sat least often."""
    head, *others = table
    orders = permutations(sorted(others))
    best = min(orders, key=lambda order: sum(seats[one, seat] for seat, one in enumerate(order, start=1)))
    return (head, *best)


def _nobody_left(entrant: Entrant) -> Pairing:
    return Pairing((entrant.id,), bye=Bye.FREE, reasons=(say("Too few are here for a table."),))
