"""Who must be told what, and which task may hurry. Rows for the outbox, written with the match.

Words are chosen when the mail is sent; here stand only kind, event and numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts import services as people
from games.contract import Outcome
from games.matches import clocks
from games.matches.models import Match, Ply, Seat


def thread(match_id: int) -> str:
    """The conversation that all notices of a match belong to."""
    return f"match/{match_id}"


def ply_resolved(
    match: Match, seats: Sequence[Seat], ply: Ply, outcome: Outcome | None, *, is_round: bool, is_ahead: bool = False
) -> None:
    """Tell every person at the table what the ply brought, and remind those who are to act.

    One notice per person: the result; or the start; or the reveal, which also says that
    orders are wanted; or only that orders are wanted. ``is_round``: with the ply one round
    of all seats ended and the next began, so that everybody is told as of a reveal.
    ``is_ahead``: the orders wanted next were given earlier, so that nobody is called for them.
    """
    soon = timezone.now() + timedelta(seconds=settings.HERALD_NOTICE_DELAY)
    data = {"match": match.pk, "ply": ply.number}
    if outcome:
        tell_seats(match, seats, "result", "result", ply=ply.number)
    elif ply.number == 0:
        tell_seats(match, seats, "started", "started", ply=ply.number)
    else:
        kind, told = "orders", [seat for seat in seats if seat.is_to_act]
        if len(ply.orders) > 1:
            kind, told = "revealed", list(seats)
        elif is_round:
            kind, told = "revealed", [seat for seat in seats if not seat.has_left]
        elif is_ahead:
            told = []
        _post(match, told, kind, f"ply/{ply.number}", data, soon)
    if not outcome and not is_ahead:
        remind(match, seats)


def remind(match: Match, seats: Sequence[Seat], begun_at: datetime | None = None) -> None:
    """Write ahead the reminders of all who are to act for the match's present deadline.

    They name that deadline: when it has moved, or the orders are in, they are dropped at sending.
    Half of the time is counted from ``begun_at``, else from the start of the period.
    """
    begun_at = begun_at or match.period_started_at
    if match.due_at is None or begun_at is None:
        return
    by_instant: dict[datetime, list[Seat]] = {}
    for seat in seats:
        if seat.player is None or not seat.is_to_act:
            continue
        at = clocks.reminder_at(begun_at, match.due_at, seat.player.reminder_hours)
        if at is not None:
            by_instant.setdefault(at, []).append(seat)
    due = match.due_at.isoformat()
    for at, reminded in by_instant.items():
        data = {"match": match.pk, "ply": match.ply, "due": due}
        _post(match, reminded, "reminder", f"reminder/{match.ply}/{due}", data, at)


def tell_seats(
    match: Match, seats: Sequence[Seat], kind: str, event: str, *, also: int | None = None, **data: object
) -> None:
    """One notice of ``kind`` to every person among ``seats``, and one that had a seat, to leave at once."""
    _post(match, seats, kind, event, {"match": match.pk, **data}, timezone.now(), also)
    hint_notices()


def _post(
    match: Match,
    seats: Sequence[Seat],
    kind: str,
    event: str,
    data: Mapping[str, object],
    due_at: datetime,
    also: int | None = None,
) -> None:
    person_ids = [person for person in (*(seat.player_id for seat in seats), also) if person is not None]
    if person_ids:
        people.post_notices(
            person_ids=person_ids,
            kind=kind,
            event=f"{thread(match.pk)}/{event}",
            thread=thread(match.pk),
            data=data,
            due_at=due_at,
        )


def hint_notices() -> None:
    """Let a worker look at the outbox as soon as the transaction is committed."""
    _hint("games.mail.tasks.send_notices")


def hint_resolve(match_id: int) -> None:
    """Let a worker resolve the match's ply as soon as the transaction is committed."""
    _hint("games.matches.tasks.resolve_ply", match_id)


def hint_robots(match_id: int) -> None:
    """Let a worker play the robots' seats as soon as the transaction is committed."""
    _hint("games.matches.tasks.play_robots", match_id)


def _hint(task: str, *arguments: int) -> None:
    # by name: what runs it lies above this module; a lost hint is made good by the sweep
    transaction.on_commit(partial(_publish, task, arguments), robust=True)


def _publish(task: str, arguments: tuple[int, ...]) -> None:
    current_app.send_task(task, args=arguments, ignore_result=True, retry=False)
