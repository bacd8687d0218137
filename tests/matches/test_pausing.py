"""Clocks that stand still: orders are taken, no time is lost, and what was left is left when they run again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import Notice, User
from games.mail.letters import write_letter
from games.mail.relevance import Moot, kind_to_send, look_up
from games.matches import services
from games.matches.dates import when
from games.matches.errors import MatchError, Stale
from games.matches.models import Intervention, Match, Ply
from tests.matches.conftest import TWO_DAYS, Begin, again, file_all, line_up, roll, sign_in
from tests.matches.wars import War

DAY = timedelta(days=1)
MOMENT = timedelta(minutes=5)


def stop(match: Match, by: User, **more: datetime) -> bool:
    return services.pause_clock(match_id=match.pk, organiser_id=by.pk, reason="Holidays.", **more)


def run_on(match: Match, by: User) -> Match:
    assert services.resume_clock(match_id=match.pk, organiser_id=by.pk)
    return again(match)


def let_pass(match: Match, time: timedelta) -> None:
    """So much time goes by while the clock stands still: all its instants lie that much further back."""
    back = {name: F(name) - time for name in ("paused_at", "held_due_at", "period_started_at")}
    Match.objects.filter(pk=match.pk).update(**back)


def due(match: Match) -> datetime:
    assert match.due_at is not None
    return match.due_at


def test_nobody_loses_time_and_the_rest_is_left_afterwards(begin: Begin, clara: User) -> None:
    match = line_up(begin())
    before = due(match)
    assert stop(match, clara)
    assert again(match).due_at is None
    let_pass(match, 9 * DAY)
    assert services.sweep()["due"] == 0
    after = run_on(match, clara)
    # nine days back and nine days on
    assert timedelta() <= due(after) - before < MOMENT
    assert after.period_started_at == due(after) - timedelta(seconds=TWO_DAYS)
    assert (after.paused_at, after.held_due_at) == (None, None)


def test_orders_are_taken_and_revealed_and_the_next_period_has_its_full_time(begin: Begin, clara: User) -> None:
    match = begin()
    stop(match, clara)
    let_pass(match, DAY)
    file_all(match)
    assert services.sweep()["due"] == 1
    match = again(match)
    assert (match.ply, match.due_at) == (2, None)
    let_pass(match, DAY)
    now = timezone.now()
    after = run_on(match, clara)
    assert timedelta() <= due(after) - now - timedelta(seconds=TWO_DAYS) < MOMENT


def test_clock_that_starts_during_a_reveal_does_not_hold_it_up(begin: Begin, clara: User) -> None:
    match = begin()
    file_all(match)
    stop(match, clara)
    run_on(match, clara)
    assert services.sweep()["due"] == 1
    assert again(match).ply == 2


def test_shares_of_a_season_keep_their_distance(war_of: Callable[..., War], clara: User) -> None:
    """Three days for the season of three: a day lies between the instants of its seats."""
    war = war_of(3)
    match, before = Match.objects.get(pk=war.pk), war.due_at
    stop(match, clara)
    let_pass(match, DAY)
    war.file("pass")
    after = run_on(match, clara)
    assert timedelta() <= due(after) - before - timedelta(days=5) / 3 < MOMENT


def test_stopping_and_starting_twice_changes_nothing(race: Begin, clara: User) -> None:
    match = race()
    assert stop(match, clara)
    assert not stop(match, clara)
    run_on(match, clara)
    assert not services.resume_clock(match_id=match.pk, organiser_id=clara.pk)
    assert list(Intervention.objects.order_by("pk").values_list("action", flat=True)) == ["pause", "resume"]
    assert not stop(race(length=None), clara)


def test_clock_stopped_late_reads_the_instant_of_the_wish(race: Begin, clara: User) -> None:
    """A match that a crash left running has lost nothing; a period begun meanwhile has its full time."""
    match = race()
    Match.objects.filter(pk=match.pk).update(period_started_at=F("period_started_at") - DAY / 2)
    wish = timezone.now() - DAY / 4
    stop(match, clara, at=wish)
    assert again(match).paused_at == wish
    other = race()
    stop(other, clara, at=wish)
    assert again(other).paused_at == other.period_started_at


def test_match_that_ends_meanwhile_has_no_clock(race: Begin, anna: User, clara: User) -> None:
    match = race()
    stop(match, clara)
    services.resign(match_id=match.pk, person_id=anna.pk, ply=match.ply)
    match = again(match)
    assert (match.state, match.paused_at, match.held_due_at) == (Match.State.OVER, None, None)
    assert not services.resume_clock(match_id=match.pk, organiser_id=clara.pk)


def test_deadline_is_not_moved_while_the_clock_stands_still(race: Begin, clara: User) -> None:
    match = race()
    with pytest.raises(MatchError, match="reason"):
        services.pause_clock(match_id=match.pk, organiser_id=clara.pk, reason=" ")
    stop(match, clara)
    with pytest.raises(Stale, match="stands still"):
        services.extend_deadline(match_id=match.pk, organiser_id=clara.pk, reason="A storm.", hours=5)


def test_both_are_told_both_times_and_reminded_of_the_new_deadline(begin: Begin, anna: User, clara: User) -> None:
    match = begin()
    old = Notice.objects.get(kind="reminder", person=anna)
    stop(match, clara)
    stopped_at = again(match).paused_at
    assert stopped_at is not None
    assert "The clock stands still since" in sign_in(anna).get(f"/matches/{match.pk}/").text
    after = run_on(match, clara)
    told = Notice.objects.filter(kind="organiser", thread=f"match/{match.pk}").order_by("pk")
    assert [notice.person.display_name for notice in told if notice.person] == ["Anna", "Boris"] * 2
    stopped, _boris, started, _too = (write_letter(notice, "organiser", look_up(notice)) for notice in told)
    said = "An organiser has stopped the clock of your match. It stands still since"
    assert stopped.lead == f"{said} {when(stopped_at)}."
    assert stopped.quote == "Holidays."
    assert started.lead == "The clock of your match runs again."
    assert f"it is now {when(due(after))}." in started.opening[1]
    assert started.quote == ""
    Notice.objects.exclude(kind="reminder").delete()
    with pytest.raises(Moot):
        kind_to_send(old, look_up(old))
    new = Notice.objects.filter(kind="reminder", person=anna).latest("pk")
    assert kind_to_send(new, look_up(new)) == "reminder"


def test_log_of_a_match_that_was_played_on_in_a_pause_is_whole(race: Begin, clara: User) -> None:
    match = race()
    stop(match, clara)
    match = roll(match)
    assert (match.due_at, match.paused_at is None) == (None, False)
    assert Ply.objects.filter(match=match).count() == match.ply


def test_lists_show_that_it_stands_still(begin: Begin, anna: User, clara: User, dmitri: User) -> None:
    match = line_up(begin())
    lists = ((sign_in(anna), "/matches/"), (sign_in(clara), "/watch/"), (sign_in(dmitri), "/admin/matches/match/"))
    assert [page for client, page in lists if "the clock stands still" in client.get(page).text] == []
    assert stop(match, clara)
    assert [page for client, page in lists if "the clock stands still" not in client.get(page).text] == []
