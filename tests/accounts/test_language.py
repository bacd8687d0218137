"""The language of whoever reads: pages about oneself in Russian only, and the switch at the foot of every page."""

import pytest
from django.core import mail
from django.test import Client
from django.utils import translation

from accounts.models import User
from tests.accounts.conftest import MakePerson, last_letter, link_in, reauthenticate, sign_in
from tests.words import english_in, read_russian

pytestmark = pytest.mark.django_db

STRANGERS = (
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/login/code/",
    "/mailbox/",
)
OWN = (
    "/accounts/profile/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/sessions/",
    "/accounts/2fa/",
    "/accounts/2fa/totp/activate/",
    "/accounts/2fa/webauthn/add/",
    "/accounts/2fa/webauthn/",
    "/accounts/delete/",
    "/accounts/logout/",
)


@pytest.fixture
def anna(make_person: MakePerson) -> User:
    return make_person("Anna", language="ru")


@pytest.mark.parametrize("address", STRANGERS)
def test_a_strangers_page_is_russian(address: str, db: None) -> None:
    read_russian(Client(), address)


def test_a_link_that_fails_says_so_in_russian(db: None) -> None:
    read_russian(Client(), "/mail/unsubscribe/nonsense/", status=404)


def test_pages_about_oneself_are_russian(anna: User) -> None:
    client = sign_in(anna)
    # what greets a person comes from a browser that speaks English
    assert "Добро пожаловать, Anna." in read_russian(client, "/accounts/reauthenticate/")
    reauthenticate(client)
    for address in OWN:
        read_russian(client, address)


def test_refused_forms_are_russian(anna: User, boris: User) -> None:
    client = Client(headers={"accept-language": "ru"})
    answer = client.post("/accounts/login/", {"login": anna.email, "password": "wrong"})
    page = answer.content.decode()
    assert "Этот адрес и этот пароль не подходят друг к другу." in page
    assert english_in(page) == []
    answer = client.post("/accounts/signup/", {"email": "nonsense", "password1": "123"})
    assert english_in(answer.content.decode()) == []
    client = sign_in(anna)
    reauthenticate(client)
    for address, data in (
        ("/accounts/password/change/", {"oldpassword": "wrong", "password1": "123", "password2": "124"}),
        ("/accounts/email/", {"email": "nonsense", "action_add": ""}),
        ("/accounts/2fa/totp/activate/", {"code": "000"}),
        ("/accounts/profile/", {"display_name": "", "language": "ru", "time_zone": "Нигде", "reminder_hours": "1"}),
    ):
        page = client.post(address, data).content.decode()
        assert "errorlist" in page or "error" in page, address
        assert english_in(page) == [], address


def test_letters_of_sign_up_are_russian(db: None) -> None:
    client = Client(headers={"accept-language": "ru"})
    client.post(
        "/accounts/signup/",
        {
            "display_name": "Anna",
            "email": "anna@example.com",
            "password1": "correct horse battery",
            "language": "ru",
            "time_zone": "Europe/Moscow",
        },
    )
    letter = last_letter("anna@example.com")
    assert letter.subject == "Подтвердите адрес для Herald"
    assert english_in(str(letter.body)) == []
    read_russian(client, link_in(letter))


def test_letters_about_the_password_are_russian(anna: User) -> None:
    # the reader's choice counts, not the language of the browser that asks
    Client(headers={"accept-language": "en"}).post("/accounts/password/reset/", {"email": anna.email})
    (letter,) = mail.outbox
    assert english_in(f"{letter.subject} {letter.body}") == []


def test_a_stranger_switches_the_language(db: None) -> None:
    client = Client(headers={"accept-language": "en"})
    assert client.post("/accounts/language/", {"language": "ru", "next": "/lobby/"}).headers["Location"] == "/lobby/"
    assert '<html lang="ru">' in client.get("/lobby/").content.decode()


def test_a_person_keeps_the_language_chosen(boris: User) -> None:
    client = sign_in(boris)
    page = client.get("/lobby/").content.decode()
    assert '<html lang="en">' in page
    assert 'action="/accounts/language/"' in page
    client.post("/accounts/language/", {"language": "ru", "next": "/lobby/"})
    assert '<html lang="ru">' in client.get("/lobby/").content.decode()
    # on another device, and when letters are written
    assert '<html lang="ru">' in sign_in(boris).get("/lobby/", headers={"accept-language": "en"}).content.decode()
    assert User.objects.get(pk=boris.pk).language == "ru"


def test_an_unknown_language_is_not_kept(boris: User) -> None:
    client = sign_in(boris)
    client.post("/accounts/language/", {"language": "de", "next": "/"})
    assert User.objects.get(pk=boris.pk).language == "en"
    assert client.get("/accounts/language/").status_code == 405


def test_a_former_player_is_named_in_the_readers_language(anna: User) -> None:
    anna.deleted_at = anna.date_joined
    assert str(anna) == f"Former player {anna.pk}"
    with translation.override("ru"):
        assert str(anna) == f"Бывший игрок {anna.pk}"
