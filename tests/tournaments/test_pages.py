"""What players and spectators see of a tournament, what they may do, what they can take away, and their mail."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar

from accounts.models import Notice, User
from games.mail.outbound import send_due
from games.tournaments import services
from games.tournaments.models import Entry, Event
from games.tournaments.selectors.page import EventPage
from tests.tournaments.conftest import Hold, again, entry_of, open_fixtures, weaker_resign


def reader(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def cup(hold: Hold, dmitri: User) -> Event:
    """Four players; round 1, 1-3 and 4-2, was won by the better seeds, and round 2 is public."""
    event = hold(4, round_days=7)
    services.start(event_id=event.pk, by=dmitri.pk)
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    weaker_resign(event)
    services.sweep()
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=2)
    return again(event)


def test_page_shows_standings_rounds_and_my_match(cup: Event, players: list[User]) -> None:
    page = reader(players[0]).get(f"/events/{cup.pk}/").text
    assert "Spring Cup" in page
    assert "To my match #" in page
    assert "Seeds 1 and 3: the upper half meets the lower half." in page
    assert "1–0" in page
    spectator = Client().get(f"/events/{cup.pk}/").text
    assert "To my match #" not in spectator
    # nobody can enter any more
    assert "Sign in to take part." not in spectator
    assert "Sign in to see your own part in it." in spectator


def test_page_says_that_the_clock_of_my_match_stands_still(hold: Hold, players: list[User], dmitri: User) -> None:
    event = hold(2, length=172800)
    services.start(event_id=event.pk, by=dmitri.pk)
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    client, address = reader(players[0]), f"/events/{event.pk}/"
    assert "the clock stands still" not in client.get(address).text
    services.pause(event_id=event.pk, by=dmitri.pk, reason="Holidays.")
    assert "the clock stands still" in client.get(address).text


def test_list_names_what_runs_and_a_draft_is_nobodys(cup: Event, hold: Hold) -> None:
    draft = Event.objects.create(title="Secret", slug="ice_battle")
    page = Client().get("/events/").text
    assert "Spring Cup" in page
    assert "Secret" not in page
    assert Client().get(f"/events/{draft.pk}/").status_code == 404


def test_queries_of_page_and_list(cup: Event, players: list[User]) -> None:
    client = reader(players[0])
    for address in ("/events/", f"/events/{cup.pk}/"):
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        assert len(captured) < 20, address


@pytest.mark.parametrize("form", ["round_robin", "single", "double", "groups", "tables"])
def test_every_format_has_a_page(form: str, hold: Hold, dmitri: User) -> None:
    event = hold(6, format=form, slug="molon_labe" if form == "tables" else "ice_battle", table_size=3)
    for _ in range(4):
        current = services.start(event_id=event.pk, by=dmitri.pk)
        if current is None:
            break
        services.publish_round(event_id=event.pk, by=dmitri.pk, number=current.number)
        page = Client().get(f"/events/{event.pk}/")
        assert page.status_code == 200
        # two groups of three have three rounds, then their best play on
        is_drawn = form in ("single", "double") or (form == "groups" and current.number > 3)
        assert ('<svg class="bracket' in page.text) == is_drawn
        weaker_resign(event)
        services.sweep()


def test_every_group_has_a_table(hold: Hold, dmitri: User, players: list[User]) -> None:
    """Six by seed to and fro: Anna, Dario and Emma; Boris, Clara and Fabio. The better seeds win."""
    event = hold(6, format="groups", groups=2)
    for number in (1, 2, 3):
        services.start(event_id=event.pk, by=dmitri.pk)
        services.publish_round(event_id=event.pk, by=dmitri.pk, number=number)
        weaker_resign(event)
        services.sweep()
    groups = EventPage(again(event), players[3].pk).groups
    assert [(group.name, [(row.name, row.score, [*row.cells]) for row in group.rows]) for group in groups] == [
        ("A", [("Anna", "2", ["×", "1", "1"]), ("Dario", "1", ["0", "×", "1"]), ("Emma", "0", ["0", "0", "×"])]),
        ("B", [("Boris", "2", ["×", "1", "1"]), ("Clara", "1", ["0", "×", "1"]), ("Fabio", "0", ["0", "0", "×"])]),
    ]
    assert [[row.place for row in group.rows if row.is_mine] for group in groups] == [[2], []]
    page = Client().get(f"/events/{event.pk}/").text
    assert "<caption>Group A</caption>" in page


def test_signing_up_waiting_and_leaving(hold: Hold, players: list[User]) -> None:
    event = hold(2, capacity=2)
    clara = reader(players[2])
    clara.post(f"/events/{event.pk}/join/")
    assert entry_of(event, players[2]).state == Entry.State.WAITING
    reader(players[0]).post(f"/events/{event.pk}/leave/")
    assert entry_of(event, players[2]).state == Entry.State.ENTERED
    assert Client().post(f"/events/{event.pk}/join/")["Location"].startswith("/accounts/login/")


def test_by_invitation_only_with_the_link(hold: Hold, players: list[User]) -> None:
    event = hold(2, access="invited")
    clara = reader(players[2])
    clara.post(f"/events/{event.pk}/join/", {"invitation": "guessed"})
    assert not Entry.objects.filter(event=event, person=players[2]).exists()
    page = clara.get(f"/events/{event.pk}/invitation/{event.invitation}/").text
    assert f'name="invitation" value="{event.invitation}"' in page
    clara.post(f"/events/{event.pk}/join/", {"invitation": event.invitation})
    assert entry_of(event, players[2]).state == Entry.State.ENTERED


def test_round_off_on_request(cup: Event, players: list[User]) -> None:
    anna = reader(players[0])
    anna.post(f"/events/{cup.pk}/bye/", {"off": "3"})
    assert entry_of(cup, players[0]).absences == [3]
    anna.post(f"/events/{cup.pk}/bye/", {"off": "2"})  # is out already
    assert entry_of(cup, players[0]).absences == [3]
    anna.post(f"/events/{cup.pk}/bye/", {"on": "3"})
    assert entry_of(cup, players[0]).absences == []


def test_withdrawing_forfeits_and_nobody_is_paired_again(cup: Event, players: list[User]) -> None:
    reader(players[0]).post(f"/events/{cup.pk}/leave/")
    entry = entry_of(cup, players[0])
    assert (entry.state, entry.left_round) == (Entry.State.WITHDRAWN, 3)
    assert "withdrawn" in Client().get(f"/events/{cup.pk}/").text
    assert "+" in Client().get(f"/events/{cup.pk}/results.csv").text


# --- to take away


def test_calendar_has_the_ends_of_rounds(cup: Event) -> None:
    content = Client().get(f"/events/{cup.pk}/calendar.ics").content
    entries = list(Calendar.from_ical(content).walk("VEVENT"))
    assert [str(entry["summary"]) for entry in entries] == ["Spring Cup: round 1 ends", "Spring Cup: round 2 ends"]
    due = list(cup.played_rounds.order_by("number").values_list("due_at", flat=True))
    assert [entry.decoded("dtstart") for entry in entries] == [at.replace(microsecond=0) for at in due if at]


def test_results_as_csv_and_json(cup: Event) -> None:
    rows = list(csv.reader(io.StringIO(Client().get(f"/events/{cup.pk}/results.csv").text)))
    assert rows[1][:6] == ["1", "1", "", "Anna / Clara", "1–0", ""]
    assert rows[2][:6] == ["1", "2", "", "Dario / Boris", "0–1", ""]
    found = json.loads(Client().get(f"/events/{cup.pk}/results.json").text)
    assert [(row["place"], row["name"], row["score"]) for row in found["standings"]][:2] == [
        (1, "Anna", 1.0),
        (1, "Boris", 1.0),
    ]


def test_report_stands_in_the_columns_of_trf(cup: Event) -> None:
    """Columns from 1: 5-8 number, 15-47 name, 81-84 points, 86-89 place, 92-95 opponent, 97 colour, 99 result."""
    lines = Client().get(f"/events/{cup.pk}/report.txt").text.splitlines()
    (boris,) = (line for line in lines if line.startswith("001    2"))
    assert (boris[4:8], boris[14:47].strip(), boris[80:84], boris[85:89]) == ("   2", "Boris", " 1.0", "   1")
    assert (boris[91:95], boris[96], boris[98]) == ("   4", "b", "1")


def test_report_tells_byes_and_who_had_no_opponent(hold: Hold, dmitri: User, players: list[User]) -> None:
    """A round robin of three: 1, 3 and 2 rest in turn. 3 leaves before meeting 1 in round 3: a full point for 1."""
    event = hold(3, format="round_robin")
    for number in (1, 2, 3):
        services.start(event_id=event.pk, by=dmitri.pk)
        services.publish_round(event_id=event.pk, by=dmitri.pk, number=number)
        weaker_resign(event)
        if number == 2:
            reader(players[2]).post(f"/events/{event.pk}/leave/")
        services.sweep()
    text = Client().get(f"/events/{event.pk}/report.txt").text
    assert text.count("\r\n") == text.count("\n") == 7
    rounds = {line[4:8].strip(): [line[91:99], line[101:109], line[111:119]] for line in text.splitlines()[-3:]}
    assert rounds == {
        "1": ["0000 - Z", "   2 w 1", "0000 - F"],
        "2": ["   3 w 1", "   1 b 0", "0000 - Z"],
        "3": ["   2 b 0", "0000 - Z", "0000 - Z"],
    }


# --- mail


def test_players_are_told_of_their_round(hold: Hold, players: list[User], dmitri: User) -> None:
    event = hold(3, round_days=7)
    players[1].muted = ["started"]
    players[1].save()
    mail.outbox.clear()
    Notice.objects.all().delete()
    services.start(event_id=event.pk, by=dmitri.pk)
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    for _ in range(5):
        send_due()

    def rest(person: User) -> list[str]:
        """All but the mail that the event has begun."""
        bodies = [" ".join(str(one.body).split()) for one in mail.outbox if one.to == [person.email]]
        return [body for body in bodies if "The tournament has begun." not in body]

    # one mail each: from the match with its opponent and the reason, or for the bye from the tournament
    (body,) = rest(players[0])
    assert "Your match has begun." in body
    assert "Spring Cup, round 1." in body
    assert "Seeds 1 and 2: the upper half meets the lower half." in body
    assert "The round ends" in body
    # who wants no mail of matches that begin has that of the round
    (body,) = rest(players[1])
    assert "At your table: Anna, Boris." in body
    (bye,) = rest(players[2])
    assert "Round 1 is published." in bye
    assert "bye (+1)" in bye
    assert not Notice.objects.filter(kind="event", state__in=["failed", "waiting"]).exists()


def test_decision_is_told_once_and_by_the_match(hold: Hold, players: list[User], dmitri: User) -> None:
    """Adjudicated, extended, annulled: what the match's own mail says is not mailed again by the tournament."""
    event = hold(4, round_days=7, length=172800)
    services.start(event_id=event.pk, by=dmitri.pk)
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    first, _second = open_fixtures(event)
    while send_due().get("claimed"):
        pass
    mail.outbox.clear()
    one, three = first.seats
    services.extend_round(event_id=event.pk, by=dmitri.pk, reason="A storm.", days=1)
    services.adjudicate(fixture_id=first.pk, by=dmitri.pk, reason="It is won.", ranks={one: 1, three: 2})
    while send_due().get("claimed"):
        pass
    bodies = [" ".join(str(letter.body).split()) for letter in mail.outbox if letter.to == [players[0].email]]
    assert ["moved the deadline" in body for body in bodies] == [True, False]
    assert "The round ends" in bodies[0]
    assert "An organiser has decided the match." in bodies[1]
    assert "Spring Cup: the match counts by these places: Anna 1, Clara 2." in bodies[1]
    mail.outbox.clear()
    services.cancel(event_id=event.pk, by=dmitri.pk, reason="The hall burnt down.")
    while send_due().get("claimed"):
        pass
    (body,) = (" ".join(str(letter.body).split()) for letter in mail.outbox if letter.to == [players[1].email])
    assert "The tournament was called off." in body


