"""How sheets are carried out, by rule number of RULES.md section 6."""

from __future__ import annotations

import pytest

from games.ice_battle.tests.field import battle, lives, play, told

# 5 and 6.0: paying


def test_extra_defence_is_paid_before_row_1_and_by_half_rounded_up() -> None:
    state = battle("H E1, W C2", "H E8, W G7")
    after = play(state, "C2-C3; C3-C4; +E1 def 5", "G7-G6; G6-G5; +E8 def 6").state
    assert after.points == (95, 95)


def test_extra_defence_takes_the_last_point_and_the_rows_are_free() -> None:
    after = play(battle("H E1, W C2", "H E8, W G7", (1, 0)), "C2-C3; C3-C4; +E1 def 1", "E8 def 1; E8 def 1").state
    assert after.points == (0, 0)
    assert set(lives(after, "R")) == {"E1", "C4"}


def test_extra_defence_holds_in_both_rows() -> None:
    state = battle("H D4, W A1", "H E8, W D5, W C4")
    step = play(state, "A1-A2; A2-A3; +D4 def 3", "D5xD4 3; C4xD4 3")
    assert lives(step.state, "R") == {"D4": 4, "A3": 3}


def test_extra_defence_of_one_who_falls_is_lost_with_him() -> None:
    """The fallen bearer's cell is taken by nobody; his shield helps no other."""
    state = battle("H E1, W D4/1, W D3", "H E8, W D5")
    step = play(state, "E1 def 1; E1 def 1; +D4 def 2", "D5xD4 3; D5 def 1")
    assert lives(step.state, "R") == {"E1": 4, "D3": 3}


# 6.1 Void orders


def test_order_of_the_fallen_is_void_and_free() -> None:
    state = battle("H E1, W D4/1", "H E8, W D5")
    step = play(state, "D4-C4; C4 def 8", "D5xD4 1; D5 def 1")
    assert step.state.points == (100, 98)
    assert "The Russians: “C4 def 8” is void, for its warrior has fallen. It costs nothing." in told(step)


def test_order_after_a_failed_move_is_void_and_never_jumps_to_another() -> None:
    """D4 stays because D5 does; the row-2 order names D5 and finds its warrior on D4."""
    state = battle("H E1, W D4", "H E8, W D5")
    step = play(state, "D4-D5; D5xD6 3", "D5 def 1; E8 def 1")
    assert step.state.points == (100, 98)
    assert "The Russians: “D5xD6 3” is void, for its warrior still stands on D4. It costs nothing." in told(step)


def test_two_archers_shoot_at_once_and_row_2_is_empty() -> None:
    step = play(battle("H E1, A D1, W C2", "H E8, A D8, W F7"), "D1 shot F7", "D8 shot C2")
    assert step.state.points == (95, 95)
    assert lives(step.state, "R") == {"E1": 4, "D1": 3, "C2": 2}
    assert lives(step.state, "T") == {"E8": 4, "D8": 3, "F7": 2}
    assert [text for text in told(step) if text.startswith("Turn")] == ["Turn 1, row 1"]


# 6.2 and 6.5: shields


@pytest.mark.parametrize(("strength", "shield", "left"), [(3, 4, 3), (3, 3, 3), (4, 3, 2), (1, 1, 3), (9, 1, 2)])
def test_blow_takes_one_life_only_if_it_is_stronger(strength: int, shield: int, left: int) -> None:
    state = battle("H E1, W D4", "H E8, W D5")
    after = play(state, f"D4xD5 {strength}; E1 def 1", f"D5 def {shield}; E8 def 1").state
    assert lives(after, "T") == {"E8": 4, "D5": left}


def test_row_defence_holds_in_its_row_alone() -> None:
    state = battle("H E1, W D4", "H E8, W D5")
    after = play(state, "D4xD5 2; D4xD5 2", "D5 def 2; E8 def 1").state
    assert lives(after, "T") == {"E8": 4, "D5": 2}


@pytest.mark.parametrize(("shield", "left"), [(4, 2), (5, 3)])
def test_shot_has_strength_5(shield: int, left: int) -> None:
    after = play(battle("H E1, A D1", "H E8, W F7"), "D1 shot F7", f"F7 def {shield}; E8 def 1").state
    assert lives(after, "T") == {"E8": 4, "F7": left}


# 6.3 and 6.6: targets and their price


def test_blow_at_an_empty_cell_is_free() -> None:
    step = play(battle("H E1, W D4", "H E8, W G7"), "D4xD5 9; E1 def 1", "G7-G6; G6-G5")
    assert step.state.points == (99, 98)
    assert "The Russians: the blow at D5 meets no enemy and costs nothing." in told(step)


