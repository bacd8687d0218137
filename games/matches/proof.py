"""Draws computed again from the revealed seed, and all that is needed to do so elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.chance import provable_draw
from games.matches.models import Match, Ply, Seat
from games.matches.services.table import hashed_parts


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


def proof_data(match: Match, seats: Sequence[Seat], plies: Sequence[Ply], seed: str) -> dict[str, Any]:
    """What ``static/matches/check_draws.py`` reads; plain values for JSON.

    What the hash of a ply stands for (``body``) is there once the match has ended: until then
    some of its sentences may be for one seat alone.
    """
    is_over = match.state == Match.State.OVER
    return {
        "match": match.pk,
        "is_over": is_over,
        "is_archived": match.is_archived,
        "seed": seed,
        "seed_hash": match.seed_hash,
        "lines": [seat.line for seat in sorted(seats, key=lambda seat: seat.place)],
        "plies": [
            {
                "number": ply.number,
                "orders": ply.orders,
                "draws": ply.draws,
                "previous_hash": ply.previous_hash,
                "hash": ply.hash,
                "body": hashed_parts(ply) if is_over else None,
            }
            for ply in plies
        ],
    }
