"""A match of the Two Kings by taps on a phone: traps, dice, a duel, orders that play on, the end."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Callable

import pytest
from django.core.cache import cache
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.chance import provable_draw
from games.matches import sealing, services
from games.matches.models import Match, Seat
from tests.browser.conftest import Table
from tests.browser.people import Partials, hear_news
from tests.browsers import DESKTOP, PHONE, Sit
from tests.matches.conftest import again, file_orders, open_match

TOUCH = {"has_touch": True, "is_mobile": True}
THUMB = 44
TRAPS = {"B": (20, 40), "X": (25, 50), "T": (70,), "M": (30, 60)}
NEAR = "set T3 B40 B41 X50 X51 M60 M61"


@pytest.fixture
def table(live_server: LiveServer, sit: Sit, make_person: Callable[..., User]) -> Table:
    """A match of the Two Kings that has just begun: Anna is King Pistachio."""
    cache.clear()
    anna, boris = make_person("Anna"), make_person("Boris")
    match = open_match(anna, slug="two_kings", wish="P")
    services.join_match(match_id=match.pk, person_id=boris.pk, wish="R")
    return Table(live_server.url, sit, anna, boris, again(match))


def let_anna_win_a_duel(match: Match) -> None:
    """Choose the secret seed so that Anna begins and her artillery wins the duel on square 3 in her first turn."""
    lines = [seat.line for seat in match.seats.order_by("place")]
    for number in itertools.count():
        seed = hashlib.sha256(str(number).encode()).digest()

        def die(ply: int, count: int, purpose: str, seed: bytes = seed) -> int:
            return provable_draw(seed, lines, str(match.pk), ply, count, purpose, 6)

        begins = die(1, 0, "first turn of P") > die(1, 1, "first turn of R")
        duel = die(2, 4, "P A in duel on 3"), die(2, 5, "mortar in duel on 3")
        if begins and (die(2, 2, "P C"), die(2, 3, "P A"), die(2, 6, "P I")) == (4, 3, 5) and duel[0] > duel[1]:
            break
    Match.objects.filter(pk=match.pk).update(
        sealed_seed=sealing.seal(seed.hex()), seed_hash=hashlib.sha256(seed).hexdigest()
    )


def cell(page: Page, space: str) -> Locator:
    return page.locator(f'#board-place [data-space="{space}"]')


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).tap()


def play_on(table: Table, *pages: Page) -> None:
    """What the worker does with orders given ahead; the pages then ask for news."""
    while services.resolve_ply(match_id=table.match.pk):
        pass
    for page in pages:
        hear_news(page)


@pytest.mark.parametrize(
    ("size", "has_scripts"), [(DESKTOP, True), (PHONE, False)], ids=["at a desk", "without scripts"]
)
def test_a_board_that_need_not_be_enlarged_has_no_lens(table: Table, size: dict[str, int], has_scripts: bool) -> None:
    page = table.open(table.anna, size, java_script_enabled=has_scripts)
    expect(cell(page, "R20")).to_have_attribute("data-live", "")
    expect(page.locator(".lens")).to_have_count(0)
    expect(page.get_by_text("Whole board")).to_be_hidden()


def test_a_king_is_taken_by_taps_on_phones(table: Table) -> None:
    let_anna_win_a_duel(table.match)
    anna, boris = (table.open(user, PHONE, **TOUCH) for user in (table.anna, table.boris))
    partials = [Partials(anna), Partials(boris)]
    for page in (anna, boris):
        page.evaluate("window.mark = 'still here'")

    # the layout: kind by kind, each trap where it is tapped on the enemy's road
    assert anna.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"]
    box = cell(anna, "R20").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= THUMB
    expect(anna.locator("#composer")).to_contain_text("They lie on the road of: King Raspberry")
    # neither the gate of that road nor the bridge is offered
    expect(cell(anna, "R45")).to_have_attribute("data-live", "")
    expect(cell(anna, "R46")).to_have_count(0)
    laid = 0
    for squares in TRAPS.values():
        for square in squares:
            cell(anna, f"R{square}").tap()
            laid += 1
            expect(anna.locator(".sheet li")).to_have_count(laid)
    expect(anna.locator("#board .mark.drafted")).to_have_count(7)
    press(anna, "Seal and file")
    expect(anna.locator("#strip")).to_contain_text("has filed")
    assert "Barricade" not in boris.locator("#board-place").inner_html()
    file_orders(table.now(), table.boris, NEAR)
    table.reveal(anna, boris)
    for page in (anna, boris):
        expect(cell(page, "P3")).to_have_attribute("aria-label", "P3, Mortar")
        expect(cell(page, "R20")).to_have_attribute("aria-label", "R20, Barricade")
        expect(page.locator("#story")).to_contain_text("King Pistachio begins.")

    # one tap rolls; the duel is told, and stepped through on the board
    press(anna, "Roll")
    expect(cell(anna, "P4")).to_have_attribute("aria-label", re.compile("P4, Pistachio artillery"))
    expect(cell(anna, "P2")).to_have_attribute("aria-label", re.compile("P2, Pistachio cavalry"))
    expect(cell(anna, "P6")).to_have_attribute("aria-label", re.compile("P6, Pistachio infantry"))
    expect(anna.locator("#story")).to_contain_text("Duel with the mortar")
    hear_news(boris)
    expect(boris.locator("#wanted")).to_contain_text("Your turn")
    address = anna.locator("#story a", has_text="Duel with the mortar").get_attribute("href")
    stepping = anna.context.new_page()
    stepping.goto(f"{table.url}{address}")
    expect(stepping.locator("#replay .wanted")).to_contain_text("Duel with the mortar")
    assert "P: C2 A3 I1; T3 B40" in str(stepping.locator("#replay desc").text_content())
    stepping.close()

    # both let the die roll on; whoever has to decide is called, nobody is asked in between
    press(boris, "Roll on until something happens")
    expect(boris.locator("#story")).to_contain_text("Auto order for 10 turns.")
    hear_news(anna)
    press(anna, "Roll on until something happens")
    expect(anna.locator("#composer")).to_contain_text("Nothing is wanted of you just now.")
    play_on(table, anna, boris)
    waiting = Seat.objects.get(match=table.match, is_to_act=True)
    called, other = (anna, boris) if waiting.name == "P" else (boris, anna)
    expect(called.get_by_role("button", name="Roll", exact=True)).to_be_visible()
    expect(other.get_by_role("button", name="Roll", exact=True)).to_have_count(0)
    assert table.now().ply > 5

    while table.now().state == Match.State.PLAYING:
        seat = Seat.objects.select_related("player").get(match=table.match, is_to_act=True)
        assert seat.player is not None
        file_orders(table.now(), seat.player, "auto 10")
        while services.resolve_ply(match_id=table.match.pk):
            pass
    for page, listener in zip((anna, boris), partials, strict=True):
        hear_news(page)
        expect(page.locator("#composer")).to_contain_text(re.compile("(Anna|Boris) won"))
        assert page.evaluate("window.mark") == "still here"
        assert listener.whole == []
