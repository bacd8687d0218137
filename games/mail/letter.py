"""A mail in words: what is said, not yet how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings

from games.drawing import Art, Board
from games.matches.selectors.story import Line


@dataclass(frozen=True)
class Player:
    """One line of the list of players; ``colour`` is that of the seat's shield."""

    side: str
    person: str
    colour: str
    is_reader: bool


@dataclass(frozen=True)
class Picture:
    """The board as the reader's seat sees it. ``alt`` stands for it where pictures are not shown.

    ``notes`` say what is true of all of it, such as points.
    """

    board: Board
    art: Art
    alt: str
    notes: Sequence[str]


@dataclass(frozen=True)
class Letter:
    """A mail in words. ``lead`` says kind, move and deadline in one line; ``quote`` is somebody's own words."""

    subject: str
    lead: str
    opening: Sequence[str] = ()
    quote: str = ""
    story: Sequence[Line] = ()
    picture: Picture | None = None
    wanted: Sequence[str] = ()
    closing: Sequence[str] = ()
    link: str = ""
    link_label: str = ""
    players: Sequence[Player] = ()
    seal: str = ""


def site_address(path: str) -> str:
    """The full address of a page."""
    return f"{settings.HERALD_URL}{path}"
