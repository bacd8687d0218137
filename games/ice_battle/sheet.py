"""The order sheet: what it costs and which order may be added to it. RULES.md 2, 4 and 5."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.contract import Refusal
from games.ice_battle.names import WARRIORS, name_of
from games.ice_battle.position import (
    ARMY,
    CELLS,
    FOE,
    TOUCHING,
    WAYS,
    Order,
    State,
    Warrior,
    home_cells,
    standing,
)
from games.words import Sentence, say

MOVE_PRICES = {1: 1, 2: 3, 3: 5}
SHOT_PRICE = SHOT_STRENGTH = 5


def commitment(order: Order) -> int:
    """Points the account must hold for the order when it is given. RULES.md 4.10."""
    if order.kind == "move":
        return MOVE_PRICES[len(WAYS[order.who][order.to])]
    return SHOT_PRICE if order.kind == "shot" else order.strength


def price(order: Order) -> int:
    """Points the order costs when it takes effect and the account is not empty. RULES.md 4.2."""
    return (order.strength + 1) // 2 if order.kind == "defence" else commitment(order)


def paid(order: Order, points: int) -> int:
    """What is really paid from an account of ``points``. RULES.md 5."""
    return min(price(order), points) if commitment(order) == 1 else price(order)


def budget_after(budget: int, order: Order) -> int | None:
    """What is left to plan with after the order; None when it is too dear. RULES.md 4.10."""
    need = commitment(order)
    if need == 1:
        return max(budget - 1, 0)
    return budget - need if need <= budget else None


def budget_left(points: int, orders: Sequence[Order]) -> int:
    """What is left to plan with after the rows of an affordable draft."""
    for order in orders:
        points = max(points - commitment(order), 0)
    return points


def most_extra(points: int, rows: Sequence[Order]) -> int:
    """The largest extra defence that leaves ``rows`` affordable, 0 when there is none.

    The extra defence is paid first, so the rows are asked from the last one what
    budget they need.
    """
    need = 0
    for order in reversed(rows):
        if commitment(order) > 1:
            need += commitment(order)
        elif need:
            need += 1
    return max(points - need, 0 if need else 1)


def split(drafted: Sequence[Order]) -> tuple[list[Order], Order | None]:
    """The rows of a draft, and its extra defence."""
    rows = [order for order in drafted if not order.extra]
    return rows, next((order for order in drafted if order.extra), None)


def are_full(rows: Sequence[Order]) -> bool:
    """Whether the rows take no further action. RULES.md 4.1."""
    return len(rows) == 2 or any(order.kind == "shot" for order in rows)


def expected(state: State, seat: str, rows: Sequence[Order]) -> dict[str, Warrior]:
    """The seat's warriors by the cell where they are expected after ``rows``. RULES.md 4.4."""
    army = standing(state.army(seat))
    for order in rows:
        if order.kind == "move" and order.who in army:
            army[order.to] = replace(army.pop(order.who), cell=order.to)
    return army


def bound(state: State, seat: str, sheet: Sequence[Order]) -> list[Warrior]:
    """The warrior that each order of a sheet is bound to, where it is expected. RULES.md 4.4."""
    found: list[Warrior] = []
    rows: list[Order] = []
    for order in sheet:
        found.append(expected(state, seat, () if order.extra else rows)[order.who])
        if not order.extra:
            rows.append(order)
    return found


def refusal(state: State, seat: str, order: Order, drafted: Sequence[Order]) -> Refusal | None:
    """Why ``order`` may not follow ``drafted``; None when it may."""
    fault = _fault(state, seat, order, drafted)
    return Refusal(fault) if fault else None


def _fault(state: State, seat: str, order: Order, drafted: Sequence[Order]) -> Sentence | None:
    if state.phase == "over":
        return say("The battle is over; there is nothing to order.")
    if not _is_well_formed(order):
        return say("This is no order of an Ice Battle.")
    if state.phase == "setup":
        return _placement_fault(seat, order, drafted)
    if order.kind == "place":
        return say("The armies already stand on the ice. Give two actions, or one archer shot.")
    return _action_fault(state, seat, order, drafted)


def _is_well_formed(order: Order) -> bool:
    if order.kind == "place":
        return order == Order("place", order.who, order.to) and order.who in ARMY and order.to in CELLS
    if order.who not in CELLS:
        return False
    if order.kind in ("move", "shot"):
        return order == Order(order.kind, order.who, order.to) and order.to in CELLS
    if order.kind == "attack":
        return order == Order("attack", order.who, order.to, order.strength) and order.to in CELLS
    return order == Order("defence", order.who, "", order.strength, order.extra)


def _placement_fault(seat: str, order: Order, drafted: Sequence[Order]) -> Sentence | None:
    if order.kind != "place":
        return say("First the army is set up, for example: set H E1; A D1; W C2 D2 E2 F2")
    if sum(placed.who == order.who for placed in drafted) == ARMY[order.who]:
        return say("{who}: all of that kind are placed already.", who=WARRIORS[seat, order.who])
    if order.to not in home_cells(seat):
        first, *_, last = sorted(home_cells(seat), key=CELLS.index)
        return say(
            "{cell} is not yours to set up on. Your cells are {first} to {last}.", cell=order.to, first=first, last=last
        )
    if any(placed.to == order.to for placed in drafted):
        return say("{cell} is taken already. Each warrior needs a cell of its own.", cell=order.to)
    return None


