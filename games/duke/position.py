"""The position of a match, the orders that change it, and what a player sees of it. RULES.md 1 and 2."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from games.duke.data import KINDS
from games.duke.engine import Engine
from games.duke.geometry import HOME, NUMBERS, SQUARES, numbers, set_of
from games.duke.tables import Stand, field_of

SEATS = ("1", "2")
FOE = {"1": "2", "2": "1"}
SIDES = ("front", "back")

FLAGGED = ("score", "flag")
"""Objectives with flags; capturing the Duke does not win there. RULES.md 8.2 and 8.3."""

DUKE_SQUARES = {"1": ("c1", "d1"), "2": ("c6", "d6")}
RIDERS = {"1": ("pikeman", 5), "2": ("knight", 1)}
"""What each seat deploys for the Dark Rider. RULES.md 8.4."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile on the board; ``side`` is what lies up, ``front`` or ``back``."""

    square: str
    seat: str
    kind: str
    side: str = "front"


@dataclass(frozen=True, slots=True)
class State:
    """The whole position; nothing in it is secret.

    ``phase`` is ``pick``, ``setup``, ``deploy``, ``flags``, ``turn``, ``place``,
    ``relocate`` or ``over``, ``seat`` whoever is to act. ``period`` counts the turns and
    the decisions before the first; a draw and its placing are one. ``terrain`` names what
    will lie on the board, ``mountain`` and ``fortress`` are its squares once drawn.
    Pairs belong to seat 1 and seat 2: bags (kinds, in the order of the game), captured
    tiles, squares of the own flags, points. ``table`` holds the types not yet picked.
    ``quiet`` counts plies without capture, new tile or point, ``history`` the positions
    since then, at the start of each turn. ``how`` is empty while the game goes on; a draw
    has no ``winner``.
    """

    objective: str = "duke"
    terrain: tuple[str, ...] = ()
    phase: str = "setup"
    seat: str = "1"
    period: int = 0
    tiles: tuple[Tile, ...] = ()
    bags: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    captured: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    table: tuple[str, ...] = ()
    drawn: str = ""
    mountain: str = ""
    fortress: str = ""
    flags: tuple[str, str] = ("", "")
    points: tuple[int, int] = (0, 0)
    quiet: int = 0
    history: tuple[str, ...] = ()
    passed: bool = False
    how: str = ""
    winner: str = ""

    @property
    def is_guarded(self) -> bool:
        """Whether the guard rule applies. RULES.md 4."""
        return self.objective in ("duke", "logistics")

    def bag(self, seat: str) -> tuple[str, ...]:
        """The kinds in the seat's bag."""
        return self.bags[SEATS.index(seat)]

    def flag(self, seat: str) -> str:
        """The square of the seat's own flag; empty if there is none."""
        return self.flags[SEATS.index(seat)]

    def goal_flag(self, seat: str) -> str:
        """The square of the flag that the seat may carry and pass. RULES.md 8.2 and 8.3."""
        return self.flag(seat if self.objective == "score" else FOE[seat])


@dataclass(frozen=True, slots=True)
class Order:
    """One decision.

    ``kind`` is ``setup``, ``deploy``, ``pick``, ``plant`` (place or relocate a flag),
    ``stay``, ``move``, ``strike``, ``command``, ``draw``, ``place``, ``flag`` (pass it) or
    ``pass``. ``who`` is a kind of tile (set-up, pick), ``by`` the square of a commander,
    ``at`` and ``to`` are squares; a strike goes from ``at`` to ``to``.
    """

    kind: str
    at: str = ""
    to: str = ""
    by: str = ""
    who: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """What ``seat`` sees, None being a spectator.

    ``threats`` are the squares of the tiles that threaten the Duke to move, ``times`` is how often
    the position of this turn has stood, now included.
    The other fields are those of ``State``; ``to_act`` is its ``seat``.
    """

    seat: str | None
    to_act: str
    objective: str
    phase: str
    period: int
    tiles: tuple[Tile, ...]
    bags: tuple[tuple[str, ...], tuple[str, ...]]
    captured: tuple[tuple[str, ...], tuple[str, ...]]
    table: tuple[str, ...]
    drawn: str
    mountain: str
    fortress: str
    flags: tuple[str, str]
    points: tuple[int, int]
    quiet: int
    times: int
    threats: tuple[str, ...]
    how: str
    winner: str


