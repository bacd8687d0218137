"""The land as two files, by day and by night, which the style sheet lays under the board.

They are made by ``python -m games.calenzano.map_file`` and change only with the map. A browser keeps
them; sent with every page, the land would be more than half of it.
"""

from __future__ import annotations

import re
from pathlib import Path

from games.calenzano.ground import HEIGHT, WIDTH, land

HERE = Path(__file__).parent
FOLDER = HERE / "static" / "calenzano"

TIMES = ("day", "night")
"""Which of the two colours of ``light-dark()`` a file shows, by its place here."""


def map_svg(time: str) -> str:
    """The file of the land by ``day`` or by ``night``."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'preserveAspectRatio="none"><style>{_looks(time)}</style>{land()}</svg>\n'
    )


def _looks(time: str) -> str:
    """The rules of ``map.css`` with the colours of that time of day."""
    css = re.sub(r"/\*.*?\*/|\n\s*", "", (HERE / "map.css").read_text(encoding="utf-8"), flags=re.DOTALL)
    tokens, rules = css.split("}", 1)
    colours = {
        name: both[TIMES.index(time)] for name, *both in re.findall(r"(--[\w-]+): light-dark\((\S+), (\S+)\)", tokens)
    }
    return re.sub(r"var\((--[\w-]+)\)", lambda found: colours[found[1]], rules)


def path(time: str) -> Path:
    """Where the file lies."""
    return FOLDER / f"map-{time}.svg"


if __name__ == "__main__":
    for time in TIMES:
        path(time).write_text(map_svg(time), encoding="utf-8")