def test_blow_at_ones_own_who_did_not_leave_is_free_and_harmless() -> None:
    """C4 should have left for C5, which is held; the blow at C4 finds a friend."""
    state = battle("H E1, W C4, W D4", "H E8, W C5")
    after = play(state, "C4-C5; D4xC4 6", "C5 def 1; C5 def 1").state
    assert after.points == (100, 98)
    assert lives(after, "R") == {"E1": 4, "C4": 3, "D4": 3}


def test_blow_that_is_held_is_paid_in_full() -> None:
    after = play(battle("H E1, W D4", "H E8, W D5"), "D4xD5 4; E1 def 1", "D5 def 8; E8 def 1").state
    assert after.points == (95, 95)


@pytest.mark.parametrize(("strength", "cost"), [(1, 1), (2, 1), (3, 2), (4, 2), (7, 4)])
def test_defence_costs_half_rounded_up_even_untested(strength: int, cost: int) -> None:
    after = play(battle("H E1", "H E8"), f"E1 def {strength}; E1-E2", "E8 def 1; E8 def 1").state
    assert after.points == (100 - cost - 1, 98)


# 6.4 Duels


@pytest.mark.parametrize(
    ("russian", "teuton", "left"), [(3, 2, (3, 2)), (2, 3, (2, 3)), (2, 2, (2, 2)), (9, 1, (3, 2))]
)
def test_duel_costs_the_weaker_a_life_and_equals_one_each(russian: int, teuton: int, left: tuple[int, int]) -> None:
    state = battle("H E1, W D4", "H E8, W D5")
    after = play(state, f"D4xD5 {russian}; E1 def 1", f"D5xD4 {teuton}; E8 def 1").state
    assert (lives(after, "R")["D4"], lives(after, "T")["D5"]) == left
    assert after.points == (99 - russian, 99 - teuton)


def test_blows_without_mutual_aim_are_settled_alone() -> None:
    """R strikes T, T strikes a third: both hit, however strong the other is."""
    state = battle("H E1, W D4, W E5", "H E8, W D5")
    after = play(state, "D4xD5 1; E1 def 1", "D5xE5 9; E8 def 1").state
    assert lives(after, "T") == {"E8": 4, "D5": 2}
    assert lives(after, "R") == {"E1": 4, "D4": 3, "E5": 2}


def test_shot_and_blow_at_the_archer_are_no_duel() -> None:
    state = battle("H E1, A D4", "H E8, W D5")
    after = play(state, "D4 shot D5", "D5xD4 9; E8 def 1").state
    assert lives(after, "T") == {"E8": 4, "D5": 2}
    assert lives(after, "R") == {"E1": 4, "D4": 2}


# 6.7 Falling


def test_both_who_fall_leave_together() -> None:
    state = battle("H E1, W D4/1", "H E8, W D5/1")
    step = play(state, "D4xD5 2; E1 def 1", "D5xD4 2; E8 def 1")
    assert set(lives(step.state, "R")) == {"E1"}
    assert set(lives(step.state, "T")) == {"E8"}
    assert "Russian soldier D4 loses the last life and leaves the board." in told(step)


def test_move_of_the_fallen_is_dropped_and_frees_the_cell() -> None:
    """T's mover falls in the row in which R would walk through its cell."""
    state = battle("H E1, W D4, A B4", "H E8, W D5/1, W G7")
    after = play(state, "B4 shot D5", "D5-D6; G7-G6").state
    assert (after.points, set(lives(after, "T"))) == ((95, 99), {"E8", "G6"})


# 6.8 Moves


MOVES = {
    "a long way is free": ("W D4", "W G7", "D4-D7", "G7-G6", "D7", "G6"),
    "a friend is in the way": ("W D4, W D5", "W G7", "D4-D6", "G7-G6", "D4", "G6"),
    "an enemy is in the way": ("W D4", "W D5, W G7", "D4-D6", "G7-G6", "D4", "G6"),
    "an enemy is at the end": ("W D4", "W D5, W G7", "D4-D5", "G7-G6", "D4", "G6"),
    "a leaving enemy is in the way": ("W D4", "W D5", "D4-D6", "D5-E5", "D4", "E5"),
    "the end is left": ("W D4", "W D5", "D4-D5", "D5-E5", "D5", "E5"),
    "the end is left straight ahead": ("W D4", "W D5", "D4-D5", "D5-D6", "D5", "D6"),
    "the end is not left, the other is blocked": ("W D4", "W D5, W E5", "D4-D5", "D5-F5", "D4", "D5"),
    "both to one cell": ("W D4", "W E5", "D4-E4", "E5-E4", "D4", "E5"),
    "both to one cell from afar": ("W D1", "W G4", "D1-D4", "G4-D4", "D1", "G4"),
    "one cell, but one cannot get there": ("W D4", "W D6, W D7", "D4-D5", "D7-D5", "D5", "D7"),
    "swap": ("W D4", "W D5", "D4-D5", "D5-D4", "D4", "D5"),
    "swap over two cells": ("W D4", "W D6", "D4-D6", "D6-D4", "D4", "D6"),
    "crossing": ("W D3", "W D6", "D3-D5", "D6-D4", "D3", "D6"),
    "crossing along a rank": ("W B4", "W E4", "B4-D4", "E4-C4", "B4", "E4"),
    "crossing into the cell where the other began": ("W D3", "W D5", "D3-D5", "D5-D4", "D3", "D5"),
    "crossing, one from far behind": ("W D2", "W D3", "D2-D3", "D3-D1", "D2", "D3"),
    "one beside the other's way": ("W D3", "W E4", "D3-D5", "E4-D4", "D5", "D4"),
    "towards each other, short of meeting": ("W D3", "W D6", "D3-D4", "D6-D5", "D4", "D5"),
    "side by side": ("W D3", "W E6", "D3-D6", "E6-E3", "D6", "E3"),
    "ways cross at a right angle": ("W D3", "W C4", "D3-D5", "C4-E4", "D5", "E4"),
    "away from each other": ("W D4", "W D5", "D4-D2", "D5-D7", "D2", "D7"),
    "after one another": ("W D3", "W D5", "D3-D5", "D5-D8", "D5", "D8"),
}


