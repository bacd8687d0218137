"""A passkey: made in the browser, it signs its owner in; the browser's own virtual device holds it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Table
from tests.browser.people import PASSWORD


def hold_keys(page: Page) -> None:
    """Give the browser a device that makes keys and confirms its owner by itself."""
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_passkey_made_in_the_profile_signs_in_without_a_password(table: Table) -> None:
    page = table.person(table.anna).page
    hold_keys(page)
    page.goto(f"{table.url}/accounts/2fa/webauthn/add/")
    page.locator("[name=password]").fill(PASSWORD)  # who adds a key must prove who they are
    page.get_by_role("button", name="Go on").click()
    page.wait_for_url(f"{table.url}/accounts/2fa/webauthn/add/")  # with the scripts that the button needs
    page.locator("[name=name]").fill("Laptop")
    page.locator("[name=passwordless]").check()
    page.get_by_role("button", name="Add the key").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.context.clear_cookies()
    page.goto(f"{table.url}/accounts/login/")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(f"{table.url}/matches/")
    expect(page.get_by_role("heading", name="My matches")).to_be_visible()
