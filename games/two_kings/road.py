"""The two roads: where each square lies on the board.

Road P winds from the castle at the foot of the board up to the castle at its head; road R
is the same road turned half round. Lengths are board units, the origin at the upper left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import atan2, cos, degrees, dist, pi, sin

from games.drawing import Space
from games.two_kings.position import BRIDGE, GATES, LAST, SEATS
from games.words import Sentence, say

type Point = tuple[float, float]

WIDTH, HEIGHT = 600, 1100
CELL = 46
RUNS, RISE = 15, 58
"""How often a road crosses its half of the board, and how far apart the crossings lie."""

OUTER, INNER = 40, 258
"""Where road P turns at the edge of the board, and beside its middle."""

FOOT = HEIGHT // 2 + RISE * (RUNS - 1) // 2


def _course() -> Iterator[Point]:
    """The middle of road P, unit by unit: straight runs joined by half circles."""
    radius = RISE // 2
    for run in range(RUNS):
        y, is_last = FOOT - run * RISE, run == RUNS - 1
        first = INNER if run == 0 else INNER - radius
        last = OUTER if is_last else OUTER + radius
        points: list[Point] = [(x, y) for x in range(first, last, -1)]
        if not is_last:
            turns = (pi * n / 90 for n in range(90))
            points += [(last - radius * sin(turn), y - radius + radius * cos(turn)) for turn in turns]
        # every other run goes the other way
        yield from ((OUTER + INNER - x, y) for x, y in points) if run % 2 else points


def _swayed(point: Point) -> Point:
    """A drawn line is never straight."""
    x, y = point
    return x + 7 * sin(y / 95), y + 6 * sin(x / 46 + 1)


def _evenly(course: Sequence[Point], count: int) -> list[Point]:
    """So many points along a course, the same way apart, both its ends included."""
    lengths = [*accumulate((dist(a, b) for a, b in pairwise(course)), initial=0.0)]
    points, at = [], 0
    for n in range(count):
        wanted = lengths[-1] * n / (count - 1)
        while at < len(course) - 2 and lengths[at + 1] < wanted:
            at += 1
        share = (wanted - lengths[at]) / (lengths[at + 1] - lengths[at])
        (x1, y1), (x2, y2) = course[at], course[at + 1]
        points.append((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))
    return points


_COURSE = [_swayed(point) for point in _course()]
_MIDDLES = _evenly(_COURSE, LAST)


def middle(seat: str, square: int) -> Point:
    """The middle of a square."""
    x, y = _MIDDLES[square - 1]
    return (x, y) if seat == "P" else (WIDTH - x, HEIGHT - y)


def bearing(seat: str, square: int) -> float:
    """Where the road leads on a square, in degrees clockwise from the east."""
    (x1, y1), (x2, y2) = middle(seat, max(square - 1, 1)), middle(seat, min(square + 1, LAST))
    return degrees(atan2(y2 - y1, x2 - x1))


def course_path() -> str:
    """Road P as path data."""
    return _path(_evenly(_COURSE, 4 * (LAST - 1) + 1))


def joints_path(lane: float) -> str:
    """The lines between the squares of road P, across a lane of that breadth."""
    points = _evenly(_COURSE, 8 * (LAST - 1) + 1)
    lines = []
    for n in range(4, len(points), 8):
        (x1, y1), (x2, y2) = points[n - 1], points[n + 1]
        x, y = points[n]
        across = lane / 2 / dist(points[n - 1], points[n + 1])
        dx, dy = (y1 - y2) * across, (x2 - x1) * across
        lines.append(f"M{x - dx:.1f} {y - dy:.1f}l{2 * dx:.1f} {2 * dy:.1f}")
    return "".join(lines)


def _path(points: Sequence[Point]) -> str:
    """Steps of tenths of a unit, so that rounding never adds up."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = (f"{(x2 - x1) / 10:g} {(y2 - y1) / 10:g}" for (x1, y1), (x2, y2) in pairwise(tenths))
    return f"M{tenths[0][0] / 10:g} {tenths[0][1] / 10:g}l{' '.join(steps)}".replace(" -", "-")


CASTLES = {
    ("P", 1): say("{name}, the castle of King Pistachio", name="P1"),
    ("R", 1): say("{name}, the castle of King Raspberry", name="R1"),
    ("P", LAST): say("{name}, King Raspberry", name="P80"),
    ("R", LAST): say("{name}, King Pistachio", name="R80"),
}


def _said(seat: str, square: int) -> Sentence | None:
    """What a special square is called; the others have their names alone."""
    name = f"{seat}{square}"
    if square == BRIDGE:
        return say("{name}, drawbridge", name=name)
    if square == GATES[seat]:
        return say("{name}, gate", name=name)
    return CASTLES.get((seat, square))


def _spaces() -> tuple[Space, ...]:
    """All squares; those at one height are a row for the keyboard, from left to right."""
    rows: dict[int, list[tuple[float, float, str, int]]] = {}
    for seat in SEATS:
        for square in range(1, LAST + 1):
            x, y = middle(seat, square)
            rows.setdefault(round((y - FOOT) / RISE) + RUNS, []).append((x, y, seat, square))
    return tuple(
        Space(
            f"{seat}{square}",
            round(x - CELL / 2),
            round(y - CELL / 2),
            CELL,
            CELL,
            row,
            column,
            label=_said(seat, square),
        )
        for row, places in sorted(rows.items())
        for column, (x, y, seat, square) in enumerate(sorted(places))
    )


SPACES = _spaces()
