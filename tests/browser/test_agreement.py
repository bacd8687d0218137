"""Draws and resigning on pages that stay open: nothing offered is hidden, and nothing lapsed is left standing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Table
from tests.browser.people import hear_news
from tests.browsers import PHONE


@pytest.fixture
def page(table: Table) -> Page:
    """Anna's, with what is told about the match unfolded."""
    table.line_up()
    page = table.open(table.anna, PHONE)
    page.get_by_text("About this match").click()
    return page


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def test_an_offer_is_answered_where_it_is_told(table: Table, page: Page) -> None:
    opponent = table.open(table.boris, PHONE)
    button(page, "Offer a draw").click()
    page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    expect(page.locator("#state-R")).to_contain_text("offers a draw")

    hear_news(opponent)
    expect(opponent.locator("#wanted")).to_contain_text("Anna offers a draw.")
    button(opponent, "Decline").click()
    expect(opponent.locator("#wanted")).not_to_contain_text("offers a draw")
    opponent.get_by_text("About this match").click()
    expect(button(opponent, "Offer a draw")).to_be_visible()

    page.get_by_text("About this match").click()
    expect(button(page, "Take my draw offer back")).to_be_visible()
    hear_news(page)
    expect(button(page, "Offer a draw")).to_be_visible()
    expect(button(page, "Take my draw offer back")).to_have_count(0)


def test_accepting_ends_the_match_on_both_pages(table: Table, page: Page) -> None:
    opponent = table.open(table.boris, PHONE)
    opponent.get_by_text("About this match").click()
    button(opponent, "Offer a draw").click()
    opponent.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    expect(opponent.locator("#state-T")).to_contain_text("offers a draw")
    opponent.get_by_text("About this match").click()

    hear_news(page)
    expect(button(page, "Offer a draw")).to_have_count(0)
    button(page, "Accept the draw").click()
    page.get_by_role("dialog").get_by_role("button", name="Accept the draw").click()
    for side in (page, opponent):
        hear_news(side)
        expect(side.locator("#wanted")).to_contain_text("The players agreed on a draw.")
        expect(button(side, "Resign")).to_have_count(0)
    assert table.now().state == "over"


def test_one_may_resign_on_a_page_that_has_seen_a_reveal(table: Table, page: Page) -> None:
    table.play_turn()
    hear_news(page)
    expect(page.locator("#wanted")).to_contain_text("turn 2")
    button(page, "Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#wanted")).to_contain_text("Boris won")
    assert table.now().state == "over"


def test_without_scripts_resigning_wants_a_second_thought_too(table: Table) -> None:
    page = table.open(table.anna, PHONE, java_script_enabled=False)
    page.get_by_text("About this match").click()
    button(page, "Resign").click()
    assert table.now().state == "playing"
    page.get_by_label("I resign; this cannot be taken back.").check()
    button(page, "Resign").click()
    expect(page.locator("#wanted")).to_contain_text("Boris won")
