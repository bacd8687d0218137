"""Looking ahead: alpha-beta, deeper and deeper until a number of positions has been looked at."""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from games.duke.engine import DRAWN_PLIES
from games.duke.evaluation import WORTH
from games.duke.position import Order
from games.duke.tables import PLACE
from games.duke.trial import Action, Trial

WIN = 1_000_000
NEVER = 10 * WIN
SURE = WIN // 2
"""Values beyond this are wins and losses seen to the end."""

DEEPEST = 24
CAPTURES = 6
"""How long an exchange of captures is followed beyond the last full step."""

LUCK = 500
"""By how much at most one kind of tile may change what a draw is thought to be worth."""

EXACT, AT_LEAST, AT_MOST = range(3)
CHECK = 127
"""The clock is read when a count of positions has no bit in common with this."""


class Spent(Exception):
    """All positions that may be looked at have been."""


@dataclass(frozen=True, slots=True)
class Option:
    """An order to choose, and what may come of it.

    Chance decides between the groups, the player between the actions of a group: a draw
    has a group for each kind looked at, anything else one group of one action.
    """

    order: Order
    groups: Sequence[Sequence[Action]]


class Search:
    """The search for one decision; ``nodes`` counts the positions looked at."""

    def __init__(self, trial: Trial, budget: int, seconds: float) -> None:
        """``budget`` positions, and at most so many seconds of CPU."""
        self.trial, self.budget = trial, budget
        self.nodes = 0
        self._ends_at = time.thread_time() + seconds
        self._path = {trial.key()}
        self._known: dict[Hashable, tuple[int, int, int, Action | None]] = {}
        self._useful: dict[Action, int] = {}

    def best(self, options: Sequence[Option]) -> tuple[Option, int]:
        """The option that looks best as far as the search came, and its value; of equal ones the first."""
        ranked = list(options)
        best, worth = ranked[0], self.trial.value()
        try:
            for depth in range(1, DEEPEST):
                top, values = -NEVER, dict[Order, int]()
                for option in ranked:
                    value = values[option.order] = self._worth(option, depth, top, worth)
                    if value > top:
                        top, best = value, option
                worth = top
                if abs(top) > SURE:
                    break
                ranked.sort(key=lambda option: (option is not best, -values[option.order]))
        except Spent:
            pass
        return best, worth

    def _worth(self, option: Option, depth: int, top: int, guess: int) -> int:
        """The value of an option, exact only if it is above ``top``; ``guess`` is what to expect."""
        if len(option.groups) == 1:
            return self._best_of(option.groups[0], depth, top, NEVER)
        middle = top if abs(top) < SURE else guess
        low, high = middle - LUCK, middle + LUCK
        values = [max(low, min(high, self._best_of(group, depth, low, high))) for group in option.groups]
        return sum(values) // len(values)

    def _best_of(self, actions: Sequence[Action], depth: int, alpha: int, beta: int) -> int:
        best = -NEVER
        for action in actions:
            best = max(best, self._after(action, depth - 1, max(alpha, best), beta, 1))
            if best >= beta:
                break
        return best

    def _after(self, action: Action, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of an action to whoever carries it out."""
        if self.nodes >= self.budget or (not self.nodes & CHECK and time.thread_time() > self._ends_at):
            raise Spent
        self.nodes += 1
        trial = self.trial
        mover = trial.seat
        trial.push(action)
        if trial.winner is not None:
            value = WIN - ply if trial.winner == mover else ply - WIN
        elif trial.seat == mover:
            value = self._value(depth, alpha, beta, ply)
        else:
            value = -self._value(depth, -beta, -alpha, ply)
        trial.pop()
        return value

    def _value(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of the position to whoever is to act."""
        trial = self.trial
        if depth <= 0:
            return self._calm(depth, alpha, beta, ply)
        key = trial.key()
        if key in self._path or trial.engine.quiet >= DRAWN_PLIES:
            return 0
        known, first = self._recall(key, depth, alpha, beta)
        if known is not None:
            return known
        actions = trial.actions()
        if not actions:
            return ply - WIN
        self._path.add(key)
        best, chosen = -NEVER, first
        for action in self._ordered(actions, first):
            value = self._after(action, depth - 1, max(alpha, best), beta, ply + 1)
            if value > best:
                best = value
                if value > alpha:
                    chosen = action
            if best >= beta:
                self._useful[action] = self._useful.get(action, 0) + depth * depth
                break
        self._path.discard(key)
        if abs(best) < SURE:
            bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
            self._known[key] = depth, bound, best, chosen
        return best

    def _recall(self, key: Hashable, depth: int, alpha: int, beta: int) -> tuple[int | None, Action | None]:
        """The value of a position looked at as deeply before, if it decides; and what was best there."""
        if key not in self._known:
            return None, None
        known_depth, bound, value, first = self._known[key]
        decides = bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)
        return value if decides and known_depth >= depth else None, first

    def _ordered(self, actions: list[Action], first: Action | None) -> list[Action]:
        """Likely good ones first: what was best before, captures, placing, what refuted others."""
        takes, useful = self.trial.takes, self._useful

        def promise(action: Action) -> int:
            if action == first:
                return -NEVER
            if kind := takes(action):
                return -SURE - WORTH[kind]
            return -useful.get(action, 0) - (action.how == PLACE)

        return sorted(actions, key=promise)

    def _calm(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value once no more captures are worth making; whoever is to act may leave them alone."""
        trial = self.trial
        actions = trial.actions()
        if not actions:
            return ply - WIN
        best = trial.value()
        if best >= beta or depth <= -CAPTURES:
            return best
        captures = [(-WORTH[kind], n, action) for n, action in enumerate(actions) if (kind := trial.takes(action))]
        for _worth, _n, action in sorted(captures, key=lambda capture: capture[:2]):
            best = max(best, self._after(action, depth - 1, max(alpha, best), beta, ply + 1))
            if best >= beta:
                break
        return best
