"""Who may see a match, and whether there is anything new to see."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection
from django.db.models import BigAutoField

from accounts.prepared import Prepared
from games.matches.models import Match, Seat

# open pages ask this again and again
NEWS = """
SELECT m.news, (SELECT MAX(c.id) FROM matches_chatline c WHERE c.match_id = m.id),
    m.state, m.access, m.is_watchable, m.creator_id, s.player_id
FROM matches_match m JOIN matches_seat s ON s.match_id = m.id WHERE m.id = %s
"""
seats_and_match = Prepared(
    lambda match: Seat.objects.filter(match=match).select_related("match", "player"), BigAutoField()
)


class Hidden(Exception):
    """The reader may not see this match."""


def visible_match(match_id: int, person_id: int | None) -> tuple[Match, list[Seat]]:
    """The match and its seats, if the reader may see it. Raises Match.DoesNotExist, Hidden."""
    # a match has a seat from the start, so that one query serves
    seats = seats_and_match(match_id)
    if not seats:
        raise Match.DoesNotExist
    match = seats[0].match
    players = [seat.player_id for seat in seats]
    is_offered = any(seat.is_offered for seat in seats)
    if not is_offered and not _is_visible(
        match.state, match.access, match.is_watchable, match.creator_id, players, person_id
    ):
        raise Hidden
    return match, seats


def current_news(match_id: int, person_id: int | None) -> tuple[int, int] | None:
    """The match's news number and that of its newest chat line; None if the reader may not see the match."""
    with connection.cursor() as cursor:
        cursor.execute(NEWS, [match_id])
        rows = cursor.fetchall()
    if not rows:
        return None
    news, said, state, access, is_watchable, creator_id, _player = rows[0]
    players = [row[-1] for row in rows]
    if not _is_visible(state, access, is_watchable, creator_id, players, person_id):
        return None
    return news, said or 0


def _is_visible(
    state: str,
    access: str,
    is_watchable: bool,
    creator_id: int | None,
    players: Sequence[int | None],
    person_id: int | None,
) -> bool:
    if person_id is not None and person_id in (creator_id, *players):
        return True
    if state == Match.State.OPEN:
        return access == Match.Access.OPEN
    return is_watchable and state in (Match.State.PLAYING, Match.State.OVER)
