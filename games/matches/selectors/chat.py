"""What was said at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.matches.models import ChatLine, Match

CHAT_LINES = 40


@dataclass(frozen=True)
class Said:
    """One line of the chat, numbered through all matches."""

    pk: int
    person: str
    seat: str
    text: str
    at: datetime
    is_mine: bool


def chat_lines(match: Match, person_id: int | None) -> Sequence[Said]:
    """The last lines, the oldest first, as the person reads them."""
    rows = ChatLine.objects.filter(match=match).select_related("person").order_by("-id")[:CHAT_LINES]
    return [
        Said(row.pk, str(row.person or ""), row.seat, row.text, row.said_at, row.person_id == person_id)
        for row in reversed(rows)
    ]
