"""Small pieces that several pages show: a seat with its shield, a limit in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import About
from games.heraldry import shield
from games.matches.models import Match, Seat
from games.matches.titles import seat_title
from games.matches.words import tell
from games.registry import get_game


@dataclass(frozen=True)
class SeatLine:
    """A seat as everybody may see it. ``title`` is the army, ``person`` who plays it."""

    name: str
    title: str
    person: str
    person_id: int | None
    shield: SafeString
    is_robot: bool
    is_to_act: bool
    has_left: bool
    has_offered_draw: bool
    rank: int | None
    receipt: str = ""

    @property
    def has_filed(self) -> bool:
        return bool(self.receipt)


class GameCard:
    """A game as lists and forms name it, in the reader's language."""

    def __init__(self, about: About) -> None:
        self.slug = about.slug
        self.title_words = tell(about.title)
        self.summary_words = tell(about.summary)
        self.source_words = tell(about.source)


def seat_line(match: Match, seat: Seat, receipt: str = "") -> SeatLine:
    title = tell(seat_title(match.slug, seat)) if seat.name else ""
    return SeatLine(
        name=seat.name,
        title=title,
        person=person_name(seat, match.slug),
        person_id=seat.player_id,
        shield=mark_safe(shield(seat.tincture, seat.charge, 28, "")) if seat.tincture else SafeString(""),  # noqa: S308  # built and escaped by us
        is_robot=bool(seat.robot),
        is_to_act=seat.is_to_act,
        has_left=seat.has_left,
        has_offered_draw=seat.has_offered_draw,
        rank=seat.rank,
        receipt=receipt,
    )


def person_name(seat: Seat, slug: str = "") -> str:
    """Who plays a seat; with the game's ``slug`` a practice opponent is named with its strength."""
    if seat.robot:
        levels = {choice.value: choice.label for choice in get_game(slug).about.levels} if slug else {}
        level = levels.get(seat.robot)
        return _("Practice opponent, {level}").format(level=tell(level)) if level else _("Practice opponent")
    return str(seat.player) if seat.player else seat.archived_name or _("nobody")


def people_of(match: Match, seats: Sequence[Seat]) -> str:
    """Who plays whom, for lists and titles: “Anna – Boris”."""
    return " – ".join(person_name(seat, match.slug) for seat in seats)


def length_words(seconds: int | None) -> str:
    """A period's length in words: “2 days”."""
    if seconds is None:
        return _("no time limit")
    for size, one in ((86400, _days), (3600, _hours), (60, _minutes)):
        if seconds >= size and seconds % size == 0:
            return one(seconds // size)
    return _minutes(max(seconds // 60, 1))


def pace_words(match: Match) -> str:
    """How long a period of the match is; a record tells nothing of its time."""
    return _("from a record") if match.is_archived else length_words(match.length)


def _days(n: int) -> str:
    return ngettext("{n} day", "{n} days", n).format(n=n)


def _hours(n: int) -> str:
    return ngettext("{n} hour", "{n} hours", n).format(n=n)


def _minutes(n: int) -> str:
    return ngettext("{n} minute", "{n} minutes", n).format(n=n)
