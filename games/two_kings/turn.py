"""From one decision to the next: layouts shown, turns carried out, turns that pass by themselves. RULES.md 2 to 4."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.chance import Chance
from games.contract import Step
from games.two_kings import auto, ending, story
from games.two_kings.march import March
from games.two_kings.position import FOE, ROUNDS, SEATS, Auto, Obstacle, Order, State
from games.two_kings.telling import Telling


def begin(state: State, layouts: Mapping[str, Sequence[Order]], chance: Chance) -> Step[State]:
    """Show both layouts, roll for the first turn. RULES.md 2.3 to 2.5."""
    for seat in SEATS:
        laid = sorted(layouts[FOE[seat]], key=lambda order: order.square)
        obstacles = tuple(Obstacle(order.square, order.what) for order in laid)
        state = state.with_army(replace(state.army(seat), obstacles=obstacles))
    telling = Telling(state)
    for army in state.armies:
        telling.tell(story.laid(army))
    starter = _first_seat(telling, chance)
    telling.state = replace(state, phase="turn", turn=1, active=starter)
    telling.tell(story.begins(starter))
    return telling.step()


def _first_seat(telling: Telling, chance: Chance) -> str:
    while True:
        dice = {seat: chance.pick(6, f"first turn of {seat}") for seat in SEATS}
        for seat, die in dice.items():
            telling.tell(story.first_roll(seat, die))
        if len(set(dice.values())) > 1:
            return max(dice, key=dice.__getitem__)
        telling.tell(story.equal_start())


def play(state: State, order: Order, chance: Chance) -> Step[State]:
    """Carry out the order of the seat to act, and whatever passes by itself after it."""
    army = state.army(state.active)
    if auto.running(army):
        in_force = replace(army.auto, left=army.auto.left - 1)
    else:
        in_force = Auto(order.turns - 1, order.units) if order.kind == "auto" else Auto()
    telling = Telling(state.with_army(replace(army, auto=in_force)))
    telling.tell(story.turn(state), heading=True)
    if order.kind == "auto":
        telling.tell(story.auto_given(order.turns))
    March(telling, chance).go(order.held)
    _pass_on(telling)
    return telling.step()


def _pass_on(telling: Telling) -> None:
    """Begin turns until one wants an order. RULES.md 3 and 4.6."""
    while telling.state.phase != "over":
        state = telling.state
        if state.turn == 2 * ROUNDS:
            telling.state = ending.over(state, "rounds")
            break
        state = replace(state, turn=state.turn + 1, active=FOE[state.active])
        army = state.army(state.active)
        telling.state = state
        if army.free:
            _check_auto(telling)
            return
        telling.tell(story.turn(state), heading=True)
        telling.tell(story.passed())
        left = max(army.auto.left - 1, 0)
        telling.state = state.with_army(replace(army, miss=(), auto=replace(army.auto, left=left)))
    telling.tell(ending.sentence(telling.state))


def _check_auto(telling: Telling) -> None:
    """RULES.md 8.3: whether the ``auto`` of the seat whose turn begins plays it."""
    state = telling.state
    army = state.army(state.active)
    if army.auto == Auto():
        return
    reason = auto.stop(army) if army.auto.left else None
    if army.auto.left and reason is None:
        return
    telling.state = state.with_army(replace(army, auto=Auto()))
    if reason:
        telling.tell(story.auto_stops(army.seat, reason))
