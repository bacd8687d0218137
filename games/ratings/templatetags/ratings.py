"""Ratings on pages of other packages."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from accounts.models import User
from games.matches.models import Match, Seat
from games.ratings.selectors import Record, Standing, record_of, standing_of

register = template.Library()


@register.simple_tag
def rating_record(person: User) -> Record:
    """Somebody's own record."""
    return record_of(person, person.pk)


@register.simple_tag
def rating_standing(match: Match, seats: Sequence[Seat]) -> Standing | None:
    """Whether a match is rated."""
    return standing_of(match, seats)
