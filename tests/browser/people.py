"""What people do at their browsers, as the browser tests tell it."""

from __future__ import annotations

import email
import email.policy
import re
from email.message import EmailMessage

from playwright.sync_api import Page, Response, expect

from tests.installations import Herald
from tests.mail_sink import SmtpSink
from tests.waiting import wait_until

PASSWORD = "correct horse battery"


def letters(sink: SmtpSink, to: str) -> list[EmailMessage]:
    """The mails that have reached an address, oldest first."""
    found = []
    for envelope in list(sink.messages):
        if to in envelope.rcpt_tos:
            assert isinstance(envelope.content, bytes)
            message = email.message_from_bytes(envelope.content, policy=email.policy.default)
            assert isinstance(message, EmailMessage)
            found.append(message)
    return found


def text_of(message: EmailMessage) -> str:
    """The text part of a mail."""
    part = message.get_body(("plain",))
    assert part is not None
    content = part.get_content()
    assert isinstance(content, str)
    return content


def sign_up(page: Page, herald: Herald, sink: SmtpSink, name: str) -> str:
    """Sign up by hand, confirm by the mailed link; the address."""
    address = f"{name.lower()}@example.com"
    page.goto(herald.url)
    page.get_by_role("link", name="Sign up").first.click()
    page.locator("[name=display_name]").fill(name)
    page.locator("[name=email]").fill(address)
    page.locator("[name=password1]").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    letter = wait_until(lambda: letters(sink, address))[0]
    found = re.search(rf"{re.escape(herald.url)}\S+confirm\S+", text_of(letter))
    assert found, text_of(letter)
    page.goto(found[0])
    page.get_by_role("button", name="Yes, it is mine").click()
    page.wait_for_url(lambda url: "confirm" not in url)
    if page.locator("[name=login]").count():
        page.locator("[name=login]").fill(address)
        page.locator("[name=password]").fill(PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
    page.goto(f"{herald.url}/matches/")
    expect(page.get_by_role("heading", name="My matches")).to_be_visible()
    return address


def write_orders(page: Page, orders: str) -> None:
    """Write a sheet as text and file it."""
    box = page.locator("#orders")
    if not box.is_visible():
        page.get_by_text("The sheet as text").click()
    box.fill(orders)
    page.get_by_role("button", name="Read the text").click()
    page.get_by_role("button", name="Seal and file").click()


class Partials:
    """Listens to a page's htmx requests: none may be answered with a whole page."""

    def __init__(self, page: Page) -> None:
        self.count = 0
        self.whole: list[str] = []
        page.on("response", self._look)

    def _look(self, response: Response) -> None:
        if "hx-request" not in response.request.headers or response.status == 204:
            return
        self.count += 1
        if "<html" in response.text():
            self.whole.append(response.url)


def hear_news(page: Page) -> None:
    """Let an open page ask for news, as it does by itself every 20 s, and wait until it has them."""
    with page.expect_response(lambda response: "/news/" in response.url) as answer:
        page.evaluate("document.body.dispatchEvent(new CustomEvent('shown'))")
    answer.value.finished()
    page.wait_for_function("() => !document.querySelector('#news.htmx-request, .htmx-swapping')")
