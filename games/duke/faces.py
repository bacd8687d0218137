"""The tiles' faces: figure and movement grid composed into symbols, once, from the table of kinds.

A face's grid has a wide middle for the figure; the two squares to each side are narrow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import atan2, degrees
from pathlib import Path

from games.duke.data import FACES
from games.duke.geometry import FILES, RANKS

SIDES = ("front", "back")
COLOURS = ("light", "dark")

_OFFSET = {-2: -24.4, -1: -18.2, 0: 0, 1: 18.2, 2: 24.4}
"""From the middle of a face of 60 x 60 units to the squares of its grid."""


def symbol_of(colour: str, kind: str, side: str, *, is_turned: bool = False) -> str:
    """Name of a face's symbol; turned, its forward is down the board."""
    return f"dk-{colour}-{kind}-{side}{'-turned' if is_turned else ''}"


def make_sprite() -> str:
    """All symbols of the game: those of the drawing, then a grid for each face and four looks of it."""
    drawing = Path(__file__).with_name("art.svg").read_text(encoding="utf-8")
    # The file is a picture of its own; on a page its frame, comments and line ends are left out.
    parts = re.sub(r"<!--.*?-->|</?svg[^>]*>|\n\s*", "", drawing, flags=re.DOTALL)
    return "".join((parts, *_tables(), *_grids(), *_faces()))


def _tables() -> Iterator[str]:
    """The board as each side sees it, the own rank below."""
    for colour, files, ranks in (("light", FILES, RANKS[::-1]), ("dark", FILES[::-1], RANKS)):
        names = "".join(
            f'<text x="{54 + 60 * n}" y="17">{file}</text><text x="{54 + 60 * n}" y="401">{file}</text>'
            f'<text x="12" y="{59 + 60 * n}">{rank}</text><text x="396" y="{59 + 60 * n}">{rank}</text>'
            for n, (file, rank) in enumerate(zip(files, ranks, strict=True))
        )
        yield (
            f'<symbol overflow="visible" id="dk-table-{colour}" viewBox="0 0 408 408"><use href="#dk-table"/>'
            f'<g class="dk-names">{names}</g></symbol>'
        )


def _grids() -> Iterator[str]:
    for kind, faces in FACES.items():
        for side, face in zip(SIDES, faces, strict=True):
            icons = "".join(_icon(icon, dx, dy) for icon, squares in face.items() for dx, dy in squares)
            yield f'<g id="dk-{kind}-{side}">{icons}</g>'


def _icon(icon: str, dx: int, dy: int) -> str:
    x, y = 30 + _OFFSET[dx], 30 - _OFFSET[dy]
    if icon == "slide":
        return f'<use href="#dk-slide" transform="translate({x:g} {y:g})rotate({degrees(atan2(dx, dy)):g})"/>'
    return f'<use href="#dk-{icon}" x="{x:g}" y="{y:g}"/>'


def _faces() -> Iterator[str]:
    for colour in COLOURS:
        for kind in FACES:
            for side in SIDES:
                for is_turned in (False, True):
                    turn = ' transform="rotate(180 30 30)"' if is_turned else ""
                    # what differs stands last in each tag, so that a compressor finds the rest repeated
                    name = symbol_of(colour, kind, side, is_turned=is_turned)
                    yield (
                        f'<symbol overflow="visible" viewBox="0 0 60 60" id="{name}"><use href="#dk-{colour}-{side}"/>'
                        f'<use class="dk-on-{colour}"{turn} href="#dk-{kind}-{side}"/>'
                        f'<use class="dk-on-{colour}-{side}" x="16" y="16" width="28" height="28" href="#dk-{kind}"/>'
                        "</symbol>"
                    )
