"""Positions to try actions on and take them back, one class for each way to win. RULES.md 4, 7 and 8.

A draw is tried as placing: of the kinds in the bag only a middling one is looked at,
since nobody knows which will come. Seats are 0 and 1.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from games.duke import evaluation
from games.duke.actions import order_of
from games.duke.data import KINDS
from games.duke.ending import PIKEMEN, POINTS
from games.duke.engine import TO_MOVE, Side
from games.duke.geometry import BESIDE, HOME, NUMBERS, SQUARES, numbers
from games.duke.position import RIDERS, Order, State, engine_of
from games.duke.tables import COMMAND, MOVE, PLACE, STRIKE, Move

CARRY, PLANT, STAY, PASS = "flag", "plant", "stay", "pass"
RELOCATIONS = 3
"""Squares looked at for a flag that may be moved after a point, the safest first."""


@dataclass(frozen=True, slots=True)
class Extra:
    """What is no action of a tile: passing a flag or the turn, moving a flag after a point.

    ``how`` is the kind of order; squares are numbers, -1 for none.
    """

    how: str
    at: int = -1
    to: int = -1


type Action = Move | Extra


class Trial:
    """A position under the guard rule: whoever can do nothing has lost. Base of the other aims."""

    def __init__(self, state: State) -> None:
        # what was drawn is still in the bag: placing takes it out
        self.engine = engine_of(replace(state, drawn=""))
        self.engine.quiet = state.quiet
        self.winner: int | None = None

    @property
    def seat(self) -> int:
        """Who is to act."""
        return self.engine.me.seat

    def key(self) -> Hashable:
        """The same for the same position, with the same player to act."""
        engine = self.engine
        return engine.key, engine.me.kinds, engine.foe.kinds

    def every(self) -> list[Action]:
        """All actions, every kind in the bag among them; none: the game is lost."""
        return list(self.engine.legal_moves())

    def actions(self) -> list[Action]:
        """All actions, with a middling kind for a draw."""
        found = self.every()
        if not self.engine.me.kinds:
            return found
        kind = KINDS[evaluation.middling(tuple(self.engine.me.bag))]
        return [action for action in found if action.how != PLACE or placed(action) == kind]

    def takes(self, action: Action) -> str:
        """The kind of tile that the action captures; empty if none."""
        if action.how not in (MOVE, STRIKE, COMMAND) or not self.engine.foe.mask >> action.to & 1:
            return ""
        return self.engine.foe.tiles[action.to].kind

    def push(self, action: Action) -> None:
        """Carry out one of the actions."""
        assert isinstance(action, Move)
        self.engine.push(action)

    def pop(self) -> None:
        """Take the last action back."""
        self.engine.pop()

    def value(self) -> int:
        """What the position is worth to whoever is to act."""
        return evaluation.duel(self.engine)


def placed(action: Action) -> str:
    """The kind of tile that the action puts on the board."""
    assert isinstance(action, Move)
    return action.after.kind


def written(action: Action) -> Order:
    """The action as an order; placing is that of a tile already drawn."""
    if isinstance(action, Move):
        return Order("place", to=SQUARES[action.to]) if action.how == PLACE else order_of(action)
    at, to = (SQUARES[square] if square >= 0 else "" for square in (action.at, action.to))
    return Order(action.how, at, to)


class OpenTrial(Trial):
    """No guard rule: an action may win, and whoever can do nothing passes."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self._turned: list[bool] = []

    def every(self) -> list[Action]:
        return self.tile_actions() or [Extra(PASS)]

    def tile_actions(self) -> list[Action]:
        """What tiles may do."""
        raise NotImplementedError

    def push(self, action: Action) -> None:
        engine = self.engine
        if isinstance(action, Move):
            engine.push(action)
        else:
            self._turn_over()
        self._turned.append(isinstance(action, Extra))

    def pop(self) -> None:
        self.winner = None
        if self._turned.pop():
            self._turn_over()
        else:
            self.engine.pop()

    def _turn_over(self) -> None:
        engine = self.engine
        engine.me, engine.foe = engine.foe, engine.me
        engine.key ^= TO_MOVE


class RiderTrial(OpenTrial):
    """The Dark Rider. RULES.md 8.4."""

    def tile_actions(self) -> list[Action]:
        engine = self.engine
        if self.seat == 0:
            return list(engine.actions(idle=engine.me.mask & HOME[1]))
        return list(engine.actions(closed=engine.foe.mask & HOME[1]))

    def push(self, action: Action) -> None:
        mover = self.seat
        super().push(action)
        pikemen, knight = self._sides()
        lost = RIDERS["1"][1] - len(pikemen.tiles)
        if not knight.tiles:
            self.winner = 0
        elif lost >= PIKEMEN:
            self.winner = 1
        elif mover == 0 and lost < PIKEMEN - 1 and (pikemen.mask & HOME[1]).bit_count() >= PIKEMEN:
            self.winner = 0

    def value(self) -> int:
        total = evaluation.chase(*self._sides())
        return total if self.seat == 0 else -total

    def _sides(self) -> tuple[Side, Side]:
        engine = self.engine
        return (engine.me, engine.foe) if self.seat == 0 else (engine.foe, engine.me)


