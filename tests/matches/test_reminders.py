"""When a reminder leaves: as early as its reader wants it, never before half of the time has passed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Notice, User
from games.matches import services
from games.matches.models import Match
from tests.matches.conftest import Begin, again

pytestmark = pytest.mark.django_db


def hours_before(match: Match, person: User) -> list[float]:
    """How long before the deadline each reminder of a person that waits will leave."""
    due_at = again(match).due_at
    assert due_at is not None
    waiting = Notice.objects.filter(kind="reminder", person=person, state="waiting", data__due=due_at.isoformat())
    return [(due_at - notice.due_at) / timedelta(hours=1) for notice in waiting]


@pytest.mark.parametrize(
    ("given", "wanted", "before"),
    [
        (48, 24, [24]),
        (48, 2, [2]),
        (240, 72, [72]),
        # half of a day is twelve hours, half of three days a day and a half
        (24, 24, [12]),
        (72, 72, [36]),
        (48, 0, []),
    ],
)
def test_reminder_leaves_as_wanted_but_not_in_the_first_half(
    begin: Begin, anna: User, boris: User, given: int, wanted: int, before: list[float]
) -> None:
    anna.reminder_hours = wanted
    anna.save()
    match = begin(length=given * 3600)
    assert hours_before(match, anna) == before
    assert hours_before(match, boris) == [min(24, given / 2)]


def test_reminder_moves_with_its_deadline(begin: Begin, anna: User, dmitri: User) -> None:
    match = begin(length=24 * 3600)
    assert hours_before(match, anna) == [12]
    services.extend_deadline(match_id=match.pk, organiser_id=dmitri.pk, reason="A storm.", hours=48)
    assert hours_before(match, anna) == [24]
