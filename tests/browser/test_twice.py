"""What is pressed or sent twice happens once (F47)."""

from __future__ import annotations

from playwright.sync_api import expect

from games.matches.models import Match, Ply, Seat, Sheet
from tests.browser.conftest import ORDERS, Table
from tests.browser.people import hear_news
from tests.matches.conftest import open_match


def filed(table: Table) -> int:
    return Sheet.objects.filter(match=table.match, ply=table.now().ply, filed_at__isnull=False).count()


def test_double_click_on_seal_and_file_files_once(table: Table) -> None:
    table.line_up()
    page = table.open(table.anna)
    page.get_by_role("button", name="Fill in the usual orders").click()
    news = table.now().news
    page.get_by_role("button", name="Seal and file").dblclick()
    expect(page.locator("#state-R")).to_contain_text("has filed")
    page.wait_for_load_state("networkidle")
    assert filed(table) == 1
    assert table.now().news == news + 1
    table.file(table.boris, ORDERS["T"])
    table.reveal(page)
    expect(page.locator("#wanted")).to_contain_text("Write your orders for turn 2")
    assert Ply.objects.filter(match=table.match).count() == 3  # setup, layouts, turn 1
    assert filed(table) == 0


def test_double_click_on_the_last_sheet_does_not_file_for_the_next_turn(table: Table) -> None:
    table.line_up()
    table.file(table.boris, ORDERS["T"])
    page = table.open(table.anna)
    page.get_by_role("button", name="Fill in the usual orders").click()
    page.get_by_role("button", name="Seal and file").dblclick()
    expect(page.locator("#wanted")).to_contain_text("All sheets are in")
    table.reveal(page)
    expect(page.locator("#wanted")).to_contain_text("Write your orders for turn 2")
    assert filed(table) == 0


def test_double_click_on_take_a_seat_takes_one(table: Table) -> None:
    match = open_match(table.boris)
    page = table.person(table.anna).page
    page.goto(f"{table.url}/matches/{match.pk}/")
    page.get_by_role("button", name="Take a seat").dblclick()
    expect(page.locator("#wanted")).to_contain_text("Line up your six warriors")
    assert Seat.objects.filter(match=match, player=table.anna).count() == 1
    assert Ply.objects.filter(match=match).count() == 1
    assert Match.objects.get(pk=match.pk).state == Match.State.PLAYING


def test_back_and_again_without_scripts_files_nothing_twice(table: Table) -> None:
    table.line_up()
    person = table.person(table.anna, java_script_enabled=False)
    page = person.page
    page.goto(table.address)
    stale = person.context.new_page()
    stale.goto(table.address)
    page.get_by_role("button", name="Fill in the usual orders").click()
    page.get_by_role("button", name="Seal and file").click()
    expect(page.locator("#state-R")).to_contain_text("has filed")
    table.file(table.boris, ORDERS["T"])
    table.reveal()

    page.go_back()  # to the composer as it was before
    page.goto(table.address)
    expect(page.locator("#wanted")).to_contain_text("Write your orders for turn 2")

    stale.get_by_text("The sheet as text").click()
    stale.locator("#orders").fill("D2-D3\nD3-D4")
    stale.get_by_role("button", name="File as written").click()
    expect(stale.get_by_role("alert").filter(visible=True)).to_contain_text("The match has moved on")
    expect(stale.locator(".unsent pre")).to_have_text("D2-D3\nD3-D4")
    assert Ply.objects.filter(match=table.match).count() == 3
    assert filed(table) == 0


def test_back_and_again_with_scripts_says_what_has_happened(table: Table) -> None:
    table.line_up()
    person = table.person(table.anna)
    page = person.page
    page.goto(table.address)
    page.get_by_text("The sheet as text").click()
    page.locator("#orders").fill("D2-D3\nD3-D4")
    table.play_turn()
    page.get_by_role("button", name="File as written").click()
    expect(page.get_by_role("alert").filter(visible=True)).to_contain_text("The match has moved on")
    expect(page.locator(".unsent:visible pre")).to_have_text("D2-D3\nD3-D4")
    expect(page.locator("#story")).to_contain_text("Turn 1, row 1")
    hear_news(page)
    expect(page.locator("#log li")).to_have_count(3)
    assert filed(table) == 0
    person.complaints.clear()  # the browser's line about the answer 409
