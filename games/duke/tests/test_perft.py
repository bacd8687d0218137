"""Counts of sequences of actions, and the fast rules against the literal ones. RULES.md 9."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.answers import NoAnswers
from games.chance import RandomChance
from games.duke import GAME
from games.duke.data import KINDS
from games.duke.engine import Engine
from games.duke.geometry import SQUARES, crossed
from games.duke.perft import opening, openings, perft, read_positions
from games.duke.position import State, Tile, engine_of, in_order
from games.duke.tables import MOVE, Move
from games.duke.tests.field import orders, play, position, started, step
from games.duke.tests.reference import legal, passed
from games.playing import random_sheet

POSITIONS = (Path(__file__).parent / "data" / "positions.json").read_text()
COUNTS = {position["label"]: position["perft"] for position in json.loads(POSITIONS)["positions"]}


@pytest.mark.parametrize(
    ("label", "counts"), [("set-up", [15, 225, 3253]), ("set-up, Mountain on d3", [15, 225, 3059])]
)
def test_set_up_counts_as_the_rules_say(label: str, counts: list[int]) -> None:
    assert [perft(openings()[label], depth) for depth in (1, 2, 3)] == counts


@pytest.mark.parametrize("label", COUNTS)
def test_position_counts_as_two_other_programs_found(label: str) -> None:
    engine = read_positions(POSITIONS)[label]
    assert [perft(engine, depth) for depth in (1, 2, 3)] == COUNTS[label]


def test_opening_is_the_one_that_orders_lead_to() -> None:
    state = play(started(), "setup c1 b1 d1", "setup d6 c6 e6")
    assert perft(engine_of(state), 3) == 3253
    engine = opening()
    assert (engine.key, engine.me.bag, engine.foe.bag) == (
        engine_of(state).key,
        engine_of(state).me.bag,
        engine_of(state).foe.bag,
    )


def test_every_action_is_taken_back_whole() -> None:
    for engine in read_positions(POSITIONS).values():
        before = snapshot(engine)
        perft(engine, 2)
        assert snapshot(engine) == before


def snapshot(engine: Engine) -> object:
    sides = [(dict(side.tiles), side.mask, side.duke, list(side.bag), side.kinds) for side in (engine.me, engine.foe)]
    return sides, engine.key, engine.quiet


def test_taking_back_what_was_not_done_is_refused() -> None:
    with pytest.raises(IndexError):
        opening().pop()


@pytest.mark.parametrize("dx", range(-5, 6))
@pytest.mark.parametrize("dy", range(-5, 6))
def test_line_passes_through_the_squares_of_rule_5_1(dx: int, dy: int) -> None:
    assert sorted(crossed(dx, dy)) == sorted(passed((0, 0), (dx, dy)))


def random_state(rng: random.Random, objective: str) -> State:
    """Any tiles anywhere, with terrain and flags; a Duke on each side, or perhaps none where there is no guard."""
    squares = list(SQUARES)
    rng.shuffle(squares)
    kinds = [kind for kind in KINDS if kind != "duke"]
    number = rng.randint(2, 16)
    tiles = [
        Tile(
            squares.pop(), rng.choice("12"), rng.choice([*kinds, "general", "marshall"]), rng.choice(("front", "back"))
        )
        for _tile in range(number)
    ]
    guarded = objective in ("duke", "logistics")
    tiles += [
        Tile(squares.pop(), seat, "duke", rng.choice(("front", "back")))
        for seat in "12"
        if guarded or rng.random() < 0.8
    ]
    mountain = squares.pop() if rng.random() < 0.6 else ""
    fortress = rng.choice([squares.pop(), rng.choice(tiles).square]) if rng.random() < 0.6 else ""
    flags = ["", ""]
    if objective in ("score", "flag"):
        flags = [squares.pop(), squares.pop()]
        for index, seat in enumerate("12"):
            # the own side carries it in `score`, the enemy in `flag`
            carriers = [tile.square for tile in tiles if (tile.seat == seat) == (objective == "score")]
            if carriers and rng.random() < 0.5:
                flags[index] = rng.choice(carriers)
    bags = [tuple(rng.sample(kinds, rng.randint(0, 3))) for _seat in "12"]
    return State(
        objective,
        phase="turn",
        seat=rng.choice("12"),
        tiles=in_order({tile.square: tile for tile in tiles}),
        bags=(bags[0], bags[1]),
        mountain=mountain,
        fortress=fortress,
        flags=(flags[0], flags[1]),
    )


@pytest.mark.parametrize("objective", ["duke", "score", "flag"])
@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_orders_are_those_of_the_literal_rules(objective: str, seed: int) -> None:
    state = random_state(random.Random(seed), objective)
    assert orders(state) == legal(state)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_placing_squares_are_those_of_the_literal_rules(seed: int) -> None:
    state = random_state(random.Random(seed), "duke")
    if "draw" in orders(state):
        drawn = step(state, "draw", 1).state
        assert drawn.phase == "place"
        assert orders(drawn) == legal(drawn) != set()


@pytest.mark.parametrize("objective", ["duke", "logistics", "score", "flag", "dark_rider"])
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_orders_of_whole_games_are_those_of_the_literal_rules(objective: str, seed: int) -> None:
    rng = random.Random(seed)
    terrain = "off" if objective == "dark_rider" else rng.choice(("on", "off"))
    state = started(objective, terrain, terrain)
    for _ply in range(120):
        if state.phase == "over":
            return
        if state.phase in ("turn", "place"):
            assert orders(state) == legal(state)
        sheets = {state.seat: random_sheet(GAME, state, state.seat, rng)}
        state = GAME.resolve(state, sheets, RandomChance(rng), NoAnswers()).state


def test_engine_keys_tell_positions_apart_and_find_them_again() -> None:
    engine = opening()
    moves = engine.legal_moves()
    keys = {engine.key}
    for move in moves:
        engine.push(move)
        keys.add(engine.key)
        engine.pop()
    assert len(keys) == 1 + len(moves)
    assert engine.key == opening().key


DANCE = ("a1-b1", "f6-e6", "b1-b2", "e6-e5", "b2-a2", "e5-f5", "a2-a1", "f5-f6")
"""Both Dukes walk round a square; after four moves each the same side lies up on the same square."""


def test_engine_is_drawn_when_a_position_stands_for_the_third_time() -> None:
    engine = engine_of(position("duke a1", "duke f6"))
    for number, text in enumerate(DANCE * 2):
        assert not engine.is_drawn(), number
        push(engine, text)
    assert engine.is_drawn()
    assert engine.is_over()
    engine.pop()
    assert not engine.is_over()


def push(engine: Engine, text: str) -> None:
    """The move that is written so."""
    engine.push(next(move for move in engine.legal_moves() if move.how == MOVE and written(move) == text))


def written(move: Move) -> str:
    return f"{SQUARES[move.at]}-{SQUARES[move.to]}"


def test_engine_is_drawn_after_a_hundred_quiet_plies() -> None:
    engine = opening()
    engine.quiet = 99
    assert not engine.is_drawn()
    engine.push(engine.legal_moves()[0])
    assert engine.is_drawn()


def test_engine_is_over_when_nothing_can_be_done() -> None:
    assert read_positions(POSITIONS)["random 7"].is_over()
    assert not opening().is_over()
