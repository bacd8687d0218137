"""News change what has changed and nothing else: no older answer, no stolen focus, no lost text (F72, F73)."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from games.matches.models import ChatLine
from tests.browser.conftest import Table
from tests.browser.people import hear_news
from tests.waiting import PATIENCE

CARET = "() => [document.activeElement.id, document.activeElement.selectionStart]"


class Held:
    """Answers to a path that the server has given and the page has not got yet."""

    def __init__(self, page: Page, path: str) -> None:
        self.page, self.routes = page, list[tuple[Route, APIResponse]]()
        page.route(path, self._hold)

    def _hold(self, route: Route) -> None:
        self.routes.append((route, route.fetch()))

    def wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.routes:
            assert time.monotonic() < deadline, "nothing was asked for"
            self.page.wait_for_timeout(20)  # the browser's events are heard only while one waits for it

    def let_go(self) -> None:
        for route, answer in self.routes:
            route.fulfill(response=answer)


def shown_ply(page: Page) -> str:
    return page.locator("#news-values [name=ply]").input_value()


def test_older_answer_does_not_overwrite_a_newer_one(table: Table) -> None:
    page = table.open(table.anna)
    page.get_by_text("Chat", exact=True).click()
    held = Held(page, "**/chat/")
    page.locator("#chat-text").fill("Good morning")
    page.get_by_role("button", name="Say it").click()
    held.wait()
    table.line_up()
    hear_news(page)
    expect(page.locator('#board-place [data-space="E8"]')).to_have_attribute("aria-label", "E8, Master, 4 lives")
    ply = shown_ply(page)
    held.let_go()
    expect(page.locator("#chat-text")).to_have_value("")  # taken note of, and nothing else
    assert shown_ply(page) == ply == str(table.now().ply)
    expect(page.locator('#board-place [data-space="E8"]')).to_have_attribute("aria-label", "E8, Master, 4 lives")
    expect(page.locator("#wanted")).to_contain_text("Write your orders for turn 1")
    expect(page.locator("#chat li", has_text="Good morning")).to_have_count(1)
    assert ChatLine.objects.count() == 1


def test_news_on_their_way_do_not_undo_what_is_done_meanwhile(table: Table) -> None:
    table.line_up()
    page = table.open(table.anna)
    held = Held(page, "**/news/**")
    table.say(table.boris, "Good morning")
    page.evaluate("document.body.dispatchEvent(new CustomEvent('shown'))")
    held.wait()
    page.locator('#board-place [data-space="E2"]').click()
    expect(page.locator("[name=picked]")).to_have_value("who=E2")
    held.let_go()
    page.unroute("**/news/**")
    hear_news(page)
    expect(page.locator("#chat")).to_contain_text("Good morning")
    expect(page.locator("[name=picked]")).to_have_value("who=E2")


@pytest.fixture
def typing(table: Table) -> Callable[[str, str], Page]:
    """Anna types into a field while ten pieces of news come, one of them that Boris has filed."""

    def type_into(field: str, fold: str) -> Page:
        table.line_up()
        page = table.open(table.anna)
        page.get_by_text(fold, exact=True).click()
        page.locator(field).focus()
        page.keyboard.type("E1 def 1")
        for _left in range(5):
            page.keyboard.press("ArrowLeft")
        for number in range(10):
            if number == 4:
                table.file(table.boris, "E8 def 1\nE8 def 1")
            else:
                table.say(table.boris, f"This is line {number}")
            hear_news(page)
            page.keyboard.type(str(number))
            assert page.evaluate(CARET) == [field[1:], 4 + number]
        return page

    return type_into


@pytest.mark.parametrize(("field", "fold"), [("#chat-text", "Chat"), ("#orders", "The sheet as text")])
def test_typing_survives_ten_pieces_of_news(typing: Callable[[str, str], Page], field: str, fold: str) -> None:
    page = typing(field, fold)
    expect(page.locator(field)).to_have_value("E1 0123456789def 1")
    expect(page.locator("#chat")).to_contain_text("This is line 9")
    expect(page.locator("#state-T")).to_contain_text("has filed")


def test_only_the_seal_changes_when_the_opponent_files(table: Table) -> None:
    table.line_up()
    page = table.open(table.anna)
    page.locator('#board-place [data-space="E2"]').click()
    expect(page.locator("[name=picked]")).to_have_value("who=E2")
    look = """() => {
        const copy = document.querySelector('main').cloneNode(true);
        for (const changing of copy.querySelectorAll('#state-T, #news-values')) changing.replaceChildren();
        return copy.innerHTML.replace(/\\s+/g, ' ');
    }"""
    before = page.evaluate(look)
    expect(page.locator("#state-T")).to_have_text("to act")
    table.file(table.boris, "E8 def 1\nE8 def 1")
    hear_news(page)
    expect(page.locator("#state-T")).to_contain_text("has filed")
    assert page.evaluate(look) == before
    expect(page.locator("#live")).to_have_text("Boris has filed.")


def test_text_typed_when_the_deadline_passes_is_kept_beside_the_new_composer(table: Table) -> None:
    table.line_up()
    page = table.open(table.anna)
    page.get_by_text("The sheet as text").click()
    page.locator("#orders").press_sequentially("E1 def 7")
    table.play_turn()  # somebody was quicker: here her own other device
    hear_news(page)
    expect(page.locator("#wanted")).to_contain_text("Write your orders for turn 2")
    expect(page.locator(".unsent")).to_contain_text("E1 def 7")
    assert page.evaluate("document.activeElement !== document.body")


def test_reveal_that_lands_while_one_types_leaves_form_and_focus(table: Table) -> None:
    """The page has not heard of the reveal when the field is left: the answer is that the match has moved on."""
    table.line_up()
    person = table.person(table.anna)
    page = person.page
    page.goto(table.address)
    page.get_by_text("The sheet as text").click()
    page.locator("#orders").press_sequentially("E1 def 7")
    table.play_turn()
    with page.expect_response("**/compose/") as answer:
        page.keyboard.press("Tab")
    assert answer.value.status == 409
    expect(page.locator("#news-values [name=ply]")).to_have_value(str(table.now().ply))
    expect(page.locator(".unsent pre").filter(visible=True)).to_have_text("E1 def 7")
    expect(page.locator("#orders")).to_be_visible()
    expect(page.locator("[name=check]")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#orders")).to_be_focused()
    page.keyboard.type("E1 def 1\nE1 def 1")
    page.get_by_role("button", name="File as written").click()
    expect(page.locator("#state-R")).to_contain_text("has filed")
    person.complaints.clear()  # the browser's line about the answer 409


def test_text_typed_on_when_news_come_goes_into_the_new_form(table: Table) -> None:
    table.line_up()
    page = table.open(table.anna)
    page.get_by_text("The sheet as text").click()
    page.locator("#orders").press_sequentially("E1 def 7")
    table.play_turn()
    hear_news(page)
    expect(page.locator("#wanted")).to_contain_text("Write your orders for turn 2")
    expect(page.locator("#orders")).to_be_focused()
    page.keyboard.type("E1 def 2")
    expect(page.locator("#orders")).to_have_value("E1 def 2")
    expect(page.locator(".unsent").filter(visible=True)).to_contain_text("E1 def 7")


def test_pressing_file_right_after_typing_files_at_once(table: Table) -> None:
    """A field that has changed is read when it is left: that must not take the button from under the finger."""
    table.line_up()
    page = table.open(table.anna)
    page.get_by_text("The sheet as text").click()
    page.locator("#orders").press_sequentially("E1 def 1\nE1 def 1")
    box = page.get_by_role("button", name="File as written").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_load_state("networkidle")
    page.mouse.up()
    expect(page.locator("#state-R")).to_contain_text("has filed")


def test_what_does_not_arrive_is_said(table: Table) -> None:
    table.line_up()
    person = table.person(table.anna)
    page = person.page
    page.goto(table.address)
    page.get_by_text("Chat", exact=True).click()
    page.locator("#chat-text").fill("Good morning")
    person.context.set_offline(True)
    page.get_by_role("button", name="Say it").click()
    expect(page.get_by_text("That did not reach Herald, and nothing was done.")).to_be_visible()
    expect(page.locator("#chat-text")).to_have_value("Good morning")
    person.context.set_offline(False)
    page.get_by_role("button", name="Say it").click()
    expect(page.locator("#chat")).to_contain_text("Good morning")
    expect(page.get_by_text("That did not reach Herald, and nothing was done.")).to_be_hidden()
    person.complaints.clear()  # the browser's own words about the lost connection
