"""What one seat may read of the sheets under seal: its own, and of the others' that they are in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import BigAutoField, IntegerField

from accounts.prepared import Prepared
from games.matches import sealing
from games.matches.models import Match, Sheet

sheets_from = Prepared(
    lambda match, first: Sheet.objects.filter(match=match, ply__gte=first), BigAutoField(), IntegerField()
)


@dataclass(frozen=True)
class Sheets:
    """The reader's own orders for the ply being waited for, and the receipts of all that are filed for it, by seat.

    ``unsent`` is a draft for the ply before that was never filed.
    """

    receipts: Mapping[str, str] = field(default_factory=dict)
    filed: str = ""
    draft: str = ""
    unsent: str = ""


NO_SHEETS = Sheets()


def read_sheets(match: Match, seat: str | None) -> Sheets:
    """The sheets of a match that one seat (None: a spectator) may know of."""
    rows = sheets_from(match.pk, match.ply - 1)
    now = [sheet for sheet in rows if sheet.ply == match.ply]
    own = next((sheet for sheet in now if sheet.seat == seat), None)
    before = next((sheet for sheet in rows if sheet.ply < match.ply and sheet.seat == seat), None)
    is_playing = match.state == Match.State.PLAYING
    return Sheets(
        receipts={sheet.seat: sheet.receipt for sheet in now if sheet.filed_at}
        if is_playing and match.is_sealed
        else {},
        filed=json.loads(sealing.unseal(own.sealed))["text"] if own and own.sealed and is_playing else "",
        draft=sealing.unseal(own.sealed_draft) if own else "",
        unsent=sealing.unseal(before.sealed_draft) if before and not before.filed_at else "",
    )


def just_sealed(seat: str, orders: str, receipt: str) -> Sheets:
    """What is left to know right after filing; the page asks for the others' state by itself."""
    return Sheets(receipts={seat: receipt}, filed=orders, draft=orders)
