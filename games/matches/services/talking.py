"""Chat at the table and notes of one's own."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.matches import sealing
from games.matches.errors import MatchError, NotAllowed
from games.matches.models import ChatLine, Seat
from games.matches.services.table import lock_table

LONGEST_LINE = 500
LONGEST_NOTES = 10_000


def say_line(*, match_id: int, person_id: int, text: str) -> None:
    """Say something to all at the table. Raises NotAllowed for others, MatchError for too long a text."""
    text = text.replace("\0", "").strip()  # PostgreSQL stores no NUL
    if not text:
        return
    if len(text) > LONGEST_LINE:
        raise MatchError(_("That is too long; a line takes {most} characters.").format(most=LONGEST_LINE))
    with transaction.atomic():
        table = lock_table(match_id)
        seat = table.seat_of_any(person_id)
        ChatLine.objects.create(match_id=match_id, person_id=person_id, seat=seat.name, text=text)
        table.touch()


def save_notes(*, match_id: int, person_id: int, text: str) -> None:
    """Keep the person's private notes on the match, encrypted. Raises NotAllowed, MatchError for too long a text."""
    if len(text) > LONGEST_NOTES:
        raise MatchError(_("These notes are too long; there is room for {most} characters.").format(most=LONGEST_NOTES))
    mine = Seat.objects.filter(match_id=match_id, player_id=person_id)
    if not mine.update(sealed_notes=sealing.seal(text)):
        raise NotAllowed(_("You have no seat in this match."))
