"""Orders by tapping on a phone: every step of the composer, and the text beside it always in step."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from games.matches.models import Sheet
from tests.browser.conftest import ORDERS, Table
from tests.browsers import PHONE

SPENT = re.compile(r"ties up (\d+) of your (\d+) points and costs (\d+) at most")


@pytest.fixture
def page(table: Table) -> Page:
    """Anna's phone in turn 2: her soldier on E4 stands before one of his on E5."""
    table.line_up()
    table.play_turn("E2-E3\nE3-E4", "E7-E6\nE6-E5")
    return table.open(table.anna, PHONE, has_touch=True, is_mobile=True)


def tap(page: Page, space: str, picked: int) -> None:
    """Tap a space; ``picked`` choices are made then."""
    page.locator(f'#board-place [data-space="{space}"]').tap()
    expect(page.locator("[name=picked]")).to_have_count(picked)


def press(page: Page, name: str) -> None:
    page.locator("#composer").get_by_role("button", name=name, exact=True).tap()


def expect_sheet(page: Page, *lines: str) -> None:
    """Chips and text say the same."""
    expect(page.locator(".sheet code")).to_have_text(list(lines))
    expect(page.locator("#orders")).to_have_value("\n".join(lines))


def spent(page: Page) -> tuple[int, ...]:
    """Tied up, account, costs at most."""
    found = SPENT.search(page.locator(".budget").inner_text())
    assert found
    return tuple(int(number) for number in found.groups())


def test_layout_is_made_on_the_board(table: Table) -> None:
    page = table.open(table.anna, PHONE, has_touch=True, is_mobile=True)
    for number, space in enumerate(("E1", "D1", "C2", "D2", "E2", "F2"), start=1):
        page.locator(f'#board-place [data-space="{space}"]').tap()
        expect(page.locator(".sheet li")).to_have_count(number)
        expect(page.locator(".budget")).to_contain_text(f"Placed: {number} of 6")
    expect(page.locator("#orders")).to_have_value("set H E1; A D1; W C2 D2 E2 F2")
    page.get_by_role("button", name="Take away set W F2").tap()
    expect(page.locator(".sheet li")).to_have_count(5)
    expect(page.get_by_role("button", name="Seal and file")).to_have_count(0)
    page.locator('#board-place [data-space="G2"]').tap()
    expect(page.locator("#orders")).to_have_value("set H E1; A D1; W C2 D2 E2 G2")
    press(page, "Seal and file")
    expect(page.locator("#state-R")).to_contain_text("has filed")


def test_move_attack_and_extra_defence_by_taps(page: Page) -> None:
    tap(page, "D2", 1)
    tap(page, "D4", 0)  # two cells: only a move reaches so far
    expect_sheet(page, "D2-D4")
    assert spent(page) == (3, 98, 3)
    tap(page, "E4", 1)
    tap(page, "E5", 2)
    press(page, "Attack")
    number = page.locator("#number")
    expect(number).to_have_attribute("type", "number")
    expect(number).to_have_attribute("min", "1")
    expect(number).to_have_attribute("max", "95")  # 98 points less the move
    number.fill("7")
    press(page, "Add this order")
    expect_sheet(page, "D2-D4", "E4xE5 7")
    assert spent(page) == (10, 98, 10)
    tap(page, "E1", 1)
    expect(number).to_have_attribute("max", "88")
    number.fill("3")
    press(page, "Add this order")
    expect_sheet(page, "D2-D4", "E4xE5 7", "+E1 def 3")
    assert spent(page) == (13, 98, 12)  # half of 3, rounded up, is paid
    press(page, "Seal and file")
    expect(page.locator("#composer .sealed pre")).to_have_text("D2-D4\nE4xE5 7\n+E1 def 3")


def test_defence_and_shot_by_taps(page: Page) -> None:
    tap(page, "E1", 1)
    press(page, "Defend")
    page.locator("#number").fill("4")
    press(page, "Add this order")
    expect_sheet(page, "E1 def 4")
    assert spent(page) == (4, 98, 2)
    tap(page, "D1", 1)
    expect(page.get_by_role("button", name="Shoot", exact=True)).to_have_count(0)  # a shot fills both rows
    press(page, "Clear")
    expect_sheet(page)
    tap(page, "D1", 1)
    tap(page, "F7", 0)
    expect_sheet(page, "D1 shot F7")
    assert spent(page) == (5, 98, 5)
    expect(page.get_by_role("button", name="Seal and file")).to_be_visible()


def test_too_high_a_strength_is_brought_back_to_its_limit(page: Page) -> None:
    tap(page, "E1", 1)
    press(page, "Defend")
    page.locator("#number").fill("500")
    press(page, "Add this order")
    assert page.locator("#number").evaluate("(field) => field.validity.rangeOverflow")
    expect(page.locator(".sheet code")).to_have_count(0)
    page.locator("#number").fill("98")
    press(page, "Add this order")
    expect_sheet(page, "E1 def 98")


