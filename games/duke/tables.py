"""What a tile can do from where it stands, worked out once for each terrain. RULES.md 3 and 5.

Nothing here depends on the other tiles: what they block is left to a look-up by the
occupied squares. Entries are built when they are first asked for and then kept.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from games.duke.data import FACES, KINDS, Face
from games.duke.geometry import BESIDE, SIZE, crossed, number_at, numbers

MOVE, STRIKE, COMMAND, PLACE = range(4)

_random = Random("The Duke")  # noqa: S311  numbers that tell positions apart, no secret
KEYS = [[_random.getrandbits(64) for _square in range(SIZE * SIZE)] for _code in range(4 * len(KINDS))]
"""A number for each side of each tile on each square; those of a position are combined by exclusive or."""


class Move:
    """One action. ``before`` and ``after`` are the acting tile; ``at`` and ``to`` the ends of the way.

    ``change`` holds both ends as a set. A strike has no way, only ``to``. For a command
    the acting tile is the commander. Placing has no ``at`` (-1).
    """

    __slots__ = ("after", "at", "before", "change", "how", "key", "to")

    def __init__(self, how: int, before: Stand, after: Stand, at: int, to: int) -> None:
        self.how = how
        self.before = before
        self.after = after
        self.at = at
        self.to = to
        self.change = 1 << to if at < 0 else 1 << at | 1 << to
        self.key = after.key if how == PLACE else before.key ^ after.key


class Reach(dict[int, int]):
    """Occupied squares among a stand's relevant ones -> where it may go, the first tile of a line included."""

    def __init__(self, ways: tuple[tuple[int, int], ...]) -> None:
        super().__init__()
        self.ways = ways

    def __missing__(self, occupied: int) -> int:
        found = self[occupied] = sum(1 << to for to, between in self.ways if not occupied & between)
        return found


class Moves(dict[int, tuple[Move, ...]]):
    """Set of target squares -> the moves there."""

    def __init__(self, stand: Stand, how: int, at: int) -> None:
        super().__init__()
        self.stand, self.how, self.at = stand, how, at

    def __missing__(self, targets: int) -> tuple[Move, ...]:
        stand = self.stand
        made = self[targets] = tuple(
            Move(self.how, stand, stand.turned(to if self.how == MOVE else stand.square), self.at, to)
            for to in numbers(targets)
        )
        return made


class Stand:
    """A tile with one side up on a square.

    ``relevant``: squares where a tile could block it. ``lines``: each square on which it
    can capture -> the squares between that must be free. ``grid``: its command squares;
    ``links``: each of them -> where a tile from there may be put. ``aims``: all it can
    ever touch. ``is_plain``: it neither strikes nor commands.
    """

    __slots__ = (
        "aims", "back", "bit", "blows", "commands", "field", "grid", "is_duke", "is_plain", "key", "kind",
        "lines", "links", "moves", "reach", "relevant", "seat", "square", "strikes",
    )  # fmt: skip

    def __init__(self, field: Field, seat: int, kind: str, back: int, square: int) -> None:
        self.field, self.seat, self.kind, self.back, self.square = field, seat, kind, back, square
        self.bit = 1 << square
        self.is_duke = kind == "duke"
        self.key = KEYS[(KINDS.index(kind) * 2 + back) * 2 + seat][square]
        face = _turned_to(seat, FACES[kind][back])
        ways = field.ways(square, face)
        self.reach = Reach(ways)
        self.strikes = field.strikes(square, face)
        self.links = field.links(square, face)
        self.grid = sum(1 << n for n in self.links)
        self.lines = _easiest(ways, self.strikes)
        self.relevant = 0
        self.aims = self.strikes | self.grid
        for to, between in ways:
            self.relevant |= between
            self.aims |= 1 << to
        self.is_plain = not (self.strikes or self.grid)
        self.moves = Moves(self, MOVE, square)
        self.blows = Moves(self, STRIKE, square)
        self.commands = {at: Moves(self, COMMAND, at) for at in self.links}

    def turned(self, square: int) -> Stand:
        """The same tile on ``square``, its other side up."""
        return self.field.stand(self.seat, self.kind, 1 - self.back, square)

    def put(self, square: int) -> Stand:
        """The same side of the same tile on ``square``."""
        return self.field.stand(self.seat, self.kind, self.back, square)


def _easiest(ways: tuple[tuple[int, int], ...], strikes: int) -> dict[int, int]:
    """For each square that can be captured on, what must be free between; of two ways the one that needs less."""
    lines = dict(sorted(ways, key=lambda way: -way[1]))
    return lines | dict.fromkeys(numbers(strikes), 0)


