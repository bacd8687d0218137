"""The one writer: a locked match, and the only place where a ply is added to its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import BigAutoField
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.prepared import Prepared, insert, update
from games.answers import Answer
from games.chance import Draw, SeededChance
from games.contract import AnyGame, Event, Outcome, Phase, Step
from games.matches import announce, clocks, codec, sealing
from games.matches.errors import NotAllowed, Stale
from games.matches.models import Match, Ply, Seat
from games.registry import get_game

seats_of = Prepared(lambda match: Seat.objects.filter(match=match).select_related("player"), BigAutoField())
locked_match = Prepared(lambda match: Match.objects.select_for_update().filter(pk=match), BigAutoField())
free_match = Prepared(lambda match: Match.objects.select_for_update(skip_locked=True).filter(pk=match), BigAutoField())


@dataclass
class Table:
    """A match whose row is locked for the rest of the transaction, with its seats.

    ``added`` holds the plies that were added to its log, newest first.
    """

    match: Match
    seats: list[Seat]
    now: datetime = field(default_factory=lambda: timezone.now())  # noqa: PLW0108  # a clock that is stopped is seen
    added: list[Ply] = field(default_factory=list)

    @property
    def game(self) -> AnyGame:
        return get_game(self.match.slug)

    @cached_property
    def state(self) -> object:
        return codec.load_state(self.game, self.match.position)

    @cached_property
    def phase(self) -> Phase:
        return self.game.phase(self.state)

    def seat(self, name: str) -> Seat:
        return next(seat for seat in self.seats if seat.name == name)

    def seat_of(self, person_id: int) -> Seat:
        """The person's seat. Raises NotAllowed if there is none, or if the person has left it."""
        for seat in self.seats:
            if seat.player_id == person_id and not seat.has_left:
                return seat
        raise NotAllowed(_("You have no seat in this match."))

    def seat_of_any(self, person_id: int) -> Seat:
        """The person's seat, also one that was left. Raises NotAllowed if there is none."""
        for seat in self.seats:
            if seat.player_id == person_id:
                return seat
        raise NotAllowed(_("You have no seat in this match."))

    def expect_playing(self) -> None:
        if self.match.state != Match.State.PLAYING:
            raise Stale(_("This match is not being played any more; nothing was changed."))

    def expect_ply(self, ply: int) -> None:
        """Raises Stale unless the match still waits for that ply."""
        self.expect_playing()
        if ply != self.match.ply:
            raise Stale(_("The match has moved on since you opened this page. Look again before you decide."))

    def still_playing(self) -> list[Seat]:
        return [seat for seat in self.seats if not seat.has_left]

    def chance(self) -> SeededChance:
        """The match's own provable chance for the ply being resolved."""
        return SeededChance(
            bytes.fromhex(sealing.unseal(self.match.sealed_seed)),
            [seat.line for seat in self.seats],
            str(self.match.pk),
            self.match.ply,
            self.match.draw_count,
        )

    def touch(self, **changes: Any) -> None:
        """Write changes that others may see: news rises, the ply stays."""
        self.match.news += 1
        update(Match, {"id": self.match.pk}, {"news": self.match.news, **changes})
        for name, value in changes.items():
            setattr(self.match, name, value)


def lock_table(match_id: int, *, is_patient: bool = True) -> Table:
    """Lock the match for the current transaction.

    Raises Match.DoesNotExist; if not patient, also for a match that somebody else has locked.
    """
    found = (locked_match if is_patient else free_match)(match_id)
    if not found:
        raise Match.DoesNotExist
    # read only now, so that what others wrote while the lock was awaited is seen
    return Table(found[0], seats_of(match_id))


def read_table(match_id: int) -> Table:
    """The match as it stands, without a lock: to look, not to write."""
    return Table(Match.objects.get(pk=match_id), seats_of(match_id))


