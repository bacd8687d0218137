"""Orders as text. RULES.md 10."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from games.contract import Illegal, Unreadable
from games.duke.data import KINDS
from games.duke.explain import fault
from games.duke.geometry import NUMBERS
from games.duke.position import Order, State
from games.words import say

SQUARE = r"([a-z][0-9]+)"
FORMS = {
    kind: re.compile(pattern.replace(" ", "[ \t]*"), re.ASCII | re.IGNORECASE)
    for kind, pattern in (
        ("move", f"{SQUARE} [-x] {SQUARE}"),
        ("strike", rf"{SQUARE} \* {SQUARE}"),
        ("command", f"{SQUARE} : {SQUARE} [-x] {SQUARE}"),
        ("draw", "draw"),
        ("place", f"@ {SQUARE}"),
        ("flag", f"flag {SQUARE} [-x] {SQUARE}"),
        ("stay", "flag stay"),
        ("plant", f"flag {SQUARE}"),
        ("pass", "pass"),
    )
}
WRITTEN = {
    "move": "{at}-{to}",
    "strike": "{at}*{to}",
    "command": "{by}:{at}-{to}",
    "draw": "draw",
    "place": "@{to}",
    "flag": "flag {at}-{to}",
    "plant": "flag {to}",
    "stay": "flag stay",
    "pick": "pick {who}",
    "pass": "pass",
}
LISTED = re.compile(r"(setup|deploy|pick)(?:[ \t]+(.*))?", re.ASCII | re.IGNORECASE)
LINE_END = re.compile(r"\r\n|[\r\n;]")


def write(orders: Sequence[Order]) -> str:
    """The orders as text: set-up and deployment in one line, anything else a line each."""
    if orders and orders[0].kind in ("setup", "deploy"):
        return " ".join([orders[0].kind, *(order.to for order in orders)])
    return "\n".join(_line(order) for order in orders)


def _line(order: Order) -> str:
    return WRITTEN[order.kind].format(at=order.at, to=order.to, by=order.by, who=order.who)


def read(state: State, seat: str, text: str, drafted: Sequence[Order]) -> list[Order]:
    """The orders in ``text``, each allowed after those before it.

    A line counts from 1; ``;`` begins a new one. Raises Unreadable or Illegal.
    """
    orders: list[Order] = []
    for number, line in enumerate(LINE_END.split(text), start=1):
        if not (bare := line.strip(" \t")):
            continue
        for order in _orders(bare, number, has_duke=any(order.kind == "setup" for order in (*drafted, *orders))):
            reason = fault(state, seat, order, (*drafted, *orders))
            if reason:
                raise Illegal(reason, number)
            orders.append(order)
    return orders


def _orders(line: str, number: int, *, has_duke: bool) -> Iterator[Order]:
    if found := LISTED.fullmatch(line):
        kind, rest = found[1].lower(), (found[2] or "").split()
        yield from _listed(kind, rest, number, has_duke=has_duke)
        return
    for kind, form in FORMS.items():
        if found := form.fullmatch(line):
            squares = [_square(text, number) for text in found.groups()]
            yield _order(kind, squares)
            return
    raise Unreadable(
        say(
            "“{line}” cannot be read. Write a move as c2-c3, a strike as e2*e4, a command as d2:c3-e3, a draw as draw, "
            "its placing as @b1, a passed flag as flag c4-c5.",
            line=line,
        ),
        number,
    )


def _order(kind: str, squares: list[str]) -> Order:
    match squares:
        case [by, at, to]:
            return Order(kind, at, to, by=by)
        case [at, to]:
            return Order(kind, at, to)
        case [to]:
            return Order(kind, to=to)
    return Order(kind)


def _listed(kind: str, rest: list[str], number: int, *, has_duke: bool) -> Iterator[Order]:
    if not rest:
        examples = {"setup": "setup c1 b1 c2", "deploy": "deploy a1 b1 c1 d1 e1", "pick": "pick wizard"}
        raise Unreadable(say("“{word}” alone says too little. Write for example {example}.", word=kind,
                             example=examples[kind]), number)  # fmt: skip
    if kind == "pick":
        if len(rest) > 1 or rest[0].lower() not in KINDS:
            raise Unreadable(say("“{name}” is no type of tile.", name=" ".join(rest)), number)
        yield Order("pick", who=rest[0].lower())
        return
    for text in rest:
        square = _square(text, number)
        if kind == "deploy":
            yield Order("deploy", to=square)
        else:
            yield Order("setup", to=square, who="footman" if has_duke else "duke")
            has_duke = True


def _square(text: str, number: int) -> str:
    square = text.lower()
    if square not in NUMBERS:
        raise Unreadable(say("{square} is not on the board. Squares are a1 to f6.", square=square), number)
    return square
