"""Every page on a phone and at a desk, by day and by night: axe finds nothing serious, nothing scrolls sideways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games.matches import services
from games.ratings.services import rate_ended
from tests.browser.conftest import ORDERS, Table
from tests.browsers import DESKTOP, PHONE, Person
from tests.matches.conftest import open_match

SIZES = [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop")]
MODES = {"light": None, "dark": ["color-contrast"]}
"""Rules of axe to run in each colour scheme; None: all. By night only the colours differ."""

SMALL = """() => Array.from(document.querySelectorAll('button, summary' + (matchMedia('(pointer: coarse)').matches
        ? ', :is(.actions, .helptext, .field, .exports, td, h3) > a, main:not(:has(.board)) p > a:only-child' : '')))
    .filter((part) => part.checkVisibility({visibilityProperty: true}) && !part.closest('.visually-hidden'))
    .map((part) => [part.textContent.trim(), part.getBoundingClientRect()])
    .filter(([, box]) => box.width < 44 || box.height < 43.9)
    .map(([text, box]) => `“${text}” is ${box.width} x ${box.height}`)"""
"""What is pressed, and for fingers the links that stand alone; those in a running text are as high as it."""


@cache
def axe() -> str:
    """axe's own program."""
    return str(Axe().axe_script)


def faults(page: Page, name: str) -> Iterator[str]:
    """What is wrong with the page as it stands."""
    expect(page.locator(".site-header")).to_have_count(1)
    width = page.viewport_size["width"] if page.viewport_size else 0
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    if wide > width:
        yield f"{name}: scrolls sideways, {wide} on {width}"
    yield from (f"{name}: too small to touch, {small}" for small in page.evaluate(SMALL))
    for scheme, rules in MODES.items():
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of its words
        page.evaluate(axe())
        options: dict[str, Any] = {"resultTypes": ["violations"]}
        if rules:
            options["runOnly"] = rules
        found = page.evaluate("options => axe.run(document, options)", options)
        yield from (
            f"{name}, {scheme}: {violation['id']} ({violation['impact']}): {node['html'][:150]} {node['any'][:1]}"
            for violation in found["violations"]
            if violation["impact"] in ("serious", "critical")
            for node in violation["nodes"]
        )


class Round:
    """A walk over pages, gathering what is wrong with each."""

    def __init__(self, person: Person, url: str) -> None:
        self.page, self.url, self.person = person.page, url, person
        self.found: list[str] = []

    def visit(self, path: str, *, status: int = 200) -> None:
        answer = self.page.goto(self.url + path)
        assert answer is not None
        assert answer.status == status, path
        self.look(path)

    def look(self, name: str) -> None:
        self.found += faults(self.page, name)

    def tap(self, space: str) -> None:
        self.page.locator(f'#board-place [data-space="{space}"]').click()


type Walk = Callable[..., Round]


@pytest.fixture
def walk(table: Table) -> Walk:
    """``walk(user, size)``; None for somebody who is not signed in. Motion is off: axe looks at colours that rest."""

    def start(user: Any, size: dict[str, int]) -> Round:
        mobile = {"has_touch": True, "is_mobile": True} if size == PHONE else {}
        options = {**mobile, "reduced_motion": "reduce", "color_scheme": "light"}
        person = table.person(user, size, **options) if user else table.sit(size, **options)
        return Round(person, table.url)

    return start


@pytest.mark.parametrize("size", SIZES)
def test_pages_of_strangers(table: Table, walk: Walk, size: dict[str, int]) -> None:
    table.line_up()
    invited = open_match(table.boris, is_invited=True)
    mine = walk(None, size)
    for path in ("/", "/lobby/", "/watch/", "/games/ice_battle/", "/accounts/signup/", "/accounts/login/"):
        mine.visit(path)
    mine.visit("/accounts/password/reset/")
    mine.visit(f"/join/{invited.invitation}/")
    mine.visit(f"/matches/{table.match.pk}/")
    mine.visit(f"/matches/{table.match.pk}/history/1/")
    mine.visit("/mailbox/")
    mine.visit("/nowhere/", status=404)
    mine.person.complaints.clear()  # the browser's line about 404
    assert mine.found == []


