"""The order for several turns: when it goes on, when it stops. RULES.md 8.3."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.chance import ScriptedChance
from games.contract import Illegal, Step
from games.two_kings import GAME
from games.two_kings.position import Auto, State
from games.two_kings.tests.field import play, race, read, shown, told


def given(text: str, order: str, *dice: int, other: str = "C1 A1 I1") -> Step[State]:
    """P's auto order, its first turn, then a quiet turn of R: P's turn begins."""
    step = play(race(text, other), order, *dice)
    assert step.state.active == "R"
    return play(step.state, "roll C", 1)


def goes_on(state: State) -> list[str]:
    """What the seat to act has ordered ahead, as text."""
    return [GAME.write([order]) for order in GAME.ahead(state, state.active)]


def test_auto_plays_its_first_turn_and_the_next_ones() -> None:
    step = given("C1 A1 I1; X40", "auto 3 hold A", 1, 2)
    assert shown(step.state.army("P")) == "C2 A1 I3; X40"
    assert goes_on(step.state) == ["hold A"]
    step = play(step.state, "hold A", 1, 1)
    assert shown(step.state.army("P")) == "C3 A1 I4; X40"
    step = play(play(step.state, "roll C", 1).state, "hold A", 2, 2)
    # three turns are played
    step = play(step.state, "roll C", 1)
    assert (goes_on(step.state), step.state.army("P").auto) == ([], Auto())


def test_auto_without_holds_rolls_for_all() -> None:
    assert goes_on(given("C1 A1 I1", "auto 10", 1, 1, 1).state) == ["roll"]


def test_auto_of_one_turn_is_that_turn() -> None:
    assert goes_on(given("C1 A1 I1", "auto 1", 1, 1, 1).state) == []


def test_seat_can_give_no_other_order_meanwhile() -> None:
    state = given("C1 A1 I1", "auto 3", 1, 1, 1).state
    for text in ("roll C", "hold A", "auto 3"):
        with pytest.raises(Illegal, match="plays on by itself"):
            read(state, text)
    over = GAME.retire(state, "P", ScriptedChance()).state
    assert (over.winner, GAME.ahead(over, "P")) == ("R", ())


STOPS = {
    "a unit was destroyed": ("C28 A1 I1; M30 B50", (2, 1, 1), "something was met on the road"),
    "an obstacle was removed": ("C1 A19 I1; B20 X50", (1, 2, 1), "something was met on the road"),
    "an obstacle was fought in vain": ("C1 A39 I1; T40", (1, 2, 3, 5), "something was met on the road"),
    "the army started anew": ("C28 A1 I1; M30 X50", (2,), "something was met on the road"),
    "the bridge fell": ("C74 A73 I1", (1, 2, 1), "something was met on the road"),
    "a unit was stopped": ("C1 A8 I1; X10", (1, 6, 1), "something was met on the road"),
    "a unit came right before what bars its way": ("C1 A8 I1; X10", (1, 1, 1), "something was met on the road"),
    "cavalry comes near a mine": ("C20 A1 I1; M30", (4, 1, 1), "a mine lies within a throw: Cavalry"),
    "artillery comes near a mine": ("C1 A28 I1; M35", (1, 1, 1), "a mine lies within a throw: Artillery"),
    "the bridge is held": ("C74 A68 I1", (1, 1, 1), "the drawbridge is held and lies within a throw: Artillery"),
}


@pytest.mark.parametrize("case", STOPS)
def test_auto_stops_and_says_why(case: str) -> None:
    text, dice, reason = STOPS[case]
    step = given(text, "auto 5", *dice)
    assert (goes_on(step.state), step.state.army("P").auto) == ([], Auto())
    assert told(step)[-1] == f"King Pistachio: the auto order stops, {reason}."


GOES_ON = {
    "clearer right before its obstacle": ("C1 A8 I1; B10", "auto 5", (1, 1, 1)),
    "infantry near a mine": ("C1 A1 I28; M30", "auto 5 hold C A", (1,)),
    "mine seven squares off": ("C22 A1 I1; M30", "auto 5", (1, 1, 1)),
    "mine near, but not the next": ("C20 A1 I1; B22 M24", "auto 5 hold C", (1, 1)),
    "held cavalry near a mine": ("C28 A1 I1; M30", "auto 5 hold C", (1, 1)),
    "bridge held, another held": ("C74 A70 I1", "auto 5 hold A", (1, 1)),
    "bridge passed by all others": ("C74 A76 I1", "auto 5 hold A", (1, 1)),
    "gate": ("C44 A1 I1", "auto 5", (1, 1, 1)),
    "a unit was blocked before it was given": ("C9 A1 I1; B10", "auto 5", (1, 1)),
    "infantry alone near a mine, others past it": ("C1 I28; M30", "auto 5 hold C", (1,)),
    "bridge held, another seven squares before it": ("C75 A67 I1", "auto 5 hold C", (1, 1)),
}


@pytest.mark.parametrize("case", GOES_ON)
def test_auto_goes_on(case: str) -> None:
    text, order, dice = GOES_ON[case]
    step = given(text, order, *dice)
    assert goes_on(step.state) == [order.replace("auto 5 ", "").replace("auto 5", "roll")]


def test_first_turn_is_played_whatever_lies_ahead() -> None:
    """8.3: the mine within a throw stops the later turns only."""
    step = play(race("C28 A1 I1; M30 B50"), "auto 3", 1, 1, 1)
    assert shown(step.state.army("P")) == "C29 A2 I2; M30 B50"
    with_bridge = play(race("C75 A70 I1"), "auto 3 hold C", 4, 1)
    assert shown(with_bridge.state.army("P")) == "C75 A74 I2"


def test_auto_lasts_exactly_as_many_turns_as_it_names() -> None:
    """8.3: ten turns of the seat, the first included."""
    state, turns = play(race("C1 A1 I1"), "auto 10 hold A I", 1).state, 1
    while goes_on(state := play(state, "roll C", 1).state):
        state, turns = play(state, "hold A I", 1).state, turns + 1
    assert (turns, shown(state.army("P"))) == (10, "C11 A1 I1")


def test_auto_stops_when_nobody_would_roll() -> None:
    """A alone is free, and it is the one that holds; the stop before X10 came before the order."""
    state = race("C9 A5 I9; B10")
    army = replace(state.army("P"), auto=Auto(4, ("A",)))
    state = replace(state.with_army(army), active="R", turn=2)
    step = play(state, "roll C", 1)
    assert goes_on(step.state) == []
    assert told(step)[-1].endswith("the auto order stops, none of the units that could move would roll.")


def test_turn_that_passes_by_itself_counts_and_stops_nothing() -> None:
    state = race("A45", "C1 A1 I1")
    army = replace(state.army("P"), miss=("A",), auto=Auto(3, ()))
    state = replace(state.with_army(army), active="R", turn=2)
    step = play(state, "roll C", 1)
    # P's turn has passed, R is to act again
    assert (step.state.active, step.state.turn, step.state.army("P").auto.left) == ("R", 4, 2)
    step = play(step.state, "roll C", 1)
    assert goes_on(step.state) == ["roll"]


def test_events_on_the_other_road_stop_nothing() -> None:
    state = play(race("C1 A1 I1", "C1 A1 I8; M10"), "auto 4", 1, 1, 1).state
    assert goes_on(play(state, "roll I", 5).state) == ["roll"]


def test_both_kings_may_have_one() -> None:
    state = play(race("C1 A1 I1"), "auto 2", 1, 1, 1).state
    state = play(state, "auto 4", 1, 1, 1).state
    assert goes_on(state) == ["roll"]
    state = play(state, "roll", 1, 1, 1).state
    assert (state.active, goes_on(state)) == ("R", ["roll"])
    state = play(state, "roll", 1, 1, 1).state
    assert (state.active, goes_on(state)) == ("P", [])


def test_absent_seat_goes_on_with_its_auto() -> None:
    state = given("C1 A1 I1; X40", "auto 3 hold A", 1, 1).state
    assert GAME.write(GAME.default_orders(state, "P") or ()) == "hold A"
