"""Layouts and order sheets: what is accepted and what is refused, by rule number of RULES.md."""

from __future__ import annotations

import pytest

from games.answers import NoAnswers
from games.chance import ScriptedChance
from games.contract import OrderError
from games.ice_battle import GAME
from games.ice_battle.position import Order, State
from games.ice_battle.sheet import most_extra
from games.ice_battle.tests.field import battle, lives, read

LAYOUT = "set H E1; A D1; W C2 D2 E2 F2"
FIELD = battle("H E1, A D1, W C2, W D4", "H E8, A D8, W D5, W F7")


def refused(state: State, text: str, seat: str = "R") -> str:
    """The reason why a text is refused."""
    with pytest.raises(OrderError) as caught:
        read(state, seat, text)
    return str(caught.value)


# 2 Lining up


def test_layout_places_six_warriors_and_opens_turn_1() -> None:
    state = State()
    sheets = {"R": read(state, "R", LAYOUT), "T": read(state, "T", "set H A8; A H7; W A7 B7 C8 D8")}
    begun = GAME.resolve(state, sheets, ScriptedChance(), NoAnswers()).state
    assert (begun.phase, begun.turn, begun.points) == ("orders", 1, (100, 100))
    assert lives(begun, "R") == {"E1": 4, "D1": 3, "C2": 3, "D2": 3, "E2": 3, "F2": 3}
    assert lives(begun, "T") == {"A8": 4, "H7": 3, "A7": 3, "B7": 3, "C8": 3, "D8": 3}


def test_layout_stays_on_the_home_ranks() -> None:
    assert refused(State(), "set H E3") == "E3 is not yours to set up on. Your cells are A1 to H2."
    assert refused(State(), "set H E6", "T") == "E6 is not yours to set up on. Your cells are A7 to H8."
    for cell in ("A1", "H1", "A2", "H2"):
        assert read(State(), "R", f"set H {cell}") == [Order("place", "H", cell)]
    for cell in ("A8", "H8", "A7", "H7"):
        assert read(State(), "T", f"set W {cell}") == [Order("place", "W", cell)]


def test_layout_needs_different_cells() -> None:
    assert refused(State(), "set H E1; A E1") == "E1 is taken already. Each warrior needs a cell of its own."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("set H E1 D1", "Nevsky: all of that kind are placed already."),
        ("set A E1 D1", "Russian archer: all of that kind are placed already."),
        ("set W A1 B1 C1 D1 E1", "Russian soldier: all of that kind are placed already."),
    ],
)
def test_layout_has_one_hero_one_archer_four_soldiers(text: str, reason: str) -> None:
    assert refused(State(), text) == reason


@pytest.mark.parametrize("count", range(6))
def test_layout_is_filed_only_when_complete(count: int) -> None:
    layout = read(State(), "R", LAYOUT)
    assert not GAME.legal_orders(State(), "R", layout[:count]).may_file
    assert GAME.legal_orders(State(), "R", layout).may_file
    assert GAME.legal_orders(State(), "R", layout).entries == ()


def test_actions_wait_for_the_layout_and_placements_come_before_the_battle() -> None:
    move, place = Order("move", "C2", "C3"), Order("place", "H", "E1")
    assert GAME.refusal(State(), "R", move) is not None
    assert GAME.refusal(State(), "R", place) is None
    assert GAME.refusal(FIELD, "R", move) is None
    assert GAME.refusal(FIELD, "R", place) is not None


# 4.1 Two actions, or one shot; an extra defence as the last line


@pytest.mark.parametrize(
    ("text", "may_file"),
    [
        ("", False),
        ("C2-C3", False),
        ("C2-C3; C3-C4", True),
        ("C2-C3; C3-C4; +E1 def 1", True),
        ("D1 shot F7", True),
        ("D1 shot F7; +E1 def 2", True),
    ],
)
def test_sheet_is_filed_with_two_rows_or_a_shot(text: str, may_file: bool) -> None:
    assert GAME.legal_orders(FIELD, "R", read(FIELD, "R", text)).may_file == may_file


