"""Flags and the two aims that are played for them: RULES.md 6, 8.2 and 8.3."""

from __future__ import annotations

import pytest

from games.duke import GAME
from games.duke.position import State
from games.duke.tests.field import goals, look, orders, play, position, refused, started, step, told


def score(light: str, dark: str, flags: tuple[str, str] = ("a1", "f6"), **more: object) -> State:
    return position(light, dark, objective="score", flags=flags, **more)  # type: ignore[arg-type]  # handed on


def bring(light: str, dark: str, flags: tuple[str, str] = ("a1", "f6"), **more: object) -> State:
    return position(light, dark, objective="flag", flags=flags, **more)  # type: ignore[arg-type]  # handed on


# --- flags as such ----------------------------------------------------------


def test_6_1_a_flag_goes_on_an_empty_square_only() -> None:
    state = play(started("score"), "setup c1 b1 d1", "setup d6 c6 e6")
    assert refused(state, "flag c6") == "c6 is not empty. A flag goes where no tile, no flag and no terrain lies."
    state = play(state, "flag a6")
    assert refused(state, "flag a6") == "a6 is not empty. A flag goes where no tile, no flag and no terrain lies."


@pytest.mark.parametrize(("text", "flag"), [("c4-c5", "c5"), ("c3:b4-d4", "d4")])
def test_6_2_who_ends_on_a_flag_carries_it(text: str, flag: str) -> None:
    state = bring("footman c4, marshall c3', seer b4", "duke a6", ("f1", flag))
    taken = play(state, text)
    assert taken.flags == ("f1", flag)
    carrier = look(taken)[flag]
    assert carrier.startswith("1 ")


def test_6_2_the_flag_goes_with_its_carrier_moved_or_commanded() -> None:
    state = bring("wizard c5, marshall d4', seer b2", "duke a6, footman f2", ("f1", "c5"))
    assert play(state, "c5-b4").flags == ("f1", "b4")
    assert play(state, "d4:c5-e5").flags == ("f1", "e5")


def test_6_3_the_flag_of_a_struck_carrier_lies_free() -> None:
    state = bring("footman c4, seer a1", "duke a6, bowman c6'", ("f1", "c4"), seat="2")
    after = play(state, "c6*c4")
    assert (after.flags, "c4" in look(after)) == (("f1", "c4"), False)


def test_6_4_a_flag_is_passed_to_a_friend_beside() -> None:
    state = bring("footman c4', wizard c3, seer d5, knight b4", "duke a6", ("f1", "c4"), mountain="d4")
    assert {text for text in orders(state) if text.startswith("flag")} == {"flag c4-c3", "flag c4-b4"}
    after = play(state, "flag c4-b4")
    assert after.flags == ("f1", "b4")
    assert look(after) == look(state)
    assert told(step(state, "flag c4-b4"))[0] == "Light: flag c4-b4."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("flag c4-d5", "d5 shares no side with c4."),
        ("flag c4-c5", "A flag is passed to a tile of your own; there is none on c5."),
        ("flag c3-b3", "The flag you carry is on c4."),
    ],
)
def test_6_4_other_passes_are_refused(text: str, reason: str) -> None:
    assert refused(bring("footman c4', wizard c3, seer d5", "duke a6", ("f1", "c4")), text) == reason


def test_6_4_no_flag_no_pass() -> None:
    assert refused(bring("footman c4, wizard c3", "duke a6", ("f1", "c5")), "flag c4-c3") == (
        "None of your tiles carries a flag."
    )
    assert refused(position("duke a1, footman a2", "duke f6"), "flag a1-a2") == "There are no flags in this game."


def test_6_4_terrain_does_not_hinder_a_pass() -> None:
    state = bring("footman c4, wizard c3", "duke a6", ("f1", "c4"), fortress="c3")
    assert "flag c4-c3" in orders(state)


@pytest.mark.parametrize("objective", ["score", "flag"])
def test_no_new_tile_on_a_flag(objective: str) -> None:
    state = position("duke c1", "duke f6", objective=objective, flags=("b1", "d1"), bags=("seer", ""))
    drawn = step(state, "draw", 1).state
    assert orders(drawn) == {"@c2"}
    assert refused(drawn, "@b1") == "No new tile is put on a flag."


