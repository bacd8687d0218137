"""The course of an event: sign-up, rounds, pauses, the end. Every step taken twice changes nothing the second time."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.matches import services as matches
from games.matches.errors import MatchError, Stale
from games.matches.models import Match
from games.tournaments.charts import Chart
from games.tournaments.formats.course import RoundState, Wrong, advance_round
from games.tournaments.formats.knockout import wanted_game
from games.tournaments.models import Entry, Event, Fixture, Place, Round
from games.tournaments.services import fixtures as games
from games.tournaments.services.desk import (
    advance,
    decide,
    draft_round,
    lock_chart,
    need_reason,
    note,
    organisers_of,
    people_of,
    write,
)
from games.tournaments.services.seeding import number_seeds


def open_signup(*, event_id: int, by: int) -> None:
    """Let people sign up. Raises Stale once the event has begun."""
    _step(event_id, "open_signup", by)


def close_signup(*, event_id: int, by: int) -> None:
    """Let nobody sign up for now. Raises Stale once the event has begun."""
    _step(event_id, "close_signup", by)


def _step(event_id: int, act: str, by: int) -> None:
    with transaction.atomic():
        chart = lock_chart(event_id)
        if advance(chart.event, act):
            note(chart.event, act, by=by)


def start(*, event_id: int, by: int) -> Round | None:
    """Begin: whoever has no seed set by hand gets one by rating, and round 1 is previewed.

    Raises MatchError with too few entrants, Stale if the event is over.
    """
    with transaction.atomic():
        chart = lock_chart(event_id)
        entered = [entry for entry in chart.entries.values() if entry.state == Entry.State.ENTERED]
        least = min(chart.plan.sizes, default=2)
        if len(entered) < least:
            raise MatchError(_("At least {n} must take part.").format(n=least))
        if not advance(chart.event, "start", started_at=timezone.now()):
            return chart.open_round
        number_seeds(chart, entered)
        note(chart.event, "start", by=by, tell=[entry.person_id for entry in entered])
        return draft_round(lock_chart(event_id), by)


def pair_round(*, event_id: int, by: int) -> Round | None:
    """Preview the next round, or pair the previewed one anew. None when the event is decided. Raises Stale."""
    with transaction.atomic():
        chart = lock_chart(event_id)
        _expect_running(chart)
        return draft_round(chart, by)


def publish_round(*, event_id: int, by: int, number: int) -> None:
    """Make the previewed pairing of that round public, tell everybody, and make its matches.

    Raises Stale if that round is not there; for one that is public already only what is missing is done.
    """
    with transaction.atomic():
        chart = lock_chart(event_id)
        _expect_running(chart)
        one = next((one for one in chart.rounds if one.number == number), None)
        if one is None:
            raise Stale(_("There is no such round to publish."))
        if _advance(one, "publish"):
            now = timezone.now()
            days = chart.event.round_days
            due_at = now + timedelta(days=days) if days else None
            write(one, state=Round.State.PUBLISHED, published_at=now, due_at=due_at)
            games.add_fixtures(chart, one)
            note(chart.event, "published", by=by, number=one.number, tell=people_of(chart))
    games.make_matches(event_id=event_id)
    follow_round(event_id=event_id)


def follow_round(*, event_id: int) -> bool:
    """Take over what has been decided, and close the round with its last match; whether anything was done.

    A drawn knock-out match is followed by its replay.
    """
    with transaction.atomic():
        chart = lock_chart(event_id)
        one = chart.open_round
        if chart.event.state != Event.State.RUNNING or one is None or one.state != Round.State.RUNNING:
            return False
        done = games.read_results(chart, one)
        added = games.add_fixtures(chart, one)
        is_closed = not chart.waiting()
        if is_closed:
            _close(chart, one)
    if added:
        games.make_matches(event_id=event_id)
    return bool(done or added or is_closed)


def _close(chart: Chart, one: Round) -> None:
    # what two who have left still had open holds nobody up, and gives nothing
    for fixture in chart.fixtures_of(one):
        if fixture.how == Fixture.How.OPEN:
            decide(fixture, Fixture.How.FORFEIT, {})
    write(one, state=Round.State.CLOSED, closed_at=timezone.now())
    note(chart.event, "closed", number=one.number, tell=people_of(chart))
    draft_round(lock_chart(chart.event.pk))


def end_round(*, event_id: int) -> bool:
    """Do what the event has announced for the end of a round that is due; whether anything was done."""
    with transaction.atomic():
        chart = lock_chart(event_id)
        event, one, now = chart.event, chart.open_round, timezone.now()
        if event.state != Event.State.RUNNING or one is None or one.state != Round.State.RUNNING:
            return False
        if one.due_at is None or one.due_at > now or not chart.waiting():
            return False
        if event.at_round_end == Event.RoundEnd.DRAW:
            _draw_all(chart, one, _("The round has ended; what was unfinished counts as drawn."))
        elif event.at_round_end == Event.RoundEnd.EXTEND and not one.is_extended and event.round_days:
            write(one, due_at=one.due_at + timedelta(days=event.round_days), is_extended=True)
            note(event, "extended", number=one.number, tell=people_of(chart), due=one.due_at.isoformat())
        elif not one.is_reported:
            write(one, is_reported=True)
            note(event, "overdue", number=one.number, tell=organisers_of(event))
        else:
            return False
    follow_round(event_id=event_id)
    return True


def close_round(*, event_id: int, by: int, reason: str) -> None:
    """End the round that is being played: what is unfinished counts as drawn. Raises Stale if none is."""
    reason = need_reason(reason)
    with transaction.atomic():
        chart = lock_chart(event_id)
        _expect_running(chart)
        one = chart.open_round
        if one is None or one.state != Round.State.RUNNING:
            raise Stale(_("No round is being played."))
        _draw_all(chart, one, reason, by)
    follow_round(event_id=event_id)


def _draw_all(chart: Chart, one: Round, reason: str, by: int | None = None) -> None:
    for pairing in chart.pairings[one.pk]:
        while True:
            rows = chart.fixtures.get(pairing.pk, ())
            for fixture in rows:
                if fixture.how == Fixture.How.OPEN:
                    decide(fixture, Fixture.How.DRAWN, dict.fromkeys(fixture.seats, 1))
                    games.end_match(fixture, by, reason)
            if wanted_game(chart.plan, chart.pure(pairing)) is None:
                break
            games.add_fixtures(chart, one)
    # the players are told by their matches, and everybody when the round closes by it
    note(chart.event, "drawn", by=by, reason=reason if by else "", number=one.number)


def extend_round(*, event_id: int, by: int, reason: str, days: int) -> None:
    """Move the end of the open round and the deadlines of its matches. Raises Stale, MatchError."""
    reason = need_reason(reason)
    if not 1 <= days <= 60:
        raise MatchError(_("A round can be extended by 1 to 60 days."))
    with transaction.atomic():
        chart = lock_chart(event_id)
        one = chart.open_round
        if one is None or one.state not in games.ON:
            raise Stale(_("No round is being played."))
        if one.due_at is not None:
            write(one, due_at=max(one.due_at, timezone.now()) + timedelta(days=days), is_reported=False)
        moved = [row.match_id for row in chart.fixtures_of(one) if _extend_match(row, by, reason, 24 * days)]
        if one.due_at is None and not moved:
            raise Stale(_("Neither the round nor any of its matches has an end that could be moved."))
        due, told = one.due_at.isoformat() if one.due_at else "", people_of(chart)
        note(chart.event, "extended", by=by, reason=reason, number=one.number, tell=told, due=due, matches=moved)


def extend_match(*, fixture_id: int, by: int, reason: str, hours: int) -> None:
    """Move the present deadline of one match later. Raises Stale if none runs, MatchError."""
    reason = need_reason(reason)
    fixture = Fixture.objects.select_related("match", "pairing__round").get(pk=fixture_id)
    with transaction.atomic():
        chart = lock_chart(fixture.pairing.round.event_id)
        if not _extend_match(fixture, by, reason, hours):
            raise Stale(_("This match has no deadline that could be moved."))
        number = fixture.pairing.round.number
        note(chart.event, "extended_match", by=by, reason=reason, number=number, match=fixture.match_id, hours=hours)


def _extend_match(fixture: Fixture, by: int, reason: str, hours: int) -> bool:
    """The match's own mail tells its players."""
    match = fixture.match
    if fixture.how != Fixture.How.OPEN or match is None or match.state != Match.State.PLAYING:
        return False
    if match.due_at is None or not match.seats.filter(is_to_act=True).exists():
        return False
    matches.extend_deadline(match_id=match.pk, organiser_id=by, reason=reason, hours=hours)
    return True


