"""The end of the game, absence and what is open to all: RULES.md 7 and 8, and their rulings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.answers import NoAnswers
from games.chance import ScriptedChance
from games.contract import BadOptions, Outcome
from games.ice_battle import GAME
from games.ice_battle.position import State
from games.ice_battle.tests.field import battle, lives, play, told

WAIT_R, WAIT_T = "E1 def 1; E1 def 1", "E8 def 1; E8 def 1"


def ended(state: State) -> tuple[str, dict[str, int], str]:
    """How it ended, the ranks, and the sentence."""
    outcome = GAME.outcome(state)
    assert isinstance(outcome, Outcome)
    return outcome.how, dict(outcome.ranks), str(outcome.sentence)


# 7.1 The hero


def test_side_without_its_hero_has_lost() -> None:
    step = play(battle("H E1, W E7", "H E8/1, A D8, W G7"), "E7xE8 2; E1 def 1", "G7-G6; E8 def 1")
    assert ended(step.state) == ("hero", {"R": 1, "T": 2}, "The Master has fallen. The Russians win.")
    assert GAME.phase(step.state).to_act == ()
    assert told(step)[-1] == "The Master has fallen. The Russians win."


def test_row_2_is_not_played_after_the_end() -> None:
    step = play(battle("H E1/1, W C2", "H E8, W E2"), "C2-C3; C3-C4", "E2xE1 2; E8 def 9")
    assert ended(step.state)[:2] == ("hero", {"R": 2, "T": 1})
    assert set(lives(step.state, "R")) == {"C3"}
    assert step.state.points == (99, 98)
    assert step.state.turn == 1


def test_hero_who_falls_in_row_2_ends_the_turn_too() -> None:
    state = play(battle("H E1/2, W C2", "H E8, W E2"), "C2-C3; C3-C4", "E2xE1 2; E2xE1 2").state
    assert ended(state)[0] == "hero"


# 7.2 The lone hero (R17)


def test_lone_hero_option_defaults_to_fights() -> None:
    assert GAME.setup(("R", "T"), {}, ScriptedChance()).state.lone_hero == "fights"
    assert GAME.setup(("R", "T"), {"lone_hero": "loses"}, ScriptedChance()).state.lone_hero == "loses"


@pytest.mark.parametrize("options", [{"lone_hero": "sleeps"}, {"fog": "yes"}])
def test_unknown_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(BadOptions):
        GAME.setup(("R", "T"), options, ScriptedChance())


def test_lone_hero_loses_only_by_the_option() -> None:
    for option, phase in (("fights", "orders"), ("loses", "over")):
        state = battle("H E1, W D4", "H E8, A D5/1", lone_hero=option)
        assert play(state, "D4xD5 1; E1 def 1", "E8 def 1; E8 def 1").state.phase == phase


def test_hero_with_one_companion_fights_on_under_the_option() -> None:
    state = battle("H E1, W D4", "H E8, A D5/1, W G7", lone_hero="loses")
    assert play(state, "D4xD5 1; E1 def 1", WAIT_T).state.phase == "orders"


def test_hero_who_falls_with_the_last_companions_alive_is_told_as_such() -> None:
    state = battle("H E1, W E7", "H E8/1, W G7", lone_hero="loses")
    assert ended(play(state, "E7xE8 2; E1 def 1", WAIT_T).state)[0] == "hero"


def test_lone_hero_is_told() -> None:
    state = battle("H E1, W D4", "H E8, W D5/1", lone_hero="loses")
    how = ended(play(state, "D4xD5 1; E1 def 1", WAIT_T).state)
    assert how == ("lone_hero", {"R": 1, "T": 2}, "The Master is alone on the ice. The Russians win.")


# 7.3 Both at once (R18)


def test_both_heroes_fallen_in_one_row_is_a_draw() -> None:
    state = battle("H D4/1, W A1", "H D5/1, W H8")
    how = ended(play(state, "D4xD5 2; A1-A2", "D5xD4 2; H8-H7").state)
    assert how == ("both_heroes", {"R": 1, "T": 1}, "Both heroes have fallen at once. The battle is a draw.")


def test_heroes_fallen_in_different_rows_are_no_draw() -> None:
    state = battle("H D4/1, W E5", "H D5/1, W C4")
    after = play(state, "D4xD5 2; D4xD5 2", "C4xD4 2; D5xE5 1").state
    assert ended(after)[:2] == ("both_heroes", {"R": 1, "T": 1})
    after = play(state, "E5-E6; D4xD5 2", "C4xD4 2; D5xD4 2").state
    assert ended(after)[:2] == ("hero", {"R": 2, "T": 1})


def test_one_hero_fallen_and_the_other_left_alone_is_a_draw_under_the_option() -> None:
    state = battle("H E1, W D4/1", "H E8/1, A A8, W C4", lone_hero="loses")
    state = replace(state, warriors=tuple(replace(w, cell="D5") if w.name == "TH" else w for w in state.warriors))
    how = ended(play(state, "D4xD5 1; E1 def 1", "C4xD4 2; A8-A7").state)
    assert how == ("both_lost", {"R": 1, "T": 1}, "Both sides have lost at once. The battle is a draw.")


# 7.4 Thirty turns (R19)


@pytest.mark.parametrize(
    ("russians", "teutons", "points", "how"),
    [
        ("H E1", "H E8/3", (10, 90),
         ("lives", {"R": 1, "T": 2}, "The last turn is over. Lives: Russians 4, Teutons 3. The Russians win.")),
        ("H E1/2, W C2/1", "H E8/3, W G7/1", (90, 10),
         ("lives", {"R": 2, "T": 1}, "The last turn is over. Lives: Russians 3, Teutons 4. The Teutons win.")),
        ("H E1", "H E8", (10, 11),
         ("points", {"R": 2, "T": 1},
          "The last turn is over with equal lives. Points: Russians 8, Teutons 9. The Teutons win.")),
        ("H E1/1, W C2/3", "H E8/4", (11, 10),
         ("points", {"R": 1, "T": 2},
          "The last turn is over with equal lives. Points: Russians 9, Teutons 8. The Russians win.")),
        ("H E1", "H E8", (10, 10),
         ("equal", {"R": 1, "T": 1}, "The last turn is over with equal lives and points. The battle is a draw.")),
    ],
)  # fmt: skip
def test_after_turn_30_lives_then_points_decide(
    russians: str, teutons: str, points: tuple[int, int], how: tuple[str, dict[str, int], str]
) -> None:
    after = play(battle(russians, teutons, points, turn=30), WAIT_R, WAIT_T).state
    assert ended(after) == how
    assert after.turn == 30


def test_turn_29_is_followed_by_turn_30() -> None:
    after = play(battle("H E1", "H E8", turn=29), WAIT_R, WAIT_T).state
    assert (after.phase, after.turn) == ("orders", 30)
    assert GAME.outcome(after) is None


def test_hero_who_falls_in_turn_30_decides_before_the_lives() -> None:
    state = battle("H E1, W E7/1", "H E8/1, A D8, W G7, W H7", turn=30)
    assert ended(play(state, "E7xE8 2; E1 def 1", WAIT_T).state)[:2] == ("hero", {"R": 1, "T": 2})


# 7.5 Leaving


@pytest.mark.parametrize("state", [State(), battle("H E1", "H E8", turn=12)])
def test_side_that_leaves_has_lost_at_once(state: State) -> None:
    step = GAME.retire(state, "R", ScriptedChance())
    assert ended(step.state) == ("retired", {"R": 2, "T": 1}, "The Russians leave the field. The Teutons win.")
    assert (step.state.turn, step.state.warriors) == (state.turn, state.warriors)
    assert told(step) == ["The Russians leave the field. The Teutons win."]


def test_leaving_after_the_end_changes_nothing() -> None:
    over = GAME.retire(battle("H E1", "H E8"), "R", ScriptedChance()).state
    assert GAME.retire(over, "T", ScriptedChance()).state == over


# 8 Absence (R20) and what is open to all


@pytest.mark.parametrize(
    ("seat", "layout"),
    [("R", "set H E1; A D1; W C2 D2 E2 F2"), ("T", "set H E8; A D8; W C7 D7 E7 F7")],
)
def test_absent_side_is_lined_up_by_default(seat: str, layout: str) -> None:
    orders = GAME.default_orders(State(), seat)
    assert orders is not None
    assert GAME.write(orders) == layout
    assert GAME.read(State(), seat, layout) == orders


@pytest.mark.parametrize(("points", "sheet"), [(100, 2), (4, 2), (3, 1), (0, 1)])
def test_absent_side_defends_its_hero(points: int, sheet: int) -> None:
    state = battle("H C3, A D1, W C2", "H E8", (points, 50))
    orders = GAME.default_orders(state, "R")
    assert orders is not None
    assert GAME.write(orders) == f"C3 def {sheet}\nC3 def {sheet}"
    assert GAME.read(state, "R", GAME.write(orders)) == orders
    after = GAME.resolve(state, {"R": orders, "T": GAME.read(state, "T", WAIT_T)}, ScriptedChance(), NoAnswers())
    assert after.state.points == (max(points - 2, 0), 48)


def test_no_orders_are_assumed_after_the_end() -> None:
    assert GAME.default_orders(GAME.retire(State(), "R", ScriptedChance()).state, "T") is None


def test_everybody_sees_the_same_board() -> None:
    state = battle("H E1, W C2/1", "H E8", (40, 50), turn=7)
    views = [GAME.view(state, seat) for seat in ("R", "T", None)]
    assert [view.seat for view in views] == ["R", "T", None]
    assert {replace(view, seat=None) for view in views} == {views[2]}
    assert (views[2].warriors, views[2].points, views[2].turn) == (state.warriors, (40, 50), 7)


def test_points_of_both_sides_stand_beside_the_board() -> None:
    state = battle("H E1, W C2", "H E8", (40, 50), turn=7)
    for seat in ("R", "T", None):
        board = GAME.draw(GAME.view(state, seat))
        assert [str(note) for note in board.notes] == ["Action points: Russians 40, Teutons 50. Turn 7 of 30."]
    assert GAME.draw(GAME.view(State(), "R")).notes == ()


@pytest.mark.parametrize(
    ("state", "name", "to_act", "period"),
    [(State(), "setup", ("R", "T"), 0), (battle("H E1", "H E8", turn=7), "orders", ("R", "T"), 7)],
)
def test_both_owe_sealed_sheets_in_every_phase(state: State, name: str, to_act: tuple[str, ...], period: int) -> None:
    phase = GAME.phase(state)
    assert (phase.name, phase.to_act, phase.sealed, phase.period) == (name, to_act, True, period)
