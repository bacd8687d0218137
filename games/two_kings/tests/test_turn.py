"""Layouts, turns and encounters by rule number. RULES.md 2 to 6."""

from __future__ import annotations

import pytest

from games.answers import NoAnswers
from games.chance import ScriptedChance
from games.two_kings import GAME
from games.two_kings.position import Obstacle
from games.two_kings.tests.field import lay, play, race, road, shown, told

USUAL = "set B20 B40 X25 X50 T70 M30 M60"


def test_layouts_lie_on_the_enemys_road_and_are_shown_together() -> None:
    """2.3 and 2.4."""
    step = lay("set B2 B3 X4 X5 T6 M7 M8", USUAL, 5, 2)
    assert shown(step.state.army("R")) == "C1 A1 I1; B2 B3 X4 X5 T6 M7 M8"
    assert shown(step.state.army("P")) == "C1 A1 I1; B20 X25 M30 B40 X50 M60 T70"
    assert told(step)[:2] == [
        "King Pistachio finds on the road: B20 X25 M30 B40 X50 M60 T70",
        "King Raspberry finds on the road: B2 B3 X4 X5 T6 M7 M8",
    ]


@pytest.mark.parametrize(("dice", "starter"), [((5, 2), "P"), ((2, 5), "R"), ((4, 4, 1, 1, 2, 3), "R")])
def test_higher_die_starts_and_equal_ones_are_rolled_again(dice: tuple[int, ...], starter: str) -> None:
    """2.5."""
    step = lay(USUAL, USUAL, *dice)
    assert (step.state.active, step.state.round, step.state.phase) == (starter, 1, "turn")
    assert told(step).count("Equal: both roll again.") == len(dice) // 2 - 1


@pytest.mark.parametrize(("turn", "number"), [(1, 1), (2, 1), (3, 2), (40, 20), (41, 21)])
def test_a_round_is_one_turn_of_each(turn: int, number: int) -> None:
    """3."""
    assert race("C1 A1 I1", turn=turn).round == number


def test_order_is_cavalry_artillery_infantry() -> None:
    """4: who is named first does not roll first."""
    assert shown(play(race("C1 A1 I1"), "roll i c", 6, 2).state.army("P")) == "C7 A1 I3"


def test_unit_freed_by_another_in_the_same_turn_moves() -> None:
    """4.2: the infantry was blocked when the turn began."""
    assert shown(play(race("C8 A1 I9; X10"), "hold A", 2, 4).state.army("P")) == "C10 A1 I13"


def test_unit_blocked_by_one_held_rolls_no_die() -> None:
    """4.1 and 4.2."""
    step = play(race("C8 A1 I9; X10"), "hold C", 3)
    assert shown(step.state.army("P")) == "C8 A4 I9; X10"
    assert told(step)[1:4] == [
        "Cavalry holds.",
        "Artillery rolls 3: from 1 to 4.",
        "Infantry waits, the way is barred. Crossbowmen: square 10.",
    ]


def test_own_units_share_squares_and_never_hinder_each_other() -> None:
    """5."""
    assert shown(play(race("C5 A6 I7"), "roll", 5, 4, 3).state.army("P")) == "C10 A10 I10"


def test_barricade_takes_no_point_of_the_artillery() -> None:
    """5.1: two barricades in one move."""
    step = play(race("C1 A9 I9; B10 B12"), "hold C I", 5)
    assert shown(step.state.army("P")) == "C1 A14 I9"
    assert told(step)[2:7] == [
        "Artillery rolls 5: from 9 to 10.",
        "Artillery clears the way. Barricade on 10: removed.",
        "Artillery walks on: from 10 to 12.",
        "Artillery clears the way. Barricade on 12: removed.",
        "Artillery walks on: from 12 to 14.",
    ]


def test_stretch_of_no_square_is_not_told() -> None:
    """5.1: the die ends on the square that was cleared."""
    step = play(race("C1 A9 I1; B10 B12"), "roll A", 3)
    assert told(step)[3:6] == [
        "Artillery clears the way. Barricade on 10: removed.",
        "Artillery walks on: from 10 to 12.",
        "Artillery clears the way. Barricade on 12: removed.",
    ]
    assert told(step)[6] == "Infantry holds."


