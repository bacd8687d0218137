"""Whole games by chance: every aim, every terrain, to the end and back."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.duke import GAME
from games.duke.data import COUNTS
from games.duke.position import State, in_order, standing
from games.playing import playout, replay

WAYS_TO_END = {
    "duke": {"checkmate", "stuck", "repetition", "fifty"},
    "logistics": {"checkmate", "stuck", "repetition", "fifty"},
    "score": {"points", "no_tiles", "repetition", "fifty"},
    "flag": {"flag", "no_tiles", "repetition", "fifty"},
    "dark_rider": {"knight", "edge", "pikemen", "repetition", "fifty"},
}
MIXES = [
    (objective, mountain, fortress)
    for objective, mountain, fortress in itertools.product(WAYS_TO_END, ("off", "on"), ("off", "on"))
    if objective != "dark_rider" or (mountain, fortress) == ("off", "off")
]


@pytest.mark.parametrize(("objective", "mountain", "fortress"), MIXES)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_random_game_ends_and_replays(objective: str, mountain: str, fortress: str, seed: int) -> None:
    options = {"objective": objective, "mountain": mountain, "fortress": fortress}
    played = playout(GAME, 2, options, random.Random(seed), 5000)
    assert played.outcome is not None
    assert played.outcome.how in WAYS_TO_END[objective]
    steps = replay(GAME, played.seats, options, played.log)
    assert steps[-1].state == played.state
    for step in steps:
        check(step.state, objective, mountain, fortress)


def check(state: State, objective: str, mountain: str, fortress: str) -> None:
    """What holds in every position."""
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    view = GAME.view(state, None)
    assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
    tiles = standing(state)
    assert in_order(tiles) == state.tiles
    assert state.mountain not in tiles
    begun = state.phase in ("turn", "place", "relocate", "over")
    assert bool(state.mountain) == (begun and mountain == "on")
    assert bool(state.fortress) == (begun and fortress == "on")
    assert state.mountain == "" or state.mountain not in (state.fortress, *state.flags)
    assert state.quiet <= 100
    assert len(state.history) <= state.quiet + 1
    if begun:
        check_tiles(state, objective)


def check_tiles(state: State, objective: str) -> None:
    """No tile is lost or made: those on the board, in the bags and captured are those of the box."""
    for index, seat in enumerate("12"):
        kinds = Counter(tile.kind for tile in state.tiles if tile.seat == seat)
        kinds += Counter(state.bags[index]) + Counter(state.captured[index])
        if objective == "dark_rider":
            assert kinds == (Counter(pikeman=5) if seat == "1" else Counter(knight=1))
        elif objective == "logistics":
            assert sum(kinds.values()) in (9, 11)
            assert kinds["duke"] == 1
            assert kinds["footman"] == 3
        else:
            assert kinds == Counter(COUNTS)


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_both_seats_and_onlookers_see_the_same(seed: int) -> None:
    played = playout(GAME, 2, {}, random.Random(seed), 20)
    light, dark, onlooker = (replace(GAME.view(played.state, seat), seat=None) for seat in ("1", "2", None))
    assert light == dark == onlooker


def test_nothing_in_the_state_tells_the_order_of_draws() -> None:
    """Whatever is drawn later, the position before it is the same: bags are kept in the order of the game."""
    for seed in range(5):
        played = playout(GAME, 2, {}, random.Random(seed), 30)
        for step in replay(GAME, played.seats, {}, played.log):
            for bag in step.state.bags:
                assert list(bag) == sorted(bag, key=list(COUNTS).index)
