"""Somebody deletes the account, or is deleted: the others keep their matches."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts import hooks
from accounts import services as people
from accounts.models import Notice, User
from games.matches import services
from games.matches.models import Match, Ply, Seat
from tests.matches.conftest import Begin, again, file_orders, line_up, open_match, seat_of, sign_in

pytestmark = pytest.mark.django_db


def delete(person: User) -> None:
    people.delete_account(user=person, leave=hooks.leave_everything)


def test_deleting_the_account_resigns_leaves_and_calls_off(
    begin: Begin, anna: User, boris: User, clara: User, dice: None
) -> None:
    running, over = line_up(begin()), begin()
    services.resign(match_id=over.pk, person_id=boris.pk, ply=1)
    own = open_match(anna)
    joined = open_match(clara, slug="dice", places=3, length=86400)
    services.join_match(match_id=joined.pk, person_id=anna.pk)
    untouched = begin(boris, clara)
    assert hooks.count_running(anna) == 1
    delete(anna)
    assert hooks.count_running(anna) == 0
    assert [again(match).state for match in (running, over, own, joined, untouched)] == [
        "over",
        "over",
        "cancelled",
        "open",
        "playing",
    ]
    ply = Ply.objects.get(match=running, number=2)
    assert (ply.cause, ply.leaver) == ("resigned", "R")
    assert [seat_of(running, boris).rank, seat_of(over, boris).rank] == [1, 2]
    assert [seat.player for seat in joined.seats.all()] == [clara]
    assert Notice.objects.filter(person=boris, kind="result", thread=f"match/{running.pk}").count() == 1


def test_opponents_keep_the_match_of_somebody_who_left(begin: Begin, anna: User, boris: User) -> None:
    match = line_up(begin())
    delete(anna)
    client = sign_in(boris)
    for page in ("", "history/", "history/1/", "proof/", "record.txt"):
        answer = client.get(f"/matches/{match.pk}/{page}")
        assert answer.status_code == 200
        assert "Anna" not in answer.content.decode()
    assert "Former player" in client.get("/matches/").content.decode()
    assert Seat.objects.filter(match=match, player=anna).exists()


def test_leaving_a_second_time_changes_nothing(begin: Begin, anna: User) -> None:
    match = begin()
    hooks.leave_everything(anna)
    hooks.leave_everything(anna)
    assert Ply.objects.filter(match=match).count() == 2


def test_a_broken_match_keeps_nobody(
    begin: Begin, anna: User, boris: User, clara: User, dmitri: User, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = line_up(begin()), line_up(begin(anna, clara))
    Match.objects.filter(pk=broken.pk).update(position="{")
    delete(anna)
    assert User.objects.get(pk=anna.pk).deleted_at is not None
    assert hooks.count_running(anna) == 0
    assert [again(match).state for match in (broken, sound)] == ["playing", "over"]
    assert [seat_of(broken, anna).has_left, seat_of(broken, boris).has_left] == [True, False]
    assert f"match {broken.pk} could not be left by the rules" in caplog.text
    # what is left of it is for an organiser
    assert sign_in(dmitri).get(f"/admin/matches/match/{broken.pk}/change/").status_code == 200
    services.void_match(match_id=broken.pk, organiser_id=dmitri.pk, reason="its position cannot be read")
    assert again(broken).state == "over"


def test_the_account_can_be_deleted_over_the_web_in_the_midst_of_a_match(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    password = {"password": "correct horse battery"}
    anna.set_password(password["password"])
    anna.save()
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    client = Client()
    client.post("/accounts/login/", {"login": anna.email, **password})
    assert "1 match is still running" in client.get("/accounts/delete/").content.decode()
    client.post("/accounts/reauthenticate/", password)
    assert client.post("/accounts/delete/")["Location"] == "/"
    assert again(match).state == "over"
    assert seat_of(match, boris).rank == 1
    assert not User.objects.get(pk=anna.pk).is_active


def test_of_three_the_others_play_on(race: Begin, anna: User, boris: User, clara: User) -> None:
    match = race(anna, boris, clara)
    delete(boris)
    match = again(match)
    assert match.state == "playing"
    assert seat_of(match, boris).has_left
    assert match.seats.filter(is_to_act=True).count() == 1


def test_a_person_struck_from_the_database_leaves_seats_and_log(begin: Begin, anna: User, boris: User) -> None:
    match = line_up(begin())
    file_orders(match, anna, "C2-C3\nD2-D3")
    anna.delete()
    match = Match.objects.get(pk=match.pk)
    assert (match.creator, Ply.objects.filter(match=match).count()) == (None, 2)
    assert Seat.objects.get(match=match, name="R").player is None
    page = sign_in(boris).get(f"/matches/{match.pk}/").content.decode()
    assert "nobody" in page
    file_orders(match, boris, "C7-C6\nD7-D6")
    assert services.resolve_ply(match_id=match.pk)