def test_withdrawal_is_told_once_and_by_the_result(hold: Hold, players: list[User], dmitri: User) -> None:
    event = hold(4, round_days=7, length=172800)
    services.start(event_id=event.pk, by=dmitri.pk)
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    while send_due().get("claimed"):
        pass
    first, second = open_fixtures(event)
    leavers = [Entry.objects.get(pk=fixture.seats[0]) for fixture in (first, second)]
    opponents = [Entry.objects.get(pk=fixture.seats[1]).person for fixture in (first, second)]
    opponents[1].muted = ["result"]
    opponents[1].save()
    mail.outbox.clear()
    for leaver in leavers:
        services.withdraw(event_id=event.pk, person_id=leaver.person_id)
    while send_due().get("claimed"):
        pass

    def bodies(person: User) -> list[str]:
        return [" ".join(str(one.body).split()) for one in mail.outbox if one.to == [person.email]]

    (told,) = bodies(opponents[0])
    assert "The match is over: you won." in told
    assert f"Spring Cup: {leavers[0].person.display_name} has left the tournament." in told
    # who wants no results hears of it from the tournament, and who leaves from both
    (told,) = bodies(opponents[1])
    assert "A player has left the tournament." in told
    assert [("has left the tournament." in body) for body in bodies(leavers[0].person)].count(True) == 1


