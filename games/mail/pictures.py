"""Board pictures for mails, where neither SVG nor a style sheet arrives."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from django.contrib.staticfiles import finders
from PIL import Image

from games.drawing import Art, Board
from games.heraldry import picture_css, tincture_defs
from games.mail.painter import paint
from games.svg import board_svg, sprite_svg

TOKENS, MARKS = "css/herald.css", "css/boards.css"
"""Where the site's colours are named, and the rules for the boards of all games."""


COLOURS = 128
"""Of a picture's palette, which makes its file a third of what it would be."""

_BACKDROP = re.compile(
    r'^\.board-svg(?::has\(\[href\^="([^"]+)"\]\))? { background(?:-image)?: url\("([^"]+)"\)', re.MULTILINE
)
_SYMBOL = re.compile(r"<symbol\b.*?</symbol>", re.DOTALL)


def board_png(board: Board, art: Art, translate: Callable[[str], str], width: int = 600) -> bytes:
    """The board as a PNG in the light theme, ``width`` wide in a mail and twice that in pixels."""
    ground = replace(board, spaces=(), pieces=(), marks=(), names="", text="")
    figures = replace(board, ground="")
    return _png(*(board_svg(layer, translate, interactive=False) for layer in (ground, figures)), art, 2 * width)


@lru_cache(maxsize=32)
def _png(ground: str, figures: str, art: Art, width: int) -> bytes:
    """Kept for a while: the mails of a ply show the same board to everybody."""
    picture = Image.alpha_composite(_ground(ground, art, width), _painted(figures, art, width))
    file = BytesIO()
    few = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


@lru_cache(maxsize=4)
def _ground(svg: str, art: Art, width: int) -> Image.Image:
    """What lies under the figures, kept longer: a map takes twenty times as long to paint as what stands on it."""
    ground, backdrop = _painted(svg, art, width), _backdrop(art.style, svg)
    if not backdrop:
        return ground
    return Image.alpha_composite(_laid_under(f"{svg.partition('>')[0]}>{backdrop}</svg>", art, width), ground)


@lru_cache(maxsize=4)
def _laid_under(svg: str, art: Art, width: int) -> Image.Image:
    """A map without what a season or a turn changes on it."""
    return _painted(svg, art, width)


def _backdrop(style: str, ground: str) -> str:
    """The drawing that the game's style sheet lays under such a ground, by day; empty if it has none."""
    files = [file for start, file in _BACKDROP.findall(_sheet(style)) if f'href="{start}' in ground]
    return _static(f"{style.rpartition('/')[0]}/{files[-1]}") if files else ""


def _painted(svg: str, art: Art, width: int) -> Image.Image:
    head, rest = svg.split(">", 1)
    sprite = f"<defs>{_used(sprite_svg(art), rest)}</defs>"  # what is no symbol would be seen where no ground covers it
    inside = f"<style>{_flat_css(art.style)}</style>{tincture_defs()}{sprite}"
    png = paint(f'{head} xmlns="http://www.w3.org/2000/svg">{inside}{rest}', width)
    return Image.open(BytesIO(png)).convert("RGBA")


def _used(sprite: str, svg: str) -> str:
    """The sprite with those symbols alone that the picture shows, itself or by way of others."""
    holders = {name: found[0] for found in _SYMBOL.finditer(sprite) for name in re.findall(r' id="([^"]+)"', found[0])}
    shown, fresh = set[str](), _named(svg + _SYMBOL.sub("", sprite))
    while symbols := {holders[name] for name in fresh & holders.keys()} - shown:
        shown |= symbols
        fresh = _named("".join(symbols))
    return _SYMBOL.sub(lambda found: found[0] if found[0] in shown else "", sprite)


def _named(svg: str) -> set[str]:
    return set(re.findall(r'(?:href="|url\()#([^")]+)', svg))


@cache
def _flat_css(style: str) -> str:
    """The board's rules in the light theme, variables replaced: the picture maker knows none."""
    rules = _sheet(MARKS) + _sheet(style)
    tokens = dict(re.findall(r"(--[\w-]+):\s*([^;}]+)", _sheet(TOKENS) + rules))
    while "var(" in rules:
        rules = re.sub(r"var\((--[\w-]+)\)", lambda found: tokens[found[1]], rules)
    return re.sub(r"light-dark\(([^,]+),[^)]+\)", r"\1", rules) + picture_css()


def _sheet(path: str) -> str:
    return re.sub(r"/\*.*?\*/", "", _static(path), flags=re.DOTALL)


def _static(path: str) -> str:
    found = finders.find(path)
    if not isinstance(found, str):
        raise FileNotFoundError(path)
    return Path(found).read_text(encoding="utf-8")
