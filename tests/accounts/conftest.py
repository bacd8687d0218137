"""People of the tests, and what they do by hand."""

import re
from collections.abc import Callable, Iterator

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import User

PASSWORD = "correct horse battery"

type MakePerson = Callable[..., User]


@pytest.fixture(autouse=True)
def fresh_limits() -> Iterator[None]:
    """Limits of attempts lie in the cache, which outlives a test."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def make_person(db: None) -> MakePerson:
    """Make a person whose address is confirmed."""

    def make(name: str, **fields: object) -> User:
        person = User.objects.create_user(f"{name.lower()}@example.com", PASSWORD, display_name=name, **fields)
        EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
        return person

    return make


@pytest.fixture
def anna(make_person: MakePerson) -> User:
    return make_person("Anna")


@pytest.fixture
def boris(make_person: MakePerson) -> User:
    return make_person("Boris")


@pytest.fixture
def dmitri(make_person: MakePerson) -> User:
    return make_person("Dmitri", is_staff=True, is_superuser=True)


def sign_in(person: User, password: str = PASSWORD) -> Client:
    """A browser in which the person has signed in with the password."""
    client = Client()
    answer = client.post("/accounts/login/", {"login": person.email, "password": password})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    return client


def reauthenticate(client: Client) -> None:
    """Confirm, as sensitive pages ask, that it is still the same person."""
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302


def letters_to(address: str) -> list[mail.EmailMultiAlternatives]:
    found = [letter for letter in mail.outbox if letter.to == [address]]
    assert all(isinstance(letter, mail.EmailMultiAlternatives) for letter in found)
    return found  # type: ignore[return-value]  # checked above


def last_letter(address: str) -> mail.EmailMultiAlternatives:
    return letters_to(address)[-1]


def link_in(letter: mail.EmailMessage) -> str:
    """The path of the first link in a letter's text."""
    found = re.search(r"https?://[^/\s]+(/\S+)", str(letter.body))
    assert found
    return found[1]


def code_in(letter: mail.EmailMessage) -> str:
    found = re.search(r"^[0-9A-Z]{3,}-?[0-9A-Z]{3,}$", str(letter.body), re.MULTILINE)
    assert found
    return found[0]
