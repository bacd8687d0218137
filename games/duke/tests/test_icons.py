"""What a tile may do in its turn: RULES.md 3."""

from __future__ import annotations

from typing import Any

import pytest

from games.duke import GAME
from games.duke.tests.field import goals, look, orders, play, position, refused, step, told

FAR = "duke f6"


def test_3_1_a_turn_is_one_action() -> None:
    state = position("duke a1, footman c3", FAR)
    assert refused(state, "a1-b1; c3-c4") == "Your orders are complete; nothing can follow them."
    assert play(state, "c3-c4").seat == "2"


def test_3_1_nobody_may_pass() -> None:
    state = position("duke a1, footman c3", FAR)
    assert "pass" not in orders(state)
    assert refused(state, "pass") == "Nobody may pass. Move a tile or draw one."


@pytest.mark.parametrize("blocker", ["1", "2"])
def test_3_2_a_move_needs_every_square_between_free(blocker: str) -> None:
    light, dark = ("duke a1, pikeman c2, footman d3", FAR) if blocker == "1" else (
        "duke a1, pikeman c2", f"{FAR}, footman d3")  # fmt: skip
    state = position(light, dark)
    # two squares to the right and forward lie behind d3, to the left the way is free
    assert goals(state, "c2") == {"a4", "b3"} | ({"d3"} if blocker == "2" else set())
    assert refused(state, "c2-e4") == "The Footman on d3 stands in the way."


def test_3_3_a_jump_minds_nobody_between() -> None:
    state = position("duke a1, champion c3', footman c4", FAR)
    assert {"c5", "a3", "e3", "c1"} == goals(state, "c3")
    assert look(play(state, "c3-c5"))["c4"] == "1 footman"


def test_3_4_a_slide_ends_before_a_friend_or_on_the_first_enemy() -> None:
    state = position("duke a1, priest c3, footman e5", f"{FAR}, footman b4, footman a5")
    assert goals(state, "c3") == {"d4", "b4", "b2", "d2", "e1"}
    assert refused(state, "c3-a5") == "The Footman on b4 stands in the way."
    assert refused(state, "c3-e5") == "e5 is your own Footman."


def test_3_4_a_slide_goes_to_the_edge() -> None:
    assert goals(position("duke c1", FAR), "c1") == {"a1", "b1", "d1", "e1", "f1"}


def test_3_5_whoever_ends_on_an_enemy_captures_it() -> None:
    done = step(position("duke a1, wizard c3", f"{FAR}, seer d4'"), "c3xd4")
    assert look(done.state) == {"a1": "1 duke", "d4": "1 wizard'", "f6": "2 duke"}
    assert done.state.captured == ((), ("seer",))
    assert told(done)[:2] == ["Light: Wizard c3-d4.", "Captured: Seer on d4."]
    assert [(mark.shape, mark.at, mark.to) for event in done.events for mark in event.marks] == [
        ("arrow", "c3", "d4"), ("hit", "d4", ""),
    ]  # fmt: skip


def test_3_5_nobody_ends_on_a_friend() -> None:
    state = position("duke a1, wizard c3, seer d4", FAR)
    assert "d4" not in goals(state, "c3")
    assert refused(state, "c3-d4") == "d4 is your own Seer."


def test_3_6_a_strike_takes_from_afar_and_the_striker_stays() -> None:
    state = position("duke a1, bowman c3'", f"{FAR}, seer c5, footman c4")
    done = step(state, "c3*c5")
    assert look(done.state) == {"a1": "1 duke", "c3": "1 bowman", "c4": "2 footman", "f6": "2 duke"}
    assert done.state.captured == ((), ("seer",))
    assert told(done)[0] == "Light: Bowman c3*c5."


def test_3_6_neither_friends_nor_empty_squares_are_struck() -> None:
    state = position("duke a1, bowman c3', footman b4", f"{FAR}, seer c5")
    assert {text for text in orders(state) if "*" in text} == {"c3*c5"}
    assert refused(state, "c3*b4") == "b4 is your own Footman."
    assert refused(state, "c3*d4") == "Nobody stands on d4. A strike needs an enemy there."


def test_3_6_dark_strikes_the_other_way() -> None:
    state = position("duke f1, footman b3, footman d3", "duke f6, pikeman c5'", seat="2")
    assert {text for text in orders(state) if "*" in text} == {"c5*b3", "c5*d3"}


def test_3_7_a_command_moves_a_friend_within_the_grid() -> None:
    # the back of the General on d3 commands c3, e3, c2, d2, e2
    state = position("duke a1, general d3', knight c3", f"{FAR}, footman e3")
    assert {text for text in orders(state) if ":" in text} == {"d3:c3-e3", "d3:c3-c2", "d3:c3-d2", "d3:c3-e2"}
    done = step(state, "d3:c3xe3")
    assert look(done.state) == {"a1": "1 duke", "d3": "1 general", "e3": "1 knight", "f6": "2 duke"}
    assert told(done) == ["Light: General d3: Knight c3-e3.", "Captured: Footman on e3."]


