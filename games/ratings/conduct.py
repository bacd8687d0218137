"""How well the players of a match kept its time, from its log alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from games.matches.models import Ply
from games.ratings.policy import Facts


@dataclass
class Kept:
    """Sheets that were wanted of a person, those that came in time, and the whole seconds that each of these took."""

    asked: int = 0
    in_time: int = 0
    seconds: list[int] = field(default_factory=list)


type Pause = tuple[datetime, datetime]


def conduct_of(
    facts: Facts, filed_at: Mapping[tuple[int, str], datetime], pauses: Iterable[Pause] = ()
) -> dict[int, Kept]:
    """What each person did of what was wanted.

    ``filed_at`` has the instant of a sealed sheet by ply and seat; an open one was filed
    when its ply was resolved. The time runs from the ply before, and not in the ``pauses``. What
    practice opponents file is nobody's, and default orders are what somebody owed.
    """
    pauses = [*pauses]
    kept: dict[int, Kept] = {}
    asked_at: datetime | None = None
    for ply in facts.plies:
        for row in ply.orders:
            person = _person_at(facts, row["seat"], ply.number)
            if person is None or row["by"] == "robot":
                continue
            one = kept.setdefault(person, Kept())
            one.asked += 1
            if row["by"] == "player" and asked_at is not None:
                one.in_time += 1
                at = filed_at.get((ply.number, row["seat"]), ply.resolved_at)
                took = at - asked_at - _standing_between(pauses, asked_at, at)
                one.seconds.append(max(round(took.total_seconds()), 0))
        if ply.cause == Ply.Cause.TIME and ply.leaver and not any(row["seat"] == ply.leaver for row in ply.orders):
            person = _person_at(facts, ply.leaver, ply.number)
            if person is not None:
                kept.setdefault(person, Kept()).asked += 1
        asked_at = ply.resolved_at
    return kept


def _standing_between(pauses: Iterable[Pause], start: datetime, end: datetime) -> timedelta:
    """How long the clock stood still from ``start`` to ``end``."""
    spans = (min(end, until) - max(start, since) for since, until in pauses)
    return sum((span for span in spans if span > timedelta()), timedelta())


def _person_at(facts: Facts, seat: str, ply: int) -> int | None:
    """Who had the seat when the ply was resolved."""
    for handover in facts.handovers:  # in the order of their plies
        if handover.seat == seat and ply < handover.ply:
            return handover.before_id
    return next((one.player_id for one in facts.seats if one.name == seat), None)
