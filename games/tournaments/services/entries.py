"""Who takes part: sign-up, waiting list, late entries, withdrawals, substitutes, rounds off."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.matches import services as matches
from games.matches.errors import MatchError, NotAllowed, Stale
from games.matches.models import Match
from games.ratings.selectors import skill_of
from games.registry import get_game
from games.tournaments.charts import Chart
from games.tournaments.models import Entry, Event, Fixture, Round
from games.tournaments.services.desk import draft_round, lock_chart, need_reason, note, organisers_of, write
from games.tournaments.services.fixtures import drop_out, seat_names


def sign_up(*, event_id: int, person_id: int, invitation: str = "") -> Entry:
    """Enter a person, or put them on the waiting list of a full event; again changes nothing.

    In a running event this is a late entry, from the next round on. Raises Stale, NotAllowed.
    """
    with transaction.atomic():
        chart = lock_chart(event_id)
        entry = next((one for one in chart.entries.values() if one.person_id == person_id), None)
        if entry is not None:
            if entry.state in (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED):
                raise Stale(_("You have left this tournament; only an organiser can take you in again."))
            return entry
        _expect_open(chart, invitation)
        _expect_rating(chart.event, person_id)
        return _enter(chart, person_id)


def add_entry(*, event_id: int, person_id: int, by: int) -> Entry:
    """Enter a person for the organiser, whatever the way of signing up. Raises Stale once no one can join."""
    with transaction.atomic():
        chart = lock_chart(event_id)
        entry = next((one for one in chart.entries.values() if one.person_id == person_id), None)
        if entry is not None:
            if entry.state in (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED):
                raise Stale(_("That person has left the tournament: take them back instead."))
            return entry
        has_begun = chart.event.state not in (Event.State.DRAFT, Event.State.SIGNUP)
        is_over = chart.event.state in (Event.State.FINISHED, Event.State.CANCELLED)
        if is_over or (has_begun and not chart.plan.takes_latecomers):
            raise Stale(_("This format takes nobody in after its start."))
        return _enter(chart, person_id, by)


def _expect_open(chart: Chart, invitation: str) -> None:
    event = chart.event
    is_late = event.state == Event.State.RUNNING and chart.plan.takes_latecomers
    if event.state != Event.State.SIGNUP and not (is_late and chart.next_number <= event.late_until):
        raise Stale(_("Sign-up for this tournament is closed."))
    if event.access == Event.Access.INVITED and not secrets.compare_digest(
        invitation.encode(), event.invitation.encode()
    ):
        raise NotAllowed(_("This tournament is by invitation. Ask its organisers for the link."))


def _expect_rating(event: Event, person_id: int) -> None:
    number = skill_of(person_id, event.slug).number
    if event.min_rating is not None and number < event.min_rating:
        raise NotAllowed(_("This tournament is for ratings from {n} on.").format(n=event.min_rating))
    if event.max_rating is not None and number > event.max_rating:
        raise NotAllowed(_("This tournament is for ratings up to {n}.").format(n=event.max_rating))


def _enter(chart: Chart, person_id: int, by: int | None = None) -> Entry:
    event = chart.event
    count = sum(entry.state == Entry.State.ENTERED for entry in chart.entries.values())
    is_full = event.capacity is not None and count >= event.capacity
    has_begun = event.state not in (Event.State.DRAFT, Event.State.SIGNUP)
    entry = Entry.objects.create(
        event=event,
        person_id=person_id,
        state=Entry.State.WAITING if is_full else Entry.State.ENTERED,
        joined_round=chart.next_number if has_begun else 1,
        seed=_next_seed(event) if has_begun and not is_full else None,
    )
    note(event, "waiting" if is_full else "entered", by=by or person_id, tell=[person_id], entry=entry.pk)
    if has_begun and not is_full:
        _repair(event.pk)
    return entry


def withdraw(*, event_id: int, person_id: int, by: int | None = None, reason: str = "") -> None:
    """Leave the event: before its start without a trace, later with all that is unfinished forfeited.

    Nobody who has left is paired again. Raises NotAllowed for somebody who does not take part.
    """
    with transaction.atomic():
        chart = lock_chart(event_id)
        entry = _entry_of(chart, person_id)
        if chart.event.state in (Event.State.FINISHED, Event.State.CANCELLED):
            return
        if chart.event.state in (Event.State.DRAFT, Event.State.SIGNUP) or entry.state == Entry.State.WAITING:
            entry.delete()
            note(chart.event, "unentered", by=by or person_id, entry_person=person_id)
            fill_from_waiting(event_id=event_id)
            return
        if entry.state == Entry.State.ENTERED:
            _leave(chart, entry, Entry.State.WITHDRAWN, by or person_id, " ".join(reason.split())[:500])


def disqualify(*, entry_id: int, by: int, reason: str) -> None:
    """Shut an entry out: it forfeits what is unfinished and stands last. Raises MatchError without a reason."""
    reason = need_reason(reason)
    with transaction.atomic():
        chart, entry = _lock_entry(entry_id)
        if entry.state == Entry.State.ENTERED:
            _leave(chart, entry, Entry.State.DISQUALIFIED, by, reason)


def reinstate(*, entry_id: int, by: int, reason: str) -> None:
    """Take somebody back who had left; what was forfeited meanwhile stands. Raises Stale in a bracket."""
    reason = need_reason(reason)
    with transaction.atomic():
        chart, entry = _lock_entry(entry_id)
        if entry.state not in (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED):
            return
        if not chart.plan.takes_latecomers and entry.left_round != chart.next_number:
            raise Stale(_("The rounds have gone on without them; this format takes nobody back."))
        missed = range(entry.left_round or chart.next_number, chart.next_number)
        write(
            entry,
            state=Entry.State.ENTERED,
            left_round=None,
            absences=sorted({*entry.absences, *missed}),
        )
        note(chart.event, "reinstated", by=by, reason=reason, tell=[entry.person_id], entry=entry.pk)
        _repair(chart.event.pk)


def _leave(chart: Chart, entry: Entry, state: Entry.State, by: int, reason: str) -> None:
    told, ended = drop_out(chart, entry, reason or _("The player has left the tournament."), by)
    write(entry, state=state, left_round=chart.next_number)
    told += [entry.person_id, *organisers_of(chart.event)]
    note(chart.event, state.value, by=by, reason=reason, tell=told, entry=entry.pk, matches=ended)
    _repair(chart.event.pk)


def substitute(*, entry_id: int, person_id: int, by: int, reason: str) -> None:
    """Let another person take a place over, with its points, its seed and the matches it plays.

    Raises MatchError if that person takes part already, Stale for a place that was left.
    """
    reason = need_reason(reason)
    with transaction.atomic():
        chart, entry = _lock_entry(entry_id)
        if entry.person_id == person_id:
            return
        if entry.state != Entry.State.ENTERED:
            raise Stale(_("This place has been left; nobody can take it over."))
        own = next((other for other in chart.entries.values() if other.person_id == person_id), None)
        if own is not None and own.state != Entry.State.WAITING:
            raise MatchError(_("That person takes part already."))
        if own is not None:
            own.delete()
        before = entry.person_id
        for match, seat in _playing(chart, entry):
            matches.replace_player(match_id=match.pk, organiser_id=by, reason=reason, seat=seat, person_id=person_id)
        write(entry, person_id=person_id)
        note(
            chart.event,
            "substituted",
            by=by,
            reason=reason,
            tell=[before, person_id],
            entry=entry.pk,
            before=before,
            after=person_id,
        )


def _playing(chart: Chart, entry: Entry) -> list[tuple[Match, str]]:
    """The matches that an entry plays just now, and its seats there."""
    one, found = chart.open_round, []
    for fixture in chart.fixtures_of(one) if one else ():
        match = fixture.match
        is_on = fixture.how == Fixture.How.OPEN and match is not None and match.state == Match.State.PLAYING
        if is_on and match is not None and entry.pk in fixture.seats:
            names = seat_names(get_game(match.slug), len(fixture.seats))
            found.append((match, names[fixture.seats.index(entry.pk)]))
    return found


def ask_bye(
    *, event_id: int, person_id: int, number: int, is_off: bool = True, by: int | None = None, reason: str = ""
) -> None:
    """Sit a round out that is not published yet, or think better of it. Raises Stale, MatchError."""
    with transaction.atomic():
        chart = lock_chart(event_id)
        entry = _entry_of(chart, person_id)
        if not chart.plan.grants_byes:
            raise MatchError(_("In this format nobody can sit a round out."))
        if not chart.next_number <= number <= chart.event.rounds or entry.state != Entry.State.ENTERED:
            raise Stale(_("That round has been paired already, or is none."))
        before = set(entry.absences)
        after = before | {number} if is_off else before - {number}
        if after == before:
            return
        write(entry, absences=sorted(after))
        act, reason = "absent" if is_off else "present", " ".join(reason.split())[:500]
        told = [person_id] if by is not None else []
        note(chart.event, act, by=by or person_id, reason=reason, number=number, tell=told, entry=entry.pk)
        _repair(chart.event.pk)


def leave_all(*, person_id: int) -> None:
    """Withdraw a person from every event that goes on, each in a transaction of its own."""
    unfinished = (Event.State.DRAFT, Event.State.SIGNUP, Event.State.RUNNING, Event.State.PAUSED)
    mine = Entry.objects.filter(person_id=person_id, event__state__in=unfinished)
    for event_id in list(mine.values_list("event_id", flat=True)):
        withdraw(event_id=event_id, person_id=person_id)


def fill_from_waiting(*, event_id: int) -> None:
    """Before the start let those on the waiting list in, the first come first, while there is room."""
    with transaction.atomic():
        chart = lock_chart(event_id)
        event = chart.event
        if event.state not in (Event.State.DRAFT, Event.State.SIGNUP):
            return
        entered = sum(entry.state == Entry.State.ENTERED for entry in chart.entries.values())
        for entry in chart.entries.values():
            if entry.state == Entry.State.WAITING and (event.capacity is None or entered < event.capacity):
                write(entry, state=Entry.State.ENTERED)
                note(event, "entered", tell=[entry.person_id], entry=entry.pk)
                entered += 1


def _repair(event_id: int) -> None:
    """Pair a previewed round anew, as the field has changed."""
    chart = lock_chart(event_id)
    if chart.open_round is not None and chart.open_round.state == Round.State.PREVIEW:
        draft_round(chart)


def _next_seed(event: Event) -> int:
    return (event.entries.aggregate(most=Max("seed"))["most"] or 0) + 1


def _entry_of(chart: Chart, person_id: int) -> Entry:
    for entry in chart.entries.values():
        if entry.person_id == person_id:
            return entry
    raise NotAllowed(_("You do not take part in this tournament."))


def _lock_entry(entry_id: int) -> tuple[Chart, Entry]:
    chart = lock_chart(Entry.objects.values_list("event_id", flat=True).get(pk=entry_id))
    return chart, chart.entries[entry_id]
