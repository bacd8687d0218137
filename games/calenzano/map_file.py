"""The land as two files, by day and by night, which the style sheet lays under the board.

They are made by ``python -m games.calenzano.map_file`` and change only with the map.
"""

from __future__ import annotations

from pathlib import Path

from games.backdrop import TIMES, backdrop_svg
from games.calenzano.ground import HEIGHT, WIDTH, land

HERE = Path(__file__).parent
FOLDER = HERE / "static" / "calenzano"


def map_svg(time: str) -> str:
    """The file of the land by ``day`` or by ``night``."""
    css = (HERE / "map.css").read_text(encoding="utf-8")
    return backdrop_svg(land(), css, WIDTH, HEIGHT, time)


def path(time: str) -> Path:
    """Where the file lies."""
    return FOLDER / f"map-{time}.svg"


if __name__ == "__main__":
    for time in TIMES:
        path(time).write_text(map_svg(time), encoding="utf-8")
