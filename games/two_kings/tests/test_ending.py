"""Each way in which a match ends. RULES.md 7."""

from __future__ import annotations

import pytest

from games.chance import ScriptedChance
from games.two_kings import GAME
from games.two_kings.position import ROUNDS
from games.two_kings.tests.field import play, race, road, shown, told


def test_first_on_square_80_wins_at_once() -> None:
    """7.1: artillery and infantry roll no more; surplus points are dropped."""
    step = play(race("C76 A1 I1"), "roll", 6)
    outcome = GAME.outcome(step.state)
    assert outcome is not None
    assert (outcome.how, dict(outcome.ranks)) == ("king", {"P": 1, "R": 2})
    assert shown(step.state.army("P")) == "C80 A1 I1"
    assert GAME.phase(step.state).to_act == ()


def test_obstacles_before_the_castle_still_count() -> None:
    """7.1: the mine before the last square."""
    step = play(race("C76 A1 I1; M79"), "roll C", 6)
    assert (step.state.phase, shown(step.state.army("P"))) == ("turn", "A1 I1")


def test_bridge_with_the_last_two_loses() -> None:
    """7.2: also with an obstacle ahead that they could not clear: no new start."""
    step = play(race("A75 I73; X78"), "roll I", 2)
    assert (step.state.how, step.state.winner) == ("bridge", "R")
    assert told(step)[-1] == "King Pistachio has lost the last two units on the drawbridge. King Raspberry wins."


def test_last_unit_on_the_last_mine_loses() -> None:
    """7.2: nothing lies on the road any more, so nobody starts anew."""
    step = play(race("C28; M30"), "roll", 2)
    assert (step.state.how, step.state.winner) == ("army", "R")


def test_last_unit_on_a_mine_before_another_obstacle_starts_anew() -> None:
    """7.2 and 5.5."""
    step = play(race("C28; M30 B50"), "roll", 2)
    assert (step.state.phase, shown(step.state.army("P"))) == ("turn", "C1 A1 I1; B50")


def test_two_hundred_rounds_are_a_draw() -> None:
    """7.3: the seat that did not start has had its two hundredth turn."""
    step = play(race("C1 A1 I1", turn=2 * ROUNDS), "roll C", 1)
    outcome = GAME.outcome(step.state)
    assert outcome is not None
    assert (outcome.how, dict(outcome.ranks), step.state.round, step.state.active) == (
        "rounds",
        {"P": 1, "R": 1},
        200,
        "P",
    )
    assert play(race("C1 A1 I1", turn=2 * ROUNDS - 1), "roll C", 1).state.phase == "turn"


def test_last_turn_may_pass_by_itself() -> None:
    """7.3 and 4.6: the turn that passes is the two hundredth of its seat."""
    state = race("C1 A1 I1", turn=2 * ROUNDS - 1)
    step = play(state.with_army(road("R", "A46", miss="A")), "roll C", 1)
    assert (step.state.how, step.state.turn, step.state.active) == ("rounds", 2 * ROUNDS, "R")


def test_bridge_with_three_units_leaves_one_who_may_still_win() -> None:
    """7.2: only the last two lose."""
    step = play(race("C75 A73 I79"), "roll A I", 2, 1)
    assert (step.state.how, step.state.winner) == ("king", "P")


def test_win_in_the_last_turn_is_a_win() -> None:
    """7.1 before 7.3."""
    assert play(race("C79 A1 I1", turn=2 * ROUNDS), "roll C", 1).state.how == "king"


@pytest.mark.parametrize(("leaver", "winner"), [("P", "R"), ("R", "P")])
def test_seat_that_leaves_loses_also_before_the_layouts(leaver: str, winner: str) -> None:
    """7.4."""
    for state in (GAME.setup(["P", "R"], {}, ScriptedChance()).state, race("C1 A1 I1")):
        outcome = GAME.outcome(GAME.retire(state, leaver, ScriptedChance()).state)
        assert outcome is not None
        assert (outcome.how, outcome.ranks[winner], outcome.ranks[leaver]) == ("retired", 1, 2)
