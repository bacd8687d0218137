"""Land and sea as four files, fair or in winter, by day and by night.

They are made by ``python -m games.molon_labe.map_file`` and change only with the map.
"""

from __future__ import annotations

from pathlib import Path

from games.backdrop import TIMES, backdrop_svg
from games.molon_labe.ground import HEIGHT, WIDTH, land

HERE = Path(__file__).parent

LOOKS = ("fair", "winter")


def map_svg(look: str, time: str) -> str:
    """The file of the map in fair seasons or in ``winter``, by ``day`` or by ``night``."""
    css = (HERE / "map.css").read_text(encoding="utf-8")
    return backdrop_svg(land(look), css, WIDTH, HEIGHT, time)


def path(look: str, time: str) -> Path:
    """Where the file lies."""
    return HERE / "static" / "molon_labe" / f"map-{look}-{time}.svg"


if __name__ == "__main__":
    for look in LOOKS:
        for time in TIMES:
            path(look, time).write_text(map_svg(look, time), encoding="utf-8")
