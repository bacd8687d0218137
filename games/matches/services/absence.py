"""Somebody stays away: the others at the table may vote what becomes of the seat.

A seat is absent after two periods in a row that the default orders played for it alone; what is
chosen before the game proper is none of them.
In matches of more than two, the other seats still playing may then vote, one vote at a
time; more than half of them carry it. Whoever returns before that resumes at once.
"""

from __future__ import annotations

from itertools import pairwise

from django.db import transaction
from django.utils.translation import gettext as _

from games.matches import announce
from games.matches.codec import load_state
from games.matches.errors import MatchError, NotAllowed, Stale
from games.matches.models import Ballot, Handover, Ply, Seat, StandingList, Vote
from games.matches.services.retiring import retire_seat
from games.matches.services.table import Table, lock_table
from games.matches.titles import seat_title
from games.words import say

ABSENT_AFTER = 2


def count_default(table: Table, seat: Seat) -> None:
    """Note that default orders count for the seat; a period in which it filed a part itself is none."""
    if table.phase.is_opening:
        return
    if not _has_acted(table, seat) and seat.counted_period != table.match.period:
        seat.defaults_in_row += 1
        seat.counted_period = table.match.period
        Seat.objects.filter(pk=seat.pk).update(defaults_in_row=seat.defaults_in_row, counted_period=seat.counted_period)
        if seat.defaults_in_row == ABSENT_AFTER and is_absent(table, seat):
            # before any vote: one that is carried at once leaves no time for a word of warning
            announce.tell_seats(
                table.match, [seat], "table", f"missed/{seat.name}/{table.match.ply}", what="missed", seat=seat.name
            )


def _has_acted(table: Table, seat: Seat) -> bool:
    """Whether the seat's player gave orders in this period, told by the positions: an organiser may move its time."""
    plies = Ply.objects.filter(match=table.match).order_by("-number").iterator(chunk_size=20)
    for ply, before in pairwise(plies):
        if table.game.phase(load_state(table.game, before.position)).period != table.match.period:
            return False
        if any(row["seat"] == seat.name and row["by"] == "player" for row in ply.orders):
            return True
    return False


def count_return(table: Table, seat: Seat) -> None:
    """Note that the seat's player acts again: the count, a vote about it, and what a vote decided are void."""
    if not (seat.defaults_in_row or seat.is_on_default or seat.is_offered):
        return
    was_away = seat.is_on_default or seat.is_offered
    seat.defaults_in_row, seat.is_on_default, seat.is_offered = 0, False, False
    Seat.objects.filter(pk=seat.pk).update(defaults_in_row=0, is_on_default=False, is_offered=False)
    closed = Vote.objects.filter(match=table.match, seat=seat.name, closed_at=None).update(
        closed_at=table.now, result=Vote.Result.RETURNED
    )
    if closed or was_away:
        announce.tell_seats(
            table.match,
            table.still_playing(),
            "table",
            f"back/{seat.name}/{table.match.ply}",
            what="back",
            seat=seat.name,
        )


def come_back(*, match_id: int, person_id: int) -> None:
    """Say that one is here again, without orders yet. Raises NotAllowed, Stale."""
    with transaction.atomic():
        table = lock_table(match_id)
        table.expect_playing()
        seat = table.seat_of(person_id)
        if not (seat.defaults_in_row or seat.is_on_default or seat.is_offered):
            raise Stale(_("Nobody had missed you yet; just play on."))
        count_return(table, seat)
        table.touch()


def open_vote(*, match_id: int, person_id: int, seat: str, choice: str) -> None:
    """Ask the others what becomes of an absent seat; the asker's own voice is counted. Raises NotAllowed, Stale."""
    with transaction.atomic():
        table = lock_table(match_id)
        table.expect_playing()
        mine = table.seat_of(person_id)
        absent = next((other for other in table.still_playing() if other.name == seat), None)
        if choice not in Vote.Choice.values:
            raise MatchError(_("There is no such choice."))
        if absent is None or absent == mine or not is_absent(table, absent):
            raise NotAllowed(_("A vote is about a seat that default orders have played for two periods in a row."))
        if Vote.objects.filter(match=table.match, closed_at=None).exists():
            raise Stale(_("A vote is open already; one at a time."))
        vote = Vote.objects.create(match=table.match, seat=seat, choice=choice, opened_at=table.now)
        Ballot.objects.create(vote=vote, seat=mine.name)
        table.touch()
        announce.tell_seats(table.match, table.still_playing(), "table", f"vote/{vote.pk}", what="vote", vote=vote.pk)
        _carry_if_enough(table, vote, absent)


def support_vote(*, match_id: int, person_id: int, vote_id: int) -> None:
    """Add one's voice to the open vote; twice changes nothing. Raises NotAllowed, Stale when it is closed."""
    with transaction.atomic():
        table = lock_table(match_id)
        table.expect_playing()
        mine = table.seat_of(person_id)
        vote = _open_vote(table, vote_id)
        if mine.name == vote.seat:
            raise NotAllowed(_("The vote is about your own seat. Say that you are back, and it ends."))
        Ballot.objects.get_or_create(vote=vote, seat=mine.name)
        table.touch()
        _carry_if_enough(table, vote, table.seat(vote.seat))


