"""What has moved glides from where it was to where it is, along the arrows."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Table
from tests.browser.people import hear_news

NOTE_GLIDES = """() => {
    window.glides = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        if (this.matches(".piece")) {
            window.glides.push([this.closest("[data-space]").dataset.space, frames.map((frame) => frame.transform)]);
        }
        return animate.call(this, frames, options);
    };
}"""


def glides(page: Page) -> list[list[object]]:
    """Which figures have glided since, by the spaces where they stand now, and over which offsets."""
    found: list[list[object]] = page.evaluate("window.glides")
    return found


def test_figures_glide_where_news_show_them(table: Table) -> None:
    """Cells are 60 units wide. C2 goes to D4 in two moves, E7 one down; who stands still or is hit does not glide."""
    table.line_up()
    page = table.open(table.boris)
    page.evaluate(NOTE_GLIDES)
    page.locator('#board-place [data-space="E7"]').focus()
    table.play_turn("C2-C4\nC4-D4", "E7-E6\nE8 def 1")
    hear_news(page)
    expect(page.locator("#board-place .arrow[data-to=D4]")).to_have_count(1)
    assert sorted(glides(page)) == [
        ["D4", ["translate(-60px, 120px)", "translate(-60px, 0px)", "translate(0px, 0px)"]],
        ["E6", ["translate(0px, -60px)", "translate(0px, 0px)"]],
    ]
    # focus stays, and planning on the board that has not changed moves nothing
    assert page.evaluate("document.activeElement.dataset.space") == "E7"
    page.locator('#board-place [data-space="E6"]').click()
    expect(page.locator('#board-place .sel[data-space="E6"]')).to_have_count(1)
    assert len(glides(page)) == 2


def test_nothing_glides_where_less_motion_is_wished(table: Table) -> None:
    table.line_up()
    page = table.open(table.boris, reduced_motion="reduce")
    page.evaluate(NOTE_GLIDES)
    table.play_turn("C2-C4\nC4-D4")
    hear_news(page)
    expect(page.locator("#board-place .arrow[data-to=D4]")).to_have_count(1)
    assert glides(page) == []


def test_figures_glide_forth_and_back_in_the_replay(table: Table) -> None:
    table.line_up()
    table.play_turn("C2-C3\nE1 def 1", "E8 def 1\nE8 def 1")
    page = table.open(table.anna)
    page.get_by_role("link", name="goes from C2 to C3").click()
    expect(page.locator("#replay-board .arrow[data-to=C3]")).to_have_count(1)
    page.evaluate(NOTE_GLIDES)
    page.get_by_role("link", name="Back").click()
    expect(page.locator("#replay-board .arrow[data-to=C3]")).to_have_count(0)
    expect(page.locator('#replay-board [data-space="C2"] .piece')).to_have_count(1)
    page.get_by_role("link", name="Forth").click()
    expect(page.locator("#replay-board .arrow[data-to=C3]")).to_have_count(1)
    assert glides(page) == [
        ["C2", ["translate(0px, -60px)", "translate(0px, 0px)"]],
        ["C3", ["translate(0px, 60px)", "translate(0px, 0px)"]],
    ]
