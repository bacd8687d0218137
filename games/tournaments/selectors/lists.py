"""Lists of tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.matches.words import tell
from games.registry import GAMES, get_game
from games.tournaments.models import Act, Entry, Event

# sign-up that is closed for a while prepares the event again: what was public once stays so
_OPENED = Q(Exists(Act.objects.filter(event=OuterRef("pk"), act="open_signup")))
SHOWN = Q(state__in=(Event.State.SIGNUP, Event.State.RUNNING, Event.State.PAUSED)) | (
    Q(state=Event.State.DRAFT) & _OPENED
)
PAST = 30
SIGNUP = 5


@dataclass(frozen=True)
class EventRow:
    pk: int
    slug: str
    title: str
    game: str
    format: str
    state: str
    entrants: int
    capacity: int | None
    started_at: datetime | None
    is_mine: bool


# a question of its own for each event that is shown: a join would count the entries of all events there are
_TAKING_PART = Entry.objects.filter(event=OuterRef("pk"), state=Entry.State.ENTERED).order_by().values("event")
ENTERED = Coalesce(Subquery(_TAKING_PART.annotate(number=Count("pk")).values("number")), 0)


def is_public(event: Event) -> bool:
    """Whether anybody may see the event: all but those never opened for sign-up."""
    return event.state != Event.State.DRAFT or Event.objects.filter(_OPENED, pk=event.pk).exists()


def present_events(person_id: int | None) -> Sequence[EventRow]:
    """Those that are public and not over."""
    return _rows(Event.objects.filter(SHOWN), person_id)


def signup_events(person_id: int | None) -> Sequence[EventRow]:
    """The latest that anybody may sign up for."""
    found = Event.objects.filter(state=Event.State.SIGNUP, access=Event.Access.OPEN)
    return _rows(found[:SIGNUP], person_id)


def events_of(person_id: int) -> Sequence[EventRow]:
    """The latest that a person has entered, those called off or never public left out."""
    entered = Entry.objects.filter(person_id=person_id).values("event")
    found = Event.objects.filter(SHOWN | Q(state=Event.State.FINISHED), pk__in=entered)
    return _rows(found[:PAST], person_id)


def past_events(person_id: int | None, page: int) -> Page[Any]:
    """Those that ended, the last first."""
    ended = Event.objects.filter(state=Event.State.FINISHED).order_by("-ended_at", "-pk")
    found: Page[Any] = Paginator(ended, PAST).get_page(page)
    shown: Any = found.object_list  # the events of the page, as they were asked for
    found.object_list = _rows(shown, person_id)
    return found


def _rows(events: QuerySet[Event], person_id: int | None) -> list[EventRow]:
    found = [event for event in events.annotate(entered=ENTERED) if event.slug in GAMES]
    mine = set[int]()
    if person_id is not None:
        mine.update(Entry.objects.filter(event__in=found, person_id=person_id).values_list("event_id", flat=True))
    return [
        EventRow(
            event.pk,
            event.slug,
            event.title,
            tell(get_game(event.slug).about.title),
            str(event.get_format_display()),
            str(event.get_state_display()),
            event.entered,
            event.capacity,
            event.started_at,
            event.pk in mine,
        )
        for event in found
    ]
