"""Catapults: where a stone lands and whom it strikes. RULES.md 6."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.calenzano.field import Field
from games.calenzano.position import Figure
from games.calenzano.terrain import BIT, CASTLE, COLUMNS, DIRECTIONS, NEAR, PLACE, ROWS, cells_of
from games.words import Sentence, say

COMPASS = tuple(DIRECTIONS)


def bends(direction: str) -> tuple[str, str, str]:
    """The directions that the second die may take: the first one and those beside it. RULES.md 6.3."""
    at = COMPASS.index(direction)
    return COMPASS[at], COMPASS[at - 1], COMPASS[(at + 1) % len(COMPASS)]


def aims() -> Iterator[tuple[str, ...]]:
    """Every way to aim: eight with one die, three times as many with two."""
    for direction in COMPASS:
        yield (direction,)
        yield from ((direction, second) for second in bends(direction))


@lru_cache(16384)
def landing(cell: str, aim: Sequence[str], dice: Sequence[int]) -> str:
    """Where the stone comes down; empty off the board. RULES.md 6.2 to 6.4."""
    x, y = PLACE[cell]
    for direction, die in zip(aim, dice, strict=True):
        across, down = DIRECTIONS[direction]
        x, y = x + across * die, y + down * die
    return COLUMNS[x] + str(y + 1) if 0 <= x < len(COLUMNS) and 0 <= y < ROWS else ""


def blast(impact: str) -> int:
    """The cells, as a set, whose figures are removed. RULES.md 6.5."""
    bit = BIT[impact]
    return bit if bit & CASTLE else bit | NEAR[impact] & ~CASTLE


def struck(field: Field, impact: str) -> list[Figure]:
    """The figures of either side that the stone removes, row by row."""
    return [field.figures[cell] for cell in cells_of(blast(impact) & field.occupied)]


def fault(figure: Figure) -> Sentence | None:
    """Why the figure throws no stone; None if it does."""
    return None if figure.kind == "C" else say("only a catapult throws stones")
