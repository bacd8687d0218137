"""From the empty board to the first turn: picking, setting up, deploying, flags, terrain. RULES.md 2 and 8."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from games.chance import Chance
from games.contract import BadOptions, Event, Options, Step
from games.duke import story
from games.duke.data import COUNTS, DRAFT, START
from games.duke.position import (
    FLAGGED,
    FOE,
    RIDERS,
    SEATS,
    Order,
    State,
    Tile,
    empty_squares,
    in_order,
    sorted_kinds,
    standing,
)
from games.duke.turn import begin_turn
from games.words import say

TERRAIN = ("mountain", "fortress")


def opening(options: Options) -> Step[State]:
    """The empty board. Raises BadOptions for terrain with the Dark Rider."""
    objective = options["objective"]
    terrain = tuple(name for name in TERRAIN if options[name] == "on")
    if objective == "dark_rider":
        if terrain:
            raise BadOptions(
                say(
                    "The Dark Rider is played without terrain. Switch off Mountain and Fortress, or choose another aim."
                )
            )
        state = State(objective, phase="deploy")
        return Step(state, (Event(say("The board is empty. Light deploys five Pikemen.")),))
    if objective == "logistics":
        state = State(objective, terrain, phase="pick", table=DRAFT)
        return Step(state, (Event(say("The tiles lie on the table. Light picks first.")),))
    bag = sorted_kinds(Counter(COUNTS) - Counter(START))
    state = State(objective, terrain, phase="setup", bags=(bag, bag))
    return Step(state, (Event(say("The board is empty. Light sets up first.")),))


def pick(state: State, order: Order) -> Step[State]:
    """A type goes to the picker; the enemy's tiles of it leave the game. RULES.md 8.5."""
    kind = order.who
    index = SEATS.index(state.seat)
    bags = list(state.bags)
    bags[index] = sorted_kinds(Counter(bags[index]) + Counter({kind: COUNTS[kind]}))
    table = tuple(left for left in state.table if left != kind)
    picked = replace(state, table=table, bags=(bags[0], bags[1]), seat=FOE[state.seat], period=state.period + 1)
    if not table:
        one, two = (sorted_kinds(Counter(bag) + Counter(["footman"])) for bag in picked.bags)
        picked = replace(picked, phase="setup", seat="1", bags=(one, two))
    return Step(picked, (story.picked(state.seat, kind),))


def set_up(state: State, sheet: Sequence[Order], chance: Chance) -> Step[State]:
    """Duke and Footmen of one seat; after the second come flags, or terrain and the first turn. RULES.md 2."""
    tiles = standing(state) | {order.to: Tile(order.to, state.seat, order.who) for order in sheet}
    after = replace(state, tiles=in_order(tiles), period=state.period + 1)
    events = (story.set_up(state.seat, sheet),)
    if state.seat == "1":
        return Step(replace(after, seat="2"), events)
    if state.objective in FLAGGED:
        return Step(replace(after, phase="flags", seat="2"), events)
    first = "2" if state.objective == "logistics" else "1"
    return _first_turn(after, first, events, chance)


def deploy(state: State, sheet: Sequence[Order], chance: Chance) -> Step[State]:
    """The Pikemen, then the Knight, who moves first. RULES.md 8.4."""
    kind, _number = RIDERS[state.seat]
    tiles = standing(state) | {order.to: Tile(order.to, state.seat, kind) for order in sheet}
    after = replace(state, tiles=in_order(tiles), period=state.period + 1)
    events = (story.deployed(state.seat, kind, sheet),)
    if state.seat == "1":
        return Step(replace(after, seat="2"), events)
    return _first_turn(after, "2", events, chance)


def plant(state: State, order: Order, chance: Chance) -> Step[State]:
    """A flag before the game; in the objective ``flag`` it belongs to the enemy. RULES.md 8.2 and 8.3."""
    owner = state.seat if state.objective == "score" else FOE[state.seat]
    flags = list(state.flags)
    flags[SEATS.index(owner)] = order.to
    after = replace(state, flags=(flags[0], flags[1]), period=state.period + 1)
    events = (story.planted(state, order.to),)
    if state.seat == "2":
        return Step(replace(after, seat="1"), events)
    return _first_turn(after, "1", events, chance)


def _first_turn(state: State, seat: str, events: tuple[Event, ...], chance: Chance) -> Step[State]:
    """Draw the terrain, each on an empty square; then the first turn. RULES.md 2.4."""
    told = list(events)
    for name in state.terrain:
        free = empty_squares(state)
        square = free[chance.pick(len(free), name) - 1]
        state = replace(state, mountain=square) if name == "mountain" else replace(state, fortress=square)
        told.append(story.terrain(name, square))
    begun = begin_turn(replace(state, seat=seat), state.period)
    return Step(begun.state, (*told, *begun.events))
