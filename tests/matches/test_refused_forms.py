"""Forms of people whose session or cookies are gone: refused, changing nothing, and what was typed comes back."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.matches.models import Sheet
from tests.matches.conftest import HTMX, LAYOUTS, Begin, rows, sign_in

pytestmark = pytest.mark.django_db


# --- the session is over


def test_an_htmx_post_without_a_session_leads_to_the_sign_in_and_back(begin: Begin) -> None:
    match = begin()
    answer = Client(headers=HTMX).post(f"/matches/{match.pk}/orders/", {"ply": 1, "orders": LAYOUTS["R"]})
    assert answer["HX-Redirect"] == f"/accounts/login/?next=%2Fmatches%2F{match.pk}%2F"
    assert answer.content == b""
    assert not Sheet.objects.exists()


def test_a_plain_post_without_a_session_gives_the_text_back(begin: Begin) -> None:
    match = begin()
    answer = Client().post(f"/matches/{match.pk}/orders/", {"ply": 1, "orders": LAYOUTS["R"]})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert LAYOUTS["R"] in page
    assert f"/accounts/login/?next=%2Fmatches%2F{match.pk}%2F" in page
    assert not Sheet.objects.exists()


def test_a_plain_post_without_text_leads_to_the_sign_in(begin: Begin) -> None:
    match = begin()
    answer = Client().post(f"/matches/{match.pk}/resign/", {"ply": 1})
    assert answer["Location"] == f"/accounts/login/?next=%2Fmatches%2F{match.pk}%2F"


# --- cookies are gone, and no script keeps what was typed

TYPED = "<b>C2-C3</b>\nmy plan"


@pytest.mark.parametrize(("act", "field"), [("orders", "orders"), ("chat", "text"), ("standing", "list")])
def test_a_form_without_any_cookie_gets_its_text_back(begin: Begin, act: str, field: str) -> None:
    match = begin()
    before = rows()
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    answer = client.post(f"/matches/{match.pk}/{act}/", {"ply": 1, field: TYPED})
    assert (answer.status_code, rows()) == (403, before)
    assert "no-store" in answer["Cache-Control"]
    page = answer.text
    assert "You are signed out" in page
    assert "Nothing was changed." in page
    assert "readonly>&lt;b&gt;C2-C3&lt;/b&gt;\nmy plan</textarea>" in page
    assert f"/accounts/login/?next=%2Fmatches%2F{match.pk}%2F" in page


def test_a_form_without_its_token_leads_back_to_the_match(begin: Begin, anna: User) -> None:
    match = begin()
    client = sign_in(anna, enforce_csrf_checks=True)
    answer = client.post(f"/matches/{match.pk}/orders/", {"ply": 1, "orders": TYPED})
    assert answer.status_code == 403
    assert "This page was out of date" in answer.text
    assert "&lt;b&gt;C2-C3" in answer.text
    assert f'href="/matches/{match.pk}/">Back to the page</a>' in answer.text


def test_the_refusal_speaks_the_language_of_the_browser(begin: Begin) -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "ru,en;q=0.5"})
    answer = client.post(f"/matches/{begin().pk}/orders/", {"ply": 1, "orders": TYPED})
    assert answer["Content-Language"] == "ru"
    assert "Ничего не изменено." in answer.text


def test_what_another_site_sends_is_not_shown_as_ones_own(begin: Begin, anna: User) -> None:
    client = sign_in(anna, enforce_csrf_checks=True, headers={"origin": "https://elsewhere.example"})
    answer = client.post(f"/matches/{begin().pk}/orders/", {"ply": 1, "orders": TYPED})
    assert answer.status_code == 403
    assert "my plan" not in answer.text


def test_a_refused_form_gives_back_no_password_and_no_endless_text() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/accounts/login/", {"login": "anna@example.org", "password": "very secret"})
    assert answer.status_code == 403
    assert "secret" not in answer.text
    assert "<textarea" not in answer.text
    long = client.post("/lobby/", {"text": "x" * 100_000})
    assert long.text.count("x" * 1000) == 20


def test_what_was_refused_is_not_logged(begin: Begin, caplog: pytest.LogCaptureFixture) -> None:
    match = begin()
    Client(enforce_csrf_checks=True).post(f"/matches/{match.pk}/orders/", {"ply": 1, "orders": TYPED})
    assert f"/matches/{match.pk}/orders/" in caplog.text
    assert "plan" not in caplog.text


def test_htmx_without_a_token_goes_where_it_finds_one(begin: Begin, anna: User) -> None:
    match = begin()
    for client, way in (
        (Client(enforce_csrf_checks=True, headers=HTMX), f"/accounts/login/?next=%2Fmatches%2F{match.pk}%2F"),
        (sign_in(anna, enforce_csrf_checks=True, headers=HTMX), f"/matches/{match.pk}/"),
    ):
        answer = client.post(f"/matches/{match.pk}/orders/", {"ply": 1, "orders": TYPED})
        assert (answer["HX-Redirect"], answer.content) == (way, b"")
