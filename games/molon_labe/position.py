"""The position of a match, the orders that change it, and what a player sees of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.molon_labe.atlas import KINGDOM_OF

SEATS = ("A", "B", "C", "D", "E", "F")
GENERALS = (1, 2, 3, 4)
HIGHEST_LEVEL = 4
FLOORS = 3
SEASONS = 16
WINTER = 3
"""Which of the four seasons of a year; RULES.md 1.5."""

STRONG = (5, 6)
"""Dice that raze a floor or bring a general back. RULES.md 4.2 and 4.3."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat: its kingdom (empty until it has chosen), the floors it razed by kingdom."""

    seat: str
    kingdom: str = ""
    has_left: bool = False
    taken: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class General:
    """``city`` is empty off the map; the general may then return from season ``free_from`` on."""

    kingdom: str
    number: int
    city: str
    level: int = 1
    free_from: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """The whole position; nothing in it is secret.

    ``phase`` is ``pick``, ``turn`` or ``over``; ``season`` counts from 0 to 15. ``players``
    stand in the order of their turns; ``active`` is the seat to act. ``dice`` are those it
    has not used yet, ``acted`` the numbers of its generals that have had their action,
    ``parts`` how many parts of its turn are filed. ``turns`` counts the turns ended in this
    season. ``floors`` holds the main cities of the kingdoms in play. ``how`` is empty while
    the game goes on.
    """

    players: tuple[Player, ...]
    phase: str = "pick"
    season: int = 0
    active: str = ""
    dice: tuple[int, ...] = ()
    acted: tuple[int, ...] = ()
    parts: int = 0
    turns: int = 0
    generals: tuple[General, ...] = ()
    floors: Mapping[str, int] = field(default_factory=dict)
    points_win: str = "off"
    how: str = ""

    @property
    def is_winter(self) -> bool:
        return self.season % 4 == WINTER

    @property
    def kingdom(self) -> str:
        """The kingdom of the seat to act; empty before it has chosen."""
        return self.player(self.active).kingdom

    @property
    def playing(self) -> tuple[Player, ...]:
        """Those who have not left, in the order of their turns."""
        return tuple(player for player in self.players if not player.has_left)

    @property
    def kingdoms(self) -> tuple[str, ...]:
        """The kingdoms in play, those of seats that left included. RULES.md 8.5."""
        return tuple(player.kingdom for player in self.players if player.kingdom)

    def player(self, seat: str) -> Player:
        """The player of a seat; KeyError if there is none."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise KeyError(seat)

    def seat_of(self, kingdom: str) -> str:
        """Who plays a kingdom in play."""
        return next(player.seat for player in self.players if player.kingdom == kingdom)

    def general(self, kingdom: str, number: int) -> General | None:
        """A general of a kingdom; None if there is none of that number."""
        for general in self.generals:
            if general.number == number and general.kingdom == kingdom:
                return general
        return None

    def own(self, kingdom: str) -> dict[str, General]:
        """The kingdom's generals on the map by their cities."""
        return {general.city: general for general in self.generals if general.kingdom == kingdom and general.city}

    def foes(self, kingdom: str) -> dict[str, General]:
        """All other generals on the map by their cities; while a kingdom acts, no two of them share one."""
        return {general.city: general for general in self.generals if general.kingdom != kingdom and general.city}

    def is_enemy_tower(self, city: str, kingdom: str) -> bool:
        """Whether ``kingdom`` could raze a floor in ``city``."""
        return self.floors.get(city, 0) > 0 and KINGDOM_OF[city] != kingdom


@dataclass(frozen=True, slots=True)
class View(State):
    """What ``seat`` sees, None being a spectator; the other fields are those of ``State``."""

    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """One action, the end of a turn, or an entry of a stop/go list.

    ``kind`` is ``take``, ``move``, ``raze``, ``back``, ``pass``, ``done``, ``stop`` or ``go``.
    ``way`` ends in the city the order leads to; for a move it is that city alone (the
    cheapest way around the enemies) or every node of the way. ``general`` 0 and an empty
    ``kingdom`` in an entry mean all of them.
    """

    kind: str
    general: int = 0
    way: tuple[str, ...] = ()
    die: int = 0
    kingdom: str = ""

    @property
    def is_entry(self) -> bool:
        """Whether it belongs to the stop/go list rather than to the turn."""
        return self.kind in ("stop", "go")

    @property
    def is_last(self) -> bool:
        """Whether it ends the turn and so stands last in its sheet."""
        return self.kind in ("pass", "done")

    @property
    def to(self) -> str:
        """The city that the order leads to; empty if it leads nowhere."""
        return self.way[-1] if self.way else ""