class FlagTrial(OpenTrial):
    """Bringing the enemy's flag home; ``flags`` are the squares of each seat's own. RULES.md 8.3."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.flags = NUMBERS.get(state.flags[0], -1), NUMBERS.get(state.flags[1], -1)
        self._flags: list[tuple[int, int]] = []

    def key(self) -> Hashable:
        return super().key(), self.flags

    def goal(self, seat: int) -> int:
        """The flag that the seat may carry."""
        return self.flags[1 - seat]

    def tile_actions(self) -> list[Action]:
        closed = set_at(self.flags[self.seat])
        return [*self.engine.actions(closed=closed, covered=self.covered()), *self.passes()]

    def covered(self) -> int:
        """The squares of flags, as a set."""
        return set_at(self.flags[0]) | set_at(self.flags[1])

    def passes(self) -> list[Action]:
        """The flag from its carrier to each friend beside it. RULES.md 6.4."""
        at, mine = self.goal(self.seat), self.engine.me.mask
        if at < 0 or not mine >> at & 1:
            return []
        return [Extra(CARRY, at, to) for to in numbers(BESIDE[at] & mine)]

    def push(self, action: Action) -> None:
        mover = self.seat
        super().push(action)
        self._flags.append(self.flags)
        if action.at >= 0 and action.how != STRIKE:
            one, two = (action.to if flag == action.at else flag for flag in self.flags)
            self.flags = one, two
        if not self.engine.me.tiles or self.has_won(mover):
            self.winner = mover

    def has_won(self, mover: int) -> bool:
        """Whether the action just carried out reaches the aim."""
        return bool(set_at(self.goal(mover)) & HOME[mover])

    def pop(self) -> None:
        super().pop()
        self.flags = self._flags.pop()

    def value(self) -> int:
        engine = self.engine
        mine, theirs = (evaluation.errand(side, self.goal(side.seat)) for side in (engine.me, engine.foe))
        return evaluation.muster(engine) + mine - theirs


class ScoreTrial(FlagTrial):
    """Points beside the enemy's flag, which may be moved after each; ``points`` of each seat. RULES.md 8.2."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.points = state.points
        self.may_relocate = state.phase == "relocate"
        self._points: list[tuple[tuple[int, int], bool]] = []

    def key(self) -> Hashable:
        return super().key(), self.points, self.may_relocate

    def goal(self, seat: int) -> int:
        return self.flags[seat]

    def every(self) -> list[Action]:
        return self.relocations() if self.may_relocate else super().every()

    def tile_actions(self) -> list[Action]:
        wall = set_at(self.flags[1 - self.seat])
        return [*self.engine.actions(wall=wall, covered=self.covered()), *self.passes()]

    def relocations(self) -> list[Action]:
        """Where the own flag may go: the squares with the fewest enemies that could score there next, or staying."""
        engine = self.engine
        beside = 0
        for square in numbers(engine.me.mask):
            beside |= BESIDE[square]
        occupied = engine.me.mask | engine.foe.mask
        free = beside & ~(occupied | self.covered() | engine.field.terrain)
        danger = {to: evaluation.shots(engine.foe, occupied, to) for to in numbers(free)}
        safest = sorted(danger, key=danger.__getitem__)[:RELOCATIONS]
        return [*(Extra(PLANT, to=to) for to in safest), Extra(STAY)]

    def push(self, action: Action) -> None:
        self._points.append((self.points, self.may_relocate))
        if self.may_relocate:
            self.may_relocate = False
            self._flags.append(self.flags)
            if action.how == PLANT:
                one, two = (action.to if seat == self.seat else self.flags[seat] for seat in (0, 1))
                self.flags = one, two
            return
        if self._scores(action):
            one, two = (points + (seat == self.seat) for seat, points in enumerate(self.points))
            self.points, self.may_relocate = (one, two), True
        super().push(action)

    def _scores(self, action: Action) -> bool:
        ring = BESIDE[self.flags[1 - self.seat]]
        comes = action.how in (MOVE, COMMAND, PLACE) and ring >> action.to & 1
        return bool(comes and not (action.at >= 0 and ring >> action.at & 1))

    def has_won(self, mover: int) -> bool:
        return self.points[mover] >= POINTS

    def pop(self) -> None:
        self.points, relocated = self._points.pop()
        if relocated:
            self.flags = self._flags.pop()
        else:
            super().pop()
        self.may_relocate = relocated

    def value(self) -> int:
        engine = self.engine
        me, foe = engine.me, engine.foe
        occupied = me.mask | foe.mask
        total = evaluation.muster(engine) // 2
        total += evaluation.POINT * (self.points[me.seat] - self.points[foe.seat])
        total += evaluation.shots(me, occupied, self.flags[foe.seat])
        return total - evaluation.shots(foe, occupied, self.flags[me.seat])


def set_at(square: int) -> int:
    """A square as a set; the empty one for -1."""
    return 1 << square if square >= 0 else 0


TRIALS: dict[str, type[Trial]] = {"dark_rider": RiderTrial, "flag": FlagTrial, "score": ScoreTrial}


def trial_of(state: State) -> Trial:
    """The position, to be tried by the rules of its aim."""
    return TRIALS.get(state.objective, Trial)(state)
