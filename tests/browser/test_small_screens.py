"""Pages that were cramped or bare: proofs on a phone, text set large, a match without players, a battle watched."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from playwright.sync_api import expect

from tests.browser.conftest import ORDERS, Table
from tests.browsers import DESKTOP, PHONE
from tests.matches.battles import begin_battle
from tests.matches.conftest import open_match

IN_SIGHT = """part => {
  const at = part.getBoundingClientRect(), lens = part.closest("[data-lens]").getBoundingClientRect();
  return at.left >= lens.left && at.right <= lens.right && at.top >= lens.top && at.bottom <= lens.bottom;
}"""
CUT = "parts => parts.filter((part) => part.scrollWidth > part.clientWidth).length"


def test_proofs_fit_a_phone_without_scrolling_sideways(table: Table) -> None:
    table.line_up()
    page = table.person(table.anna, PHONE).page
    page.goto(f"{table.address}proof/")
    rows = page.locator(".seals tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first.locator("code")).to_have_count(2)
    assert page.locator(".scroll").evaluate_all(CUT) == 0


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_match_that_waits_shows_the_arms_of_its_game(table: Table, size: dict[str, int]) -> None:
    match = open_match(table.anna)
    page = table.person(table.boris, size).page
    page.goto(f"{table.url}/matches/{match.pk}/")
    cover = page.locator("#board-place")
    expect(cover.locator(".shield")).to_have_count(2)
    expect(cover.get_by_role("heading", name="Ice Battle")).to_be_visible()
    cover.get_by_role("link", name="Rules").click()
    expect(page).to_have_url(f"{table.url}/games/ice_battle/")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_battle_that_is_watched_opens_where_the_last_move_went(table: Table, size: dict[str, int]) -> None:
    cache.clear()
    battle = begin_battle(table.anna, table.boris, alliance_die="own")
    battle.stand("F L2, F A1", "F Q29, F X32", "S")
    battle.file("S", "Q29-R30")
    page = table.person(table.anna, size).page
    page.goto(table.url + battle.address)
    arrow = page.locator("#board-place .arrow")
    expect(arrow).to_have_count(1)
    assert arrow.evaluate(IN_SIGHT)


def test_the_seal_of_a_long_name_stays_in_its_line(table: Table) -> None:
    """A name of two lines leaves the seal beside it its room."""
    table.line_up()
    table.boris.display_name = "Boris of the long, long road"
    table.boris.save(update_fields=["display_name"])
    table.file(table.boris, ORDERS["T"])
    state = table.open(table.anna, PHONE).locator(".seat-state:has(.seal)")
    expect(state).to_contain_text("has filed")
    ends = "state => [state, state.querySelector('small')].map((part) => part.getBoundingClientRect().right)"
    line, words = state.evaluate(ends)
    assert words < line + 1


def test_text_of_twice_the_size_fits_a_phone(table: Table) -> None:
    page = table.open(table.anna, PHONE)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [390, 360])
def test_the_header_takes_two_lines_of_a_phone(table: Table, width: int) -> None:
    """The name and the person, then the links; nothing may begin a third."""
    page = table.open(table.anna, {"width": width, "height": 780})
    parts = page.locator(".wordmark, .site-header nav > *")
    lines = parts.evaluate_all("parts => parts.map((part) => part.getBoundingClientRect().top)")
    assert len(lines) == 6
    assert lines[0] == lines[4] == lines[5]
    assert lines[0] < lines[1] == lines[2] == lines[3]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
