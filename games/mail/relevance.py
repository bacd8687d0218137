"""Whether a notice is still worth a mail: asked of the live match when the mail is about to leave.

A match may move on while its notices wait for their time or for a mail server that is away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils import timezone

from accounts.models import Notice
from accounts.notices import is_muted, obstacle
from games.matches.models import Intervention, Match, Ply, Seat, Sheet, Vote
from games.matches.services.absence import ABSENT_AFTER


class Moot(Exception):
    """The notice is not to be mailed; ``state`` is what to close it with."""

    def __init__(self, state: Notice.State = Notice.State.DROPPED) -> None:
        super().__init__(state.value)
        self.state = state


@dataclass(frozen=True)
class Live:
    """The match of a notice as it stands now, and the seat of whoever is told."""

    match: Match
    seats: Sequence[Seat]
    seat: Seat | None
    now: datetime

    @property
    def is_playing(self) -> bool:
        return self.match.state == Match.State.PLAYING

    @cached_property
    def has_filed(self) -> bool:
        """Whether the seat's orders for the ply being waited for are in."""
        if self.seat is None:
            return False
        sheets = Sheet.objects.filter(match=self.match, ply=self.match.ply, seat=self.seat.name)
        return sheets.filter(filed_at__isnull=False).exists()


def look_up(notice: Notice) -> Live:
    """Read match and seats in one query, so that they belong together. Raises Moot if they are gone."""
    seats = list(Seat.objects.filter(match_id=notice.data["match"]).select_related("match", "player").order_by("place"))
    if not seats:
        raise Moot
    mine = next((seat for seat in seats if seat.player_id == notice.person_id is not None), None)
    return Live(seats[0].match, seats, mine, timezone.now())


def kind_to_send(notice: Notice, live: Live) -> str:
    """The kind of mail that the notice becomes. Raises Moot if it becomes none.

    Of several that are due for one person and match at the same time, as after an outage,
    only the one that says most about the present is sent.
    """
    kind = _kind_by_itself(notice, live)
    if _superseding(notice, kind, live):
        raise Moot
    return kind


def _kind_by_itself(notice: Notice, live: Live) -> str:
    kind, hindrance = notice.kind, obstacle(notice)
    if hindrance == Notice.State.MUTED and kind == "revealed":
        # who wants no stories may still want to know that orders are due
        assert notice.person is not None
        kind, hindrance = "orders", Notice.State.MUTED if is_muted(notice.person, "orders") else None
    if hindrance:
        raise Moot(hindrance)
    if not CHECKS[kind](notice, live):
        raise Moot
    return kind


# which of several notices about the course of a match says most
WEIGHT: Mapping[str, int] = {"reminder": 1, "started": 2, "orders": 3, "revealed": 3, "result": 4}


def _superseding(notice: Notice, kind: str, live: Live) -> bool:
    """Whether one that says more leaves as well, or left while this one waited for its turn."""
    heavier = [other for other, weight in WEIGHT.items() if weight > WEIGHT.get(kind, len(WEIGHT))]
    others = Notice.objects.filter(person=notice.person, thread=notice.thread, kind__in=heavier)
    if others.filter(state=Notice.State.SENT, closed_at__gte=notice.due_at).exists():
        return True
    waiting = others.filter(state=Notice.State.WAITING, due_at__lte=live.now).exclude(pk=notice.pk)
    return any(_would_leave(other, live) for other in waiting.select_related("person"))


def _would_leave(notice: Notice, live: Live) -> bool:
    try:
        _kind_by_itself(notice, live)
    except Moot:
        return False
    return True


# --- one check for each kind of mail


def _is_started(notice: Notice, live: Live) -> bool:
    return live.is_playing and live.seat is not None


def _are_orders_wanted(notice: Notice, live: Live) -> bool:
    return live.seat is not None and live.seat.is_to_act and _is_news(notice, live)


def _is_news(notice: Notice, live: Live) -> bool:
    """The last thing that the seat must know of, if nothing has been filed since."""
    if not live.is_playing or live.seat is None or live.seat.has_left or live.has_filed:
        return False
    told = notice.data["ply"]
    return live.match.ply == told + 1 or (_is_newest(notice) and not _has_acted_since(told, live))


def _is_newest(notice: Notice) -> bool:
    return not Notice.objects.filter(
        person=notice.person,
        thread=notice.thread,
        kind__in=("orders", "revealed"),
        data__ply__gt=notice.data["ply"],
    ).exists()


def _has_acted_since(ply: int, live: Live) -> bool:
    assert live.seat is not None
    later = Ply.objects.filter(match=live.match, number__gt=ply).values_list("orders", flat=True)
    return any(row["seat"] == live.seat.name for orders in later for row in orders)


def _is_reminder_due(notice: Notice, live: Live) -> bool:
    match, seat = live.match, live.seat
    return (
        live.is_playing
        and seat is not None
        and seat.is_to_act
        and match.ply == notice.data["ply"]
        and match.due_at == datetime.fromisoformat(notice.data["due"])
        and match.due_at > live.now
    )


def _is_over(notice: Notice, live: Live) -> bool:
    # an end without a result is told by the organiser's own mail, with the reason
    return live.match.state == Match.State.OVER and (live.match.outcome or {}).get("how") != "void"


def _has_intervened(notice: Notice, live: Live) -> bool:
    return Intervention.objects.filter(pk=notice.data["intervention"]).exists()


def _is_table_news(notice: Notice, live: Live) -> bool:
    match, seat = live.match, live.seat
    match notice.data["what"]:
        case "draw":
            return (
                live.is_playing
                and seat is not None
                and not seat.has_left
                and not seat.has_offered_draw
                and match.ply == notice.data["ply"]
                and any(other.has_offered_draw for other in live.seats)
            )
        case "rematch":
            return match.state == Match.State.OPEN and seat is None
        case "cancelled":
            return match.state == Match.State.CANCELLED
        case "vote":
            return live.is_playing and Vote.objects.filter(pk=notice.data["vote"], closed_at=None).exists()
        case "missed":
            return live.is_playing and seat is not None and not seat.has_left and seat.defaults_in_row >= ABSENT_AFTER
    return live.is_playing


def _is_invited(notice: Notice, live: Live) -> bool:
    here = {seat.player.email for seat in live.seats if seat.player}
    return live.match.state == Match.State.OPEN and notice.address not in here


CHECKS: Mapping[str, Callable[[Notice, Live], bool]] = {
    "started": _is_started,
    "orders": _are_orders_wanted,
    "revealed": _is_news,
    "reminder": _is_reminder_due,
    "result": _is_over,
    "organiser": _has_intervened,
    "table": _is_table_news,
    "invitation": _is_invited,
}
