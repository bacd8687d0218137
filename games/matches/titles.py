"""What a seat is called: what it has come to be in play, else its place at the table."""

from __future__ import annotations

from games.matches import codec
from games.matches.models import Seat
from games.registry import get_game
from games.words import Sentence


def seat_title(slug: str, seat: Seat) -> Sentence:
    """The title of a seat that has its place. Raises KeyError for a game or a seat that is not offered any more."""
    return codec.load_sentence(seat.title) if seat.title else get_game(slug).about.seat(seat.name).title
