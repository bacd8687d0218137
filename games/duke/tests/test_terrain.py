"""Mountain and Fortress: RULES.md 5, with the source's own examples."""

from __future__ import annotations

import pytest

from games.duke import GAME
from games.duke.geometry import crossed
from games.duke.tests.field import goals, look, orders, play, position, refused, step

FAR = "duke f6"


@pytest.mark.parametrize(
    ("offset", "through"),
    [
        ((1, 2), [(0, 1), (1, 1)]),
        ((2, 1), [(1, 0), (1, 1)]),
        ((0, 2), [(0, 1)]),
        ((2, 2), [(1, 1)]),
        ((1, 1), []),
        ((1, 0), []),
        ((-1, 2), [(0, 1), (-1, 1)]),
        ((3, 1), [(1, 0), (2, 1)]),
    ],
)
def test_5_1_line_passes_through_squares_but_not_by_their_corners(
    offset: tuple[int, int], through: list[tuple[int, int]]
) -> None:
    assert sorted(crossed(*offset)) == sorted(through)


def test_5_2_the_mountain_is_neither_entered_nor_crossed() -> None:
    state = position("duke a1, priest b2, footman d3', wizard c3", FAR, mountain="d4")
    assert goals(state, "b2") == {"a3", "c1"}
    assert goals(state, "d3") == {"c4", "e4", "c2", "e2"}
    assert goals(state, "c3") == {"b4", "c4", "b3", "c2", "d2"}
    assert refused(state, "c3-d4") == "The Mountain lies on d4; nobody goes there."
    assert refused(state, "d3-d5") == "The Mountain on d4 lies in the way."


def test_5_2_no_new_tile_on_the_mountain() -> None:
    state = position("duke c1", FAR, mountain="c2", bags=("seer", ""))
    drawn = step(state, "draw", 1).state
    assert orders(drawn) == {"@b1", "@d1"}
    assert refused(drawn, "@c2") == "No new tile is put on the Mountain."


@pytest.mark.parametrize("mountain", ["c4", "d4"])
def test_5_3_a_jump_by_one_and_two_is_stopped_on_both_squares(mountain: str) -> None:
    state = position("duke a1, knight c3", FAR, mountain=mountain)
    assert ("d5" in goals(state, "c3"), "b5" in goals(state, "c3")) == (False, mountain == "d4")
    assert refused(state, "c3-d5") == f"The Mountain on {mountain} lies in the way."


def test_5_3_a_straight_jump_is_stopped_by_the_square_between() -> None:
    state = position("duke a1, wizard c3'", FAR, mountain="d4")
    assert goals(state, "c3") == {"a5", "c5", "a3", "e3", "c1", "e1"}


def test_5_4_mountain_and_bowman_of_the_source() -> None:
    """The Pikeman's line passes through the Mountain, the Bowman's only touch its corners."""
    dark = f"{FAR}, marshall b4, priest d4, footman b5, knight c5"
    pikeman = position("duke a1, pikeman c3'", dark, mountain="c4")
    assert {text for text in orders(pikeman) if "*" in text} == set()
    assert refused(pikeman, "c3*b5") == "The Mountain on c4 lies in the way."
    bowman = position("duke a1, bowman c3'", dark, mountain="c4")
    assert {text for text in orders(bowman) if "*" in text} == {"c3*b4", "c3*d4"}
    assert refused(bowman, "c3*c5") == "The Mountain on c4 lies in the way."


@pytest.mark.parametrize("square", ["c4", "b4"])
def test_5_4_a_strike_by_one_and_two_is_blocked_on_both_squares(square: str) -> None:
    for terrain in ({"mountain": square}, {"fortress": square}):
        state = position("duke a1, pikeman c3'", f"{FAR}, footman b5, footman d5", **terrain)  # type: ignore[arg-type]  # a square by name
        expected = set() if square == "c4" else {"c3*d5"}
        assert {text for text in orders(state) if "*" in text} == expected


def test_5_5_the_fortress_is_entered_by_move_and_slide_capturing() -> None:
    state = position("duke a1, wizard c3, priest f2", f"{FAR}, seer d4", fortress="d4")
    assert "d4" in goals(state, "c3")
    assert "d4" in goals(state, "f2")
    assert look(play(state, "f2-d4"))["d4"] == "1 priest'"


