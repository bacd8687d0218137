"""Standings: points, and the tie-breaks in the order that the event announced."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.contract import gettext_noop
from games.tournaments.formats.model import POINT, Bye, Entrant, Format, History, Plan, Played, Record, Tally, records


@dataclass(frozen=True, slots=True)
class Standing:
    """One row: ``place`` is shared by equals; ``breaks`` are the tie-breaks in parts of POINT, in the plan's order."""

    place: int
    entrant: Entrant
    score: int
    breaks: tuple[int, ...]
    wins: int
    draws: int
    losses: int


TIE_BREAKS: Mapping[str, str] = {
    "direct": gettext_noop("Direct encounter"),
    "buchholz": gettext_noop("Buchholz"),
    "median": gettext_noop("Median Buchholz"),
    "sonneborn_berger": gettext_noop("Sonneborn-Berger"),
    "wins": gettext_noop("Number of wins"),
    "ranks": gettext_noop("Sum of opponents' ranks"),
}


def ranked(plan: Plan, entrants: Sequence[Entrant], history: History) -> list[Standing]:
    """The standings by points and tie-breaks, the best first; the disqualified come last.

    Equals in everything share a place and stand by seed.
    """
    done = records(plan, entrants, history)
    groups: dict[tuple[bool, int], list[Record]] = {}
    for record in done.values():
        groups.setdefault((record.entrant.is_disqualified, -record.score), []).append(record)
    rows: list[Standing] = []
    for key in sorted(groups):
        for breaks, equals in _split(plan.tie_breaks, groups[key], done):
            place = len(rows) + 1
            for record in sorted(equals, key=lambda one: one.entrant.seed):
                won, drawn, lost = _counts(record)
                rows.append(Standing(place, record.entrant, record.score, breaks, won, drawn, lost))
    return rows


def _split(
    names: Sequence[str], equals: list[Record], done: Mapping[int, Record]
) -> list[tuple[tuple[int, ...], list[Record]]]:
    """Split equals by the first tie-break, what is still equal by the next, and so on."""
    if not names:
        return [((), equals)]
    values: dict[int, list[Record]] = {}
    for record in equals:
        values.setdefault(MEASURES[names[0]](record, equals, done), []).append(record)
    return [
        ((value, *rest), group)
        for value in sorted(values, reverse=names[0] != "ranks")
        for rest, group in _split(names[1:], values[value], done)
    ]


# --- the tie-breaks; each is given the record, those still equal to it, and all records


def buchholz(record: Record, _equals: Sequence[Record], done: Mapping[int, Record]) -> int:
    """Sum of the opponents' scores."""
    return sum(_opposition(record, done))


def median(record: Record, _equals: Sequence[Record], done: Mapping[int, Record]) -> int:
    """Buchholz without the highest and the lowest of three scores or more."""
    scores = sorted(_opposition(record, done))
    return sum(scores[1:-1] if len(scores) > 2 else scores)


def sonneborn_berger(record: Record, _equals: Sequence[Record], done: Mapping[int, Record]) -> int:
    """The opponents' scores, each times what was won against it."""
    total = 0
    for tally in record.tallies:
        others = [other for other in tally.pairing.seats if other != record.entrant.id]
        if tally.is_played:
            total += sum(_won_against(tally, record.entrant.id, other) * done[other].score for other in others)
        else:
            total += tally.points * record.score
    return total // POINT


def _won_against(tally: Tally, one: int, other: int) -> int:
    """What a round brought against one opponent; at a table of several each is beaten, equalled or not by itself."""
    if len(tally.pairing.seats) == 2:
        return tally.points
    ranks = tally.pairing.games[0].ranks if tally.pairing.games else None
    return Played((one, other), {one: ranks[one], other: ranks[other]}).points(one) if ranks else 0


def direct(record: Record, equals: Sequence[Record], _done: Mapping[int, Record]) -> int:
    """Points from the pairings among those who are equal, if every one of them has met every other."""
    ids = {one.entrant.id for one in equals}
    if any(not ids - {one.entrant.id} <= set(one.opponents()) for one in equals):
        return 0
    own, total = record.entrant.id, 0
    for tally in record.tallies:
        total += sum(_won_against(tally, own, other) for other in tally.pairing.seats if other in ids - {own})
    return total


def wins(record: Record, _equals: Sequence[Record], _done: Mapping[int, Record]) -> int:
    """Pairings won at the board: more points than anybody else in them."""
    return _counts(record, at_board=True)[0] * POINT


def ranks(record: Record, _equals: Sequence[Record], done: Mapping[int, Record]) -> int:
    """Sum of the places, by points alone, of all opponents; the less the stronger they were."""
    scores = [other.score for other in done.values()]
    return sum(1 + sum(score > done[other].score for score in scores) for other in record.opponents()) * POINT


MEASURES: Mapping[str, Callable[[Record, Sequence[Record], Mapping[int, Record]], int]] = {
    "direct": direct,
    "buchholz": buchholz,
    "median": median,
    "sonneborn_berger": sonneborn_berger,
    "wins": wins,
    "ranks": ranks,
}


def _opposition(record: Record, done: Mapping[int, Record]) -> list[int]:
    """A score for each opponent; a round without a game counts as one with one's own score, an open one not yet."""
    scores = []
    for tally in (one for one in record.tallies if not one.is_open):
        others = [other for other in tally.pairing.seats if other != record.entrant.id]
        scores += [done[other].score for other in others] if tally.is_played else [record.score]
    return scores


def _counts(record: Record, *, at_board: bool = False) -> tuple[int, int, int]:
    """Matches won (sole first), drawn (shared first) and lost; a bye for want of an opponent is a win."""
    won = drawn = lost = 0
    for tally in record.tallies:
        if tally.pairing.bye in (Bye.FREE, Bye.WALKOVER) and not at_board:
            won += 1
        for game in tally.pairing.games:
            if game.ranks is None or (at_board and not game.is_played):
                continue
            best = [one for one, rank in game.ranks.items() if rank == 1]
            is_best = record.entrant.id in best
            won, drawn, lost = (
                won + (is_best and len(best) == 1),
                drawn + (is_best and len(best) > 1),
                lost + (not is_best),
            )
    return won, drawn, lost


def is_by_points(plan: Plan) -> bool:
    """Whether the standings follow points, not the course of a bracket."""
    return plan.format in (Format.ROUND_ROBIN, Format.SWISS, Format.TABLES)
