"""Two who press the same button at the same moment (F64)."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import User
from games.matches.models import Match
from games.tournaments import services
from games.tournaments.models import Act, Place, Round
from tests.matches.conftest import at_once
from tests.tournaments.conftest import Hold, weaker_resign


@pytest.mark.django_db(transaction=True)
def test_round_pressed_twice_at_once_is_paired_and_published_once(hold: Hold, dmitri: User) -> None:
    event = hold(4)
    begin = partial(services.start, event_id=event.pk, by=dmitri.pk)
    assert [given for given in at_once([begin, begin]) if isinstance(given, Exception)] == []
    assert Round.objects.count() == 1
    publish = partial(services.publish_round, event_id=event.pk, by=dmitri.pk, number=1)
    assert [given for given in at_once([publish, publish, services.sweep]) if isinstance(given, Exception)] == []
    assert Match.objects.count() == 2
    assert Place.objects.count() == 4
    weaker_resign(event)
    assert [given for given in at_once([services.sweep, services.sweep]) if isinstance(given, Exception)] == []
    assert Act.objects.filter(act="closed").count() == 1
    assert list(Round.objects.order_by("number").values_list("number", "state")) == [(1, "closed"), (2, "preview")]
