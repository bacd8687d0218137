"""People at browsers."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from accounts.models import User

# Playwright's synchronous interface leaves an event loop in the test's thread, where Django would refuse queries
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    arguments = {
        **browser_type_launch_args,
        "args": [
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--disable-quic",
            "--disable-sync",
            "--no-first-run",
        ],
    }
    if os.geteuid() == 0:
        arguments["args"].append("--no-sandbox")
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if program:  # else Playwright's own
        arguments["executable_path"] = program
    return arguments


expect.set_options(timeout=PATIENCE * 1000)

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}


@dataclass
class Person:
    """Somebody at a browser of their own. ``complaints`` is what the browser's console said of our pages."""

    page: Page
    context: BrowserContext
    complaints: list[str]

    def sign_in(self, user: User, url: str) -> None:
        """Without the form: the browser gets the cookie of a session."""
        client = Client()
        client.force_login(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": url}])


type Sit = Callable[..., Person]


@pytest.fixture
def sit(browser: Browser) -> Iterator[Sit]:
    """Seat people at browsers: ``sit(PHONE)``; other keywords are those of a browser context.

    The test fails at its end if a console showed an error or a script failed.
    """
    people: list[Person] = []

    def sit_down(viewport: dict[str, int] = DESKTOP, **options: Any) -> Person:
        context = browser.new_context(viewport=viewport, **options)  # type: ignore[arg-type]  # a plain dict will do
        context.set_default_timeout(PATIENCE * 1000)
        person = Person(context.new_page(), context, [])

        def listen(message: ConsoleMessage) -> None:
            # 422 is how a refused form answers; browsers write a line about it
            if message.type in ("error", "warning") and "status of 422" not in message.text:
                person.complaints.append(message.text)

        person.page.on("console", listen)
        person.page.on("pageerror", lambda error: person.complaints.append(str(error)))
        people.append(person)
        return person

    yield sit_down
    complaints = [complaint for person in people for complaint in person.complaints]
    for person in people:
        person.context.close()
    assert complaints == []


@pytest.fixture
def desktop(sit: Sit) -> Page:
    return sit(DESKTOP).page


@pytest.fixture
def phone(sit: Sit) -> Page:
    return sit(PHONE, has_touch=True, is_mobile=True).page
