"""The land as two files, by day and by night, which the style sheet lays under the board.

They are made by ``python -m games.two_kings.map_file`` and change only with the land.
"""

from __future__ import annotations

from pathlib import Path

from games.backdrop import Backdrop
from games.two_kings.land import land
from games.two_kings.road import HEIGHT, WIDTH

HERE = Path(__file__).parent
BACKDROP = Backdrop({"map": land()}, HERE / "land.css", WIDTH, HEIGHT, HERE / "static" / "two_kings")

if __name__ == "__main__":
    BACKDROP.write()