def test_5_5_a_slide_may_end_on_the_fortress_but_goes_no_further() -> None:
    state = position("duke a1, priest b2", FAR, fortress="d4")
    assert goals(state, "b2") == {"a3", "c1", "c3", "d4"}
    assert refused(state, "b2-e5") == "The Fortress on d4 lies in the way."


def test_5_5_no_jump_ends_on_the_fortress_or_goes_over_it() -> None:
    state = position("duke a1, champion c3", FAR, fortress="c4")
    assert goals(state, "c3") == {"c4", "b3", "d3", "c2", "a3", "e3", "c1"}
    state = position("duke a1, champion c3", FAR, fortress="c5")
    assert "c5" not in goals(state, "c3")
    assert refused(state, "c3-c5") == "No jump ends on the Fortress. Moves, slides and commands lead there."


def test_5_5_a_tile_on_the_fortress_cannot_be_struck() -> None:
    state = position("duke a1, champion c3'", f"{FAR}, footman c4, seer d3", fortress="c4")
    assert {text for text in orders(state) if "*" in text} == {"c3*d3"}
    assert refused(state, "c3*c4") == "The Footman on c4 is on the Fortress and cannot be struck."


def test_5_5_no_new_tile_on_the_fortress() -> None:
    drawn = step(position("duke c1", FAR, fortress="b1", bags=("seer", "")), "draw", 1).state
    assert orders(drawn) == {"@d1", "@c2"}
    assert refused(drawn, "@b1") == "No new tile is put on the Fortress."


def test_5_6_mountain_and_general_of_the_source() -> None:
    """The squares A to E are c3, c2, d2, e2, e3; the Mountain lies on D."""
    state = position("duke a1, general d3', pikeman c3", f"{FAR}, seer f3", mountain="e2")
    assert {text for text in orders(state) if ":" in text} == {"d3:c3-c2", "d3:c3-d2"}
    assert refused(state, "d3:c3-e2") == "The Mountain lies on e2; nobody goes there."
    assert refused(state, "d3:c3-e3") == "The Mountain on e2 bars the way from c3 to e3."


def test_5_6_fortress_and_general_of_the_source() -> None:
    """With the Fortress on D a tile goes there, but not to E."""
    state = position("duke a1, general d3', pikeman c3", f"{FAR}, seer e2", fortress="e2")
    assert {text for text in orders(state) if ":" in text} == {"d3:c3-c2", "d3:c3-d2", "d3:c3-e2"}
    assert look(play(state, "d3:c3-e2"))["e2"] == "1 pikeman"
    assert refused(state, "d3:c3-e3") == "The Fortress on e2 bars the way from c3 to e3."


def test_5_6_a_friend_on_the_fortress_is_in_the_way_as_anywhere() -> None:
    state = position("duke a1, general d3', pikeman c3, seer e2", FAR, fortress="e2")
    assert refused(state, "d3:c3-e2") == "e2 is your own Seer."


def test_5_6_command_squares_off_the_board_block_nothing() -> None:
    state = position("duke a3, general d1', footman c1", FAR)
    assert "d1:c1-e1" in orders(state)


def test_5_7_a_tile_leaves_the_fortress_and_strikes_from_it() -> None:
    state = position("duke a1, champion d4'", f"{FAR}, footman e4", fortress="d4")
    assert "d4*e4" in orders(state)
    assert goals(state, "d4") == {"b4", "f4", "d2"} | {"d6"}


def test_5_7_a_tile_is_commanded_out_of_the_fortress() -> None:
    state = position("duke a1, general d3', pikeman d2", FAR, fortress="d2", mountain="c2")
    assert {text for text in orders(state) if ":" in text} == {"d3:d2-e2", "d3:d2-e3"}
    assert refused(state, "d3:d2-c3") == "The Mountain on c2 bars the way from d2 to c3."


def test_5_7_the_duke_on_the_fortress_draws() -> None:
    state = step(position("duke c3", FAR, fortress="c3", bags=("seer", "")), "draw", 1).state
    assert orders(state) == {"@b3", "@d3", "@c2", "@c4"}


def test_5_7_the_duke_on_the_fortress_is_safe_from_strikes_and_jumps() -> None:
    assert GAME.view(position("duke c3", f"{FAR}, bowman c5'", fortress="c3"), "1").threats == ()
    assert GAME.view(position("duke c3", f"{FAR}, bowman c5'"), "1").threats == ("c5",)
    assert GAME.view(position("duke c3", f"{FAR}, champion c5", fortress="c3"), "1").threats == ()
