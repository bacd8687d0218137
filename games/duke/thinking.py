"""The practice player: what it does in every phase, from the view of its seat alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from games.contract import Choice
from games.duke.actions import legal_orders
from games.duke.data import KINDS
from games.duke.evaluation import WORTH, sample
from games.duke.position import FOE, RIDERS, SEATS, Order, State, Tile, View, in_order, standing, state_of
from games.duke.search import Option, Search
from games.duke.tables import PLACE
from games.duke.trial import Action, placed, trial_of, written
from games.words import say

LEVELS = (
    Choice("page", say("page")),
    Choice("squire", say("squire")),
    Choice("knight", say("knight")),
)
BUDGETS = {"page": 300, "squire": 1500, "knight": 6000}
"""How many positions each level looks at for a decision."""

SECONDS = 5.0
"""Of CPU at most, should the machine be slow."""

DRAWS = 5
"""How many kinds, from bad to good, stand for what a draw may bring."""


def think(view: View, seat: str, level: str, rng: random.Random) -> list[Order]:
    """A sheet for the phase that the view shows. Raises KeyError for an unknown level."""
    budget = BUDGETS[level]
    state = state_of(view)
    match state.phase:
        case "pick":
            return [pick(state, rng)]
        case "setup":
            return set_up(state, rng)
        case "deploy":
            return deploy(state, budget, rng)
        case "flags":
            return [plant(state, rng)]
    return [look_ahead(state, budget, rng)[0]]


def shuffled[T](items: Sequence[T], rng: random.Random) -> list[T]:
    """The items in a random order, so that equal ones take turns."""
    return rng.sample(items, len(items))


def pick(state: State, rng: random.Random) -> Order:
    """The best type on the table; a type of several tiles is worth what one of them is."""
    return max(shuffled(legal_orders(state), rng), key=lambda order: WORTH[order.who])


def set_up(state: State, rng: random.Random) -> list[Order]:
    """The Duke, one Footman before it and one on either side."""
    sheet = [rng.choice(legal_orders(state))]
    before, *beside = sorted(legal_orders(state, sheet), key=lambda order: order.to[1] == sheet[0].to[1])
    return [*sheet, before, rng.choice(beside)]


def deploy(state: State, budget: int, rng: random.Random) -> list[Order]:
    """Pikemen with a gap anywhere; the Knight, who moves first, where a look ahead likes it best."""
    choices = shuffled(legal_orders(state), rng)
    if state.seat == "1":
        return choices[: RIDERS["1"][1]]

    def value(order: Order) -> int:
        knight = Tile(order.to, "2", RIDERS["2"][0])
        deployed = replace(state, phase="turn", tiles=in_order(standing(state) | {order.to: knight}))
        return look_ahead(deployed, budget // len(choices), rng)[1]

    return [max(choices, key=value)]


def plant(state: State, rng: random.Random) -> Order:
    """A flag before the game, where the position looks best."""
    index = SEATS.index(state.seat if state.objective == "score" else FOE[state.seat])

    def value(order: Order) -> int:
        one, two = (order.to if seat == index else flag for seat, flag in enumerate(state.flags))
        return trial_of(replace(state, flags=(one, two))).value()

    return max(shuffled(legal_orders(state), rng), key=value)


def look_ahead(state: State, budget: int, rng: random.Random) -> tuple[Order, int]:
    """What is found best in a turn, for a drawn tile, or for a flag after a point; and what that is worth."""
    trial = trial_of(state)
    actions = trial.every()
    if state.drawn:
        actions = [action for action in actions if action.how == PLACE and placed(action) == state.drawn]
    best, value = Search(trial, budget, SECONDS).best(shuffled(_options(state, actions), rng))
    return best.order, value


def _options(state: State, actions: Sequence[Action]) -> list[Option]:
    """Each order with the actions that may come of it."""
    options, by_kind = [], dict[str, list[Action]]()
    for action in actions:
        if action.how == PLACE and not state.drawn:
            by_kind.setdefault(placed(action), []).append(action)
        else:
            options.append(Option(written(action), ((action,),)))
    if by_kind:
        bag = [state.bag(state.seat).count(kind) for kind in KINDS]
        options.append(Option(Order("draw"), [by_kind[KINDS[number]] for number in sample(bag, DRAWS)]))
    return options
