"""The position of an Ice Battle, the orders that change it, and what a player sees of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

SEATS = ("R", "T")
FOE = {"R": "T", "T": "R"}

FILES = "ABCDEFGH"
RANKS = "12345678"
CELLS = tuple(file + rank for rank in RANKS for file in FILES)

HOME_RANKS = {"R": ("1", "2"), "T": ("8", "7")}
"""Back rank first. RULES.md 2.1."""

ARMY = {"H": 1, "A": 1, "W": 4}
"""Hero, archer, soldiers: how many of each. RULES.md 1.2."""

LIVES = {"H": 4, "A": 3, "W": 3}
POINTS = 100
TURNS = 30


@dataclass(frozen=True, slots=True)
class Warrior:
    """A figure on the board. ``name`` never changes: side, kind and, for soldiers, a number (``RW3``)."""

    name: str
    side: str
    kind: str
    cell: str
    lives: int


@dataclass(frozen=True, slots=True)
class State:
    """The whole position; nothing in it is secret.

    ``phase`` is ``setup``, ``orders`` or ``over``. ``turn`` is 0 during set-up, then 1 to
    30, and keeps its value when the game ends. ``points`` are those of R and of T.
    ``how`` and ``winner`` are empty while the game goes on; a draw has no winner.
    """

    phase: str = "setup"
    turn: int = 0
    points: tuple[int, int] = (POINTS, POINTS)
    warriors: tuple[Warrior, ...] = ()
    lone_hero: str = "fights"
    how: str = ""
    winner: str = ""

    def points_of(self, seat: str) -> int:
        """Action points in the seat's account."""
        return self.points[SEATS.index(seat)]

    def army(self, seat: str) -> tuple[Warrior, ...]:
        """The seat's warriors on the board."""
        return tuple(warrior for warrior in self.warriors if warrior.side == seat)


@dataclass(frozen=True, slots=True)
class Order:
    """One placement or one action.

    ``kind`` is ``place``, ``move``, ``attack``, ``defence`` or ``shot``. ``who`` is the
    cell of the acting warrior; for a placement it is ``H``, ``A`` or ``W``. ``to`` is the
    cell aimed at, empty for a defence. ``strength`` is 0 where none is named.
    """

    kind: str
    who: str
    to: str = ""
    strength: int = 0
    extra: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """What ``seat`` sees, None being a spectator; the fields are those of ``State``."""

    seat: str | None
    phase: str
    turn: int
    points: tuple[int, int]
    warriors: tuple[Warrior, ...]
    lone_hero: str
    how: str
    winner: str


def standing(warriors: Iterable[Warrior]) -> dict[str, Warrior]:
    """The warriors by the cell they stand on."""
    return {warrior.cell: warrior for warrior in warriors}


def home_cells(seat: str) -> list[str]:
    """The sixteen cells a seat may set up on, back rank first."""
    return [file + rank for rank in HOME_RANKS[seat] for file in FILES]


def _lines() -> dict[str, dict[str, tuple[str, ...]]]:
    """For each cell the ways out of it: end cell to the cells walked, the end cell last."""
    ways: dict[str, dict[str, tuple[str, ...]]] = {}
    for cell in CELLS:
        column, row = FILES.index(cell[0]), RANKS.index(cell[1])
        ways[cell] = {}
        for across, up in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            walked: tuple[str, ...] = ()
            for step in (1, 2, 3):
                x, y = column + across * step, row + up * step
                if not (0 <= x < 8 and 0 <= y < 8):
                    break
                walked = (*walked, FILES[x] + RANKS[y])
                ways[cell][walked[-1]] = walked
    return ways


WAYS: Mapping[str, Mapping[str, tuple[str, ...]]] = _lines()
"""Every straight move of one to three cells. RULES.md 4.6."""

TOUCHING = {cell: tuple(end for end, walked in ways.items() if len(walked) == 1) for cell, ways in WAYS.items()}
"""The cells that touch a cell by a side. RULES.md 4.7."""
