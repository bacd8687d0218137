"""A board made for speed: every legal action, made and taken back in place. RULES.md 3 to 6.

Tiles are the ready ``Stand`` of ``tables``; squares, and sets of them, are integers (see
``geometry``). An action is a ``Move``; a draw counts as one action for each kind in the
bag and each square it may be put on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.duke.data import KINDS
from games.duke.geometry import ALL, numbers
from games.duke.tables import COMMAND, MOVE, PLACE, Field, Move, Stand

NUMBER_OF = {kind: number for number, kind in enumerate(KINDS)}
TO_MOVE = 0x9E3779B97F4A7C15
"""Told apart by this in the number of a position: which side is to move."""

DRAWN_PLIES = 100


class Side:
    """A player's tiles by square, where they stand, the Duke among them, and the bag.

    ``bag`` counts each kind, ``kinds`` is the set of those that are left.
    """

    __slots__ = ("bag", "duke", "kinds", "mask", "seat", "tiles")

    def __init__(self, seat: int, stands: Iterable[Stand], bag: Mapping[str, int]) -> None:
        self.seat = seat
        self.tiles = {stand.square: stand for stand in stands}
        self.mask = sum(stand.bit for stand in self.tiles.values())
        self.duke = next((stand for stand in self.tiles.values() if stand.is_duke), None)
        self.bag = [bag.get(kind, 0) for kind in KINDS]
        self.kinds = sum(1 << number for number, count in enumerate(self.bag) if count)


class Engine:
    """A position of tiles under the guard rule, the Duke being what is fought for."""

    def __init__(
        self,
        field: Field,
        stands: Iterable[Stand],
        bags: tuple[Mapping[str, int], Mapping[str, int]] = ({}, {}),
        to_move: int = 0,
    ) -> None:
        """Stands of both seats on different squares; bags of seat 1 and 2; ``to_move`` is 0 or 1."""
        self.field = field
        stands = tuple(stands)
        sides = [Side(seat, [stand for stand in stands if stand.seat == seat], bags[seat]) for seat in (0, 1)]
        self.me, self.foe = sides[to_move], sides[1 - to_move]
        self.key = TO_MOVE * to_move
        for stand in stands:
            self.key ^= stand.key
        self.quiet = 0
        self._undo: list[tuple[Move, Stand | None, int, int, int, int]] = []
        self._keys = [self.key]
        self._legal: list[Move] | None = None

    # --- what may be done ---------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """Every action that leaves the own Duke out of reach. The list belongs to the position: do not change it."""
        if self._legal is None:
            duke = self.me.duke
            self._legal = self._guarded(duke) if duke else self.actions()
        return self._legal

    def _guarded(self, duke: Stand) -> list[Move]:
        """Actions under the guard rule, each left out at once if the Duke could be captured after it."""
        me = self.me
        mine, theirs = me.mask, self.foe.mask
        occupied, closed = mine | theirs, ~mine
        stop, strike, block, covering = self._needs(duke)
        moves: list[Move] = []
        for stand in me.tiles.values():
            if stand is duke:
                continue
            targets = stand.reach[occupied & stand.relevant] & closed & stop
            if stand.bit in covering:
                targets &= covering[stand.bit]
            if targets:
                moves += stand.moves[targets]
            if stand.is_plain:
                continue
            if hits := stand.strikes & theirs & strike:
                moves += stand.blows[hits]
            if stand.grid & mine:
                moves += self._commands(stand, duke, stop, covering)
        targets = duke.reach[occupied & duke.relevant] & closed
        if targets and (targets := targets & ~self._unsafe(duke.bit, targets)):
            moves += duke.moves[targets]
        if me.kinds and (squares := self.field.beside[duke.square] & ~occupied & block):
            moves += self.field.places[me.seat][me.kinds, squares]
        return moves

    def _needs(self, duke: Stand) -> tuple[int, int, int, dict[int, int]]:
        """What ends every present threat, and what keeps others away.

        Squares where a tile must come to stand, squares of which one must be struck,
        squares where a new tile must be put; and for each tile that alone covers the Duke
        (as a set of one) the squares where it may go.
        """
        at, bit = duke.square, duke.bit
        mine, theirs = self.me.mask, self.foe.mask
        occupied = mine | theirs
        stop = strike = block = ALL
        covering: dict[int, int] = {}
        for stand in self.foe.tiles.values():
            if not stand.aims & bit:
                continue
            between = stand.lines.get(at)
            if between is not None:
                inside = occupied & between
                if not inside:
                    stop &= between | stand.bit
                    strike &= stand.bit
                    block &= between
                elif not inside & (inside - 1):
                    if inside & mine:
                        covering[inside] = covering.get(inside, ALL) & (between | stand.bit)
                    else:
                        strike &= ~inside
            if stand.grid & bit and (movers := stand.links[at] & theirs):
                # the foe's General puts a tile on the Duke; taking the only one it can move helps too
                ends = stand.bit if movers & (movers - 1) else stand.bit | movers
                stop &= ends
                strike &= ends
                block = 0
        return stop, strike, block, covering

    def _commands(self, commander: Stand, duke: Stand, stop: int, covering: dict[int, int]) -> list[Move]:
        moves: list[Move] = []
        mine = self.me.mask
        for square in numbers(commander.grid & mine):
            goals = commander.links[square] & ~mine
            if square == duke.square:
                goals &= ~self._unsafe(duke.bit, goals)
            else:
                goals &= stop & covering.get(1 << square, ALL)
            if goals:
                moves += commander.commands[square][goals]
        return moves

    def _unsafe(self, bit: int, squares: int) -> int:
        """Those of the squares on which the Duke, now on ``bit``, could be captured."""
        theirs = self.foe.mask
        occupied = (self.me.mask | theirs) ^ bit
        found = 0
        for stand in self.foe.tiles.values():
            if stand.aims & squares:
                found |= stand.reach[occupied & stand.relevant] | stand.strikes
                if stand.grid & squares:
                    for square in numbers(stand.grid & squares):
                        if stand.links[square] & theirs & ~(1 << square):
                            found |= 1 << square
        return found

    def actions(self, wall: int = 0, closed: int = 0, idle: int = 0, covered: int = 0) -> list[Move]:
        """Actions without the guard rule.

        ``wall``: squares that are neither entered nor crossed by move and slide; ``closed``:
        not entered; ``idle``: tiles that do nothing; ``covered``: no new tile is put there.
        """
        me, theirs = self.me, self.foe.mask
        occupied = me.mask | theirs
        open_squares = ~(me.mask | wall | closed)
        moves: list[Move] = []
        for stand in me.tiles.values():
            if stand.bit & idle:
                continue
            if targets := stand.reach[(occupied | wall) & stand.relevant] & open_squares:
                moves += stand.moves[targets]
            if hits := stand.strikes & theirs:
                moves += stand.blows[hits]
            for square in numbers(stand.grid & me.mask):
                if goals := stand.links[square] & open_squares:
                    moves += stand.commands[square][goals]
        if me.kinds and me.duke and (squares := self.field.beside[me.duke.square] & ~(occupied | covered)):
            moves += self.field.places[me.seat][me.kinds, squares]
        return moves

    def threats(self, *, to_last: bool = False) -> list[Stand]:
        """The tiles that could capture the Duke of the side to move, or of the side that moved last."""
        me, foe = (self.foe, self.me) if to_last else (self.me, self.foe)
        theirs = foe.mask
        if me.duke is None:
            return []
        at, occupied = me.duke.square, me.mask | theirs
        return [
            stand
            for stand in foe.tiles.values()
            if (at in stand.lines and not stand.lines[at] & occupied) or stand.links.get(at, 0) & theirs
        ]

    # --- doing and taking back ----------------------------------------------

    def push(self, move: Move) -> None:
        """Carry out an action and turn the board over."""
        me, foe, key, how = self.me, self.foe, self.key, move.how
        tiles = me.tiles
        captured = None
        mine, theirs, quiet = me.mask, foe.mask, self.quiet
        after, to = move.after, move.to
        self.key = key ^ move.key ^ TO_MOVE
        if how == MOVE:
            del tiles[move.at]
            tiles[to] = after
            me.mask = mine ^ move.change
            if after.is_duke:
                me.duke = after
        elif how == PLACE:
            tiles[to] = after
            me.mask = mine | after.bit
            number = NUMBER_OF[after.kind]
            me.bag[number] -= 1
            if not me.bag[number]:
                me.kinds ^= 1 << number
        else:
            tiles[after.square] = after
            if how == COMMAND:
                stand = tiles.pop(move.at)
                moved = tiles[to] = stand.put(to)
                me.mask = mine ^ move.change
                self.key ^= stand.key ^ moved.key
                if stand.is_duke:
                    me.duke = moved
        if how != PLACE and theirs >> to & 1:
            captured = foe.tiles.pop(to)
            foe.mask = theirs ^ captured.bit
            self.key ^= captured.key
            if captured.is_duke:
                foe.duke = None
        self.quiet = 0 if captured is not None or how == PLACE else quiet + 1
        self._undo.append((move, captured, mine, theirs, key, quiet))
        self.me, self.foe = foe, me
        self._keys.append(self.key)
        self._legal = None

    def pop(self) -> None:
        """Take back the last action. Raises IndexError if there is none."""
        move, captured, mine, theirs, self.key, self.quiet = self._undo.pop()
        me, foe = self.me, self.foe = self.foe, self.me
        self._keys.pop()
        self._legal = None
        me.mask, foe.mask = mine, theirs
        tiles, how, to = me.tiles, move.how, move.to
        if how == MOVE:
            del tiles[to]
            before = tiles[move.at] = move.before
            if before.is_duke:
                me.duke = before
        elif how == PLACE:
            del tiles[to]
            number = NUMBER_OF[move.after.kind]
            me.bag[number] += 1
            me.kinds |= 1 << number
        else:
            before = move.before
            tiles[before.square] = before
            if how == COMMAND:
                stand = tiles.pop(to)
                back = tiles[move.at] = stand.put(move.at)
                if stand.is_duke:
                    me.duke = back
        if captured is not None:
            foe.tiles[to] = captured
            if captured.is_duke:
                foe.duke = captured

    def is_over(self) -> bool:
        """Whether the side to move has no action, or the game is drawn. RULES.md 7."""
        return not self.legal_moves() or self.is_drawn()

    def is_drawn(self) -> bool:
        """Whether the position stands for the third time, or nothing has happened for 50 full turns."""
        quiet = self.quiet
        if quiet < 8:
            return False
        return quiet >= DRAWN_PLIES or self._keys[-1 - quiet :].count(self.key) >= 3
