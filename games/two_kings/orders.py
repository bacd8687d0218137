"""Which orders may be given. RULES.md 2, 4.6 and 8."""

from __future__ import annotations

from collections.abc import Sequence

from games.contract import Refusal
from games.two_kings import auto
from games.two_kings.names import KINGS, OBSTACLE_NAMES
from games.two_kings.position import (
    BRIDGE,
    FOE,
    GATES,
    LAST,
    MOST_TURNS,
    OBSTACLES,
    UNITS,
    Army,
    Order,
    State,
    in_order,
)
from games.words import Sentence, say

STANDARD = (("B", 20), ("B", 40), ("X", 25), ("X", 50), ("T", 70), ("M", 30), ("M", 60))
USUAL_LAYOUT = tuple(Order("place", what=letter, square=square) for letter, square in STANDARD)
"""What counts when no layout is in. RULES.md 8.4."""

EXAMPLE = "set B20 B40 X25 X50 T70 M30 M60"


def refusal(state: State, seat: str, order: Order, drafted: Sequence[Order]) -> Refusal | None:
    """Why ``order`` may not follow ``drafted``; None when it may."""
    fault = _fault(state, seat, order, drafted)
    return Refusal(fault) if fault else None


def _fault(state: State, seat: str, order: Order, drafted: Sequence[Order]) -> Sentence | None:
    if state.phase == "over":
        return say("The match is over; there is nothing to order.")
    if state.phase == "layout":
        return _layout_fault(seat, order, drafted)
    if seat != state.active:
        return say("It is not your turn: the other king is to roll.")
    if order.kind == "place":
        return say("The obstacles lie already. Write roll, or hold A to let the artillery wait.")
    return _turn_fault(state, state.army(seat), order, drafted)


def _is_well_formed(order: Order) -> bool:
    if order.kind not in ("roll", "hold", "auto") or not set(order.units) <= set(UNITS):
        return False
    plain = Order(order.kind, in_order(set(order.units)), order.turns)
    return order == plain and (order.kind == "auto" or not order.turns)


def _layout_fault(seat: str, order: Order, drafted: Sequence[Order]) -> Sentence | None:
    if order.kind != "place":
        return say("First the obstacles are laid, for example: {example}", example=EXAMPLE)
    if order != Order("place", what=order.what, square=order.square) or order.what not in OBSTACLES:
        return _no_order()
    if sum(placed.what == order.what for placed in drafted) == OBSTACLES[order.what]:
        return say("All obstacles of that kind are laid already: {what}.", what=OBSTACLE_NAMES[order.what])
    return _square_fault(FOE[seat], order.square, drafted)


def _square_fault(road: str, square: int, drafted: Sequence[Order]) -> Sentence | None:
    """RULES.md 2.2."""
    if not 1 < square < LAST:
        return say("Square {n} takes no obstacle. Lay it on a square from 2 to 79.", n=square)
    if square == BRIDGE:
        return say("Square 75 is the drawbridge and takes no obstacle. Lay it on another square.")
    if square == GATES[road]:
        return say(
            "Square {n} is the gate of that road ({king}) and takes no obstacle. Lay it on another square.",
            n=square,
            king=KINGS[road],
        )
    if any(placed.square == square for placed in drafted):
        return say("Square {n} is taken already. Each obstacle needs a square of its own.", n=square)
    return None


def _turn_fault(state: State, army: Army, order: Order, drafted: Sequence[Order]) -> Sentence | None:
    if drafted:
        return say("A turn takes one order, and yours has one already. Take it away to give another.")
    if not _is_well_formed(order):
        return _no_order()
    if going_on := auto.running(army):
        wrong = say("Your auto order plays on by itself. Until it stops you can only resign.")
        return None if order == going_on else wrong
    return _form_fault(state, order) or _holding_fault(army, order)


def _form_fault(state: State, order: Order) -> Sentence | None:
    """RULES.md 8.2, 8.3 and 8.5."""
    if state.holds == "off" and (order.units or order.kind == "hold"):
        return say("In this match all units roll, nobody holds. Write roll, or auto 5 for five turns.")
    if order.kind == "hold" and not order.units:
        return say("Say who holds, for example: hold A")
    if order.kind == "auto" and not 1 <= order.turns <= MOST_TURNS:
        return say("An auto order lasts 1 to 10 turns, for example: auto 5")
    return None


def _holding_fault(army: Army, order: Order) -> Sentence | None:
    """RULES.md 4.6."""
    if any(unit not in order.held for unit in army.free):
        return None
    return say("Nobody who can move would roll. Let at least one of these roll: {units}", units=" ".join(army.free))


def _no_order() -> Sentence:
    return say("This is no order of the Two Kings.")
