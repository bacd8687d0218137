"""What every step of a tournament begins and ends with: the locked event, and the note of what was done."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import services as people
from games.matches import announce
from games.matches.errors import MatchError, Stale
from games.tournaments.charts import Chart, dump_sentence, read_chart
from games.tournaments.formats.course import EventState, Wrong, advance_event
from games.tournaments.formats.model import Pairing as Paired
from games.tournaments.models import Act, Entry, Event, Fixture, Pairing, Place, Round


def lock_chart(event_id: int) -> Chart:
    """Lock the event for the current transaction and read all of it. Raises Event.DoesNotExist."""
    return read_chart(Event.objects.select_for_update().get(pk=event_id))


def need_reason(reason: str) -> str:
    """The reason, tidied. Raises MatchError without one."""
    reason = " ".join(reason.split())
    if not reason:
        raise MatchError(_("Give a reason; the players will read it."))
    return reason[:500]


def advance(event: Event, act: str, **changes: Any) -> bool:
    """Take the event a step on; False if it has been taken before. Raises Stale where it cannot be taken."""
    try:
        target = advance_event(EventState(event.state), act)
    except Wrong as wrong:
        state = event.get_state_display()
        raise Stale(_("That cannot be done now: the tournament is {state}.").format(state=state)) from wrong
    if target == event.state:
        return False
    write(event, state=target, **changes)
    return True


def write(row: Any, **changes: Any) -> None:
    """Set and store the fields of a row."""
    for name, value in changes.items():
        setattr(row, name, value)
    row.save(update_fields=list(changes))


def note(
    event: Event,
    act: str,
    *,
    by: int | None = None,
    reason: str = "",
    number: int | None = None,
    tell: Iterable[int | None] = (),
    **detail: Any,
) -> Act:
    """Write down what was done, and tell those people by mail."""
    row = Act.objects.create(event=event, person_id=by, act=act, reason=reason, round=number, detail=detail)
    person_ids = sorted({person for person in tell if person is not None})
    if person_ids:
        people.post_notices(
            person_ids=person_ids,
            kind="event",
            event=f"event/{event.pk}/{row.pk}",
            thread=f"event/{event.pk}",
            data={"event": event.pk, "act": row.pk},
            due_at=timezone.now(),
        )
        announce.hint_notices()
    return row


def people_of(chart: Chart) -> list[int]:
    """All who take part and have not left."""
    return [entry.person_id for entry in chart.entries.values() if entry.state == Entry.State.ENTERED]


def organisers_of(event: Event) -> list[int]:
    return list(event.organisers.values_list("pk", flat=True))


def draft_round(chart: Chart, by: int | None = None) -> Round | None:
    """Pair the next round as a preview, or what is previewed anew; None when the event is decided."""
    preview = chart.open_round
    if preview is not None and preview.state != Round.State.PREVIEW:
        return preview
    pairings = chart.next_round()
    if not pairings:
        if preview is not None:
            preview.delete()
        note(chart.event, "decided", tell=organisers_of(chart.event))
        return None
    if preview is not None and chart.paired(preview) == pairings:
        return preview
    if preview is None:
        preview = Round.objects.create(event=chart.event, number=chart.next_number)
    else:
        Pairing.objects.filter(round=preview).delete()
    store_pairings(preview, pairings)
    note(chart.event, "paired", by=by, number=preview.number)
    return preview


def store_pairings(one: Round, pairings: Iterable[Paired]) -> None:
    """Write the pairings of a round that has none."""
    for board, paired in enumerate(pairings, start=1):
        pairing = Pairing.objects.create(
            round=one,
            board=board,
            slot=paired.slot,
            bye=paired.bye or "",
            reasons=[dump_sentence(reason) for reason in paired.reasons],
        )
        Place.objects.bulk_create(
            Place(round=one, pairing=pairing, entry_id=entry, seat=seat) for seat, entry in enumerate(paired.seats)
        )


def decide(fixture: Fixture, how: Fixture.How, ranks: dict[int, int]) -> None:
    """Give an open fixture its result."""
    write(fixture, how=how, ranks={str(entry): rank for entry, rank in ranks.items()})


def is_due(one: Round, now: datetime) -> bool:
    return one.due_at is not None and one.due_at <= now
