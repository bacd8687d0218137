"""Bows and crossbows: range, line and hits. RULES.md 5."""

from __future__ import annotations

from functools import lru_cache

from games.calenzano.data import KINDS
from games.calenzano.field import Field
from games.calenzano.movement import around
from games.calenzano.names import on_cell
from games.calenzano.position import FOE, Figure
from games.calenzano.terrain import (
    BIT,
    CASTLE,
    COLUMNS,
    COVER,
    FOREST,
    HOUSE,
    MOUNTAIN,
    PLACE,
    bits,
    cells_of,
    distance,
)
from games.words import Sentence, say

SCREENS = MOUNTAIN | HOUSE | FOREST
"""What stops an arrow on its way; the castle does too, except for those on its walls. RULES.md 5.4."""


@lru_cache(16384)
def trajectories(start: str, end: str) -> tuple[int, ...]:
    """The cells strictly between, for each of the one or two smooth ways. RULES.md 5.4, ruling H-13."""
    (x, y), (u, v) = PLACE[start], PLACE[end]
    across, down = u - x, v - y
    steps = max(abs(across), abs(down))
    diagonal = min(abs(across), abs(down))
    side = ((across > 0) - (across < 0), (down > 0) - (down < 0))
    straight = (side[0], 0) if abs(across) > abs(down) else (0, side[1])
    ways = {
        _cells(x, y, [straight] * (steps - diagonal) + [side] * diagonal),
        _cells(x, y, [side] * diagonal + [straight] * (steps - diagonal)),
    }
    return tuple(sorted(ways))


def _cells(x: int, y: int, moves: list[tuple[int, int]]) -> int:
    between = []
    for across, down in moves[:-1]:
        x, y = x + across, y + down
        between.append(COLUMNS[x] + str(y + 1))
    return bits(between)


def has_line(start: str, end: str, occupied: int) -> bool:
    """Whether one of the ways is clear. RULES.md 5.4."""
    closed = occupied | SCREENS if BIT[start] & CASTLE else occupied | SCREENS | CASTLE
    return any(not way & closed for way in trajectories(start, end))


def hits(kind: str, target: str) -> tuple[int, ...]:
    """The dice with which an archer or crossbowman hits somebody on that cell. RULES.md 5.5."""
    return KINDS[kind].hits_in_cover if BIT[target] & COVER else KINDS[kind].hits


def fault(field: Field, shooter: Figure, target: str) -> Sentence | None:
    """Why the figure cannot shoot at that cell now; None if it can. RULES.md 5.1 to 5.4."""
    reason = _shooter_fault(shooter)
    if reason:
        return reason
    enemy = field.foe(shooter.side, target)
    if enemy is None:
        return say("no enemy stands on {cell}", cell=target)
    reason = _target_fault(shooter, enemy)
    if reason is None and not has_line(shooter.cell, target, field.occupied):
        return say(
            "nothing may stand between {cell} and {target}, and no way is clear", cell=shooter.cell, target=target
        )
    return reason


def _shooter_fault(shooter: Figure) -> Sentence | None:
    if not KINDS[shooter.kind].range:
        return say("only archers and crossbowmen shoot; a catapult is ordered with “cat”")
    if BIT[shooter.cell] & FOREST:
        return say("nobody shoots out of a wood")
    return None


def _target_fault(shooter: Figure, enemy: Figure) -> Sentence | None:
    """5.1 to 5.3: range, pavises, walls."""
    reach = KINDS[shooter.kind].range
    steps = distance(shooter.cell, enemy.cell)
    if steps > reach:
        return say("{target} is {n} cells away, and the range is {range}", target=enemy.cell, n=steps, range=reach)
    if shooter.kind == "A" and enemy.kind == "P":
        return say("arrows do nothing to the pavises of {who}; a bolt would", who=on_cell(enemy))
    if BIT[enemy.cell] & CASTLE and not BIT[shooter.cell] & CASTLE:
        return say("{cell} lies in the castle, where only somebody inside can hit", cell=enemy.cell)
    return None


def targets(field: Field, shooter: Figure) -> list[Figure]:
    """The enemies at whom the figure can shoot now."""
    reach = KINDS[shooter.kind].range
    if not reach:
        return []
    near = field.sides[FOE[shooter.side]] & around(shooter.cell, reach)
    return [field.figures[cell] for cell in cells_of(near) if fault(field, shooter, cell) is None]
