"""Three at war on phones: one general is let through, one is stopped, and nobody waits for a word."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from django.core.cache import cache
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.molon_labe.atlas import CITIES, KINGDOM_OF, NEIGHBOURS
from tests.browser.people import hear_news
from tests.browsers import PHONE, Sit
from tests.matches.wars import War, begin_war

NAMES = {"A": "Ada", "B": "Bruno", "C": "Carla"}


def ways(war: War) -> tuple[tuple[str, str, str], tuple[str, str, str]]:
    """Twice three plain cities in a row, all six different and empty."""
    plain = CITIES - KINGDOM_OF.keys() - {general.city for general in war.state.generals}
    rows = [
        (start, between, end)
        for between in sorted(plain)
        for start, end in permutations(NEIGHBOURS[between], 2)
        if {start, end} <= plain
    ]
    first = rows[0]
    return first, next(row for row in rows if not set(row) & set(first))


def open_page(war: War, seat: str, sit: Sit, server: LiveServer) -> Page:
    person = sit(PHONE, has_touch=True, is_mobile=True)
    person.sign_in(war.people[seat], server.url)
    person.page.goto(f"{server.url}/matches/{war.pk}/")
    return person.page


def file_text(page: Page, orders: str) -> None:
    """Write a sheet as text and file it as it is."""
    box = page.locator("#orders")
    if not box.is_visible():
        page.get_by_text("The sheet as text").click()
    box.fill(orders)
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator(".sheet code")).to_have_text(orders.splitlines())
    ends = orders.splitlines()[-1] == "done"
    page.get_by_role("button", name="File" if ends else "File this part", exact=True).click()


def test_three_at_war(live_server: LiveServer, sit: Sit, make_person: Callable[..., User]) -> None:
    cache.clear()
    war = begin_war({seat: make_person(name) for seat, name in NAMES.items()})
    (start, gate, goal), (camp, wall, beyond) = ways(war)
    mine, willing, stubborn = war.state.kingdoms
    for general, city in (
        (f"{mine} 1", start),
        (f"{willing} 1", gate),
        (f"{mine} 2", camp),
        (f"{stubborn} 1", wall),
    ):
        war.place(general, city)
    war.change(dice=(2, 2, 1, 1))
    ada, bruno, carla = (open_page(war, seat, sit, live_server) for seat in NAMES)

    # Bruno's general 1 lets everybody pass; Ada's open page has no news of it, and Carla says nothing
    bruno.get_by_text("Your answers in advance").click()
    expect(bruno.locator("#standing")).to_contain_text("the rules answer for you")
    bruno.get_by_label("What is said to an enemy").select_option("go")
    bruno.get_by_label("Which of your generals says so?").select_option("g1")
    bruno.get_by_role("button", name="Add this answer").click()
    expect(bruno.locator("#standing")).to_contain_text("Answers in force: g1 go")
    with ada.expect_response(lambda response: "/news/" in response.url) as answer:
        ada.evaluate("document.body.dispatchEvent(new CustomEvent('shown'))")
    assert answer.value.status == 204

    file_text(ada, f"g1-{gate}-{goal} 2\ng2-{wall}-{beyond} 2")
    expect(ada.locator("#story")).to_contain_text("“You may go!”")
    expect(ada.locator("#story")).to_contain_text("“Stop!”")
    assert [war.state.general(mine, number).city for number in (1, 2)] == [goal, wall]

    # her turn is still open, in parts; when she ends it the battle before the wall is fought
    file_text(ada, "done")
    expect(ada.locator("#story")).to_contain_text("Battle in")
    for page in (bruno, carla):
        hear_news(page)
        expect(page.locator("#story")).to_contain_text("Battle in")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(bruno.locator("#wanted")).to_contain_text("Your turn")
    expect(carla.locator("#wanted")).to_contain_text("Waiting for Bruno")

    # one who leaves is seen to have left, on pages that stay open too
    expect(bruno.locator("#state-C")).to_be_hidden()
    war.resign("C")
    for page in (ada, bruno, carla):
        hear_news(page)
        expect(page.locator("#state-C")).to_be_visible()
        expect(page.locator("#state-C")).to_have_text("has left")
