"""How orders are written, and what is said of those that are none. RULES.md 2.2, 4.6 and 8."""

from __future__ import annotations

import pytest

from games.chance import ScriptedChance
from games.contract import OrderError
from games.two_kings import GAME
from games.two_kings.position import Order
from games.two_kings.tests.field import race, read

START = GAME.setup(["P", "R"], {}, ScriptedChance()).state
USUAL = "set B20 B40 X25 X50 T70 M30 M60"

GOOD = {
    "roll": Order("roll"),
    "ROLL": Order("roll"),
    " \troll  c   I ": Order("roll", ("C", "I")),
    "roll I C": Order("roll", ("C", "I")),
    "hold a": Order("hold", ("A",)),
    "auto 5": Order("auto", turns=5),
    "auto 10 hold I A": Order("auto", ("A", "I"), 10),
}


@pytest.mark.parametrize("text", GOOD)
def test_order_is_read(text: str) -> None:
    assert read(race("C1 A1 I1"), text) == [GOOD[text]]


def test_layout_is_read_in_any_order_and_written_by_kind() -> None:
    orders = read(START, "SET m60 t70 x25 b20  b40\tx50 M30", "P")
    assert GAME.write(orders) == "set B20 B40 X25 X50 T70 M60 M30"
    assert read(START, GAME.write(orders), "P") == orders


BAD = {
    "roll D": "“D” is no unit. They are C (cavalry), A (artillery) and I (infantry).",
    "roll ı": "“ı” is no unit. They are C (cavalry), A (artillery) and I (infantry).",
    "roll C C": "C is named twice. Name each unit once.",
    "hold": "Say who holds, for example: hold A",
    "hold C A I": "Nobody who can move would roll. Let at least one of these roll: C A I",
    "auto": "Say for how many turns, for example: auto 5",
    "auto 0": "“0” is no number. Write plain digits, without sign or leading zero.",
    "auto 05": "“05” is no number. Write plain digits, without sign or leading zero.",
    "auto +5": "“+5” is no number. Write plain digits, without sign or leading zero.",
    "auto ٥": "“٥” is no number. Write plain digits, without sign or leading zero.",
    "auto 10000": "An auto order lasts 1 to 10 turns, for example: auto 5",
    "auto 11": "An auto order lasts 1 to 10 turns, for example: auto 5",
    "auto 5 hold": "Behind the number of turns stand only those who hold, as in: auto 5 hold A",
    "auto 5 roll C": "Behind the number of turns stand only those who hold, as in: auto 5 hold A",
    "roll\nroll": "A turn takes one order, and yours has one already. Take it away to give another.",
    USUAL: "The obstacles lie already. Write roll, or hold A to let the artillery wait.",
    "walk": ("“walk” cannot be read. Write roll, roll C I, hold A, auto 5 or auto 5 hold A; a layout begins with set."),
}


@pytest.mark.parametrize("text", BAD)
def test_wrong_order_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(OrderError) as refused:
        read(race("C1 A1 I1"), text)
    assert str(refused.value.reason) == BAD[text]
    assert refused.value.line == text.count("\n") + 1


@pytest.mark.parametrize(("seat", "gate"), [("P", 46), ("R", 45)])
def test_obstacle_lies_on_every_other_square_of_the_enemys_road(seat: str, gate: int) -> None:
    """2.2: 2 to 79 without the bridge and the gate of that road."""
    allowed = [n for n in range(1, 100) if GAME.refusal(START, seat, Order("place", what="M", square=n)) is None]
    assert allowed == [n for n in range(2, 80) if n not in (75, gate)]


BAD_LAYOUTS = {
    "set B1": "Square 1 takes no obstacle. Lay it on a square from 2 to 79.",
    "set B80": "Square 80 takes no obstacle. Lay it on a square from 2 to 79.",
    "set M75": "Square 75 is the drawbridge and takes no obstacle. Lay it on another square.",
    "set M46": "Square 46 is the gate of that road (King Raspberry) and takes no obstacle. Lay it on another square.",
    "set M30 X30": "Square 30 is taken already. Each obstacle needs a square of its own.",
    "set B20 B30 B40": "All obstacles of that kind are laid already: Barricade.",
    "set T20 T30": "All obstacles of that kind are laid already: Mortar.",
    "set Z20": (
        "“Z20” is no obstacle. They are B (barricade), X (crossbowmen), T (mortar) and M (mine), "
        "each with its square, as in B20."
    ),
    "set B020": "“020” is no number. Write plain digits, without sign or leading zero.",
    "set": f"Name the obstacles and their squares, for example: {USUAL}",
    "roll": f"First the obstacles are laid, for example: {USUAL}",
}


@pytest.mark.parametrize("text", BAD_LAYOUTS)
def test_wrong_layout_of_king_pistachio_is_refused(text: str) -> None:
    with pytest.raises(OrderError) as refused:
        read(START, text, "P")
    assert str(refused.value.reason) == BAD_LAYOUTS[text]


def test_layout_counts_only_when_whole() -> None:
    laid = read(START, "set B20 B40 X25 X50 T70 M30", "P")
    assert not GAME.legal_orders(START, "P", laid).may_file
    assert GAME.legal_orders(START, "P", read(START, USUAL, "P")).may_file


def test_unit_that_cannot_roll_may_be_named() -> None:
    """8.2: the artillery is blocked, the cavalry lost."""
    state = race("A9 I1; X10")
    assert read(state, "roll A C I") == [Order("roll", ("C", "A", "I"))]
    with pytest.raises(OrderError, match="Let at least one of these roll: I"):
        read(state, "roll A C")
    with pytest.raises(OrderError, match="Let at least one of these roll: I"):
        read(state, "auto 3 hold I")


@pytest.mark.parametrize("text", ["roll C", "roll C A I", "hold A", "auto 3 hold A"])
def test_literal_game_takes_no_holds(text: str) -> None:
    """8.5."""
    state = race("C1 A1 I1", holds="off")
    with pytest.raises(OrderError, match="In this match all units roll"):
        read(state, text)
    assert read(state, "roll") == [Order("roll")]
    assert read(state, "auto 3") == [Order("auto", turns=3)]


def test_default_orders_are_the_standard_layout_and_roll() -> None:
    """8.4."""
    assert GAME.write(GAME.default_orders(START, "R") or ()) == USUAL
    assert GAME.write(GAME.default_orders(race("C1 A1 I1"), "P") or ()) == "roll"
    assert GAME.default_orders(race("C1 A1 I1"), "R") is None
