"""Whole races by random players. RULES.md 1 to 8."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.answers import NoAnswers
from games.chance import RandomChance, RecordedChance
from games.playing import playout, random_sheet, replay
from games.two_kings import GAME
from games.two_kings.position import BRIDGE, CLEARED_BY, GATES, LAST, ROUNDS, SEATS, State, View


def check(state: State) -> None:
    """What holds in every position that waits for a turn."""
    assert 1 <= state.turn <= 2 * ROUNDS
    assert state.army(state.active).free
    for army in state.armies:
        assert army.places
        assert set(army.miss) <= set(army.places)
        assert all(army.places[unit] == GATES[army.seat] for unit in army.miss)
        assert list(army.places.values()).count(BRIDGE) < 2
        squares = [each.square for each in army.obstacles]
        assert squares == sorted(set(squares))
        assert max(army.places.values()) < LAST
        if squares:
            # nothing lies behind a unit, and somebody is there who clears what comes next
            assert max(army.places.values()) < squares[0]
            assert CLEARED_BY[army.obstacles[0].letter] in army.places


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), holds=st.sampled_from(["on", "off"]))
def test_random_race_ends_and_every_position_is_sound(seed: int, holds: str) -> None:
    rng = random.Random(seed)
    state = GAME.setup(SEATS, {"holds": holds}, RandomChance(rng)).state
    while state.phase != "over":
        sheets = {seat: random_sheet(GAME, state, seat, rng) for seat in GAME.phase(state).to_act}
        chance = RandomChance(rng)
        step = GAME.resolve(state, sheets, chance, NoAnswers())
        assert GAME.resolve(state, sheets, RecordedChance(chance.draws), NoAnswers()) == step
        before, state = state, step.state
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
        view = GAME.view(state, "P")
        assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
        if state.phase == "turn":
            check(state)
            assert state.turn > before.turn
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert min(outcome.ranks.values()) == 1


@pytest.mark.parametrize("seed", range(3))
def test_log_replays_to_the_identical_position(seed: int) -> None:
    played = playout(GAME, 2, {}, random.Random(seed), 1000)
    assert played.outcome is not None
    assert replay(GAME, played.seats, played.options, played.log)[-1].state == played.state
