"""Pages served out of the test's own process: people and matches are made in the database, not by clicking.

The reveal is called by the test, so that each test knows exactly when news are there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.matches import services
from games.matches.models import Match
from tests.browser.people import PASSWORD, hear_news
from tests.browsers import DESKTOP, Person, Sit
from tests.matches.conftest import again, file_all, file_orders, line_up, open_match

HERE = Path(__file__).parent
ORDERS = {"R": "E1 def 1\nE1 def 1", "T": "E8 def 1\nE8 def 1"}
"""A quiet turn after the layouts of tests.matches.conftest."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Pages are the same on every database; whole matches are played on each of them by test_whole_match."""
    for item in items:
        if item.path.parent == HERE and item.path.name != "test_whole_match.py":
            item.add_marker("once")


@dataclass
class Table:
    """Anna and Boris at one Ice Battle: she plays the Russians."""

    url: str
    sit: Sit
    anna: User
    boris: User
    match: Match

    @property
    def address(self) -> str:
        return f"{self.url}/matches/{self.match.pk}/"

    def person(self, user: User, viewport: dict[str, int] = DESKTOP, **options: Any) -> Person:
        """Somebody signed in, at a browser of their own."""
        person = self.sit(viewport, **options)
        person.sign_in(user, self.url)
        return person

    def open(self, user: User, viewport: dict[str, int] = DESKTOP, **options: Any) -> Page:
        """The match on the screen of somebody signed in."""
        page = self.person(user, viewport, **options).page
        page.goto(self.address)
        return page

    def line_up(self) -> None:
        """Both layouts, revealed."""
        line_up(self.match)

    def file(self, user: User, text: str) -> None:
        file_orders(self.match, user, text)

    def reveal(self, *pages: Page) -> None:
        """What the worker does when the last sheet is in; the pages then ask for news."""
        assert services.resolve_ply(match_id=self.match.pk)
        for page in pages:
            hear_news(page)

    def play_turn(self, r: str = ORDERS["R"], t: str = ORDERS["T"]) -> None:
        """One whole turn, behind the pages."""
        file_all(self.match, r, t)
        self.reveal()

    def say(self, user: User, text: str) -> None:
        services.say_line(match_id=self.match.pk, person_id=user.pk, text=text)

    def now(self) -> Match:
        return again(self.match)


@pytest.fixture
def make_person(transactional_db: None) -> Callable[..., User]:
    def make(name: str, **fields: Any) -> User:
        from allauth.account.models import EmailAddress

        user = User.objects.create_user(f"{name.lower()}@example.org", PASSWORD, display_name=name, **fields)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    return make


@pytest.fixture
def table(live_server: LiveServer, sit: Sit, make_person: Callable[..., User]) -> Table:
    """A match of Ice Battle that has just begun: both are to line up."""
    cache.clear()  # limits of attempts lie there, and it outlives a test
    anna, boris = make_person("Anna"), make_person("Boris")
    match = open_match(anna, wish="R")
    services.join_match(match_id=match.pk, person_id=boris.pk, wish="T")
    return Table(live_server.url, sit, anna, boris, again(match))
