"""What may be added to a draft, as choices a person can make on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.contract import Entry, Menu, Pick
from games.ice_battle.names import WARRIORS, name_of
from games.ice_battle.position import ARMY, FOE, TOUCHING, WAYS, Order, State, Warrior, home_cells, standing
from games.ice_battle.sheet import (
    are_full,
    budget_left,
    busy,
    commitment,
    expected,
    most_extra,
    price,
    shot_targets,
    split,
)
from games.words import Sentence, say

MOVE = Pick("action", "move", say("Move"))
ATTACK = Pick("action", "attack", say("Attack"))
DEFEND = Pick("action", "defence", say("Defend"))
SHOOT = Pick("action", "shot", say("Shoot"))
EXTRA = Pick("action", "extra", say("Extra defence for both rows"))

ACTION_QUESTIONS = {
    "action": say("What does it do?"),
    "to": say("Which cell?"),
    "strength": say("With what strength?"),
}


def menu(state: State, seat: str, drafted: Sequence[Order]) -> Menu[Order]:
    """The orders that may follow ``drafted``. RULES.md 2 and 4."""
    if state.phase == "over":
        return Menu()
    if state.phase == "setup":
        return _layout_menu(seat, drafted)
    rows, extra = split(drafted)
    notes = _notes(state.points_of(seat), drafted)
    if extra:
        return Menu(may_file=True, notes=notes)
    if are_full(rows):
        question = say("Extra defence, if you want one: which warrior?")
        entries = tuple(_extras(state, seat, rows))
        return Menu(entries, may_file=True, questions={**ACTION_QUESTIONS, "who": question}, notes=notes)
    question = say("Row {row}: which warrior acts?", row=len(rows) + 1)
    entries = tuple(_actions(state, seat, rows))
    return Menu(entries, questions={**ACTION_QUESTIONS, "who": question}, notes=notes)


def _layout_menu(seat: str, drafted: Sequence[Order]) -> Menu[Order]:
    """Placements of the first kind that is still missing, so that the board leads through the layout."""
    placed = [order.who for order in drafted]
    notes = (say("Placed: {n} of {all}.", n=len(placed), all=sum(ARMY.values())),)
    kind = next((kind for kind, number in ARMY.items() if placed.count(kind) < number), "")
    if not kind:
        return Menu(may_file=True, notes=notes)
    taken = {order.to for order in drafted}
    who = Pick("who", kind, WARRIORS[seat, kind])
    entries = tuple(
        Entry(Order("place", kind, cell), (who, Pick("to", cell, _cell(cell), cell, "dot")))
        for cell in home_cells(seat)
        if cell not in taken
    )
    questions = {"who": say("Whom do you place?"), "to": say("Which cell for: {who}?", who=WARRIORS[seat, kind])}
    return Menu(entries, questions=questions, notes=notes)


def _notes(points: int, drafted: Sequence[Order]) -> tuple[Sentence, ...]:
    needs = min(points, sum(commitment(order) for order in drafted))
    costs = min(points, sum(price(order) for order in drafted))
    return (
        say(
            "This sheet ties up {needs} of your {points} points and costs {costs} at most.",
            needs=needs,
            points=points,
            costs=costs,
        ),
    )


def _extras(state: State, seat: str, rows: Sequence[Order]) -> Iterator[Entry[Order]]:
    most = most_extra(state.points_of(seat), rows)
    if not most:
        return
    engaged = busy(state, seat, rows)
    for warrior in state.army(seat):
        if warrior.name not in engaged:
            yield _defence(seat, warrior.kind, warrior.cell, most, True)


def _actions(state: State, seat: str, rows: Sequence[Order]) -> Iterator[Entry[Order]]:
    army = expected(state, seat, rows)
    budget = budget_left(state.points_of(seat), rows)
    enemies = standing(state.army(FOE[seat]))
    most = max(budget, 1)
    for cell, warrior in army.items():
        for need, entry in _moves(seat, warrior.kind, cell):
            if need <= most and entry.order.to not in army:
                yield entry
        for to in TOUCHING[cell]:
            if to not in army:
                foe = enemies.get(to)
                yield _attack(seat, warrior.kind, cell, to, foe.kind if foe else "", most)
        yield _defence(seat, warrior.kind, cell, most, False)
        if warrior.kind == "A" and not rows:
            yield from _shots(state, warrior, budget)


def _shots(state: State, archer: Warrior, budget: int) -> Iterator[Entry[Order]]:
    for target in shot_targets(state, archer.side):
        order = Order("shot", archer.cell, target.cell)
        if commitment(order) <= budget:
            label = say("{cell}: {who}, lives left: {lives}", cell=target.cell, who=name_of(target), lives=target.lives)
            yield Entry(
                order,
                (_who(archer.side, "A", archer.cell), SHOOT, Pick("to", target.cell, label, target.cell, "cross")),
            )


# A board gives the same few hundred entries again and again.


@lru_cache(1024)
def _who(side: str, kind: str, cell: str) -> Pick:
    label = say("{who} {cell}", who=WARRIORS[side, kind], cell=cell)
    return Pick("who", cell, label, cell, "bracket")


@lru_cache(1024)
def _moves(side: str, kind: str, cell: str) -> list[tuple[int, Entry[Order]]]:
    """Every move from a cell with its price."""
    who = _who(side, kind, cell)
    moves = []
    for to in WAYS[cell]:
        order = Order("move", cell, to)
        label = say("{cell}, price {price}", cell=to, price=price(order))
        moves.append((price(order), Entry(order, (who, MOVE, Pick("to", to, label, to, "dot")))))
    return moves


@lru_cache(16384)
def _attack(side: str, kind: str, cell: str, to: str, foe: str, most: int) -> Entry[Order]:
    label = say("{cell}: {who}", cell=to, who=WARRIORS[FOE[side], foe]) if foe else say("{cell}: empty now", cell=to)
    picks = (_who(side, kind, cell), ATTACK, Pick("to", to, label, to, "ring"))
    return Entry(Order("attack", cell, to, 1), picks, "strength", most)


@lru_cache(4096)
def _defence(side: str, kind: str, cell: str, most: int, extra: bool) -> Entry[Order]:
    order = Order("defence", cell, strength=1, extra=extra)
    return Entry(order, (_who(side, kind, cell), EXTRA if extra else DEFEND), "strength", most)


@lru_cache(64)
def _cell(cell: str) -> Sentence:
    return say("{cell}", cell=cell)
