"""Two people sign up and play an Ice Battle to its end, with real processes, mail and browsers."""

from __future__ import annotations

import re
from email.message import EmailMessage
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Partials, letters, sign_up, text_of, write_orders
from tests.browsers import DESKTOP, PHONE, Sit
from tests.installations import Herald, StartHerald
from tests.mail_sink import SmtpSink
from tests.waiting import wait_until


def tap(page: Page, space: str) -> None:
    page.locator(f'#board-place [data-space="{space}"]').click()


def begin_match(anna: Page, boris: Page, herald: Herald) -> str:
    """Anna opens a match as the Russians, Boris takes the other seat; the match's address."""
    anna.goto(f"{herald.url}/lobby/")
    anna.locator("a[href='/games/ice_battle/new/']").click()
    anna.get_by_label("Which side?").select_option("R")
    anna.get_by_role("button", name="Begin").click()
    expect(anna.get_by_role("heading", name="Waiting for players")).to_be_visible()
    boris.goto(f"{herald.url}/lobby/")
    boris.locator(".match-row").click()
    boris.get_by_role("button", name="Take a seat").click()
    boris.wait_for_url("**/matches/*/")
    return boris.url


def let_time_pass(herald: Herald) -> None:
    """Bring the deadline of the only match to now; timer and worker do the rest."""
    herald.manage(
        "shell",
        "--no-imports",
        "-c",
        "from django.utils import timezone; from games.matches.models import Match;"
        "Match.objects.update(due_at=timezone.now())",
    )


def results(sink: SmtpSink, address: str) -> list[EmailMessage]:
    return [mail for mail in letters(sink, address) if "The match is over" in text_of(mail)]


def marked(page: Page) -> bool:
    return bool(page.evaluate("window.mark === 'still here'"))


