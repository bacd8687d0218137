"""What organisers may do to a match, and what becomes of it when a player goes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.models import Notice, User
from games.matches import services
from games.matches.models import Intervention, Match, Ply, Seat
from tests.matches.admin_pages import LIST, cells, page_of, text_of
from tests.matches.conftest import again, sign_in

pytestmark = pytest.mark.django_db

ACTS: dict[str, Callable[[User], dict[str, object]]] = {
    "extend": lambda clara: {"hours": 12},
    "replace": lambda clara: {"seat": "T", "person": clara.pk},
    "void": lambda clara: {},
}
every_act = pytest.mark.parametrize("act", ACTS)


def act_on(client: Client, match: Match, act: str, fields: dict[str, object], reason: str = "Boris is at sea") -> str:
    answer = client.post(f"{LIST}{match.pk}/act/{act}/", {**fields, "reason": reason}, follow=True)
    assert answer.status_code == 200
    return answer.text


@every_act
def test_running_match_offers_the_act(act: str, organiser: Client, stored: Match) -> None:
    address = f'href="{LIST}{stored.pk}/act/{act}/"'
    assert address in text_of(organiser, page_of(stored))
    services.void_match(match_id=stored.pk, organiser_id=stored.creator_id or 0, reason="enough")
    assert address not in text_of(organiser, page_of(stored))


@every_act
@pytest.mark.parametrize("reason", ["", "   "])
def test_act_without_a_reason_changes_nothing(
    act: str, reason: str, organiser: Client, stored: Match, clara: User
) -> None:
    told = Notice.objects.count()
    page = act_on(organiser, stored, act, ACTS[act](clara), reason)
    assert "Nothing was changed." in page
    assert "This field is required." in page
    after = again(stored)
    assert (after.news, after.due_at, after.state) == (stored.news, stored.due_at, stored.state)
    assert not Seat.objects.filter(match=stored, player=clara).exists()
    assert (Intervention.objects.count(), LogEntry.objects.count(), Notice.objects.count()) == (0, 0, told)


@every_act
def test_act_is_logged_and_told_to_the_players(
    act: str, organiser: Client, stored: Match, anna: User, clara: User, dmitri: User
) -> None:
    page = act_on(organiser, stored, act, ACTS[act](clara))
    assert "Done. The players are told by mail." in page
    done = Intervention.objects.get()
    assert (done.match, done.organiser, done.action, done.reason) == (stored, dmitri, act, "Boris is at sea")
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (dmitri, str(stored.pk))
    assert entry.change_message.endswith(": Boris is at sea")
    assert Notice.objects.filter(person=anna, kind="organiser", data__intervention=done.pk).count() == 1
    assert "Boris is at sea" in text_of(organiser, page_of(stored))
    assert "Boris is at sea" in text_of(organiser, "/admin/matches/intervention/")


def test_extending_moves_the_deadline(organiser: Client, stored: Match) -> None:
    act_on(organiser, stored, "extend", {"hours": 12})
    assert stored.due_at is not None
    assert again(stored).due_at == stored.due_at + timedelta(hours=12)


@pytest.mark.parametrize("hours", ["0", "1441", "-3", "many", ""])
def test_senseless_hours_are_refused(hours: str, organiser: Client, stored: Match) -> None:
    assert "Nothing was changed." in act_on(organiser, stored, "extend", {"hours": hours})
    assert again(stored).due_at == stored.due_at


def test_replacing_gives_the_seat_to_another(organiser: Client, stored: Match, anna: User, clara: User) -> None:
    act_on(organiser, stored, "replace", {"seat": "T", "person": clara.pk})
    assert {seat.name: seat.player for seat in Seat.objects.filter(match=stored)} == {"R": anna, "T": clara}


def test_person_at_the_table_cannot_take_a_second_seat(organiser: Client, stored: Match, anna: User) -> None:
    page = act_on(organiser, stored, "replace", {"seat": "T", "person": anna.pk})
    assert "That person has a seat in this match already." in page
    assert LogEntry.objects.count() == Intervention.objects.count() == 0


def test_former_player_cannot_take_a_seat(organiser: Client, stored: Match, clara: User) -> None:
    User.objects.filter(pk=clara.pk).update(is_active=False, deleted_at=timezone.now())
    assert "Nothing was changed." in act_on(organiser, stored, "replace", {"seat": "T", "person": clara.pk})
    assert not Seat.objects.filter(player=clara).exists()


def test_voiding_ends_without_a_result(organiser: Client, stored: Match) -> None:
    act_on(organiser, stored, "void", {})
    after = again(stored)
    assert (after.state, after.due_at) == (Match.State.OVER, None)
    assert after.outcome
    assert (after.outcome["how"], after.outcome["ranks"]) == ("void", {})


@every_act
def test_act_on_a_match_that_is_over_changes_nothing(act: str, organiser: Client, stored: Match, clara: User) -> None:
    services.void_match(match_id=stored.pk, organiser_id=clara.pk, reason="first")
    before = again(stored)
    assert "Nothing was changed." in act_on(organiser, stored, act, ACTS[act](clara))
    assert (again(stored).news, Intervention.objects.count()) == (before.news, 1)


@every_act
def test_only_those_who_may_change_matches_act(
    act: str, stored: Match, clara: User, make_person: Callable[..., User]
) -> None:
    looker = make_person("Lena", is_staff=True)
    looker.user_permissions.set(
        Permission.objects.filter(content_type__app_label="matches", codename__startswith="view")
    )
    client = sign_in(looker)
    assert "/act/" not in text_of(client, page_of(stored))
    path = f"{LIST}{stored.pk}/act/{act}/"
    assert client.get(path).status_code == 403
    assert client.post(path, {**ACTS[act](clara), "reason": "because"}).status_code == 403
    assert sign_in(clara).post(path, {"reason": "because"}).status_code == 302
    assert Intervention.objects.count() == 0


def test_unknown_act_or_match_is_not_found(organiser: Client, stored: Match) -> None:
    assert organiser.get(f"{LIST}{stored.pk}/act/win/").status_code == 404
    assert organiser.get(f"{LIST}{stored.pk + 1}/act/void/").status_code == 404


# --- people who go


def test_person_who_is_gone_leaves_the_match_to_the_others(organiser: Client, stored: Match, boris: User) -> None:
    assert organiser.post(f"/admin/accounts/user/{boris.pk}/delete/", {"post": "yes"}).status_code == 403
    boris.delete()
    assert (again(stored).state, Ply.objects.filter(match=stored).count()) == (Match.State.PLAYING, 2)
    assert cells(text_of(organiser, LIST))["players"] == "Anna – nobody"
    assert "Teutons: nobody" in text_of(organiser, f"{LIST}{stored.pk}/act/replace/")
