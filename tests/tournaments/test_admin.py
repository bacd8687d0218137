"""The organiser's path in the administration, and that it leads to one's own tournaments alone."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Notice, User
from games.matches.models import Match
from games.tournaments import services
from games.tournaments.models import Act, Entry, Event, Fixture, Round
from games.tournaments.selectors.desk import Desk
from tests.tournaments.conftest import Hold, again, entry_of, lose, match_of, open_fixtures, weaker_resign

LIST = "/admin/tournaments/event/"


@pytest.fixture
def organiser(dmitri: User) -> Client:
    """Dmitri, who may announce tournaments, signed in."""
    dmitri.user_permissions.add(Permission.objects.get(codename="add_event"))
    client = Client()
    client.force_login(dmitri)
    return client


def step(client: Client, event: Event, name: str, **data: object) -> str:
    answer = client.post(f"{LIST}{event.pk}/step/{name}/", data, follow=True)
    assert answer.status_code == 200
    return answer.text


def act(client: Client, event: Event, name: str, **data: object) -> str:
    answer = client.post(f"{LIST}{event.pk}/act/{name}/", data, follow=True)
    assert answer.status_code == 200
    return answer.text


def test_whole_path_from_announcement_to_finish(organiser: Client, players: list[User]) -> None:
    answer = organiser.post(
        f"{LIST}add/", {"title": "Winter Cup", "slug": "ice_battle", "format": "swiss", "length": "172800"}
    )
    event = Event.objects.get()
    assert answer["Location"] == f"{LIST}{event.pk}/change/"
    form = organiser.get(answer["Location"])
    assert 'name="option_' in form.text or event.options == {}
    data = {
        "title": "Winter Cup",
        "slug": "ice_battle",
        "format": "swiss",
        "length": "172800",
        "access": "open",
        "late_until": "0",
        "rounds": "2",
        "round_days": "14",
        "at_round_end": "wait",
        "legs": "1",
        "tie_breaks_0": "wins",
        "tie_breaks_1": "buchholz",
        "cycles": "1",
        "groups": "2",
        "advancing": "2",
        "replays": "1",
        "decision": "seed",
        "table_size": "4",
        **{f"option_{name}": value for name, value in event.options.items()},
    }
    answer = organiser.post(f"{LIST}{event.pk}/change/", data)
    assert answer.status_code == 302, re.findall(r"errorlist.*?</ul>", answer.text, re.DOTALL)
    assert again(event).tie_breaks == ["wins", "buchholz"]
    twice = organiser.post(f"{LIST}{event.pk}/change/", {**data, "tie_breaks_3": "wins"})
    assert "Choose each tie-break once." in twice.text

    step(organiser, event, "open_signup")
    for person in players[:4]:
        services.sign_up(event_id=event.pk, person_id=person.pk)
    page = step(organiser, event, "start")
    assert "Preview of round 1" in page
    assert "Seeds 1 and 3: the upper half meets the lower half." in page
    step(organiser, event, "publish", number=1)
    assert Match.objects.count() == 2
    assert Notice.objects.filter(kind="event", data__event=event.pk).count() >= 8
    page = organiser.get(f"{LIST}{event.pk}/desk/").text
    assert "This round waits for" in page
    weaker_resign(event)
    services.sweep()
    page = organiser.get(f"{LIST}{event.pk}/desk/").text
    assert "Preview of round 2" in page
    step(organiser, event, "publish", number=2)
    weaker_resign(event)
    services.sweep()
    assert "Finish the tournament" in organiser.get(f"{LIST}{event.pk}/desk/").text
    step(organiser, event, "finish")
    assert again(event).state == Event.State.FINISHED


def test_preview_can_be_changed_and_says_what_that_breaks(
    organiser: Client, hold: Hold, players: list[User], dmitri: User
) -> None:
    event = hold(4)
    services.start(event_id=event.pk, by=dmitri.pk)
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    weaker_resign(event)
    services.sweep()
    one, two, three, four = (entry_of(event, person).pk for person in players[:4])
    # round 1 was 1-3, 4-2; meeting again is allowed to organisers, but said
    data = {"seat-1-0": one, "seat-1-1": three, "seat-2-0": two, "seat-2-1": four}
    page = organiser.post(f"{LIST}{event.pk}/pairing/", data, follow=True).text
    assert "Pairs here that have met before: 1." in page
    assert "Set by the organiser." in page
    page = organiser.post(f"{LIST}{event.pk}/pairing/", {**data, "seat-2-1": one}, follow=True).text
    assert "Everybody who is present must be named exactly once." in page


def test_publishing_saves_what_was_changed_in_the_preview(
    organiser: Client, hold: Hold, players: list[User], dmitri: User
) -> None:
    event = hold(4)
    services.start(event_id=event.pk, by=dmitri.pk)
    one, two, three, four = (entry_of(event, person).pk for person in players[:4])
    # 1-3, 4-2 as paired; chosen and not saved: 1-2, 4-3
    data = {"seat-1-0": one, "seat-1-1": two, "seat-2-0": four, "seat-2-1": three, "number": 1}
    step(organiser, event, "publish", **data)
    assert [row.seats for row in open_fixtures(event)] == [[one, two], [four, three]]
    weaker_resign(event)
    services.sweep()
    # pressed again on the page of round 1, neither button touches the preview of round 2
    drawn = [*again(event).played_rounds.get(number=2).places.values_list("entry", flat=True)]
    step(organiser, event, "publish", **data)
    page = organiser.post(f"{LIST}{event.pk}/pairing/", data, follow=True).text
    assert "This round is published; its pairing stands." in page
    assert [*again(event).played_rounds.get(number=2).places.values_list("entry", flat=True)] == drawn
    # a change that breaks something wants a second look
    page = step(organiser, event, "publish", **{**data, "number": 2})
    assert "Pairs here that have met before: 1." in page
    assert open_fixtures(event) == []
    step(organiser, event, "publish", **{**data, "number": 2})
    assert [row.seats for row in open_fixtures(event)] == [[one, two], [four, three]]


def test_nothing_is_paired_in_a_tournament_that_was_called_off(organiser: Client, hold: Hold, dmitri: User) -> None:
    event = hold(4)
    services.start(event_id=event.pk, by=dmitri.pk)
    services.cancel(event_id=event.pk, by=dmitri.pk, reason="Nobody came.")
    assert "Save the changed pairing" not in organiser.get(f"{LIST}{event.pk}/desk/").text
    assert "The tournament is over." in organiser.post(f"{LIST}{event.pk}/pairing/", follow=True).text


def test_desk_tells_the_whole_address_of_the_invitation(organiser: Client, hold: Hold, dmitri: User) -> None:
    event = hold(2, access="invited")
    address = f"{settings.HERALD_URL}/events/{event.pk}/invitation/{event.invitation}/"
    assert f'href="{address}"' in organiser.get(f"{LIST}{event.pk}/desk/").text
    services.cancel(event_id=event.pk, by=dmitri.pk, reason="Nobody came.")
    assert address not in organiser.get(f"{LIST}{event.pk}/desk/").text


def test_announcement_of_a_running_tournament_tells_in_words_what_is_fixed(
    organiser: Client, hold: Hold, dmitri: User
) -> None:
    event = hold(2, length=172800, tie_breaks=["wins", "buchholz"])
    services.start(event_id=event.pk, by=dmitri.pk)
    page = organiser.get(f"{LIST}{event.pk}/change/").text
    for words in ("Ice Battle", "2 days", "Number of wins, Buchholz"):
        assert f'<div class="readonly">{words}</div>' in page
    for name in ("slug", "length", "tie_breaks_0"):
        assert f'name="{name}"' not in page


def test_nothing_is_extended_where_no_deadline_is(organiser: Client, hold: Hold, dmitri: User) -> None:
    event = hold(2)
    services.start(event_id=event.pk, by=dmitri.pk)
    step(organiser, event, "publish", number=1)
    # neither the round nor its match has an end
    page = act(organiser, event, "extend", days=2, reason="Storm at sea.")
    assert "Neither the round nor any of its matches has an end that could be moved." in page
    assert not Act.objects.filter(event=event, act="extended").exists()
    assert "/act/extend/" in organiser.get(f"{LIST}{event.pk}/desk/").text
    services.pause(event_id=event.pk, by=dmitri.pk, reason="Holidays.")
    page = organiser.get(f"{LIST}{event.pk}/desk/").text
    assert "/act/extend/" not in page
    assert "/act/extend_match/" not in page
    assert "/act/adjudicate/" in page


def test_highest_rating_is_not_below_the_lowest(organiser: Client, hold: Hold) -> None:
    event = hold(0)
    page = organiser.post(f"{LIST}{event.pk}/change/", {"min_rating": "1800", "max_rating": "1200"}).text
    assert "The highest rating must not be below the lowest." in page
    page = organiser.post(f"{LIST}{event.pk}/change/", {"min_rating": "1800", "max_rating": "1800"}).text
    assert "The highest rating must not be below the lowest." not in page


def test_saving_has_one_button_as_it_leads_to_one_place(organiser: Client, hold: Hold) -> None:
    for address in (f"{LIST}add/", f"{LIST}{hold(2).pk}/change/"):
        page = organiser.get(address).text
        assert 'name="_save"' in page
        assert "_addanother" not in page
        assert "_continue" not in page


def test_who_has_left_is_not_entered_anew(organiser: Client, hold: Hold, players: list[User], dmitri: User) -> None:
    event = hold(4)
    services.start(event_id=event.pk, by=dmitri.pk)
    services.withdraw(event_id=event.pk, person_id=players[0].pk)
    page = act(organiser, event, "add", address=players[0].email)
    assert "That person has left the tournament: take them back instead." in page
    assert entry_of(event, players[0]).state == Entry.State.WITHDRAWN


def test_more_time_does_not_move_since_when_a_match_waits(hold: Hold, dmitri: User) -> None:
    event = hold(2, length=172800)
    services.start(event_id=event.pk, by=dmitri.pk)
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    (before,) = Desk(event).waits_for
    services.extend_match(fixture_id=before.fixture, by=dmitri.pk, reason="Storm at sea.", hours=24)
    (after,) = Desk(again(event)).waits_for
    assert after.since == before.since
    assert before.due_at is not None
    assert after.due_at == before.due_at + timedelta(hours=24)


def test_acts_with_their_reasons(organiser: Client, hold: Hold, players: list[User], dmitri: User) -> None:
    event = hold(4, round_days=7, length=172800)
    services.start(event_id=event.pk, by=dmitri.pk)
    step(organiser, event, "publish", number=1)
    first, second = open_fixtures(event)
    due = Round.objects.get(event=event).due_at
    assert due is not None

    act(organiser, event, "extend", days=2, reason="Storm at sea.")
    extended = Round.objects.get(event=event).due_at
    assert extended is not None
    assert (extended - due).days == 2

    before = match_of(first).due_at
    act(organiser, event, "extend_match", fixture=first.pk, hours=5, reason="A train was late.")
    after = match_of(first).due_at
    assert before is not None
    assert after is not None
    assert after - before == timedelta(hours=5)

    substitute = players[5]
    boris = entry_of(event, players[1])
    act(organiser, event, "substitute", entry=boris.pk, address=substitute.email, reason="Boris is ill.")
    assert entry_of(event, substitute).pk == boris.pk
    assert Match.objects.filter(fixture__in=[first, second], seats__player=substitute).count() == 1

    assert "Nobody here has that address." in act(
        organiser, event, "substitute", entry=boris.pk, address="nobody@example.org", reason="?"
    )
    act(organiser, event, "adjudicate", fixture=first.pk, ranks="1 1", reason="A dead draw.")
    first.refresh_from_db()
    assert (first.how, set((first.ranks or {}).values())) == (Fixture.How.ADJUDICATED, {1})
    act(organiser, event, "undo", fixture=first.pk, reason="Too early.")
    first.refresh_from_db()
    assert first.how == Fixture.How.OPEN
    assert first.match is not None
    assert first.match.state == Match.State.PLAYING

    act(organiser, event, "message", reason="Be patient.")
    act(organiser, event, "disqualify", entry=boris.pk, reason="Two accounts.")
    assert Entry.objects.get(pk=boris.pk).state == Entry.State.DISQUALIFIED
    done = list(Act.objects.filter(event=event, person=dmitri).exclude(reason="").values_list("act", flat=True))
    assert done == ["disqualified", "message", "undone", "adjudicated", "substituted", "extended_match", "extended"]


def test_round_is_closed_at_the_desk(organiser: Client, hold: Hold, dmitri: User) -> None:
    event = hold(4)
    services.start(event_id=event.pk, by=dmitri.pk)
    assert "Close the round" not in organiser.get(f"{LIST}{event.pk}/desk/").text
    step(organiser, event, "publish", number=1)
    assert "Close the round" in organiser.get(f"{LIST}{event.pk}/desk/").text
    act(organiser, event, "close", reason="")
    assert len(open_fixtures(event)) == 2  # nothing without a reason
    page = act(organiser, event, "close", reason="The holidays are over.")
    assert "The holidays are over." in page
    assert open_fixtures(event) == []
    assert list(Round.objects.filter(event=event).order_by("number").values_list("state", flat=True)) == [
        "closed",
        "preview",
    ]


def test_round_without_orders_is_annulled_and_paired_anew(organiser: Client, hold: Hold, dmitri: User) -> None:
    event = hold(4)
    services.start(event_id=event.pk, by=dmitri.pk)
    step(organiser, event, "publish", number=1)
    act(organiser, event, "annul", reason="The wrong options.")
    states = Round.objects.filter(event=event).order_by("pk").values_list("number", "state")
    assert list(states) == [(1, "annulled"), (1, "preview")]
    assert {match.state for match in Match.objects.all()} == {Match.State.OVER}
    step(organiser, event, "publish", number=1)
    weaker_resign(event)
    services.sweep()
    assert Round.objects.filter(event=event, state="closed").count() == 1


# --- rights


def addresses(event: Event) -> list[str]:
    return [
        f"{LIST}{event.pk}/desk/",
        f"{LIST}{event.pk}/change/",
        f"{LIST}{event.pk}/act/cancel/",
        f"{LIST}{event.pk}/history/",
    ]


def test_organiser_reaches_own_events_and_nothing_else(organiser: Client, hold: Hold, dmitri: User) -> None:
    mine, other = hold(3, title="Mine"), hold(3, title="Other")
    other.organisers.clear()
    page = organiser.get(LIST).text
    assert "Mine" in page
    assert "Other" not in page
    for address in addresses(mine):
        assert organiser.get(address).status_code == 200, address
    for address in addresses(other):
        # Django leads from a change page that is not there to the front page
        assert organiser.get(address).status_code in (302, 403), address
    before = again(other)
    assert organiser.post(f"{LIST}{other.pk}/step/start/").status_code == 403
    assert organiser.post(f"{LIST}{other.pk}/pairing/").status_code == 403
    assert organiser.post(f"{LIST}{other.pk}/act/cancel/", {"reason": "Mine now."}).status_code == 403
    assert organiser.post(f"{LIST}{other.pk}/delete/", {"post": "yes"}).status_code in (302, 403)
    assert again(other).state == before.state
    assert "Other" not in organiser.get("/admin/tournaments/act/").text
    for model in ("accounts/user", "matches/match", "accounts/notice", "admin/logentry"):
        assert organiser.get(f"/admin/{model}/").status_code == 403, model


def test_organiser_names_no_other_organisers(organiser: Client, hold: Hold, players: list[User]) -> None:
    event = hold(3)
    assert 'name="organisers"' not in organiser.get(f"{LIST}{event.pk}/change/").text


def test_staff_without_a_tournament_and_players_stay_outside(hold: Hold, players: list[User]) -> None:
    event = hold(3)
    stranger = User.objects.create_user("staff@example.org", display_name="Staff", is_staff=True)
    for person in (stranger, players[0]):
        client = Client()
        client.force_login(person)
        for address in [LIST, f"{LIST}add/", *addresses(event)]:
            assert client.get(address).status_code in (302, 403), address


# --- what it costs


def test_lists_and_desk_stay_under_twenty_queries(organiser: Client, hold: Hold, dmitri: User) -> None:
    for number in range(3):
        event = hold(8, title=f"Cup {number}")
        services.start(event_id=event.pk, by=dmitri.pk)
        services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    for address in (LIST, f"{LIST}{event.pk}/desk/", "/admin/tournaments/act/", f"{LIST}?q=Cup&state=running"):
        with CaptureQueriesContext(connection) as captured:
            assert organiser.get(address).status_code == 200
        assert len(captured) < 20, address


def test_round_closes_when_the_last_match_ends_by_itself(hold: Hold, players: list[User], dmitri: User) -> None:
    event = hold(2, rounds=1)
    services.start(event_id=event.pk, by=dmitri.pk)
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    (fixture,) = open_fixtures(event)
    assert fixture.match is not None
    services.sweep()
    assert Round.objects.get(event=event).state == Round.State.RUNNING
    lose(fixture.match, players[1])
    services.sweep()
    assert Round.objects.get(event=event).state == Round.State.CLOSED
