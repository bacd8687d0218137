"""The turn once more, slow and literal, to hold the real one against. RULES.md 5 to 7.

A warrior is a dictionary; nothing is shared with the rules but the form of states and orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.ice_battle.position import Order, State

type Warrior = dict[str, Any]
type Cell = tuple[int, int]


def cell(name: str) -> Cell:
    return "ABCDEFGH".index(name[0]), int(name[1])


def way(order: Order) -> list[Cell]:
    """The cells of a move after the first, the last one being its end."""
    (x, y), (u, v) = cell(order.who), cell(order.to)
    steps = max(abs(u - x), abs(v - y))
    return [(x + (u - x) * n // steps, y + (v - y) * n // steps) for n in range(1, steps + 1)]


def is_basic(order: Order) -> bool:
    return order.strength == 1 if order.kind in ("attack", "defence") else order.kind == "move" and len(way(order)) == 1


def price(order: Order) -> int:
    """RULES.md 4.2."""
    if order.kind == "move":
        return {1: 1, 2: 3, 3: 5}[len(way(order))]
    if order.kind == "defence":
        return -(-order.strength // 2)
    return 5 if order.kind == "shot" else order.strength


class Battle:
    """A turn of two sheets, as far as it is played: ``points``, ``warriors``, and whether it is ``over``."""

    def __init__(self, state: State, sheets: dict[str, Sequence[Order]]) -> None:
        self.points = dict(zip("RT", state.points, strict=True))
        self.warriors: list[Warrior] = [
            {"side": w.side, "kind": w.kind, "at": cell(w.cell), "lives": w.lives} for w in state.warriors
        ]
        self.lone_hero = state.lone_hero
        self.over = False
        self.extras: list[tuple[Warrior, Order]] = []
        self.rows: list[dict[str, tuple[Warrior, Order]]] = [{}, {}]
        for side, sheet in sheets.items():
            self.bind(side, sheet)
        for warrior, order in self.extras:
            self.pay(warrior["side"], order)
        for row in self.rows:
            if not self.over:
                self.play(row)

    def bind(self, side: str, sheet: Sequence[Order]) -> None:
        """RULES.md 4.4: each order to the warrior expected on its cell."""
        expected = {warrior["at"]: warrior for warrior in self.warriors if warrior["side"] == side}
        at_first = dict(expected)
        for number, order in enumerate(sheet):
            if order.extra:
                self.extras.append((at_first[cell(order.who)], order))
                continue
            warrior = expected[cell(order.who)]
            self.rows[number][side] = (warrior, order)
            if order.kind == "move":
                expected[cell(order.to)] = expected.pop(cell(order.who))

    def pay(self, side: str, order: Order) -> None:
        """RULES.md 5."""
        if not (is_basic(order) and self.points[side] == 0):
            self.points[side] -= price(order)
        assert self.points[side] >= 0

    def on(self, at: Cell) -> Warrior | None:
        return next((warrior for warrior in self.warriors if warrior["at"] == at), None)

    def play(self, row: dict[str, tuple[Warrior, Order]]) -> None:
        live = {
            side: (warrior, order)
            for side, (warrior, order) in row.items()
            if warrior in self.warriors and warrior["at"] == cell(order.who)
        }
        struck, payments = self.settle(live)
        for side, order in payments:
            self.pay(side, order)
        for warrior in struck:
            warrior["lives"] -= 1
        self.warriors = [warrior for warrior in self.warriors if warrior["lives"] > 0]
        for side, order in self.move(live):
            self.pay(side, order)
        self.over = any(self.has_lost(side) for side in "RT")

    def has_lost(self, side: str) -> bool:
        army = [warrior["kind"] for warrior in self.warriors if warrior["side"] == side]
        return "H" not in army or (self.lone_hero == "loses" and army == ["H"])

    def shield(self, warrior: Warrior, live: dict[str, tuple[Warrior, Order]]) -> int:
        for who, order in (*live.values(), *self.extras):
            if who is warrior and order.kind == "defence":
                return order.strength
        return 0

    def settle(self, live: dict[str, tuple[Warrior, Order]]) -> tuple[list[Warrior], list[tuple[str, Order]]]:
        """RULES.md 6.2 to 6.6: who loses a life, and what is paid."""
        payments = [(side, order) for side, (_who, order) in live.items() if order.kind == "defence"]
        blows: list[tuple[str, Warrior, Order, Warrior]] = []
        for side, (who, order) in live.items():
            if order.kind in ("attack", "shot"):
                target = self.on(cell(order.to))
                if target and target["side"] != side:
                    blows.append((side, who, order, target))
                    payments.append((side, order))
        if len(blows) == 2:
            (_r, one, first, aim), (_t, two, second, counter) = blows
            if first.kind == second.kind == "attack" and aim is two and counter is one:
                strengths = first.strength, second.strength
                return [w for w, own in ((one, strengths[0]), (two, strengths[1])) if own == min(strengths)], payments
        struck = [
            target
            for _side, _who, order, target in blows
            if (5 if order.kind == "shot" else order.strength) > self.shield(target, live)
        ]
        return struck, payments

    def move(self, live: dict[str, tuple[Warrior, Order]]) -> list[tuple[str, Order]]:
        """RULES.md 6.8: carries the moves out; those that are paid."""
        movers = {s: (w, o) for s, (w, o) in live.items() if o.kind == "move" and w in self.warriors}
        possible = {}
        for side, (who, order) in movers.items():
            *between, end = way(order)
            there = self.on(end)
            foes = [other for s, (other, _order) in movers.items() if s != side]
            if not any(self.on(at) for at in between) and (there is None or there in foes):
                possible[side] = (who, order)
        if len(possible) == 2:
            (one, first), (two, second) = possible.values()
            ends = way(first)[-1], way(second)[-1]
            shared = {one["at"], *way(first)} & {two["at"], *way(second)}
            if ends[0] == ends[1] or (shared and self.are_opposed(one["at"], ends[0], two["at"], ends[1])):
                return []
        gone = []
        for side, (who, order) in possible.items():
            there = self.on(way(order)[-1])
            if there is None or any(other is there for s, (other, _o) in possible.items() if s != side):
                gone.append((side, who, order))
        for _side, who, order in gone:
            who["at"] = way(order)[-1]
        return [(side, order) for side, _who, order in gone]

    def are_opposed(self, one: Cell, to: Cell, two: Cell, other: Cell) -> bool:
        """Whether two moves go along one line, each towards where the other began; they meet if they share a cell."""
        for axis in (0, 1):
            if one[axis] == two[axis] == to[axis] == other[axis]:
                across = 1 - axis
                gap = two[across] - one[across]
                return (to[across] - one[across]) * gap > 0 and (other[across] - two[across]) * gap < 0
        return False
