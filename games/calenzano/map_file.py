"""The land as two files, by day and by night, which the style sheet lays under the board.

They are made by ``python -m games.calenzano.map_file`` and change only with the map.
"""

from __future__ import annotations

from pathlib import Path

from games.backdrop import Backdrop
from games.calenzano.ground import HEIGHT, WIDTH, land

HERE = Path(__file__).parent
BACKDROP = Backdrop({"map": land()}, HERE / "map.css", WIDTH, HEIGHT, HERE / "static" / "calenzano")

if __name__ == "__main__":
    BACKDROP.write()