def append_ply(
    table: Table,
    *,
    cause: Ply.Cause,
    step: Step[object] | None = None,
    orders: Sequence[dict[str, str]] = (),
    draws: Sequence[Draw] = (),
    answers: Sequence[Answer] = (),
    events: Sequence[Event] = (),
    leaver: str = "",
    ending: Outcome | None = None,
) -> None:
    """Add one ply to the log and move the match to what follows.

    ``events`` come before the step's own; ``leaver`` is the seat that left by it.
    ``ending`` ends the match without the game's word (agreement, void); it needs no
    step, so that a match whose position is broken can still be ended. Raises Stale if
    the ply was written meanwhile.
    """
    match, number = table.match, table.match.ply
    ply = Ply(
        match=match,
        number=number,
        cause=cause,
        leaver=leaver,
        orders=list(orders),
        draws=codec.plain(draws),
        answers=codec.plain(answers),
        events=codec.plain([*events, *(step.events if step else ())]),
        position=codec.dump_state(step.state) if step else match.position,
        resolved_at=table.now,
        previous_hash=match.head_hash,
    )
    ply.hash = ply_hash(ply)
    insert(ply)
    table.added.insert(0, ply)

    changes: dict[str, Any] = {
        "position": ply.position,
        "ply": number + 1,
        "news": match.news + 1,
        "head_hash": ply.hash,
        "draw_count": match.draw_count + len(draws),
    }
    outcome, is_round, is_ahead = ending, False, False
    if step:
        phase = table.game.phase(step.state)
        is_round = number > 0 and _begins_round(table.phase, phase)
        changes |= {"phase": phase.name, "is_sealed": phase.sealed}
        table.__dict__ |= {"state": step.state, "phase": phase}
        outcome = ending or table.game.outcome(step.state)
    if outcome:
        changes |= {
            "state": Match.State.OVER,
            "outcome": codec.plain(outcome),
            "ended_at": table.now,
            "due_at": None,
            "paused_at": None,
            "held_due_at": None,
        }
    else:
        phase = table.phase
        if number == 0 or phase.period != match.period:
            # a clock that stands still reads the instant at which it was stopped
            changes |= {"period": phase.period, "period_started_at": match.paused_at or table.now}
        started_at = changes.get("period_started_at", match.period_started_at) or table.now
        due_at = clocks.deadline(started_at, match.length, phase.share)
        before = match.held_due_at if match.paused_at else match.due_at
        if before and due_at and _runs_on(table, changes):
            # somebody who leaves, or acts early, never takes time from those whose instant runs
            due_at = max(before, due_at)
        changes |= {"due_at": None, "held_due_at": due_at} if match.paused_at else {"due_at": due_at}
        if is_ahead := has_orders_ahead(table):
            # due now: the sweep resolves it even if the hint is lost
            changes["due_at"] = table.now
    if not update(Match, {"id": match.pk, "ply": number, "state": match.state}, changes):
        raise Stale(_("The match has moved on; nothing was changed."))
    for name, value in changes.items():
        setattr(match, name, value)
    _update_seats(table, () if outcome else table.phase.to_act, outcome)
    announce.ply_resolved(match, table.seats, ply, outcome, is_round=is_round, is_ahead=is_ahead)
    if is_ahead:
        announce.hint_resolve(match.pk)
    elif any(seat.robot or seat.is_on_default for seat in table.seats if seat.is_to_act):
        announce.hint_robots(match.pk)


def has_orders_ahead(table: Table) -> bool:
    """Whether everybody who is to act has given the orders for that earlier."""
    to_act = table.phase.to_act
    return bool(to_act) and all(table.game.ahead(table.state, name) for name in to_act)


def _begins_round(before: Phase, after: Phase) -> bool:
    """Whether a period begins that several seats share, after one that all of them had used, or after another phase."""
    return after.period != before.period and after.share < 1 and (before.share >= 1 or after.name != before.name)


def _runs_on(table: Table, changes: dict[str, Any]) -> bool:
    """Whether those who are to act now are those who were before, in the same period."""
    before = {seat.name for seat in table.seats if seat.is_to_act}
    return "period" not in changes and bool(before & set(table.phase.to_act))


def ply_hash(ply: Ply) -> str:
    """The link of the hash chain for this ply, from all that it records."""
    return codec.chain_hash(ply.previous_hash, hashed_parts(ply))


def hashed_parts(ply: Ply) -> list[Any]:
    """What a link of the chain stands for, beside the link before it."""
    return [
        ply.match_id,
        ply.number,
        ply.cause,
        ply.leaver,
        ply.orders,
        ply.draws,
        ply.answers,
        ply.events,
        ply.position,
        ply.resolved_at.isoformat(),
    ]


def _update_seats(table: Table, to_act: Sequence[str], outcome: Outcome | None) -> None:
    # a match that ends for lack of a readable position keeps its shields
    badges = {} if outcome else table.game.badges(table.state)
    for seat in table.seats:
        changes: dict[str, Any] = {"is_to_act": seat.name in to_act, "has_offered_draw": False}
        if badge := badges.get(seat.name):
            changes |= {"tincture": badge.tincture, "charge": badge.charge, "title": codec.plain(badge.title)}
        if outcome:
            changes["rank"] = outcome.ranks.get(seat.name)
        changes = {name: value for name, value in changes.items() if value != getattr(seat, name)}
        if changes:
            update(Seat, {"id": seat.pk}, changes)
        for name, value in changes.items():
            setattr(seat, name, value)
