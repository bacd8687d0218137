"""The story of a reveal, stepped through on the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browsers import DESKTOP, PHONE


@pytest.fixture
def played(table: Table) -> Table:
    """RULES.md 6.4: in row 1 of turn 2 the soldiers on E4 and E5 strike at each other, 2 against 3."""
    table.line_up()
    table.play_turn("E2-E3\nE3-E4", "E7-E6\nE6-E5")
    table.play_turn("E4xE5 2\nD2-D4", "E5xE4 3\nE8 def 1")
    return table


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop")])
def test_story_is_told_row_by_row(played: Table, size: dict[str, int]) -> None:
    page = played.open(played.anna, size)
    expect(page.locator(".story h3")).to_have_text(["Turn 2, row 1", "Turn 2, row 2"])
    story = page.locator("#story")
    expect(story).to_contain_text("strike at each other, 2 against 3: the weaker is hit")
    expect(story).to_contain_text("Russian soldier E4 loses a life. Lives left: 2.")
    expect(story).to_contain_text("goes from D2 to D4")
    expect(story.locator(".seal.is-broken")).to_have_count(2)
    # the board shows what was done last until she begins to plan
    expect(page.locator(".marks .hit")).to_have_count(1)
    expect(page.locator(".marks .arrow")).to_have_count(1)
    expect(page.locator('#board-place [data-space="D4"]')).to_have_attribute(
        "aria-label", "D4, Russian soldier, 3 lives, you may choose this, arrow from D2"
    )


def test_replay_steps_on_the_board(played: Table) -> None:
    page = played.open(played.anna)
    page.get_by_role("link", name="Russian soldier E4 loses a life. Lives left: 2.").click()
    expect(page.locator("#replay-board .marks .hit")).to_have_count(1)
    expect(page.locator(".story [aria-current=step]")).to_contain_text("loses a life")
    board = page.locator("#replay-board .board-svg")
    before = board.inner_html()
    while "goes from D2 to D4" not in page.locator(".wanted").inner_text():
        shown = page.url
        page.get_by_role("link", name="Forth").click()
        page.wait_for_function("shown => location.href !== shown", arg=shown)
        expect(page.locator(".story [aria-current=step]")).to_have_count(1)
    expect(page.locator("#replay-board .marks .arrow")).to_have_count(1)
    assert board.inner_html() != before
    page.get_by_role("link", name="Back").click()
    expect(page.locator(".wanted")).not_to_contain_text("goes from D2 to D4")
    expect(page.locator("#replay-board .marks .hit")).to_have_count(0)
    page.get_by_role("link", name="To the start").click()
    expect(page.locator(".wanted")).to_contain_text("The match began")
    expect(page.locator("#replay-board .piece")).to_have_count(0)


def test_each_step_has_an_address_of_its_own(played: Table) -> None:
    page = played.person(played.boris, java_script_enabled=False).page
    page.goto(f"{played.address}history/3/")
    page.get_by_role("link", name="Russian soldier E4 loses a life. Lives left: 2.").click()
    expect(page.locator(".story [aria-current=step]")).to_contain_text("loses a life")
    address = page.url
    page.get_by_role("link", name="Forth").click()
    assert page.url != address
    page.goto(address)
    expect(page.locator(".wanted")).to_contain_text("loses a life")


@pytest.mark.parametrize(("motion", "animation"), [("no-preference", "break"), ("reduce", "none")])
def test_motion_is_left_out_where_it_is_not_wished(played: Table, motion: str, animation: str) -> None:
    page = played.open(played.anna, reduced_motion=motion)
    seal = page.locator(".revealed .seal").first
    assert seal.evaluate("(seal) => getComputedStyle(seal).animationName") == animation