def test_third_action_is_refused() -> None:
    assert refused(FIELD, "C2-C3; C3-C4; D4 def 1").startswith("Both rows are filled.")
    assert refused(FIELD, "D1 shot F7; D4 def 1").startswith("Both rows are filled.")


def test_shot_fills_both_rows() -> None:
    assert refused(FIELD, "C2-C3; D1 shot F7") == "A shot fills both rows; it cannot follow another action."


def test_extra_defence_is_the_last_line() -> None:
    reason = "The extra defence comes last. First fill both rows."
    assert refused(FIELD, "+E1 def 1") == reason
    assert refused(FIELD, "C2-C3; +E1 def 1") == reason
    reason = "The extra defence is the last line of a sheet; nothing can follow it."
    assert refused(FIELD, "C2-C3; C3-C4; +E1 def 1; +D1 def 1") == reason
    assert refused(FIELD, "D1 shot F7; +E1 def 1; C2-C3") == reason


# 4.4 Naming


def test_row_2_names_the_cell_where_the_warrior_is_expected() -> None:
    assert len(read(FIELD, "R", "C2-C4; C4xC5 2")) == 2
    reason = "C2 holds no warrior of yours. Your warriors stand on C4, D1, D4, E1."
    assert refused(FIELD, "C2-C4; C2xC3 2") == reason


def test_extra_defence_names_the_cell_at_the_beginning_of_the_turn() -> None:
    assert len(read(FIELD, "R", "C2-C4; E1 def 1; +C2 def 3")) == 3
    assert refused(FIELD, "C2-C4; E1 def 1; +C4 def 3").startswith("C4 held no warrior of yours when the turn began.")


# 4.5 One's own living warriors


@pytest.mark.parametrize("line", ["A5-A6", "A5xA6", "A5 def 1", "A5 shot F7", "D5-D6", "D5xE5 2", "D5 def 1"])
def test_named_cell_holds_a_warrior_of_ones_own(line: str) -> None:
    reason = f"{line[:2]} holds no warrior of yours. Your warriors stand on C2, D1, D4, E1."
    assert refused(FIELD, line) == reason


# 4.6 Moves


@pytest.mark.parametrize("to", ["D5", "D6", "D7", "D3", "D2", "C4", "B4", "A4", "E4", "F4", "G4"])
def test_move_goes_one_to_three_cells_straight(to: str) -> None:
    assert read(FIELD, "R", f"D4-{to}") == [Order("move", "D4", to)]


@pytest.mark.parametrize("to", ["D4", "D8", "H4", "E5", "C3", "E6", "F5"])
def test_move_is_never_longer_nor_diagonal(to: str) -> None:
    reason = f"D4 to {to} is no move. A warrior moves one to three cells straight along a file or a rank."
    assert refused(FIELD, f"D4-{to}") == reason


def test_move_may_not_end_where_ones_own_is_expected() -> None:
    reason = "A warrior of your own is expected on {}. Move to a cell where none of yours will be."
    assert refused(FIELD, "E1-D1") == reason.format("D1")
    assert refused(FIELD, "D4-C4; C2-C4") == reason.format("C4")
    assert len(read(FIELD, "R", "D1-C1; E1-D1")) == 2


def test_move_does_not_ask_who_stands_between_nor_for_an_enemy_at_the_end() -> None:
    assert len(read(FIELD, "R", "D4-D5; E1-B1")) == 2


# 4.7 Attacks


@pytest.mark.parametrize("to", ["D5", "D3", "C4", "E4"])
def test_attack_reaches_the_four_side_neighbours_even_if_empty(to: str) -> None:
    assert read(FIELD, "R", f"D4x{to} 3") == [Order("attack", "D4", to, 3)]


