"""What an organiser may do to a match. Each act needs a reason, is recorded, and is mailed to the players."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.contract import Event, Outcome
from games.matches import announce
from games.matches.errors import MatchError, Stale
from games.matches.models import Handover, Intervention, Match, Ply
from games.matches.services.absence import replace_in_seat
from games.matches.services.table import Table, append_ply, has_orders_ahead, lock_table
from games.words import say


def extend_deadline(*, match_id: int, organiser_id: int, reason: str, hours: int) -> None:
    """Move the present deadline ``hours`` later. Raises MatchError without a reason, Stale if none runs."""
    with transaction.atomic():
        table = lock_table(match_id)
        table.expect_playing()
        match = table.match
        if match.paused_at is not None:
            raise Stale(_("The clock of this match stands still; its deadline can be moved when it runs again."))
        if match.due_at is None or not any(seat.is_to_act for seat in table.seats):
            raise Stale(_("This match has no deadline that could be moved."))
        if not 1 <= hours <= 24 * 60:
            raise MatchError(_("A deadline can be moved by 1 hour to 60 days."))
        due_at = max(match.due_at, table.now) + timedelta(hours=hours)
        _record(table, organiser_id, "extend", need_reason(reason), {"hours": hours, "due": due_at.isoformat()})
        # those who follow in the same period get as much more time as the seat whose turn it is
        begun_at = match.period_started_at or table.now
        table.touch(due_at=due_at, period_started_at=begun_at + (due_at - match.due_at))
        # all the time there was and the new count as given, so that the reminder comes no later than wanted
        announce.remind(match, table.seats, begun_at)


def replace_player(*, match_id: int, organiser_id: int, reason: str, seat: str, person_id: int) -> None:
    """Give a seat to another person, who writes the open orders anew.

    What the one before had filed and not yet seen revealed is thrown away unread. Raises
    MatchError if that person sits there already or for no reason, Stale during a reveal.
    """
    with transaction.atomic():
        table = lock_table(match_id)
        table.expect_playing()
        if any(other.player_id == person_id for other in table.seats):
            raise MatchError(_("That person has a seat in this match already."))
        place = table.seat(seat)
        if place.has_left:
            raise Stale(_("That seat has left the match."))
        if not any(other.is_to_act for other in table.seats):
            raise Stale(_("All sheets are in and are being revealed; try again in a moment."))
        before = place.player
        _record(
            table,
            organiser_id,
            "replace",
            need_reason(reason),
            {"seat": seat, "before": before.pk if before else None, "after": person_id},
        )
        replace_in_seat(table, place, person_id, Handover.Cause.ORGANISER)
        table.touch()
        if place.is_to_act:
            announce.tell_seats(
                table.match, [place], "orders", f"substitute/{table.match.ply}", ply=table.match.ply - 1
            )


def void_match(*, match_id: int, organiser_id: int | None, reason: str) -> None:
    """End the match without a result, whatever its state. Raises MatchError without a reason, Stale if over."""
    with transaction.atomic():
        table = lock_table(match_id)
        table.expect_playing()
        _record(table, organiser_id, "void", need_reason(reason), {})
        sentence = say("An organiser ended the match as void: {reason}", reason=reason.strip())
        append_ply(
            table,
            cause=Ply.Cause.VOID,
            events=[Event(sentence)],
            ending=Outcome("void", sentence, {}),
        )


def pause_clock(*, match_id: int, organiser_id: int | None, reason: str, at: datetime | None = None) -> bool:
    """Let the clock stand still, as from the instant ``at``; whether it had to be stopped.

    Orders are taken all the same, and what all have filed is revealed. Raises MatchError without a reason.
    """
    with transaction.atomic():
        table = lock_table(match_id)
        match = table.match
        if match.state != Match.State.PLAYING or match.paused_at is not None or match.length is None:
            return False
        # a period that began meanwhile has lost nothing yet
        stopped_at = max(at or table.now, match.period_started_at or table.now)
        held = None if _is_job(table) else match.due_at
        _record(table, organiser_id, "pause", need_reason(reason), {"since": stopped_at.isoformat()})
        table.touch(paused_at=stopped_at, held_due_at=held, due_at=match.due_at if _is_job(table) else None)
        return True


def resume_clock(*, match_id: int, organiser_id: int | None) -> bool:
    """Let the clock run again: every instant moves by as long as it stood still. Whether it had to be."""
    with transaction.atomic():
        table = lock_table(match_id)
        match = table.match
        if match.state != Match.State.PLAYING or match.paused_at is None:
            return False
        rest = table.now - match.paused_at
        due_at = match.held_due_at + rest if match.held_due_at else None
        detail = {"since": match.paused_at.isoformat(), "until": table.now.isoformat()}
        _record(table, organiser_id, "resume", "", detail | ({"due": due_at.isoformat()} if due_at else {}))
        started_at = match.period_started_at + rest if match.period_started_at else None
        due_at = match.due_at if _is_job(table) else due_at
        table.touch(paused_at=None, held_due_at=None, period_started_at=started_at, due_at=due_at)
        announce.remind(match, table.seats)
        return True


def _is_job(table: Table) -> bool:
    """Whether ``due_at`` is no deadline: all is in, and only waits for somebody to resolve it."""
    return not any(seat.is_to_act for seat in table.seats) or has_orders_ahead(table)


def need_reason(reason: str) -> str:
    """The reason without blanks around it. Raises MatchError if nothing is left."""
    reason = reason.strip()
    if not reason:
        raise MatchError(_("Give a reason; the players will read it."))
    return reason


def _record(table: Table, organiser_id: int | None, action: str, reason: str, detail: Mapping[str, object]) -> None:
    row = Intervention.objects.create(
        match=table.match, organiser_id=organiser_id, action=action, reason=reason[:300], detail=detail
    )
    announce.tell_seats(table.match, table.seats, "organiser", f"organiser/{row.pk}", intervention=row.pk)
