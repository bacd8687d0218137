"""Pauses: no round moves, and the clocks of the event's matches stand still."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.matches import services as matches
from games.matches.models import Match
from games.tournaments.charts import Chart
from games.tournaments.models import Act, Event, Fixture
from games.tournaments.services.desk import advance, lock_chart, need_reason, note, people_of, write


def pause(*, event_id: int, by: int, reason: str) -> None:
    """Let no round be paired, published, closed or ended by its date until the event goes on; stop the clocks."""
    reason = need_reason(reason)
    with transaction.atomic():
        chart = lock_chart(event_id)
        if advance(chart.event, "pause", paused_at=timezone.now()):
            note(chart.event, "pause", by=by, reason=reason, tell=_without_a_clock(chart))
    set_clocks(event_id=event_id)


def resume(*, event_id: int, by: int) -> None:
    """Go on after a pause; the open round and all deadlines are as much later as the pause was long."""
    with transaction.atomic():
        chart = lock_chart(event_id)
        event, one = chart.event, chart.open_round
        paused_at = event.paused_at
        if advance(event, "resume", paused_at=None):
            if one is not None and one.due_at is not None and paused_at is not None:
                write(one, due_at=one.due_at + (timezone.now() - paused_at))
            note(event, "resume", by=by, tell=_without_a_clock(chart))
    set_clocks(event_id=event_id)


def set_clocks(*, event_id: int) -> int:
    """Stop the clocks of a paused event, let those of a running one run; each match in a transaction of its own.

    Returns how many were set. Stopped half way and called again, it goes on with what is missing.
    """
    done = 0
    for match_id in clocks_to_set().filter(fixture__pairing__round__event=event_id).values_list("pk", flat=True):
        with transaction.atomic():
            event = Event.objects.select_for_update().get(pk=event_id)
            if event.state == Event.State.PAUSED:
                act = Act.objects.filter(event=event, act="pause").first()
                by, reason = (act.person_id, act.reason) if act else (None, event.title)
                done += matches.pause_clock(match_id=match_id, organiser_id=by, reason=reason, at=event.paused_at)
            elif event.state == Event.State.RUNNING:
                act = Act.objects.filter(event=event, act="resume").first()
                done += matches.resume_clock(match_id=match_id, organiser_id=act.person_id if act else None)
    return done


def clocks_to_set() -> QuerySet[Match]:
    """The matches whose clocks run in a pause of their event, or still stand after it."""
    state = "fixture__pairing__round__event__state"
    runs = Q(**{state: Event.State.PAUSED}, paused_at=None)
    stands = Q(**{state: Event.State.RUNNING}, paused_at__isnull=False)
    on = Match.objects.filter(runs | stands, state=Match.State.PLAYING, length__isnull=False)
    return on.filter(fixture__how=Fixture.How.OPEN).order_by("pk")


def _without_a_clock(chart: Chart) -> list[int]:
    """Who takes part and plays no match just now whose clock is set; the others are told by their matches."""
    one = chart.open_round
    rows = chart.fixtures_of(one) if one else []
    ticking = [row for row in rows if row.how == Fixture.How.OPEN and row.match and _ticks(row.match)]
    told = {chart.entries[entry].person_id for row in ticking for entry in row.seats}
    return [person for person in people_of(chart) if person not in told]


def _ticks(match: Match) -> bool:
    return match.state == Match.State.PLAYING and match.length is not None
