"""The board, the tiles and setting up: RULES.md 1 and 2."""

from __future__ import annotations

from collections import Counter

import pytest

from games.chance import ScriptedChance
from games.contract import BadOptions
from games.duke import GAME
from games.duke.data import COUNTS, FACES
from games.duke.tests.field import look, orders, play, refused, started, step, told

BAG = Counter(
    footman=1, pikeman=3, wizard=1, seer=1, priest=1, marshall=1, knight=1, ranger=1, general=1, champion=1, bowman=1
)


def test_1_2_each_side_owns_sixteen_tiles_of_twelve_kinds() -> None:
    assert len(COUNTS) == 12
    assert sum(COUNTS.values()) == 16
    assert Counter(start=0) + Counter(COUNTS) == BAG + Counter(duke=1, footman=2)


def test_1_3_every_face_is_the_same_to_the_left_and_to_the_right() -> None:
    for faces in FACES.values():
        for face in faces:
            for squares in face.values():
                assert {(-dx, dy) for dx, dy in squares} == set(squares)


def test_2_1_light_sets_up_first_on_its_own_edge() -> None:
    state = started()
    assert (state.phase, state.seat) == ("setup", "1")
    assert GAME.phase(state).to_act == ("1",)
    after = play(state, "setup c1 b1 c2")
    assert look(after) == {"c1": "1 duke", "b1": "1 footman", "c2": "1 footman"}
    assert (after.phase, after.seat) == ("setup", "2")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("setup b1 a1 c1", "Your Duke stands on c1 or d1."),
        ("setup c6 b6 d6", "Your Duke stands on c1 or d1."),
        ("setup c1 b2 c2", "A Footman stands beside the Duke, sharing a side: b1, d1, c2."),
        ("setup d1 c1 c1", "c1 is taken already."),
        ("setup d1 e1 d1", "d1 is taken already."),
    ],
)
def test_2_1_wrong_set_up_is_refused(text: str, reason: str) -> None:
    assert refused(started(), text) == reason


def test_2_2_dark_need_not_mirror_light() -> None:
    state = play(started(), "setup c1 b1 d1", "setup c6 c5 d6")
    assert look(state) == {
        "c1": "1 duke", "b1": "1 footman", "d1": "1 footman",
        "c6": "2 duke", "c5": "2 footman", "d6": "2 footman",
    }  # fmt: skip


def test_2_2_dark_sees_what_light_has_set_up() -> None:
    state = play(started(), "setup c1 b1 d1")
    assert GAME.view(state, "2").tiles == state.tiles != ()


def test_2_3_the_other_thirteen_lie_in_the_bag() -> None:
    state = play(started(), "setup c1 b1 d1", "setup c6 c5 d6")
    assert [Counter(bag) for bag in state.bags] == [BAG, BAG]


def test_2_4_mountain_and_fortress_come_on_empty_squares() -> None:
    state = play(started(mountain="on", fortress="on"), "setup c1 b1 d1")
    # 30 squares are free: a1, e1, f1, a2 ...; after the Mountain on a1 the second of 29 is f1
    done = step(state, "setup d6 c6 e6", 1, 2)
    assert (done.state.mountain, done.state.fortress) == ("a1", "f1")
    assert told(done) == ["Dark: Duke d6, Footmen c6 and e6.", "The Mountain lies on a1.", "The Fortress lies on f1."]


def test_2_4_the_last_empty_square_may_be_drawn_too() -> None:
    done = step(play(started(mountain="on"), "setup c1 b1 d1"), "setup d6 c6 e6", 30)
    assert done.state.mountain == "f6"


@pytest.mark.parametrize("objective", ["duke", "logistics"])
def test_2_4_terrain_is_drawn_after_the_last_set_up(objective: str) -> None:
    state = started(objective, fortress="on")
    for kind in state.table:
        state = play(state, f"pick {kind}")
    assert step(play(state, "setup c1 b1 d1"), "setup d6 c6 e6", 2).state.fortress == "e1"


def test_2_4_terrain_is_drawn_after_the_flags_and_off_them() -> None:
    state = play(started("score", mountain="on"), "setup c1 b1 d1", "setup d6 c6 e6", "flag a6")
    assert (state.mountain, state.phase) == ("", "flags")
    # free are e1, f1, a2 ...: a1 holds the flag
    assert step(state, "flag a1", 1).state.mountain == "e1"


def test_2_5_light_moves_first() -> None:
    state = play(started(), "setup c1 b1 d1", "setup d6 c6 e6")
    assert (state.phase, state.seat) == ("turn", "1")


def test_set_up_on_the_menu_is_complete() -> None:
    assert orders(started()) == {"setup c1", "setup d1"}
    menu = GAME.legal_orders(started(), "1", GAME.read(started(), "1", "setup c1 b1"))
    assert [entry.order.to for entry in menu.entries] == ["d1", "c2"]
    assert not menu.may_file


@pytest.mark.parametrize("seats", [("1",), ("2", "1"), ("1", "2", "3"), ("R", "T")])
def test_other_seats_are_refused(seats: tuple[str, ...]) -> None:
    with pytest.raises(BadOptions):
        GAME.setup(seats, {}, ScriptedChance())
