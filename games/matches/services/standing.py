"""Standing orders: private lists that answer for a seat, in force at the instant the rules ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.contract import OrderError
from games.matches import sealing
from games.matches.errors import BadOrders, Stale
from games.matches.models import Seat, StandingList
from games.matches.services.table import Table, lock_table
from games.matches.words import tell


def change_standing(*, match_id: int, person_id: int, text: str, is_whole: bool = False) -> str:
    """Add entries to the seat's list, or with ``is_whole`` put them in its place; the list in force.

    Moves neither ply nor news, so nobody's page or draft is disturbed. Raises NotAllowed,
    Stale, or BadOrders naming the line.
    """
    with transaction.atomic():
        table = lock_table(match_id)
        seat = table.seat_of(person_id)
        table.expect_playing()
        known = _entries(table, seat)
        if not known:
            raise Stale(_("There is nothing to answer in advance in this match."))
        try:
            orders = table.game.read(table.state, seat.name, text)
        except OrderError as error:
            raise BadOrders(tell(error.reason), error.line) from error
        for order in orders:
            if (written := table.game.write([order])) not in known:
                raise BadOrders(_("“{order}” is no answer in advance.").format(order=written))
        before = () if is_whole else read_list(table, seat)
        return write_list(table, seat, (*before, *orders))


def split_sheet(table: Table, seat: Seat, orders: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """The orders of a sheet, and the entries of the standing list that were written among them."""
    known = _entries(table, seat)
    if not known:
        return list(orders), []
    entries = [order for order in orders if table.game.write([order]) in known]
    return [order for order in orders if order not in entries], entries


def read_list(table: Table, seat: Seat) -> Sequence[Any]:
    """The seat's list as it stands."""
    row = StandingList.objects.filter(seat=seat).first()
    return table.game.read(table.state, seat.name, sealing.unseal(row.sealed)) if row and row.sealed else ()


def write_list(table: Table, seat: Seat, orders: Sequence[Any]) -> str:
    """Store the list that is in force after ``orders``; its notation."""
    text = table.game.write(table.game.standing_list(orders))
    StandingList.objects.update_or_create(seat=seat, defaults={"sealed": sealing.seal(text)})
    return text


def _entries(table: Table, seat: Seat) -> frozenset[str]:
    menu = table.game.standing_orders(table.state, seat.name)
    return frozenset(table.game.write([entry.order]) for entry in menu.entries)
