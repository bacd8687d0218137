"""What stands beside a board, sent anew only to a page that shows something else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.asides import layers_html, notes_html, trays_html
from games.drawing import Board, Tray
from games.matches.words import speaking
from games.words import Sentence


@dataclass(frozen=True)
class Part:
    """A part of the page with the mark it bears, which tells it from others; both are blank if there is nothing."""

    html: SafeString
    mark: str


def trays(board: Board | None) -> Part:
    """Bags, the fallen, whatever else lies beside the board, and what is true of the position."""
    return _trays(board.notes, board.trays, get_language()) if board else _part("trays", "")


def layers(board: Board | None) -> Part:
    """Folds for what the board can show on demand."""
    return _part("layers", layers_html(board.layers, speaking()) if board else "")


@lru_cache(maxsize=512)
def _trays(notes: tuple[Sentence, ...], lots: tuple[Tray, ...], _language: str | None) -> Part:
    """In a language; most plies leave them as they are, and there may be dozens of things."""
    return _part("trays", notes_html(notes, speaking()) + trays_html(lots, speaking()))


def _part(name: str, html: str) -> Part:
    if not html:
        return Part(SafeString(""), "")
    mark = f"{crc32(html.encode()):x}"
    marked = f'<input type="hidden" name="{name}" value="{mark}">{html}'
    return Part(mark_safe(marked), mark)  # noqa: S308  # escaped by the builders
