"""Codes, resets, changes of address, limits."""

from datetime import UTC, datetime
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core.context import request_context
from django.core import mail
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from accounts.models import Notice, User
from tests.accounts.conftest import (
    PASSWORD,
    MakePerson,
    code_in,
    last_letter,
    letters_to,
    link_in,
    reauthenticate,
    sign_in,
)

pytestmark = pytest.mark.django_db


def test_sign_in_by_mailed_code(anna: User) -> None:
    client = Client()
    client.post("/accounts/login/code/", {"email": anna.email})
    client.post("/accounts/login/code/confirm/", {"code": code_in(last_letter(anna.email))})
    assert client.session["_auth_user_id"] == str(anna.pk)


def test_code_for_unknown_address_looks_the_same(anna: User) -> None:
    known = Client().post("/accounts/login/code/", {"email": anna.email})
    unknown = Client().post("/accounts/login/code/", {"email": "nobody@example.com"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert "there is no account for it" in last_letter("nobody@example.com").body


def test_reset_by_mailed_link(anna: User) -> None:
    client = Client()
    client.post("/accounts/password/reset/", {"email": anna.email})
    page = client.get(link_in(last_letter(anna.email)), follow=True)
    path = page.redirect_chain[-1][0]
    client.post(path, {"password1": "a different staple", "password2": "a different staple"})
    sign_in(anna, "a different staple")
    assert "Your password was changed by way of a mailed link." in last_letter(anna.email).body


def test_reset_link_works_once(anna: User) -> None:
    client = Client()
    client.post("/accounts/password/reset/", {"email": anna.email})
    link = link_in(last_letter(anna.email))
    path = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(path, {"password1": "a different staple", "password2": "a different staple"})
    assert "used before" in Client().get(link, follow=True).text


def test_address_changes_when_the_new_one_is_proved(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(mail_failing_since=datetime(2026, 11, 1, tzinfo=UTC))
    client = sign_in(anna)
    reauthenticate(client)
    client.post("/accounts/email/", {"email": "anna@new.example", "action_add": ""})
    anna.refresh_from_db()
    assert anna.email == "anna@example.com"
    again = client.post("/accounts/email/", {"email": "anna@new.example", "action_send": ""}, follow=True)
    assert "The last letter left a moment ago." in again.text
    assert len(letters_to("anna@new.example")) == 1

    link = link_in(last_letter("anna@new.example"))
    client.post(link_in(last_letter("anna@new.example")))
    anna.refresh_from_db()
    assert (anna.email, anna.mail_failing_since) == ("anna@new.example", None)
    assert [*EmailAddress.objects.values_list("email", "verified")] == [("anna@new.example", True)]
    assert "changed from anna@example.com to anna@new.example" in last_letter("anna@example.com").body
    assert "This link was used before" in client.get(link).text


def test_proved_address_of_another_cannot_be_taken(anna: User, boris: User) -> None:
    client = sign_in(anna)
    reauthenticate(client)
    client.post("/accounts/email/", {"email": boris.email, "action_add": ""})
    [letter] = letters_to(boris.email)
    client.post(link_in(letter))
    anna.refresh_from_db()
    boris.refresh_from_db()
    assert (anna.email, boris.email) == ("anna@example.com", "boris@example.com")


def test_too_many_wrong_passwords_shut_out_the_right_one_too(anna: User) -> None:
    for _ in range(5):
        Client().post("/accounts/login/", {"login": anna.email, "password": "wrong"})
    page = Client().post("/accounts/login/", {"login": anna.email, "password": PASSWORD})
    assert (page.status_code, "Too many failed attempts" in page.text) == (200, True)


def test_too_many_sign_ups_from_one_place_get_a_plain_page() -> None:
    answers = [Client().post("/accounts/signup/", {"email": "x"}) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429]
    assert "A little slower, please" in answers[-1].text


def snapshot() -> list[Any]:
    return [[*model.objects.order_by("pk").values()] for model in (User, EmailAddress, Notice)]


def test_no_link_in_a_letter_acts_when_only_opened(anna: User) -> None:
    """F21: scanners open every link; only a button acts."""
    Client().post(
        "/accounts/signup/",
        {
            "display_name": "Clara",
            "email": "clara@example.com",
            "password1": PASSWORD,
            "language": "en",
            "time_zone": "UTC",
        },
    )
    client = sign_in(anna)
    reauthenticate(client)
    client.post("/accounts/email/", {"email": "anna@new.example", "action_add": ""})
    Client().post("/accounts/password/reset/", {"email": anna.email})
    Client().post("/accounts/login/code/", {"email": "nobody@example.com"})
    Client().post("/accounts/signup/", {"display_name": "A", "email": anna.email, "language": "en", "time_zone": "UTC"})

    before = snapshot()
    links = {link_in(letter) for letter in mail.outbox}
    assert len(links) == 5
    for link in links:
        answer = Client().get(link, follow=True)
        assert answer.status_code == 200
        assert answer.headers.get("Cache-Control", "") != "public"
    assert snapshot() == before


def test_letters_say_who_made_them(anna: User) -> None:
    Client().post("/accounts/login/code/", {"email": anna.email})
    letter = last_letter(anna.email)
    sent = letter.message()
    assert sent["Auto-Submitted"] == "auto-generated"
    assert sent["Subject"] == "Your code for Herald"
    [(html, _)] = letter.alternatives
    assert code_in(letter) in str(html)


def test_each_letter_speaks_its_readers_language(make_person: MakePerson) -> None:
    """F22: nothing of one reader is left over for the next."""
    readers = [
        make_person("Anna", language="en", time_zone="America/New_York"),
        make_person("Vera", language="ru", time_zone="Asia/Vladivostok"),
        make_person("Clara", language="en", time_zone="Europe/Rome"),
    ]
    request = RequestFactory().get("/")
    moment = datetime(2026, 11, 30, 22, 30, tzinfo=UTC)
    with request_context(request), translation.override("en"):
        for reader in readers:
            get_adapter().send_mail(
                "account/email/password_changed", reader.email, {"timestamp": moment, "ip": "::1", "user_agent": "x"}
            )
        assert translation.get_language() == "en"
        assert timezone.get_current_timezone_name() == "UTC"
    told = [str(last_letter(reader.email).body) for reader in readers]
    assert "30 November 2026, 17:30" in told[0]
    assert "1 \u0434\u0435\u043a\u0430\u0431\u0440\u044f 2026, 08:30" in told[1]
    assert "30 November 2026, 23:30" in told[2]


def test_mail_server_that_refuses_does_not_break_the_page(anna: User, settings: Any) -> None:
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": 1},
        }
    }
    page = Client().post("/accounts/password/reset/", {"email": anna.email}, follow=True)
    assert (page.status_code, "did not take the letter" in page.text) == (200, True)
