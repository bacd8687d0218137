"""Matches that end are counted once, in order, by the policy; ratings follow from the events alone (F67, F68)."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.matches import services as matches
from games.matches.models import Handover, Intervention, Match, Seat
from games.ratings import selectors, services
from games.ratings.models import Conduct, Rating, RatingEvent, Verdict
from games.ratings.skill import Skill, update
from tests.matches.conftest import Begin, at_once, line_up, open_match, roll
from tests.ratings.conftest import agree, resign, run_out

pytestmark = pytest.mark.django_db

# a race that nobody wins by a few lucky throws
LONG: dict[str, Any] = {"options": {"goal": "60"}}


def reason_of(match: Match) -> str:
    return Verdict.objects.get(match=match).reason


def number_of(person: User, slug: str = "ice_battle") -> int:
    return selectors.skill_of(person.pk, slug).number


# --- what counts


def test_win_is_counted_once_for_each_player(begin: Begin, anna: User, boris: User) -> None:
    match = resign(line_up(begin()), boris)
    assert services.rate_ended() == 1
    assert services.rate_ended() == 0
    assert not services.rate_match(match_id=match.pk)
    assert reason_of(match) == ""
    events = RatingEvent.objects.filter(verdict__match=match).order_by("place")
    assert [(event.person, event.place) for event in events] == [(anna, 1), (boris, 2)]
    # the first win between beginners, as tests/ratings/test_skill.py works it out
    assert (number_of(anna), number_of(boris)) == (1563, 1437)
    assert Rating.objects.get(person=anna).matches == 1


def test_agreed_draw_counts_as_a_draw(begin: Begin, anna: User, boris: User) -> None:
    agree(line_up(begin()), anna, boris)
    services.rate_ended()
    assert (number_of(anna), number_of(boris)) == (1500, 1500)
    assert {event.place for event in RatingEvent.objects.all()} == {1}


def test_each_game_has_a_rating_of_its_own(begin: Begin, race: Begin, anna: User, boris: User) -> None:
    resign(line_up(begin()), boris)
    resign(roll(roll(race(**LONG))), anna)
    services.rate_ended()
    assert (number_of(anna), number_of(anna, "dice")) == (1563, 1437)
    assert [(verdict.slug, verdict.number) for verdict in Verdict.objects.order_by("slug")] == [
        ("dice", 1),
        ("ice_battle", 1),
    ]


def test_three_players_are_counted_by_their_places(race: Begin, anna: User, boris: User, clara: User) -> None:
    match = roll(roll(roll(race(anna, boris, clara, **LONG))))
    resign(match, clara)
    resign(match, anna)
    services.rate_ended()
    ranks = {seat.player_id: seat.rank for seat in Seat.objects.filter(match=match)}
    assert {event.person_id: event.place for event in RatingEvent.objects.all()} == ranks
    assert number_of(boris, "dice") > max(number_of(anna, "dice"), number_of(clara, "dice"))


def test_void_is_not_counted(begin: Begin, dmitri: User) -> None:
    match = line_up(begin())
    matches.void_match(match_id=match.pk, organiser_id=dmitri.pk, reason="a test")
    services.rate_ended()
    assert (reason_of(match), RatingEvent.objects.count()) == ("void", 0)


def test_practice_is_not_counted(anna: User) -> None:
    match = open_match(anna, robots=1)
    matches.play_robots(match_id=match.pk)
    resign(match, anna)
    services.rate_ended()
    assert (reason_of(match), RatingEvent.objects.count()) == ("practice", 0)


def test_match_without_a_time_limit_is_not_counted(begin: Begin, anna: User) -> None:
    match = resign(line_up(begin(length=None)), anna)
    services.rate_ended()
    assert reason_of(match) == "no_limit"


def test_too_unequal_option_is_not_counted(anna: User, boris: User) -> None:
    match = open_match(anna, slug="duke", options={"objective": "dark_rider"})
    matches.join_match(match_id=match.pk, person_id=boris.pk)
    resign(match, boris)
    services.rate_ended()
    assert reason_of(match) == "option"


def test_match_that_hardly_began_is_not_counted(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    matches.file_orders(match_id=match.pk, person_id=boris.pk, ply=1, text="set H E8; A D8; W C7 D7 E7 F7")
    run_out(match)  # default orders line up for Anna
    resign(match, anna)
    services.rate_ended()
    assert reason_of(match) == "short"


def test_archive_and_matches_that_go_on_are_left_alone(begin: Begin, anna: User) -> None:
    running, archived = begin(), resign(line_up(begin()), anna)
    Match.objects.filter(pk=archived.pk).update(is_archived=True)
    assert services.rate_ended() == 0
    assert not services.rate_match(match_id=running.pk)
    assert not services.rate_match(match_id=archived.pk)


# --- leaving


def test_losing_on_time_is_no_better_than_resigning(race: Begin, anna: User, boris: User, clara: User) -> None:
    """F68: Anna is behind in two equal matches; she resigns one and lets the time of the other run out."""
    resigned = roll(roll(race(anna, boris, **LONG)))
    resign(resigned, anna)
    services.rate_ended()
    by_resigning = number_of(anna, "dice")
    for rows in (RatingEvent, Rating, Conduct, Verdict):
        rows.objects.all().delete()
    Match.objects.filter(pk=resigned.pk).update(is_archived=True)
    late = roll(roll(race(anna, boris, **LONG)))
    while not Seat.objects.get(match=late, player=anna).is_to_act:
        late = roll(late)
    assert run_out(late).state == "over"
    services.rate_ended()
    assert number_of(anna, "dice") == by_resigning < 1500


def test_every_loss_on_time_counts(race: Begin, anna: User, boris: User) -> None:
    """F68: however many follow each other."""
    for _ in range(3):
        match = roll(roll(race(anna, boris, **LONG)))
        while not Seat.objects.get(match=match, player=anna).is_to_act:
            match = roll(match)
        run_out(match)
    assert services.rate_ended() == 3
    events = RatingEvent.objects.filter(person=anna).order_by("verdict__number")
    assert [event.place for event in events] == [2, 2, 2]
    numbers = [Skill(event.mu, event.sigma).number for event in events]
    assert numbers == sorted(numbers, reverse=True)


def test_who_leaves_the_seat_to_a_substitute_counts_as_last(
    race: Begin, anna: User, boris: User, clara: User, dmitri: User
) -> None:
    match = roll(roll(roll(race(anna, boris, clara, **LONG))))
    seat = Seat.objects.get(match=match, player=boris)
    Seat.objects.filter(pk=seat.pk).update(is_offered=True)
    matches.take_over(match_id=match.pk, person_id=dmitri.pk, seat=seat.name)
    resign(match, anna)
    resign(match, clara)
    assert Seat.objects.get(match=match, player=dmitri).rank == 1
    services.rate_ended()
    places = {event.person: event.place for event in RatingEvent.objects.select_related("person")}
    assert places.keys() == {anna, boris, clara}
    assert places[boris] > max(places[anna], places[clara])


def test_seat_given_away_by_an_organiser_is_counted_for_neither(
    race: Begin, anna: User, boris: User, clara: User, dmitri: User
) -> None:
    match = roll(roll(roll(race(anna, boris, clara, **LONG))))
    seat = Seat.objects.get(match=match, player=boris)
    matches.replace_player(match_id=match.pk, organiser_id=anna.pk, reason="ill", seat=seat.name, person_id=dmitri.pk)
    resign(match, anna)
    resign(match, clara)
    services.rate_ended()
    assert {event.person for event in RatingEvent.objects.select_related("person")} == {anna, clara}


def test_match_of_two_with_one_seat_given_away_is_not_counted(
    begin: Begin, boris: User, clara: User, dmitri: User
) -> None:
    match = line_up(begin())
    matches.replace_player(match_id=match.pk, organiser_id=dmitri.pk, reason="ill", seat="T", person_id=clara.pk)
    resign(match, clara)
    services.rate_ended()
    assert reason_of(match) == "handed_over"


# --- one after the other


@pytest.mark.django_db(transaction=True)
def test_ten_matches_that_end_at_once_are_counted_one_after_the_other(
    begin: Begin, anna: User, boris: User, clara: User
) -> None:
    """F67: nothing is lost, each starts from what the one before left, and the rating is the sum of the events."""
    running = [line_up(begin(anna, boris if n % 2 else clara)) for n in range(10)]
    at_once(
        [
            partial(matches.resign, match_id=match.pk, person_id=anna.pk if n % 3 else match.creator_id or 0, ply=2)
            for n, match in enumerate(running)
        ]
    )
    given = at_once([partial(services.rate_match, match_id=match.pk) for match in running] + [services.rate_ended] * 4)
    assert [answer for answer in given if isinstance(answer, Exception)] == []
    assert [*Verdict.objects.order_by("number").values_list("number", flat=True)] == [*range(1, 11)]
    events = [*RatingEvent.objects.filter(person=anna).order_by("verdict__number")]
    assert len(events) == 10
    assert (events[0].mu_before, events[0].sigma_before) == (Skill().mu, Skill().sigma)
    for before, after in pairwise(events):
        assert (before.mu, before.sigma) == (after.mu_before, after.sigma_before)
    rating = Rating.objects.get(person=anna)
    assert (rating.mu, rating.sigma, rating.matches) == (events[-1].mu, events[-1].sigma, 10)
    assert rating.mu - Skill().mu == pytest.approx(sum(event.mu - event.mu_before for event in events))
    call_command("check_ratings")


def test_matches_are_counted_in_the_order_of_their_ends(begin: Begin, anna: User, boris: User) -> None:
    later, earlier = line_up(begin()), line_up(begin())
    resign(earlier, anna)
    resign(later, boris)
    now = timezone.now()
    Match.objects.filter(pk=earlier.pk).update(ended_at=now - timedelta(days=3))
    services.rate_ended()
    assert [*Verdict.objects.order_by("number").values_list("match", flat=True)] == [earlier.pk, later.pk]
    first, second = RatingEvent.objects.filter(person=anna).order_by("verdict__number")
    expected = update(update([Skill(), Skill()], [2, 1]), [1, 2])
    assert (first.place, second.place) == (2, 1)
    assert Skill(second.mu, second.sigma) == expected[0]


def test_match_that_cannot_be_judged_does_not_hold_up_the_others(
    begin: Begin, anna: User, caplog: pytest.LogCaptureFixture
) -> None:
    strange, sound = resign(line_up(begin()), anna), resign(line_up(begin()), anna)
    Match.objects.filter(pk=strange.pk).update(slug="forgotten")
    assert services.rate_ended() == 1
    assert reason_of(sound) == ""
    assert f"match {strange.pk} could not be rated" in caplog.text


@pytest.mark.parametrize("turns", [1, 5])
def test_counting_a_match_costs_the_same_however_long_it_was(begin: Begin, anna: User, turns: int) -> None:
    match = line_up(begin())
    for _ in range(turns):
        run_out(match)
    resign(match, anna)
    with CaptureQueriesContext(connection) as made:
        assert services.rate_match(match_id=match.pk)
    assert len([query for query in made if "SAVEPOINT" not in query["sql"]]) == 16


# --- conduct


def test_conduct_counts_sheets_in_time_and_how_long_they_took(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    line_up(match)
    matches.file_orders(match_id=match.pk, person_id=anna.pk, ply=2, text="E1 def 1\nE1 def 1")
    start = timezone.now() - timedelta(days=1)
    for ply, hours in ((0, 0), (1, 5), (2, 9)):
        match.plies.filter(number=ply).update(resolved_at=start + timedelta(hours=hours))
    match.sheets.filter(ply=1, seat="R").update(filed_at=start + timedelta(hours=1))
    match.sheets.filter(ply=1, seat="T").update(filed_at=start + timedelta(hours=5))
    match.sheets.filter(ply=2, seat="R").update(filed_at=start + timedelta(hours=8))
    run_out(match)  # default orders for Boris
    resign(match, boris)
    services.rate_ended()
    hers, his = (Conduct.objects.get(person=person) for person in (anna, boris))
    assert (hers.asked, hers.in_time, hers.seconds) == (2, 2, [3600, 3 * 3600])
    assert (his.asked, his.in_time, his.seconds) == (2, 1, [5 * 3600])


def test_conduct_does_not_count_what_the_clock_stood_still(begin: Begin, anna: User, boris: User) -> None:
    """Anna files 1 h after the start, Boris 10 h after it; it stood still from 2 to 6, and from 9 h to the end."""
    match = line_up(begin())
    start = timezone.now() - timedelta(days=1)
    at = {hours: start + timedelta(hours=hours) for hours in (0, 1, 2, 6, 9, 10)}
    for ply, hours in ((0, 0), (1, 10)):
        match.plies.filter(number=ply).update(resolved_at=at[hours])
    for seat, hours in (("R", 1), ("T", 10)):
        match.sheets.filter(ply=1, seat=seat).update(filed_at=at[hours])
    for action, detail in (
        ("pause", {"since": at[2].isoformat()}),
        ("resume", {"since": at[2].isoformat(), "until": at[6].isoformat()}),
        ("pause", {"since": at[9].isoformat()}),
    ):
        Intervention.objects.create(match=match, action=action, reason="because", detail=detail)
    resign(match, boris)
    services.rate_ended()
    hers, his = (Conduct.objects.get(person=person) for person in (anna, boris))
    assert hers.seconds == [3600]
    assert his.seconds == [(10 - 4 - 1) * 3600]


def test_conduct_counts_the_ply_that_was_lost_on_time(race: Begin, anna: User, boris: User) -> None:
    match = race(anna, boris, **LONG)
    late = Seat.objects.get(match=match, is_to_act=True).player
    assert late is not None
    run_out(match)
    services.rate_ended()
    assert [(row.person, row.asked, row.in_time) for row in Conduct.objects.select_related("person")] == [(late, 1, 0)]


def test_conduct_of_a_seat_is_that_of_whoever_had_it(race: Begin, anna: User, boris: User, clara: User) -> None:
    match = roll(roll(race(anna, boris, **LONG)))
    seat = Seat.objects.get(match=match, player=anna)
    matches.replace_player(match_id=match.pk, organiser_id=boris.pk, reason="ill", seat=seat.name, person_id=clara.pk)
    assert Handover.objects.get().before == anna
    roll(roll(match))
    resign(match, clara)
    services.rate_ended()
    assert {row.person: row.asked for row in Conduct.objects.select_related("person")} == {anna: 1, boris: 2, clara: 1}


# --- the check


def test_check_finds_what_was_altered(begin: Begin, anna: User, boris: User, capsys: Any) -> None:
    first, second = resign(line_up(begin()), anna), resign(line_up(begin()), boris)
    services.rate_ended()
    call_command("check_ratings")
    assert "The ratings follow from the 2 matches" in capsys.readouterr().out
    event = RatingEvent.objects.get(verdict=first.pk, person=anna)
    RatingEvent.objects.filter(pk=event.pk).update(mu=event.mu + 1)
    Verdict.objects.filter(match=second).update(reason="void")
    Rating.objects.filter(person=boris).update(matches=7)
    with pytest.raises(CommandError, match="5 things"):
        call_command("check_ratings")
    assert capsys.readouterr().out.splitlines() == [
        f"match {first.pk}: the event of person {anna.pk} is not what the model gives",
        f"match {second.pk}: counted as “void”, should be “rated”",
        f"match {second.pk}: the event of person {anna.pk} does not follow the one before",
        # what Boris won depends on how strong she was
        f"match {second.pk}: the event of person {boris.pk} is not what the model gives",
        f"ice_battle: person {boris.pk} has 2 rated matches, the rating says 7",
    ]


def test_check_finds_a_match_that_was_forgotten(begin: Begin, anna: User, capsys: Any) -> None:
    match = resign(line_up(begin()), anna)
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now() - timedelta(hours=2))
    with pytest.raises(CommandError):
        call_command("check_ratings")
    assert f"match {match.pk}: has ended and was never counted" in capsys.readouterr().out


def test_ratings_of_others_stand_when_somebody_is_struck(begin: Begin, anna: User, boris: User) -> None:
    resign(line_up(begin()), boris)
    services.rate_ended()
    boris.delete()
    assert number_of(anna) == 1563
    call_command("check_ratings")