def annul_round(*, event_id: int, by: int, reason: str) -> None:
    """Take back a round in which nothing has been played yet, and pair it anew. Raises Stale."""
    reason = need_reason(reason)
    with transaction.atomic():
        chart = lock_chart(event_id)
        _expect_running(chart)
        one = chart.open_round
        if one is None:
            raise Stale(_("There is no open round."))
        rows = chart.fixtures_of(one)
        if any(row.how != Fixture.How.OPEN or (row.match is not None and row.match.ply > 1) for row in rows):
            raise Stale(_("This round has begun: orders have been played in it. It can no longer be annulled."))
        for row in rows:
            decide(row, Fixture.How.VOID, {})
        ended = [row.match_id for row in rows if games.end_match(row, by, reason)]
        told = people_of(chart) if one.state in games.ON else []
        write(one, state=Round.State.ANNULLED, closed_at=timezone.now())
        Place.objects.filter(round=one).delete()
        note(chart.event, "annulled", by=by, reason=reason, number=one.number, tell=told, matches=ended)
        draft_round(lock_chart(event_id), by)


def finish(*, event_id: int, by: int) -> None:
    """End an event whose rounds are all played. Raises Stale while a round is open or wanted."""
    with transaction.atomic():
        chart = lock_chart(event_id)
        if chart.event.state == Event.State.FINISHED:
            return
        if chart.open_round is not None or chart.next_round():
            raise Stale(_("Not all rounds are played yet."))
        if advance(chart.event, "finish", ended_at=timezone.now()):
            note(chart.event, "finish", by=by, tell=people_of(chart))