@pytest.mark.parametrize("size", SIZES)
def test_pages_of_people(table: Table, walk: Walk, size: dict[str, int]) -> None:
    table.line_up()
    table.play_turn()
    open_match(table.boris)
    mine = walk(table.anna, size)
    for path in ("/lobby/", "/matches/", "/games/ice_battle/new/", "/accounts/profile/", "/accounts/delete/"):
        mine.visit(path)
    for path in ("history/", "history/2/", "history/2/?step=1", "proof/"):
        mine.visit(f"/matches/{table.match.pk}/{path}")
    mine.page.locator(".menu summary").click()
    mine.look("the open menu")
    mine.page.context.clear_cookies(name="herald_csrf")
    mine.page.goto(f"{table.url}/accounts/profile/")
    mine.page.context.clear_cookies(name="herald_csrf")
    mine.page.evaluate("() => document.querySelector('form[action$=\"profile/\"]').submit()")
    expect(mine.page.get_by_role("heading", name="This page was out of date")).to_be_visible()
    mine.look("403")
    mine.person.complaints.clear()  # the browser's line about 403
    assert mine.found == []


@pytest.mark.parametrize("size", SIZES)
def test_pages_of_ratings(table: Table, walk: Walk, size: dict[str, int]) -> None:
    table.line_up()
    services.resign(match_id=table.match.pk, person_id=table.boris.pk, ply=table.now().ply)
    assert rate_ended() == 1
    mine = walk(table.anna, size)
    for path in ("/accounts/profile/", f"/players/{table.boris.pk}/", "/ratings/"):
        mine.visit(path)
    assert mine.found == []


@pytest.mark.parametrize("size", SIZES)
def test_the_match_in_each_phase(table: Table, walk: Walk, size: dict[str, int]) -> None:
    address = f"/matches/{table.match.pk}/"
    waiting = open_match(table.anna)
    mine = walk(table.anna, size)
    page = mine.page
    mine.visit(f"/matches/{waiting.pk}/")
    mine.visit(address)
    expect(page.locator(".wanted")).to_contain_text("Line up")
    table.line_up()
    mine.visit(address)
    page.evaluate("() => document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })")
    mine.look("orders with all folds open")
    mine.tap("D1")
    expect(page.locator("[name=picked]")).to_have_count(1)
    mine.look("what does it do")
    page.get_by_role("button", name="Defend").click()
    expect(page.locator("#number")).to_be_visible()
    mine.look("how much")
    page.locator("#number").fill("3")
    page.get_by_role("button", name="Add this order").click()
    expect(page.locator(".sheet li")).to_have_count(1)
    page.get_by_text("The sheet as text").click()
    page.locator("#orders").fill("D1 def 3\nE1-H8")
    page.get_by_role("button", name="Read the text").click()
    expect(page.get_by_role("alert").filter(visible=True)).to_contain_text("Line 2")
    mine.look("a refusal")
    table.file(table.anna, ORDERS["R"])
    table.say(table.boris, "Good morning")
    mine.visit(address)
    expect(page.locator(".composer .sealed")).to_be_visible()
    table.file(table.boris, ORDERS["T"])
    mine.visit(address)
    expect(page.locator(".wanted")).to_contain_text("All sheets are in")
    table.reveal()
    services.resign(match_id=table.match.pk, person_id=table.boris.pk, ply=table.now().ply)
    mine.visit(address)
    expect(page.locator(".composer")).to_contain_text("Anna won")
    mine.visit(address + "proof/")
    mine.visit("/matches/")
    assert mine.found == []


@pytest.mark.parametrize("size", SIZES)
def test_whole_board_can_be_seen(table: Table, walk: Walk, size: dict[str, int]) -> None:
    table.line_up()
    page = walk(table.anna, size).page
    for address in (table.address, f"{table.address}history/1/"):
        page.goto(address)
        box = page.locator(".board-svg").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["height"] <= size["height"]
        assert box["width"] >= min(size["width"] - 24, 480)
        if size == DESKTOP:  # without scrolling
            assert box["y"] + box["height"] <= size["height"]