def test_rows_are_reordered_taken_away_and_cleared(page: Page) -> None:
    for space, to in (("C2", "C3"), ("F2", "F3")):
        tap(page, space, 1)
        tap(page, to, 2)  # a neighbour: there it may go or strike
        press(page, "Move")
        expect(page.locator(".sheet code").last).to_have_text(f"{space}-{to}")
    expect_sheet(page, "C2-C3", "F2-F3")
    page.get_by_role("button", name="Move F2-F3 up").tap()
    expect_sheet(page, "F2-F3", "C2-C3")
    page.get_by_role("button", name="Take away F2-F3").tap()
    expect_sheet(page, "C2-C3")
    page.reload()  # the draft is kept, for her alone
    expect_sheet(page, "C2-C3")
    press(page, "Clear")
    expect_sheet(page)
    press(page, "Fill in the usual orders")
    expect_sheet(page, "E1 def 2", "E1 def 2")


def test_choosing_again_forgets_the_choice(page: Page) -> None:
    tap(page, "D2", 1)
    tap(page, "C2", 1)  # another warrior instead
    expect(page.locator("[name=picked]")).to_have_value("who=C2")
    press(page, "Choose again")
    expect(page.locator("[name=picked]")).to_have_count(0)
    expect(page.locator(".is-open legend")).to_have_text("Row 1: which warrior acts?")


def test_text_that_is_edited_changes_the_chips(page: Page) -> None:
    page.get_by_text("The sheet as text").tap()
    page.locator("#orders").fill(" c2 - c4 ;e4 X e5   7")
    page.get_by_role("button", name="Read the text").tap()
    expect_sheet(page, "C2-C4", "E4xE5 7")
    page.get_by_text("The sheet as text").tap()
    page.locator("#orders").fill("C2-C4")
    page.locator("#wanted h1").tap()  # leaving the field is enough
    expect_sheet(page, "C2-C4")


def test_refused_text_names_line_and_reason_and_stays(page: Page) -> None:
    page.get_by_text("The sheet as text").tap()
    written = "C2-C4\nE1xE8 3"
    page.locator("#orders").fill(written)
    page.get_by_role("button", name="Read the text").tap()
    alert = page.locator("#composer").get_by_role("alert")
    expect(alert).to_contain_text("Line 2:")
    expect(alert).to_contain_text("E8")
    expect(page.locator("#orders")).to_have_value(written)
    expect(page.locator("#orders")).to_be_visible()
    page.get_by_role("button", name="File as written").tap()
    expect(alert).to_contain_text("Line 2:")
    expect(page.locator("#orders")).to_have_value(written)
    assert not Sheet.objects.filter(filed_at__isnull=False, ply=3).exists()


def test_sheet_is_replaced_until_the_last_one_is_in(table: Table, page: Page) -> None:
    press(page, "Fill in the usual orders")
    press(page, "Seal and file")
    first = page.locator("#composer .receipt").inner_text()
    boris = table.open(table.boris)
    expect(boris.locator("#state-R .seal")).to_contain_text(first.split()[1][:4])  # he sees the seal, not the sheet
    expect(boris.locator("main")).not_to_contain_text("E1 def 2")
    press(page, "Change these orders")
    press(page, "Clear")
    expect_sheet(page)
    tap(page, "D1", 1)
    tap(page, "F7", 0)
    press(page, "Seal these instead")
    expect(page.locator("#composer .sealed pre")).to_have_text("D1 shot F7")
    second = page.locator("#composer .receipt").inner_text()
    assert first != second
    table.file(table.boris, ORDERS["T"])
    table.reveal(page, boris)
    for reader in (page, boris):
        shown = reader.locator(".revealed li", has_text="D1 shot F7")
        expect(shown.locator(".seal")).to_contain_text(second.split()[1][:4])
        reader.goto(f"{table.address}proof/")
        expect(reader.locator("main")).to_contain_text(second.split()[1])
        expect(reader.locator("main")).not_to_contain_text(first.split()[1])


def slow_down(page: Page) -> None:
    """Let every answer of the composer take as long as on a poor line."""

    def answer_late(route: Route) -> None:
        response = route.fetch()
        page.wait_for_timeout(300)
        route.fulfill(response=response)

    page.route("**/compose/", answer_late)


def test_taps_before_the_answer_count_one_after_the_other(page: Page) -> None:
    slow_down(page)
    page.evaluate("""() => {
        const tap = (space) => document.querySelector(`#board-place [data-space="${space}"]`)
            .dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
        for (const space of ["D2", "D4", "C2", "C4"]) tap(space);
    }""")
    expect_sheet(page, "D2-D4", "C2-C4")


def test_button_pressed_before_the_answer_counts_on_what_is_shown_then(page: Page) -> None:
    tap(page, "D2", 1)
    slow_down(page)
    page.evaluate("""() => {
        document.querySelector('#board-place [data-space="D4"]')
            .dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
        document.querySelector("#composer [name=back]").click();
    }""")
    # one step was on its way already; there is nothing to choose again when it has come
    expect_sheet(page, "D2-D4")
    expect(page.locator("[name=picked]")).to_have_count(0)
