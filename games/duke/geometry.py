"""Squares of the board, and which squares a straight line passes through. RULES.md 1.1 and 5.1.

A square is a number, ``a1`` 0 to ``f6`` 35; a set of squares is an integer, bit n for square n.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

SIZE = 6
FILES, RANKS = "abcdef", "123456"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)
NUMBERS = {name: number for number, name in enumerate(SQUARES)}
ALL = (1 << len(SQUARES)) - 1
HOME = (0b111111, 0b111111 << 30)
"""Home rank of seat 1 and of seat 2."""

EDGE = HOME[0] | HOME[1] | sum(0b100001 << SIZE * rank for rank in range(SIZE))


def number_at(file: int, rank: int) -> int:
    """The square at these coordinates, both 0 to 5; -1 off the board."""
    return rank * SIZE + file if 0 <= file < SIZE and 0 <= rank < SIZE else -1


def numbers(squares: int) -> Iterator[int]:
    """The squares of a set, in ascending order."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def set_of(names: tuple[str, ...]) -> int:
    """The set of the named squares; an empty name counts for none."""
    return sum(1 << NUMBERS[name] for name in names if name)


BESIDE = tuple(
    sum(
        1 << number_at(n % SIZE + dx, n // SIZE + dy)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        if number_at(n % SIZE + dx, n // SIZE + dy) >= 0
    )
    for n in range(len(SQUARES))
)
"""For each square those that share a side with it."""


@cache
def crossed(dx: int, dy: int) -> tuple[tuple[int, int], ...]:
    """Squares that the line from the centre of (0, 0) to that of (dx, dy) passes through, in order.

    Start and target are left out, and so is a square of which the line only touches a corner.
    """
    found = []
    for x in range(min(0, dx), max(0, dx) + 1):
        for y in range(min(0, dy), max(0, dy) + 1):
            enters, leaves = _inside(x, dx), _inside(y, dy)
            first, last = max(enters[0], leaves[0]), min(enters[1], leaves[1])
            if first < last and (x, y) not in ((0, 0), (dx, dy)):
                found.append((first, (x, y)))
    return tuple(square for _first, square in sorted(found))


def _inside(at: int, length: int) -> tuple[Fraction, Fraction]:
    """From where to where on its way, 0 to 1, a line of this length lies within half a square of ``at``."""
    if not length:
        return Fraction(0), Fraction(at == 0)
    ends = sorted((Fraction(2 * at - 1, 2 * length), Fraction(2 * at + 1, 2 * length)))
    return max(ends[0], Fraction(0)), min(ends[1], Fraction(1))