@pytest.mark.parametrize(("russian", "teuton", "r_move", "t_move", "r_cell", "t_cell"), MOVES.values(), ids=MOVES)
def test_moves_of_one_row(russian: str, teuton: str, r_move: str, t_move: str, r_cell: str, t_cell: str) -> None:
    step = play(battle(f"H A1, {russian}", f"H H8, {teuton}"), f"{r_move}; A1 def 1", f"{t_move}; H8 def 1")
    where = {warrior.name: warrior.cell for warrior in step.state.warriors}
    names = {warrior.cell: warrior.name for warrior in battle(f"H A1, {russian}", f"H H8, {teuton}").warriors}
    assert (where[names[r_move[:2]]], where[names[t_move[:2]]]) == (r_cell, t_cell)
    prices = {1: 1, 2: 3, 3: 5}
    paid = [
        prices[abs(ord(move[0]) - ord(move[3])) + abs(int(move[1]) - int(move[4]))] if move[3:] == cell else 0
        for move, cell in ((r_move, r_cell), (t_move, t_cell))
    ]
    assert step.state.points == (99 - paid[0], 99 - paid[1])


def test_mover_is_hit_on_the_cell_it_leaves_and_never_on_the_one_it_reaches() -> None:
    state = battle("H E1, W D4", "H E8, W D5")
    assert lives(play(state, "D4xD5 1; E1 def 1", "D5-D6; E8 def 1").state, "T") == {"E8": 4, "D6": 2}
    state = battle("H E1, W D4", "H E8, W E5")
    assert lives(play(state, "D4xD5 1; E1 def 1", "E5-D5; E8 def 1").state, "T") == {"E8": 4, "D5": 3}


def test_killer_moves_into_the_cell_of_the_fallen_in_the_next_row() -> None:
    state = battle("H E1, W D4", "H E8, W D5/1")
    assert set(lives(play(state, "D4xD5 1; D4-D5", "D5 def 1; E8 def 1").state, "R")) == {"E1", "D4"}
    assert set(lives(play(state, "D4xD5 2; D4-D5", "D5 def 1; E8 def 1").state, "R")) == {"E1", "D5"}


# The story


def test_story_tells_each_row_with_its_scenes() -> None:
    step = play(battle("H E1, W D4", "H E8, W D5"), "D4xD5 3; E1-E2", "D5 def 2; D5-D6")
    assert told(step) == [
        "Turn 1, row 1",
        "Russian soldier D4 strikes at D5 with strength 3.",
        "Teuton soldier D5 defends with strength 2.",
        "Teuton soldier D5 is hit: strength 3 beats defence 2.",
        "Teuton soldier D5 loses a life. Lives left: 2.",
        "The Russians pay 3. Points left: 97.",
        "The Teutons pay 1. Points left: 99.",
        "Turn 1, row 2",
        "Nevsky E1 sets out for E2.",
        "Teuton soldier D5 sets out for D6.",
        "Nevsky goes from E1 to E2.",
        "The Russians pay 1. Points left: 96.",
        "Teuton soldier goes from D5 to D6.",
        "The Teutons pay 1. Points left: 98.",
    ]
    assert [event.scene for event in step.events] == [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2]
    assert [lives(scene, "T") for scene in step.scenes] == [
        {"E8": 4, "D5": 3},
        {"E8": 4, "D5": 2},
        {"E8": 4, "D6": 2},
    ]
    assert step.scenes[-1].warriors == step.state.warriors
    assert all(event.to == () for event in step.events)
