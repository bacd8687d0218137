"""How many queries a page costs: session and user rows included, savepoints not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.matches import services
from games.matches.models import Match
from tests.matches.conftest import LAYOUTS, Begin, file_all, line_up, open_match, sign_in

pytestmark = pytest.mark.django_db

FRAME = ("SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK", "BEGIN", "COMMIT")
TURN = {"R": "E1 def 1\nE1 def 1", "T": "E8 def 1\nE8 def 1"}


@contextmanager
def queries(exactly: int) -> Iterator[None]:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        yield
    asked = [query["sql"] for query in captured.captured_queries if not query["sql"].startswith(FRAME)]
    assert len(asked) == exactly, "\n".join(asked)


def play(match: Match, plies: int) -> None:
    for _ in range(plies):
        file_all(match, **{name.lower(): text for name, text in TURN.items()})
        services.resolve_ply(match_id=match.pk)


@pytest.fixture(params=[0, 20], ids=["short", "long"])
def match(request: pytest.FixtureRequest, begin: Begin) -> Match:
    """A match after its layouts, or twenty turns later."""
    match = line_up(begin())
    play(match, request.param)
    match.refresh_from_db()
    return match


def test_filing_the_first_sheet(match: Match, anna: User) -> None:
    client = sign_in(anna)
    with queries(7):
        answer = client.post(f"/matches/{match.pk}/orders/", {"ply": match.ply, "orders": TURN["R"]})
    assert answer.status_code == 302


def test_filing_the_last_sheet(match: Match, anna: User, boris: User) -> None:
    services.file_orders(match_id=match.pk, person_id=boris.pk, ply=match.ply, text=TURN["T"])
    client = sign_in(anna)
    with queries(7):
        answer = client.post(f"/matches/{match.pk}/orders/", {"ply": match.ply, "orders": TURN["R"]})
    assert answer.status_code == 302


def test_filing_by_htmx(match: Match, anna: User) -> None:
    client = sign_in(anna, headers={"HX-Request": "true"})
    with queries(7):
        answer = client.post(f"/matches/{match.pk}/orders/", {"ply": match.ply, "orders": TURN["R"]})
    assert answer.status_code == 200


def test_filing_another_sheet_instead(match: Match, anna: User) -> None:
    services.file_orders(match_id=match.pk, person_id=anna.pk, ply=match.ply, text=TURN["R"])
    client = sign_in(anna, headers={"HX-Request": "true"})
    with queries(7):
        answer = client.post(f"/matches/{match.pk}/orders/", {"ply": match.ply, "orders": "C2-C3\nC3-C4"})
    assert answer.status_code == 200


def test_asking_for_news_when_there_is_none(match: Match, anna: User) -> None:
    client = sign_in(anna)
    with queries(3):
        answer = client.get(f"/matches/{match.pk}/news/", {"n": match.news})
    assert answer.status_code == 204


def test_asking_for_news_without_an_account(match: Match) -> None:
    with queries(1):
        answer = Client().get(f"/matches/{match.pk}/news/", {"n": match.news})
    assert answer.status_code == 204


def test_the_match_page(match: Match, anna: User) -> None:
    client = sign_in(anna)
    with queries(7):
        answer = client.get(f"/matches/{match.pk}/")
    assert answer.status_code == 200


def test_the_match_page_of_a_spectator(match: Match, clara: User) -> None:
    client = sign_in(clara)
    with queries(7):
        answer = client.get(f"/matches/{match.pk}/")
    assert answer.status_code == 200


@pytest.mark.parametrize("matches", [3, 60])
@pytest.mark.parametrize("page", [1, 2])
def test_my_matches_whatever_their_number(begin: Begin, anna: User, matches: int, page: int) -> None:
    for _ in range(matches // 3):
        begin()
        open_match(anna)
        over = begin()
        services.resign(match_id=over.pk, person_id=anna.pk, ply=1)
    client = sign_in(anna)
    with queries(5):
        answer = client.get("/matches/", {"page": page})
    assert answer.status_code == 200


def test_my_matches_whatever_their_length(match: Match, anna: User) -> None:
    client = sign_in(anna)
    with queries(5):
        assert client.get("/matches/").status_code == 200


@pytest.mark.parametrize("matches", [3, 30])
def test_the_lobby_and_the_gallery_whatever_the_number_of_matches(
    begin: Begin, anna: User, boris: User, matches: int
) -> None:
    for _ in range(matches):
        begin()
        open_match(boris)
    client = sign_in(anna)
    with queries(7):
        assert client.get("/lobby/").status_code == 200
    with queries(5):
        assert client.get("/watch/").status_code == 200


def test_the_history_whatever_its_length(match: Match, anna: User) -> None:
    client = sign_in(anna)
    with queries(5):
        assert client.get(f"/matches/{match.pk}/history/").status_code == 200
    assert LAYOUTS["R"] in client.get(f"/matches/{match.pk}/history/").content.decode()
