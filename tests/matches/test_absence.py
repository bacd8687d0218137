"""F70: nobody who stays away stops a table of more than two, and nobody outside it has a say."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from games.matches import services
from games.matches.errors import MatchError, NotAllowed, Stale
from games.matches.models import Match, Seat, Vote
from tests.matches.conftest import again

type People = dict[str, User]


@pytest.fixture
def people(make_person: Callable[..., User]) -> People:
    return {seat: make_person(name) for seat, name in zip("ABCD", ("Anna", "Boris", "Clara", "Dora"), strict=True)}


@pytest.fixture
def war(people: People) -> Match:
    """Four at the table; every kingdom is picked by default, then seat D has missed two seasons in a row."""
    first, *rest = people
    match = services.create_match(
        person_id=people[first].pk, slug="molon_labe", options={}, places=4, length=4 * 86400, wish=first
    )
    for seat in rest:
        services.join_match(match_id=match.pk, person_id=people[seat].pk, wish=seat)
    for _ in range(4):
        let_time_pass(match)
    for _ in range(2):
        play_season_without(match, people, "D")
    return again(match)


def let_time_pass(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    assert services.resolve_ply(match_id=match.pk)


def play_season_without(match: Match, people: People, absent: str) -> None:
    """Everybody passes; the absent one is passed over by the clock."""
    period = again(match).period
    while (now := again(match)).period == period and now.state == Match.State.PLAYING:
        seat = Seat.objects.get(match=match, is_to_act=True)
        if seat.name == absent:
            let_time_pass(match)
        else:
            services.file_orders(match_id=match.pk, person_id=people[seat.name].pk, ply=now.ply, text="pass")


def seat_of(match: Match, name: str) -> Seat:
    return Seat.objects.get(match=match, name=name)


def test_two_seasons_by_default_make_a_seat_absent(war: Match) -> None:
    counts = {seat.name: seat.defaults_in_row for seat in war.seats.all()}
    # picking is a period of its own, and everybody missed it
    assert (counts["D"], counts["A"], counts["B"], counts["C"]) == (3, 0, 0, 0)


def test_more_than_half_of_the_others_carry_a_vote(war: Match, people: People) -> None:
    services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="D", choice="default")
    vote = Vote.objects.get(match=war)
    assert vote.closed_at is None
    services.support_vote(match_id=war.pk, person_id=people["A"].pk, vote_id=vote.pk)
    assert again_vote(vote).closed_at is None  # one voice, however often it is raised
    services.support_vote(match_id=war.pk, person_id=people["B"].pk, vote_id=vote.pk)
    assert again_vote(vote).result == Vote.Result.CARRIED
    assert seat_of(war, "D").is_on_default


def test_seat_on_default_orders_costs_nobody_time(war: Match, people: People) -> None:
    carry(war, people, "default")
    while seat_of(war, "D").is_to_act is False:
        seat = Seat.objects.get(match=war, is_to_act=True)
        services.file_orders(match_id=war.pk, person_id=people[seat.name].pk, ply=again(war).ply, text="pass")
    assert services.play_robots(match_id=war.pk) == 1
    assert not seat_of(war, "D").is_to_act
    assert war.plies.last().orders[0]["by"] == "default"  # type: ignore[union-attr]  # there are plies


def test_one_who_returns_to_default_orders_resumes_at_once(war: Match, people: People) -> None:
    carry(war, people, "default")
    services.come_back(match_id=war.pk, person_id=people["D"].pk)
    seat = seat_of(war, "D")
    assert (seat.is_on_default, seat.defaults_in_row, seat.player) == (False, 0, people["D"])


def test_vote_ends_when_the_absent_one_returns(war: Match, people: People) -> None:
    services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="D", choice="leave")
    vote = Vote.objects.get(match=war)
    services.come_back(match_id=war.pk, person_id=people["D"].pk)
    assert again_vote(vote).result == Vote.Result.RETURNED
    with pytest.raises(Stale):
        services.support_vote(match_id=war.pk, person_id=people["B"].pk, vote_id=vote.pk)
    assert not seat_of(war, "D").has_left


def test_orders_of_the_absent_one_are_a_return(war: Match, people: People) -> None:
    services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="D", choice="leave")
    while not seat_of(war, "D").is_to_act:
        seat = Seat.objects.get(match=war, is_to_act=True)
        services.file_orders(match_id=war.pk, person_id=people[seat.name].pk, ply=again(war).ply, text="pass")
    services.file_orders(match_id=war.pk, person_id=people["D"].pk, ply=again(war).ply, text="pass")
    assert Vote.objects.get(match=war).result == Vote.Result.RETURNED


def test_carried_vote_to_leave_is_a_resignation(war: Match, people: People) -> None:
    carry(war, people, "leave")
    assert seat_of(war, "D").has_left
    assert again(war).state == Match.State.PLAYING
    assert war.plies.last().leaver == "D"  # type: ignore[union-attr]


def test_substitute_takes_the_offered_seat_once(war: Match, people: People, make_person: Callable[..., User]) -> None:
    eva, fedor = make_person("Eva"), make_person("Fedor")
    with pytest.raises(Stale):
        services.take_over(match_id=war.pk, person_id=eva.pk, seat="D")
    carry(war, people, "substitute")
    services.take_over(match_id=war.pk, person_id=eva.pk, seat="D")
    assert seat_of(war, "D").player == eva
    handover = war.handovers.get()
    assert (handover.seat, handover.ply, handover.cause) == ("D", again(war).ply, "absence")
    assert (handover.before, handover.after) == (people["D"], eva)
    with pytest.raises(Stale):
        services.take_over(match_id=war.pk, person_id=fedor.pk, seat="D")


@pytest.mark.parametrize("choice", ["default", "leave"])
def test_only_members_have_a_say(war: Match, people: People, make_person: Callable[..., User], choice: str) -> None:
    stranger = make_person("Stranger")
    with pytest.raises(NotAllowed):
        services.open_vote(match_id=war.pk, person_id=stranger.pk, seat="D", choice=choice)
    services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="D", choice=choice)
    vote = Vote.objects.get(match=war)
    for person in (stranger, people["D"]):
        with pytest.raises(NotAllowed):
            services.support_vote(match_id=war.pk, person_id=person.pk, vote_id=vote.pk)
    assert vote.ballots.count() == 1


def test_those_who_play_cannot_be_voted_on(war: Match, people: People) -> None:
    with pytest.raises(NotAllowed):
        services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="B", choice="leave")
    with pytest.raises(MatchError):
        services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="D", choice="exile")


def test_one_vote_is_open_at_a_time(war: Match, people: People) -> None:
    services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="D", choice="leave")
    with pytest.raises(Stale):
        services.open_vote(match_id=war.pk, person_id=people["B"].pk, seat="D", choice="default")
    services.drop_vote(match_id=war.pk, person_id=people["A"].pk, vote_id=Vote.objects.get(match=war).pk)
    services.open_vote(match_id=war.pk, person_id=people["B"].pk, seat="D", choice="default")


def test_absent_one_is_told_before_and_after(war: Match, people: People) -> None:
    carry(war, people, "leave")
    told = Notice.objects.filter(person=people["D"], kind="table").order_by("pk").values_list("data__what", flat=True)
    assert list(told) == ["vote", "vote_carried"]


def carry(war: Match, people: People, choice: str) -> None:
    services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="D", choice=choice)
    services.support_vote(match_id=war.pk, person_id=people["B"].pk, vote_id=Vote.objects.get(match=war).pk)


def again_vote(vote: Vote) -> Vote:
    return Vote.objects.get(pk=vote.pk)
