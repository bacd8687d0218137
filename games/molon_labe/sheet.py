"""What may stand in an order sheet, and after what. RULES.md 4."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.contract import Refusal
from games.molon_labe import standing
from games.molon_labe.actions import after, fault, fault_of_choice
from games.molon_labe.position import Order, State
from games.words import Sentence, say


def refusal(state: State, seat: str, order: Order, drafted: Sequence[Order]) -> Refusal | None:
    """Why ``order`` may not follow ``drafted``, as if nobody stopped anybody; None when it may."""
    if last := next((other for other in drafted if other.is_last), None):
        return Refusal(say("“{word}” ends the turn, so nothing stands behind it.", word=last.kind))
    if order.is_entry:
        return standing.refusal(order)
    reason = _fault(state, seat, order, drafted)
    return Refusal(reason) if reason else None


def _fault(state: State, seat: str, order: Order, drafted: Sequence[Order]) -> Sentence | None:
    if state.phase == "over":
        return say("The war is over.")
    if seat != state.active:
        return say("It is not your turn. You may change your stop/go list.")
    before = actions_of(drafted)
    if order.kind == "take" or state.phase == "pick":
        return _fault_of_take(state, order, before)
    if order.kind == "pass" and before:
        return say("“pass” means no orders, and this sheet has some. Write “done” instead.")
    if order.is_last:
        return None
    return fault(expected(state, before), order)


def _fault_of_take(state: State, order: Order, before: Sequence[Order]) -> Sentence | None:
    if state.phase != "pick":
        return say("Kingdoms are chosen before the war only.")
    if before:
        return say("A kingdom is chosen once, and no order goes with it.")
    if order.kind != "take":
        return say("Choose a kingdom and the place of general 4 first, for example: take romans antium")
    return fault_of_choice(state, order)


def actions_of(orders: Iterable[Order]) -> list[Order]:
    """The orders without entries of the stop/go list."""
    return [order for order in orders if not order.is_entry]


def expected(state: State, orders: Sequence[Order]) -> State:
    """The position after possible orders if nobody stops anybody."""
    for order in orders:
        if order.kind in ("move", "raze", "back"):
            state = after(state, order)
    return state
