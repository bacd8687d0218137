"""Absent seats and the vote about them, as the page shows it to one reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.matches.models import Ballot, Match, Seat, Vote
from games.matches.selectors.lines import SeatLine
from games.matches.services.absence import ABSENT_AFTER


@dataclass(frozen=True)
class OpenVote:
    """The vote that is open. ``needed`` voices carry it."""

    pk: int
    seat: SeatLine
    choice: str
    voices: Sequence[SeatLine]
    needed: int
    is_mine: bool
    is_about_me: bool


@dataclass(frozen=True)
class Absence:
    """``absent`` are the seats the reader may open a vote about; ``is_missed``: the reader's own seat is one.

    ``on_default`` and ``offered`` are those of which a vote has made that.
    """

    absent: Sequence[SeatLine] = ()
    vote: OpenVote | None = None
    is_missed: bool = False
    offered: Sequence[SeatLine] = ()
    on_default: Sequence[SeatLine] = ()
    choices: Sequence[tuple[str, str]] = ()


def absence_page(match: Match, seats: Sequence[Seat], mine: Seat | None, lines: Mapping[str, SeatLine]) -> Absence:
    """Costs queries only where somebody stays away."""
    playing = [seat for seat in seats if not seat.has_left]
    if match.state != Match.State.PLAYING or len(seats) < 3:
        return Absence()
    mine = mine if mine in playing else None
    told = Absence(
        is_missed=mine is not None and (mine.defaults_in_row > 0 or mine.is_on_default or mine.is_offered),
        offered=[lines[seat.name] for seat in playing if seat.is_offered],
        on_default=[lines[seat.name] for seat in playing if seat.is_on_default],
    )
    away = [seat for seat in playing if seat.defaults_in_row >= ABSENT_AFTER]
    if not away or len(playing) < 3:
        return told
    return replace(
        told,
        absent=[lines[seat.name] for seat in away if mine and seat != mine],
        vote=_open_vote(match, playing, mine, lines),
        choices=[(value, str(label)) for value, label in Vote.Choice.choices],
    )


def _open_vote(
    match: Match, playing: Sequence[Seat], mine: Seat | None, lines: Mapping[str, SeatLine]
) -> OpenVote | None:
    vote = Vote.objects.filter(match=match, closed_at=None).first()
    if vote is None:
        return None
    others = [seat.name for seat in playing if seat.name != vote.seat]
    voices = list(Ballot.objects.filter(vote=vote, seat__in=others).values_list("seat", flat=True))
    name = mine.name if mine else ""
    return OpenVote(
        pk=vote.pk,
        seat=lines[vote.seat],
        choice=vote.get_choice_display(),
        voices=[lines[seat] for seat in voices],
        needed=len(others) // 2 + 1,
        is_mine=name in voices,
        is_about_me=name == vote.seat,
    )
