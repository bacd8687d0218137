"""The Dark Rider and logistics: RULES.md 8.4 and 8.5."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.chance import ScriptedChance
from games.contract import BadOptions
from games.duke import GAME
from games.duke.position import State
from games.duke.tests.field import goals, look, orders, play, position, refused, started, step, told


def ride(light: str, dark: str = "knight f6", **more: object) -> State:
    return position(light, dark, objective="dark_rider", **more)  # type: ignore[arg-type]  # handed on


@pytest.mark.parametrize(("mountain", "fortress"), [("on", "off"), ("off", "on"), ("on", "on")])
def test_8_4_no_terrain_with_the_rider(mountain: str, fortress: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        started("dark_rider", mountain, fortress)
    assert str(refusal.value) == (
        "The Dark Rider is played without terrain. Switch off Mountain and Fortress, or choose another aim."
    )


@pytest.mark.parametrize("objective", ["duke", "score", "flag", "logistics"])
def test_every_other_aim_takes_terrain(objective: str) -> None:
    assert started(objective, "on", "on").terrain == ("mountain", "fortress")


def test_duke_without_terrain_is_played_unless_chosen_otherwise() -> None:
    state = GAME.setup(("1", "2"), {}, ScriptedChance()).state
    assert (state.objective, state.terrain, state.phase) == ("duke", (), "setup")


@pytest.mark.parametrize("options", [{"objective": "chess"}, {"mountain": "yes"}, {"lake": "on"}])
def test_unknown_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(BadOptions):
        GAME.setup(("1", "2"), options, ScriptedChance())


def test_8_4a_light_deploys_five_dark_one_and_dark_begins() -> None:
    state = started("dark_rider")
    assert (state.phase, state.seat, state.bags) == ("deploy", "1", ((), ()))
    state = play(state, "deploy f1 a1 c1 b1 d1")
    assert set(look(state).values()) == {"1 pikeman"}
    assert (state.seat, orders(state)) == ("2", {f"deploy {file}6" for file in "abcdef"})
    done = step(state, "deploy e6")
    assert (done.state.phase, done.state.seat) == ("turn", "2")
    assert look(done.state)["e6"] == "2 knight"
    assert told(done) == ["Dark: Knight e6."]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("deploy a1 b1 c1 d1 d1", "d1 is taken already."),
        ("deploy a1 b1 c1 d1 e2", "Pikeman: your home edge is a1 to f1. e2 is not on it."),
        ("deploy a1 b1 c1 d1 e1 f1", "Your orders are complete; nothing can follow them."),
        ("setup c1 b1 d1", "First you deploy. Write for example deploy a1 b1 c1 d1 e1."),
    ],
)
def test_8_4a_wrong_deployment_is_refused(text: str, reason: str) -> None:
    assert refused(started("dark_rider"), text) == reason


def test_8_4b_capturing_the_knight_wins() -> None:
    done = step(ride("pikeman d4, pikeman a1", "knight f6"), "d4-f6")
    assert (done.state.how, done.state.winner) == ("knight", "1")
    assert told(done)[-1] == "The Knight is captured. Light wins."


def test_8_4b_three_pikemen_on_the_far_edge_win() -> None:
    state = ride("pikeman a6', pikeman c6', pikeman d5', pikeman a1, pikeman b1", "knight f1")
    done = step(state, "d5-d6")
    assert (done.state.how, done.state.winner) == ("edge", "1")
    assert told(done)[-1] == "Three Pikemen have reached the far edge. Light wins."


def test_8_4b_one_captured_pikeman_does_not_matter() -> None:
    state = ride("pikeman a6', pikeman c6', pikeman d5', pikeman a1", "knight f1", captured=("pikeman", ""))
    assert play(state, "d5-d6").how == "edge"


def test_8_4b_with_two_captured_the_edge_wins_no_more() -> None:
    state = ride("pikeman a6', pikeman c6', pikeman d5'", "knight f1", captured=("pikeman pikeman", ""))
    after = play(state, "d5-d6")
    assert after.phase == "turn"
    # nothing of Light's can move any more, so it passes once the Knight has moved
    assert orders(play(after, "f1-e1")) == {"pass"}


def test_8_4b_two_on_the_edge_are_not_enough() -> None:
    assert play(ride("pikeman a6', pikeman d5', pikeman a1", "knight f1"), "d5-d6").phase == "turn"


@pytest.mark.parametrize(
    ("light", "lost", "note"),
    [
        ("pikeman a6', pikeman b4, pikeman c1, pikeman d1", "pikeman",
         "Pikemen at the far edge: 1; captured: 1. Three at the edge win for Light, three captured for Dark."),
        ("pikeman a6', pikeman b4, pikeman c1", "pikeman pikeman",
         "Two Pikemen are captured: Light wins only by capturing the Knight, Dark with one Pikeman more."),
    ],
)  # fmt: skip
def test_8_4_how_the_ride_stands_is_told_beside_the_board(light: str, lost: str, note: str) -> None:
    state = ride(light, captured=(lost, ""))
    for seat in ("1", "2", None):
        assert [str(told) for told in GAME.draw(GAME.view(state, seat)).notes] == [note]


def test_8_4c_an_arrived_pikeman_neither_moves_nor_is_captured() -> None:
    # the back of a Pikeman could go one or two back
    state = ride("pikeman a6', pikeman a1", "knight f1")
    assert goals(state, "a6") == set()
    assert refused(state, "a6-a5") == "The Pikeman on a6 has reached the far edge and stays there."
    # the front of Dark's Knight moves to both sides
    state = ride("pikeman d6', pikeman f6', pikeman a1", "knight e6", seat="2")
    assert {"d6", "f6"} & goals(state, "e6") == set()
    assert refused(state, "e6-d6") == "The Pikeman on d6 has reached the edge and is safe."


def test_8_4c_an_arrived_pikeman_blocks() -> None:
    # the back of the Knight slides towards Light; arrived Pikemen stand behind it and beside it only
    state = ride("pikeman c6', pikeman b4, pikeman f1", "knight f6")
    assert goals(state, "b4") == {"a5", "c5", "d6"}
    state = ride("pikeman c6', pikeman a4, pikeman f1", "knight f6")
    assert goals(state, "a4") == {"b5"}
    assert refused(state, "a4-c6") == "c6 is your own Pikeman."


def test_8_4d_three_captured_pikemen_win_for_dark() -> None:
    state = ride("pikeman e3, pikeman a1, pikeman b1", "knight f5", seat="2", captured=("pikeman pikeman", ""))
    done = step(state, "f5xe3")
    assert (done.state.how, done.state.winner) == ("pikemen", "2")
    assert told(done)[-1] == "Three Pikemen are captured. Dark wins."


def test_8_4d_two_are_not_enough() -> None:
    state = ride("pikeman e3, pikeman a1, pikeman b1", "knight f5", seat="2", captured=("pikeman", ""))
    assert play(state, "f5xe3").phase == "turn"


def test_8_4e_who_cannot_act_passes() -> None:
    state = play(ride("pikeman a6'", "knight f6"), "pass")
    assert (state.passed, state.seat) == (True, "2")
    assert not play(state, "f6-e4").passed


def test_8_4e_two_passes_in_a_row_are_a_draw() -> None:
    # in play it cannot come about, for a Knight always has somewhere to go
    done = step(replace(ride("pikeman a6'", "knight f6"), passed=True), "pass")
    assert (done.state.how, done.state.winner) == ("passes", "")
    assert told(done) == ["Light: pass.", "Both sides pass. The game is a draw."]


def test_8_5a_types_are_picked_in_turn() -> None:
    state = started("logistics")
    assert (state.phase, state.seat, len(orders(state))) == ("pick", "1", 10)
    done = step(state, "pick pikeman")
    assert told(done) == ["Light picks: Pikeman."]
    assert done.state.bags == (("pikeman", "pikeman", "pikeman"), ())
    assert (done.state.seat, len(orders(done.state))) == ("2", 9)
    assert refused(done.state, "pick pikeman") == (
        "Pikeman does not lie on the table. You may pick from wizard, seer, priest, marshall, knight, ranger, "
        "general, champion, bowman."
    )
    assert refused(done.state, "pick duke").startswith("Duke does not lie on the table.")


def test_8_5_the_draft_of_the_source() -> None:
    """Christian (Light) takes the Pikemen; Dawson the Wizard; and so on to the Ranger."""
    state = started("logistics")
    picks = ("pikeman", "wizard", "champion", "bowman", "seer", "priest", "knight", "general", "marshall", "ranger")
    for number, kind in enumerate(picks):
        assert (state.phase, state.seat) == ("pick", "12"[number % 2])
        state = play(state, f"pick {kind}")
    assert (state.phase, state.seat) == ("setup", "1")
    assert state.bags == (
        ("footman", "pikeman", "pikeman", "pikeman", "seer", "marshall", "knight", "champion"),
        ("footman", "wizard", "priest", "ranger", "general", "bowman"),
    )
    state = play(state, "setup c1 b1 d1", "setup d6 c6 e6")
    assert (state.phase, state.seat) == ("turn", "2")


def test_8_5_the_guard_holds() -> None:
    state = position("duke b1", "duke a6, bowman d3'", objective="logistics")
    assert refused(state, "b1-d1") == "That would leave your Duke to the Bowman on d3."


def test_8_4_five_pikemen_limits_of_the_source() -> None:
    """Three of five are needed at the far edge; two captured forbid it; three captured decide."""
    won = ride("pikeman a6', pikeman b6', pikeman c5', pikeman e1", "knight f1", captured=("pikeman", ""))
    assert play(won, "c5-c6").how == "edge"
    late = ride("pikeman a6', pikeman b6', pikeman c5'", "knight f1", captured=("pikeman pikeman", ""))
    assert play(late, "c5-c6").phase == "turn"
    hunted = ride("pikeman a6', pikeman b6', pikeman c3", "knight d5", seat="2", captured=("pikeman pikeman", ""))
    assert play(hunted, "d5-c3").how == "pikemen"
