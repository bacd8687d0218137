"""The rules once more, slow and literal, to hold the fast ones against. RULES.md 3 to 6 and 8.

A square is (file, rank) from 0; a tile (seat, kind, side). Nothing is shared with the rules
but the table of faces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from games.duke.data import FACES
from games.duke.position import State

type Square = tuple[int, int]
type Tiles = dict[Square, tuple[str, str, str]]


def square(name: str) -> Square:
    return "abcdef".index(name[0]), int(name[1]) - 1


def name(at: Square) -> str:
    return "abcdef"[at[0]] + str(at[1] + 1)


def on_board(at: Square) -> bool:
    return 0 <= at[0] <= 5 and 0 <= at[1] <= 5


def passed(start: Square, end: Square) -> list[Square]:
    """The squares that the line passes through: its corners lie on both sides of the line. RULES.md 5.1."""
    (x1, y1), (x2, y2) = start, end
    found = []
    for x in range(min(x1, x2), max(x1, x2) + 1):
        for y in range(min(y1, y2), max(y1, y2) + 1):
            if (x, y) in (start, end):
                continue
            sides = [(x2 - x1) * (2 * (y - y1) + v) - (y2 - y1) * (2 * (x - x1) + u) for u in (-1, 1) for v in (-1, 1)]
            if min(sides) < 0 < max(sides):
                found.append((x, y))
    return found


def sides_of(at: Square) -> list[Square]:
    x, y = at
    return [beside for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if on_board(beside)]


@dataclass
class Table:
    """A position, and what the objective closes to the seat to move."""

    tiles: Tiles
    seat: str
    mountain: Square | None = None
    fortress: Square | None = None
    walls: list[Square] = field(default_factory=list)
    closed: list[Square] = field(default_factory=list)
    idle: list[Square] = field(default_factory=list)

    def terrain(self) -> list[Square]:
        return [at for at in (self.mountain, self.fortress) if at]

    def is_friend(self, at: Square) -> bool:
        return at in self.tiles and self.tiles[at][0] == self.seat

    def is_enemy(self, at: Square) -> bool:
        return at in self.tiles and self.tiles[at][0] != self.seat

    def may_end(self, at: Square) -> bool:
        return (
            on_board(at)
            and not self.is_friend(at)
            and at != self.mountain
            and at not in self.walls
            and at not in self.closed
        )

    def icons(self, at: Square, icon: str) -> list[Square]:
        """Where the icon stands, off the board too, seen from the owner's side."""
        seat, kind, side = self.tiles[at]
        turn = 1 if seat == "1" else -1
        face = FACES[kind][0 if side == "front" else 1]
        return [(at[0] + turn * dx, at[1] + turn * dy) for dx, dy in face.get(icon, ())]

    def moves(self, at: Square) -> Iterator[Square]:
        """RULES.md 3.2 to 3.5, 5.2, 5.3, 5.5."""
        for to in self.icons(at, "move"):
            between = passed(at, to)
            if self.may_end(to) and not any(
                way in self.tiles or way in self.terrain() or way in self.walls for way in between
            ):
                yield to
        for to in self.icons(at, "jump"):
            if (
                self.may_end(to)
                and to != self.fortress
                and not any(way in self.terrain() for way in passed(at, to))
            ):  # fmt: skip
                yield to
        for first in self.icons(at, "slide"):
            dx, dy = first[0] - at[0], first[1] - at[1]
            to = first
            while on_board(to) and to != self.mountain and to not in self.walls and not self.is_friend(to):
                if to not in self.closed:
                    yield to
                if to in self.tiles or to == self.fortress:
                    break
                to = (to[0] + dx, to[1] + dy)

    def strikes(self, at: Square) -> Iterator[Square]:
        """RULES.md 3.6, 5.4, 5.5."""
        for to in self.icons(at, "strike"):
            blocked = any(way in self.terrain() for way in passed(at, to))
            if self.is_enemy(to) and to != self.fortress and not blocked:
                yield to

    def commands(self, at: Square) -> Iterator[tuple[Square, Square]]:
        """RULES.md 3.7, 5.6."""
        grid = self.icons(at, "command")
        for start in grid:
            if self.is_friend(start):
                for end in grid:
                    if end != start and self.may_end(end) and self.is_way(start, end, grid):
                        yield start, end

    def is_way(self, start: Square, end: Square, grid: list[Square]) -> bool:
        """Whether some row of side-steps within the grid leads from start to end without crossing terrain."""
        reached = {start}
        for _step in grid:
            for x, y in list(reached):
                if (x, y) in self.terrain() and (x, y) != start:
                    continue
                reached |= {to for to in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                            if to in grid and to != self.mountain}  # fmt: skip
        return end in reached

    def actions(self) -> Iterator[tuple[str, Tiles]]:
        """Every action in notation, and the tiles after it. RULES.md 3.8."""
        for at, (seat, kind, side) in list(self.tiles.items()):
            if seat != self.seat or at in self.idle:
                continue
            turned = (seat, kind, "back" if side == "front" else "front")
            for to in self.moves(at):
                after = dict(self.tiles)
                del after[at]
                yield f"{name(at)}-{name(to)}", after | {to: turned}
            for to in self.strikes(at):
                after = dict(self.tiles)
                del after[to]
                yield f"{name(at)}*{name(to)}", after | {at: turned}
            for start, end in self.commands(at):
                after = dict(self.tiles)
                after[end] = after.pop(start)
                yield f"{name(at)}:{name(start)}-{name(end)}", after | {at: turned}

    def after(self, tiles: Tiles) -> Table:
        """The same board with other tiles, the other side to move and nothing closed."""
        return Table(tiles, "2" if self.seat == "1" else "1", self.mountain, self.fortress)

    def leaves_duke(self, tiles: Tiles) -> bool:
        """Whether the enemy could capture the Duke of the seat to move, were these the tiles. RULES.md 4.1."""
        return any(self.duke(then) is None for _text, then in self.after(tiles).actions())

    def duke(self, tiles: Tiles) -> Square | None:
        return next((at for at, tile in tiles.items() if tile[:2] == (self.seat, "duke")), None)

    def places(self, flags: list[Square], *, guarded: bool) -> list[str]:
        """Where a new tile may be put. RULES.md 3.9 and 4.2."""
        duke = self.duke(self.tiles)
        if duke is None:
            return []
        free = [at for at in sides_of(duke) if at not in self.tiles and at not in (*self.terrain(), *flags)]
        if guarded:
            free = [at for at in free if not self.leaves_duke(self.tiles | {at: (self.seat, "footman", "front")})]
        return [name(at) for at in free]


