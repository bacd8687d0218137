"""The commands of tournaments, and what they find."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.tournaments import services
from games.tournaments.models import Event, Fixture, Place, Round
from tests.tournaments.conftest import Hold, again, entry_of, open_fixtures, weaker_resign


@pytest.fixture
def cup(hold: Hold, dmitri: User) -> Event:
    """Four players; round 1 is over: 1 beat 3 at the board, and 2 was given the better of 4."""
    event = hold(4)
    services.start(event_id=event.pk, by=dmitri.pk)
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    _first, second = open_fixtures(event)
    ranks = {entry: place for place, entry in enumerate(reversed(second.seats), start=1)}
    services.adjudicate(fixture_id=second.pk, by=dmitri.pk, reason="A lost position.", ranks=ranks)
    weaker_resign(event)
    services.sweep()
    return again(event)


def check() -> str:
    out = StringIO()
    call_command("check_standings", stdout=out)
    return out.getvalue()


def test_standings_agree_with_matches_and_log(cup: Event) -> None:
    assert check().splitlines()[1:] == [
        "   1       1  Anna",
        "   1       1  Boris",
        "   3       0  Clara",
        "   3       0  Dario",
    ]


@pytest.mark.parametrize("how", ["played", "adjudicated"])
def test_result_edited_by_hand_is_found(cup: Event, how: str) -> None:
    fixture = Fixture.objects.get(how=how)
    fixture.ranks = {entry: 3 - rank for entry, rank in (fixture.ranks or {}).items()}
    fixture.save()
    with pytest.raises(CommandError, match="1 things"):
        check()


def test_withdrawn_who_was_paired_is_found(cup: Event, players: list[User], dmitri: User) -> None:
    services.publish_round(event_id=cup.pk, by=dmitri.pk, number=2)
    entry = entry_of(cup, players[0])
    assert Place.objects.filter(entry=entry, round=Round.objects.get(event=cup, number=2)).exists()
    entry.left_round = 2
    entry.save()
    with pytest.raises(CommandError, match="1 things"):
        check()


def test_simulated_events_are_counted() -> None:
    out = StringIO()
    call_command("simulate_events", "--per-format", "2", "--format", "single", stdout=out)
    assert out.getvalue().startswith("single: 2 events in ")
