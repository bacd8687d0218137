"""Swiss pairing: equals meet, nobody twice, seats in turn; one minimum-weight perfect matching for a round.

What makes a pairing bad is weighed strictly in this order: a second bye, a rematch, a seat
held three times running or three times too often, a bye above the lowest score, distance in
points, seats out of balance, floating twice running, the distance from the usual order, in
which the upper half of a group meets its lower half, and last the distance in the ranking.
In the last round a seat may be held a third time where somebody with more than half of all
points takes part: those who can still win the event must be able to meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.tournaments.formats.model import (
    POINT,
    Bye,
    Entrant,
    History,
    Pairing,
    Plan,
    Record,
    points_text,
    records,
)
from games.words import Sentence, say

# no sum of one kind of badness over a round comes near it
BASE = 10**9
NOBODY = 0


@dataclass(frozen=True, slots=True)
class Contender:
    """One who is to be paired: ``rank`` among all present, ``place`` among the ``size`` with the same score.

    ``is_leader``: it is the last round, and they have more than half of the points that could be had.
    """

    record: Record
    score: int
    rank: int
    place: int
    size: int
    met: frozenset[int]
    firsts: int
    lasts: tuple[int, ...]
    floated: int
    is_leader: bool

    @property
    def id(self) -> int:
        return self.record.entrant.id


def pair_swiss(plan: Plan, entrants: Sequence[Entrant], history: History) -> list[Pairing]:
    """Pairings and byes of the next round, the top board first."""
    # half a second of every process's start otherwise, for what an organiser needs once a round
    import networkx as nx  # noqa: PLC0415

    number = len(history) + 1
    done = records(plan, entrants, history)
    here = [entrant for entrant in entrants if entrant.is_in(number)]
    asked = [entrant for entrant in here if number in entrant.absent]
    ranked = sorted(
        (done[entrant.id] for entrant in here if number not in entrant.absent),
        key=lambda record: (-record.score, record.entrant.seed),
    )
    contenders = _contenders(ranked, done, number if number == plan.rounds else None)
    byes = [_asked(entrant) for entrant in asked]
    if len(contenders) == 1:
        return [_free(contenders[0], 1), *byes]
    graph = nx.Graph()
    for index, one in enumerate(contenders):
        if len(contenders) % 2:
            graph.add_edge(one.id, NOBODY, weight=_bye_weight(one, len(contenders)))
        for other in contenders[index + 1 :]:
            graph.add_edge(one.id, other.id, weight=_weight(one, other, plan))
    by_id = {one.id: one for one in contenders}
    couples, alone = [], byes
    for pair in nx.min_weight_matching(graph):
        if NOBODY in pair:
            alone = [*(_free(by_id[one], len(contenders)) for one in pair if one != NOBODY), *byes]
        else:
            couples.append(sorted((by_id[one] for one in pair), key=lambda one: one.rank))
    couples.sort(key=lambda pair: (-pair[0].score, -pair[1].score, pair[0].rank))
    pairings = [_pairing(upper, lower, board, number) for board, (upper, lower) in enumerate(couples)]
    return [*pairings, *alone]


def _contenders(ranked: Sequence[Record], done: dict[int, Record], last: int | None) -> list[Contender]:
    """``last`` is the number of the round if it is the last."""
    groups: dict[int, list[Record]] = {}
    for record in ranked:
        groups.setdefault(record.score, []).append(record)
    contenders = []
    for rank, record in enumerate(ranked):
        group, seats = groups[record.score], record.seats()
        contenders.append(
            Contender(
                record,
                record.score,
                rank,
                group.index(record),
                len(group),
                frozenset(record.opponents()),
                seats.count(0) - seats.count(1),
                tuple(seats[-2:]),
                _floated(record, done),
                last is not None and 2 * record.score > (last - 1) * POINT,
            )
        )
    return contenders


def _floated(record: Record, done: dict[int, Record]) -> int:
    """1 if the last opponent had fewer points before their match, -1 if more."""
    if not record.tallies or record.tallies[-1].pairing.bye is not None:
        return 0
    last = record.tallies[-1]
    (other,) = (seat for seat in last.pairing.seats if seat != record.entrant.id)
    mine, theirs = record.score_before(last.round), done[other].score_before(last.round)
    return (mine > theirs) - (mine < theirs)


def _weight(upper: Contender, lower: Contender, plan: Plan) -> int:
    breaks, trouble = (0, 0) if plan.legs > 1 else min(_seat_trouble(upper, lower), _seat_trouble(lower, upper))
    if upper.is_leader or lower.is_leader:
        breaks = 0
    gap = 2 * (upper.score - lower.score) // POINT
    if gap:
        repeats = (upper.floated == 1) + (lower.floated == -1)
        order = (upper.size - 1 - upper.place) ** 2 + lower.place**2
    else:
        repeats = 0
        order = (lower.place - upper.place - upper.size // 2) ** 2
    apart = (lower.rank - upper.rank) ** 2
    return _weigh(0, int(lower.id in upper.met), breaks, 0, gap**2, trouble, repeats, order, apart)


def _bye_weight(one: Contender, size: int) -> int:
    return _weigh(one.record.byes(), 0, 0, size - 1 - one.rank, 0, 0, 0, 0, 0)


def _weigh(*parts: int) -> int:
    weight = 0
    for part in parts:
        weight = weight * BASE + part
    return weight


def _seat_trouble(first: Contender, second: Contender) -> tuple[int, int]:
    """How bad this order of seats is: seats that no one should have to take, then distance from balance."""
    breaks = (first.lasts == (0, 0)) + (second.lasts == (1, 1))
    breaks += (first.firsts >= 2) + (second.firsts <= -2)
    return breaks, (first.firsts + 1) ** 2 + (second.firsts - 1) ** 2


def _pairing(upper: Contender, lower: Contender, board: int, number: int) -> Pairing:
    first, second, why = _seated(upper, lower, board)
    reasons = [*_why_they_meet(upper, lower, number), why]
    if _seat_trouble(first, second)[0] and (upper.is_leader or lower.is_leader):
        reasons.append(say("In the last round those in the lead meet whatever seats they have had."))
    return Pairing((first.id, second.id), reasons=tuple(reasons))


def _seated(upper: Contender, lower: Contender, board: int) -> tuple[Contender, Contender, Sentence]:
    ways = _seat_trouble(upper, lower), _seat_trouble(lower, upper)
    if ways[0] != ways[1]:
        first, second = (upper, lower) if ways[0] < ways[1] else (lower, upper)
        return first, second, say("Who has sat first less often sits first.")
    if upper.lasts:
        first, second = (lower, upper) if upper.lasts[-1] == 0 else (upper, lower)
        return first, second, say("Equal in seats: the higher placed takes the other seat than last time.")
    first, second = (lower, upper) if board % 2 else (upper, lower)
    return first, second, say("Equal in seats: the higher placed sits first on every other board.")


def _why_they_meet(upper: Contender, lower: Contender, number: int) -> list[Sentence]:
    reasons = []
    if number == 1:
        seeds = upper.record.entrant.seed, lower.record.entrant.seed
        reasons.append(say("Seeds {a} and {b}: the upper half meets the lower half.", a=seeds[0], b=seeds[1]))
    elif upper.score == lower.score:
        reasons.append(say("Both have {points}.", points=points_text(upper.score)))
    else:
        high, low = points_text(upper.score), points_text(lower.score)
        reasons.append(say("{high} meets {low}: their own groups left nobody for them.", high=high, low=low))
    if lower.id in upper.met:
        reasons.append(say("They have met before; no round without a rematch is possible."))
    return reasons


def _free(one: Contender, size: int) -> Pairing:
    points = points_text(one.score)
    if one.record.byes():
        reason = say(
            "An odd number, and everybody has had a bye already; this is the lowest score, {points}.", points=points
        )
    elif one.rank < size - 1:
        reason = say(
            "An odd number: the bye goes to {points}, as those below have had one or are needed as opponents.",
            points=points,
        )
    else:
        reason = say("An odd number: the bye goes to the lowest place, {points}.", points=points)
    return Pairing((one.id,), bye=Bye.FREE, reasons=(reason,))


def _asked(entrant: Entrant) -> Pairing:
    return Pairing((entrant.id,), bye=Bye.ASKED, reasons=(say("Asked to sit this round out."),))