def _turned_to(seat: int, face: Face) -> dict[str, list[tuple[int, int]]]:
    """A face as steps of file and rank: seat 2 looks at the board from the other side."""
    sign = -1 if seat else 1
    return {icon: [(sign * dx, sign * dy) for dx, dy in squares] for icon, squares in face.items()}


class Field:
    """A board with its terrain: squares by number, -1 for none. RULES.md 5."""

    def __init__(self, mountain: int, fortress: int) -> None:
        self.mountain, self.fortress = mountain, fortress
        self.terrain = sum(1 << square for square in (mountain, fortress) if square >= 0)
        self._stands: dict[tuple[int, str, int, int], Stand] = {}
        self.places = (Places(self, 0), Places(self, 1))
        self.beside = tuple(squares & ~self.terrain for squares in BESIDE)

    def stand(self, seat: int, kind: str, back: int, square: int) -> Stand:
        """The tile of ``seat`` (0 or 1) with that side up (0 front, 1 back) on the square."""
        key = (seat, kind, back, square)
        if key not in self._stands:
            self._stands[key] = Stand(self, seat, kind, back, square)
        return self._stands[key]

    def ways(self, square: int, face: dict[str, list[tuple[int, int]]]) -> tuple[tuple[int, int], ...]:
        """Target squares of move, jump and slide, each with the squares between that must be free of tiles."""
        found: list[tuple[int, int]] = []
        for dx, dy in face.get("move", ()):
            to = self._target(square, dx, dy)
            if to >= 0 and to != self.mountain and not self._is_barred(square, dx, dy):
                found.append((to, sum(1 << self._target(square, x, y) for x, y in crossed(dx, dy))))
        for dx, dy in face.get("jump", ()):
            to = self._target(square, dx, dy)
            if to >= 0 and not self.terrain >> to & 1 and not self._is_barred(square, dx, dy):
                found.append((to, 0))
        for dx, dy in face.get("slide", ()):
            found += self._slide(square, dx, dy)
        return tuple(found)

    def _slide(self, square: int, dx: int, dy: int) -> list[tuple[int, int]]:
        found, between = [], 0
        for length in range(1, SIZE):
            to = self._target(square, dx * length, dy * length)
            if to < 0 or to == self.mountain:
                break
            found.append((to, between))
            between |= 1 << to
            if to == self.fortress:
                break
        return found

    def strikes(self, square: int, face: dict[str, list[tuple[int, int]]]) -> int:
        """Squares on which an enemy can be struck."""
        found = 0
        for dx, dy in face.get("strike", ()):
            to = self._target(square, dx, dy)
            if to >= 0 and not self.terrain >> to & 1 and not self._is_barred(square, dx, dy):
                found |= 1 << to
        return found

    def links(self, square: int, face: dict[str, list[tuple[int, int]]]) -> dict[int, int]:
        """Each command square -> the others that side-steps within the grid reach from it.

        Terrain is never passed; the Fortress may be the first or last square. Grid squares
        off the board let pass.
        """
        grid = set(face.get("command", ()))
        links: dict[int, int] = {}
        for start in grid:
            at = self._target(square, *start)
            if at < 0 or at == self.mountain:
                continue
            seen, edge = {start}, [start]
            links[at] = 0
            while edge:
                x, y = edge.pop()
                for step in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    to = self._target(square, *step)
                    if step not in grid or step in seen or (to >= 0 and to == self.mountain):
                        continue
                    seen.add(step)
                    if to >= 0:
                        links[at] |= 1 << to
                    if to < 0 or to != self.fortress:
                        edge.append(step)
        return links

    def _target(self, square: int, dx: int, dy: int) -> int:
        return number_at(square % SIZE + dx, square // SIZE + dy)

    def _is_barred(self, square: int, dx: int, dy: int) -> bool:
        """Whether terrain lies on the line, both ends left out."""
        return any(self.terrain >> self._target(square, x, y) & 1 for x, y in crossed(dx, dy))


class Places(dict[tuple[int, int], tuple[Move, ...]]):
    """Kinds in a bag and squares, both as sets -> every placing of one of the kinds on one of the squares."""

    def __init__(self, field: Field, seat: int) -> None:
        super().__init__()
        self.field, self.seat = field, seat

    def __missing__(self, key: tuple[int, int]) -> tuple[Move, ...]:
        kinds, squares = key
        stands = [self.field.stand(self.seat, KINDS[n], 0, to) for n in numbers(kinds) for to in numbers(squares)]
        made = self[key] = tuple(Move(PLACE, stand, stand, -1, stand.square) for stand in stands)
        return made


@lru_cache(maxsize=64)
def field_of(mountain: int, fortress: int) -> Field:
    """The tables for this terrain; -1 for none."""
    return Field(mountain, fortress)
