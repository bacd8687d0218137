"""Which matches count for the ratings, and what place each person is given. Reads the log, writes nothing.

The same words stand on the page of the policy:

- Rated are matches between people, with a time limit, that ended with a result.
- Resigning and losing on time count as what the rules make of them, so that neither is better than the other.
- A match that ended before two players had filed a sheet of their own is not rated.
- Options with which the sides are too unequal make a match unrated, and so does a practice opponent.
- Whoever let the table offer a seat to a substitute counts as last, behind all who stayed; the substitute is
  not rated. A seat that an organiser gave to somebody else is rated for neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from games.matches.models import Handover, Match, Ply, Seat
from games.ratings.models import Verdict
from games.registry import get_game

VERSION, SINCE = 1, date(2026, 11, 29)
"""Of what stands here: a change of it raises the version, which stays with every verdict made by it."""


@dataclass(frozen=True)
class Facts:
    """A match that is over as its rows tell it."""

    match: Match
    seats: Sequence[Seat]
    plies: Sequence[Ply]
    handovers: Sequence[Handover]


@dataclass(frozen=True)
class Judgement:
    """``places`` has the place of every rated person; none if there is a ``reason`` not to rate."""

    reason: Verdict.Reason
    places: Mapping[int, int]


def read_facts(match: Match) -> Facts:
    """Everything that is needed to judge a match, and its players' conduct, in three queries."""
    plies = Ply.objects.filter(match=match).only("match", "number", "cause", "leaver", "orders", "resolved_at")
    return Facts(
        match,
        [*Seat.objects.filter(match=match)],
        [*plies.order_by("number")],
        [*Handover.objects.filter(match=match).order_by("ply", "pk")],
    )


def obstacle(match: Match, seats: Sequence[Seat]) -> Verdict.Reason:
    """Why the match will not be rated however it ends; RATED if nothing speaks against it yet."""
    if any(seat.robot for seat in seats):
        return Verdict.Reason.PRACTICE
    if match.length is None:
        return Verdict.Reason.NO_LIMIT
    if any(
        match.options.get(option.name) == choice.value and not choice.is_rated
        for option in get_game(match.slug).about.options
        for choice in option.choices
    ):
        return Verdict.Reason.OPTION
    return Verdict.Reason.RATED


def judge(facts: Facts) -> Judgement:
    """Whether a match that is over counts, and with which places."""
    if all(seat.rank is None for seat in facts.seats):
        return Judgement(Verdict.Reason.VOID, {})
    if reason := obstacle(facts.match, facts.seats):
        return Judgement(reason, {})
    filed = {row["seat"] for ply in facts.plies for row in ply.orders if row["by"] == "player"}
    if len(filed) < 2:
        return Judgement(Verdict.Reason.SHORT, {})
    places = _places(facts)
    if len(places) < 2:
        return Judgement(Verdict.Reason.HANDED_OVER, {})
    return Judgement(Verdict.Reason.RATED, places)


def _places(facts: Facts) -> dict[int, int]:
    last = max(seat.rank or 0 for seat in facts.seats) + 1
    first: dict[str, Handover] = {}
    for handover in facts.handovers:
        first.setdefault(handover.seat, handover)
    places = {}
    for seat in facts.seats:
        given = first.get(seat.name)
        if given is None:
            person, place = seat.player_id, seat.rank
        elif given.cause == Handover.Cause.ABSENCE:
            person, place = given.before_id, last
        else:
            continue
        if person is not None and place is not None:
            places[person] = place
    return places
