"""Land and sea as four files, fair or in winter, by day and by night.

They are made by ``python -m games.molon_labe.map_file`` and change only with the map.
"""

from __future__ import annotations

from pathlib import Path

from games.backdrop import Backdrop
from games.molon_labe.ground import HEIGHT, WIDTH, land

HERE = Path(__file__).parent
DRAWINGS = {f"map-{look}": land(look) for look in ("fair", "winter")}
BACKDROP = Backdrop(DRAWINGS, HERE / "map.css", WIDTH, HEIGHT, HERE / "static" / "molon_labe")

if __name__ == "__main__":
    BACKDROP.write()
