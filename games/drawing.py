"""A board as plain data: spaces, pieces, marks and text, and what lies beside it.

Pure: standard library only. A game describes what lies where; ``games.svg`` draws it
alike for page, mail and replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.words import Sentence

SHAPES = (
    "dot", "leap", "glide", "ring", "leap-ring", "glide-ring", "cross", "bracket",
    "drafted", "filed", "arrow", "hit", "shield", "zone",
)  # fmt: skip
"""may go, by a jump, by a slide, may take, by a jump, by a slide, may shoot or strike, may command,
drafted, filed, a way, harm done, defence, within reach.
"""


@dataclass(frozen=True, slots=True)
class Space:
    """A place on the board. Row and column order the keyboard's way through it.

    Coordinates are in board units, the origin at the upper left. ``look`` adds classes; a
    wide board opens on a phone where one says "home". ``label`` is what it is called in
    words if not by its name.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    row: int
    column: int
    look: str = ""
    label: Sentence | None = field(default=None, hash=False)


@dataclass(frozen=True, slots=True)
class Piece:
    """A figure on a space: ``symbol`` of the game's art, ``tincture`` of its seat.

    ``pips`` of ``pips_of`` small coins (lives, storeys) are shown at its foot, the rest
    as empty places. ``look`` adds classes; "ghost" is a figure that is not there yet.
    ``card`` names the card of the game's art that tells more of it. ``x`` moves it to the
    right, in units of the board.
    """

    space: str
    symbol: str
    tincture: str
    label: Sentence
    pips: int = 0
    pips_of: int = 0
    look: str = ""
    card: str = ""
    x: float = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """A shape on a space, or from one space to another (an arrow).

    ``text`` is a short number or word beside it, ``label`` what it says to those who
    do not see it (else a word for the shape). ``look`` adds classes; "draft" is dashed.
    """

    shape: str
    at: str
    to: str = ""
    text: str = ""
    label: Sentence | None = None
    look: str = ""


@dataclass(frozen=True, slots=True)
class Layer:
    """Marks that are shown on demand only, and the same in words for those who do not see them."""

    title: Sentence
    words: Sentence
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """``count`` like things that lie beside the board."""

    symbol: str
    label: Sentence
    count: int
    card: str = ""


@dataclass(frozen=True, slots=True)
class Tray:
    """What lies together beside the board: a bag, the fallen. ``words`` stand in an empty one."""

    title: Sentence
    lots: tuple[Lot, ...]
    words: Sentence


@dataclass(frozen=True, slots=True)
class Badge:
    """A seat's shield. ``title``: what the seat is called by now, if it has come to another name than at the start."""

    tincture: str
    charge: str
    title: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """``ground`` names the symbol under everything, ``names`` that with words which no figure may hide.

    ``text`` is the board for readers of plain text.

    ``is_wide`` boards are maps: too fine to be read as a whole on a phone, so the page lets them be enlarged.
    ``is_fine`` boards can be read there, but their spaces are smaller than a finger: they are enlarged there alone.
    ``notes`` say what else is true of the position and stands in no picture.
    ``is_sparse`` boards have so many spaces that those alone are cells where something stands or may be done.
    """

    title: Sentence
    width: float
    height: float
    spaces: tuple[Space, ...]
    pieces: tuple[Piece, ...]
    text: str
    ground: str = ""
    names: str = ""
    marks: tuple[Mark, ...] = ()
    badges: Mapping[str, Badge] = field(default_factory=dict)
    trays: tuple[Tray, ...] = ()
    layers: tuple[Layer, ...] = ()
    notes: tuple[Sentence, ...] = ()
    is_wide: bool = False
    is_fine: bool = False
    is_sparse: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a figure: its symbol, drawn large, and what it says."""

    symbol: str
    title: Sentence
    words: Sentence


@dataclass(frozen=True, slots=True)
class Card:
    """A closer look at a figure, all its sides together. ``name`` is unique in the art and fit for an id."""

    name: str
    title: Sentence
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Art:
    """``sprite``: SVG ``<symbol>`` elements, put once on a page. ``style``: static path of the style sheet.

    ``gallery`` names those of the ``cards`` that the page of rules shows.
    """

    sprite: str
    style: str
    cards: tuple[Card, ...] = field(default=(), hash=False)
    gallery: tuple[str, ...] = ()
