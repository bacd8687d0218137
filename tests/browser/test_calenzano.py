"""A battle of Calenzano on two phones: sealed layouts, then orders by taps, a shot, a mêlée, the turn's end."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core.cache import cache
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.matches import services
from tests.browser.people import hear_news
from tests.browsers import DESKTOP, PHONE, Sit
from tests.matches.battles import Battle, begin_battle

SCALE = "lens => lens.querySelector('.board-svg').getBoundingClientRect().width / lens.clientWidth"
FITS = "document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture
def people(make_person: Callable[..., User]) -> tuple[User, User]:
    cache.clear()
    return make_person("Anna"), make_person("Boris")


@pytest.fixture
def see(live_server: LiveServer, sit: Sit) -> Callable[..., Page]:
    """The battle at somebody's screen, a phone if nothing else is said."""

    def look(battle: Battle, seat: str, *, is_phone: bool = True) -> Page:
        person = sit(PHONE, has_touch=True, is_mobile=True) if is_phone else sit(DESKTOP)
        person.sign_in(battle.people[seat], live_server.url)
        person.page.goto(live_server.url + battle.address)
        return person.page

    return look


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'#board-place [data-space="{name}"]')


def tap(page: Page, name: str) -> None:
    """Tap a cell as soon as it invites."""
    expect(cell(page, name)).to_have_attribute("data-live", "")
    cell(page, name).tap()


def press(page: Page, name: str) -> None:
    page.locator("#composer").get_by_role("button", name=name).first.tap()


def sheet(page: Page) -> Locator:
    return page.locator("#composer .sheet code")


def test_two_deploy_on_phones_in_secret(people: tuple[User, User], see: Callable[..., Page]) -> None:
    battle = begin_battle(*people, is_deployed=False)
    anna, boris = see(battle, "N"), see(battle, "S")
    expect(anna.locator("#composer .is-open legend")).to_have_text("Which cell for: foot?")
    tap(anna, "A1")
    expect(sheet(anna)).to_have_text(["deploy F A1"])
    expect(cell(anna, "A1").locator("use")).to_have_attribute("href", "#cz-N-F")
    expect(anna.locator("#composer .budget")).to_contain_text("Placed: 1 of 18.")
    press(anna, "Clear")
    press(anna, "Fill in the usual orders")
    expect(sheet(anna)).to_have_count(18)
    press(anna, "Seal and file")
    expect(anna.locator("#wanted")).to_contain_text("Waiting for Boris")
    hear_news(boris)
    expect(boris.locator('#board use[href^="#cz-N-"]')).to_have_count(0)
    press(boris, "Fill in the usual orders")
    expect(sheet(boris)).to_have_count(25)
    press(boris, "Seal and file")
    expect(boris.locator("#wanted")).to_contain_text("the seals are being broken")
    assert services.resolve_ply(match_id=battle.pk)
    for page in (anna, boris):
        hear_news(page)
        expect(page.locator('#board use[href^="#cz-N-"]')).to_have_count(18)
        expect(page.locator('#board use[href^="#cz-S-"]')).to_have_count(25)
        assert page.evaluate(FITS)


def test_a_turn_is_played_by_taps_in_parts(people: tuple[User, User], see: Callable[..., Page]) -> None:
    battle = begin_battle(*people, alliance_die="own")
    battle.stand("F L20, F J14, F A1", "F L21, K M22, A J20, F A30", "S")
    boris, anna = see(battle, "S"), see(battle, "N")
    expect(boris.locator("#composer .budget")).to_contain_text("Without an order so far, 4: J20, L21, M22, A30.")
    assert boris.locator("[data-lens]").evaluate(SCALE) > 2

    # the archer: what it can reach, where it can shoot, how likely it hits; then the shot
    tap(boris, "J20")
    expect(cell(boris, "J20")).to_have_class(re.compile(r"\bsel\b"))
    expect(cell(boris, "J19")).to_have_attribute("data-live", "")
    expect(boris.locator("#board .zone").first).to_be_attached()
    expect(boris.locator("#board .mark-text", has_text="2/6")).to_have_count(2)
    tap(boris, "J14")
    expect(sheet(boris)).to_have_text(["J20 shot J14"])

    # the next figure without an order by a button, brought into sight; then by a tap on its target
    press(boris, "Next: Foot of Lucca L21")
    expect(cell(boris, "L21")).to_have_class(re.compile(r"\bsel\b"))
    expect(cell(boris, "L21")).to_be_in_viewport()
    press(boris, "Choose again")
    tap(boris, "M22")
    tap(boris, "M21")
    expect(sheet(boris)).to_have_text(["J20 shot J14", "M22-M21"])
    press(boris, "File this part")
    expect(boris.locator("#story")).to_contain_text("Archer of Lucca J20 shoots at J14 and throws")
    expect(boris.locator("#wanted")).to_contain_text("Go on with turn")
    hear_news(anna)
    expect(anna.locator("#story")).to_contain_text("Rider of Lucca M22 goes to M21.")

    # a mêlée of two against one, which cannot be lost
    tap(boris, "L21")
    tap(boris, "L20")
    press(boris, "with M21")
    expect(sheet(boris)).to_have_text(["L21+M21xL20"])
    expect(boris.locator("#board .mark-text", has_text="100%")).to_have_count(1)
    press(boris, "End the turn")
    expect(boris.locator("#wanted")).to_contain_text("Waiting for Anna")
    expect(boris.locator("#story")).to_contain_text("Off the board: Foot of Calenzano L20.")
    hear_news(anna)
    expect(anna.locator("#wanted")).to_contain_text("Your turn")
    fallen = battle.state.losses[0]  # the shot may have hit
    assert fallen in (1, 2)
    expect(anna.locator("#trays")).to_contain_text(f"Fallen of Calenzano: {fallen} of 18")
    assert anna.evaluate(FITS)
    assert boris.evaluate(FITS)


def test_on_a_desk_the_whole_map_can_be_seen(people: tuple[User, User], see: Callable[..., Page]) -> None:
    page = see(begin_battle(*people), "N", is_phone=False)
    lens = page.locator("[data-lens]")
    assert lens.evaluate("lens => lens.scrollHeight > lens.clientHeight")
    page.get_by_role("button", name="Whole board").click()
    assert lens.evaluate("lens => lens.scrollHeight <= lens.clientHeight + 1")
    expect(page.get_by_role("button", name="Show the board smaller")).to_be_disabled()
    page.get_by_role("button", name="Show the board larger").click()
    assert lens.evaluate(SCALE) > 0.7
