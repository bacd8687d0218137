"""Tournaments on pages of other packages."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from accounts.models import User
from games.matches.models import Match
from games.tournaments.models import Round
from games.tournaments.selectors import lists

register = template.Library()


@register.simple_tag
def signup_events(reader_id: int | None) -> Sequence[lists.EventRow]:
    """The tournaments that take entries."""
    return lists.signup_events(reader_id)


@register.simple_tag
def events_of(person: User) -> Sequence[lists.EventRow]:
    """The tournaments of somebody."""
    return lists.events_of(person.pk)


@register.simple_tag
def round_of(match: Match) -> Round | None:
    """The round, with its tournament, in which a match is played."""
    found = Round.objects.filter(pairings__fixtures__match=match).select_related("event")
    return found.first()
