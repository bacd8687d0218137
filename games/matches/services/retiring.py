"""A seat leaves its match for good: by its own word, by that of the others, or by the clock."""

from __future__ import annotations

from games.contract import Event
from games.matches.models import Ply, Seat
from games.matches.services.table import Table, append_ply
from games.words import Sentence


def retire_seat(table: Table, seat: Seat, cause: Ply.Cause, sentence: Sentence) -> None:
    """Let the rules take the seat out of a locked match; ``sentence`` tells why, before all that follows from it."""
    chance = table.chance()
    step = table.game.retire(table.state, seat.name, chance)
    seat.has_left = True
    Seat.objects.filter(pk=seat.pk).update(has_left=True)
    append_ply(table, cause=cause, step=step, draws=chance.draws, events=[Event(sentence)], leaver=seat.name)
