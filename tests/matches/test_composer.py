"""Whatever the rules allow can be given by buttons alone, also where there is but one thing to do."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.answers import NoAnswers
from games.chance import RandomChance
from games.contract import AnyGame, Entry
from games.duke.tests.field import play, position, started
from games.matches.composer import Composer, compose
from games.playing import random_sheet
from games.registry import GAMES, get_game

PLIES, TRIED = 25, 3


def offered(composer: Composer) -> list[str]:
    """The words of the question to be answered now."""
    return [button.label for row in composer.rows if row.is_open for button in row.buttons]


def one_left() -> Any:
    """The draft of a logistics match down to the last type."""
    state = started("logistics")
    for kind in state.table[:-1]:
        state = play(state, f"pick {kind}")
    return state


ONLY = {
    "the last type": (one_left(), "to=bowman", "Bowman", "pick bowman"),
    "a forced pass": (
        position("pikeman a6'", "knight f6", objective="dark_rider"), "tile=pass", "Pass", "pass",
    ),
    "a draw that saves the Duke": (
        play(position("duke a1, priest a3, marshall b4", "duke f6", bags=("", "seer")), "b4-d6"),
        "tile=draw", "Draw a tile", "draw",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("state", "value", "label", "text"), ONLY.values(), ids=ONLY)
def test_the_only_thing_to_do_has_a_button(state: Any, value: str, label: str, text: str) -> None:
    duke = get_game("duke")
    composer = compose(duke, state, state.seat, "")
    assert offered(composer) == [label]
    assert not composer.may_file
    key, _equals, pick = value.partition("=")
    pressed = compose(duke, state, state.seat, "", {key: pick})
    assert (pressed.text, pressed.may_file) == (text, True)


def leads_to(game: AnyGame, state: Any, seat: str, text: str, wanted: Entry[Any]) -> bool:
    """Whether pressing one offered button after the other drafts that order."""
    values = {pick.key: pick.value for pick in wanted.picks}
    order = wanted.numbered(1) if wanted.number else wanted.order
    chosen: dict[str, str] = {}
    while True:
        composer = compose(game, state, seat, text, chosen, 1)
        if order in composer.drafted:
            return True
        if any(game.write([order]) == sheet for _words, sheet in composer.at_once):
            return True
        row = next((row for row in composer.rows if row.is_open), None)
        if row is None or values.get(row.key) not in {button.value.partition("=")[2] for button in row.buttons}:
            return False
        chosen[row.key] = values[row.key]


@pytest.mark.parametrize("slug", GAMES)
def test_buttons_lead_to_every_order_of_the_menu(slug: str) -> None:
    game, rng = get_game(slug), random.Random(slug)
    seats = tuple(seat.name for seat in game.about.seats[min(game.about.seats)])
    state = game.setup(seats, {}, RandomChance(rng)).state
    for _ply in range(PLIES):
        to_act = game.phase(state).to_act
        sheets = {seat: random_sheet(game, state, seat, rng) for seat in to_act}
        for seat, sheet in sheets.items():
            for length in range(len(sheet) + 1)[:3]:
                entries = game.legal_orders(state, seat, sheet[:length]).entries
                text = game.write(sheet[:length]) if length else ""
                for entry in rng.sample(entries, min(TRIED, len(entries))):
                    assert leads_to(game, state, seat, text, entry), (text, entry)
        if not to_act:
            return
        state = game.resolve(state, sheets, RandomChance(rng), NoAnswers()).state
