"""The Duke in danger: RULES.md 4."""

from __future__ import annotations

import pytest

from games.duke import GAME
from games.duke.tests.field import goals, look, orders, play, position, refused, step, told


def test_4_1_the_duke_does_not_go_where_it_can_be_captured() -> None:
    # the back of the Bowman on d3 strikes d1, c2 and e2
    state = position("duke b1", "duke a6, bowman d3'")
    assert goals(state, "b1") == {"a1", "c1", "e1", "f1"}
    assert refused(state, "b1-d1") == "That would leave your Duke to the Bowman on d3."


def test_4_1_the_only_tile_before_the_duke_stays_on_the_line() -> None:
    state = position("duke c1, footman c3, footman e3", "duke a6, knight c6'")
    assert goals(state, "c3") == {"c2", "c4"}
    assert refused(state, "c3-d3") == "That would leave your Duke to the Knight on c6."


def test_4_1_taking_an_enemy_that_covers_the_duke_by_a_strike_is_refused() -> None:
    state = position("duke c1, bowman c2'", "duke a6, footman c4, knight c6'", bags=("", ""))
    # c2 is in between too, so the strike at c4 leaves the line closed
    assert "c2*c4" in orders(state)
    state = position("duke c1, pikeman b2'", "duke a6, footman c4, knight c6'")
    assert "b2*c4" not in orders(state)
    assert refused(state, "b2*c4") == "That would leave your Duke to the Knight on c6."


def test_4_1_a_threat_is_ended_by_capture_block_or_flight() -> None:
    state = position("duke c1, footman b3, seer a4", "duke f6, knight c6'")
    assert GAME.view(state, "1").threats == ("c6",)
    assert orders(state) == {"b3-c3", "a4-c4", "c1-b1", "c1-a1", "c1-d1", "c1-e1", "c1-f1"}


def test_4_1_two_threats_at_once_leave_only_flight() -> None:
    state = position("duke c1, footman b3", "duke f6, knight c6', bowman b2'", seat="1")
    # the Bowman strikes b0, a1 and c1; a move to b1 is answered by its forward move, a1 by its strike
    assert orders(state) == {"c1-d1", "c1-e1", "c1-f1"}


def test_4_1_a_general_threatens_by_command() -> None:
    # Dark's General on c2, back up, commands b2, d2 and b3, c3, d3: its backward is up the board
    state = position("duke c3, footman f1", "duke f6, general c2', footman b2")
    assert GAME.view(state, "1").threats == ("c2",)
    assert "f1-f2" not in orders(state)
    without = position("duke c3, footman f1", "duke f6, general c2'")
    assert GAME.view(without, "1").threats == ()
    assert "f1-f2" in orders(without)


def test_4_1_taking_the_only_tile_a_general_can_command_ends_the_threat() -> None:
    state = position("duke c3, wizard a1", "duke f6, general c2', footman b2")
    assert "a1-b2" in orders(state)
    two = position("duke c3, wizard a1", "duke f6, general c2', footman b2, footman d2")
    assert "a1-b2" not in orders(two)


def test_4_1_the_capture_that_threatens_need_not_be_allowed() -> None:
    # Dark's Footman covers its own Duke against the Knight on d1, yet it still threatens c1
    state = position("duke b1, knight d1'", "duke d6, footman d2'", seat="1")
    assert "b1-c1" not in orders(state)


def test_4_1_holds_for_placing_a_tile() -> None:
    state = step(position("duke c1", "duke f6, knight c6'", bags=("seer", "")), "draw", 1).state
    assert orders(state) == {"@c2"}
    assert refused(state, "@b1") == "That would leave your Duke to the Knight on c6."


def test_4_2_a_draw_under_threat_must_block() -> None:
    state = position("duke c1", "duke f6, knight c6'", bags=("seer footman", ""))
    assert "draw" in orders(state)
    assert {orders(step(state, "draw", value).state) == {"@c2"} for value in (1, 2)} == {True}


@pytest.mark.parametrize("dark", ["duke f6, bowman c3'", "duke f6, champion c2'"])
def test_4_2_no_draw_while_no_tile_could_block(dark: str) -> None:
    # a strike goes over whatever stands between
    state = position("duke c1", dark, bags=("seer footman", ""))
    assert "draw" not in orders(state)
    assert refused(state, "draw").startswith("Your Duke is threatened by the ")
    assert refused(state, "draw").endswith(", and no new tile beside it would help.")


def test_4_2_a_far_line_can_be_blocked_beside_the_duke_only() -> None:
    # the Priest looks at c1 along the diagonal; no square beside the Duke lies on it
    state = position("duke c1", "duke f6, priest f4", bags=("seer", ""))
    assert "draw" not in orders(state)
    assert "c1-b1" in orders(state)


@pytest.mark.parametrize("objective", ["score", "flag"])
def test_4_3_without_guard_the_duke_may_be_left_in_danger(objective: str) -> None:
    flags = ("a1", "a6") if objective == "score" else ("b1", "b6")
    state = position("duke c1, footman e3", "duke f6, knight c6'", objective=objective, flags=flags)
    assert "e3-e4" in orders(state)
    assert GAME.view(state, "1").threats == ()
    after = play(state, "e3-e4", "c6-c1")
    assert (after.phase, look(after)["c1"]) == ("turn", "2 knight")


def test_guard_is_said_in_story_menu_and_view() -> None:
    state = position("duke c1, footman e3", "duke f6, knight d6', footman a6")
    done = step(play(state, "e3-e4"), "d6-d5")
    assert told(done) == ["Dark: Knight d6-d5."]
    # turned over, the Knight on d3 jumps to c1 and e1
    state = position("duke c1, footman e3", "duke f6, knight d5', footman a6", seat="2")
    done = step(state, "d5-d3")
    assert told(done) == ["Dark: Knight d5-d3.", "Guard! The Duke of Light is threatened by the Knight on d3."]
    assert GAME.view(done.state, None).threats == ("d3",)
    notes = GAME.legal_orders(done.state, "1").notes
    assert [str(note) for note in notes] == ["Guard! Your Duke is threatened by the Knight on d3."]
