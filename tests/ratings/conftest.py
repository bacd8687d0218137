"""The cast and the matches of the tests of matches, and how they end here."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.matches import services
from games.matches.models import Match

# the fixtures serve here too
from tests.matches.conftest import (  # noqa: F401
    again,
    anna,
    begin,
    boris,
    clara,
    dice,
    dmitri,
    line_up,
    make_person,
    race,
)


def resign(match: Match, person: User) -> Match:
    services.resign(match_id=match.pk, person_id=person.pk, ply=again(match).ply)
    return again(match)


def agree(match: Match, *people: User) -> Match:
    for person in people:
        services.offer_draw(match_id=match.pk, person_id=person.pk, ply=again(match).ply)
    return again(match)


def run_out(match: Match) -> Match:
    """Let the deadline of the present ply pass."""
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    assert services.resolve_ply(match_id=match.pk)
    return again(match)
