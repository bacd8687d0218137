"""Two who press the same button at the same moment (F64)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from games.matches.models import Match
from games.tournaments import services
from games.tournaments.models import Act, Place, Round
from tests.matches.conftest import at_once
from tests.tournaments.conftest import Hold, weaker_resign


def failures(*acts: Callable[[], Any]) -> list[Exception]:
    """What went wrong when all acts were done at the same moment."""
    given = at_once([*acts])
    return [one for one in given if isinstance(one, Exception)]


@pytest.mark.django_db(transaction=True)
def test_round_pressed_twice_at_once_is_paired_and_published_once(hold: Hold, dmitri: User) -> None:
    event = hold(4)
    begin = partial(services.start, event_id=event.pk, by=dmitri.pk)
    assert failures(begin, begin) == []
    assert Round.objects.count() == 1
    publish = partial(services.publish_round, event_id=event.pk, by=dmitri.pk, number=1)
    assert failures(publish, publish, services.sweep) == []
    assert Match.objects.count() == 2
    assert Place.objects.count() == 4
    weaker_resign(event)
    assert failures(services.sweep, services.sweep) == []
    assert Act.objects.filter(act="closed").count() == 1
    assert list(Round.objects.order_by("number").values_list("number", "state")) == [(1, "closed"), (2, "preview")]
