"""A board as plain data, and the builder that makes SVG of it.

Pure: standard library only. A game describes spaces, pieces and marks; the site
draws them alike for page, mail and replay. Every text is escaped; looks come from
classes and symbols alone, so that a strict content policy holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.words import Sentence

SHAPES = ("dot", "ring", "cross", "bracket", "drafted", "filed", "arrow", "hit")
"""may go, may take, may shoot or strike, may command, drafted, filed, last move, harm done."""


@dataclass(frozen=True, slots=True)
class Space:
    """A place on the board. Row and column order the keyboard's way through it.

    Coordinates are in board units, the origin at the upper left.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    row: int
    column: int
    look: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A figure on a space: ``symbol`` of the game's art, ``tincture`` of its seat.

    ``pips`` are small coins (lives, storeys) under it; ``look`` adds classes.
    """

    space: str
    symbol: str
    tincture: str
    label: Sentence
    pips: int = 0
    look: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A shape on a space, or from one space to another (an arrow)."""

    shape: str
    at: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """A seat's shield."""

    tincture: str
    charge: str


@dataclass(frozen=True, slots=True)
class Board:
    """``ground`` names the symbol under everything; ``text`` is the board for readers of plain text."""

    title: Sentence
    width: float
    height: float
    spaces: tuple[Space, ...]
    pieces: tuple[Piece, ...]
    text: str
    ground: str = ""
    marks: tuple[Mark, ...] = ()
    badges: Mapping[str, Badge] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Art:
    """``sprite``: SVG ``<symbol>`` elements, put once on a page. ``style``: static path of the style sheet."""

    sprite: str
    style: str
