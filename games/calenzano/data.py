"""The map, the kinds of figures, the armies and their usual places, as tables. RULES.md 1 and 2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

GRID = (
    "^^^ff..=..........^^^^^^",
    "^^^ff..=.........^^^^^^^",
    "^^^f..h=h..........^^^^^",
    "^^^^..h=..cc.......^^^^^",
    "^^^^...=.cccc......^^^^^",
    "^^^^...=.cccch.....^^^^^",
    "^^^^...=hcccc......^^^^^",
    "^^^^...=..=........^^^^^",
    "^^^.....=.=.hh...fff^^^^",
    "^^^.ff..h==......fff^^^^",
    "^^^.ff....=.......ff^^^^",
    "^^^^ff.....=......ff^^^^",
    "^^^^f..f...=...f..ff.^^^",
    "^^ffff.ff..=...ff.fff^^^",
    "^^.fff.ff..=...ff..ff^^^",
    "^^ff.......=.........f..",
    "^^ff.......=............",
    "^..........=............",
    "^....^^^...=..hh........",
    "^....^^....=============",
    "...........=..h.h.......",
    "....hh.....=............",
    ".f..h.....==............",
    ".fff.....=.=h...........",
    ".fff....=..=h...........",
    "..ff..==..h=...^^.......",
    "....==.....=...^^^......",
    "..==.......=.......fff..",
    "==.........=.......fff..",
    "......ff...=..ff....ff..",
    "......ff...=............",
    "...........=............",
)
"""Row 1, the north, first: plain ``.``, road ``=``, mountain ``^``, forest ``f``, house ``h``, castle ``c``."""


@dataclass(frozen=True, slots=True)
class Kind:
    """``hits`` are the dice that hit in the open, ``hits_in_cover`` in houses and castle; the range is in cells."""

    strike: int
    move: int
    range: int = 0
    hits: tuple[int, ...] = ()
    hits_in_cover: tuple[int, ...] = ()


KINDS: Mapping[str, Kind] = {
    "F": Kind(3, 4),
    "P": Kind(3, 3),
    "K": Kind(5, 6),
    "A": Kind(1, 4, 6, (4, 5), (4,)),
    "B": Kind(2, 3, 4, (4, 5, 6), (4, 5)),
    "C": Kind(1, 2),
}
"""Foot, pavise foot, cavalry, archer, crossbowman, catapult. RULES.md 1.4."""

ARMIES: Mapping[str, Mapping[str, int]] = {
    "N": {"F": 4, "P": 3, "K": 3, "A": 4, "B": 3, "C": 1},
    "S": {"F": 9, "P": 4, "K": 4, "A": 4, "B": 2, "C": 2},
}
"""How many figures of each kind a seat begins with."""

ALLIES: Mapping[str, int] = {"K": 4, "F": 2, "B": 2}
"""The Florentines. RULES.md 1.3."""

HOME_ROWS = {"N": range(1, 11), "S": range(23, 33)}
ENTRY_COLUMN = "X"

USUAL_CELLS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "N": {
        "F": (
            "K9",
            "L9",
            "L10",
            "M10",
        ),
        "P": (
            "M9",
            "N9",
            "I10",
        ),
        "K": (
            "G8",
            "H8",
            "G9",
        ),
        "A": (
            "J5",
            "M5",
            "J7",
            "M7",
        ),
        "B": (
            "K7",
            "L7",
            "M6",
        ),
        "C": ("L5",),
    },
    "S": {
        "F": (
            "G24",
            "H24",
            "I24",
            "J24",
            "K24",
            "N24",
            "O24",
            "P24",
            "Q24",
        ),
        "P": (
            "I23",
            "J23",
            "M23",
            "N23",
        ),
        "K": (
            "E25",
            "F25",
            "R25",
            "S25",
        ),
        "A": (
            "H25",
            "J25",
            "N25",
            "O25",
        ),
        "B": (
            "L25",
            "L26",
        ),
        "C": (
            "J27",
            "M27",
        ),
    },
}
"""Where an army stands whose layout is not in when time is up. RULES.md 9.1."""

ALLY_CELLS: Mapping[str, tuple[str, ...]] = {
    "K": ("X19", "X20", "X21", "X22"),
    "F": ("X18", "X23"),
    "B": ("X17", "X24"),
}
"""Where the Florentines come when nobody says otherwise, in the order in which they are placed. RULES.md 9.3."""
