"""A whole match of The Duke by taps on two phones, and what its board shows on demand."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Callable, Sequence

import pytest
from django.core.cache import cache
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.chance import provable_draw
from games.duke.data import KINDS
from games.duke.perft import BAG
from games.matches import sealing, services
from games.matches.models import Match
from tests.browser.conftest import Table
from tests.browser.people import Partials, hear_news
from tests.browser.test_glide import NOTE_GLIDES, glides
from tests.browsers import PHONE, Sit
from tests.matches.conftest import again, file_orders, open_match

TOUCH = {"has_touch": True, "is_mobile": True}
THUMB = 48
SET_UP = ("setup c1 b1 d1", "setup d6 c6 e6")


@pytest.fixture
def table(live_server: LiveServer, sit: Sit, make_person: Callable[..., User]) -> Table:
    """A match of The Duke that has just begun: Anna, who has Light, is to set up."""
    cache.clear()
    anna, boris = make_person("Anna"), make_person("Boris")
    match = open_match(anna, slug="duke", wish="1")
    services.join_match(match_id=match.pk, person_id=boris.pk, wish="2")
    return Table(live_server.url, sit, anna, boris, again(match))


def let_light_draw(match: Match, draws: Sequence[tuple[int, str]]) -> None:
    """Choose the secret seed so that Light draws these kinds at these plies."""
    lines = [seat.line for seat in match.seats.order_by("place")]
    bag = [kind for kind in KINDS for _one in range(BAG.get(kind, 0))]
    wanted = []
    for ply, kind in draws:
        wanted.append((ply, len(bag), bag.index(kind) + 1))
        bag.remove(kind)
    for number in itertools.count():
        seed = hashlib.sha256(str(number).encode()).digest()
        if all(
            provable_draw(seed, lines, str(match.pk), ply, count, "draw", sides) == value
            for count, (ply, sides, value) in enumerate(wanted)
        ):
            break
    Match.objects.filter(pk=match.pk).update(
        sealed_seed=sealing.seal(seed.hex()), seed_hash=hashlib.sha256(seed).hexdigest()
    )


def cell(page: Page, square: str) -> Locator:
    return page.locator(f'#board-place [data-space="{square}"]')


def marks(page: Page, shape: str) -> int:
    return page.locator(f"#board > .marks:not([data-layer]) .mark.{shape}").count()


class Player:
    """Somebody at a phone who plays by taps. ``partials`` listens to what the page is answered."""

    def __init__(self, page: Page) -> None:
        self.page, self.partials = page, Partials(page)
        page.evaluate("window.mark = 'still here'")

    def tap(self, *squares: str) -> None:
        for square in squares:
            cell(self.page, square).tap()

    def choose(self, order: str, *squares: str) -> None:
        """Tap the squares, each once it has been offered, until the order stands in the sheet."""
        for square in squares:
            expect(cell(self.page, square)).to_have_attribute("data-live", "")
            self.tap(square)
            expect(self.page.locator(f'.cell.sel[data-space="{square}"]').or_(self.order(order))).to_be_visible()
        expect(self.order(order)).to_be_visible()

    def order(self, text: str) -> Locator:
        return self.page.locator(".sheet code").get_by_text(text, exact=True)

    def play(self, order: str, *squares: str) -> None:
        """Choose an order on the board and tap once more where it goes."""
        self.choose(order, *squares)
        self.tap(squares[-1])
        expect(self.order(order)).to_be_hidden()

    def draw(self, name: str, square: str) -> None:
        """Draw a tile, see which it is, and put it down; only the square is asked for."""
        self.page.get_by_role("button", name="Draw a tile").tap()
        expect(self.order("draw")).to_be_visible()
        self.page.get_by_role("button", name="File", exact=True).tap()
        expect(self.page.locator("#trays")).to_contain_text("Drawn, to be placed")
        expect(self.page.locator("#trays").get_by_role("button", name=f"light {name}").first).to_be_visible()
        expect(self.page.locator("#composer legend")).to_have_text([re.compile(f"You drew: {name}.")])
        self.play(f"@{square}", square)


def test_two_people_play_to_mate_by_taps_on_phones(table: Table) -> None:
    """RULES.md 2 to 7 in one story: set-up, draws, a strike, guard, a command, mate; every change is a partial."""
    let_light_draw(table.match, [(3, "bowman"), (10, "general"), (17, "marshall")])
    anna, boris = (Player(table.open(user, PHONE, **TOUCH)) for user in (table.anna, table.boris))

    # the set-up: a Duke and two Footmen, seen on the board before they are filed
    for player, squares in ((anna, ("c1", "b1", "d1")), (boris, ("d6", "c6", "e6"))):
        for square in squares:
            player.tap(square)
            expect(player.page.locator(".sheet li")).to_have_count(squares.index(square) + 1)
        player.tap(squares[-1])
        expect(player.page.locator(".sheet")).to_be_hidden()
        for page in (anna.page, boris.page):
            hear_news(page)
    for page in (anna.page, boris.page):
        assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"]
        box = cell(page, "d3").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= THUMB
    # each looks at the board from the own side
    assert below(anna.page, "c1", "d6")
    assert below(boris.page, "d6", "c1")

    anna.draw("Bowman", "c2")
    hear_news(boris.page)
    expect(boris.page.locator("#story")).to_contain_text("Bowman @c2")
    boris.play("c6-c5", "c6", "c5")
    hear_news(anna.page)
    assert marks(anna.page, "arrow") == 1
    # the Footman stands with its back up now, and says so
    expect(cell(anna.page, "c5")).to_have_attribute("aria-label", re.compile("dark Footman, back"))

    anna.play("c2-d2", "c2", "d2")
    hear_news(boris.page)
    boris.play("c5-d4", "c5", "d4")
    hear_news(anna.page)

    # the Bowman strikes and stays
    anna.tap("d2")
    expect(anna.page.locator(".mark.cross")).to_have_count(1)
    expect(cell(anna.page, "d4")).to_have_attribute("aria-label", re.compile("you may shoot here"))
    anna.play("d2*d4", "d4")
    expect(cell(anna.page, "d2")).to_have_attribute("aria-label", re.compile("light Bowman, front"))
    expect(anna.page.locator("#trays")).to_contain_text("Captured dark tiles")
    expect(anna.page.locator("#trays .tray").last.get_by_role("button", name="dark Footman")).to_be_visible()
    hear_news(boris.page)
    expect(boris.page.locator("#story")).to_contain_text("Captured: Footman on d4")

    # guard: the dark Duke looks down the file
    boris.play("d6-c6", "d6", "c6")
    hear_news(anna.page)
    expect(anna.page.locator("#composer")).to_contain_text("Guard! Your Duke is threatened by the Duke on c6.")
    expect(cell(anna.page, "c1")).to_have_attribute("aria-label", re.compile("light Duke, front.*in danger"))
    assert marks(anna.page, "shield") == 1
    anna.draw("General", "c2")
    expect(anna.page.locator(".mark.shield")).to_have_count(0)
    hear_news(boris.page)
    boris.play("c6-c4", "c6", "c4")
    hear_news(anna.page)
    anna.play("c2-c3", "c2", "c3")
    hear_news(boris.page)
    expect(boris.page.locator("#composer")).to_contain_text("Guard! Your Duke is threatened by the General on c3.")
    boris.play("c4-e4", "c4", "e4")
    hear_news(anna.page)

    # a command in two taps: whom, and where to; the General turns, the Bowman does not
    anna.play("c3:d2-b2", "c3", "d2", "b2")
    expect(cell(anna.page, "c3")).to_have_attribute("aria-label", re.compile("light General, front"))
    expect(cell(anna.page, "b2")).to_have_attribute("aria-label", re.compile("light Bowman, front"))
    hear_news(boris.page)
    boris.play("e6-e5", "e6", "e5")
    hear_news(anna.page)
    anna.draw("Marshall", "c2")
    hear_news(boris.page)

    for player in (anna, boris):
        expect(player.page.locator("#wanted")).to_contain_text("The Duke cannot be saved. Light wins.")
        assert player.page.evaluate("window.mark") == "still here"
        assert player.partials.whole == []
        assert player.partials.count > 20
        expect(player.page.locator("#composer")).to_contain_text("Anna won")
    assert table.now().state == Match.State.OVER


def set_up(table: Table) -> None:
    for user, text in ((table.anna, SET_UP[0]), (table.boris, SET_UP[1])):
        file_orders(table.now(), user, text)


def card(page: Page) -> Locator:
    return page.locator(".closeup:popover-open")


def test_attacked_squares_are_shown_on_demand_and_stay_when_news_come(table: Table) -> None:
    set_up(table)
    page = table.open(table.anna)
    fold = page.locator("#layers details", has_text="Squares that Light attacks")
    layer = page.locator("#board [data-layer='1']")
    expect(layer).to_be_hidden()
    fold.locator("summary").click()
    # 3.2 and 3.4: each Footman one step along rank and file, the Duke shut in between them
    expect(fold.locator("p")).to_have_text("a1, e1, b2, d2")
    expect(layer).to_be_visible()
    assert layer.locator(".mark.dot").count() == 4
    for text, user in (("d1-d2", table.anna), ("e6-e5", table.boris)):
        file_orders(table.now(), user, text)
    hear_news(page)
    expect(cell(page, "e5")).to_have_attribute("data-card", "card-dark-footman")
    expect(layer).to_be_visible()
    assert layer.locator(".mark.dot").count() == len(re.findall("[a-f][1-6]", fold.locator("p").inner_text())) > 4
    fold.locator("summary").click()
    expect(layer).to_be_hidden()


def test_a_moved_tile_glides_though_it_turns_over_and_takes_nobody_along(table: Table) -> None:
    """Anna sees Boris' move: e6 to e5 is down her board. Her own filed move travels too."""
    set_up(table)
    page = table.open(table.anna)
    page.evaluate(NOTE_GLIDES)
    cell(page, "d1").click()
    cell(page, "d2").click()
    expect(page.locator(".sheet code")).to_have_text("d1-d2")
    cell(page, "d2").click()
    expect(page.locator(".sheet")).to_be_hidden()
    file_orders(table.now(), table.boris, "e6-e5")
    hear_news(page)
    expect(cell(page, "e5")).to_have_attribute("data-card", "card-dark-footman")
    assert glides(page) == [
        ["d2", ["translate(0px, 60px)", "translate(0px, 0px)"]],
        ["e5", ["translate(0px, -60px)", "translate(0px, 0px)"]],
    ]


