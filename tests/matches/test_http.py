"""What browsers get: headers, parts and pages, and an answer to whatever is sent."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.matches import services, urls
from games.matches.models import Match, Sheet
from tests.matches.conftest import HTMX, Begin, again, at_once, file_orders, line_up, open_match, rows, sign_in

pytestmark = pytest.mark.django_db
ACTS = (
    "orders",
    "compose",
    "chat",
    "notes",
    "resign",
    "draw",
    "draw/decline",
    "rematch",
    "join",
    "leave",
    "cancel",
    "invite",
    "standing",
    "vote",
    "vote/support",
    "vote/drop",
    "back",
    "take-over",
)
PAGES = ("", "news/", "history/", "history/0/", "history/1/", "proof/", "proof.json", "record.txt")


# --- live state and caches


def test_an_old_link_shows_how_it_stands_now(begin: Begin, anna: User) -> None:
    match = line_up(begin())
    client = sign_in(anna)
    answer = client.get(f"/matches/{match.pk}/?ply=1")
    page = answer.content.decode()
    assert "the match has moved on" in page
    assert "Write your orders for turn 1" in page
    assert "no-store" in answer["Cache-Control"]
    assert "the match has moved on" not in client.get(f"/matches/{match.pk}/?ply=2").content.decode()
    for odd in ("x", "-1", "9" * 400, "٣"):
        assert client.get(f"/matches/{match.pk}/", {"ply": odd}).status_code == 200


@pytest.mark.parametrize("page", [*PAGES, "news/?n=-1"])
def test_nothing_of_a_match_may_be_cached(begin: Begin, anna: User, page: str) -> None:
    match = line_up(begin())
    answer = sign_in(anna).get(f"/matches/{match.pk}/{page}")
    assert answer.status_code in (200, 204)
    assert "no-store" in answer["Cache-Control"]


def test_what_differs_for_htmx_says_so(begin: Begin, anna: User) -> None:
    match = line_up(begin())
    client = sign_in(anna)
    for page in ("", "history/1/"):
        for headers in ({}, HTMX):
            assert "HX-Request" in client.get(f"/matches/{match.pk}/{page}", headers=headers)["Vary"]
    assert "HX-Request" in client.get(f"/matches/{match.pk}/news/?n=-1", headers=HTMX)["Vary"]


def test_a_page_restored_from_the_history_is_whole(begin: Begin, anna: User) -> None:
    match = line_up(begin())
    client = sign_in(anna)
    restored = {"HX-Request": "true", "HX-Request-Type": "full", "HX-History-Restore-Request": "true"}
    for page in ("", "history/1/"):
        assert "<html" in client.get(f"/matches/{match.pk}/{page}", headers=restored).content.decode()


def test_answers_to_htmx_hold_parts_and_no_page(begin: Begin, anna: User) -> None:
    match = line_up(begin())
    client = sign_in(anna, headers=HTMX)
    answers = [
        client.get(f"/matches/{match.pk}/news/?n=-1"),
        client.get(f"/matches/{match.pk}/history/1/"),
        client.post(f"/matches/{match.pk}/compose/", {"ply": 2, "orders": "C2-C3"}),
        client.post(f"/matches/{match.pk}/orders/", {"ply": 2, "orders": "nonsense"}),
        client.post(f"/matches/{match.pk}/orders/", {"ply": 1, "orders": "stale"}),
        client.post(f"/matches/{match.pk}/orders/", {"ply": 2, "orders": "C2-C3\nD2-D3"}),
        client.post(f"/matches/{match.pk}/chat/", {"text": "hello"}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 422, 409, 200, 200]
    for answer in answers:
        assert "<html" not in answer.content.decode()
        assert answer.content


def test_refused_orders_come_back_with_line_and_reason(begin: Begin, anna: User) -> None:
    match = line_up(begin())
    answer = sign_in(anna).post(f"/matches/{match.pk}/orders/", {"ply": 2, "orders": "C2-C3\nrun away"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Line 2:" in page
    assert "C2-C3\nrun away" in page


def test_news_comes_once_and_only_what_changed(begin: Begin, anna: User, boris: User) -> None:
    match = line_up(begin())
    client, shown = sign_in(anna, headers=HTMX), {"n": match.news, "ply": 2, "said": 0}
    assert client.get(f"/matches/{match.pk}/news/", shown).status_code == 204
    file_orders(match, boris, "C7-C6\nD7-D6")
    answer = client.get(f"/matches/{match.pk}/news/", shown)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "has filed" in page
    assert "<textarea" not in page  # what is being typed stays as it is
    assert client.get(f"/matches/{match.pk}/news/", {**shown, "n": again(match).news}).status_code == 204
    services.say_line(match_id=match.pk, person_id=boris.pk, text="Your move, I think")
    assert "Your move, I think" in client.get(f"/matches/{match.pk}/news/", shown).content.decode()


def test_the_composer_builds_a_sheet_step_by_step_and_keeps_the_draft(begin: Begin, anna: User) -> None:
    match = line_up(begin())
    client = sign_in(anna)
    path = f"/matches/{match.pk}/compose/"
    assert client.post(path, {"ply": 2, "orders": "C2-C3", "check": "1"}).status_code == 200
    answer = client.post(path, {"ply": 2, "orders": "C2-C3\nD2-D3", "raise": "1"})
    assert "D2-D3\nC2-C3" in answer.content.decode()
    answer = client.post(path, {"ply": 2, "orders": "D2-D3\nC2-C3", "drop": "0"})
    assert ">C2-C3</textarea>" in answer.content.decode()
    assert ">C2-C3</textarea>" in client.get(f"/matches/{match.pk}/").content.decode()
    answer = client.post(path, {"ply": 2, "orders": "", "fill": "1"})
    assert "E1 def 2\nE1 def 2" in answer.content.decode()
    assert not Sheet.objects.filter(match=match, ply=2, filed_at__isnull=False).exists()


@pytest.mark.django_db(transaction=True)
def test_composing_while_the_ply_is_resolved_keeps_the_text(begin: Begin, anna: User) -> None:
    for _ in range(3):
        match = line_up(begin())
        Match.objects.filter(pk=match.pk).update(due_at=timezone.now())

        def compose(match: Match = match) -> int:
            answer = sign_in(anna).post(f"/matches/{match.pk}/compose/", {"ply": 2, "orders": "C2-C3"})
            assert "C2-C3" in answer.content.decode()
            return answer.status_code

        acts: list[Callable[[], int]] = [*[compose] * 5, partial(services.resolve_ply, match_id=match.pk)]
        given = at_once(acts)
        assert set(given[:5]) <= {200, 409}
        assert again(match).ply == 3


# --- who may


def test_strangers_cannot_do_anything_to_a_match(begin: Begin, clara: User) -> None:
    match = line_up(begin())
    before = rows()
    client = sign_in(clara)
    for act in ACTS:
        data = {"ply": 2, "orders": "C2-C3\nD2-D3", "text": "hello", "address": "x@example.org"}
        answer = client.post(f"/matches/{match.pk}/{act}/", data)
        assert answer.status_code in (302, 403, 404, 409), (act, answer.status_code)
    assert rows() == before


def test_a_match_that_is_not_theirs_to_see_does_not_exist_for_others(begin: Begin, clara: User, dmitri: User) -> None:
    hidden, invited = begin(is_watchable=False), open_match(dmitri, is_invited=True)
    for client in (Client(), sign_in(clara)):
        for match in (hidden, invited):
            for page in PAGES:
                assert client.get(f"/matches/{match.pk}/{page}").status_code == 404
    for act in ("orders", "compose", "chat", "notes", "resign", "draw", "draw/decline", "rematch"):
        assert sign_in(clara).post(f"/matches/{hidden.pk}/{act}/", {"ply": 1, "text": "x"}).status_code == 404


def test_looking_changes_nothing(begin: Begin, anna: User, boris: User) -> None:
    match, late = line_up(begin()), begin()
    opened, over = open_match(boris, is_invited=True), begin()
    services.resign(match_id=over.pk, person_id=anna.pk, ply=1)
    services.offer_draw(match_id=match.pk, person_id=boris.pk, ply=2)
    Match.objects.filter(pk=late.pk).update(due_at=timezone.now())
    before = rows()
    paths = [f"/matches/{pk}/{page}" for pk in (match.pk, late.pk, over.pk) for page in (*PAGES, *ACTS)]
    paths += [f"/matches/{pk}/{act}/" for pk in (match.pk, late.pk, over.pk, opened.pk) for act in ACTS]
    paths += [f"/join/{opened.invitation}/", "/", "/lobby/", "/matches/", "/watch/", "/games/ice_battle/new/"]
    for client in (Client(), sign_in(anna), sign_in(anna, headers=HTMX)):
        for path in paths:
            assert client.get(path).status_code < 500
    assert rows() == before


def test_forms_need_the_token_against_forgery(begin: Begin, anna: User) -> None:
    match = begin()
    client = sign_in(anna, enforce_csrf_checks=True)
    assert client.post(f"/matches/{match.pk}/resign/", {"ply": 1}).status_code == 403
    assert again(match).state == "playing"


# --- whatever is sent

ODD = (
    "", " ", "0", "-1", "1", "2", "3.5", "9" * 20, "9" * 5000, "²", "٣", "NaN", "1e9", "on", "\0", "\0\0x",
    "\ud7ff\uffff", "💥" * 300, "x=y", "=", "who=", "C2", "C2-C3", "who=C2", "<script>", "{}", "%s{0}", "a@b",
    "{x}@example.org", "A" * 6000, "set", "set H", "+", "C2 def", "; ;", "\r\n\r\n",
)  # fmt: skip
FIELDS = (
    "ply", "orders", "text", "pick", "picked", "number", "drop", "raise", "fill", "clear", "back", "go", "check",
    "address", "invitation", "wish", "line", "csrfmiddlewaretoken", "places", "length", "opponents",
    "seat", "choice", "vote", "list", "add",
)  # fmt: skip


def states(begin: Begin, anna: User, boris: User) -> list[Match]:
    over = begin()
    services.resign(match_id=over.pk, person_id=anna.pk, ply=1)
    return [begin(), line_up(begin()), over, open_match(anna), open_match(boris, is_invited=True)]


@pytest.mark.parametrize("seed", range(3))
def test_no_post_however_odd_breaks_the_site(begin: Begin, anna: User, boris: User, seed: int) -> None:
    rng = random.Random(seed)
    matches = states(begin, anna, boris)
    clients: list[Callable[..., Any]] = [sign_in(anna).post, sign_in(anna, headers=HTMX).post]
    for _ in range(150):
        match, act = again(rng.choice(matches)), rng.choice(ACTS)
        data: dict[str, Any] = {field: rng.choice(ODD) for field in FIELDS if rng.random() < 0.4}
        if rng.random() < 0.7:
            data["ply"] = match.ply
        if rng.random() < 0.1:
            data["picked"] = [rng.choice(ODD) for _ in range(3)]
        answer = rng.choice(clients)(f"/matches/{match.pk}/{act}/", data)
        assert answer.status_code < 500, (act, data)


@pytest.mark.parametrize(
    "field", ["orders", "text", "address", "number", "drop", "raise", "pick", "picked", "ply", "line"]
)
def test_each_odd_value_alone_is_answered(begin: Begin, anna: User, field: str) -> None:
    match, opened = line_up(begin()), open_match(anna)
    client = sign_in(anna)
    paths = {"orders": ["compose", "orders"], "text": ["chat", "notes"], "address": ["invite"], "line": ["join"]}
    for odd in ODD:
        data = {"ply": 2, "orders": "C2-C3", field: odd}
        for path in paths.get(field, ["compose"]):
            for pk in (match.pk, opened.pk):
                assert client.post(f"/matches/{pk}/{path}/", data).status_code < 500, (path, field, odd)


@pytest.mark.parametrize("body", [b"\xff\xfe\0", b"orders=%00%ff&ply=%80", b"&&&=", b"ply=1&" * 2000])
@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "?"]
)
def test_ill_formed_bodies_are_answered(begin: Begin, anna: User, body: bytes, kind: str) -> None:
    match = begin()
    client = sign_in(anna)
    for act in ("orders", "compose", "chat", "join", "invite"):
        assert client.generic("POST", f"/matches/{match.pk}/{act}/", body, kind).status_code < 500


@pytest.mark.parametrize("number", ["0", "2147483648", "9223372036854775808", "9" * 60])
def test_no_address_however_odd_breaks_the_site(begin: Begin, anna: User, number: str) -> None:
    match = line_up(begin())
    client = sign_in(anna)
    for page in PAGES:
        assert client.get(f"/matches/{number}/{page}").status_code == 404
    for act in ACTS:
        assert client.post(f"/matches/{number}/{act}/", {"ply": 1, "text": "hello"}).status_code == 404
    assert client.get(f"/matches/{match.pk}/history/{number}/").status_code == (200 if number == "0" else 404)
    for odd in ODD:
        for path in (
            f"/matches/{match.pk}/history/1/",
            f"/matches/{match.pk}/history/",
            "/matches/",
            "/lobby/",
            "/watch/",
        ):
            data = {"page": odd, "step": odd, "game": odd}
            assert client.get(path, data).status_code < 500
        assert client.get(f"/matches/{match.pk}/news/", {"n": odd, "ply": odd, "said": odd}).status_code < 500
    for path in ("/join/%00/", "/join/x/", "/games/%00/", "/games/nothing/", "/games/nothing/new/"):
        assert client.get(path).status_code == 404


def test_every_address_of_the_matches_is_known_to_these_tests() -> None:
    """A new page or act must be added to the lists above, so that strangers and odd values are tried on it."""
    known = {f"matches/<number:match_id>/{act}/" for act in ACTS}
    known |= {
        f"matches/<number:match_id>/{page}" for page in PAGES if "history/0" not in page and "history/1" not in page
    }
    known |= {
        "matches/<number:match_id>/history/<number:number>/",
        "",
        "lobby/",
        "matches/",
        "watch/",
        "join/<slug:token>/",
    }
    known |= {"games/<slug:slug>/", "games/<slug:slug>/new/"}
    assert {str(pattern.pattern) for pattern in urls.urlpatterns} == known
