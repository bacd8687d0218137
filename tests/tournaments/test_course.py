"""What happens at a round's end, in a pause, at a start; who may enter; and what a withdrawal leaves."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import Notice, User
from games.matches.errors import MatchError, NotAllowed, Stale
from games.matches.models import Match
from games.ratings.models import Rating
from games.tournaments import services
from games.tournaments.models import Act, Entry, Event, Fixture, Place, Round
from tests.tournaments.conftest import Hold, again, chart_of, entry_of, lose, match_of, open_fixtures, weaker_resign


def begin(event: Event, by: User) -> Event:
    services.start(event_id=event.pk, by=by.pk)
    services.publish_round(event_id=event.pk, by=by.pk, number=1)
    return again(event)


def let_pass(event: Event) -> None:
    """The end of the open round has come."""
    Round.objects.filter(event=event, state="running").update(due_at=timezone.now() - timedelta(minutes=1))


def rounds(event: Event) -> list[tuple[int, str]]:
    return list(Round.objects.filter(event=event).order_by("pk").values_list("number", "state"))


# --- the end of a round


def test_unfinished_matches_count_as_drawn_if_that_was_announced(hold: Hold, dmitri: User) -> None:
    event = begin(hold(4, round_days=7, at_round_end="draw"), dmitri)
    let_pass(event)
    services.sweep()
    assert rounds(event) == [(1, "closed"), (2, "preview")]
    assert {fixture.how for fixture in Fixture.objects.all()} == {Fixture.How.DRAWN}
    assert {row.score for row in chart_of(event).standings} == {60}
    assert {match.state for match in Match.objects.all()} == {Match.State.OVER}


def test_organiser_closes_a_round_and_what_is_unfinished_counts_as_drawn(
    hold: Hold, players: list[User], dmitri: User
) -> None:
    event = begin(hold(4), dmitri)
    first, second = open_fixtures(event)
    lose(match_of(first), players[0])
    services.follow_round(event_id=event.pk)
    with pytest.raises(MatchError, match="Give a reason"):
        services.close_round(event_id=event.pk, by=dmitri.pk, reason=" ")
    services.close_round(event_id=event.pk, by=dmitri.pk, reason="The holidays are over.")
    assert rounds(event) == [(1, "closed"), (2, "preview")]
    hows = {fixture.pk: fixture.how for fixture in Fixture.objects.all()}
    assert hows == {first.pk: Fixture.How.PLAYED, second.pk: Fixture.How.DRAWN}
    assert match_of(second).state == Match.State.OVER
    told = Act.objects.get(event=event, act="drawn")
    assert (told.person, told.reason, told.round) == (dmitri, "The holidays are over.", 1)
    with pytest.raises(Stale, match="No round is being played"):
        services.close_round(event_id=event.pk, by=dmitri.pk, reason="Once more.")


def test_unfinished_knockout_match_is_decided_as_announced(hold: Hold, dmitri: User) -> None:
    """Both the match and its replay count as drawn, so the better seed goes on."""
    event = begin(hold(4, format="single", round_days=7, at_round_end="draw"), dmitri)
    let_pass(event)
    services.sweep()
    assert rounds(event) == [(1, "closed"), (2, "preview")]
    final = Place.objects.filter(round__number=2, pairing__slot="W2.1").values_list("entry__seed", flat=True)
    assert sorted(seed or 0 for seed in final) == [1, 2]


def test_round_is_extended_once_then_waits_for_the_organiser(hold: Hold, dmitri: User) -> None:
    event = begin(hold(4, round_days=7, at_round_end="extend"), dmitri)
    let_pass(event)
    before = Round.objects.get(event=event).due_at
    services.sweep()
    one = Round.objects.get(event=event)
    assert before is not None
    assert (one.state, one.due_at) == ("running", before + timedelta(days=7))
    let_pass(event)
    services.sweep()
    services.sweep()
    assert Round.objects.get(event=event).state == "running"
    assert Act.objects.filter(event=event, act="extended").count() == 1
    told = Notice.objects.filter(event=f"event/{event.pk}/{Act.objects.get(act='overdue').pk}")
    assert [notice.person_id for notice in told] == [dmitri.pk]


def test_drawn_knockout_match_is_played_again_with_swapped_seats(hold: Hold, dmitri: User) -> None:
    event = begin(hold(2, format="single"), dmitri)
    (first,) = open_fixtures(event)
    services.adjudicate(fixture_id=first.pk, by=dmitri.pk, reason="Dead.", ranks=dict.fromkeys(first.seats, 1))
    services.sweep()
    (replay,) = open_fixtures(event)
    assert replay.seats == first.seats[::-1]
    with pytest.raises(Stale):
        services.undo_decision(fixture_id=first.pk, by=dmitri.pk, reason="Oh no.")
    weaker_resign(event)
    services.sweep()
    assert rounds(event) == [(1, "closed")]


def test_two_legs_are_played_at_once_and_added_up(hold: Hold, dmitri: User) -> None:
    event = begin(hold(2, format="round_robin", legs=2), dmitri)
    first, second = open_fixtures(event)
    assert first.seats == second.seats[::-1]
    weaker_resign(event)
    services.sweep()
    assert [row.score for row in chart_of(event).standings] == [240, 0]


def test_nothing_moves_in_a_pause_and_the_round_ends_later(hold: Hold, dmitri: User) -> None:
    event = begin(hold(4, round_days=7, at_round_end="draw"), dmitri)
    before = Round.objects.get(event=event).due_at
    services.pause(event_id=event.pk, by=dmitri.pk, reason="Holidays.")
    weaker_resign(event)
    services.sweep()
    assert rounds(event) == [(1, "running")]
    Event.objects.filter(pk=event.pk).update(paused_at=timezone.now() - timedelta(days=3))
    services.resume(event_id=event.pk, by=dmitri.pk)
    after = Round.objects.get(event=event).due_at
    assert before is not None
    assert after is not None
    assert (after - before).days == 3
    services.sweep()
    assert rounds(event) == [(1, "closed"), (2, "preview")]


def test_clocks_stand_still_in_a_pause_and_everybody_is_told_once(
    hold: Hold, players: list[User], dmitri: User
) -> None:
    """Of three one has the bye: two are told by their match, the third by the tournament."""
    event = begin(hold(3, length=172800), dmitri)
    (fixture,) = open_fixtures(event)
    before = match_of(fixture).due_at
    assert before is not None
    services.pause(event_id=event.pk, by=dmitri.pk, reason="Holidays.")
    services.pause(event_id=event.pk, by=dmitri.pk, reason="Holidays.")
    match = match_of(fixture)
    assert (match.due_at, match.held_due_at, match.paused_at) == (None, before, again(event).paused_at)
    day = timedelta(days=1)
    Match.objects.update(**{name: F(name) - day for name in ("paused_at", "held_due_at", "period_started_at")})
    services.resume(event_id=event.pk, by=dmitri.pk)
    services.resume(event_id=event.pk, by=dmitri.pk)
    after = match_of(fixture).due_at
    assert after is not None
    assert timedelta() <= after - before < day / 100
    seated = Entry.objects.filter(pk__in=fixture.seats).values_list("person", flat=True)
    by_match = Notice.objects.filter(kind="organiser").values_list("person", flat=True)
    assert sorted(by_match) == sorted([*seated, *seated])
    acts = Act.objects.filter(act__in=["pause", "resume"])
    by_event = [Notice.objects.get(event=f"event/{event.pk}/{act.pk}").person_id for act in acts]
    (bye,) = {person.pk for person in players[:3]} - set(seated)
    assert by_event == [bye, bye]


def test_sweep_stops_and_starts_what_a_crash_has_left(hold: Hold, dmitri: User) -> None:
    """The event is paused and one of two clocks runs on: the state between the transactions; then the other way."""
    event = begin(hold(4, length=172800), dmitri)
    services.pause(event_id=event.pk, by=dmitri.pk, reason="Holidays.")
    first, second = (match_of(fixture) for fixture in open_fixtures(event))
    Match.objects.filter(pk=first.pk).update(paused_at=None, due_at=first.held_due_at)
    services.sweep()
    assert match_of(open_fixtures(event)[0]).paused_at == second.paused_at
    services.resume(event_id=event.pk, by=dmitri.pk)
    Match.objects.filter(pk=first.pk).update(paused_at=second.paused_at, due_at=None, held_due_at=first.held_due_at)
    services.sweep()
    assert {match_of(fixture).paused_at for fixture in open_fixtures(event)} == {None}
    assert services.sweep()["events"] == 0


# --- who takes part


def test_seeds_follow_ratings(hold: Hold, players: list[User], dmitri: User) -> None:
    Rating.objects.create(person=players[2], slug="ice_battle", mu=30, sigma=4, matches=9)
    event = begin(hold(3), dmitri)
    assert [entry_of(event, person).seed for person in players[:3]] == [2, 3, 1]


def test_ratings_limit_who_may_enter(hold: Hold, players: list[User]) -> None:
    """25 is shown as 1500, and one more as 24 more."""
    Rating.objects.create(person=players[5], slug="ice_battle", mu=30, sigma=4, matches=9)
    event = hold(2, min_rating=1400, max_rating=1600)
    with pytest.raises(NotAllowed, match="up to 1600"):
        services.sign_up(event_id=event.pk, person_id=players[5].pk)
    assert services.sign_up(event_id=event.pk, person_id=players[4].pk).state == Entry.State.ENTERED


def test_start_needs_enough_players(hold: Hold, dmitri: User) -> None:
    with pytest.raises(MatchError, match="At least 2"):
        services.start(event_id=hold(1).pk, by=dmitri.pk)


def test_latecomer_is_paired_from_the_next_round(hold: Hold, players: list[User], dmitri: User) -> None:
    event = begin(hold(3, late_until=2), dmitri)
    entry = services.sign_up(event_id=event.pk, person_id=players[5].pk)
    assert (entry.joined_round, entry.seed) == (2, 4)
    weaker_resign(event)
    services.sweep()
    assert Place.objects.filter(entry=entry, round__number=2).exists()
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=2)
    with pytest.raises(Stale):
        services.sign_up(event_id=event.pk, person_id=players[6].pk)


def test_withdrawal_from_a_preview_pairs_it_anew(hold: Hold, players: list[User], dmitri: User) -> None:
    event = hold(4)
    services.start(event_id=event.pk, by=dmitri.pk)
    services.withdraw(event_id=event.pk, person_id=players[0].pk)
    assert not Place.objects.filter(entry=entry_of(event, players[0])).exists()
    assert Place.objects.filter(round__event=event).count() == 3


def test_two_disqualified_hold_no_round_up_and_get_nothing(hold: Hold, players: list[User], dmitri: User) -> None:
    event = begin(hold(4), dmitri)
    first, second = open_fixtures(event)
    for entry in first.seats:
        services.disqualify(entry_id=entry, by=dmitri.pk, reason="Both cheated.")
    (other,) = open_fixtures(event)
    assert other.pk == second.pk
    weaker_resign(event)
    services.sweep()
    assert rounds(event)[0] == (1, "closed")
    assert [row.entrant.is_disqualified for row in chart_of(event).standings] == [False, False, True, True]


def test_taken_back_after_a_withdrawal(hold: Hold, players: list[User], dmitri: User) -> None:
    event = begin(hold(4), dmitri)
    services.withdraw(event_id=event.pk, person_id=players[0].pk)
    services.reinstate(entry_id=entry_of(event, players[0]).pk, by=dmitri.pk, reason="A misunderstanding.")
    weaker_resign(event)
    services.sweep()
    assert Place.objects.filter(entry=entry_of(event, players[0]), round__number=2).exists()


def test_account_deletion_withdraws(hold: Hold, players: list[User], dmitri: User) -> None:
    from accounts import hooks
    from accounts.services import delete_account

    event = begin(hold(4), dmitri)
    delete_account(user=players[0], leave=hooks.leave_everything)
    entry = Entry.objects.get(event=event, person=players[0])
    assert entry.state == Entry.State.WITHDRAWN
    assert Fixture.objects.filter(how=Fixture.How.FORFEIT).count() == 1


def test_cancelled_event_voids_what_is_on(hold: Hold, dmitri: User) -> None:
    event = begin(hold(4), dmitri)
    services.cancel(event_id=event.pk, by=dmitri.pk, reason="The hall burnt down.")
    assert {match.state for match in Match.objects.all()} == {Match.State.OVER}
    with pytest.raises(Stale):
        services.publish_round(event_id=event.pk, by=dmitri.pk, number=2)


def test_sweep_goes_on_where_a_crash_left_a_round(hold: Hold, dmitri: User) -> None:
    """Published, and one of two matches made: the state between the transactions."""
    event = begin(hold(4), dmitri)
    _first, second = open_fixtures(event)
    Fixture.objects.filter(pk=second.pk).update(match=None)
    Round.objects.filter(event=event).update(state="published")
    assert services.sweep()["events"] == 1
    assert len(open_fixtures(event)) == 2
    assert Round.objects.get(event=event).state == "running"