@pytest.mark.parametrize("to", ["D4", "D6", "E5", "C3", "H8"])
def test_attack_reaches_no_further(to: str) -> None:
    assert refused(FIELD, f"D4x{to} 3") == f"D4 cannot reach {to}. From there an attack goes to C4, D3, D5, E4."


def test_attack_from_a_corner_reaches_two_cells() -> None:
    state = battle("H A1", "H E8")
    assert refused(state, "A1xC1") == "A1 cannot reach C1. From there an attack goes to A2, B1."


def test_attack_is_never_aimed_where_ones_own_is_expected() -> None:
    reason = "A warrior of your own is expected on {}. Attack a cell where none of yours will be."
    assert refused(FIELD, "E1xD1 2") == reason.format("D1")
    assert refused(FIELD, "C2-C4; D4xC4 2") == reason.format("C4")
    assert len(read(FIELD, "R", "D1-C1; E1xD1 2")) == 2


# 4.8 Shots


def test_shot_is_the_archers_alone() -> None:
    assert refused(FIELD, "D4 shot D5") == "D4 holds no archer. Only your archer shoots."


@pytest.mark.parametrize("to", ["E8", "D8", "C2", "A5"])
def test_shot_is_aimed_at_an_enemy_soldier(to: str) -> None:
    assert refused(FIELD, f"D1 shot {to}") == f"{to} holds no enemy soldier. Your archer may shoot at D5, F7."


def test_shot_has_no_range_and_nobody_is_in_the_way() -> None:
    assert read(FIELD, "R", "D1 shot D5") == [Order("shot", "D1", "D5")]
    assert read(FIELD, "R", "D1 shot F7") == [Order("shot", "D1", "F7")]


def test_shot_without_enemy_soldiers_is_refused() -> None:
    state = battle("H E1, A D1", "H E8, A D8")
    assert refused(state, "D1 shot E8") == "The enemy has no soldier left to shoot at."


# 4.9 The bearer of the extra defence


@pytest.mark.parametrize(
    ("rows", "bearer", "doing"),
    [
        ("D4xD5 1; E1 def 1", "Russian soldier D4", "attacks in this sheet"),
        ("D4-E4; E4xE5 1", "Russian soldier D4", "attacks in this sheet"),
        ("C2-C3; E1 def 1", "Nevsky E1", "defends in a row already"),
        ("D1 shot F7", "Russian archer D1", "shoots in this sheet"),
    ],
)
def test_bearer_of_the_extra_defence_does_nothing_but_move(rows: str, bearer: str, doing: str) -> None:
    reason = f"{bearer} {doing} and cannot carry the extra defence."
    assert refused(FIELD, f"{rows}; +{bearer[-2:]} def 1") == reason


def test_bearer_of_the_extra_defence_may_move_in_both_rows() -> None:
    assert len(read(FIELD, "R", "D4-E4; E4-F4; +D4 def 3")) == 3


def test_bearer_is_the_warrior_and_not_the_cell() -> None:
    """C2 is left by one warrior and another defends on it: the first may still carry."""
    state = battle("H E1, W C2, W D2", "H E8")
    assert refused(state, "C2-B2; B2 def 1; +C2 def 1").startswith("Russian soldier C2 defends")
    assert len(read(state, "R", "C2-B2; D2 def 1; +C2 def 1")) == 3


# 4.10 and 5: what can be afforded