def _action_fault(state: State, seat: str, order: Order, drafted: Sequence[Order]) -> Sentence | None:
    rows, extra = split(drafted)
    if extra:
        return say("The extra defence is the last line of a sheet; nothing can follow it.")
    if order.kind in ("attack", "defence") and order.strength < 1:
        return say("A strength is a whole number from 1.")
    if order.extra:
        return _extra_fault(state, seat, order, rows)
    if are_full(rows):
        return say(
            "Both rows are filled. Only an extra defence may follow, for example +{cell} def 2",
            cell=state.army(seat)[0].cell,
        )
    army = expected(state, seat, rows)
    if order.who not in army:
        return _nobody(order.who, army)
    fault = None
    if order.kind == "move":
        fault = _move_fault(order, army)
    elif order.kind == "attack":
        fault = _attack_fault(order, army)
    elif order.kind == "shot":
        fault = _shot_fault(state, order, army, rows)
    return fault or _price_fault(state.points_of(seat), order, rows)


def _nobody(cell: str, army: dict[str, Warrior]) -> Sentence:
    cells = ", ".join(sorted(army))
    return say("{cell} holds no warrior of yours. Your warriors stand on {cells}.", cell=cell, cells=cells)


def _move_fault(order: Order, army: dict[str, Warrior]) -> Sentence | None:
    if order.to not in WAYS[order.who]:
        return say(
            "{cell} to {to} is no move. A warrior moves one to three cells straight along a file or a rank.",
            cell=order.who,
            to=order.to,
        )
    if order.to in army:
        return say(
            "A warrior of your own is expected on {to}. Move to a cell where none of yours will be.", to=order.to
        )
    return None


def _attack_fault(order: Order, army: dict[str, Warrior]) -> Sentence | None:
    reach = TOUCHING[order.who]
    if order.to not in reach:
        return say(
            "{cell} cannot reach {to}. From there an attack goes to {cells}.",
            cell=order.who,
            to=order.to,
            cells=", ".join(sorted(reach)),
        )
    if order.to in army:
        return say("A warrior of your own is expected on {to}. Attack a cell where none of yours will be.", to=order.to)
    return None


def shot_targets(state: State, seat: str) -> list[Warrior]:
    """The enemies that an archer of ``seat`` may shoot at. RULES.md 4.8."""
    return [warrior for warrior in state.army(FOE[seat]) if warrior.kind == "W"]


def _shot_fault(state: State, order: Order, army: dict[str, Warrior], rows: Sequence[Order]) -> Sentence | None:
    archer = army[order.who]
    if rows:
        return say("A shot fills both rows; it cannot follow another action.")
    if archer.kind != "A":
        return say("{cell} holds no archer. Only your archer shoots.", cell=order.who)
    targets = [warrior.cell for warrior in shot_targets(state, archer.side)]
    if order.to in targets:
        return None
    if not targets:
        return say("The enemy has no soldier left to shoot at.")
    return say(
        "{to} holds no enemy soldier. Your archer may shoot at {cells}.", to=order.to, cells=", ".join(sorted(targets))
    )


def _price_fault(points: int, order: Order, rows: Sequence[Order]) -> Sentence | None:
    budget = budget_left(points, rows)
    if budget_after(budget, order) is not None:
        return None
    need = commitment(order)
    if rows:
        return say("This needs {need} points; after row 1 you have {budget}.", need=need, budget=budget)
    return say("This needs {need} points; you have {budget}.", need=need, budget=budget)


def _extra_fault(state: State, seat: str, order: Order, rows: Sequence[Order]) -> Sentence | None:
    if not are_full(rows):
        return say("The extra defence comes last. First fill both rows.")
    army = standing(state.army(seat))
    if order.who not in army:
        return say(
            "{cell} held no warrior of yours when the turn began. Your warriors stood on {cells}.",
            cell=order.who,
            cells=", ".join(sorted(army)),
        )
    if fault := _carrier_fault(army[order.who], busy(state, seat, rows)):
        return fault
    most = most_extra(state.points_of(seat), rows)
    if order.strength > most:
        return say(
            "An extra defence of {need} is too dear: your rows leave {budget} points for it.",
            need=order.strength,
            budget=most,
        )
    return None


def busy(state: State, seat: str, rows: Sequence[Order]) -> dict[str, str]:
    """What each warrior does in ``rows`` that keeps it from the extra defence, by its name. RULES.md 4.9."""
    actors = zip(bound(state, seat, rows), rows, strict=True)
    return {warrior.name: order.kind for warrior, order in actors if order.kind != "move"}


def _carrier_fault(warrior: Warrior, doing: dict[str, str]) -> Sentence | None:
    who, cell = name_of(warrior), warrior.cell
    match doing.get(warrior.name):
        case "attack":
            return say("{who} {cell} attacks in this sheet and cannot carry the extra defence.", who=who, cell=cell)
        case "shot":
            return say("{who} {cell} shoots in this sheet and cannot carry the extra defence.", who=who, cell=cell)
        case "defence":
            return say("{who} {cell} defends in a row already and cannot carry the extra defence.", who=who, cell=cell)
    return None