# --- score ------------------------------------------------------------------


def test_8_2a_dark_places_first_anywhere_on_the_edge() -> None:
    state = play(started("score"), "setup c1 b1 d1", "setup d6 c6 e6")
    assert (state.phase, state.seat) == ("flags", "2")
    # twenty edge squares, six of them taken
    assert len(orders(state)) == 14
    assert refused(state, "flag c3") == "c3 is not on the edge of the board."
    state = play(state, "flag a1")
    assert (state.flags, state.seat, len(orders(state))) == (("", "a1"), "1", 13)
    state = play(state, "flag a4")
    assert (state.phase, state.seat, state.flags) == ("turn", "1", ("a4", "a1"))


def test_8_2b_a_flag_is_carried_and_passed_by_its_own_side() -> None:
    state = score("wizard b3, seer b4", "wizard e4", ("b3", "f6"))
    assert "flag b3-b4" in orders(state)
    assert play(state, "b3-a2").flags == ("a2", "f6")
    beside_the_enemys = score("wizard b3, seer b4", "wizard e4", ("f1", "b3"))
    assert not any(text.startswith("flag") for text in orders(beside_the_enemys))


def test_8_2c_nobody_enters_or_crosses_the_enemys_flag() -> None:
    state = score("priest a1, wizard c2", "duke f6", ("f1", "c3"))
    # the diagonal from a1 is closed at c3
    assert goals(state, "a1") == {"b2"}
    assert "c3" not in goals(state, "c2")
    assert refused(state, "c2-c3") == "The enemy's flag is on c3; your tiles may not go there."
    assert refused(state, "a1-d4") == "The enemy's flag on c3 lies in the way."


def test_8_2c_jumps_and_commanded_tiles_pass_over_it() -> None:
    state = score("champion c2', marshall d2', seer a1, footman e3", "duke f6", ("f1", "c3"))
    assert "c4" in goals(state, "c2")
    state = score("marshall d2', footman e3", "duke f6", ("f1", "d3"))
    assert {text for text in orders(state) if ":" in text} == {"d2:e3-c3"}


def test_8_2c_an_enemy_on_its_own_flag_is_removed_by_a_strike_only() -> None:
    state = score("wizard c3, champion e4'", "seer d4, duke a6", ("f1", "d4"))
    assert "d4" not in goals(state, "c3")
    after = play(state, "e4*d4")
    assert (after.flags, after.captured) == (("f1", "d4"), ((), ("seer",)))


@pytest.mark.parametrize(("light", "text"), [("wizard c3", "c3-d4"), ("marshall d3', seer c4", "d3:c4-d4")])
def test_8_2d_a_tile_that_ends_beside_the_flag_scores(light: str, text: str) -> None:
    done = step(score(light, "duke a6", ("f1", "d5")), text)
    assert done.state.points == (1, 0)
    assert "A point for Light: 1 of 3." in told(done)


def test_8_2d_a_corner_is_not_beside() -> None:
    state = score("wizard c3", "duke a6", ("f1", "e5"))
    assert play(state, "c3-d4").points == (0, 0)


def test_8_2d_a_new_tile_scores_too() -> None:
    state = step(score("duke c4", "duke a6", ("f1", "d5"), bags=("seer", "")), "draw", 1).state
    assert play(state, "@d4").points == (1, 0)
    assert play(state, "@c3").points == (0, 0)


def test_8_2d_a_tile_that_began_beside_it_scores_nothing() -> None:
    state = score("seer d4, champion c5'", "duke a6, footman c4", ("f1", "d5"))
    # from d4 the Seer goes to e5, which is beside d5 too
    assert play(state, "d4-e5").points == (0, 0)
    # the Champion stands beside it and strikes
    assert play(state, "c5*c4").points == (0, 0)
    # the Marshall commands from one side of the flag to the other
    commanded = score("marshall d5', seer c6", "duke a6", ("f1", "d6"))
    assert play(commanded, "d5:c6-e6").points == (0, 0)


def test_8_2d_passing_a_flag_beside_an_enemy_scores_for_nobody() -> None:
    state = score("wizard d2, seer d3", "wizard d4, duke a6", ("d2", "f6"))
    assert play(state, "flag d2-d3").points == (0, 0)