@pytest.mark.parametrize(
    ("points", "text", "accepted"),
    [
        (5, "D4xD5 5; C2-C3", True),
        (5, "D4xD5 6; C2-C3", False),
        (5, "D4xD5 4; D4xD5 2", False),
        (5, "D4xD5 4; D4xD5 1", True),
        (5, "D4 def 6; C2-C3", False),  # a defence needs its full number, though it costs half
        (5, "D4 def 5; C2-C3", True),
        (5, "D4 def 3; D4 def 3", False),
        (6, "D4 def 3; D4 def 3", True),
        (4, "D1 shot F7", False),
        (5, "D1 shot F7", True),
        (2, "C2-C4; E1 def 1", False),
        (3, "C2-C4; E1 def 1", True),
        (4, "C2-C5; E1 def 1", False),
        (5, "C2-C5; E1 def 1", True),
        (3, "E1 def 1; C2-C4", False),  # the basic action before it takes 1
        (4, "E1 def 1; C2-C4", True),
        (0, "C2-C3; D4xD5 1; +E1 def 1", True),
        (0, "D4 def 1; D4 def 1; +E1 def 1", True),
        (0, "D4xD5 2; C2-C3", False),
        (0, "C2-C4; E1 def 1", False),
        (0, "D4 def 2; E1 def 1", False),
        (0, "D1 shot F7", False),
        (0, "C2-C3; C3-C4; +E1 def 2", False),
        (1, "C2-C3; C3-C4; +E1 def 1", True),
        (6, "C2-C3; D4xD5 3; +E1 def 2", True),  # extra defence first: 6 - 2, 4 - 1, 3 - 3
        (6, "C2-C3; D4xD5 3; +E1 def 3", False),
        (5, "D4xD5 5; C2-C3; +E1 def 1", False),
        (6, "D4xD5 5; C2-C3; +E1 def 1", True),
    ],
)
def test_sheet_must_be_affordable_in_full(points: int, text: str, accepted: bool) -> None:
    state = battle("H E1, A D1, W C2, W D4", "H E8, A D8, W D5, W F7", (points, 100))
    if accepted:
        assert GAME.legal_orders(state, "R", read(state, "R", text)).may_file
    else:
        assert "points" in refused(state, text)


def test_refusal_for_the_price_says_what_is_left() -> None:
    state = battle("H E1, A D1, W C2, W D4", "H E8, A D8, W D5, W F7", (8, 100))
    assert refused(state, "D4xD5 9") == "This needs 9 points; you have 8."
    assert refused(state, "D4xD5 3; D4xD5 6") == "This needs 6 points; after row 1 you have 5."
    reason = "An extra defence of 4 is too dear: your rows leave 3 points for it."
    assert refused(state, "D4xD5 3; D4xD5 2; +E1 def 4") == reason


def test_most_extra_is_the_largest_that_leaves_the_rows_affordable() -> None:
    basic, dear = Order("defence", "E1", strength=1), Order("attack", "D4", "D5", 4)
    assert most_extra(10, [basic, basic]) == 10
    assert most_extra(0, [basic, basic]) == 1
    assert most_extra(10, [dear, basic]) == 6
    assert most_extra(10, [basic, dear]) == 5
    assert most_extra(10, [dear, dear]) == 2
    assert most_extra(4, [dear, basic]) == 0
    assert most_extra(5, [dear, basic]) == 1


def test_nothing_can_be_ordered_when_the_battle_is_over() -> None:
    over = GAME.retire(FIELD, "R", ScriptedChance()).state
    assert GAME.legal_orders(over, "T").entries == ()
    assert not GAME.legal_orders(over, "T").may_file
    assert refused(over, "D5-D6", "T") == "The battle is over; there is nothing to order."


@pytest.mark.parametrize(
    "order",
    [
        Order("move", "C2", "C3", 4),
        Order("move", "C2", "Z9"),
        Order("march", "C2", "C3"),
        Order("attack", "D4", "D5", 2, extra=True),
        Order("defence", "D4", "D5", 2),
        Order("shot", "D1", "F7", 5),
    ],
)
def test_order_that_has_no_notation_is_refused(order: Order) -> None:
    refusal = GAME.refusal(FIELD, "R", order)
    assert str(refusal.reason if refusal else "") == "This is no order of an Ice Battle."


@pytest.mark.parametrize("strength", [0, -1])
def test_strength_below_1_is_refused(strength: int) -> None:
    refusal = GAME.refusal(FIELD, "R", Order("attack", "D4", "D5", strength))
    assert str(refusal.reason if refusal else "") == "A strength is a whole number from 1."
