"""Whole events played at random, to see that every format ends, keeps its rules and finds the right champion."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import networkx as nx

from games.tournaments.formats.bracket import bracket_size
from games.tournaments.formats.course import bracket_of, champion, next_round, standings, waits_for
from games.tournaments.formats.groups import group_rounds
from games.tournaments.formats.knockout import Empty, wanted_game
from games.tournaments.formats.model import POINT, Bye, Entrant, Format, Pairing, Plan, Played, pairing_points
from games.tournaments.formats.robin import robin_rounds
from games.tournaments.formats.tables import count_firsts

MOST = 64


@dataclass
class Simulation:
    """One event. ``is_fair``: nobody leaves or is late, and the stronger always wins."""

    plan: Plan
    lots: random.Random
    entrants: list[Entrant]
    is_fair: bool
    history: list[list[Pairing]] = field(default_factory=list)
    points: Counter[int] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def run(self) -> None:
        limit = self._most_rounds()
        while draft := next_round(self.plan, self.entrants, self.history):
            number = len(self.history) + 1
            if number > limit:
                self.problems.append(f"still on after {limit} rounds")
                return
            self.problems += self._check_draft(draft, number)
            leavers = self._leave(number)
            played = [self._play(pairing, leavers) for pairing in draft]
            if waits_for(self.plan, self.entrants, number, played):
                self.problems.append(f"round {number} never closes")
            self.history.append(played)
            for pairing in played:
                for one in pairing.seats:
                    self.points[one] += pairing_points(self.plan, pairing, one)
            self._move_on(number)
        self.problems += self._check_end()

    def _most_rounds(self) -> int:
        plan, count = self.plan, len(self.entrants)
        depth = bracket_size(count).bit_length()
        match plan.format:
            case Format.SWISS | Format.TABLES:
                return plan.rounds
            case Format.ROUND_ROBIN:
                return robin_rounds(count, plan.cycles)
            case Format.SINGLE:
                return depth
            case Format.DOUBLE:
                return 3 * depth + 2
        return group_rounds(plan, self.entrants) + depth

    def _play(self, pairing: Pairing, leavers: set[int]) -> Pairing:
        while (seats := wanted_game(self.plan, pairing)) is not None:
            pairing = replace(pairing, games=(*pairing.games, self._result(seats, leavers)))
        return pairing

    def _result(self, seats: tuple[int, ...], leavers: set[int]) -> Played:
        staying = [one for one in seats if one not in leavers]
        if len(staying) < len(seats):
            ranks = {one: 1 if one in staying else 2 for one in seats} if staying else {}
            return Played(seats, ranks, is_played=False)
        if self.is_fair:
            order = sorted(seats)
            return Played(seats, {one: order.index(one) + 1 for one in seats})
        if self.lots.random() < 0.02:
            return Played(seats, {}, is_played=False)
        marks = {one: self.lots.randrange(5) for one in seats}
        ranks = {one: 1 + sum(mark < marks[one] for mark in marks.values()) for one in seats}
        return Played(seats, ranks, is_played=self.lots.random() > 0.05)

    def _leave(self, number: int) -> set[int]:
        """Who leaves in the midst of the round."""
        if self.is_fair or self.lots.random() > 0.25:
            return set()
        here = [entrant for entrant in self.entrants if entrant.is_in(number)]
        gone = self.lots.sample(here, min(len(here), self.lots.choice((1, 1, 2, 4))))
        for entrant in gone:
            changed = replace(entrant, left=number + 1, is_disqualified=self.lots.random() < 0.2)
            self.entrants[self.entrants.index(entrant)] = changed
        return {entrant.id for entrant in gone}

    def _move_on(self, number: int) -> None:
        """Between two rounds people come late, or ask to sit the next one out."""
        if self.is_fair:
            return
        if self.plan.takes_latecomers and number < 4 and self.lots.random() < 0.3:
            seed = len(self.entrants) + 1
            self.entrants.append(Entrant(id=seed, seed=seed, joined=number + 1))
        if self.plan.grants_byes:
            for place, entrant in enumerate(self.entrants):
                if self.lots.random() < 0.04:
                    self.entrants[place] = replace(entrant, absent=entrant.absent | {number + 1})

    # --- what must hold

    def _check_draft(self, draft: Sequence[Pairing], number: int) -> Iterator[str]:
        by_id = {entrant.id: entrant for entrant in self.entrants}
        seen = Counter(one for pairing in draft for one in pairing.seats)
        yield from (f"round {number}: {one} twice" for one, times in seen.items() if times > 1)
        for pairing in draft:
            if pairing.bye is None and not all(by_id[one].is_in(number) for one in pairing.seats):
                yield f"round {number}: somebody who is not in the event is paired"
            if pairing.bye is None and len(pairing.seats) not in self.plan.sizes:
                yield f"round {number}: a table of {len(pairing.seats)}"
            if not pairing.reasons:
                yield f"round {number}: a pairing without a reason"
        if self.plan.format in (Format.SWISS, Format.TABLES, Format.ROUND_ROBIN):
            missing = [entrant.id for entrant in self.entrants if entrant.is_in(number) and entrant.id not in seen]
            yield from (f"round {number}: {one} is forgotten" for one in missing)
        if self.plan.format == Format.SWISS:
            yield from self._check_swiss(draft, number)
        if self.plan.format == Format.ROUND_ROBIN:
            times = Counter(frozenset(pairing.seats) for pairings in self.history for pairing in pairings)
            again = [pairing for pairing in draft if times[frozenset(pairing.seats)] >= self.plan.cycles]
            yield from (f"round {number}: {pairing.seats} again" for pairing in again if pairing.bye is None)

    def _check_swiss(self, draft: Sequence[Pairing], number: int) -> Iterator[str]:
        met = {frozenset(one.seats) for pairings in self.history for one in pairings if one.bye is None}
        rested = {one.seats[0] for pairings in self.history for one in pairings if one.bye == Bye.FREE}
        present = [one for pairing in draft for one in pairing.seats if pairing.bye != Bye.ASKED]
        alone = [pairing.seats[0] for pairing in draft if pairing.bye == Bye.FREE]
        if len(alone) != len(present) % 2:
            yield f"round {number}: {len(alone)} byes among {len(present)}"
        for one in alone:
            if one in rested and not rested.issuperset(present):
                yield f"round {number}: a second bye for {one}"
        if any(frozenset(pairing.seats) in met for pairing in draft if pairing.bye is None):
            graph = nx.Graph()
            graph.add_nodes_from(present)
            graph.add_edges_from((a, b) for a in present for b in present if a < b and frozenset((a, b)) not in met)
            if alone:
                graph.add_edges_from((one, 0) for one in present if one not in rested or rested.issuperset(present))
            if 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(present) + len(alone):
                yield f"round {number}: a rematch that could be avoided"

    def _check_end(self) -> Iterator[str]:
        table = standings(self.plan, self.entrants, self.history)
        if sorted(row.entrant.id for row in table) != sorted(entrant.id for entrant in self.entrants):
            yield "the standings forget somebody"
        if any(row.score != self.points[row.entrant.id] for row in table):
            yield "points do not add up"
        winner = champion(self.plan, self.entrants, self.history)
        bracket = bracket_of(self.plan, self.entrants, self.history)
        if bracket is not None:
            yield from self._check_bracket(winner)
        elif self.plan.format != Format.GROUPS:
            most = max((self.points[one.id] for one in self.entrants if not one.is_disqualified), default=0)
            if winner is not None and self.points[winner] != most:
                yield "the champion has not the most points"
        if self.is_fair and winner != 1 and self.plan.format != Format.TABLES:
            yield f"the strongest lost everything to {winner}"
        if winner is not None and table[0].entrant.id != winner:
            yield "the champion does not head the standings"
        yield from self._check_seats()

    def _check_bracket(self, winner: int | None) -> Iterator[str]:
        bracket = bracket_of(self.plan, self.entrants, self.history)
        assert bracket is not None
        if bracket.champion == Empty.OPEN:
            yield "the bracket is not decided"
        lost = Counter(
            verdict.loser for key, verdict in bracket.verdicts.items() if key != "T" and isinstance(verdict.loser, int)
        )
        allowed = 2 if self.plan.format == Format.DOUBLE else 1
        if any(times > allowed for times in lost.values()):
            yield "somebody lost too often and played on"
        if winner is not None and winner == bracket.champion and lost[winner] >= allowed:
            yield "the champion was out"
        if self.is_fair:
            out = {entrant.id for entrant in bracket.seeded} - {winner}
            if any(lost[one] != allowed for one in out):
                yield "somebody is out who has not lost often enough"
            second = standings(self.plan, self.entrants, self.history)[1]
            if self.plan.format == Format.DOUBLE and second.entrant.id != 2:
                yield "the second strongest is not second"

    def _check_seats(self) -> Iterator[str]:
        steady = [one for one in self.entrants if one.joined == 1 and one.left is None and not one.absent]
        if self.plan.format == Format.TABLES and steady:
            firsts = count_firsts(self.entrants, self.history)
            times = [firsts[one.id] for one in steady]
            if max(times) - min(times) > 1:
                yield "somebody sat first two times oftener than another"
        # with two legs everybody sits on both sides of every pairing
        if self.plan.format in (Format.SWISS, Format.ROUND_ROBIN) and self.plan.legs == 1:
            # in the last round of a Swiss event leaders may take a seat once more
            rounds = self.history[: self.plan.rounds - 1] if self.plan.format == Format.SWISS else self.history
            seats = [one.seats for pairings in rounds for one in pairings if one.bye is None]
            balance = Counter(pair[0] for pair in seats)
            balance.subtract(Counter(pair[1] for pair in seats))
            most = 2 if self.plan.format == Format.SWISS else 1
            if any(abs(balance[one.id]) > most for one in steady) and (self.is_fair or most == 2):
                yield "seats are out of balance"


def simulate(form: Format, seed: int) -> Simulation:
    """Play one event; the same seed plays the same event. What went wrong stands in ``problems``."""
    lots = random.Random(seed)  # noqa: S311  chance for a test, not for a secret
    count = lots.randint(3, MOST)
    legs = 2 if form != Format.TABLES and lots.random() < 0.2 else 1
    depth = bracket_size(count).bit_length() - 1
    plan = Plan(
        form,
        rounds=depth + lots.randint(0, 3),
        cycles=lots.choice((1, 1, 2)) if form == Format.ROUND_ROBIN and count < 20 else 1,
        legs=legs,
        groups=lots.randint(1, max(1, count // 3)),
        advancing=lots.randint(1, 3),
        has_third_place=lots.random() < 0.7,
        sizes=(3, 4, 5, 6) if form == Format.TABLES else (2,),
        table_size=lots.randint(3, 6),
        replays=lots.randint(0, 2),
        decision=lots.choice(("seed", "lot")),
        lot=str(seed),
        asked_points=lots.choice((0, POINT // 2)),
    )
    entrants = [Entrant(id=number, seed=number) for number in range(1, count + 1)]
    if lots.random() < 0.5:
        seeds = lots.sample(range(1, count + 1), count)
        entrants = [Entrant(id=number, seed=seed) for number, seed in enumerate(seeds, start=1)]
    simulation = Simulation(plan, lots, entrants, is_fair=lots.random() < 0.3)
    simulation.run()
    return simulation
