"""Random turns, played by the rules and by the literal ones beside them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.answers import NoAnswers
from games.chance import ScriptedChance
from games.ice_battle import GAME
from games.ice_battle.position import CELLS, LIVES, State, Warrior
from games.ice_battle.tests.reference import Battle, cell
from games.playing import random_sheet


def melee(rng: random.Random, lone_hero: str) -> State:
    """Up to six warriors a side, close together so that they meet, with any lives and few or many points."""
    file, rank = rng.randint(0, 4), rng.randint(0, 4)
    near = [name for name in CELLS if file <= cell(name)[0] < file + 4 and rank < cell(name)[1] <= rank + 4]
    rng.shuffle(near)
    warriors = []
    for side in "RT":
        for number, kind in enumerate("HAWWWW"):
            if kind == "H" or rng.random() < 0.6:
                name = f"{side}{kind}{number - 1 if kind == 'W' else ''}"
                warriors.append(Warrior(name, side, kind, near.pop(), rng.randint(1, LIVES[kind])))
    points = rng.choice([(0, 0), (1, 6), (rng.randint(0, 12), rng.randint(0, 12)), (100, 100)])
    return State("orders", rng.randint(1, 29), points, tuple(warriors), lone_hero)


@pytest.mark.parametrize("lone_hero", ["fights", "loses"])
@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_turn_ends_as_by_the_literal_rules(lone_hero: str, seed: int) -> None:
    rng = random.Random(seed)
    state = melee(rng, lone_hero)
    sheets = {side: random_sheet(GAME, state, side, rng) for side in "RT"}
    after = GAME.resolve(state, sheets, ScriptedChance(), NoAnswers()).state
    battle = Battle(state, dict(sheets))
    ours = {(w.side, w.kind, cell(w.cell), w.lives) for w in after.warriors}
    assert ours == {(w["side"], w["kind"], w["at"], w["lives"]) for w in battle.warriors}
    assert after.points == (battle.points["R"], battle.points["T"])
    assert (after.phase == "over") == battle.over
