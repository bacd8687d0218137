"""What a pairing that organisers have changed breaks, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.tournaments.formats.bracket import Bracket, bracket_size
from games.tournaments.formats.course import bracket_of
from games.tournaments.formats.groups import split_groups
from games.tournaments.formats.model import Bye, Entrant, Format, History, Pairing, Plan, Record, records
from games.tournaments.formats.robin import Table, robin_tables
from games.tournaments.formats.tables import count_firsts, count_meetings
from games.words import Sentence, say


def section(pairing: Pairing) -> str:
    """Within which places may be exchanged: a group, a round of the bracket, or all where there is no slot."""
    return pairing.slot.partition(".")[0]


@dataclass(frozen=True)
class Change:
    """Tables set by hand in place of those drawn, one for one; ``history`` are the rounds before."""

    plan: Plan
    entrants: Sequence[Entrant]
    history: History
    drawn: Sequence[Pairing]
    tables: Sequence[tuple[int, ...]]

    def troubles(self) -> dict[tuple[int, ...], list[Sentence]]:
        """What the rules would not have done, by table; tables as they were drawn have none."""
        found = {
            table: [*self._at(pairing, table)]
            for pairing, table in zip(self.drawn, self.tables, strict=True)
            if table != pairing.seats
        }
        return {table: sentences for table, sentences in found.items() if sentences}

    def _at(self, pairing: Pairing, table: tuple[int, ...]) -> Iterator[Sentence]:
        if self.plan.format == Format.ROUND_ROBIN or pairing.slot.startswith("G"):
            yield from self._in_cycle(pairing, table)
            return
        yield from self._met(table)
        yield from self._second_bye(table)
        match self.plan.format:
            case Format.SWISS:
                yield from self._in_swiss(table)
            case Format.TABLES:
                yield from self._first_seat(table)
            case _:
                yield from self._in_bracket(pairing, table)

    # --- what all formats know

    @cached_property
    def _done(self) -> Mapping[int, Record]:
        return records(self.plan, self.entrants, self.history)

    @cached_property
    def _seeds(self) -> Mapping[int, int]:
        return {entrant.id: entrant.seed for entrant in self.entrants}

    @cached_property
    def _present(self) -> Sequence[int]:
        return [one for table in self.tables for one in table]

    def _met(self, table: Sequence[int]) -> Iterator[Sentence]:
        meetings = count_meetings(self.history)
        again = sum(meetings[min(a, b), max(a, b)] > 0 for i, a in enumerate(table) for b in table[i + 1 :])
        if again:
            yield say("Pairs here that have met before: {n}.", n=again)

    def _second_bye(self, table: Sequence[int]) -> Iterator[Sentence]:
        others = (self._done[one].byes() for one in self._present)
        if len(table) == 1 and self._done[table[0]].byes() and not all(others):
            yield say("A second bye for the same player, while others have had none.")

    # --- Swiss and tables

    def _in_swiss(self, table: Sequence[int]) -> Iterator[Sentence]:
        if len(table) != 2:
            return
        first, second = (self._done[one] for one in table)
        if self.plan.legs == 1 and (first.seats()[-2:] == [0, 0] or second.seats()[-2:] == [1, 1]):
            yield say("The same seat for the third time in a row.")
        equals = [one for one in self._present if one != first.entrant.id and self._done[one].score == first.score]
        if first.score != second.score and equals:
            yield say("Their points differ, while there are others with as many.")

    def _first_seat(self, table: Sequence[int]) -> Iterator[Sentence]:
        firsts = count_firsts(self.entrants, self.history)
        if len(table) > 1 and firsts[table[0]] > min(firsts[one] for one in self._present):
            yield say("The first seat goes to one who has had it oftener than another.")

    # --- round robin and groups

    def _in_cycle(self, pairing: Pairing, table: tuple[int, ...]) -> Iterator[Sentence]:
        cycle = self._cycles[pairing.slot]
        meetings = cycle.meetings()
        if len(table) == 2 and meetings[frozenset(table)] > self.plan.cycles:
            yield say("These two would meet {n} times in all.", n=meetings[frozenset(table)])
        rests = meetings[frozenset(table)]
        if pairing.bye == Bye.REST and rests > self.plan.cycles:
            yield say("This player would rest {n} times in all.", n=rests)
        here = {one.id for one in self.entrants if one.is_in(len(self.history) + 1)}
        for drawn in cycle.drawn:
            pair = frozenset(drawn)
            if drawn[0] in table and len(pair) == 2 and pair <= here and meetings[pair] < self.plan.cycles:
                a, b = sorted(self._seeds[one] for one in pair)
                yield say("Seeds {a} and {b} would meet {n} times in all.", a=a, b=b, n=meetings[pair])
        balance = cycle.balance()
        for one in table if self.plan.legs == 1 else ():
            if abs(balance[one]) > 1:
                seed, times = self._seeds[one], abs(balance[one])
                if balance[one] > 0:
                    yield say("Seed {a} would sit first {n} times oftener in all.", a=seed, n=times)
                else:
                    yield say("Seed {a} would sit second {n} times oftener in all.", a=seed, n=times)

    @cached_property
    def _cycles(self) -> Mapping[str, _Cycle]:
        starters = sorted((one for one in self.entrants if one.joined == 1), key=lambda one: one.seed)
        fields = {"": starters} if self.plan.format == Format.ROUND_ROBIN else split_groups(self.plan, starters)
        return {slot: self._cycle(slot, field) for slot, field in fields.items()}

    def _cycle(self, slot: str, field: Sequence[Entrant]) -> _Cycle:
        planned = robin_tables([one.id for one in field], self.plan.cycles)
        past = [pairing.seats for pairings in self.history for pairing in _played(pairings, slot)]
        now = [
            table
            for pairing, table in zip(self.drawn, self.tables, strict=True)
            if pairing.slot == slot and pairing.bye in (None, Bye.REST)
        ]
        number = len(self.history)
        return _Cycle(planned[number : number + 1], past, now, planned[number + 1 :])

    # --- brackets

    def _in_bracket(self, pairing: Pairing, table: tuple[int, ...]) -> Iterator[Sentence]:
        bracket = bracket_of(self.plan, self.entrants, self.history)
        if bracket is None or set(table) == set(pairing.seats):
            return
        if section(pairing) == "W1":
            yield from self._in_first_round(bracket, pairing, table)
        else:
            seeds = ", ".join(str(self._seeds[one]) for one in pairing.seats)
            yield say("By the bracket this place is for others, seeds {seeds}.", seeds=seeds)

    def _in_first_round(self, bracket: Bracket, pairing: Pairing, table: tuple[int, ...]) -> Iterator[Sentence]:
        place = {entrant.id: number for number, entrant in enumerate(bracket.seeded, start=1)}
        size = bracket_size(len(bracket.seeded))
        if pairing.bye == Bye.EMPTY and place[table[0]] > size - len(bracket.seeded):
            yield say("No match in the first round for seed {n}, while better seeds have to play.", n=place[table[0]])
        if self.plan.format == Format.GROUPS and len(table) == 2:
            group = {one.id: slot for slot, field in split_groups(self.plan, self.entrants).items() for one in field}
            if group[table[0]] == group[table[1]]:
                yield say("Both come from the same group.")
        line = {one: int(pairing.slot[3:]) - 1 for pairing, seats in self._first_lines() for one in seats}
        depth = size.bit_length() - 1
        for one in sorted(table, key=lambda one: place[one]):
            for other in sorted(line, key=lambda one: place[one]):
                a, b = sorted((place[one], place[other]))
                earliest = (line[one] ^ line[other]).bit_length() + 1
                if other not in table[: table.index(one) + 1] and earliest <= depth - (b - 1).bit_length() and a < b:
                    yield say("Seeds {a} and {b} could meet in round {n} already.", a=a, b=b, n=earliest)
                    return

    def _first_lines(self) -> Iterator[tuple[Pairing, tuple[int, ...]]]:
        for pairing, table in zip(self.drawn, self.tables, strict=True):
            if section(pairing) == "W1":
                yield pairing, table


@dataclass(frozen=True)
class _Cycle:
    """A round robin with one round changed: as drawn, what was before, what is now, and what will follow."""

    planned: Sequence[Sequence[Table]]
    past: Sequence[Table]
    now: Sequence[Table]
    future: Sequence[Sequence[Table]]

    @property
    def drawn(self) -> Sequence[Table]:
        return [table for tables in self.planned for table in tables]

    def _all(self) -> Iterator[Table]:
        yield from (*self.past, *self.now)
        for tables in self.future:
            yield from tables

    def meetings(self) -> Counter[frozenset[int]]:
        """How often two will have met when all is over; one alone: how often they will have rested."""
        return Counter(frozenset(table) for table in self._all())

    def balance(self) -> Counter[int]:
        """How much oftener everybody will have sat first than second."""
        found: Counter[int] = Counter()
        for table in self._all():
            if len(table) == 2:
                found[table[0]] += 1
                found[table[1]] -= 1
        return found


def _played(pairings: Sequence[Pairing], slot: str) -> Iterator[Pairing]:
    return (one for one in pairings if one.slot == slot and one.bye in (None, Bye.REST))
