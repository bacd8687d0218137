"""The worked examples of the rules; each says position, order, dice, and what comes of it."""

from __future__ import annotations

import pytest

from games.contract import Illegal
from games.two_kings import GAME
from games.two_kings.tests.field import lay, play, race, read, shown, told

EXAMPLES = {
    1: ("C1 A1 I1; B40", "roll", (4, 2, 6), "C5 A3 I7; B40"),
    2: ("C18 A17 I19; B20", "roll", (5, 6, 3), "C19 A23 I22"),
    3: ("C5 A9 I6; X10", "roll", (3, 6), "C8 A9 I9; X10"),
    4: ("C8 A9 I9; X10", "roll", (6, 1, 2), "C14 A10 I11"),
    5: ("C26 A28 I29; M30 X50", "roll I", (4,), "C26 A28 I33; X50"),
    6: ("C28 A20 I24; M30 X50", "roll", (3,), "C1 A1 I1; X50"),
    7: ("C28 A20 I24; M30 B50", "roll", (3, 4, 2), "A24 I26; B50"),
    8: ("C39 A37 I39; T40", "roll", (5, 4, 2, 3), "C39 A42 I42"),
    9: ("C39 A37 I39; T40", "roll", (5, 3, 3, 2, 5), "C1 A1 I1; T40"),
    10: ("C75 A72 I60", "roll A I", (3, 5), "I65"),
    14: ("C72 A70 I72; B73 M74 B77", "roll", (6,), "C1 A1 I1; B77"),
    17: ("C28 A20 I24; M30 B40 X50", "roll", (3, 4, 2), "A24 I26; B40 X50"),
    18: ("A36 I35; B40 X50", "roll", (6,), "C1 A1 I1; X50"),
    19: ("C75 A60 I72; B76", "roll", (4, 5), "A64; B76"),
}


@pytest.mark.parametrize("number", EXAMPLES)
def test_example_comes_out_as_stated(number: int) -> None:
    position, order, dice, after = EXAMPLES[number]
    step = play(race(position), order, *dice)
    assert shown(step.state.army("P")) == after
    assert (step.state.phase, step.state.active, step.state.turn) == ("turn", "R", 2)


def test_example_11_last_two_on_the_bridge_lose() -> None:
    step = play(race("A75 I73"), "roll I", 2)
    assert (step.state.how, step.state.winner) == ("bridge", "R")
    assert shown(step.state.army("P")) == ""


def test_example_12_gate_costs_the_next_roll() -> None:
    step = play(race("C42 A30 I30"), "roll", 3, 1, 1)
    army = step.state.army("P")
    assert (shown(army), army.miss) == ("C45 A31 I31", ("C",))
    army = play(race("C45 A31 I31", miss="C"), "roll", 2, 2).state.army("P")
    assert (shown(army), army.miss) == ("C45 A33 I33", ())


def test_example_13_stopped_on_the_gate_counts() -> None:
    army = play(race("C44 A30 I20; B47", seat="R"), "roll", 6, 1, 1).state.army("R")
    assert (shown(army), army.miss) == ("C46 A31 I21; B47", ("C",))


def test_example_15_passing_on_to_80_wins() -> None:
    step = play(race("C60 A70 I78", seat="R"), "roll", 1, 1, 5)
    assert (step.state.how, step.state.winner, step.state.active, step.state.turn) == ("king", "R", "R", 1)
    assert shown(step.state.army("R")) == "C61 A71 I80"
    assert told(step)[-1] == "King Raspberry reaches the enemy castle and takes the king. King Raspberry wins."


def test_example_16_each_road_has_its_own_gate() -> None:
    state = GAME.setup(["P", "R"], {}, chance=None).state  # type: ignore[arg-type]  # no die is rolled here
    with pytest.raises(Illegal, match="Square 45 is the gate of that road"):
        read(state, "set B45 B40 X25 X50 T70 M30 M60", "R")
    with pytest.raises(Illegal, match="Square 46 is the gate of that road"):
        read(state, "set B46 B40 X25 X50 T70 M30 M60", "P")
    step = lay("set B45 B40 X25 X50 T70 M30 M60", "set B46 B40 X25 X50 T70 M30 M60", 6, 1)
    assert shown(step.state.army("R")) == "C1 A1 I1; X25 M30 B40 B45 X50 M60 T70"
    assert shown(step.state.army("P")) == "C1 A1 I1; X25 M30 B40 B46 X50 M60 T70"
