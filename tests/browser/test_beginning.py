"""A page that waits for players while the last of them takes a seat."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.matches import services
from games.registry import GAMES
from tests.browser.conftest import Table
from tests.browsers import PHONE
from tests.matches.conftest import open_match

MISSING = """() => [...document.querySelectorAll('#board-place use')]
    .map((use) => use.getAttribute('href')).filter((href) => href.startsWith('#') && !document.querySelector(href))"""


@pytest.mark.parametrize("slug", GAMES)
def test_page_that_waited_shows_the_whole_board(table: Table, slug: str) -> None:
    match = open_match(table.anna, slug=slug)
    page = table.person(table.anna, PHONE).page
    page.goto(f"{table.url}/matches/{match.pk}/")
    page.get_by_text("Chat", exact=True).click()
    page.locator("#chat-text").fill("Good morning")
    services.join_match(match_id=match.pk, person_id=table.boris.pk)
    page.evaluate("document.body.dispatchEvent(new CustomEvent('shown'))")
    expect(page.locator("#board-place [data-space]").first).to_be_visible()
    assert page.locator("#board-place use").count() > 0
    assert page.evaluate(MISSING) == []
    expect(page.locator("#chat-text")).to_have_value("Good morning")
