"""Back, forward and old links always show whole, live pages (field faults F11, F71)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.matches.models import Match
from tests.browser.conftest import Table

TURN = ("C2-C3\nC3-C4", "C7-C6\nC6-C5")


@pytest.fixture
def played(table: Table) -> Table:
    """Layouts and one turn are behind it: turn 2 is wanted."""
    table.line_up()
    table.play_turn(*TURN)
    return table


def seen(page: Page) -> tuple[str, str, str, int]:
    """What tells one page from another: address, title, heading; and that it is a whole page."""
    page.wait_for_load_state()
    expect(page.locator("main")).to_be_visible()
    heading = page.locator("main").inner_text()
    return page.url, page.title(), heading, page.locator(".site-header, .site-footer, link[rel=stylesheet]").count()


def test_back_and_forward_show_whole_pages(played: Table) -> None:
    page = played.person(played.anna).page
    visited = []
    page.goto(f"{played.url}/lobby/")
    visited.append(seen(page))
    page.get_by_role("link", name="My matches").click()
    page.wait_for_url("**/matches/")
    visited.append(seen(page))
    page.locator(".match-row").click()
    page.wait_for_url(played.address)
    visited.append(seen(page))
    page.get_by_role("link", name="Step through it on the board").click()
    page.wait_for_url("**/history/2/?step=0")
    visited.append(seen(page))
    for _step in range(3):  # each is an htmx partial with a pushed address
        before = page.url
        page.evaluate("window.mark = 'same document'")
        page.get_by_role("link", name="Forth").click()
        page.wait_for_function("before => location.href !== before", arg=before)
        expect(page.locator(".story [aria-current=step]")).to_have_count(1)
        assert page.evaluate("window.mark") == "same document"
        visited.append(seen(page))
    page.get_by_role("link", name="To the match").click()
    page.wait_for_url(played.address)
    visited.append(seen(page))
    page.get_by_role("link", name="My matches").click()
    page.wait_for_url("**/matches/")
    visited.append(seen(page))

    def go(way: str, place: int) -> None:
        before = page.url
        page.evaluate(f"() => {{ setTimeout(() => history.{way}()) }}")  # the call returns before its page goes
        page.wait_for_function("before => location.href !== before", arg=before)
        expect(page).to_have_url(visited[place][0])
        expect(page).to_have_title(visited[place][1])
        expect(page.locator("main")).to_have_text(visited[place][2], use_inner_text=True)
        assert seen(page) == visited[place]

    for place in reversed(range(len(visited) - 1)):
        go("back", place)
    for place in range(1, len(visited)):
        go("forward", place)
    for place in reversed(range(len(visited) - 1)):  # the second time, out of whatever was kept
        go("back", place)


def test_fragments_are_told_from_pages_and_kept_by_nobody(played: Table) -> None:
    context = played.person(played.anna).context
    fragments = {
        f"{played.address}news/?n=1&ply=1&said=0": "hx-partial",
        f"{played.address}history/2/?step=0": 'class="replay"',
    }
    for address, sign in fragments.items():
        answer = context.request.get(address, headers={"HX-Request": "true", "HX-Request-Type": "partial"})
        assert sign in answer.text()
        assert "<html" not in answer.text()
        assert "HX-Request" in answer.headers["vary"]
        assert "no-store" in answer.headers["cache-control"]
    for address in (played.address, f"{played.address}history/2/?step=0"):
        answer = context.request.get(address)
        assert "<html" in answer.text()
        assert "HX-Request" in answer.headers["vary"]
        assert "no-store" in answer.headers["cache-control"]


def test_history_restored_by_htmx_gets_a_whole_page(played: Table) -> None:
    headers = {"HX-Request": "true", "HX-Request-Type": "full", "HX-History-Restore-Request": "true"}
    answer = played.person(played.anna).context.request.get(f"{played.address}history/2/?step=0", headers=headers)
    assert "<html" in answer.text()


def test_old_link_shows_the_live_match_and_says_so(played: Table) -> None:
    page = played.person(played.boris).page
    answer = page.goto(f"{played.address}?ply=1")
    assert answer is not None
    assert "no-store" in answer.headers["cache-control"]
    expect(page.locator("#wanted .notice")).to_contain_text("Since the mail you came from, the match has moved on.")
    expect(page.locator("#wanted")).to_contain_text("Write your orders for turn 2")
    soldier = page.locator('#board-place [data-space="C5"]')
    expect(soldier).to_have_attribute("aria-label", "C5, Teuton soldier, 3 lives, you may choose this, arrow from C6")
    page.goto(f"{played.address}?ply={Match.objects.get().ply}")
    expect(page.locator("#wanted")).to_contain_text("Write your orders for turn 2")
    expect(page.locator("#wanted .notice")).to_have_count(0)