@pytest.mark.parametrize("full", [False, True], ids=["embedded", "full"])
def test_two_people_play_to_a_win_by_partials(
    full: bool, start_herald: StartHerald, smtp_sink: SmtpSink, sit: Sit
) -> None:
    """RULES.md 6.5, 7.1 and 8.2 in the story; every change of both boards is an htmx partial."""
    herald = start_herald(full=full, HERALD_MAIL_URL=smtp_sink.url, HERALD_NOTICE_DELAY="1")
    anna, boris = sit(PHONE, has_touch=True, is_mobile=True).page, sit(DESKTOP).page
    hers, his = sign_up(anna, herald, smtp_sink, "Anna"), sign_up(boris, herald, smtp_sink, "Boris")
    address = begin_match(anna, boris, herald)
    anna.goto(address)
    partials = [Partials(anna), Partials(boris)]
    for page in (anna, boris):
        page.evaluate("window.mark = 'still here'")

    # the layout, on the board: hero, archer, four soldiers
    for space in ("E1", "D1", "C2", "D2", "E2", "F2"):
        tap(anna, space)
        expect(anna.locator(f".sheet code:has-text('{space}')")).to_be_visible()
    anna.get_by_role("button", name="Seal and file").click()
    expect(anna.locator("#strip")).to_contain_text("has filed")
    write_orders(boris, "set H E7; A D8; W C7 D7 F7 G7")
    for page in (anna, boris):
        expect(page.locator("#wanted")).to_contain_text("Write your orders for turn 1")
        expect(page.locator('#board-place [data-space="E7"]')).to_have_attribute(
            "aria-label", re.compile("E7, Master, 4 lives")
        )

    # turn 1 by taps: E2 goes to E5 and on to E6, before the Master
    tap(anna, "E2")
    expect(anna.locator("[value='to=E5']")).to_be_attached()
    tap(anna, "E5")
    expect(anna.locator(".sheet code")).to_have_text(["E2-E5"])
    tap(anna, "E5")
    expect(anna.locator("[value='to=E6']")).to_be_attached()
    tap(anna, "E6")
    expect(anna.locator("[value='to=E6'][aria-pressed=true]")).to_have_count(1)
    anna.get_by_role("group", name="What does it do?").get_by_role("button", name="Move").click()
    expect(anna.locator(".sheet code")).to_have_text(["E2-E5", "E5-E6"])
    expect(anna.locator(".budget")).to_contain_text("6 of your 100 points")
    anna.get_by_role("button", name="Seal and file").click()
    expect(boris.locator("#strip")).to_contain_text("has filed")
    write_orders(boris, "D8 def 1\nD8 def 1")
    expect(anna.locator("#story")).to_contain_text("goes from E2 to E5")

    # turn 2: Boris is away, and the defence of 2 that then counts is too weak
    write_orders(anna, "E6xE7 3\nE6xE7 3")
    expect(anna.locator("#strip")).to_contain_text("has filed")
    let_time_pass(herald)
    for page in (anna, boris):
        expect(page.locator("#wanted")).to_contain_text("Write your orders for turn 3")
        expect(page.locator("#story")).to_contain_text("Time was up")
        expect(page.locator('#board-place [data-space="E7"]')).to_have_attribute(
            "aria-label", re.compile("E7, Master, 2 lives")
        )

    # he is told by mail what happened while he was away
    told = wait_until(lambda: [text for text in map(text_of, letters(smtp_sink, his)) if "Time was up" in text])[0]
    assert "turn 3" in told
    assert address in told

    # turn 3 ends it
    write_orders(boris, "C7-C6\nC6-C5")
    write_orders(anna, "E6xE7 9\nE6xE7 9")
    for page in (anna, boris):
        expect(page.locator("#composer")).to_contain_text("Anna won")
        assert marked(page)
    assert [listener.whole for listener in partials] == [[], []]
    assert all(listener.count > 5 for listener in partials)

    for who in (hers, his):
        last = wait_until(partial(results, smtp_sink, who))
        assert len(last) == 1
        assert address in text_of(last[0])
        ours = [mail for mail in letters(smtp_sink, who) if "Ice Battle" in str(mail["Subject"])]
        assert len({str(mail["Subject"]) for mail in ours}) == 1
        assert len({str(mail["Message-ID"]) for mail in ours}) == len(ours)


def test_two_people_play_without_scripts(start_herald: StartHerald, smtp_sink: SmtpSink, sit: Sit) -> None:
    """Everything is a plain form: sign-up, lobby, layout by buttons, orders as text, reveal, result."""
    herald = start_herald(HERALD_MAIL_URL=smtp_sink.url)
    anna = sit(PHONE, java_script_enabled=False).page
    boris = sit(DESKTOP, java_script_enabled=False).page
    sign_up(anna, herald, smtp_sink, "Anna")
    sign_up(boris, herald, smtp_sink, "Boris")
    address = begin_match(anna, boris, herald)

    def until(page: Page, text: str) -> None:
        def seen() -> bool:
            page.goto(address)
            return text in page.inner_text("main")

        wait_until(seen)

    anna.goto(address)
    for space in ("E1", "D1", "C2", "D2", "E2", "F2"):
        anna.locator(f"button[value='to={space}']").click()
    anna.get_by_role("button", name="Seal and file").click()
    expect(anna.locator("#strip")).to_contain_text("has filed")
    write_orders(boris, "set H E7; A D8; W C7 D7 F7 G7")
    for turn, (russian, teuton) in enumerate(
        (
            ("E2-E5\nE5-E6", "D8 def 1\nD8 def 1"),
            ("E6xE7 1\nE6xE7 1", "C7-C6\nC6-C5"),
            ("E6xE7 1\nE6xE7 1", "D7-D6\nD6-D5"),
        ),
        start=1,
    ):
        until(anna, f"Write your orders for turn {turn}")
        write_orders(anna, russian)
        until(boris, f"Write your orders for turn {turn}")
        write_orders(boris, teuton)
    until(anna, "Anna won")
    until(boris, "Anna won")
