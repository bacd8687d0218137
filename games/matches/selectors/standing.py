"""A seat's standing orders as its own player sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.contract import AnyGame, Menu
from games.matches import sealing
from games.matches.models import Seat, StandingList
from games.matches.words import tell


@dataclass(frozen=True)
class StandingPage:
    """The list in force as text, and the questions whose answers make one entry: (key, question, choices).

    ``notes`` say who may soon ask for an answer.
    """

    text: str
    notes: Sequence[str]
    questions: Sequence[tuple[str, str, Sequence[tuple[str, str]]]]


def standing_page(game: AnyGame, state: object, seat: Seat) -> StandingPage | None:
    """What the seat's player may read and change; None in games that ask nothing in advance."""
    menu = game.standing_orders(state, seat.name)
    if not menu.entries:
        return None
    row = StandingList.objects.filter(seat=seat).first()
    return StandingPage(
        sealing.unseal(row.sealed) if row else "", [tell(note) for note in menu.notes], _questions(menu)
    )


def entry_text(game: AnyGame, state: object, seat: str, picks: Mapping[str, str]) -> str:
    """The entry that these picks name, in notation; blank if there is none."""
    for entry in game.standing_orders(state, seat).entries:
        if all(picks.get(pick.key) == pick.value for pick in entry.picks):
            return game.write([entry.order])
    return ""


def _questions(menu: Menu[Any]) -> list[tuple[str, str, Sequence[tuple[str, str]]]]:
    choices: dict[str, dict[str, str]] = {}
    for entry in menu.entries:
        for pick in entry.picks:
            choices.setdefault(pick.key, {}).setdefault(pick.value, tell(pick.label))
    return [
        (key, tell(menu.questions[key]) if key in menu.questions else "", list(found.items()))
        for key, found in choices.items()
    ]
