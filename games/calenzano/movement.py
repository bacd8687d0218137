"""Where a figure may go. RULES.md 4."""

from __future__ import annotations

from functools import lru_cache

from games.calenzano.data import KINDS
from games.calenzano.field import Field
from games.calenzano.names import name_of
from games.calenzano.position import Figure
from games.calenzano.terrain import BARRED, BIT, BOARD, FOREST, MOUNTAIN, NEAR, ROAD, spread
from games.words import Sentence, say

FARTHEST = {kind: each.move + 1 for kind, each in KINDS.items()}
"""Steps of a kind with the help of a road."""


@lru_cache(8192)
def around(cell: str, steps: int) -> int:
    """The cells not further than that many steps."""
    found = BIT[cell]
    for _ in range(steps):
        found = spread(found)
    return found


def reach(kind: str, cell: str, occupied: int) -> int:
    """The cells, as a set, to which a figure on ``cell`` may move. RULES.md 4.1 to 4.3."""
    return _reach(kind, cell, occupied & around(cell, FARTHEST[kind]))


@lru_cache(16384)
def _reach(kind: str, cell: str, obstacles: int) -> int:
    """The same, asked with those obstacles only that are near enough to matter.

    Ways are kept apart by what sets their allowance: how many road cells they enter (two or
    more are alike) and whether they touch a mountain. Entering a wood takes a figure's whole
    move, so woods are met by the first step alone.
    """
    start = BIT[cell]
    free = BOARD & ~obstacles & ~BARRED[kind]
    found = NEAR[cell] & free
    if start & FOREST:
        return found
    free &= ~FOREST
    move = KINDS[kind].move
    crossed = 1 if start & MOUNTAIN else 0
    ways = {(0, crossed): start}
    for step in range(1, FARTHEST[kind] + 1):
        next_ways: dict[tuple[int, int], int] = {}
        for (roads, hills), at in ways.items():
            entered = spread(at) & free
            for flags, cells in (
                ((min(roads + 1, 2), hills), entered & ROAD),
                ((roads, 1), entered & MOUNTAIN),
                ((roads, hills), entered & ~ROAD & ~MOUNTAIN),
            ):
                if cells:
                    next_ways[flags] = next_ways.get(flags, 0) | cells
        ways = next_ways
        for (roads, hills), at in ways.items():
            if step <= move + (roads == 2) - hills:
                found |= at
    return found & ~start


def fault(field: Field, figure: Figure, end: str) -> Sentence | None:
    """Why the figure cannot move to ``end`` now; None if it can."""
    if BIT[end] & reach(figure.kind, figure.cell, field.occupied):
        return None
    if end in field.figures:
        return say("{cell} is occupied", cell=end)
    if BIT[end] & BARRED[figure.kind]:
        if figure.kind == "K":
            return say("cavalry may not enter the houses, and {cell} is among them", cell=end)
        return say("a catapult may not enter the woods, and {cell} is one", cell=end)
    if BIT[end] & reach(figure.kind, figure.cell, 0):
        return say("every way to {cell} is closed", cell=end)
    return say("{who} {cell} cannot reach {end}", who=name_of(figure), cell=figure.cell, end=end)