def drop_vote(*, match_id: int, person_id: int, vote_id: int) -> None:
    """Take one's voice back; a vote without voices ends. Raises NotAllowed, Stale."""
    with transaction.atomic():
        table = lock_table(match_id)
        mine = table.seat_of(person_id)
        vote = _open_vote(table, vote_id)
        Ballot.objects.filter(vote=vote, seat=mine.name).delete()
        if not _voices(table, vote):
            _close(table, vote, Vote.Result.DROPPED)
        table.touch()


def take_over(*, match_id: int, person_id: int, seat: str) -> None:
    """Take a seat that the others have offered to a substitute. Raises Stale when it is offered no more, NotAllowed."""
    with transaction.atomic():
        table = lock_table(match_id)
        if table.match.state != table.match.State.PLAYING:
            raise Stale(_("This match is over."))
        if any(other.player_id == person_id for other in table.seats):
            raise NotAllowed(_("You have or had a seat in this match already."))
        place = next((other for other in table.still_playing() if other.name == seat and other.is_offered), None)
        if place is None:
            raise Stale(_("Somebody was quicker, or the player is back: this seat is not offered any more."))
        before = place.player_id
        replace_in_seat(table, place, person_id, Handover.Cause.ABSENCE)
        table.touch()
        announce.tell_seats(
            table.match,
            table.still_playing(),
            "table",
            f"substitute/{seat}/{table.match.ply}",
            also=before,
            what="substitute",
            seat=seat,
        )


def replace_in_seat(table: Table, seat: Seat, person_id: int, cause: Handover.Cause) -> None:
    """Seat another person: orders, drafts, notes and answers of the one who goes are not for the one who comes."""
    table.match.sheets.filter(seat=seat.name).delete()
    Ballot.objects.filter(vote__match=table.match, vote__closed_at=None, seat=seat.name).delete()
    StandingList.objects.filter(seat=seat).delete()
    Handover.objects.create(
        match=table.match,
        seat=seat.name,
        ply=table.match.ply,
        before_id=seat.player_id,
        after_id=person_id,
        cause=cause,
    )
    seat.player_id, seat.robot, seat.sealed_notes = person_id, "", ""
    seat.is_to_act = seat.name in table.phase.to_act
    seat.defaults_in_row, seat.is_on_default, seat.is_offered = 0, False, False
    seat.save()
    review_vote(table)


def review_vote(table: Table) -> None:
    """See to the open vote after somebody left or a seat changed hands.

    What it was about may be settled, nobody may be left who wants it, or the voices may now be enough.
    """
    vote = Vote.objects.filter(match=table.match, closed_at=None).first() if len(table.seats) > 2 else None
    if vote is None:
        return
    absent = table.seat(vote.seat)
    if table.match.state == table.match.State.PLAYING and is_absent(table, absent) and _voices(table, vote):
        _carry_if_enough(table, vote, absent)
        return
    vote.closed_at, vote.result = table.now, Vote.Result.DROPPED
    vote.save(update_fields=["closed_at", "result"])


def is_absent(table: Table, seat: Seat) -> bool:
    """Whether the others may vote about the seat."""
    return seat.defaults_in_row >= ABSENT_AFTER and not seat.has_left and len(table.still_playing()) > 2


def _open_vote(table: Table, vote_id: int) -> Vote:
    vote = Vote.objects.filter(match=table.match, pk=vote_id, closed_at=None).first()
    if vote is None:
        raise Stale(_("This vote is closed."))
    return vote


def _carry_if_enough(table: Table, vote: Vote, absent: Seat) -> None:
    others = len(table.still_playing()) - 1
    if _voices(table, vote) * 2 <= others:
        return
    _close(table, vote, Vote.Result.CARRIED)
    if vote.choice == Vote.Choice.LEAVE:
        sentence = say("{seat} left the match: the others voted so.", seat=seat_title(table.match.slug, absent))
        retire_seat(table, absent, Ply.Cause.RESIGNED, sentence)
        return
    changes = {"is_offered": vote.choice == Vote.Choice.SUBSTITUTE, "is_on_default": vote.choice == Vote.Choice.DEFAULT}
    Seat.objects.filter(pk=absent.pk).update(**changes)
    if absent.is_to_act and vote.choice == Vote.Choice.DEFAULT:
        announce.hint_robots(table.match.pk)


def _voices(table: Table, vote: Vote) -> int:
    """How many of the other seats still playing are for it."""
    names = [seat.name for seat in table.still_playing() if seat.name != vote.seat]
    return Ballot.objects.filter(vote=vote, seat__in=names).count()


def _close(table: Table, vote: Vote, result: str) -> None:
    vote.closed_at, vote.result = table.now, result
    vote.save(update_fields=["closed_at", "result"])
    announce.tell_seats(
        table.match, table.still_playing(), "table", f"vote/{vote.pk}/{result}", what=f"vote_{result}", vote=vote.pk
    )