def cancel(*, event_id: int, by: int, reason: str) -> None:
    """Call the event off; the matches of its open round end as void."""
    reason = need_reason(reason)
    with transaction.atomic():
        chart = lock_chart(event_id)
        told = people_of(chart)
        if not advance(chart.event, "cancel", ended_at=timezone.now()):
            return
        one = chart.open_round
        rows = [row for row in chart.fixtures_of(one) if row.how == Fixture.How.OPEN] if one else []
        for row in rows:
            decide(row, Fixture.How.VOID, {})
        ended = [row.match_id for row in rows if games.end_match(row, by, reason)]
        note(chart.event, "cancel", by=by, reason=reason, tell=told, matches=ended)


def tell_all(*, event_id: int, by: int, text: str) -> None:
    """Mail a few words to everybody who takes part."""
    text = need_reason(text)
    with transaction.atomic():
        chart = lock_chart(event_id)
        note(chart.event, "message", by=by, reason=text, tell=people_of(chart))


def _expect_running(chart: Chart) -> None:
    if chart.event.state != Event.State.RUNNING:
        state = chart.event.get_state_display()
        raise Stale(_("That cannot be done now: the tournament is {state}.").format(state=state))


def _advance(one: Round, act: str) -> bool:
    try:
        return advance_round(RoundState(one.state), act) != one.state
    except Wrong:
        return False
