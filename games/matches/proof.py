"""Draws computed again from the revealed seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.chance import provable_draw
from games.matches.models import Match, Ply, Seat


@dataclass(frozen=True)
class CheckedDraw:
    """A recorded draw; ``again`` is what the seed gives, None while it is secret."""

    count: int
    ply: int
    purpose: str
    sides: int
    value: int
    again: int | None


def checked_draws(match: Match, seats: Sequence[Seat], plies: Sequence[Ply], seed: str) -> list[CheckedDraw]:
    """All draws of a match in order; with ``seed`` (hexadecimal) each is computed again."""
    lines = [seat.line for seat in sorted(seats, key=lambda seat: seat.place)]
    checked: list[CheckedDraw] = []
    for ply in plies:
        for draw in ply.draws:
            count, again = len(checked), None
            if seed and not match.is_archived:
                again = provable_draw(
                    bytes.fromhex(seed), lines, str(match.pk), ply.number, count, draw["purpose"], draw["sides"]
                )
            checked.append(CheckedDraw(count, ply.number, draw["purpose"], draw["sides"], draw["value"], again))
    return checked
