"""The position of a match, the orders that change it, and what a player sees of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

SEATS = ("P", "R")
FOE = {"P": "R", "R": "P"}

UNITS = ("C", "A", "I")
"""Cavalry, artillery, infantry, in the order in which they roll. RULES.md 4.1."""

LAST = 80
"""The square of the enemy king."""

BRIDGE = 75
GATES = {"P": 45, "R": 46}
"""The gate square of each road. RULES.md 6.2."""

OBSTACLES: Mapping[str, int] = {"B": 2, "X": 2, "T": 1, "M": 2}
"""Barricades, crossbowmen, mortar, mines: how many each seat lays. RULES.md 1.3."""

CLEARED_BY = {"B": "A", "X": "C", "T": "A", "M": "I"}
BLOCKING = ("B", "X", "T")
"""Obstacles before which all others stop; a mine stops nobody. RULES.md 5."""

ROUNDS = 200
MOST_TURNS = 10
"""How many turns an ``auto`` order may last. RULES.md 8.3."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    square: int
    letter: str


@dataclass(frozen=True, slots=True)
class Auto:
    """An ``auto`` order in force: the own turns it still has, the units that hold.

    ``has_met`` says that since it was given something happened on the road that stops it.
    """

    left: int = 0
    held: tuple[str, ...] = ()
    has_met: bool = False


@dataclass(frozen=True, slots=True)
class Army:
    """What walks and lies on one seat's road.

    ``places`` holds the square of each unit that is not destroyed, ``miss`` the units that
    skip their next roll; ``obstacles`` stand in the order of their squares.
    """

    seat: str
    places: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(UNITS, 1))
    miss: tuple[str, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    auto: Auto = Auto()

    @property
    def next_obstacle(self) -> Obstacle | None:
        """The obstacle on the lowest square; none can lie behind a unit."""
        return self.obstacles[0] if self.obstacles else None

    def obstacle_on(self, square: int) -> str:
        """The letter of the obstacle on a square; empty if there is none."""
        return next((each.letter for each in self.obstacles if each.square == square), "")

    def is_blocked(self, unit: str) -> bool:
        """Whether the square before a living unit bars its way. RULES.md 4.2."""
        letter = self.obstacle_on(self.places[unit] + 1)
        return letter in BLOCKING and CLEARED_BY[letter] != unit

    @property
    def free(self) -> tuple[str, ...]:
        """The units that can roll. RULES.md 4.6."""
        return tuple(unit for unit in UNITS if self.can_roll(unit))

    def can_roll(self, unit: str) -> bool:
        """Whether it lives, misses no roll and is not blocked."""
        return unit in self.places and unit not in self.miss and not self.is_blocked(unit)


@dataclass(frozen=True, slots=True)
class State:
    """The whole position; nothing in it is secret.

    ``phase`` is ``layout``, ``turn`` or ``over``. ``turn`` counts the turns of both seats
    from 1 and keeps its value at the end, as ``active`` does; both are blank before.
    ``how`` and ``winner`` are empty while the game goes on; a draw has no winner.
    """

    phase: str = "layout"
    turn: int = 0
    active: str = ""
    armies: tuple[Army, ...] = tuple(map(Army, SEATS))
    holds: str = "on"
    how: str = ""
    winner: str = ""

    @property
    def round(self) -> int:
        """One turn of each seat; 0 before the first."""
        return (self.turn + 1) // 2

    def army(self, seat: str) -> Army:
        return self.armies[SEATS.index(seat)]

    def with_army(self, army: Army) -> State:
        """The position with one army changed."""
        return replace(self, armies=tuple(army if army.seat == each.seat else each for each in self.armies))


@dataclass(frozen=True, slots=True)
class View(State):
    """What ``seat`` sees, None being a spectator; the other fields are those of ``State``."""

    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """One obstacle of a layout, or the order of a turn.

    ``kind`` is ``place`` (``what`` on ``square``), ``roll``, ``hold`` or ``auto``. ``units``
    roll, or hold; none named with ``roll`` means all, with ``auto`` that nobody holds.
    ``turns`` belongs to ``auto``.
    """

    kind: str
    units: tuple[str, ...] = ()
    turns: int = 0
    what: str = ""
    square: int = 0

    @property
    def held(self) -> tuple[str, ...]:
        """The units that do not roll by this order."""
        if self.kind == "roll":
            return tuple(unit for unit in UNITS if self.units and unit not in self.units)
        return self.units


def in_order(units: Iterable[str]) -> tuple[str, ...]:
    """Units in the order in which they roll."""
    return tuple(sorted(units, key=UNITS.index))


def may_lie_on(seat: str, square: int) -> bool:
    """Whether an obstacle may lie on that square of the seat's road. RULES.md 2.2."""
    return 1 < square < LAST and square not in (BRIDGE, GATES[seat])
