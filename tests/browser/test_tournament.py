"""An organiser sets up and runs a Swiss event of eight over three rounds in the administration; a player follows it."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.contrib.auth.models import Permission
from django.core.cache import cache
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.tournaments import services
from games.tournaments.models import Event
from tests.browser.test_pages import faults
from tests.browsers import DESKTOP, PHONE, Sit
from tests.tournaments.conftest import NAMES, weaker_resign


def sit_down(user: User, sit: Sit, server: LiveServer, size: dict[str, int], **options: bool) -> Page:
    """Somebody signed in, at a browser of their own."""
    person = sit(size, **options)
    person.sign_in(user, server.url)
    return person.page


def press(page: Page, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).click()


def act(page: Page, label: str, reason: str, **fields: str) -> None:
    """Follow a link of the desk, fill its form, send it: choices by their label, words by the field's name."""
    page.locator(".desk-acts").get_by_role("link", name=label, exact=True).click()
    for name, value in fields.items():
        field = page.locator(f"[name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            wanted = field.locator("option", has_text=re.compile(value)).first.get_attribute("value")
            field.select_option(wanted)
        else:
            field.fill(value)
    page.locator("[name=reason]").fill(reason)
    press(page, label)
    expect(page.locator(".messagelist")).to_contain_text("Done. Those whom it concerns are told by mail.")


def test_swiss_of_eight_over_three_rounds(live_server: LiveServer, sit: Sit, make_person: Callable[..., User]) -> None:
    cache.clear()
    dmitri = make_person("Dmitri", is_staff=True)
    dmitri.user_permissions.add(Permission.objects.get(codename="add_event"))
    people = [make_person(name) for name in NAMES[:9]]
    desk = sit_down(dmitri, sit, live_server, DESKTOP)
    phone = sit_down(people[7], sit, live_server, PHONE, has_touch=True, is_mobile=True)

    # the announcement
    desk.goto(f"{live_server.url}/admin/")
    desk.get_by_role("link", name="Tournaments", exact=True).last.click()
    desk.get_by_role("link", name=re.compile("^Add tournament")).click()
    desk.locator("[name=title]").fill("Autumn Cup")
    desk.locator("[name=slug]").select_option("ice_battle")
    desk.locator("[name=format]").select_option("swiss")
    press(desk, "Save")
    desk.locator("[name=rounds]").fill("3")
    desk.locator("[name=round_days]").fill("14")
    press(desk, "Save")
    press(desk, "Open sign-up")

    # the last of eight enters on the phone
    event = Event.objects.get()
    for person in people[:7]:
        services.sign_up(event_id=event.pk, person_id=person.pk)
    phone.goto(f"{live_server.url}/events/")
    phone.get_by_role("link", name=re.compile("Autumn Cup")).click()
    press(phone, "Take part")
    expect(phone.locator(".messages")).to_contain_text("You take part.")

    # round 1: seeds 1-5, 6-2, 3-7, 8-4; one match is adjudicated, the rest is played
    desk.reload()
    press(desk, "Begin: pair the first round")
    expect(desk.get_by_role("heading", name="Preview of round 1")).to_be_visible()
    expect(desk.locator("#seat-4-0 option[selected]")).to_have_text("Hugo")
    press(desk, "Publish the round")
    expect(desk.get_by_role("heading", name="This round waits for")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("link", name=re.compile("To my match #"))).to_be_visible()
    act(desk, "Adjudicate a match", "The position is won.", fixture="Hugo – Dario", ranks="1 2")
    weaker_resign(event)
    services.sweep()
    desk.reload()
    expect(desk.get_by_role("heading", name="Preview of round 2")).to_be_visible()
    phone.reload()
    expect(phone.locator(".standings tr.mine")).to_contain_text("Hugo")
    expect(phone.locator(".standings tr.mine td").nth(1)).to_have_text("1")

    # round 2: Hugo asks the third round off on the phone; a substitute for Boris
    press(phone, "Round 3")
    expect(phone.get_by_role("button", name="Play round 3 after all")).to_be_visible()
    press(desk, "Publish the round")
    act(desk, "Replace a player", "Boris is at sea.", entry="Boris", address=people[8].email)
    weaker_resign(event)
    services.sweep()

    # round 3: seven are there, so that beside Hugo somebody has the bye
    desk.reload()
    expect(desk.get_by_text("Sit this round out on request: Hugo")).to_be_visible()
    press(desk, "Publish the round")
    weaker_resign(event)
    services.sweep()
    desk.reload()
    press(desk, "Finish the tournament")
    expect(desk.locator("#content-main")).to_contain_text("finished")

    phone.reload()
    expect(phone.locator("#main")).to_contain_text("finished")
    first = phone.locator(".standings tbody tr").first
    expect(first).to_contain_text("Anna")
    expect(phone.locator(".standings")).not_to_contain_text("Boris")
    expect(phone.locator("details.round")).to_have_count(3)
    assert list(faults(phone, "the page of the event")) == []


def test_without_scripts_leaving_wants_a_second_thought_too(
    live_server: LiveServer, sit: Sit, make_person: Callable[..., User]
) -> None:
    cache.clear()
    dmitri, *people = (make_person(name) for name in ("Dmitri", *NAMES[:2]))
    event = Event.objects.create(title="Autumn Cup", slug="ice_battle", format="swiss", rounds=3)
    services.open_signup(event_id=event.pk, by=dmitri.pk)
    for person in people:
        services.sign_up(event_id=event.pk, person_id=person.pk)
    services.start(event_id=event.pk, by=dmitri.pk)
    phone = sit_down(people[0], sit, live_server, PHONE, java_script_enabled=False)
    phone.goto(f"{live_server.url}/events/{event.pk}/")
    press(phone, "Withdraw")
    assert event.entries.filter(state="entered").count() == 2
    phone.get_by_label("I leave for good; my unfinished matches are forfeited.").check()
    press(phone, "Withdraw")
    expect(phone.locator(".messages")).to_contain_text("You have left the tournament.")


def test_what_is_chosen_in_the_preview_is_published(
    live_server: LiveServer, sit: Sit, make_person: Callable[..., User]
) -> None:
    cache.clear()
    dmitri = make_person("Dmitri", is_staff=True)
    event = Event.objects.create(title="Autumn Cup", slug="ice_battle", format="swiss", rounds=3)
    event.organisers.add(dmitri)
    services.open_signup(event_id=event.pk, by=dmitri.pk)
    for name in NAMES[:4]:
        services.sign_up(event_id=event.pk, person_id=make_person(name).pk)
    services.start(event_id=event.pk, by=dmitri.pk)
    # 1-3, 4-2 as paired: Boris and Clara change places
    desk = sit_down(dmitri, sit, live_server, PHONE)
    desk.goto(f"{live_server.url}/admin/tournaments/event/{event.pk}/desk/")
    for target in desk.locator("#content-main :is(input[type=submit], select)").all():
        box = target.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    desk.locator("#seat-1-1").select_option(label="Boris")
    desk.locator("#seat-2-1").select_option(label="Clara")
    press(desk, "Publish the round")
    waiting = desk.locator("section", has=desk.get_by_role("heading", name="This round waits for"))
    expect(waiting).to_contain_text("Anna – Boris")
    expect(waiting).to_contain_text("Dario – Clara")
