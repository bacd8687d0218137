"""An invitation link, followed and taken in a browser."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.people import PASSWORD
from tests.browsers import PHONE
from tests.matches.conftest import again, open_match


def test_a_guest_signs_in_and_takes_the_seat(table: Table) -> None:
    match = open_match(table.anna, is_invited=True)
    page = table.sit(PHONE).page
    page.goto(f"{table.url}/join/{match.invitation}/")
    expect(page.get_by_role("heading", name="Anna invites you to Ice Battle")).to_be_visible()
    page.locator("main").get_by_role("link", name="Sign in").click()
    page.locator("[name=login]").fill(table.boris.email)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("button", name="Take the seat").click()
    page.wait_for_url(f"{table.url}/matches/{match.pk}/")
    assert again(match).state == "playing"
