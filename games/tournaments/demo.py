"""Tournaments to look at: one in its second round, one that takes entries. Everything goes the way that people go."""

from __future__ import annotations

import random
from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from games.matches.demo import advance, finish
from games.matches.models import Match
from games.registry import get_game
from games.tournaments import services
from games.tournaments.models import Event

RUNNING, OPEN = "Herald Open", "Ides of March"


def fill(people: Sequence[User]) -> bool:
    """Make what is not there yet; whether anything was. ``people`` are four, the last of whom organises."""
    is_new = False
    for title, make in ((RUNNING, _running), (OPEN, _open)):
        with transaction.atomic():
            if not Event.objects.filter(title=title).exists():
                make(title, people)
                is_new = True
    return is_new


def _announced(title: str, slug: str, organiser: User, **fields: object) -> Event:
    event = Event.objects.create(title=title, slug=slug, length=get_game(slug).about.clock.default, **fields)
    event.organisers.add(organiser)
    services.open_signup(event_id=event.pk, by=organiser.pk)
    return event


def _running(title: str, people: Sequence[User]) -> None:
    """A Swiss event for all four: the first round is played, one match of the second is over and one is on."""
    rng, organiser = random.Random(1325), people[-1]  # noqa: S311  the same play in every demo
    event = _announced(
        title,
        "ice_battle",
        organiser,
        description="Three rounds over the ice. Be polite, and write soon.",
        format=Event.Kind.SWISS,
        rounds=3,
        round_days=14,
        lot="demo",
    )
    for person in people:
        services.sign_up(event_id=event.pk, person_id=person.pk)
    services.start(event_id=event.pk, by=organiser.pk)
    services.publish_round(event_id=event.pk, by=organiser.pk, number=1)
    for match in _matches(event):
        finish(match, _second(match), rng)
    services.sweep()
    services.publish_round(event_id=event.pk, by=organiser.pk, number=2)
    first, *others = _matches(event)
    advance(first, 2, rng)
    for match in others:
        finish(match, _second(match), rng)
    services.sweep()


def _open(title: str, people: Sequence[User]) -> None:
    """Tables of several that take entries; Anna has yet to sign up."""
    *players, organiser = people
    event = _announced(
        title,
        "molon_labe",
        organiser,
        description="Tables of four, as far as the number of players allows. Round one begins when twelve are in.",
        format=Event.Kind.TABLES,
        rounds=3,
        table_size=4,
        capacity=24,
        tie_breaks=["ranks", "wins"],
    )
    for person in players[1:]:
        services.sign_up(event_id=event.pk, person_id=person.pk)


def _matches(event: Event) -> list[Match]:
    """What is being played in it, in the order of boards."""
    matches = Match.objects.filter(fixture__pairing__round__event=event, state=Match.State.PLAYING)
    return [*matches.order_by("fixture__pairing__board")]


def _second(match: Match) -> User:
    seat = match.seats.order_by("place").last()
    assert seat is not None
    assert seat.player is not None
    return seat.player
