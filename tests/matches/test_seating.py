"""How matches come about: taking seats, wishes, invitations, calling off, playing again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.test import Client

from accounts import services as people
from accounts.models import Notice, User
from games.matches import services
from games.matches.errors import MatchError, NotAllowed, Stale
from games.matches.models import Match, Ply, Seat
from tests.matches.conftest import TWO_DAYS, Begin, again, at_once, mover, open_match, seat_of, sign_in

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
def test_ten_people_race_for_the_last_seat_and_one_gets_it(anna: User, make_person: Callable[..., User]) -> None:
    match = open_match(anna)
    runners = [make_person(f"Runner{n}") for n in range(10)]
    given = at_once([partial(services.join_match, match_id=match.pk, person_id=runner.pk) for runner in runners])
    lost = [error for error in given if isinstance(error, Exception)]
    assert len(lost) == 9
    assert {type(error) for error in lost} == {Stale}
    assert {str(error) for error in lost} == {"The last seat was just taken. You will find other matches in the lobby."}
    assert Seat.objects.filter(match=match).count() == 2
    assert list(Ply.objects.filter(match=match).values_list("number", "cause")) == [(0, "setup")]
    assert (again(match).state, again(match).ply) == ("playing", 1)
    assert Notice.objects.filter(kind="started").count() == 2


@pytest.mark.django_db(transaction=True)
def test_the_same_person_joining_from_ten_tabs_takes_one_seat(anna: User, boris: User, dice: None) -> None:
    match = open_match(anna, slug="dice", places=3, length=86400)
    join = partial(services.join_match, match_id=match.pk, person_id=boris.pk)
    given = at_once([join] * 10)
    assert [error for error in given if isinstance(error, Exception)] == []
    assert Seat.objects.filter(match=match).count() == 2
    assert again(match).state == "open"


def test_the_match_starts_when_the_last_seat_is_taken_and_not_before(
    anna: User, boris: User, clara: User, dice: None
) -> None:
    match = open_match(anna, slug="dice", places=3, length=86400)
    services.join_match(match_id=match.pk, person_id=boris.pk)
    assert (again(match).state, Ply.objects.count()) == ("open", 0)
    services.join_match(match_id=match.pk, person_id=clara.pk)
    assert (again(match).state, Ply.objects.count()) == ("playing", 1)


def test_wishes_that_do_not_collide_are_granted_without_a_draw(anna: User, boris: User) -> None:
    match = open_match(anna, wish="T")
    services.join_match(match_id=match.pk, person_id=boris.pk)
    assert (seat_of(match, anna).name, seat_of(match, boris).name) == ("T", "R")
    assert Ply.objects.get(match=match).draws == []


def test_wishes_that_collide_are_settled_by_a_recorded_draw(anna: User, boris: User) -> None:
    seen = set()
    for _ in range(16):
        match = open_match(anna, wish="R")
        services.join_match(match_id=match.pk, person_id=boris.pk, wish="R")
        (draw,) = Ply.objects.get(match=match).draws
        assert (draw["purpose"], draw["sides"]) == ("seats", 2)
        # free seats in the game's order, R first: the draw says which of them goes to the first place
        expected = ["R", "T"][draw["value"] - 1]
        assert seat_of(match, anna).name == expected
        assert {seat.name for seat in match.seats.all()} == {"R", "T"}
        seen.add(expected)
    assert seen == {"R", "T"}  # one in 32,768 such tests draws sixteen times the same


def test_a_wish_for_a_seat_that_the_game_lacks_is_refused(anna: User) -> None:
    with pytest.raises(MatchError, match="no such seat"):
        open_match(anna, wish="Z")
    assert Match.objects.count() == 0


@pytest.mark.parametrize(
    "wrong", [{"places": 3}, {"length": 1}, {"length": 10**8}, {"options": {"lone_hero": "sings"}}, {"robots": 2}]
)
def test_what_the_game_does_not_offer_is_refused(anna: User, wrong: dict[str, object]) -> None:
    with pytest.raises(MatchError):
        open_match(anna, **wrong)
    assert Match.objects.count() == 0


def test_a_match_with_robots_starts_at_once(anna: User) -> None:
    match = open_match(anna, robots=1)
    assert again(match).state == "playing"
    assert services.play_robots(match_id=match.pk) == 1
    assert services.play_robots(match_id=match.pk) == 0


def test_an_invited_match_takes_only_who_has_the_link(anna: User, boris: User, clara: User) -> None:
    match = open_match(anna, is_invited=True)
    for token in ("", "x" * 22, match.invitation[:-1], "ключ"):
        with pytest.raises(NotAllowed, match="by invitation"):
            services.join_match(match_id=match.pk, person_id=clara.pk, invitation=token)
    assert again(match).state == "open"
    services.join_match(match_id=match.pk, person_id=boris.pk, invitation=match.invitation)
    assert again(match).state == "playing"


def test_the_link_shows_the_match_and_its_button_takes_the_seat(anna: User, boris: User) -> None:
    match = open_match(anna, is_invited=True)
    client = sign_in(boris)
    answer = client.get(f"/join/{match.invitation}/")
    assert "Anna" in answer.content.decode()
    assert answer["Referrer-Policy"] == "same-origin"  # the link is told to nobody else
    assert again(match).state == "open"  # looking changes nothing
    answer = client.post(f"/matches/{match.pk}/join/", {"invitation": match.invitation, "wish": "T", "line": "hop"})
    assert answer["Location"] == f"/matches/{match.pk}/"
    assert (seat_of(match, boris).name, seat_of(match, boris).line) == ("T", "hop")
    assert client.get(f"/join/{match.invitation}/")["Location"] == f"/matches/{match.pk}/"


def test_the_link_names_who_invites_and_who_sits_there_already(anna: User, boris: User) -> None:
    match = open_match(anna, slug="molon_labe", places=3, is_invited=True)
    services.join_match(match_id=match.pk, person_id=boris.pk, invitation=match.invitation)
    page = Client().get(f"/join/{match.invitation}/").content.decode()
    assert "<h1>Anna invites you to" in page
    assert "At the table already: Anna – Boris." in page


def test_an_invitation_by_the_page_says_whether_it_leaves(anna: User) -> None:
    match = open_match(anna, is_invited=True)
    client = sign_in(anna)
    sent = client.post(f"/matches/{match.pk}/invite/", {"address": "guest@example.org"}, follow=True)
    assert "The invitation to guest@example.org is on its way." in sent.content.decode()
    for wrong in ("", "guest"):
        refused = client.post(f"/matches/{match.pk}/invite/", {"address": wrong}, follow=True)
        assert "That is not a mail address." in refused.content.decode()


def test_who_comes_too_late_over_the_web_is_told_so(begin: Begin, clara: User) -> None:
    match = begin()
    answer = sign_in(clara).post(f"/matches/{match.pk}/join/")
    assert answer.status_code == 409
    assert "The last seat was just taken" in answer.content.decode()


def test_giving_up_a_seat_and_calling_off_are_confirmed(anna: User, boris: User, clara: User) -> None:
    match = open_match(anna, slug="molon_labe", places=3)
    services.join_match(match_id=match.pk, person_id=boris.pk)
    for person, act, said in (
        (boris, "leave", "You have given up your seat."),
        (anna, "cancel", "The match is called off."),
    ):
        page = sign_in(person).post(f"/matches/{match.pk}/{act}/", follow=True).content.decode()
        assert ("<h1>My matches</h1>" in page, said in page) == (True, True)
    late = sign_in(clara).post(f"/matches/{match.pk}/join/").content.decode()
    assert ("<h1>Too late</h1>" in late, "This match was called off." in late) == (True, True)


def test_an_address_is_invited_once(anna: User) -> None:
    match = open_match(anna, is_invited=True)
    for _ in range(2):
        services.invite(match_id=match.pk, person_id=anna.pk, address="Clara@Example.org")
    notice = Notice.objects.get(kind="invitation")
    assert (notice.address, notice.person) == ("clara@example.org", None)


def test_invitations_are_limited_per_person_and_day(anna: User, boris: User) -> None:
    match, other = open_match(anna), open_match(boris)
    for n in range(20):
        services.invite(match_id=match.pk, person_id=anna.pk, address=f"guest{n}@example.org")
    with pytest.raises(MatchError, match="many invitations today"):
        services.invite(match_id=match.pk, person_id=anna.pk, address="one.more@example.org")
    assert Notice.objects.filter(kind="invitation").count() == 20
    form = {"opponents": "invited", "address": "one.more@example.org", "length": TWO_DAYS, "option_lone_hero": "fights"}
    answer = sign_in(anna).post("/games/ice_battle/new/", form, follow=True)
    assert "Share the link instead" in answer.content.decode()  # on the page of the match, which is there
    assert answer.redirect_chain[-1][0] == f"/matches/{Match.objects.latest('pk').pk}/"
    services.invite(match_id=other.pk, person_id=boris.pk, address="guest@example.org")
    assert Notice.objects.filter(kind="invitation").count() == 21


def test_only_who_sits_there_invites_and_only_before_the_start(anna: User, boris: User, clara: User) -> None:
    match = open_match(anna)
    with pytest.raises(NotAllowed):
        services.invite(match_id=match.pk, person_id=clara.pk, address="x@example.org")
    services.join_match(match_id=match.pk, person_id=boris.pk)
    with pytest.raises(Stale):
        services.invite(match_id=match.pk, person_id=anna.pk, address="x@example.org")


def test_the_creator_may_call_off_before_the_start(anna: User, boris: User, clara: User, dice: None) -> None:
    match = open_match(anna, slug="dice", places=3, length=86400)
    services.join_match(match_id=match.pk, person_id=boris.pk)
    with pytest.raises(NotAllowed):
        services.cancel_match(match_id=match.pk, person_id=boris.pk)
    for _ in range(2):
        services.cancel_match(match_id=match.pk, person_id=anna.pk)
    assert again(match).state == "cancelled"
    assert list(Notice.objects.values_list("person__display_name", "kind")) == [("Boris", "table")]
    with pytest.raises(Stale, match="called off"):
        services.join_match(match_id=match.pk, person_id=clara.pk)


def test_a_match_that_runs_cannot_be_called_off_or_left(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    with pytest.raises(Stale):
        services.cancel_match(match_id=match.pk, person_id=anna.pk)
    with pytest.raises(Stale):
        services.leave_match(match_id=match.pk, person_id=boris.pk)
    assert again(match).state == "playing"


def test_a_seat_that_is_left_is_free_again(anna: User, boris: User, clara: User, dice: None) -> None:
    match = open_match(anna, slug="dice", places=3, length=86400)
    services.join_match(match_id=match.pk, person_id=boris.pk)
    services.leave_match(match_id=match.pk, person_id=boris.pk)
    with pytest.raises(NotAllowed):
        services.leave_match(match_id=match.pk, person_id=boris.pk)
    with pytest.raises(NotAllowed, match="call it off"):
        services.leave_match(match_id=match.pk, person_id=anna.pk)
    services.join_match(match_id=match.pk, person_id=clara.pk)
    assert {seat.player for seat in match.seats.all()} == {anna, clara}
    assert {seat.place for seat in match.seats.all()} == {0, 1}


def test_a_rematch_asked_for_by_both_is_one_match_with_the_sides_turned(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    with pytest.raises(Stale, match="when the match is over"):
        services.rematch(match_id=match.pk, person_id=anna.pk)
    services.resign(match_id=match.pk, person_id=anna.pk, ply=1)
    first = services.rematch(match_id=match.pk, person_id=boris.pk)
    assert again(first).state == "open"
    for person, is_asked in ((anna, True), (boris, False)):
        page = sign_in(person).get(f"/matches/{match.pk}/").content.decode()
        assert ("Boris asks you for a rematch." in page) is is_asked
    assert Notice.objects.filter(kind="table", person=anna).count() == 1
    second = services.rematch(match_id=match.pk, person_id=anna.pk)
    third = services.rematch(match_id=match.pk, person_id=boris.pk)
    assert (second.pk, third.pk) == (first.pk, first.pk)
    assert again(first).state == "playing"
    assert (seat_of(first, anna).name, seat_of(first, boris).name) == ("T", "R")
    assert Ply.objects.get(match=first).draws == []


def test_who_asks_for_a_rematch_hears_that_the_other_was_asked(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    services.resign(match_id=match.pk, person_id=anna.pk, ply=1)
    words = "The others have been asked."
    asks = [sign_in(person).post(f"/matches/{match.pk}/rematch/", follow=True) for person in (anna, boris)]
    assert [words in answer.content.decode() for answer in asks] == [True, False]  # with the second it has begun


def test_nobody_is_asked_for_a_rematch_whose_account_is_gone(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    services.resign(match_id=match.pk, person_id=anna.pk, ply=1)
    client = sign_in(anna)
    offers = ["Play again" in client.get(f"/matches/{match.pk}/").content.decode()]
    people.delete_account(user=boris, leave=lambda person: None)
    offers.append("Play again" in client.get(f"/matches/{match.pk}/").content.decode())
    assert offers == [True, False]


@pytest.mark.django_db(transaction=True)
def test_a_rematch_asked_for_at_the_same_moment_is_one_match(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    services.resign(match_id=match.pk, person_id=anna.pk, ply=1)
    given = at_once([partial(services.rematch, match_id=match.pk, person_id=person.pk) for person in (anna, boris) * 4])
    assert [error for error in given if isinstance(error, Exception)] == []
    (following,) = Match.objects.exclude(pk=match.pk)
    assert (following.state, following.rematch_of) == ("playing", match)


def test_a_rematch_that_was_called_off_can_be_asked_for_anew(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    services.resign(match_id=match.pk, person_id=anna.pk, ply=1)
    first = services.rematch(match_id=match.pk, person_id=anna.pk)
    services.cancel_match(match_id=first.pk, person_id=anna.pk)
    second = services.rematch(match_id=match.pk, person_id=boris.pk)
    assert second.pk != first.pk
    assert services.rematch(match_id=match.pk, person_id=anna.pk).pk == second.pk


def test_strangers_cannot_ask_for_a_rematch(begin: Begin, anna: User, clara: User) -> None:
    match = begin()
    services.resign(match_id=match.pk, person_id=anna.pk, ply=1)
    with pytest.raises(NotAllowed):
        services.rematch(match_id=match.pk, person_id=clara.pk)


def test_a_rematch_with_a_robot_begins_at_once(anna: User) -> None:
    match = open_match(anna, robots=1, wish="R")
    services.resign(match_id=match.pk, person_id=anna.pk, ply=1)
    following = services.rematch(match_id=match.pk, person_id=anna.pk)
    assert (again(following).state, seat_of(following, anna).name) == ("playing", "T")


def test_a_race_of_three_begins_with_whom_the_draw_names(race: Begin, anna: User, boris: User, clara: User) -> None:
    match = race(anna, boris, clara)
    ply = Ply.objects.get(match=match)
    wished, begins = [d for d in ply.draws if d["purpose"] == "seats"], ply.draws[-2]
    assert [draw["sides"] for draw in wished] == [3, 2]
    assert (begins["purpose"], begins["sides"]) == ("who begins", 3)
    assert seat_of(match, mover(match)).name == "ABC"[begins["value"] - 1]