def test_both_faces_are_shown_on_hover_by_key_and_by_a_long_press(table: Table) -> None:
    set_up(table)
    page = table.open(table.anna)
    for place, name in (
        (cell(page, "d6"), "dark Duke"),
        (page.get_by_role("button", name="light Seer"), "light Seer"),
    ):
        place.hover()
        expect(card(page)).to_contain_text(name)
        expect(card(page).locator("figure")).to_have_count(2)
        expect(card(page)).to_contain_text(re.compile("Front side.*Back side"))
        page.mouse.move(0, 0)
        expect(card(page)).to_have_count(0)
    cell(page, "c1").focus()
    page.keyboard.press("i")
    expect(card(page)).to_contain_text("light Duke")
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)

    phone = table.open(table.anna, PHONE, **TOUCH)
    box = cell(phone, "b1").bounding_box()
    assert box
    finger = phone.context.new_cdp_session(phone)
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    expect(card(phone)).to_contain_text("light Footman")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.wait_for_timeout(300)
    expect(card(phone)).to_contain_text("light Footman")
    # it was no tap: the tile is not chosen
    expect(phone.locator(".cell.sel")).to_have_count(0)


def test_turns_are_taken_by_keyboard_and_without_scripts(table: Table) -> None:
    set_up(table)
    page = table.open(table.anna)
    cell(page, "b1").focus()
    page.keyboard.press("Enter")
    expect(page.locator('.cell.sel[data-space="b1"]')).to_be_visible()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet code")).to_have_text(["b1-b2"])
    expect(page.locator("#live")).to_contain_text("b1-b2")  # said when all of the answer is shown; the next press files
    page.keyboard.press("Enter")
    expect(page.locator("#story")).to_contain_text("Light: Footman b1-b2.")

    plain = table.open(table.boris, java_script_enabled=False)
    plain.get_by_role("button", name="Draw a tile").click()
    plain.get_by_role("button", name="File", exact=True).click()
    expect(plain.locator("#composer legend")).to_have_text(re.compile("You drew: .* On which square beside your Duke?"))
    plain.get_by_role("button", name="d5", exact=True).click()
    plain.get_by_role("button", name="File", exact=True).click()
    expect(plain.locator("#story")).to_contain_text(re.compile("Dark: .* @d5."))
    expect(plain.locator("#composer")).to_contain_text("Nothing is wanted of you")


def below(page: Page, one: str, other: str) -> bool:
    boxes = [cell(page, square).bounding_box() for square in (one, other)]
    assert boxes[0]
    assert boxes[1]
    return boxes[0]["y"] > boxes[1]["y"]
