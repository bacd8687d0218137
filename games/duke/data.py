"""The twelve kinds of tiles: how many a player owns and what is printed on both sides. RULES.md 1."""

from __future__ import annotations

from collections.abc import Mapping

type Face = Mapping[str, tuple[tuple[int, int], ...]]

COUNTS = {
    "duke": 1,
    "footman": 3,
    "pikeman": 3,
    "wizard": 1,
    "seer": 1,
    "priest": 1,
    "marshall": 1,
    "knight": 1,
    "ranger": 1,
    "general": 1,
    "champion": 1,
    "bowman": 1,
}
"""How many of each kind a player owns."""

FACES: Mapping[str, tuple[Face, Face]] = {
    "duke": (
        {
            "slide": ((-1, 0), (1, 0)),
        },
        {
            "slide": ((0, 1), (0, -1)),
        },
    ),
    "footman": (
        {
            "move": ((0, 1), (-1, 0), (1, 0), (0, -1)),
        },
        {
            "move": ((0, 2), (-1, 1), (1, 1), (-1, -1), (1, -1)),
        },
    ),
    "pikeman": (
        {
            "move": ((-2, 2), (2, 2), (-1, 1), (1, 1)),
        },
        {
            "move": ((0, 1), (0, -1), (0, -2)),
            "strike": ((-1, 2), (1, 2)),
        },
    ),
    "wizard": (
        {
            "move": ((-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)),
        },
        {
            "jump": ((-2, 2), (0, 2), (2, 2), (-2, 0), (2, 0), (-2, -2), (0, -2), (2, -2)),
        },
    ),
    "seer": (
        {
            "move": ((-1, 1), (1, 1), (-1, -1), (1, -1)),
            "jump": ((0, 2), (-2, 0), (2, 0), (0, -2)),
        },
        {
            "move": ((0, 1), (-1, 0), (1, 0), (0, -1)),
            "jump": ((-2, 2), (2, 2), (-2, -2), (2, -2)),
        },
    ),
    "priest": (
        {
            "slide": ((-1, 1), (1, 1), (-1, -1), (1, -1)),
        },
        {
            "move": ((-1, 1), (1, 1), (-1, -1), (1, -1)),
            "jump": ((-2, 2), (2, 2), (-2, -2), (2, -2)),
        },
    ),
    "marshall": (
        {
            "jump": ((-2, 2), (2, 2), (0, -2)),
            "slide": ((-1, 0), (1, 0)),
        },
        {
            "move": ((-1, 1), (0, 1), (1, 1), (-2, 0), (-1, 0), (1, 0), (2, 0), (-1, -1), (1, -1)),
            "command": ((-1, 1), (0, 1), (1, 1)),
        },
    ),
    "knight": (
        {
            "move": ((-1, 0), (1, 0), (0, -1), (0, -2)),
            "jump": ((-1, 2), (1, 2)),
        },
        {
            "move": ((-1, -1), (1, -1), (-2, -2), (2, -2)),
            "slide": ((0, 1),),
        },
    ),
    "ranger": (
        {
            "jump": ((-1, 2), (1, 2), (-2, 1), (2, 1)),
            "slide": ((0, 1), (0, -1)),
        },
        {
            "jump": ((-1, -2), (1, -2)),
            "slide": ((-1, 1), (1, 1)),
        },
    ),
    "general": (
        {
            "move": ((0, 1), (-2, 0), (2, 0), (0, -1)),
            "jump": ((-1, 2), (1, 2)),
        },
        {
            "move": ((0, 1), (-2, 0), (-1, 0), (1, 0), (2, 0)),
            "jump": ((-1, 2), (1, 2)),
            "command": ((-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)),
        },
    ),
    "champion": (
        {
            "move": ((0, 1), (-1, 0), (1, 0), (0, -1)),
            "jump": ((0, 2), (-2, 0), (2, 0), (0, -2)),
        },
        {
            "jump": ((0, 2), (-2, 0), (2, 0), (0, -2)),
            "strike": ((0, 1), (-1, 0), (1, 0), (0, -1)),
        },
    ),
    "bowman": (
        {
            "move": ((0, 1), (-1, 0), (1, 0)),
            "jump": ((-2, 0), (2, 0), (0, -2)),
        },
        {
            "move": ((0, 1), (-1, -1), (1, -1)),
            "strike": ((0, 2), (-1, 1), (1, 1)),
        },
    ),
}
"""Front and back of each kind: icon to the squares that bear it.

Squares are (right, forward) as the owner sees them, the tile itself being (0, 0).
For ``slide`` they are directions.
"""

KINDS = tuple(COUNTS)
START = {"duke": 1, "footman": 2}
"""Tiles that stand on the board when the game begins; the others lie in the bag."""

DRAFT = tuple(kind for kind in KINDS if kind not in START)
"""The types that are picked before a game of logistics, in the order of the table."""
