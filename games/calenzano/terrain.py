"""The ground: cells as text and as bits, zones, neighbours, directions. RULES.md 1.

A set of cells is one whole number, a bit for each. A spare column beside the 24 keeps
what is shifted over the east edge from coming in again at the west.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.calenzano.data import GRID

COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWX"
ROWS = len(GRID)
WIDTH = len(COLUMNS) + 1

PLACE = {column + str(row + 1): (x, row) for row in range(ROWS) for x, column in enumerate(COLUMNS)}
"""Column and row of each cell, counted from 0 in the north-west, row by row."""

CELLS = tuple(PLACE)
BIT = {cell: 1 << (y * WIDTH + x) for cell, (x, y) in PLACE.items()}

DIRECTIONS = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip
"""Steps across and down, clockwise from north."""


def bits(cells: Iterable[str]) -> int:
    """The set of these cells."""
    found = 0
    for cell in cells:
        found |= BIT[cell]
    return found


_CELL_AT = {y * WIDTH + x: cell for cell, (x, y) in PLACE.items()}


def cells_of(found: int) -> Iterator[str]:
    """The cells of a set, row by row."""
    while found:
        low = found & -found
        yield _CELL_AT[low.bit_length() - 1]
        found ^= low


BOARD = bits(CELLS)
TERRAIN = {cell: GRID[y][x] for cell, (x, y) in PLACE.items()}


def _ground(sign: str) -> int:
    return bits([cell for cell in CELLS if TERRAIN[cell] == sign])


PLAIN, ROAD, MOUNTAIN, FOREST, HOUSE, CASTLE = map(_ground, ".=^fhc")


def spread(found: int) -> int:
    """The cells of a set and all near them. RULES.md 1.2."""
    row = found | found << 1 | found >> 1
    return (row | row << WIDTH | row >> WIDTH) & BOARD


def _beside(found: int) -> int:
    """The cells that touch one of a set by a side."""
    return (found << 1 | found >> 1 | found << WIDTH | found >> WIDTH) & BOARD


HOUSES = HOUSE | _beside(HOUSE) & PLAIN
"""The houses zone. RULES.md 1.1, ruling H-1."""

COVER = HOUSES | CASTLE
"""Where bows hit less and who is attacked strikes harder. RULES.md 5.5 and 7.4."""

NEAR = {cell: spread(bit) & ~bit for cell, bit in BIT.items()}

BARRED = {kind: HOUSES if kind == "K" else FOREST if kind == "C" else 0 for kind in "FPKABC"}
"""Where figures of a kind neither stand nor pass. RULES.md 2.1 and 4.1."""


def distance(one: str, two: str) -> int:
    """Steps of a king from cell to cell."""
    (x, y), (u, v) = PLACE[one], PLACE[two]
    return max(abs(x - u), abs(y - v))
