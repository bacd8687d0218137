"""Catapults: where a stone lands and whom it strikes. RULES.md 6."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from games.calenzano.field import Field
from games.calenzano.position import FOE, Figure
from games.calenzano.terrain import BIT, CASTLE, COLUMNS, DIRECTIONS, NEAR, PLACE, ROWS, bits, cells_of
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


@lru_cache(4096)
def _impacts(cell: str, aim: tuple[str, ...]) -> tuple[str, ...]:
    """Where the stone comes down with each throw that stays on the board."""
    throws = product(range(1, 7), repeat=len(aim))
    return tuple(impact for dice in throws if (impact := landing(cell, aim, dice)))


def landings(cell: str, aim: tuple[str, ...]) -> int:
    """The cells, as a set, on which the stone may come down."""
    return bits(_impacts(cell, aim))


@lru_cache(4096)
def _blasts(cell: str, aim: tuple[str, ...]) -> tuple[int, ...]:
    """The cells struck with each throw that stays on the board."""
    return tuple(blast(impact) for impact in _impacts(cell, aim))


@lru_cache(4096)
def _zone(cell: str, aim: tuple[str, ...]) -> int:
    """The cells, as a set, that any throw may strike."""
    zone = 0
    for cells in _blasts(cell, aim):
        zone |= cells
    return zone


def struck_on_average(field: Field, figure: Figure, aim: tuple[str, ...]) -> tuple[float, float]:
    """How many enemies and how many of its own side the stone removes on average."""
    zone = _zone(figure.cell, aim)
    foes, own = field.sides[FOE[figure.side]], field.sides[figure.side]
    return _average(figure.cell, aim, foes & zone), _average(figure.cell, aim, own & zone)


@lru_cache(16384)
def _average(cell: str, aim: tuple[str, ...], standing: int) -> float:
    """How many of those who stand within the zone of an aim a stone removes on average."""
    struck = sum((cells & standing).bit_count() for cells in _blasts(cell, aim)) if standing else 0
    return struck / 6.0 ** len(aim)


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
