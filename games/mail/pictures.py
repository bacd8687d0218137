"""Board pictures for mails, where neither SVG nor a style sheet arrives."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

import resvg_py
from django.contrib.staticfiles import finders

from games.drawing import Art, Board
from games.heraldry import picture_css, tincture_defs
from games.svg import board_svg, sprite_svg

FONT = Path(__file__).parent / "fonts" / "AlegreyaHerald.ttf"

TOKENS, MARKS = "css/herald.css", "css/boards.css"
"""Where the site's colours are named, and the rules for the boards of all games."""


def board_png(board: Board, art: Art, translate: Callable[[str], str], width: int = 600) -> bytes:
    """The board as a PNG in the light theme, ``width`` wide in a mail and twice that in pixels."""
    return _png(board_svg(board, translate, interactive=False), art, 2 * width)


@lru_cache(maxsize=32)
def _png(svg: str, art: Art, width: int) -> bytes:
    """Kept for a while: the mails of a ply show the same board to everybody.

    Edges are not smoothed. At twice the size the reader's screen does that, and the
    file is a third of what it would be.
    """
    head, rest = svg.split(">", 1)
    inside = f"<style>{_flat_css(art.style)}</style>{tincture_defs()}{sprite_svg(art)}"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=f'{head} xmlns="http://www.w3.org/2000/svg">{inside}{rest}',
            width=width,
            shape_rendering="crisp_edges",
            skip_system_fonts=True,
            font_files=[str(FONT)],
            serif_family="Alegreya Herald",
        )
    )


@cache
def _flat_css(style: str) -> str:
    """The board's rules in the light theme, variables replaced: the picture maker knows none."""
    rules = _sheet(MARKS) + _sheet(style)
    tokens = dict(re.findall(r"(--[\w-]+):\s*([^;}]+)", _sheet(TOKENS) + rules))
    while "var(" in rules:
        rules = re.sub(r"var\((--[\w-]+)\)", lambda found: tokens[found[1]], rules)
    return re.sub(r"light-dark\(([^,]+),[^)]+\)", r"\1", rules) + picture_css()


def _sheet(path: str) -> str:
    found = finders.find(path)
    if not isinstance(found, str):
        raise FileNotFoundError(path)
    css = Path(found).read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
