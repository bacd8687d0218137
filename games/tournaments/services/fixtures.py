"""The matches of a round: made, read when they are over, decided otherwise where an organiser must."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.contract import AnyGame
from games.matches import services as matches
from games.matches.errors import MatchError, Stale
from games.matches.models import Match
from games.registry import get_game
from games.tournaments.charts import Chart
from games.tournaments.formats.knockout import wanted_game
from games.tournaments.models import Entry, Event, Fixture, Pairing, Round
from games.tournaments.services.desk import decide, lock_chart, need_reason, note, write

ON = (Round.State.PUBLISHED, Round.State.RUNNING)


def make_matches(*, event_id: int) -> int:
    """Make the matches that the open round still lacks, each in a transaction of its own; how many were made.

    Stopped half way and called again, it goes on with what is missing.
    """
    made = 0
    while _make_next(event_id):
        made += 1
    return made


def _make_next(event_id: int) -> bool:
    with transaction.atomic():
        chart = lock_chart(event_id)
        one = chart.open_round
        if chart.event.state != chart.event.State.RUNNING or one is None or one.state not in ON:
            return False
        for fixture in chart.fixtures_of(one):
            if fixture.match_id is None and fixture.how == Fixture.How.OPEN:
                write(fixture, match=_new_match(chart, fixture))
                return True
        if one.state == Round.State.PUBLISHED:
            write(one, state=Round.State.RUNNING)
    return False


def _new_match(chart: Chart, fixture: Fixture) -> Match:
    event, players = chart.event, [chart.entries[entry].person_id for entry in fixture.seats]
    names = seat_names(get_game(event.slug), len(players))
    match = matches.create_match(
        person_id=players[0],
        slug=event.slug,
        options=event.options,
        places=len(players),
        length=event.length,
        wish=names[0],
        is_invited=True,
    )
    for person_id, name in zip(players[1:], names[1:], strict=True):
        matches.join_match(match_id=match.pk, person_id=person_id, invitation=match.invitation, wish=name)
    return match


def seat_names(game: AnyGame, count: int) -> list[str]:
    """The game's seats at a table of so many, in the order of an event's seats."""
    return [seat.name for seat in game.about.seats[count]]


def add_fixtures(chart: Chart, one: Round) -> int:
    """Write down the matches that the pairings of a round want next, without making them; how many."""
    added = 0
    for pairing in chart.pairings.get(one.pk, ()):
        while (seats := wanted_game(chart.plan, chart.pure(pairing))) is not None:
            _add(chart, pairing, seats)
            added += 1
    return added


def _add(chart: Chart, pairing: Pairing, seats: tuple[int, ...]) -> Fixture:
    rows = list(chart.fixtures.get(pairing.pk, ()))
    fixture = Fixture.objects.create(pairing=pairing, number=len(rows) + 1, seats=list(seats))
    chart.fixtures = {**chart.fixtures, pairing.pk: [*rows, fixture]}
    return fixture


def read_results(chart: Chart, one: Round) -> int:
    """Take over the results of matches that are over; how many. One that ended as void waits for the organiser."""
    open_ones = {
        fixture.match_id: fixture
        for pairing in chart.pairings.get(one.pk, ())
        for fixture in chart.fixtures.get(pairing.pk, ())
        if fixture.how == Fixture.How.OPEN and fixture.match_id is not None
    }
    over = Match.objects.filter(pk__in=open_ones, state=Match.State.OVER).prefetch_related("seats")
    read = 0
    for match in over.defer("position", "sealed_seed"):
        if (match.outcome or {}).get("how") == "void":
            continue
        fixture = open_ones[match.pk]
        ranks = {seat.name: seat.rank for seat in match.seats.all()}
        names = seat_names(get_game(match.slug), len(fixture.seats))
        # a seat that the rules do not rank has come last
        found = {entry: ranks[name] or len(names) for entry, name in zip(fixture.seats, names, strict=True)}
        decide(fixture, Fixture.How.PLAYED, found)
        read += 1
    return read


# --- what an organiser decides


def adjudicate(*, fixture_id: int, by: int, reason: str, ranks: Mapping[int, int]) -> None:
    """Give a match its result; the match itself ends as void if it is still on.

    ``ranks`` gives every entry its place; empty: nobody gets anything. Raises MatchError for no
    reason or for ranks of others, Stale once the round is closed.
    """
    how = Fixture.How.ADJUDICATED if ranks else Fixture.How.VOID
    _decide(fixture_id, by, reason, dict(ranks), how, "adjudicated")


def forfeit(*, fixture_id: int, by: int, reason: str, losers: set[int]) -> None:
    """Let one of two, or all, lose a match without playing it. Raises as ``adjudicate`` does."""
    fixture = Fixture.objects.get(pk=fixture_id)
    ranks = {} if losers.issuperset(fixture.seats) else {one: 2 if one in losers else 1 for one in fixture.seats}
    _decide(fixture_id, by, reason, ranks, Fixture.How.FORFEIT, "forfeited")


def _decide(fixture_id: int, by: int, reason: str, ranks: dict[int, int], how: Fixture.How, act: str) -> None:
    reason = need_reason(reason)
    with transaction.atomic():
        chart, fixture, one = _lock_fixture(fixture_id)
        if ranks and set(ranks) != set(fixture.seats):
            raise MatchError(_("Give every player of the match a place."))
        if fixture.how == how and fixture.ranks == {str(entry): rank for entry, rank in ranks.items()}:
            return
        decide(fixture, how, ranks)
        ended = end_match(fixture, by, reason)
        told = [chart.entries[entry].person_id for entry in fixture.seats]
        note(
            chart.event,
            act,
            by=by,
            reason=reason,
            number=one.number,
            tell=told,
            fixture=fixture.pk,
            match=fixture.match_id,
            matches=[fixture.match_id] if ended else [],
            ranks=fixture.ranks,
        )


def undo_decision(*, fixture_id: int, by: int, reason: str) -> None:
    """Take an organiser's result back: the match's own result counts, or a new match begins.

    A round that has closed is open again, as long as the next one is not published. Raises Stale.
    """
    reason = need_reason(reason)
    with transaction.atomic():
        chart = lock_chart(_event_of(fixture_id))
        one = last_round(chart)
        fixture = next((row for row in undoable(chart) if row.pk == fixture_id), None)
        if one is None or fixture is None:
            if any(row.pk == fixture_id for row in (chart.fixtures_of(one) if one else ())):
                return
            raise Stale(_("The next round is published; the results of this one stand."))
        if any(other.number > fixture.number for other in chart.fixtures[fixture.pairing_id]):
            raise Stale(_("The pairing has gone on from this result; it cannot be taken back."))
        match = fixture.match
        is_void = match is not None and (match.outcome or {}).get("how") == "void"
        write(fixture, how=Fixture.How.OPEN, ranks=None, match=None if is_void else match)
        _reopen(chart, one)
        told = [chart.entries[entry].person_id for entry in fixture.seats]
        note(chart.event, "undone", by=by, reason=reason, number=one.number, tell=told, fixture=fixture.pk)


def undoable(chart: Chart) -> list[Fixture]:
    """The matches whose result was decided and may be taken back."""
    one, over = last_round(chart), (Event.State.FINISHED, Event.State.CANCELLED)
    rows = chart.fixtures_of(one) if one and chart.event.state not in over else []
    return [row for row in rows if row.how not in (Fixture.How.OPEN, Fixture.How.PLAYED)]


def last_round(chart: Chart) -> Round | None:
    """The last round that was published, open or closed."""
    return next((one for one in reversed(chart.rounds) if one.state != Round.State.PREVIEW), None)


def _reopen(chart: Chart, one: Round) -> None:
    if one.state != Round.State.CLOSED:
        return
    if chart.open_round is not None:
        chart.open_round.delete()
    # an end that has passed would at once decide again what was just taken back
    is_past = one.due_at is not None and one.due_at <= timezone.now()
    write(one, state=Round.State.RUNNING, closed_at=None, due_at=None if is_past else one.due_at)


def _lock_fixture(fixture_id: int) -> tuple[Chart, Fixture, Round]:
    chart = lock_chart(_event_of(fixture_id))
    one = chart.open_round
    rows = chart.fixtures_of(one) if one else ()
    fixture = next((row for row in rows if row.pk == fixture_id), None)
    if one is None or fixture is None:
        raise Stale(_("The round of this match is closed; its results stand."))
    return chart, fixture, one


def _event_of(fixture_id: int) -> int:
    return Fixture.objects.values_list("pairing__round__event_id", flat=True).get(pk=fixture_id)


def end_match(fixture: Fixture, by: int | None, reason: str) -> bool:
    """End the match of a fixture that was decided without it, if it is still on; whether it was."""
    match = fixture.match
    if match is None or match.state != Match.State.PLAYING:
        return False
    matches.void_match(match_id=match.pk, organiser_id=by, reason=reason)
    return True


def drop_out(chart: Chart, entry: Entry, reason: str, by: int | None) -> tuple[list[int], list[int]]:
    """Let an entry lose all it still plays; the people whom that concerns, and the matches that it ended.

    Those at larger tables play on without it.
    """
    told: list[int] = []
    ended: list[int] = []
    one = chart.open_round
    for fixture in chart.fixtures_of(one) if one else ():
        if entry.pk not in fixture.seats or fixture.how != Fixture.How.OPEN:
            continue
        told += [chart.entries[other].person_id for other in fixture.seats if other != entry.pk]
        if len(fixture.seats) == 2:
            decide(fixture, Fixture.How.FORFEIT, {other: 1 + (other == entry.pk) for other in fixture.seats})
        if _leave_match(fixture, entry, reason, by):
            ended += [fixture.match_id] if fixture.match_id and len(fixture.seats) == 2 else []
    return told, ended


def _leave_match(fixture: Fixture, entry: Entry, reason: str, by: int | None) -> bool:
    """Whether it was still on."""
    match = fixture.match
    if match is None or match.state != Match.State.PLAYING:
        return False
    try:
        with transaction.atomic():
            matches.resign(match_id=match.pk, person_id=entry.person_id, ply=match.ply)
    except MatchError:
        if len(fixture.seats) == 2:
            end_match(fixture, by, reason)
    return True