def test_8_2e_after_a_point_the_owner_relocates_before_its_turn() -> None:
    state = play(score("wizard c3", "duke a6, footman f6", ("f1", "d5")), "c3-d4")
    assert (state.phase, state.seat) == ("relocate", "2")
    # beside a6 and f6
    assert orders(state) == {"flag b6", "flag a5", "flag e6", "flag f5", "flag stay"}
    assert refused(state, "flag c4") == "c4 shares no side with a tile of yours."
    moved = play(state, "flag e6")
    assert (moved.flags, moved.phase, moved.seat) == (("f1", "e6"), "turn", "2")
    assert play(state, "flag stay").flags == ("f1", "d5")


def test_8_2e_relocation_belongs_to_the_turn_that_follows() -> None:
    before = score("wizard c3", "duke a6, footman f6", ("f1", "d5"))
    relocating = play(before, "c3-d4")
    turn = play(relocating, "flag stay")
    assert (relocating.period, turn.period) == (before.period + 1, before.period + 1)


def test_8_2e_the_flag_may_leave_its_carrier_and_scores_for_nobody() -> None:
    state = score("wizard c3, seer f5", "footman d5, duke a6", ("f1", "d5"))
    state = play(state, "c3-d4")
    # e5 lies beside the carrier and beside the Seer
    after = play(state, "flag e5")
    assert (after.flags, after.points, look(after)["d5"]) == (("f1", "e5"), (1, 0), "2 footman")


def test_8_2e_without_an_empty_square_there_is_no_decision() -> None:
    # Dark has a tile in the corner, and both squares beside it are taken
    state = score("wizard c3, seer a5, knight b6", "duke a6", ("f1", "d5"))
    after = play(state, "c3-d4")
    assert (after.points, after.phase, after.seat) == ((1, 0), "turn", "2")


def test_8_2f_a_captured_duke_only_draws_no_more() -> None:
    state = score("wizard c3", "duke d4, footman f4", ("f1", "a6"), bags=("", "seer"))
    after = play(state, "c3-d4")
    assert (after.phase, after.seat) == ("turn", "2")
    assert "draw" not in orders(after)
    assert refused(after, "draw") == "Your Duke is captured; you draw no more tiles."


def test_8_2g_no_tile_left_loses_though_the_bag_is_full() -> None:
    done = step(score("wizard c3", "duke d4", ("f1", "a6"), bags=("", "seer seer")), "c3-d4")
    assert (done.state.how, done.state.winner) == ("no_tiles", "1")
    assert told(done)[-1] == "Dark has no tile left on the board. Light wins."


def test_8_2g_three_points_win_at_once() -> None:
    done = step(score("wizard c3", "duke a6", ("f1", "d5"), points=(2, 2)), "c3-d4")
    assert (done.state.phase, done.state.how, done.state.winner) == ("over", "points", "1")
    assert told(done)[-1] == "Light has 3 points and wins."


def test_8_2g_who_cannot_act_passes() -> None:
    # a Footman in the corner, boxed in by the enemy's flag and by a friend in the same state
    state = score("footman f1', wizard c3", "pikeman a1", ("f6", "c6"), seat="2")
    # Dark's Pikeman moves forward, which is off the board from rank 1
    assert orders(state) == {"pass"}
    done = step(state, "pass")
    assert (done.state.seat, done.state.quiet) == ("1", 1)
    assert told(done) == ["Dark: pass."]
    assert refused(done.state, "pass") == "You may pass only when you can do nothing else."


# --- flag -------------------------------------------------------------------


def test_8_3a_dark_places_first_on_the_enemys_edge() -> None:
    state = play(started("flag"), "setup c1 b1 d1", "setup d6 c6 e6")
    assert (state.phase, state.seat) == ("flags", "2")
    assert orders(state) == {"flag a1", "flag e1", "flag f1"}
    assert refused(state, "flag a6") == "A flag is placed on the enemy's edge, a1 to f1."
    done = step(state, "flag f1")
    assert told(done) == ["Dark: flag f1. It is the flag of Light from now on."]
    state = done.state
    assert orders(state) == {"flag a6", "flag b6", "flag f6"}
    state = play(state, "flag b6")
    # Light's own flag lies on f1, Dark's on b6
    assert (state.flags, state.phase, state.seat) == (("f1", "b6"), "turn", "1")