def test_page_in_russian(cup: Event, players: list[User]) -> None:
    players[0].language = "ru"
    players[0].save()
    page = reader(players[0]).get(f"/events/{cup.pk}/").text
    assert "Таблица" in page
    assert "Standings" not in page


def test_spectator_is_asked_in_while_there_is_room(hold: Hold) -> None:
    assert "Sign in to take part." in Client().get(f"/events/{hold(2).pk}/").text


def test_who_has_left_a_table_is_not_called_to_it(hold: Hold, players: list[User], dmitri: User) -> None:
    event = hold(3, slug="molon_labe", format="tables", table_size=3, rounds=1)
    services.start(event_id=event.pk, by=dmitri.pk)
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    assert "To my match #" in reader(players[0]).get(f"/events/{event.pk}/").text
    services.withdraw(event_id=event.pk, person_id=players[0].pk)
    assert "To my match #" not in reader(players[0]).get(f"/events/{event.pk}/").text
    assert "To my match #" in reader(players[1]).get(f"/events/{event.pk}/").text


def test_closing_signup_hides_nothing_that_was_public(hold: Hold, players: list[User], dmitri: User) -> None:
    event = hold(2)
    services.close_signup(event_id=event.pk, by=dmitri.pk)
    for client in (reader(players[0]), Client()):
        page = client.get(f"/events/{event.pk}/")
        assert page.status_code == 200
        assert "Take part" not in page.text
        assert "Spring Cup" in client.get("/events/").text


def test_draft_is_seen_by_those_whom_its_organiser_entered(players: list[User], dmitri: User) -> None:
    event = Event.objects.create(title="Secret Cup", slug="ice_battle", format="swiss", rounds=3)
    services.add_entry(event_id=event.pk, person_id=players[0].pk, by=dmitri.pk)
    assert "You take part." in reader(players[0]).get(f"/events/{event.pk}/").text
    assert reader(players[1]).get(f"/events/{event.pk}/").status_code == 404
    assert "Secret Cup" not in reader(players[1]).get("/events/").text
