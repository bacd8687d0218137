"""The land as two files, by day and by night, which the style sheet lays under the board.

They are made by ``python -m games.two_kings.map_file`` and change only with the land.
"""

from __future__ import annotations

from pathlib import Path

from games.backdrop import TIMES, backdrop_svg
from games.two_kings.land import land
from games.two_kings.road import HEIGHT, WIDTH

HERE = Path(__file__).parent
FOLDER = HERE / "static" / "two_kings"


def map_svg(time: str) -> str:
    """The file of the land by ``day`` or by ``night``."""
    css = (HERE / "land.css").read_text(encoding="utf-8")
    return backdrop_svg(land(), css, WIDTH, HEIGHT, time)


def path(time: str) -> Path:
    """Where the file lies."""
    return FOLDER / f"map-{time}.svg"


if __name__ == "__main__":
    for time in TIMES:
        path(time).write_text(map_svg(time), encoding="utf-8")
