"""What an organiser may take back, do twice, or do in another way than a form suggests."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Notice, User
from games.matches.errors import Stale
from games.matches.models import Match
from games.tournaments import services
from games.tournaments.models import Act, Entry, Event, Fixture, Round
from tests.tournaments.conftest import Hold, again, entry_of, match_of, open_fixtures, weaker_resign


@pytest.fixture
def desk(dmitri: User, client: Client) -> Client:
    client.force_login(dmitri)
    return client


def begin(event: Event, by: User) -> Event:
    services.start(event_id=event.pk, by=by.pk)
    services.publish_round(event_id=event.pk, by=by.pk, number=1)
    return again(event)


def rounds(event: Event) -> list[tuple[int, str]]:
    return list(Round.objects.filter(event=event).order_by("number", "pk").values_list("number", "state"))


def test_decision_that_closed_the_round_is_taken_back_until_the_next_is_published(
    desk: Client, hold: Hold, dmitri: User
) -> None:
    event = begin(hold(2, format="swiss", rounds=2, round_days=7), dmitri)
    (fixture,) = open_fixtures(event)
    Round.objects.update(due_at=timezone.now() - timedelta(hours=1))
    services.adjudicate(fixture_id=fixture.pk, by=dmitri.pk, reason="Dead.", ranks=dict.fromkeys(fixture.seats, 1))
    services.follow_round(event_id=event.pk)
    assert rounds(event) == [(1, "closed"), (2, "preview")]
    address = f"/admin/tournaments/event/{event.pk}/act/undo/"
    for _ in range(2):
        desk.post(address, {"fixture": fixture.pk, "reason": "The wrong match."})
    assert rounds(event) == [(1, "running")]
    assert Act.objects.filter(act="undone").count() == 1
    assert match_of(fixture).state == Match.State.PLAYING
    services.sweep()
    assert rounds(event) == [(1, "running")]
    weaker_resign(event)
    services.sweep()
    assert rounds(event) == [(1, "closed"), (2, "preview")]
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=2)
    with pytest.raises(Stale):
        services.undo_decision(fixture_id=fixture.pk, by=dmitri.pk, reason="Once more.")


def test_form_sent_twice_acts_once(desk: Client, hold: Hold, dmitri: User) -> None:
    event = begin(hold(4, round_days=7), dmitri)
    before = Round.objects.get(event=event).due_at
    assert before is not None
    seen = desk.get(f"/admin/tournaments/event/{event.pk}/act/extend/").context["form"].initial["seen"]
    for _ in range(2):
        data = {"days": 2, "reason": "Storm at sea.", "seen": seen}
        assert desk.post(f"/admin/tournaments/event/{event.pk}/act/extend/", data).status_code == 302
        said = {"reason": "Be patient.", "seen": seen}
        assert desk.post(f"/admin/tournaments/event/{event.pk}/act/message/", said).status_code == 302
    after = Round.objects.get(event=event).due_at
    assert after is not None
    assert after - before == timedelta(days=2)
    assert Act.objects.filter(act="message").count() == 1


def test_act_that_is_not_offered_is_not_done(desk: Client, hold: Hold, players: list[User], dmitri: User) -> None:
    event = begin(hold(2, rounds=1), dmitri)
    weaker_resign(event)
    services.sweep()
    services.finish(event_id=event.pk, by=dmitri.pk)
    data = {"address": players[5].email}
    answer = desk.post(f"/admin/tournaments/event/{event.pk}/act/add/", data, follow=True)
    assert "cannot be done now" in answer.text
    with pytest.raises(Stale):
        services.add_entry(event_id=event.pk, person_id=players[5].pk, by=dmitri.pk)
    assert Entry.objects.filter(event=event).count() == 2


def test_round_off_is_told_and_taken_back_by_choice(
    desk: Client, hold: Hold, players: list[User], dmitri: User
) -> None:
    event = begin(hold(4), dmitri)
    entry = entry_of(event, players[0])
    address = f"/admin/tournaments/event/{event.pk}/act/absence/"
    for choice, absences in (("off", [2]), ("off", [2]), ("on", [])):
        desk.post(address, {"entry": entry.pk, "number": 2, "choice": choice, "reason": "He asked by mail."})
        entry.refresh_from_db()
        assert entry.absences == absences
    acts = Act.objects.filter(act__in=["absent", "present"])
    assert [act.person_id for act in acts] == [dmitri.pk] * 2
    assert Notice.objects.filter(event__in=[f"event/{event.pk}/{act.pk}" for act in acts]).count() == 2


# --- the waiting list


def test_who_waits_may_be_the_substitute(hold: Hold, players: list[User], dmitri: User) -> None:
    event = hold(3, capacity=2)
    assert entry_of(event, players[2]).state == Entry.State.WAITING
    event = begin(event, dmitri)
    place = entry_of(event, players[0])
    services.substitute(entry_id=place.pk, person_id=players[2].pk, by=dmitri.pk, reason="Anna is ill.")
    assert entry_of(event, players[2]).pk == place.pk
    assert Entry.objects.filter(event=event).count() == 2


def test_more_room_lets_in_who_waits(hold: Hold, players: list[User]) -> None:
    event = hold(4, capacity=2)
    Event.objects.filter(pk=event.pk).update(capacity=3)
    services.fill_from_waiting(event_id=event.pk)
    states = [entry_of(event, person).state for person in players[:4]]
    assert states == ["entered", "entered", "entered", "waiting"]


# --- a drawn knock-out match


def test_page_says_how_a_draw_was_decided(hold: Hold, dmitri: User, client: Client) -> None:
    event = begin(hold(2, format="single", replays=1), dmitri)
    for _ in range(2):
        (fixture,) = open_fixtures(event)
        draw = dict.fromkeys(fixture.seats, 1)
        services.adjudicate(fixture_id=fixture.pk, by=dmitri.pk, reason="Dead.", ranks=draw)
        services.sweep()
    assert Fixture.objects.filter(pairing__round__event=event).count() == 2
    assert "Drawn, and decided by the seeding, as announced." in client.get(f"/events/{event.pk}/").text
