"""Order sheets and stop/go lists as text. RULES.md 9."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from games.contract import Ambiguous, Illegal, Unreadable
from games.molon_labe.atlas import KINGDOMS, NODES
from games.molon_labe.position import Order, State
from games.molon_labe.sheet import actions_of, refusal
from games.words import say

LINE_END = re.compile(r"\r\n|[\r\n;]")
BLANKS = re.compile(r"[ \t]+")
GENERAL = re.compile(r"g([1-4])")
DIE = re.compile(r"[1-6]")
SHORTEST = 3
"""Letters that a shortened name must have at least."""


def write(orders: Iterable[Order]) -> str:
    """The orders as text, one a line."""
    return "\n".join(_line(order) for order in orders)


def _line(order: Order) -> str:
    who = f"g{order.general}"
    match order.kind:
        case "take":
            return f"take {order.kingdom} {order.to}"
        case "move":
            return f"{who}-{'-'.join(order.way)} {order.die}"
        case "raze":
            return f"{who} raze {order.die}"
        case "back":
            return f"{who} back {order.to} {order.die}"
    return _entry_line(order) if order.is_entry else order.kind


def _entry_line(order: Order) -> str:
    if order.general:
        return f"g{order.general} {order.kind} {order.kingdom}".rstrip()
    return f"{order.kind} {order.kingdom or 'all'}"


def read(state: State, seat: str, text: str, drafted: Sequence[Order]) -> list[Order]:
    """The orders in ``text``, each allowed after those before it.

    A line counts from 1; ``;`` begins a new one. ``more`` keeps the turn open, which a sheet
    without ``done`` does anyhow, so it is checked and left out. Raises OrderError.
    """
    orders: list[Order] = []
    is_closed = False
    for number, raw in enumerate(LINE_END.split(text), start=1):
        line = raw.strip(" \t")
        if not line:
            continue
        if is_closed:
            raise Illegal(say("“more” stands only as the last line."), number)
        words = BLANKS.split(line.lower())
        if words == ["more"]:
            _check_more(state, seat, (*drafted, *orders), number)
            is_closed = True
            continue
        order = _order(words if line.isascii() else [], line, number)
        if refused := refusal(state, seat, order, (*drafted, *orders)):
            raise Illegal(refused.reason, number)
        orders.append(order)
    return orders


def _check_more(state: State, seat: str, before: Sequence[Order], number: int) -> None:
    if state.phase != "turn" or seat != state.active:
        raise Illegal(say("It is not your turn in the war, so there is nothing to keep open."), number)
    actions = actions_of(before)
    if not actions:
        raise Illegal(say("“more” follows the orders of a part, and this sheet has none."), number)
    if actions[-1].is_last:
        raise Illegal(say("“{word}” ends the turn, so nothing stands behind it.", word=actions[-1].kind), number)


def _order(words: Sequence[str], line: str, number: int) -> Order:
    order = _entry(words, number) or _action(words, number)
    if order is None:
        raise Unreadable(
            say(
                "“{line}” cannot be read. Write a move as g4-caralis 2 (general, city, die), razing as g2 raze 5, "
                "a return as g3 back capua 6, an answer in advance as go greeks; then done, or pass for no orders at "
                "all.",
                line=line,
            ),
            number,
        )
    return order


def _action(words: Sequence[str], number: int) -> Order | None:
    match words:
        case ["pass" | "done" as kind]:
            return Order(kind)
        case ["resign"]:
            raise Unreadable(say("“resign” stands only as the last line."), number)
        case ["take", kingdom, place]:
            return Order("take", 4, (_name(place, NODES, number),), kingdom=_name(kingdom, KINGDOMS, number))
        case [general, "raze", die]:
            return Order("raze", _general(general, number), die=_die(die, number))
        case [general, "back", city, die]:
            return Order("back", _general(general, number), (_name(city, NODES, number),), _die(die, number))
        case [move, die] if "-" in move:
            general, *nodes = move.split("-")
            way = tuple(_name(node, NODES, number) for node in nodes)
            return Order("move", _general(general, number), way, _die(die, number))
    return None


def _entry(words: Sequence[str], number: int) -> Order | None:
    """An entry of the stop/go list; None if the words are none. RULES.md 5.6."""
    match words:
        case ["stop" | "go" as kind, "all"]:
            return Order(kind)
        case ["stop" | "go" as kind, kingdom]:
            return Order(kind, kingdom=_name(kingdom, KINGDOMS, number))
        case ["stop" | "go" as kind]:
            raise Unreadable(say("Say to whom: “{word} all”, or a kingdom as in “{word} greeks”.", word=kind), number)
        case [general, "stop" | "go" as kind]:
            return Order(kind, _general(general, number))
        case [general, "stop" | "go" as kind, "all"]:
            raise Unreadable(
                say("For one general write “{who} {word}”, without “all”.", who=general, word=kind), number
            )
        case [general, "stop" | "go" as kind, kingdom]:
            return Order(kind, _general(general, number), kingdom=_name(kingdom, KINGDOMS, number))
    return None


def _general(word: str, number: int) -> int:
    found = GENERAL.fullmatch(word)
    if not found:
        raise Unreadable(say("“{word}” is no general. Yours are g1, g2, g3 and g4.", word=word), number)
    return int(found[1])


def _die(word: str, number: int) -> int:
    if not DIE.fullmatch(word):
        raise Unreadable(say("“{word}” is no die. Write the number it shows, 1 to 6.", word=word), number)
    return int(word)


def _name(word: str, names: Sequence[str], number: int) -> str:
    """The name that ``word`` is or, with three letters or more, begins. RULES.md 9.4."""
    if word in names:
        return word
    fitting = [name for name in names if name.startswith(word)]
    if len(word) >= SHORTEST and len(fitting) == 1:
        return fitting[0]
    if len(word) >= SHORTEST and fitting:
        raise Ambiguous(say("“{word}” may be {names}.", word=word, names=", ".join(fitting)), number)
    if fitting and word:
        raise Unreadable(say("“{word}” is too short. Write at least three letters of a name.", word=word), number)
    if close := get_close_matches(word, names, 1):
        raise Unreadable(say("“{word}” is not on the map. Did you mean {name}?", word=word, name=close[0]), number)
    raise Unreadable(say("“{word}” is not on the map.", word=word), number)