def test_unit_stops_before_what_bars_its_way() -> None:
    """4.4 and 5.2."""
    step = play(race("C1 A5 I5; X8"), "hold C", 6, 2)
    assert shown(step.state.army("P")) == "C1 A7 I7; X8"
    assert "Artillery stops there. Crossbowmen on 8: the way is barred." in told(step)
    # the infantry's die had led it exactly there
    assert not any(line.startswith("Infantry stops") for line in told(step))


def test_cavalry_crosses_crossbowmen_with_what_is_left() -> None:
    """5.2."""
    assert shown(play(race("C7 A1 I1; X8 B10"), "roll C", 6).state.army("P")) == "C9 A1 I1; B10"


def test_infantry_clears_a_mine_it_crosses() -> None:
    """5.4."""
    assert shown(play(race("C1 A1 I8; M10 M12"), "roll I", 5).state.army("P")) == "C1 A1 I13"


@pytest.mark.parametrize(("unit", "die"), [("C", 2), ("C", 6), ("A", 2), ("A", 6)])
def test_mine_takes_whoever_else_enters_or_crosses(unit: str, die: int) -> None:
    """5.4: M60 is cleared by infantry, so nobody starts anew."""
    places = {"C": 1, "A": 1, "I": 1, unit: 8}
    text = " ".join(f"{name}{square}" for name, square in places.items())
    army = play(race(f"{text}; M10 M60"), f"roll {unit}", die).state.army("P")
    assert unit not in army.places
    assert army.obstacles == (Obstacle(60, "M"),)


def test_mortar_won_is_removed_and_lost_stays() -> None:
    """5.3: with A gone the mortar itself is what nobody clears any more."""
    won = play(race("C1 A38 I1; T40"), "roll A", 3, 6, 1).state.army("P")
    assert shown(won) == "C1 A41 I1"
    lost = play(race("C30 A38 I20; T40 M50"), "roll A I", 3, 1, 6).state.army("P")
    assert shown(lost) == "C1 A1 I1; T40 M50"


ENCOUNTERS = {
    "a mine met by infantry": ("C1 A1 I8; M10", "roll I", (2,), "Infantry clears the way. Mine on 10: removed."),
    "a mine met by others": (
        "C8 A1 I1; M10 B50",
        "roll C",
        (2,),
        "The mine on 10 explodes. Cavalry is destroyed, and the mine is gone.",
    ),
    "crossbowmen": ("C8 A1 I1; X10", "roll C", (2,), "Cavalry clears the way. Crossbowmen on 10: removed."),
    "a duel won": ("C1 A9 I1; T10", "roll A", (1, 4, 3), "Duel with the mortar: artillery 4, mortar 3."),
    "a mortar silenced": ("C1 A9 I1; T10", "roll A", (1, 4, 3), "Artillery clears the way. Mortar on 10: removed."),
    "a duel undecided": ("C1 A9 I1; T10", "roll A", (1, 3, 3, 4, 3), "Equal: both dice are rolled again."),
    "a duel lost": (
        "C1 A9 I1; T10",
        "roll A",
        (1, 3, 4),
        "The mortar on 10 wins: the artillery is destroyed, the mortar stays.",
    ),
    "a new start": (
        "C1 A9 I1; T10",
        "roll A",
        (1, 3, 4),
        (
            "Nobody is left to clear what comes next. Mortar: square 10. "
            "King Pistachio starts anew from square 1 with all three."
        ),
    ),
    "the bridge": (
        "C75 A73 I60",
        "roll A",
        (2,),
        "The drawbridge cannot bear two. Cavalry and Artillery: both are destroyed.",
    ),
    "the gate": ("C44 A1 I1", "roll C", (1,), "Cavalry finds the gate on 45 shut and misses the next roll."),
}


@pytest.mark.parametrize("case", ENCOUNTERS)
def test_every_encounter_is_told_on_the_square_where_it_happens(case: str) -> None:
    text, order, dice, sentence = ENCOUNTERS[case]
    step = play(race(text), order, *dice)
    event = next(event for event in step.events if str(event.sentence) == sentence)
    assert event.scene is not None
    assert event.marks or case == "a duel undecided"


def test_roll_missed_and_die_thrown_are_told_where_the_unit_stands() -> None:
    step = play(race("C45 A1 I1", miss="C"), "roll", 4, 6)
    assert told(step)[1:3] == [
        "Cavalry is still on the way round the gate and does not roll.",
        "Artillery rolls 4: from 1 to 5.",
    ]
    missed, rolled = step.events[1], step.events[2]
    assert [(mark.shape, mark.at) for mark in missed.marks] == [("shield", "P45")]
    # the way in steps of two squares, then the die on the square where it ends
    assert [(mark.shape, mark.at, mark.to, mark.text) for mark in rolled.marks] == [
        ("arrow", "P1", "P3", ""),
        ("arrow", "P3", "P5", ""),
        ("filed", "P5", "", "4"),
    ]


