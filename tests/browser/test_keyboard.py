"""A whole Ice Battle without a mouse: the board is a grid, the text form suffices, the other's moves are told (F75)."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Table
from tests.browser.people import hear_news
from tests.browsers import PHONE


def tab_to(page: Page, where: str, *, back: bool = False) -> None:
    """Press Tab until the focus is on what matches, once round the page if need be."""
    for _press in range(200):
        if page.evaluate("where => document.activeElement.matches(where)", where):
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"no way to {where} with the Tab key")


def walk_to(page: Page, space: str) -> None:
    """Walk over the board with the arrow keys."""
    column, row = ord(space[0]) - ord("A"), 8 - int(space[1])

    def place() -> tuple[int, int]:
        at = page.evaluate("() => document.activeElement.dataset.space")
        return ord(at[0]) - ord("A"), 8 - int(at[1])

    for _press in range(14):
        x, y = place()
        if (x, y) == (column, row):
            break
        page.keyboard.press(
            "ArrowRight" if x < column else "ArrowLeft" if x > column else "ArrowDown" if y < row else "ArrowUp"
        )
    assert place() == (column, row)


def choose(page: Page, space: str) -> None:
    walk_to(page, space)
    page.keyboard.press("Enter")


def expect_focus(page: Page) -> None:
    """The keyboard has a place on the page."""
    page.wait_for_function("() => document.activeElement !== document.body")


def press_button(page: Page, name: str) -> None:
    """Tab to a button of the composer by its words and press it."""
    for _press in range(200):
        if (
            page.evaluate(
                "() => document.activeElement.closest('#composer') && document.activeElement.textContent.trim()"
            )
            == name
        ):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no button “{name}” to be reached")


def write_orders(page: Page, orders: str) -> None:
    """File a sheet by the text form alone."""
    for _ in range(3):  # news that come this very moment may open the fold too
        if page.locator("#orders").is_visible():
            break
        tab_to(page, "#composer summary")
        page.keyboard.press("Enter")
    tab_to(page, "#orders")
    page.keyboard.press("Control+A")
    page.keyboard.type(orders)
    tab_to(page, "[name=check]")
    expect_focus(page)
    tab_to(page, "#file", back=True) if page.locator(".sheet code").count() else tab_to(page, "#file")
    page.keyboard.press("Enter")


def lines_of(page: Page, *lines: str) -> None:
    expect(page.locator(".sheet code")).to_have_text(list(lines))


def test_whole_match_by_keyboard(table: Table) -> None:
    anna, boris = table.open(table.anna), table.open(table.boris, PHONE)

    # the layout: one tab stop on the board, arrows within it
    tab_to(anna, "#board-place [data-space]")
    placed = []
    for kind, space in zip("HAWWWW", ("E1", "D1", "C2", "D2", "E2", "F2"), strict=True):
        choose(anna, space)
        placed.append(f"{kind} {space}")
        expect(anna.locator(".sheet li")).to_have_count(len(placed))
        assert anna.evaluate("() => document.activeElement.dataset.space") == space
    press_button(anna, "Seal and file")
    expect(anna.locator("#state-R")).to_contain_text("has filed")
    expect_focus(anna)
    hear_news(boris)
    expect(boris.locator("#live")).to_have_text("Anna has filed.")
    write_orders(boris, "set H E7; A D8; W C7 D7 F7 G7")
    expect(boris.locator("#wanted")).to_contain_text("All sheets are in")
    expect_focus(boris)
    table.reveal(anna, boris)

    # turn 1: two moves on the board
    for page in (anna, boris):
        expect(page.locator("#live")).to_have_text("Write your orders for turn 1: two actions, or one archer shot.")
        expect_focus(page)
    tab_to(anna, "#board-place [data-space]")
    choose(anna, "E2")
    expect(anna.locator("#live")).to_have_text("What does it do?")
    choose(anna, "E5")
    lines_of(anna, "E2-E5")
    expect(anna.locator("#live")).to_have_text("E2-E5. Row 2: which warrior acts?")
    choose(anna, "E5")
    expect(anna.locator("[name=picked]")).to_have_value("who=E5")
    choose(anna, "E6")
    expect(anna.locator("[name=picked]")).to_have_count(2)
    press_button(anna, "Move")
    lines_of(anna, "E2-E5", "E5-E6")
    expect_focus(anna)
    press_button(anna, "Seal and file")
    expect(anna.locator("#state-R")).to_contain_text("has filed")
    write_orders(boris, "D8 def 1\nD8 def 1")
    expect(boris.locator("#wanted")).to_contain_text("All sheets are in")
    table.reveal(anna, boris)
    for page in (anna, boris):
        expect(page.locator("#live")).to_contain_text("goes from E2 to E5")
        expect(page.locator("#live")).to_contain_text("Write your orders for turn 2")
        expect_focus(page)

    # turn 2: two attacks with a strength, in the number field
    tab_to(anna, "#board-place [data-space]")
    for row in (1, 2):
        choose(anna, "E6")
        expect(anna.locator("[name=picked]")).to_have_value("who=E6")
        choose(anna, "E7")
        expect(anna.locator("[name=picked]")).to_have_count(2)
        press_button(anna, "Attack")
        expect(anna.locator("#number")).to_be_focused()
        anna.keyboard.type("9")
        anna.keyboard.press("Enter")
        lines_of(anna, *["E6xE7 9"] * row)
        expect_focus(anna)
        tab_to(anna, "#board-place [data-space]", back=True)
    press_button(anna, "Seal and file")
    expect(anna.locator("#state-R")).to_contain_text("has filed")
    write_orders(boris, "D8 def 1\nD8 def 1")
    expect(boris.locator("#wanted")).to_contain_text("All sheets are in")
    table.reveal(anna, boris)
    expect(boris.locator("#live")).to_contain_text("Master E7 loses a life. Lives left: 2.")

    # turn 3: the text form alone, on both sides
    for page in (anna, boris):
        expect(page.locator("#news-values [name=ply]")).to_have_value(str(table.now().ply))
        expect(page.locator("#live")).to_contain_text("Write your orders for turn 3")
    write_orders(anna, "E6xE7 9\nE6xE7 9")
    expect(anna.locator("#state-R")).to_contain_text("has filed")
    write_orders(boris, "C7-C6\nC6-C5")
    expect(boris.locator("#wanted")).to_contain_text("All sheets are in")
    table.reveal(anna, boris)
    for page in (anna, boris):
        expect(page.locator("#composer")).to_contain_text("Anna won")
        expect(page.locator("#live")).to_contain_text(re.compile("Master .*falls|The Russians win|Nevsky"))
        expect_focus(page)
    press_button(anna, "Play again, sides changed")
    expect(anna.locator("#wanted")).to_contain_text("Waiting for players")


def test_board_is_a_labelled_grid(table: Table) -> None:
    table.line_up()
    page = table.open(table.anna)
    grid = page.get_by_role("grid", name="Ice Battle")
    expect(grid).to_have_count(1)
    expect(grid.get_by_role("row")).to_have_count(8)
    expect(grid.get_by_role("gridcell")).to_have_count(64)
    expect(grid.get_by_role("gridcell", name="E1, Nevsky, 4 lives, you may choose this")).to_have_count(1)
    expect(grid.get_by_role("gridcell", name="A5", exact=True)).to_have_count(1)
    expect(grid.locator("[tabindex='0']")).to_have_count(1)
    tab_to(page, "#board-place [data-space]")
    page.keyboard.press("Home")
    assert str(page.evaluate("() => document.activeElement.dataset.space")).startswith("A")
    page.keyboard.press("End")
    assert str(page.evaluate("() => document.activeElement.dataset.space")).startswith("H")
    expect(grid.locator("[tabindex='0']")).to_have_count(1)
    page.keyboard.press("Tab")
    assert not page.evaluate("() => document.activeElement.closest('[role=grid]')")


def test_focus_stays_in_the_story_when_news_arrive(table: Table) -> None:
    table.line_up()
    page = table.open(table.anna)
    tab_to(page, ".story a")
    table.play_turn()
    hear_news(page)
    expect(page.locator("#story")).to_contain_text("Turn 1, row 1")
    assert page.evaluate("() => Boolean(document.activeElement.closest('.story-fold'))")


def test_chat_of_the_opponent_is_told_once(table: Table) -> None:
    page = table.open(table.anna)
    page.evaluate("""() => {
        window.told = [];
        const live = document.getElementById("live");
        const changes = {childList: true, characterData: true, subtree: true};
        new MutationObserver(() => told.push(live.textContent)).observe(live, changes);
    }""")
    table.say(table.boris, "Good morning")
    hear_news(page)
    expect(page.locator("#live")).to_have_text("Boris says: Good morning")
    hear_news(page)
    assert set(page.evaluate("told")) == {"Boris says: Good morning"}
