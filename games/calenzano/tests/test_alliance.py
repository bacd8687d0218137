"""Deployment, who begins, the die of the alliance, the Florentines. RULES.md 2 and 9."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.answers import NoAnswers
from games.calenzano import GAME
from games.calenzano.data import ARMIES
from games.calenzano.position import Figure, Order, State
from games.calenzano.tests.field import army, battle, cells, part, play, read, refused, skipped, told
from games.calenzano.turn import play as resolve
from games.chance import ScriptedChance
from games.contract import BadOptions, Step

SOUTH = (
    "deploy F G24 H24 I24 J24 K24 N24 O24 P24 Q24; P I23 J23 M23 N23; K E25 F25 R25 S25; A H25 J25 N25 O25; "
    "B L25 L26; C J27 M27"
)
NORTH = "deploy F K9 L9 L10 M10; P M9 N9 I10; K G8 H8 G9; A J5 M5 J7 M7; B K7 L7 M6; C L5"
FLORENCE = "florence K X19 X20 X21 X22; F X18 X23; B X17 X24"
USUAL = "B X17, F X18, K X19, K X20, K X21, K X22, F X23, B X24"


def opening(*dice: int, **options: str) -> Step[State]:
    """The first turn after the usual deployment."""
    state = GAME.setup(("N", "S"), options, ScriptedChance()).state
    sheets = {"N": read(state, NORTH, "N"), "S": read(state, SOUTH, "S")}
    chance = ScriptedChance(*dice)
    step = GAME.resolve(state, sheets, chance, NoAnswers())
    assert len(chance.draws) == len(dice)
    return step


# --- deployment


def test_usual_layouts_are_whole_and_allowed() -> None:
    state = opening(1, 2, 1).state
    for seat, wanted in ARMIES.items():
        kinds = [figure.kind for figure in state.army(seat)]
        assert {kind: kinds.count(kind) for kind in wanted} == dict(wanted)
    assert [len(state.army(seat)) for seat in "NS"] == [18, 25]
    assert GAME.write(list(GAME.default_orders(State(), "N") or ())) == NORTH
    assert GAME.write(list(GAME.default_orders(State(), "S") or ())) == SOUTH


@pytest.mark.parametrize(
    ("seat", "text", "reason"),
    [
        ("N", "deploy F K11", "1: K11 is not yours to deploy on. Your rows are 1 to 10."),
        ("S", "deploy F K22", "1: K22 is not yours to deploy on. Your rows are 23 to 32."),
        ("N", "deploy K M9", "1: M9 lies in the houses, and cavalry may not stand there."),
        ("N", "deploy C E2", "1: E2 is a wood, and catapults may not stand there."),
        ("N", "deploy F K9 K9", "1: K9 is taken already. Each figure needs a cell of its own."),
        ("N", "deploy C K9 L9", "1: All 1 of that kind are placed already: catapults."),
        ("N", "L9-L10",
         "1: First the army is deployed: the word “deploy”, then each kind with its cells, as in F K9 L9; C L5"),
        ("N", "deploy F K9 L9 L10 M10; K G8; L9-L10",
         "3: First the army is deployed: the word “deploy”, then each kind with its cells, as in F K9 L9; C L5"),
    ],
)  # fmt: skip
def test_wrong_layout_is_refused(seat: str, text: str, reason: str) -> None:
    assert refused(State(), text, seat) == reason


def test_cavalry_may_stand_in_the_castle_and_others_in_woods() -> None:
    assert refused(State(), "deploy K K5; A E2; F M9", "N") == ""


def test_layout_is_complete_with_every_figure() -> None:
    layout = read(State(), NORTH, "N")
    assert not GAME.legal_orders(State(), "N", layout[:-1]).may_file
    assert GAME.legal_orders(State(), "N", layout).may_file
    assert GAME.legal_orders(State(), "N", layout).entries == ()


def test_nothing_of_a_layout_is_seen_before_both_are_in() -> None:
    state = GAME.setup(("N", "S"), {}, ScriptedChance()).state
    assert GAME.phase(state).sealed
    assert GAME.phase(state).to_act == ("N", "S")
    assert GAME.view(state, "S").figures == ()


def test_one_kind_may_have_more_than_one_group() -> None:
    assert GAME.write(read(State(), "deploy F K9; A J5; F L9", "N")) == "deploy F K9 L9; A J5"


@pytest.mark.parametrize(
    ("seat", "text"), [("N", "deploy F A1 X1 A10 X10"), ("S", "deploy F A23 X23 A32 X32"), ("S", "deploy C E25")]
)
def test_all_ten_rows_are_the_seats_own(seat: str, text: str) -> None:
    """E25 is plain beside a wood."""
    assert refused(State(), text, seat) == ""


# --- who begins


def test_lower_die_begins_and_equal_dice_are_thrown_again() -> None:
    assert opening(2, 3, 1).state.active == "N"
    assert opening(3, 2, 1).state.active == "S"
    step = opening(4, 4, 6, 5, 2)
    assert (step.state.active, step.state.turn, step.state.period) == ("S", 1, 1)
    assert told(step) == [
        "Both armies are deployed.",
        "Who begins? Calenzano throws 4, Lucca 4: they throw again.",
        "Who begins? Calenzano throws 6, Lucca 5: the lower begins. It is Lucca.",
        "The die of the alliance shows 2: Florence does not stir.",
    ]


# --- the die


def test_six_before_a_turn_of_lucca_lets_calenzano_place_first() -> None:
    state = opening(3, 2, 6).state
    assert (state.phase, state.active, state.turn, state.is_allied) == ("arrival", "N", 1, True)
    assert GAME.phase(state).to_act == ("N",)
    step = play(state, FLORENCE)
    after = step.state
    assert (after.phase, after.active, after.turn, after.came) == ("turn", "S", 1, 8)
    assert after.period == state.period + 1
    assert len(after.army("N")) == 26
    # no further die is thrown: the alliance stands
    assert play(after, "pass").state.active == "N"


def test_six_before_a_turn_of_calenzano_is_placed_with_its_first_part() -> None:
    state = opening(2, 3, 6).state
    assert (state.phase, state.active, state.is_due) == ("turn", "N", True)
    after = part(state, f"{FLORENCE}\nX20-R20")
    assert (after.is_due, after.came) == (False, 8)
    assert any(figure.is_ally and figure.cell == "R20" for figure in after.army("N"))
    assert refused(after, "florence K X1") == "1: No Florentines come in this turn."


def test_die_is_thrown_before_every_turn_until_it_is_made() -> None:
    state = opening(2, 3, 5).state
    step = play(state, "pass", 4)
    assert told(step)[-1] == "The die of the alliance shows 4: Florence does not stir."
    step = play(step.state, "pass", 6)
    assert (step.state.phase, step.state.is_due) == ("turn", True)


def test_option_throws_before_turns_of_calenzano_only() -> None:
    state = opening(3, 2, alliance_die="own").state
    assert state.active == "S"
    state = play(state, "pass", 1).state
    state = play(state, "pass").state
    assert (state.active, state.phase) == ("S", "turn")
    state = play(state, "pass", 6).state
    assert (state.active, state.is_due) == ("N", True)


# --- arrival


def due(north: str = "F A1", south: str = "F A30", **rest: Any) -> State:
    return battle(north, south, seat="N", is_due=True, **rest)


def test_first_part_without_florence_brings_them_to_their_usual_cells() -> None:
    after = part(due(), "X20-R20")
    assert cells(after, "N") == "F A1, K R20, B X17, F X18, K X19, K X21, K X22, F X23, B X24"
    after = play(due(), "pass").state
    assert cells(after, "N") == f"F A1, {USUAL}"
    assert refused(due(), "X1-X2").startswith("1: X1 holds no figure of yours")


def test_usual_cells_that_are_occupied_give_way_to_the_nearest() -> None:
    # K X20, F X18 and B X24 find their cells occupied. First the others take theirs: K X19 X21 X22, F X23, B X17.
    # In the order of the file the rider goes to the nearest free cell of X20 (X16 is 4 away, X25 is 5),
    # then F from X18: X16 is taken now, X15 is 3 away; B from X24: X25.
    after = play(due("F X20, F X18", "F X24, F A30"), "pass").state
    allies = sorted(f"{figure.kind} {figure.cell}" for figure in after.army("N") if figure.is_ally)
    assert allies == ["B X17", "B X25", "F X15", "F X23", "K X16", "K X19", "K X21", "K X22"]


def test_smaller_row_is_taken_of_two_as_near() -> None:
    # B X17: X16 and X25 are free; from X24 it would be X25, from X17 X16. F X18 occupied: X16 2 away, X25 7 away
    after = play(due("F X17, F X18", "F X16, F A30"), "pass").state
    allies = sorted(f"{figure.kind} {figure.cell}" for figure in after.army("N") if figure.is_ally)
    assert allies == ["B X14", "B X24", "F X15", "F X23", "K X19", "K X20", "K X21", "K X22"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("florence K W19", "1: W19 is not in column X, where the Florentines come in."),
        ("florence K X5", "1: X5 is taken already. Each figure needs a cell of its own."),
        ("florence K X19 X19", "1: X19 is taken already. Each figure needs a cell of its own."),
        ("florence K X1 X2 X3 X4 X6", "1: All 4 of that kind are placed already: cavalry."),
        ("florence A X1", "1: No archers come from Florence: it sends 4 K, 2 F, 2 B."),
        ("florence K X1; X1-W1", "2: First all Florentines are placed; these are still missing: 3 K, 2 F, 2 B."),
        ("florence K X1; done", "2: First all Florentines are placed; these are still missing: 3 K, 2 F, 2 B."),
        ("A1-B1; " + FLORENCE, "2: The Florentines come before anything else: let “florence” be the first order."),
        (FLORENCE + "; florence K X1", "4: All 4 of that kind are placed already: cavalry."),
    ],
)
def test_wrong_florence_line_is_refused(text: str, reason: str) -> None:
    assert refused(due("F A1, F X5"), text) == reason


def test_florence_may_be_a_part_by_itself() -> None:
    after = part(due(), FLORENCE)
    assert cells(after, "N") == f"F A1, {USUAL}"
    assert refused(after, "X20-R20") == ""


def test_incomplete_florence_line_cannot_be_filed() -> None:
    drafted = read(due(), "florence K X1 X2")
    assert not GAME.legal_orders(due(), "N", drafted).may_file


def test_arrival_takes_the_florence_line_alone() -> None:
    state = battle("F A1", "F A30", seat="N", phase="arrival", is_due=True)
    hint = "Only the Florentines are placed now, as in: florence K X19 X20; F X18"
    assert refused(state, FLORENCE + "\nA1-B1") == f"4: {hint}"
    assert refused(state, FLORENCE + "\ndone") == f"4: {hint}"
    assert refused(state, "pass") == f"1: {hint}"
    assert GAME.write(list(GAME.default_orders(state, "N") or ())) == FLORENCE
    assert GAME.default_orders(state, "S") is None


def test_newcomers_act_at_once_unless_the_option_makes_them_wait() -> None:
    north, south = "F A1", "F W20, F A30"
    after = play(due(north, south), f"{FLORENCE}\nX21-V21\nV21xW20\ndone", 6, 1).state
    assert cells(after, "S") == "F A30"
    step = play(due(north, south, allies_wait="on"), f"{FLORENCE}\nX21-V21\nX20xW20\ndone")
    reason = "the Florentines have just come and act from the next turn on"
    assert skipped(step) == [f"X21-V21: {reason}.", f"X20xW20: {reason}."]
    # in later parts of the turn too, and no longer in the next one
    state = part(due(north, south, allies_wait="on"), FLORENCE)
    assert skipped(play(state, "X21-V21; done")) == [f"X21-V21: {reason}."]
    after = play(play(state, "done").state, "pass").state
    assert skipped(play(after, "X21-V21; done")) == []


def test_waiting_newcomers_defend_normally() -> None:
    state = play(due("F A1", "F W20, F A30", allies_wait="on"), "pass").state
    assert cells(play(state, "W20xX20; done", 1, 1).state, "S") == "F A30"


def test_who_came_before_a_turn_of_lucca_acts_in_the_next_turn_of_calenzano() -> None:
    state = opening(3, 2, 6, allies_wait="on").state
    state = play(play(state, FLORENCE).state, "pass").state
    assert skipped(play(state, "X20-R20; done")) == []


COLUMN = [Figure("S", "F", f"X{row}") for row in range(1, 33)]


def crowded(free: Sequence[int], **changes: Any) -> State:
    """A turn of N in which column X is occupied but for some rows."""
    figures = [figure for figure in COLUMN if int(figure.cell[1:]) not in free]
    return replace(due(), figures=(*army("N", "F A1"), *figures), **changes)


def test_as_many_come_as_there_are_cells_and_kinds_are_free() -> None:
    state = crowded([3, 9])
    menu = GAME.legal_orders(state, "N")
    assert {entry.order.who[0] for entry in menu.entries if entry.order.kind == "florence"} == {"K", "F", "B"}
    after = part(state, "florence B X3; K X9")
    assert (after.came, cells(after, "N")) == (2, "F A1, B X3, K X9")
    assert not GAME.legal_orders(state, "N", read(state, "florence B X3")).may_file
    assert refused(state, "florence K X3 X9; F X1") == "2: Column X has no cell left for another Florentine."
    # nobody says anything: in the order of the file the first two riders come
    assert cells(play(state, "pass").state, "N") == "F A1, K X3, K X9"


def test_nobody_comes_where_no_cell_is_free() -> None:
    state = crowded([], is_due=False, is_allied=False)
    step = resolve(state, [Order("pass")], ScriptedChance(6))
    assert told(step)[-1] == "No cell of column X is free: the Florentines stay away for good."
    assert (step.state.phase, step.state.active, step.state.came, step.state.is_allied) == ("turn", "S", 0, True)


def test_there_are_two_seats_and_known_options() -> None:
    with pytest.raises(BadOptions):
        GAME.setup(("N", "N"), {}, ScriptedChance())
    with pytest.raises(BadOptions):
        GAME.setup(("N", "S"), {"closing_turns": "3"}, ScriptedChance())
    assert GAME.setup(("N", "S"), {"closing_turns": "5"}, ScriptedChance()).state.closing_turns == 5
