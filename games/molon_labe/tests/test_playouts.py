"""Whole wars by random players, for each number of them. RULES.md 1 to 8."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.answers import RecordedAnswers
from games.chance import RandomChance, RecordedChance
from games.molon_labe import GAME
from games.molon_labe.atlas import CITIES, KINGDOM_OF
from games.molon_labe.position import SEASONS, State, View
from games.molon_labe.tests.field import Lists
from games.playing import playout, random_sheet, replay

LISTS = ("", "go all", "g1 go; stop romans", "go greeks; g2 stop; g3 go romans", "go all; g4 stop")


def check(state: State) -> None:
    """What holds in every position while a seat is to act."""
    places = Counter(general.city for general in state.generals if general.city)
    assert places.keys() <= CITIES
    own = state.own(state.kingdom)
    assert len(own) == sum(general.kingdom == state.kingdom and bool(general.city) for general in state.generals)
    foes = state.foes(state.kingdom)
    assert len(own) + len(foes) == places.total()
    if not state.parts:
        assert not own.keys() & foes.keys()
    for general in state.generals:
        assert 1 <= general.level <= 4
        assert general.city or general.free_from <= state.season + 1
    for kingdom in state.kingdoms:
        standing = sum(floors for city, floors in state.floors.items() if KINGDOM_OF[city] == kingdom)
        razed = sum(player.taken.get(kingdom, 0) for player in state.players)
        assert standing + razed == 9


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32), points_win=st.sampled_from(["off", "on"]))
def test_random_war_ends_by_the_last_winter(players: int, seed: int, points_win: str) -> None:
    rng = random.Random(seed)
    seats = "ABCDEF"[:players]
    given = {seat: rng.choice(LISTS) for seat in seats}
    state = GAME.setup(seats, {"points_win": points_win}, RandomChance(rng)).state
    while state.phase != "over":
        seat = state.active
        assert GAME.phase(state).to_act == (seat,)
        sheet = random_sheet(GAME, state, seat, rng)
        chance, lists = RandomChance(rng), Lists(**given)
        step = GAME.resolve(state, {seat: sheet}, chance, lists)
        again = GAME.resolve(state, {seat: sheet}, RecordedChance(chance.draws), RecordedAnswers(lists.given))
        assert again == step
        for scene in (*step.scenes, step.state):
            assert msgspec.json.decode(msgspec.json.encode(scene), type=State) == scene
        view = GAME.view(step.state, seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
        if step.state.phase == "turn":
            check(step.state)
        state = step.state
    assert state.season < SEASONS
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.ranks.keys() == set(seats)
    assert min(outcome.ranks.values()) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_log_replays_to_the_identical_position(players: int) -> None:
    played = playout(GAME, players, {}, random.Random(players), 5000)
    assert played.outcome is not None
    assert replay(GAME, played.seats, played.options, played.log)[-1].state == played.state


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_seats_that_leave_at_any_moment_let_the_others_play_on(seed: int) -> None:
    rng = random.Random(seed)
    seats = "ABCDEF"[: rng.randint(2, 6)]
    state = GAME.setup(seats, {}, RandomChance(rng)).state
    while state.phase != "over":
        if rng.random() < 0.05:
            leaver = rng.choice(state.playing).seat
            share = GAME.phase(state).share
            after = GAME.retire(state, leaver, RandomChance(rng)).state
            assert leaver not in GAME.phase(after).to_act
            if after.active == state.active and after.phase == state.phase:
                assert GAME.phase(after).share >= share
        else:
            sheet = random_sheet(GAME, state, state.active, rng)
            after = GAME.resolve(state, {state.active: sheet}, RandomChance(rng), Lists()).state
        assert bool(GAME.phase(after).to_act) == (GAME.outcome(after) is None)
        state = after
    outcome = GAME.outcome(state)
    assert outcome is not None
    left = {player.seat for player in state.players if player.has_left}
    assert {outcome.ranks[seat] for seat in left} <= {len(seats) - len(left) + 1}
