"""The session is over while somebody writes: nothing is pasted into a panel, and no word is lost (F74)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from accounts.models import User
from games.matches.models import ChatLine, Sheet
from tests.browser.conftest import Table
from tests.browser.people import PASSWORD, hear_news
from tests.browsers import PHONE, Person

SHEET = "E2-E3\nE3-E4"


@pytest.fixture
def anna(table: Table) -> Person:
    """Anna at the match in turn 1."""
    table.line_up()
    person = table.person(table.anna, PHONE)
    person.page.goto(table.address)
    return person


def lose_session(person: Person) -> None:
    person.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)


def lose_all(person: Person) -> None:
    """Session and token, as after clearing the browser's data."""
    person.context.clear_cookies()


either = pytest.mark.parametrize("lose", [lose_session, lose_all])


def write_sheet(page: Page) -> None:
    page.get_by_text("The sheet as text").click()
    page.locator("#orders").fill(SHEET)


def expect_sign_in(page: Page) -> None:
    """The sign-in page, whole."""
    page.wait_for_url("**/accounts/login/**")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(page.locator(".site-header")).to_have_count(1)
    expect(page.locator("main")).to_have_count(1)


def sign_in(page: Page, table: Table, user: User | None = None) -> None:
    page.locator("[name=login]").fill((user or table.anna).email)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


@either
def test_orders_typed_are_there_again_after_signing_in(
    table: Table, anna: Person, lose: Callable[[Person], None]
) -> None:
    page = anna.page
    write_sheet(page)
    lose(anna)
    page.get_by_role("button", name="File as written").click()
    expect_sign_in(page)
    assert not Sheet.objects.filter(ply=table.now().ply, filed_at__isnull=False).exists()
    sign_in(page, table)
    page.wait_for_url(table.address)
    expect(page.locator("#orders")).to_have_value(SHEET)
    expect(page.locator(".sheet code")).to_have_text(SHEET.split("\n"))  # and the composer has read them
    page.get_by_role("button", name="Seal and file").click()
    expect(page.locator("#state-R")).to_contain_text("has filed")


def test_what_was_typed_last_wins_over_an_older_draft(table: Table, anna: Person) -> None:
    page = anna.page
    page.get_by_text("The sheet as text").click()
    page.locator("#orders").fill("E2-E3\nE1 def 1")
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator(".sheet code")).to_have_text(["E2-E3", "E1 def 1"])
    page.locator("details:has(#orders) summary").click()
    page.locator("#orders").fill(SHEET)
    lose_session(anna)
    page.get_by_role("button", name="Seal and file").click()
    expect_sign_in(page)
    sign_in(page, table)
    page.wait_for_url(table.address)
    expect(page.locator(".sheet code")).to_have_text(SHEET.split("\n"))


def test_orders_chosen_on_the_board_are_there_again(table: Table, anna: Person) -> None:
    page = anna.page
    for space in ("E2", "E5"):
        page.locator(f'#board-place [data-space="{space}"]').click()
        expect(page.locator(f"[value$='={space}'][name=picked], .sheet code:has-text('{space}')")).to_have_count(1)
    lose_session(anna)
    page.locator('#board-place [data-space="D2"]').click()
    expect_sign_in(page)
    sign_in(page, table)
    page.wait_for_url(table.address)
    expect(page.locator(".sheet code")).to_have_text(["E2-E5"])


def test_a_chat_line_is_there_again_after_signing_in(table: Table, anna: Person) -> None:
    page = anna.page
    page.get_by_text("Chat", exact=True).click()
    page.locator("#chat-text").fill("Good morning")
    lose_session(anna)
    page.get_by_role("button", name="Say it").click()
    expect_sign_in(page)
    sign_in(page, table)
    page.wait_for_url(table.address)
    expect(page.locator("#chat-text")).to_have_value("Good morning")
    page.get_by_role("button", name="Say it").click()
    expect(page.locator("#chat")).to_contain_text("Good morning")
    page.reload()
    expect(page.locator("#chat-text")).to_have_value("")
    assert ChatLine.objects.count() == 1


def test_what_one_player_wrote_is_not_shown_to_the_other_at_the_same_browser(table: Table, anna: Person) -> None:
    page = anna.page
    page.get_by_text("Chat", exact=True).click()
    page.locator("#chat-text").fill("Good morning")
    page.get_by_text("Your notes").click()
    page.locator("#notes-text").fill("The left flank")
    lose_session(anna)
    page.get_by_role("button", name="Keep the notes").click()
    expect_sign_in(page)
    sign_in(page, table, table.boris)
    page.wait_for_url(table.address)
    table.say(table.anna, "Hello")
    hear_news(page)  # what is kept has been given back by now
    expect(page.locator("#chat")).to_contain_text("Hello")
    expect(page.locator("#notes-text")).to_have_value("")
    expect(page.locator("#chat-text")).to_have_value("")
    lose_session(anna)
    page.goto(f"{table.url}/accounts/login/?next=/matches/{table.match.pk}/")
    sign_in(page, table)
    page.wait_for_url(table.address)
    expect(page.locator("#notes-text")).to_have_value("The left flank")
    expect(page.locator("#chat-text")).to_have_value("Good morning")


def test_news_without_a_session_lead_to_the_sign_in_page(table: Table, anna: Person) -> None:
    """The match may be watched, so the page goes on showing it; what only players may do asks them to sign in."""
    lose_session(anna)
    page = anna.page
    table.say(table.boris, "Good morning")
    page.evaluate("document.body.dispatchEvent(new CustomEvent('shown'))")
    expect(page.locator("#chat")).to_contain_text("Good morning")
    expect(page.locator(".site-header")).to_have_count(1)


def test_a_page_left_open_works_after_signing_in_in_another_tab(table: Table, anna: Person) -> None:
    """Signing in changes the token that forms carry."""
    page = anna.page
    page.get_by_text("Chat", exact=True).click()
    lose_session(anna)
    other = anna.context.new_page()
    other.goto(f"{table.url}/accounts/login/")
    sign_in(other, table)
    other.wait_for_url("**/matches/")
    page.locator("#chat-text").fill("Good morning")
    page.get_by_role("button", name="Say it").click()
    expect(page.locator("#chat")).to_contain_text("Good morning")
    page.get_by_text("About this match").click()
    page.get_by_role("button", name="Offer a draw").click()
    page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    expect(page.locator("#state-R")).to_contain_text("offers a draw")


@either
def test_without_scripts_the_answer_shows_the_text(table: Table, lose: Callable[[Person], None]) -> None:
    table.line_up()
    anna = table.person(table.anna, PHONE, java_script_enabled=False)
    page = anna.page
    page.goto(table.address)
    write_sheet(page)
    lose(anna)
    page.get_by_role("button", name="File as written").click()
    expect(page.get_by_role("heading", name="You are signed out")).to_be_visible()
    expect(page.get_by_label("Your text")).to_have_value(SHEET)
    anna.complaints.clear()  # the browser's line about the status of the page, which is 403
    page.locator("main").get_by_role("link", name="Sign in").click()
    sign_in(page, table)
    page.wait_for_url(table.address)
    write_sheet(page)
    page.get_by_role("button", name="File as written").click()
    expect(page.locator("#state-R")).to_contain_text("has filed")