def test_starting_anew_empties_missing_and_ends_the_turn() -> None:
    """5.5: the infantry that missed a roll misses none afterwards."""
    step = play(race("C28 A20 I45; M30 X50", miss="I"), "roll", 3)
    army = step.state.army("P")
    assert (shown(army), army.miss) == ("C1 A1 I1; X50", ())


def test_starting_anew_lets_nobody_else_roll() -> None:
    """5.5: the bridge falls, X78 wants the cavalry; the infantry gets no die, and nobody has won."""
    step = play(race("C75 A73 I60; X78"), "roll A I", 2)
    assert (step.state.phase, step.state.active) == ("turn", "R")


def test_obstacles_ahead_count_one_by_one_after_a_loss() -> None:
    """5.5: B40 is next and wants the artillery, which lives; once it is cleared, X50 wants the lost cavalry."""
    state = play(race("C28 A34 I20; M30 B40 X50"), "roll C I", 2, 1).state
    assert shown(state.army("P")) == "A34 I21; B40 X50"
    state = play(play(state, "roll C", 1).state, "roll A", 6).state
    assert shown(state.army("P")) == "C1 A1 I1; X50"


def test_crossing_several_obstacles_is_judged_one_by_one() -> None:
    """5.5: behind both barricades X50 wants the cavalry, which lives."""
    army = play(race("C20 A26 I20; B27 B29 X50"), "roll A", 6).state.army("P")
    assert shown(army) == "C20 A32 I20; X50"


def test_bridge_bears_one_and_may_be_passed() -> None:
    """6.1: passing over an own unit on 75 is harmless."""
    step = play(race("C75 A70 I60"), "roll A I", 6, 1)
    assert shown(step.state.army("P")) == "C75 A76 I61"
    assert shown(play(race("C70 A1 I1"), "roll C", 5).state.army("P")) == "C75 A1 I1"


def test_bridge_that_falls_may_make_an_army_start_anew() -> None:
    """6.1: I alone is left, X78 wants the cavalry."""
    assert shown(play(race("C75 A73 I60; X78"), "roll A I", 2).state.army("P")) == "C1 A1 I1; X78"


@pytest.mark.parametrize(("seat", "gate"), [("P", 45), ("R", 46)])
def test_gate_is_passed_without_harm(seat: str, gate: int) -> None:
    """6.2: each road has its own, and the other's is a plain square."""
    army = play(race(f"C{gate - 1} A1 I1", seat=seat), "roll C", 2).state.army(seat)
    assert (army.places["C"], army.miss) == (gate + 1, ())
    other = 91 - gate
    army = play(race(f"C{other - 1} A1 I1", seat=seat), "roll C", 1).state.army(seat)
    assert (army.places["C"], army.miss) == (other, ())


def test_turn_without_a_free_unit_passes_by_itself() -> None:
    """4.6: the other king rolls again at once, and the unit misses nothing any more."""
    state = race("C1 A1 I1", turn=6)
    state = state.with_army(road("R", "A46", miss="A"))
    step = play(state, "roll", 1, 1, 1)
    assert (step.state.active, step.state.turn, step.state.round) == ("P", 8, 4)
    assert step.state.army("R").miss == ()
    assert told(step)[-2:] == ["Round 4: King Raspberry", "Nobody can move, so the turn passes by itself."]


def test_held_unit_on_the_gate_misses_no_second_roll() -> None:
    """4.5 and 6.2: only the end of a move counts."""
    army = play(race("C45 A1 I1"), "hold C", 1, 1).state.army("P")
    assert army.miss == ()


def test_each_die_is_recorded_for_what_it_was_rolled() -> None:
    """1.4."""
    chance = ScriptedChance(5, 4, 2, 3)
    state = race("C39 A37 I39; T40")
    GAME.resolve(state, {"P": list(GAME.read(state, "P", "roll"))}, chance, NoAnswers())
    assert [draw.purpose for draw in chance.draws] == ["P A", "P A in duel on 40", "mortar in duel on 40", "P I"]
