"""Events on the real database that are stopped at random points and pressed again (F64, F65, F66)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from accounts.models import User
from games.matches.models import Match
from games.tournaments import services
from games.tournaments.formats.course import champion
from games.tournaments.formats.model import Format
from games.tournaments.models import Entry, Event, Fixture, Place, Round
from tests.tournaments.conftest import Hold, again, chart_of, open_fixtures, play_out

FIELDS: dict[str, dict[str, Any]] = {
    Format.ROUND_ROBIN: {},
    Format.SWISS: {"rounds": 3, "late_until": 3},
    Format.SINGLE: {"replays": 1, "decision": "lot"},
    Format.DOUBLE: {"replays": 0},
    Format.GROUPS: {"groups": 2, "advancing": 1},
    Format.TABLES: {"slug": "molon_labe", "rounds": 2, "table_size": 3, "late_until": 2},
}


class Crash(Exception):
    """The machine stops."""


@contextmanager
def crashing_at(query: int) -> Iterator[None]:
    """Let the query of that number, counted from 0, fail once."""
    left = query

    def run(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal left
        left -= 1
        if left == -1:
            raise Crash
        return execute(sql, params, many, context)

    with connection.execute_wrapper(run):
        yield


def rows() -> dict[str, list[dict[str, Any]]]:
    """All that is stored of tournaments, matches and notices."""
    models: list[Any] = [*apps.get_app_config("tournaments").get_models(), Match, apps.get_model("accounts", "Notice")]
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}


def press(step: Callable[[], Any], lots: random.Random) -> None:
    """Take a step that crashes up to two times, then once more, and see that the next time it changes nothing."""
    for _ in range(lots.randrange(3)):
        try:
            with crashing_at(lots.randrange(120)):
                step()
        except Crash:
            pass
    step()
    before = rows()
    step()
    assert rows() == before


@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.once) for seed in range(2, 20))])
@pytest.mark.parametrize("form", list(Format))
def test_event_survives_crashes_and_ends(
    form: Format, seed: int, hold: Hold, dmitri: User, players: list[User]
) -> None:
    lots = random.Random(seed)
    count = lots.randint(3, 5)
    event = hold(count, format=form, lot=str(seed), **FIELDS[form])
    press(lambda: services.start(event_id=event.pk, by=dmitri.pk), lots)
    for _ in range(20):
        current = Round.objects.filter(event=event).exclude(state__in=["closed", "annulled"]).first()
        if current is None:
            break
        if lots.random() < 0.2 and again(event).state == Event.State.RUNNING:
            leaver = lots.choice(players[:count])
            if Entry.objects.filter(event=event, person=leaver).exists():
                press(lambda leaver=leaver: services.withdraw(event_id=event.pk, person_id=leaver.pk), lots)  # type: ignore[misc]  # bound now
        if form in (Format.SWISS, Format.TABLES) and lots.random() < 0.3 and count < 8:
            late, count = players[count], count + 1
            services.add_entry(event_id=event.pk, person_id=late.pk, by=dmitri.pk)
        number = chart_of(event).open_round
        publish(event, number.number if number else 0, dmitri, lots)
        while fixtures := open_fixtures(event):
            for fixture in fixtures:
                play_out(fixture, lots)
            press(lambda: services.follow_round(event_id=event.pk), lots)
    press(lambda: services.finish(event_id=event.pk, by=dmitri.pk), lots)

    chart = chart_of(event)
    assert chart.event.state == Event.State.FINISHED
    assert all(one.state == Round.State.CLOSED for one in chart.rounds)
    assert Match.objects.count() == Fixture.objects.exclude(match=None).count()
    left = {entry.pk: entry.left_round for entry in chart.entries.values() if entry.left_round is not None}
    seated = Place.objects.filter(entry__in=left, pairing__bye="").values_list("entry_id", "round__number")
    assert [(entry, number) for entry, number in seated if number >= left[entry]] == []
    winner = champion(chart.plan, chart.entrants, chart.closed)
    assert winner is None or chart.standings[0].entrant.id == winner


def publish(event: Event, number: int, dmitri: User, lots: random.Random) -> None:
    """Publish round ``number``; pressed again once it is out, this must not touch the round after it."""

    def step() -> None:
        services.publish_round(event_id=event.pk, by=dmitri.pk, number=number)

    press(step, lots)


def test_pressed_by_two_at_once_pairs_and_publishes_once(hold: Hold, dmitri: User) -> None:
    event = hold(4)
    services.start(event_id=event.pk, by=dmitri.pk)
    for _ in range(2):
        services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    assert Match.objects.count() == 2
    assert Place.objects.filter(round__event=event).count() == 4
