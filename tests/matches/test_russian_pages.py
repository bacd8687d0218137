"""Whoever reads Russian finds nothing else on the pages of lobby and match."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.matches import services
from games.ratings.services import rate_ended
from games.registry import GAMES
from tests.matches.conftest import Begin, again, file_orders, line_up, open_match, sign_in
from tests.words import english_in, read_russian

pytestmark = pytest.mark.django_db


# what a template of Django has in English, and names of keys and of processes
DJANGOS_OWN = {"Search", "True", "False", "Command", "Control", "Mac", "beat", "worker"}
# the name of a group, as it is stored
DJANGOS_OWN |= {"Organisers", "tournaments"}


@pytest.fixture
def anna(anna: User) -> User:
    anna.language = "ru"
    anna.save()
    return anna


def test_english_is_found() -> None:
    assert english_in('<p title="A hint">Ход <code>set H</code> is over</p>') == ["hint", "over"]


def test_a_stranger_reads_what_the_browser_asks_for(begin: Begin) -> None:
    match = line_up(begin())
    client = Client()
    for address in ("/", "/lobby/", "/watch/", f"/matches/{match.pk}/", f"/matches/{match.pk}/proof/"):
        read_russian(client, address)
    read_russian(client, "/nowhere/", status=404)
    assert "Ваш ход" not in read_russian(client, f"/matches/{match.pk}/history/1/?step=0")
    assert '<html lang="en">' in client.get("/", headers={"accept-language": "de"}).content.decode()


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_explained_in_russian(slug: str, anna: User) -> None:
    read_russian(Client(), f"/games/{slug}/")
    read_russian(sign_in(anna), f"/games/{slug}/new/")


def test_a_whole_match_is_told_in_russian(begin: Begin, anna: User, boris: User) -> None:
    client = sign_in(anna)
    waiting = open_match(anna)
    read_russian(client, f"/matches/{waiting.pk}/")
    read_russian(Client(), f"/join/{waiting.invitation}/")
    match = begin()
    address = f"/matches/{match.pk}/"
    assert "Расставьте шестерых воинов" in read_russian(client, address)
    line_up(match)
    assert "Ход № 1" in read_russian(client, address)
    file_orders(match, anna, "E2-E3\nE3-E4")
    assert "Расписка" in read_russian(client, address)
    file_orders(match, boris, "E7-E6\nE6-E5")
    assert "печати вскрываются" in read_russian(client, address)
    assert services.resolve_ply(match_id=match.pk)
    services.offer_draw(match_id=match.pk, person_id=boris.pk, ply=again(match).ply)
    assert "Предложение ничьей: Boris." in read_russian(client, address)
    services.resign(match_id=match.pk, person_id=boris.pk, ply=again(match).ply)
    assert "Победа: Anna" in read_russian(client, address)
    for page in ("/matches/", f"{address}history/", f"{address}history/2/", f"{address}history/0/", f"{address}proof/"):
        read_russian(client, page)


def test_a_refusal_is_told_in_russian(begin: Begin, anna: User) -> None:
    match = line_up(begin())
    client = sign_in(anna)
    answer = client.post(f"/matches/{match.pk}/orders/", {"ply": again(match).ply, "orders": "E2-E6\nE3-E4"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "С E2 на E6 пойти нельзя." in page
    assert english_in(page) == []


def test_deadlines_are_told_in_russian(begin: Begin, anna: User) -> None:
    match = begin()
    page = read_russian(sign_in(anna), f"/matches/{match.pk}/")
    assert "(через 2 дня)" in page


def test_the_administration_is_in_russian(begin: Begin, anna: User, boris: User, dmitri: User) -> None:
    dmitri.language = "ru"
    dmitri.save()
    client = sign_in(dmitri)
    services.resign(match_id=begin().pk, person_id=anna.pk, ply=1)
    rate_ended()
    match = line_up(begin())
    services.extend_deadline(match_id=match.pk, organiser_id=dmitri.pk, reason="болезнь", hours=24)
    reason = {"reason": "просьба", "action": "anonymise", "_selected_action": [boris.pk]}
    client.post("/admin/accounts/user/", reason)
    ply, act, notice = match.plies.last(), match.interventions.get(), boris.notices.first()
    assert ply
    assert notice
    for address in (
        "",
        *("accounts/", "accounts/user/", f"accounts/user/{anna.pk}/change/", f"accounts/user/{anna.pk}/history/"),
        *("accounts/notice/", f"accounts/notice/{notice.pk}/change/", "auth/group/"),
        *("admin/logentry/", "matches/", "matches/match/", f"matches/match/{match.pk}/change/"),
        *(f"matches/match/{match.pk}/act/{name}/" for name in ("extend", "replace", "void")),
        *("matches/ply/", f"matches/ply/{ply.pk}/change/"),
        *("matches/intervention/", f"matches/intervention/{act.pk}/change/"),
        *("ratings/verdict/", "ratings/ratingevent/"),
    ):
        answer = client.get(f"/admin/{address}", headers={"accept-language": "ru"})
        assert answer.status_code == 200, address
        assert set(english_in(answer.text)) <= DJANGOS_OWN, address
