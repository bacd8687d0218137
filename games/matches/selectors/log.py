"""The move history as pages show it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import BigAutoField, IntegerField
from django.utils.translation import gettext_lazy

from accounts.prepared import Prepared
from games.matches.models import Ply

plies_from = Prepared(
    lambda match, first: Ply.objects.defer("position").filter(match=match, number__gte=first).order_by("-number"),
    BigAutoField(),
    IntegerField(),
)
CAUSES = {
    Ply.Cause.SETUP: gettext_lazy("The match began"),
    Ply.Cause.TIME: gettext_lazy("Time was up"),
    Ply.Cause.RESIGNED: gettext_lazy("Resignation"),
    Ply.Cause.AGREED: gettext_lazy("Agreed draw"),
    Ply.Cause.VOID: gettext_lazy("Ended as void"),
}


@dataclass(frozen=True)
class LogLine:
    """One ply in the move history."""

    number: int
    cause: str
    orders: Sequence[SheetLine]
    at: datetime


@dataclass(frozen=True)
class SheetLine:
    """The sheet of one seat in a resolved ply. ``seat`` is the seat's title; ``by`` who filed it."""

    seat: str
    text: str
    receipt: str
    by: str


def log_line(ply: Ply, titled: Callable[[str], str]) -> LogLine:
    """A ply in words; ``titled`` tells what a seat is called."""
    return LogLine(ply.number, str(CAUSES.get(Ply.Cause(ply.cause), "")), sheet_lines(ply, titled), ply.resolved_at)


def sheet_lines(ply: Ply, titled: Callable[[str], str]) -> Sequence[SheetLine]:
    return [SheetLine(titled(row["seat"]), row["text"], row["receipt"], row["by"]) for row in ply.orders]
