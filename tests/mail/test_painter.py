"""Pictures are painted in a process of their own, so that pages, sweeps and reveals need not wait for one."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO

import pytest
from PIL import Image

from games.mail.painter import paint

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="1" height="1" fill="#ff0000"/></svg>'


def test_picture_is_painted_to_its_width_and_elsewhere() -> None:
    picture = Image.open(BytesIO(paint(SVG, 4)))
    assert picture.size == (4, 2)
    assert sorted(picture.convert("RGBA").getcolors() or ()) == [(4, (0, 0, 0, 0)), (4, (255, 0, 0, 255))]
    assert "resvg_py" not in sys.modules


def test_failing_painter_is_no_silent_one() -> None:
    with pytest.raises(subprocess.SubprocessError):
        paint("<svg", 4)
