"""The land under the board: two files that the code makes, and the numbers over them."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from games.backdrop import TIMES
from games.svg import sprite_svg
from games.two_kings.board import ART
from games.two_kings.map_file import BACKDROP

CSS = (Path(__file__).parent.parent / "static" / "two_kings" / "board.css").read_text(encoding="utf-8")
SPRITE = sprite_svg(ART)


@pytest.mark.parametrize("time", TIMES)
def test_files_of_the_land_are_those_the_code_makes(time: str) -> None:
    """After a change of the land: ``python -m games.two_kings.map_file``."""
    assert BACKDROP.path("map", time).read_text(encoding="utf-8") == BACKDROP.svg("map", time)


@pytest.mark.parametrize("time", TIMES)
def test_land_is_whole_in_itself(time: str) -> None:
    svg = BACKDROP.svg("map", time)
    style, drawing = svg.split("</style>")
    assert set(re.findall(r'(?:href="|url\()#([\w-]+)', drawing)) <= set(re.findall(r' id="([\w-]+)"', drawing))
    classes = {name for names in re.findall(r'class="([^"]+)"', drawing) for name in names.split()}
    assert classes <= set(re.findall(r"\.(tk-[\w-]+)", style))
    assert not re.search(r"var\(|light-dark", svg)


def test_style_sheet_lays_the_land_of_the_time_under_the_board() -> None:
    assert set(re.findall(r'url\("([^"]+)"\)', CSS)) == {BACKDROP.path("map", time).name for time in TIMES}


def test_page_brings_toys_and_numbers_alone() -> None:
    classes = {name for names in re.findall(r'class="(tk-[^"]+)"', SPRITE) for name in names.split()}
    assert classes <= set(re.findall(r"\.(tk-[\w-]+)", CSS))
    land = re.search(r'<symbol id="tk-land".*?</symbol>', SPRITE)
    assert land
    assert re.findall(r">(\d+)</text>", land[0]) == [str(n) for _road in "PR" for n in range(1, 81)]
    assert len(gzip.compress(SPRITE.encode(), mtime=0)) <= 5000
