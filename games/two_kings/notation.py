"""Layouts and orders as text. RULES.md 8."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from games.contract import Illegal, Unreadable
from games.two_kings.orders import EXAMPLE, refusal
from games.two_kings.position import OBSTACLES, UNITS, Order, State, in_order
from games.words import say

LINE_END = re.compile(r"\r\n|[\r\n;]")
BLANKS = re.compile(r"[ \t]+")
TOKEN = re.compile(r"([A-Z])([0-9]+)", re.ASCII | re.IGNORECASE)
WHOLE = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)


def write(orders: Sequence[Order]) -> str:
    """The orders as text; the obstacles of a layout make one line, by kind."""
    laid = [order for order in orders if order.kind == "place"]
    laid.sort(key=lambda order: list(OBSTACLES).index(order.what))
    lines = [" ".join(("set", *(f"{order.what}{order.square}" for order in laid)))] if laid else []
    return "\n".join([*lines, *(_line(order) for order in orders if order.kind != "place")])


def _line(order: Order) -> str:
    if order.kind == "auto":
        held = ("hold", *order.units) if order.units else ()
        return " ".join(("auto", str(order.turns), *held))
    return " ".join((order.kind, *order.units))


def read(state: State, seat: str, text: str, drafted: Sequence[Order]) -> list[Order]:
    """The orders in ``text``, each allowed after those before it.

    A line counts from 1. Obstacles come back kind by kind. Raises Unreadable or Illegal.
    """
    orders: list[Order] = []
    for number, order in _orders(text):
        refused = refusal(state, seat, order, (*drafted, *orders))
        if refused:
            raise Illegal(refused.reason, number)
        orders.append(order)
    orders.sort(key=lambda order: list(OBSTACLES).index(order.what) if order.what else 0)
    return orders


def _orders(text: str) -> Iterator[tuple[int, Order]]:
    for number, line in enumerate(LINE_END.split(text), start=1):
        words = BLANKS.split(line.strip(" \t"))
        if words == [""]:
            continue
        word, rest = words[0].lower(), words[1:]
        match word:
            case "set":
                yield from ((number, _placement(token, number)) for token in _tokens(rest, number))
            case "roll":
                yield number, Order("roll", _units(rest, number))
            case "hold":
                yield number, Order("hold", _units(rest, number))
            case "auto":
                yield number, _auto(rest, number)
            case _:
                raise Unreadable(
                    say(
                        "“{line}” cannot be read. Write roll, roll C I, hold A, auto 5 or auto 5 hold A; "
                        "a layout begins with set.",
                        line=line.strip(" \t"),
                    ),
                    number,
                )


def _tokens(rest: Sequence[str], number: int) -> Sequence[str]:
    if not rest:
        raise Unreadable(say("Name the obstacles and their squares, for example: {example}", example=EXAMPLE), number)
    return rest


def _placement(token: str, number: int) -> Order:
    found = TOKEN.fullmatch(token)
    if not found or found[1].upper() not in OBSTACLES:
        raise Unreadable(
            say(
                "“{token}” is no obstacle. They are B (barricade), X (crossbowmen), T (mortar) and M (mine), "
                "each with its square, as in B20.",
                token=token,
            ),
            number,
        )
    return Order("place", what=found[1].upper(), square=_number(found[2], number))


def _number(text: str, number: int) -> int:
    if not WHOLE.fullmatch(text):
        raise Unreadable(
            say("“{text}” is no number. Write plain digits, without sign or leading zero.", text=text), number
        )
    return int(text)


def _units(words: Sequence[str], number: int) -> tuple[str, ...]:
    units = [word.upper() if word.isascii() else word for word in words]
    for unit in units:
        if unit not in UNITS:
            raise Unreadable(
                say("“{word}” is no unit. They are C (cavalry), A (artillery) and I (infantry).", word=unit), number
            )
        if units.count(unit) > 1:
            raise Unreadable(say("{unit} is named twice. Name each unit once.", unit=unit), number)
    return in_order(units)


def _auto(rest: Sequence[str], number: int) -> Order:
    if not rest:
        raise Unreadable(say("Say for how many turns, for example: auto 5"), number)
    turns = _number(rest[0], number)
    if len(rest) == 1:
        return Order("auto", turns=turns)
    if rest[1].lower() != "hold" or len(rest) == 2:
        raise Unreadable(say("Behind the number of turns stand only those who hold, as in: auto 5 hold A"), number)
    return Order("auto", _units(rest[2:], number), turns)
