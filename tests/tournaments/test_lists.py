"""Lists cost as many queries with many rows as with few, and what is searched for is found."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.tournaments import services
from games.tournaments.models import Event
from tests.tournaments.conftest import Hold, open_fixtures, weaker_resign

ADMIN = "/admin/tournaments/event/"


@pytest.fixture
def olga(db: None) -> User:
    return User.objects.create_superuser("olga@example.org", display_name="Olga")


def reader(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def cost(client: Client, address: str) -> int:
    ContentType.objects.clear_cache()
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200, address
    return len(captured)


def run(event: Event, dmitri: User) -> None:
    """Play the first round, and publish the second."""
    services.start(event_id=event.pk, by=dmitri.pk)
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    weaker_resign(event)
    services.sweep()
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=2)


def test_lists_cost_the_same_with_few_rows_and_with_many(hold: Hold, dmitri: User, olga: User) -> None:
    """Session and user are two each time; an organiser's rights are three more, and whether they organise one."""
    clients = {"organiser": reader(dmitri), "superuser": reader(olga), "nobody": Client()}
    run(hold(4, title="Cup 0"), dmitri)
    Event.objects.create(title="Of old", slug="ice_battle", state=Event.State.FINISHED)
    expected = {
        ("organiser", ADMIN): 7,
        ("organiser", f"{ADMIN}?state__exact=running&format__exact=swiss&game=ice_battle"): 7,
        ("organiser", f"{ADMIN}?q=cup"): 7,
        ("organiser", "/admin/tournaments/act/"): 8,
        ("superuser", ADMIN): 4,
        ("superuser", f"{ADMIN}?o=5"): 4,
        ("superuser", "/admin/tournaments/act/?act=start&q=cup"): 5,
        ("superuser", "/admin/matches/match/"): 6,
        ("superuser", "/admin/matches/match/?q=anna"): 6,
        ("superuser", "/admin/matches/match/?state__exact=playing&game=ice_battle"): 6,
        ("organiser", "/events/"): 7,
        ("nobody", "/events/"): 3,
    }
    assert {(who, address): cost(clients[who], address) for who, address in expected} == expected
    for number in range(1, 6):
        run(hold(8, title=f"Cup {number}"), dmitri)
    assert {(who, address): cost(clients[who], address) for who, address in expected} == expected


def test_pages_of_an_event_cost_the_same_whatever_its_size(hold: Hold, dmitri: User, olga: User) -> None:
    small, large = hold(4), hold(12)
    pages = ["", "results.csv", "results.json", "calendar.ics", "report.txt"]
    costs = []
    for event in (small, large):
        run(event, dmitri)
        costs.append([cost(Client(), f"/events/{event.pk}/{page}") for page in pages])
        costs.append([cost(reader(olga), f"{ADMIN}{event.pk}/desk/")])
    # the event, its rounds, pairings, places, fixtures and entries; at the desk more, with who asks
    assert costs == [[6, 6, 6, 6, 6], [11], [6, 6, 6, 6, 6], [11]]


def test_organisers_find_matches_by_number_and_by_player(hold: Hold, dmitri: User, olga: User) -> None:
    event = hold(4)
    run(event, dmitri)
    first, second = (fixture.match_id for fixture in open_fixtures(event))
    superuser = reader(olga)

    def found(words: str) -> set[int]:
        page = superuser.get("/admin/matches/match/", {"q": words, "state__exact": "playing"})
        return set(page.context["cl"].queryset.values_list("pk", flat=True))

    assert found(str(first)) == {first}
    # the second round: Anna has beaten Clara and meets Boris, who has beaten Dario
    assert found("anna") == found("BORIS@example") == {first}
    assert found("clar") == {second}
    assert found("9" * 40) == found("nobody") == set()
    assert found("") == {first, second}


def test_list_counts_who_takes_part_now(hold: Hold, dmitri: User, players: list[User]) -> None:
    event = hold(4)
    services.withdraw(event_id=event.pk, person_id=players[0].pk)
    (row,) = reader(dmitri).get(ADMIN).context["cl"].queryset
    assert row.entered_count == 3
    assert "3 players" in Client().get("/events/").text


def test_lobby_profile_and_match_lead_to_tournaments(hold: Hold, dmitri: User, players: list[User]) -> None:
    running, coming, invited = hold(4, title="Cup A"), hold(2, title="Cup B"), hold(2, title="Cup C", access="invited")
    run(running, dmitri)
    anna = reader(players[0])
    links = {event: f'href="/events/{event.pk}/"' for event in (running, coming, invited)}
    lobby, profile = anna.get("/lobby/").text, anna.get("/accounts/profile/").text
    assert [links[event] in lobby for event in links] == [False, True, False]
    assert 'href="/events/"' in lobby
    assert [links[event] in profile for event in links] == [True, True, True]
    assert "Your tournaments" not in reader(players[11]).get("/accounts/profile/").text
    match = open_fixtures(running)[0].match_id
    page = anna.get(f"/matches/{match}/").text
    assert f"{links[running]}>Cup A</a>, round 2" in page


def test_what_ended_long_ago_is_found_on_further_pages(db: None) -> None:
    for day in range(1, 33):
        Event.objects.create(
            title=f"Cup of day {day}",
            slug="ice_battle",
            state=Event.State.FINISHED,
            ended_at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day),
        )
    first, second = Client().get("/events/").text, Client().get("/events/?page=2").text
    assert ("Cup of day 32<" in first, "Cup of day 3<" in first, "Cup of day 2<" in first) == (True, True, False)
    assert ("Cup of day 2<" in second, "Cup of day 1<" in second, "Cup of day 3<" in second) == (True, True, False)
    assert ("Now" in first, ">Now<" in second) == (True, False)