def state_of(view: View) -> State:
    """The position that the view shows, as far as it matters for what follows."""
    return State(
        objective=view.objective,
        phase=view.phase,
        seat=view.to_act,
        period=view.period,
        tiles=view.tiles,
        bags=view.bags,
        captured=view.captured,
        table=view.table,
        drawn=view.drawn,
        mountain=view.mountain,
        fortress=view.fortress,
        flags=view.flags,
        points=view.points,
        quiet=view.quiet,
    )


def standing(state: State) -> dict[str, Tile]:
    """The tiles by the square they stand on."""
    return {tile.square: tile for tile in state.tiles}


def in_order(tiles: dict[str, Tile]) -> tuple[Tile, ...]:
    """The tiles in the order of their squares, so that equal positions are equal states."""
    return tuple(sorted(tiles.values(), key=lambda tile: NUMBERS[tile.square]))


def sorted_kinds(kinds: Counter[str]) -> tuple[str, ...]:
    """A bag as it is written down: the kinds in the order of the game, each as often as it is there."""
    return tuple(kind for kind in KINDS for _one in range(kinds[kind]))


def has_duke(state: State, seat: str) -> bool:
    return any(tile.kind == "duke" and tile.seat == seat for tile in state.tiles)


def position_key(state: State) -> str:
    """The position as far as it can come again: board, flags, who is to move. RULES.md 7.4.

    Bags and points never return to what they were; when they change, history begins anew.
    """
    letters = ["."] * len(SQUARES)
    for tile in state.tiles:
        letter = "abcdefghijklmnopqrstuvwxyz"[2 * KINDS.index(tile.kind) + SIDES.index(tile.side)]
        letters[NUMBERS[tile.square]] = letter.upper() if tile.seat == "1" else letter
    return "".join(letters) + state.seat + "".join(state.flags)


def engine_of(state: State, seat: str = "") -> Engine:
    """The board with that seat to move, else whoever is; in the phase ``place`` its bag holds only the drawn tile."""
    field = field_of(NUMBERS.get(state.mountain, -1), NUMBERS.get(state.fortress, -1))
    stands = [
        field.stand(SEATS.index(tile.seat), tile.kind, SIDES.index(tile.side), NUMBERS[tile.square])
        for tile in state.tiles
    ]
    bags = [Counter(bag) for bag in state.bags]
    to_move = SEATS.index(seat or state.seat)
    if state.drawn:
        bags[to_move] = Counter([state.drawn])
    return Engine(field, stands, (bags[0], bags[1]), to_move)


def threats(state: State) -> tuple[Stand, ...]:
    """The tiles that could capture the Duke of the seat to move. RULES.md 4.1."""
    return _threats(state.tiles, state.mountain, state.fortress, state.seat)


@lru_cache(64)
def _threats(tiles: tuple[Tile, ...], mountain: str, fortress: str, seat: str) -> tuple[Stand, ...]:
    """Asked several times of the same position by whoever judges it and by each who looks at it."""
    return tuple(engine_of(State(tiles=tiles, mountain=mountain, fortress=fortress, seat=seat)).threats())


@dataclass(frozen=True, slots=True)
class Bars:
    """Squares that an objective closes to the seat to move, as sets; see ``Engine.actions``."""

    wall: int = 0
    closed: int = 0
    idle: int = 0
    covered: int = 0


def bars(state: State) -> Bars:
    """What the objective forbids besides the tiles' own rules. RULES.md 8."""
    if state.objective == "score":
        return Bars(wall=set_of((state.flag(FOE[state.seat]),)), covered=set_of(state.flags))
    if state.objective == "flag":
        return Bars(closed=set_of((state.flag(state.seat),)), covered=set_of(state.flags))
    if state.objective == "dark_rider":
        arrived = arrived_pikemen(state)
        return Bars(idle=arrived) if state.seat == "1" else Bars(closed=arrived)
    return Bars()


def arrived_pikemen(state: State) -> int:
    """The Pikemen of a Dark Rider that have reached the far edge, as a set of squares. RULES.md 8.4."""
    return HOME[1] & set_of(tuple(tile.square for tile in state.tiles if tile.seat == "1"))


def empty_squares(state: State) -> list[str]:
    """Squares without tile, flag and terrain. RULES.md 6.1."""
    taken = {tile.square for tile in state.tiles} | {*state.flags, state.mountain, state.fortress}
    return [square for square in SQUARES if square not in taken]


def names(squares: int) -> list[str]:
    """The squares of a set by name."""
    return [SQUARES[number] for number in numbers(squares)]
