"""Turns worked out by hand, from the sheets to the board after them."""

import pytest

from games.contract import Illegal
from games.ice_battle.tests.field import army, battle, play, read

R, T = "H E1, A D1", "H E8, A D8"

TURNS = {
    "1 plain moves": (
        f"{R}, W C2", f"{T}, W F7", (100, 100),
        "C2-C4; C4-D4", "F7-F6; F6-F5",
        f"{R}, W D4", f"{T}, W F5", (96, 98),
    ),
    "2 both to one cell": (
        f"{R}, W D4", f"{T}, W D6", (100, 100),
        "D4-D5; D1-C1", "D6-D5; E8 def 1",
        "H E1, A C1, W D4", f"{T}, W D6", (99, 99),
    ),
    "3 swap": (
        f"{R}, W D4", f"{T}, W D5", (100, 100),
        "D4-D5; D5-D6", "D5-D4; E8 def 1",
        f"{R}, W D4", f"{T}, W D5", (100, 99),
    ),
    "4 crossing": (
        f"{R}, W D3", f"{T}, W D6", (100, 100),
        "D3-D5; E1 def 1", "D6-D4; E8 def 1",
        f"{R}, W D3", f"{T}, W D6", (99, 99),
    ),
    "5 into a cell that is left": (
        f"{R}, W D4", f"{T}, W D5", (100, 100),
        "D4-D5; E1 def 1", "D5-E5; E8 def 1",
        f"{R}, W D5", f"{T}, W E5", (98, 98),
    ),
    "6 duel, then a blow at a defence": (
        f"{R}, W D4", f"{T}, W D5", (100, 100),
        "D4xD5 3; D4 def 2", "D5xD4 2; D5xD4 3",
        f"{R}, W D4/2", f"{T}, W D5/2", (96, 95),
    ),
    "7 equal duel": (
        f"{R}, W D4", f"{T}, W D5", (100, 100),
        "D4xD5 2; E1 def 1", "D5xD4 2; E8 def 1",
        f"{R}, W D4/2", f"{T}, W D5/2", (97, 97),
    ),
    "8 defence held, then broken": (
        f"{R}, W D4", f"{T}, W D5", (100, 100),
        "D4xD5 3; D4xD5 4", "D5 def 3; D5 def 3",
        f"{R}, W D4", f"{T}, W D5/2", (93, 96),
    ),
    "9 hit before leaving": (
        f"{R}, W D4", f"{T}, W D5", (100, 100),
        "D4xD5 2; D4xD5 2", "D5-E5; E5-E4",
        f"{R}, W D4", f"{T}, W E4/2", (98, 98),
    ),
    "10 fallen before leaving": (
        f"{R}, W D4", f"{T}, W D5/1, W G7", (100, 100),
        "D4xD5 1; D4-D5", "D5-D6; G7-G6",
        f"{R}, W D5", f"{T}, W G6", (98, 99),
    ),
    "11 air, then a hit on arrival": (
        f"{R}, W D4", f"{T}, W E5, W G7", (100, 100),
        "D4xD5 2; D4xD5 2", "E5-D5; G7-G6",
        f"{R}, W D4", f"{T}, W D5/2, W G6", (98, 98),
    ),
    "12 shot before the move": (
        f"{R}, W C2", f"{T}, W F7, W G7", (100, 100),
        "D1 shot F7", "F7-F6; G7-G6; +E8 def 4",
        f"{R}, W C2", f"{T}, W F6/2, W G6", (95, 96),
    ),
    "12 shot at an extra defence": (
        f"{R}, W C2", f"{T}, W F7, W G7", (100, 100),
        "D1 shot F7", "F7-F6; G7-G6; +F7 def 5",
        f"{R}, W C2", f"{T}, W F6, W G6", (95, 95),
    ),
    "13 extra defence goes with its bearer": (
        f"{R}, W D4", f"{T}, W D5, W C5", (100, 100),
        "D4-C4; E1 def 1; +D4 def 3", "D5xD4 2; C5xC4 5",
        f"{R}, W C4/2", f"{T}, W D5, W C5", (96, 93),
    ),
    "14 to the last point": (
        f"{R}, W D4", f"{T}, W D5, W G7", (1, 5),
        "D4xD5 1; D4-E4", "G7-G5; D5xD4 2",
        f"{R}, W E4/2", f"{T}, W D5/2, W G5", (0, 0),
    ),
    "18 no mutual aim": (
        f"{R}, W D4, W E5", f"{T}, W D5", (100, 100),
        "D4xD5 1; E1 def 1", "D5xE5 3; E8 def 1",
        f"{R}, W D4, W E5/2", f"{T}, W D5/2", (98, 96),
    ),
    "19 void after a failed move": (
        f"{R}, W D4", f"{T}, W D6, W E5", (100, 100),
        "D4-D5; D5xE5 4", "D6-D5; E5 def 1",
        f"{R}, W D4", f"{T}, W D6, W E5", (100, 99),
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("russians", "teutons", "points", "sheet_r", "sheet_t", "russians_after", "teutons_after", "points_after"),
    TURNS.values(),
    ids=TURNS,
)
def test_turn_leaves_the_board_as_worked_out(
    russians: str,
    teutons: str,
    points: tuple[int, int],
    sheet_r: str,
    sheet_t: str,
    russians_after: str,
    teutons_after: str,
    points_after: tuple[int, int],
) -> None:
    state = play(battle(russians, teutons, points), sheet_r, sheet_t).state
    placed = [{(w.kind, w.cell, w.lives) for w in state.army(side)} for side in "RT"]
    wanted = [{(w.kind, w.cell, w.lives) for w in army(side, text)}
              for side, text in (("R", russians_after), ("T", teutons_after))]  # fmt: skip
    assert placed == wanted
    assert state.points == points_after
    assert (state.phase, state.turn) == ("orders", 2)


def test_sheet_beyond_the_account_is_refused_as_in_example_15() -> None:
    state = battle(f"{R}, W D4", f"{T}, W D5", (5, 100))
    with pytest.raises(Illegal) as refused:
        read(state, "R", "D4xD5 4\nD4xD5 2")
    assert refused.value.line == 2
    assert str(refused.value) == "This needs 2 points; after row 1 you have 1."
    assert len(read(state, "R", "D4xD5 4\nD4xD5 1")) == 2


def test_both_heroes_fall_as_in_example_16() -> None:
    state = battle("H D4/1, A A1, W B1", "H D5/1, A H8, W G8", (50, 50))
    after = play(state, "D4xD5 2; B1-B2", "D5xD4 2; G8-G7").state
    assert (after.phase, after.how, after.winner) == ("over", "both_heroes", "")
    assert after.points == (48, 48)
    assert {warrior.cell for warrior in after.warriors} == {"A1", "B1", "H8", "G8"}


def test_hero_alone_fights_on_as_in_example_17() -> None:
    state = battle(f"{R}, W D4", "H E8, W D5/1", (50, 50))
    after = play(state, "D4xD5 2; E1 def 1", "D5 def 1; D5-D6").state
    assert (after.phase, after.points) == ("orders", (47, 49))
    assert [warrior.name for warrior in after.army("T")] == ["TH"]


def test_hero_alone_loses_by_the_option_as_in_example_17() -> None:
    state = battle(f"{R}, W D4", "H E8, W D5/1", (50, 50), lone_hero="loses")
    after = play(state, "D4xD5 2; E1 def 1", "D5 def 1; D5-D6").state
    assert (after.phase, after.how, after.winner, after.points) == ("over", "lone_hero", "R", (48, 49))
