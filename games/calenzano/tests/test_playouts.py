"""Random play to the end: it ends, its log replays, its positions survive being stored."""

from __future__ import annotations

import random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games.answers import NoAnswers
from games.calenzano import GAME
from games.calenzano.position import Order, State, View
from games.calenzano.terrain import BARRED, BIT
from games.chance import RandomChance, RecordedChance
from games.playing import playout, random_sheet, replay

MAX_PLIES = 5000
seeds = st.integers(0, 2**32)


def random_options(rng: random.Random) -> dict[str, str]:
    return {option.name: rng.choice(option.choices).value for option in GAME.about.options}


def check_position(state: State) -> None:
    """Nobody shares a cell or stands where its kind may not; everybody is somewhere or lost."""
    cells = [figure.cell for figure in state.figures]
    assert len(set(cells)) == len(cells)
    assert not any(BIT[figure.cell] & BARRED[figure.kind] for figure in state.figures)
    if state.phase != "deploy":
        alive = [len(state.army(seat)) for seat in ("N", "S")]
        assert [alive[0] + state.losses[0], alive[1] + state.losses[1]] == [18 + state.came, 25]


@settings(max_examples=2, deadline=None)
@given(seed=seeds)
def test_random_match_ends_and_every_position_is_sound(seed: int) -> None:
    rng = random.Random(seed)
    state = GAME.setup(("N", "S"), random_options(rng), RandomChance(rng)).state
    for _ in range(MAX_PLIES):
        if not (to_act := GAME.phase(state).to_act):
            break
        sheets = {seat: random_sheet(GAME, state, seat, rng) for seat in to_act}
        for seat, sheet in sheets.items():
            assert list(GAME.read(state, seat, GAME.write(sheet))) == sheet
        chance = RandomChance(rng)
        step = GAME.resolve(state, sheets, chance, NoAnswers())
        assert GAME.resolve(state, sheets, RecordedChance(chance.draws), NoAnswers()) == step
        for scene in (*step.scenes, step.state):
            assert msgspec.json.decode(msgspec.json.encode(scene), type=State) == scene
        check_position(step.state)
        state = step.state
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert set(outcome.ranks) == {"N", "S"}
    view = GAME.view(state, "N")
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view


@settings(max_examples=2, deadline=None)
@given(seed=seeds)
def test_log_replays_to_the_same_state(seed: int) -> None:
    rng = random.Random(seed)
    played = playout(GAME, 2, random_options(rng), rng, MAX_PLIES)
    assert replay(GAME, played.seats, played.options, played.log)[-1].state == played.state
    assert played.outcome is not None


@settings(max_examples=6, deadline=None)
@given(seed=seeds)
def test_greedy_player_gives_whole_turns_that_are_accepted(seed: int) -> None:
    rng = random.Random(seed)
    options = random_options(rng)
    state = GAME.setup(("N", "S"), options, RandomChance(rng)).state
    turns = 0
    while to_act := GAME.phase(state).to_act:
        sheets = {seat: list(GAME.think(GAME.view(state, seat), seat, "greedy", rng)) for seat in to_act}
        for seat, sheet in sheets.items():
            assert list(GAME.read(state, seat, GAME.write(sheet))) == sheet
            assert GAME.legal_orders(state, seat, sheet).entries == ()
            if state.phase == "turn":
                assert sheet[-1].is_last
        state = GAME.resolve(state, sheets, RandomChance(rng), NoAnswers()).state
        turns += 1
    assert 5 < turns < 200


def test_greedy_player_attacks_where_the_odds_are_good() -> None:
    from games.calenzano.tests.field import battle

    rng = random.Random(1)
    state = battle("F L20, F A1", "K L25, F M25, F K25, A P22", seat="S")
    sheet = list(GAME.think(GAME.view(state, "S"), "S", "greedy", rng))
    fights = [order for order in sheet if order.kind == "fight"]
    assert [order.to for order in fights] == [("L20",)]
    assert sheet[-1] == Order("done")
    # one foot against a rider in the houses is no good fight: 3 against 6
    lone = battle("K L7, F A1", "F L8", seat="S")
    assert not any(order.kind == "fight" for order in GAME.think(GAME.view(lone, "S"), "S", "greedy", rng))
