"""The map of Molon Labe at a browser: enlarged, moved about, tapped, read by the keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.browsers import DESKTOP, PHONE, Sit
from tests.matches.wars import War, begin_war

FINGERS = {"has_touch": True, "is_mobile": True}
SCALE = "lens => lens.querySelector('.board-svg').getBoundingClientRect().width / lens.clientWidth"
IN_SIGHT = """cell => {
  const at = cell.getBoundingClientRect(), lens = cell.closest("[data-lens]").getBoundingClientRect();
  return at.left >= lens.left && at.right <= lens.right && at.top >= lens.top && at.bottom <= lens.bottom;
}"""


@pytest.fixture
def war(make_person: Callable[..., User]) -> War:
    """Two kingdoms; the Barbarians are to act."""
    return begin_war({"A": make_person("Anna"), "B": make_person("Boris")})


@pytest.fixture
def see(live_server: LiveServer, sit: Sit) -> Callable[..., Page]:
    """The match at the screen of the seat to act."""

    def open_war(war: War, viewport: dict[str, int] = DESKTOP, **options: Any) -> Page:
        cache.clear()
        person = sit(viewport, **options)
        person.sign_in(war.person(), live_server.url)
        person.page.goto(f"{live_server.url}/matches/{war.pk}/")
        return person.page

    return open_war


def scale(page: Page) -> float:
    return float(page.locator("[data-lens]").evaluate(SCALE))


def cell(page: Page, space: str) -> Locator:
    return page.locator(f'#board-place [data-space="{space}"]')


def test_on_a_phone_the_map_opens_large_and_a_move_is_tapped(see: Callable[..., Page], war: War) -> None:
    page = see(war, PHONE, **FINGERS)
    assert scale(page) == pytest.approx(3, abs=0.02)
    assert cell(page, "bibracte").evaluate(IN_SIGHT) or cell(page, "corbilo").evaluate(IN_SIGHT)
    page.locator("#composer .is-open button").first.click()  # the best die
    expect(cell(page, "bibracte")).to_have_attribute("data-live", "")
    cell(page, "bibracte").click()
    expect(cell(page, "bibracte")).to_have_class(re.compile("sel"))
    expect(cell(page, "lutetia")).to_have_attribute("data-live", "")
    cell(page, "lutetia").click()
    expect(page.locator("#composer .sheet code").first).to_contain_text("g1-lutetia")
    expect(page.locator("#board-place .arrow.draft")).to_have_count(1)
    assert scale(page) == pytest.approx(3, abs=0.02)  # what was swapped in lies under the same lens


def test_text_of_twice_the_size_fits_a_phone(see: Callable[..., Page], war: War) -> None:
    page = see(war, PHONE)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_desk_the_map_is_whole_until_it_is_enlarged(see: Callable[..., Page], war: War) -> None:
    page = see(war)
    assert scale(page) == pytest.approx(1, abs=0.02)
    page.get_by_role("button", name="Show the board larger").click()
    assert scale(page) == pytest.approx(1.5, abs=0.02)
    page.locator('#board-place [tabindex="0"]').focus()
    page.keyboard.press("+")
    assert scale(page) == pytest.approx(2.25, abs=0.02)
    assert page.locator("#board-place :focus").evaluate(IN_SIGHT)
    page.keyboard.press("0")
    assert scale(page) == pytest.approx(1, abs=0.02)
    expect(page.get_by_role("button", name="Show the board smaller")).to_be_disabled()


PINCH = """lens => {
  const box = lens.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
  const fingers = apart => [-1, 1].map(side => new Touch(
    { identifier: side, target: lens, clientX: x + side * apart, clientY: y }));
  const send = (type, touches) => lens.dispatchEvent(new TouchEvent(type, { touches, cancelable: true }));
  send("touchstart", fingers(40));
  send("touchmove", fingers(60));
  send("touchend", []);
}"""


def test_two_fingers_enlarge_what_lies_between_them(see: Callable[..., Page], war: War) -> None:
    page = see(war, PHONE, **FINGERS)
    lens = page.locator("[data-lens]")
    middle = "lens => (lens.scrollLeft + lens.clientWidth / 2) / lens.scrollWidth"
    before = scale(page), lens.evaluate(middle)
    lens.evaluate(PINCH)
    assert scale(page) == pytest.approx(before[0] * 1.5, abs=0.02)
    assert lens.evaluate(middle) == pytest.approx(before[1], abs=0.01)


def test_a_replay_on_a_phone_shows_where_it_happened(see: Callable[..., Page], war: War) -> None:
    """The move lies in the north of the map, the next one in the north east."""
    for order in ("g1-lutetia", "g1-olbia"):
        war.file(f"{order} {war.state.dice[0]}")
        war.file("done")
    page = see(war, PHONE, **FINGERS)
    for ply, city in ((war.match.ply - 4, "lutetia"), (war.match.ply - 2, "olbia")):
        page.goto(f"{page.url.partition('/matches/')[0]}/matches/{war.pk}/history/{ply}/?step=1")
        expect(page.locator("[data-lens] .marks")).to_have_count(1)
        assert page.locator(f'[data-lens] [data-space="{city}"]').evaluate(IN_SIGHT)


def test_a_mouse_drags_the_enlarged_map(see: Callable[..., Page], war: War) -> None:
    page = see(war)
    page.get_by_role("button", name="Show the board larger").click()
    lens = page.locator("[data-lens]")
    before = lens.evaluate("lens => lens.scrollLeft")
    box = lens.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 250, box["y"] + 200, steps=4)
    page.mouse.up()
    assert lens.evaluate("lens => lens.scrollLeft") == pytest.approx(before + 50, abs=2)