def table_of(state: State) -> Table:
    """The position of a state with what its objective closes. RULES.md 8."""
    tiles = {square(tile.square): (tile.seat, tile.kind, tile.side) for tile in state.tiles}
    mountain, fortress = (square(at) if at else None for at in (state.mountain, state.fortress))
    table = Table(tiles, state.seat, mountain, fortress)
    own, enemys = state.flags if state.seat == "1" else state.flags[::-1]
    if state.objective == "score":
        table.walls = [square(enemys)]
    if state.objective == "flag":
        table.closed = [square(own)]
    if state.objective == "dark_rider":
        there = [at for at, tile in tiles.items() if tile[0] == "1" and at[1] == 5]
        table.idle, table.closed = (there, []) if state.seat == "1" else ([], there)
    return table


def legal(state: State) -> set[str]:
    """Every order of a turn, or of a placing, in notation."""
    table = table_of(state)
    guarded = state.objective in ("duke", "logistics")
    flags = [square(at) for at in state.flags if at]
    places = table.places(flags, guarded=guarded)
    if state.drawn:
        return {f"@{at}" for at in places}
    found = {text for text, after in table.actions() if not (guarded and table.leaves_duke(after))}
    bag = state.bags[0 if state.seat == "1" else 1]
    if bag and places:
        found.add("draw")
    if state.objective in ("score", "flag"):
        own, enemys = state.flags if state.seat == "1" else state.flags[::-1]
        at = square(own if state.objective == "score" else enemys)
        if table.is_friend(at):
            found |= {f"flag {name(at)}-{name(to)}" for to in sides_of(at) if table.is_friend(to)}
    return found or (set() if guarded else {"pass"})