def test_8_3_the_aim_is_told_beside_the_board() -> None:
    state = bring("footman c4", "duke a6", ("f1", "c4"))
    assert [str(note) for note in GAME.draw(GAME.view(state, None)).notes] == [
        "Light wins with the dark flag on rank 1, Dark with the light flag on rank 6."
    ]


def test_8_3b_no_own_tile_ends_on_the_own_flag_but_crosses_it() -> None:
    state = bring("priest a1, wizard c2, marshall d2'", "duke f6", ("c3", "b6"))
    assert goals(state, "a1") == {"b2", "d4", "e5", "f6"}
    assert "c3" not in goals(state, "c2")
    assert refused(state, "c2-c3") == "Your own flag is on c3; your tiles may not stop there."


def test_8_3b_the_own_flag_is_not_passed() -> None:
    state = bring("wizard c2, seer c3", "duke f6", ("c2", "b6"))
    assert not any(text.startswith("flag") for text in orders(state))


def test_8_3b_an_enemy_who_carries_it_is_removed_by_a_strike_only() -> None:
    state = bring("wizard c3, champion e4'", "seer d4, duke a6", ("d4", "f6"))
    assert "d4" not in goals(state, "c3")
    assert "e4*d4" in orders(state)


def test_8_3d_the_enemys_flag_on_the_own_edge_wins() -> None:
    done = step(bring("wizard c2", "duke a6", ("f1", "c2")), "c2-b1")
    assert (done.state.how, done.state.winner) == ("flag", "1")
    assert told(done)[-1] == "The enemy's flag is home. Light wins."


def test_8_3d_passing_it_to_the_own_edge_wins_too() -> None:
    state = bring("wizard c2, footman c1", "duke a6", ("f1", "c2"))
    assert play(state, "flag c2-c1").how == "flag"
    dark = bring("wizard c2", "footman e5, seer e6", ("e5", "c3"), seat="2")
    assert (play(dark, "flag e5-e6").how, play(dark, "flag e5-e6").winner) == ("flag", "2")


def test_8_3e_no_guard_no_tiles_no_action() -> None:
    state = bring("wizard c3", "duke d4, pikeman a1", ("f1", "b6"), bags=("", "seer"))
    after = play(state, "c3-d4")
    assert after.phase == "turn"
    assert orders(after) == {"pass"}
    assert play(bring("wizard c3", "duke d4", ("f1", "b6")), "c3-d4").how == "no_tiles"


# --- Joshua's flag, the source's story --------------------------------------


def test_joshuas_flag_is_taken_passed_and_struck_free() -> None:
    """Joshua plays Light, Frank Dark, whose flag lies on d4."""
    state = bring("footman d3, knight f4, wizard d2", "bowman f6', pikeman b6, duke a6", ("f1", "d4"))
    state = play(state, "d3-d4")
    assert (state.flags, look(state)["d4"]) == (("f1", "d4"), "1 footman'")
    # the Knight was to come beside the Footman; the Bowman strikes it and turns over where it stands
    state = play(state, "f6*f4")
    assert (look(state)["f6"], state.captured) == ("2 bowman", (("knight",), ()))
    state = play(state, "d2-d3")
    # Frank cannot strike the Footman, and may not go there, for his own flag is under it
    assert refused(state, "b6-d4") == "Your own flag is on d4; your tiles may not stop there."
    assert not any("*" in text for text in orders(state))
    state = play(state, "b6-c5")
    state = play(state, "flag d4-d3")
    assert (state.flags, look(state)["d4"], look(state)["d3"]) == (("f1", "d3"), "1 footman'", "1 wizard'")
    state = play(state, "c5*d3")
    assert (state.flags, look(state)["c5"], "d3" in look(state)) == (("f1", "d3"), "2 pikeman", False)
    assert (state.phase, state.captured) == ("turn", (("knight", "wizard"), ()))


def test_view_shows_both_flags_and_points_to_everybody() -> None:
    state = score("wizard c3", "duke a6", ("f1", "d5"), points=(1, 2))
    for seat in ("1", "2", None):
        view = GAME.view(state, seat)
        assert (view.flags, view.points) == (("f1", "d5"), (1, 2))
