"""Somebody goes for good: what they began is ended, and the others keep their matches."""

from __future__ import annotations

import logging

from django.db import DatabaseError, transaction

from games.matches.errors import MatchError
from games.matches.models import Match, Seat
from games.matches.services.ending import resign
from games.matches.services.seating import cancel_match, leave_match
from games.matches.services.table import lock_table

logger = logging.getLogger(__name__)


def leave_all(*, person_id: int) -> None:
    """Resign all that is being played, leave what has not begun, call off one's own.

    Each match has a transaction of its own; called again, it goes on with what is left. In a match whose position
    cannot be read the seat is only marked as left: what becomes of the match is for an organiser to say.
    """
    unfinished = Match.objects.filter(state__in=[Match.State.OPEN, Match.State.PLAYING])
    mine = Seat.objects.filter(player_id=person_id, has_left=False, match__in=unfinished)
    for match_id in list(mine.values_list("match_id", flat=True)):
        try:
            _leave(match_id, person_id)
        except (DatabaseError, MatchError):
            raise
        except Exception:  # whatever ails one match, nobody is kept here by it
            logger.exception("match %s could not be left by the rules", match_id)
            mine.filter(match_id=match_id).update(has_left=True)


def _leave(match_id: int, person_id: int) -> None:
    with transaction.atomic():
        match = lock_table(match_id).match
        if match.state == Match.State.PLAYING:
            resign(match_id=match_id, person_id=person_id, ply=match.ply)
        elif match.state == Match.State.OPEN and match.creator_id == person_id:
            cancel_match(match_id=match_id, person_id=person_id)
        elif match.state == Match.State.OPEN:
            leave_match(match_id=match_id, person_id=person_id)


def count_running(*, person_id: int) -> int:
    """How many matches that are being played the person would leave behind."""
    return Seat.objects.filter(player_id=person_id, has_left=False, match__state=Match.State.PLAYING).count()
