"""Order sheets and layouts as text. RULES.md 2.3 and 4.3."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from games.contract import Illegal, Unreadable
from games.ice_battle.position import ARMY, CELLS, Order, State
from games.ice_battle.sheet import refusal
from games.words import say

CELL = r"([A-Z][0-9]+)"
STRENGTH = r"(?:[ \t]+([^ \t]+))?"
BLANKS = r"[ \t]*"

FORMS = {
    kind: re.compile(pattern, re.ASCII | re.IGNORECASE)
    for kind, pattern in (
        ("move", f"{CELL}{BLANKS}-{BLANKS}{CELL}"),
        ("attack", f"{CELL}{BLANKS}x{BLANKS}{CELL}{STRENGTH}"),
        ("defence", f"{CELL}[ \t]+def{STRENGTH}"),
        ("extra", rf"\+{BLANKS}{CELL}[ \t]+def{STRENGTH}"),
        ("shot", f"{CELL}[ \t]+shot[ \t]+{CELL}"),
    )
}
WHOLE = re.compile(r"[1-9][0-9]{0,2}")
LINE_END = re.compile(r"\r\n|[\r\n;]")
SET = re.compile(r"set(?=[ \t\r\n;]|$)", re.ASCII | re.IGNORECASE)
GAPS = " \t\r\n;"


def write(orders: Sequence[Order]) -> str:
    """The orders as text, an action a line; placements make one ``set`` line."""
    if any(order.kind == "place" for order in orders):
        groups = (
            " ".join([kind, *(order.to for order in orders if order.who == kind)])
            for kind in ARMY
            if any(order.who == kind for order in orders)
        )
        return "set " + "; ".join(groups)
    return "\n".join(_line(order) for order in orders)


def _line(order: Order) -> str:
    match order.kind:
        case "move":
            return f"{order.who}-{order.to}"
        case "attack":
            return f"{order.who}x{order.to} {order.strength}"
        case "shot":
            return f"{order.who} shot {order.to}"
    return f"{'+' if order.extra else ''}{order.who} def {order.strength}"


def read(state: State, seat: str, text: str, drafted: Sequence[Order]) -> list[Order]:
    """The orders in ``text``, each allowed after those before it.

    A line counts from 1; ``;`` begins a new one. Placements come back in the order
    hero, archer, soldiers. Raises Unreadable or Illegal.
    """
    parsed = _layout(text) if state.phase == "setup" else _actions(text)
    orders: list[Order] = []
    for line, order in parsed:
        refused = refusal(state, seat, order, (*drafted, *orders))
        if refused:
            raise Illegal(refused.reason, line)
        orders.append(order)
    if state.phase == "setup":
        orders.sort(key=lambda order: list(ARMY).index(order.who))
    return orders


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(LINE_END.split(text), start=1):
        if bare := line.strip(" \t"):
            yield number, bare


def _layout(text: str) -> Iterator[tuple[int, Order]]:
    start = len(text) - len(text.lstrip(GAPS))
    if start == len(text):
        return
    if not SET.match(text, start):
        raise Unreadable(say("A layout begins with “set”, for example: set H E1; A D1; W C2 D2 E2 F2"), 1)
    seen: list[str] = []
    for number, line in _lines(text[:start] + text[start + len("set") :]):
        kind, *cells = re.split(r"[ \t]+", line.upper())
        if kind not in ARMY:
            raise Unreadable(
                say("“{line}” is no group. The groups are H (hero), A (archer) and W (soldiers).", line=line), number
            )
        if kind in seen:
            raise Unreadable(
                say("The group {kind} is given twice. Name it once, with all its cells.", kind=kind), number
            )
        seen.append(kind)
        if not cells:
            raise Unreadable(say("The group {kind} names no cell. Write its cells behind it.", kind=kind), number)
        for cell in cells:
            yield number, Order("place", kind, _cell(cell, number))


def _actions(text: str) -> Iterator[tuple[int, Order]]:
    for number, line in _lines(text):
        for kind, form in FORMS.items():
            if found := form.fullmatch(line):
                yield number, _order(kind, found.groups(), number)
                break
        else:
            raise Unreadable(
                say(
                    "“{line}” cannot be read. Write a move as C2-C4, an attack as C4xD4 7, a defence as D4 def 3, "
                    "a shot as D1 shot F7, an extra defence as +E1 def 3.",
                    line=line,
                ),
                number,
            )


def _order(kind: str, parts: Sequence[str | None], number: int) -> Order:
    who = _cell(parts[0] or "", number)
    match kind:
        case "move" | "shot":
            return Order(kind, who, _cell(parts[1] or "", number))
        case "attack":
            return Order(kind, who, _cell(parts[1] or "", number), _strength(parts[2], number))
    return Order("defence", who, strength=_strength(parts[1], number), extra=kind == "extra")


def _cell(text: str, number: int) -> str:
    cell = text.upper()
    if cell not in CELLS:
        raise Unreadable(say("{cell} is not on the board. Cells are A1 to H8.", cell=cell), number)
    return cell


def _strength(text: str | None, number: int) -> int:
    if text is None:
        return 1
    if not WHOLE.fullmatch(text):
        raise Unreadable(
            say(
                "“{text}” is no strength. Write a whole number from 1 to 100, without sign or leading zero.", text=text
            ),
            number,
        )
    return int(text)