def test_3_7_tiles_never_block_a_command() -> None:
    # the Marshall on d2 commands c3, d3, e3; the way from c3 to e3 leads over d3
    state = position("duke a1, marshall d2', footman c3, seer d3", FAR)
    assert "d2:c3-e3" in orders(state)
    assert refused(state, "d2:c3-d3") == "d3 is your own Seer."


def test_3_7_the_duke_may_be_commanded_the_commander_may_not() -> None:
    state = position("duke c3, general d3'", FAR)
    assert look(play(state, "d3:c3-e2")) == {"e2": "1 duke", "d3": "1 general", "f6": "2 duke"}
    assert refused(state, "d3:d3-c2") == "The General on d3 cannot command itself."
    assert refused(state, "d3:d2-c2") == "There is no tile of yours on d2 to command."
    assert refused(state, "d3:c3-c4") == (
        "c4 is no command square of the General on d3. They are c2, d2, e2, c3, e3."
    )  # fmt: skip


def test_3_8_the_acting_tile_turns_over_the_commanded_does_not() -> None:
    state = position("duke a1, general d3', knight c3', footman a3", FAR)
    assert look(play(state, "a3-a4"))["a4"] == "1 footman'"
    commanded = look(play(state, "d3:c3-c2"))
    assert (commanded["d3"], commanded["c2"]) == ("1 general", "1 knight'")


def test_3_9_a_draw_is_two_orders_and_one_turn() -> None:
    state = position("duke c1, footman b1", FAR, bags=("wizard seer seer pikeman", ""))
    assert "draw" in orders(state)
    # in the order of the game: Pikeman, Wizard, Seer, Seer
    done = step(state, "draw", 3)
    assert (done.state.phase, done.state.seat, done.state.drawn) == ("place", "1", "seer")
    assert done.state.period == state.period
    assert told(done) == ["Light: draw {Seer}."]
    assert orders(done.state) == {"@d1", "@c2"}
    placed = step(done.state, "@d1")
    assert look(placed.state)["d1"] == "1 seer"
    assert placed.state.bags == (("pikeman", "wizard", "seer"), ())
    assert (placed.state.seat, placed.state.drawn, placed.state.period) == ("2", "", state.period + 1)
    assert told(placed) == ["Light: Seer @d1."]


def test_3_9_there_is_no_going_back_from_a_draw() -> None:
    state = step(position("duke c1, footman b1", FAR, bags=("wizard", "")), "draw", 1).state
    assert refused(state, "b1-b2") == (
        "You have drawn a tile: Wizard. Put it beside your Duke; write for example @d1."
    )  # fmt: skip


@pytest.mark.parametrize(
    ("light", "bag", "reason"),
    [
        ("duke c1", "", "Your bag is empty."),
        ("duke a1, footman a2, footman b1", "seer", "No square beside your Duke is free for a new tile."),
    ],
)
def test_3_9_a_draw_needs_a_tile_and_a_square(light: str, bag: str, reason: str) -> None:
    state = position(light, FAR, bags=(bag, ""))
    assert "draw" not in orders(state)
    assert refused(state, "draw") == reason


@pytest.mark.parametrize(
    "more",
    [{"mountain": "b1"}, {"fortress": "b1"}, {"objective": "score", "flags": ("b1", "f6")},
     {"objective": "flag", "flags": ("f1", "b1")}],
)  # fmt: skip
def test_3_9_neither_terrain_nor_flags_leave_a_square_for_a_draw(more: dict[str, Any]) -> None:
    state = position("duke a1, footman a2", "duke e6", bags=("seer", ""), **more)
    assert "draw" not in orders(state)
    assert refused(state, "draw") == "No square beside your Duke is free for a new tile."
    assert "draw" in orders(position("duke a1, footman a2", "duke e6", bags=("seer", "")))


def test_3_9_a_drawn_tile_goes_beside_the_duke() -> None:
    state = step(position("duke c1, footman b1", f"{FAR}, pikeman c2", bags=("wizard", "")), "draw", 1).state
    assert orders(state) == {"@d1"}
    assert refused(state, "@e1") == "e1 shares no side with your Duke on c1."
    assert refused(state, "@b1") == "b1 is your own Footman."
    assert refused(state, "@c2") == "The Pikeman on c2 stands there already."


def test_3_10_captured_tiles_are_seen_by_all() -> None:
    state = play(position("duke a1, wizard c3", f"{FAR}, seer d4"), "c3-d4")
    assert {GAME.view(state, seat).captured for seat in ("1", "2", None)} == {((), ("seer",))}
