"""SVG to PNG, in a process of its own: the painter holds Python's lock as long as it paints, a second for a map.

In the process that also serves pages everything else would stand still meanwhile.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FONT = Path(__file__).parent / "fonts" / "AlegreyaHerald.ttf"

PATIENCE = 120
"""Seconds after which a painter is given up; on a busy machine a map may take many."""

_PAINTER = """
import os, sys
import resvg_py
os.nice(5)
png = resvg_py.svg_to_bytes(
    svg_string=sys.stdin.buffer.read().decode(),
    width=int(sys.argv[1]),
    shape_rendering="crisp_edges",
    skip_system_fonts=True,
    font_files=[sys.argv[2]],
    serif_family="Alegreya Herald",
)
sys.stdout.buffer.write(bytes(png))
"""


def paint(svg: str, width: int) -> bytes:
    """The picture as a PNG, ``width`` pixels wide. Raises subprocess.SubprocessError if the painter fails.

    Edges are not smoothed: at twice the size the reader's screen does that, and the colours stay few.
    """
    # -P: what lies in the folder where Herald was started is no module of the painter's
    painter = [sys.executable, "-P", "-c", _PAINTER, str(width), str(FONT)]
    return subprocess.run(
        painter, input=svg.encode(), stdout=subprocess.PIPE, timeout=PATIENCE, check=True
    ).stdout  # our own words
