"""How a game ends: RULES.md 7."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.chance import ScriptedChance
from games.duke import GAME
from games.duke.position import State
from games.duke.tests.field import look, orders, play, position, started, step, told

DANCE = ("a1-b1", "f6-e6", "b1-b2", "e6-e5", "b2-a2", "e5-f5", "a2-a1", "f5-f6")
"""Both Dukes walk round a square; after four moves each the same side lies up on the same square."""


def mating(quiet: int = 0) -> State:
    """``d4-d6`` turns the Champion to its front: it threatens f6 and e6, and the Priest covers it."""
    return position("duke a1, priest a3, champion d4'", "duke f6", quiet=quiet)


def test_7_1_under_threat_without_action_is_checkmate() -> None:
    done = step(mating(), "d4-d6")
    assert (done.state.phase, done.state.how, done.state.winner) == ("over", "checkmate", "1")
    assert told(done) == ["Light: Champion d4-d6.", "The Duke cannot be saved. Light wins."]
    outcome = GAME.outcome(done.state)
    assert outcome is not None
    assert outcome.ranks == {"1": 1, "2": 2}
    assert GAME.phase(done.state).to_act == ()


def test_7_1_a_draw_that_can_block_saves_the_duke() -> None:
    # beside f6 the squares e6 and f5 are free, but a jump is not blocked
    champion = position("duke a1, priest a3, champion d4'", "duke f6", bags=("", "seer"))
    assert play(champion, "d4-d6").how == "checkmate"
    # the Marshall on d6 moves by two along the rank instead, and a tile on e6 blocks that
    marshall = position("duke a1, priest a3, marshall b4", "duke f6", bags=("", "seer"))
    after = play(marshall, "b4-d6")
    assert orders(after) == {"draw"}
    assert orders(step(after, "draw", 1).state) == {"@e6"}


def test_7_2_without_action_and_threat_is_lost_too() -> None:
    """The Duke slides down the file: the Seer holds f5, the Footman f4, the Duke on f1 the Seer."""
    done = step(position("duke a1, footman e3', seer f3", "duke f6'"), "a1-f1")
    assert (done.state.how, done.state.winner) == ("stuck", "1")
    assert told(done)[-1] == "Dark can do nothing any more. Light wins."


@pytest.mark.parametrize("objective", ["duke", "logistics", "score", "flag"])
def test_7_4_third_time_of_a_position_is_a_draw(objective: str) -> None:
    flags = ("c3", "d4") if objective in ("score", "flag") else ("", "")
    state = position("duke a1", "duke f6", objective=objective, flags=flags)
    state = play(state, *DANCE, *DANCE[:-1])
    assert state.phase == "turn"
    done = step(state, DANCE[-1])
    assert (done.state.phase, done.state.how, done.state.winner) == ("over", "repetition", "")
    assert told(done)[-1] == "The same position stands for the third time. The game is a draw."
    outcome = GAME.outcome(done.state)
    assert outcome is not None
    assert outcome.ranks == {"1": 1, "2": 1}


def test_7_4_third_time_of_a_ride_is_a_draw_too() -> None:
    """The Knight goes round by its side, its slide, its side and two back; the Pikeman by its diagonals and back."""
    state = position("pikeman a2", "knight c5", objective="dark_rider", seat="2")
    ride = ("c5-d5", "a2-b3", "d5-d3", "b3-b2", "d3-e3", "b2-a3", "e3-c5", "a3-a2")
    state = play(state, *ride, *ride[:-1])
    assert state.phase == "turn"
    assert play(state, ride[-1]).how == "repetition"


def test_7_4_the_second_time_is_told_to_all() -> None:
    state = position("duke a1", "duke f6")
    assert notes(play(state, *DANCE[:-1])) == []
    assert notes(play(state, *DANCE)) == [
        "This position stands for the second time. When it stands for the third time, the game is a draw."
    ]
    assert "This position stands for the second time" in GAME.draw(GAME.view(play(state, *DANCE), None)).text
    assert notes(play(state, *DANCE, *DANCE)) == []  # it is over


def notes(state: State) -> list[str]:
    """What a spectator reads beside the board."""
    return [str(note) for note in GAME.draw(GAME.view(state, None)).notes]


def test_7_4_the_side_that_lies_up_is_part_of_the_position() -> None:
    # after a1-b1 and b1... the back lies up: the same squares are another position
    state = position("duke a1", "duke f6")
    once = play(state, *DANCE[:4])
    assert len(set(once.history)) == len(once.history) == 5


def test_7_4_flags_are_part_of_the_position() -> None:
    # both carriers of Light stand still; the flag goes to and fro between them while Dark's Duke walks round
    state = position("seer c3, seer c4", "duke f6", objective="flag", flags=("a1", "c3"))
    walk = ("f6-e6", "e6-e5", "e5-f5", "f5-f6")
    there, back = "flag c3-c4", "flag c4-c3"
    state = play(state, there, walk[0], back, walk[1], there, walk[2])
    assert len(set(state.history)) == len(state.history) == 7
    state = play(state, back, walk[3])
    assert state.history.count(state.history[-1]) == 2


def test_7_4_a_capture_begins_the_count_anew() -> None:
    state = position("duke a1, wizard c3", "duke f6, seer c4")
    after = play(state, "a1-b1", "f6-e6", "c3-c4")
    assert (after.quiet, len(after.history)) == (0, 1)


def test_7_4_a_draw_and_its_placing_are_one_turn() -> None:
    state = position("duke c1", "duke f6", bags=("seer", ""))
    drawn = step(state, "draw", 1).state
    assert drawn.history == state.history
    assert len(play(drawn, "@b1").history) == 1


def test_7_4_relocating_is_no_turn() -> None:
    state = position("wizard c3", "duke a6", objective="score", flags=("f1", "d5"))
    relocating = play(state, "c3-d4")
    assert relocating.history == ()
    assert len(play(relocating, "flag stay").history) == 1


def test_7_5_a_hundred_quiet_plies_are_a_draw() -> None:
    state = position("duke a1", "duke f6", quiet=98)
    state = play(state, "a1-b1")
    assert (state.phase, state.quiet) == ("turn", 99)
    done = step(state, "f6-e6")
    assert (done.state.how, done.state.winner, done.state.quiet) == ("fifty", "", 100)
    assert told(done)[-1] == "Fifty full turns without a capture, a new tile or a point. The game is a draw."


@pytest.mark.parametrize("objective", ["duke", "score", "flag"])
def test_7_5_captures_and_new_tiles_begin_the_count_anew(objective: str) -> None:
    flags = ("", "") if objective == "duke" else ("a4", "f4")
    state = position("duke a1, wizard c3", "duke f6, seer c4", objective=objective, flags=flags, quiet=99,
                     bags=("seer", ""))  # fmt: skip
    assert play(state, "c3-c4").quiet == 0
    assert play(step(state, "draw", 1).state, "@b1").quiet == 0


def test_7_5_from_half_the_way_on_the_count_is_told() -> None:
    state = position("duke a1", "duke f6", quiet=48)
    assert notes(play(state, "a1-b1")) == []
    assert notes(play(state, "a1-b1", "f6-e6")) == [
        "25 turns without a capture, a new tile or a point. After 50 the game is a draw."
    ]


def test_7_5_a_point_begins_the_count_anew() -> None:
    state = position("wizard c3", "duke a6", objective="score", flags=("f1", "d5"), quiet=99)
    assert play(state, "c3-d4").quiet == 0


def test_7_5_passing_a_flag_is_a_ply() -> None:
    state = position("wizard c3, seer c4", "duke a6", objective="flag", flags=("f1", "c3"), quiet=5)
    assert play(state, "flag c3-c4").quiet == 6


@pytest.mark.parametrize("seat", ["1", "2"])
@pytest.mark.parametrize("state", [started(), started("logistics"), position("duke a1", "duke f6")])
def test_7_6_whoever_leaves_has_lost(seat: str, state: State) -> None:
    done = GAME.retire(state, seat, ScriptedChance())
    outcome = GAME.outcome(done.state)
    assert outcome is not None
    assert (outcome.how, outcome.ranks[seat]) == ("retired", 2)
    assert GAME.phase(done.state).to_act == ()
    assert GAME.retire(done.state, "1", ScriptedChance()).state == done.state


def test_7_7_a_win_goes_before_the_fifty_turns() -> None:
    state = mating(quiet=99)
    after = play(state, "d4-d6")
    assert (after.how, after.winner) == ("checkmate", "1")


def test_7_7_a_repetition_goes_before_the_fifty_turns() -> None:
    state = position("duke a1", "duke f6")
    state = play(state, *DANCE, *DANCE[:-1])
    assert play(replace(state, quiet=99), DANCE[-1]).how == "repetition"


def test_nothing_can_be_ordered_when_the_game_is_over() -> None:
    over = play(position("duke a1", "duke f6"), *DANCE, *DANCE)
    for seat in ("1", "2"):
        assert GAME.legal_orders(over, seat).entries == ()
        assert not GAME.legal_orders(over, seat).may_file
    assert GAME.view(over, "1").to_act == ""
    assert look(over) == {"a1": "1 duke", "f6": "2 duke"}
    assert orders(over) == set()
