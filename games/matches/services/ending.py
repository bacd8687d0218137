"""How a match ends, or a seat leaves it, other than by the rules: resignation and agreement."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.contract import Event, Outcome
from games.matches import announce
from games.matches.errors import Stale
from games.matches.models import Ply, Seat
from games.matches.services import absence
from games.matches.services.retiring import retire_seat
from games.matches.services.table import Table, append_ply, lock_table
from games.matches.titles import seat_title
from games.words import say


def resign(*, match_id: int, person_id: int, ply: int) -> None:
    """The seat leaves the match. Raises NotAllowed, Stale."""
    with transaction.atomic():
        table = lock_table(match_id)
        seat = table.seat_of(person_id)
        table.expect_ply(ply)
        give_up(table, seat)


def give_up(table: Table, seat: Seat) -> None:
    """The seat leaves a locked match by its own word."""
    retire_seat(table, seat, Ply.Cause.RESIGNED, say("{seat} resigned.", seat=seat_title(table.match.slug, seat)))
    absence.review_vote(table)


def offer_draw(*, match_id: int, person_id: int, ply: int) -> None:
    """Offer to end the match as a draw, or accept: with every seat's word it ends. Raises Stale.

    Offers lapse when the ply is resolved.
    """
    with transaction.atomic():
        table = lock_table(match_id)
        seat = table.seat_of(person_id)
        table.expect_ply(ply)
        if seat.has_offered_draw:
            return
        seat.has_offered_draw = True
        Seat.objects.filter(pk=seat.pk).update(has_offered_draw=True)
        playing = table.still_playing()
        if all(other.has_offered_draw for other in playing):
            _agree(table)
            return
        table.touch()
        others = [other for other in playing if not other.has_offered_draw]
        announce.tell_seats(table.match, others, "table", f"draw/{ply}/{seat.name}", what="draw", ply=ply)


def decline_draw(*, match_id: int, person_id: int, ply: int) -> None:
    """Take back or decline whatever draw offers stand. Raises NotAllowed, Stale."""
    with transaction.atomic():
        table = lock_table(match_id)
        table.seat_of(person_id)
        table.expect_ply(ply)
        if not any(seat.has_offered_draw for seat in table.seats):
            raise Stale(_("No draw is offered any more."))
        Seat.objects.filter(match_id=match_id).update(has_offered_draw=False)
        table.touch()


def _agree(table: Table) -> None:
    sentence = say("The players agreed on a draw.")
    ranks = {seat.name: 1 if not seat.has_left else 2 for seat in table.seats}
    append_ply(
        table,
        cause=Ply.Cause.AGREED,
        events=[Event(sentence)],
        ending=Outcome("agreed", sentence, ranks),
    )
