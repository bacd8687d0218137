"""What a table of several has done since one of its players last gave orders, however long that is ago."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.matches.models import Ply
from games.matches.selectors.log import plies_from

MOST = 60
"""Plies that a page tells at once; of what lies before them only the replay tells."""

BY_NOBODY = ("ahead", "time", "default")
"""Who filed orders that their player did not give in that turn."""

AT_ONCE = ("ahead", "robot", "default")
"""Who orders within the second, before anybody can have read what went before."""


@dataclass(frozen=True)
class Unread:
    """``plies`` to tell, newest first; ``untold`` more lie before them, from the ply ``first`` on."""

    plies: Sequence[Ply]
    untold: int = 0
    first: int = 0


def since_own_orders(plies: Iterable[Ply], seat: str | None) -> list[Ply]:
    """The first of the plies, newest first, until one with orders that the seat itself gave.

    None at all unless there was more than one sheet of one opponent: orders given ahead, turns of several, a turn
    in parts.
    """
    found = []
    for ply in plies:
        if _is_own(ply.orders, seat):
            break
        found.append(ply)
    rows = [row for ply in found for row in ply.orders]
    return found if any(row["by"] == "ahead" for row in rows) or (seat and len(rows) > 1) else []


def since_own_dice(plies: Iterable[Ply], seat: str | None) -> list[Ply]:
    """The plies, newest first, back to the seat's own last orders where dice decided them and all else came at once.

    None at all if they decided nothing, or if somebody took the time to answer.
    """
    found: list[Ply] = []
    for ply in plies:
        found.append(ply)
        if _is_own(ply.orders, seat):
            return found if len(found) > 1 and ply.draws else []
        if any(row["by"] not in AT_ONCE for row in ply.orders):
            break
    return []


def unread(match_id: int, log: Sequence[Ply], seat: str | None) -> Unread:
    """What to tell the seat, which sits at a table of several; ``log`` are the last plies, newest first."""
    told = since_own_orders(log, seat)
    if len(told) < len(log) or not told or told[-1].number == 0:
        return Unread(told)
    first = _after_own_orders(match_id, told[-1].number, seat)
    last = told[0].number
    start = max(first, last + 1 - MOST)
    return Unread(plies_from(match_id, start), start - first, first)


def _after_own_orders(match_id: int, below: int, seat: str | None) -> int:
    """The number of the ply that followed the seat's own last orders, looked for before the ply ``below``."""
    before = Ply.objects.filter(match=match_id, number__lt=below).order_by("-number").values_list("number", "orders")
    return next((number + 1 for number, orders in before.iterator() if _is_own(orders, seat)), 0)


def _is_own(orders: Iterable[dict[str, str]], seat: str | None) -> bool:
    return any(row["seat"] == seat and row["by"] not in BY_NOBODY for row in orders)
