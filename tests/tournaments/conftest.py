"""The cast of a tournament, and hands that play its matches quickly."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.matches import services as matches
from games.matches.models import Match, Seat
from games.tournaments import services
from games.tournaments.charts import Chart, read_chart
from games.tournaments.models import Entry, Event, Fixture

NAMES = ("Anna", "Boris", "Clara", "Dario", "Emma", "Fabio", "Gerda", "Hugo", "Irma", "Jakob", "Karl", "Lena")

type Hold = Callable[..., Event]


@pytest.fixture
def dmitri(db: None) -> User:
    """The organiser of all tournaments."""
    return User.objects.create_user("dmitri@example.org", display_name="Dmitri", is_staff=True)


@pytest.fixture
def players(db: None) -> list[User]:
    return [User.objects.create_user(f"{name.lower()}@example.org", display_name=name) for name in NAMES]


@pytest.fixture
def hold(dmitri: User, players: list[User]) -> Hold:
    """Announce a tournament of so many players, entered in the order of ``NAMES``. Keywords are fields of the event."""

    def announce(count: int, **fields: Any) -> Event:
        wanted = {"title": "Spring Cup", "slug": "ice_battle", "format": "swiss", "rounds": 3, "lot": "spring"}
        event = Event.objects.create(**{**wanted, **fields})
        event.organisers.add(dmitri)
        services.open_signup(event_id=event.pk, by=dmitri.pk)
        for person in players[:count]:
            services.sign_up(event_id=event.pk, person_id=person.pk, invitation=event.invitation)
        return again(event)

    return announce


def again(event: Event) -> Event:
    """The event as it is stored now."""
    return Event.objects.get(pk=event.pk)


def chart_of(event: Event) -> Chart:
    return read_chart(again(event))


def entry_of(event: Event, person: User) -> Entry:
    return Entry.objects.get(event=event, person=person)


def open_fixtures(event: Event) -> list[Fixture]:
    """The matches of the event that are being played, in the order of boards."""
    fixtures = Fixture.objects.filter(pairing__round__event=event, how=Fixture.How.OPEN, match__isnull=False)
    return list(fixtures.order_by("pairing__board", "number"))


def match_of(fixture: Fixture) -> Match:
    """The match of a fixture as it is stored now."""
    return Match.objects.get(fixture=fixture)


def lose(match: Match, person: User) -> None:
    """The person resigns."""
    matches.resign(match_id=match.pk, person_id=person.pk, ply=Match.objects.get(pk=match.pk).ply)


def agree(match: Match) -> None:
    """All at the table agree on a draw."""
    ply = Match.objects.get(pk=match.pk).ply
    for seat in Seat.objects.filter(match=match):
        assert seat.player_id is not None
        matches.offer_draw(match_id=match.pk, person_id=seat.player_id, ply=ply)


def play_out(fixture: Fixture, lots: random.Random) -> None:
    """End a match somehow: by a draw, or by people resigning until one is left."""
    match = match_of(fixture)
    if match.state == Match.State.PLAYING and lots.random() < 0.2:
        agree(match)
    seats = list(Seat.objects.filter(match=match, has_left=False).select_related("player"))
    lots.shuffle(seats)
    for seat in seats:
        if Match.objects.get(pk=match.pk).state != Match.State.PLAYING:
            return
        assert seat.player is not None
        lose(match, seat.player)


def weaker_resign(event: Event) -> None:
    """In every match that is on, all but the best seed resign."""
    for fixture in open_fixtures(event):
        match = match_of(fixture)
        entries = Entry.objects.filter(pk__in=fixture.seats).select_related("person").order_by("-seed")
        for entry in list(entries)[:-1]:
            lose(match, entry.person)
