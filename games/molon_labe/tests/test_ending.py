"""The end of the war and who has won it: RULES.md 8."""

from __future__ import annotations

import pytest

from games.chance import ScriptedChance
from games.contract import Step
from games.molon_labe import GAME
from games.molon_labe.position import State
from games.molon_labe.tests.field import at, play, told, war
from games.molon_labe.tests.test_turn import chosen

DICE = (1, 2, 3, 4)


def last_turn(season: int, kingdoms: str, points_win: str = "off", floors: str = "", **razed: str) -> State:
    """The last turn of a season. ``A="C2 G1"`` is what seat A razed; ``floors`` lists cities and what stands there."""
    names = {"B": "barbarians", "S": "sarmatians", "G": "greeks", "R": "romans", "C": "carthaginians", "E": "eastern"}
    taken = {seat: {names[part[0]]: int(part[1:]) for part in text.split()} for seat, text in razed.items()}
    standing = {part.split(":")[0]: int(part.split(":")[1]) for part in floors.split()}
    active = "ABCDEF"[len(kingdoms) - 1]
    return war(kingdoms, season=season, active=active, taken=taken, floors=standing, points_win=points_win)


def end(season: int, kingdoms: str, points_win: str = "off", floors: str = "", **razed: str) -> Step[State]:
    return play(last_turn(season, kingdoms, points_win, floors, **razed), "pass")


def result(step: Step[State]) -> tuple[str, dict[str, int]] | None:
    outcome = GAME.outcome(step.state)
    return (outcome.how, dict(outcome.ranks)) if outcome else None


@pytest.mark.parametrize(
    ("kingdoms", "razed"),
    [
        ("RC", {"A": "C4", "B": "R4"}),  # only four each
        ("RCG", {"A": "C5"}),  # no Greek floor
        ("RCG", {"A": "C4 G1", "B": "R1"}),  # over
        ("RCG", {"A": "C3 G1", "B": "G5 R0"}),
    ],
)
def test_8_1_five_floors_and_one_of_every_enemy(kingdoms: str, razed: dict[str, str]) -> None:
    is_over = razed == {"A": "C4 G1", "B": "R1"}
    step = end(4, kingdoms, **razed)
    assert (step.state.phase == "over") == is_over
    assert step.state.season == (4 if is_over else 5)


def test_8_1_the_season_is_played_to_its_end() -> None:
    state = war(season=4, dice=(6, 4, 2, 1), R4="carthago", C1="hadrumetum", taken={"A": {"carthaginians": 4}})
    after = play(state, "g4 raze 6; done").state
    assert (after.phase, after.active) == ("turn", "B")
    assert play(after, "pass").state.how == "five"


def test_8_3_points_then_floors_razed() -> None:
    assert result(end(9, "RC", "off", "roma:0 leptis:0", A="C5", B="R5")) == ("shared", {"A": 1, "B": 1})
    # R 5 razed and 4 left, C 4 razed and 6 left
    assert result(end(9, "RC", "off", "roma:0 capua:1 leptis:0", A="C5", B="R4")) == ("five", {"A": 2, "B": 1})
    # both nine points: R 5 razed and 4 left, C 4 razed and 5 left
    assert result(end(9, "RC", "off", "roma:0 capua:1 leptis:0 gades:2", A="C5", B="R4")) == ("five", {"A": 1, "B": 2})


def test_8_3_only_who_qualifies_can_win() -> None:
    # A has razed most, yet no Greek floor; C qualifies with one of each
    step = end(15, "RCG", "on", "carthago:0 leptis:0", A="C5", C="R1 C1")
    assert result(step) == ("winter", {"A": 2, "B": 3, "C": 1})


def test_8_4_standing_by_enemies_hit_then_points_then_floors() -> None:
    # A hit two of three enemies, B one with more floors, C and D one floor each; D lost one of its own
    step = end(15, "RCGE", "on", "sparta:2", A="C1 G1", B="R4", C="E1", D="G1")
    assert result(step) == ("points", {"A": 1, "B": 2, "C": 4, "D": 3})
    assert told(step)[1:-1] == [
        "The people of the East give no orders.",
        "The Romans: enemies hit 2 of 3, floors razed 2, own floors 9, points 11.",
        "The Carthaginians: enemies hit 1 of 3, floors razed 4, own floors 9, points 13.",
        "The people of the East: enemies hit 1 of 3, floors razed 1, own floors 9, points 10.",
        "The Greeks: enemies hit 1 of 3, floors razed 1, own floors 8, points 9.",
    ]
    assert told(step)[-1] == ("Victory on points, nobody fulfilled the condition. Winner: The Romans, points: 11.")


def test_8_4_several_first_in_all_draw() -> None:
    step = end(15, "RCG", "on", "", A="C1", B="R1")
    assert result(step) == ("points_equal", {"A": 1, "B": 1, "C": 3})
    assert result(end(15, "RCG", "off", "", A="C1", B="R1")) == ("nobody", {"A": 1, "B": 1, "C": 1})


def test_8_5_who_leaves_takes_the_generals_along_and_leaves_the_towers() -> None:
    step = GAME.retire(war("RCG"), "B", ScriptedChance())
    assert [general.kingdom for general in step.state.generals] == ["romans"] * 4 + ["greeks"] * 4
    assert step.state.floors == war("RCG").floors
    assert (step.state.active, step.state.dice) == ("A", (6, 4, 2, 1))
    assert told(step) == ["The Carthaginians leave the war: the generals go, the towers stay."]


def test_8_5_in_its_own_turn_the_filed_parts_stand_and_no_battle_is_fought() -> None:
    part = play(war("RCG", C4="caralis", G4="antium", R4="luceria", R1="antium"), "g1-roma 1").state
    step = GAME.retire(part, "A", ScriptedChance(*DICE))
    assert (step.state.active, step.state.dice, step.state.acted, step.state.parts) == ("B", (4, 3, 2, 1), (), 0)
    pending = play(war("RCG", C4="caralis"), "g4-caralis 2").state
    assert at(GAME.retire(pending, "A", ScriptedChance(*DICE)).state, "C4") == "caralis 1"


def test_8_5_the_last_of_a_season_leaves_and_the_next_begins() -> None:
    state = GAME.retire(war("RCG", active="C"), "C", ScriptedChance(*DICE)).state
    assert (state.season, state.active, state.turns) == (1, "A", 0)
    state = GAME.retire(state, "A", ScriptedChance(*DICE)).state
    assert (state.phase, state.how) == ("over", "retired")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.ranks == {"A": 2, "B": 1, "C": 2}


def test_8_5_the_first_seat_that_still_plays_begins_each_season() -> None:
    state = GAME.retire(war("RCG", active="B"), "A", ScriptedChance()).state
    for _ in range(2):
        state = play(state, "pass").state
    assert (state.season, state.active) == (1, "B")


def test_8_5_who_has_left_is_left_out_of_the_end_and_comes_last() -> None:
    state = last_turn(9, "RCG", A="C4 G4", B="R1 G1")
    state = GAME.retire(state, "A", ScriptedChance()).state
    assert play(state, "pass").state.phase == "turn"
    step = play(GAME.retire(last_turn(15, "RCG", A="C4 G4", B="R1 G1"), "A", ScriptedChance()).state, "pass")
    assert result(step) == ("winter", {"A": 3, "B": 1, "C": 2})


def test_8_5_before_the_war_no_kingdom_for_who_leaves() -> None:
    state = GAME.retire(chosen(seats="ABC"), "A", ScriptedChance()).state
    assert (state.phase, state.active, state.kingdoms) == ("pick", "B", ())
    state = chosen("take romans antium", seats="ABC")
    gone = GAME.retire(state, "C", ScriptedChance()).state
    assert (gone.phase, gone.active) == ("pick", "B")
    begun = GAME.retire(
        chosen("take romans antium", "take greeks stobi", seats="ABC"), "C", ScriptedChance(*DICE)
    ).state
    assert (begun.phase, begun.active, begun.kingdoms) == ("turn", "A", ("romans", "greeks"))
    ended = GAME.retire(chosen(), "A", ScriptedChance())
    assert result(ended) == ("retired", {"A": 2, "B": 1})
    assert told(ended)[-1] == "All others have left before the war. The last player wins."


def test_8_5_a_kingdom_that_was_chosen_stays_in_play() -> None:
    state = GAME.retire(chosen("take romans antium", seats="ABC"), "A", ScriptedChance()).state
    assert (state.kingdoms, state.generals, sum(state.floors.values())) == (("romans",), (), 9)


def test_8_5_leaving_twice_or_after_the_end_changes_nothing() -> None:
    gone = GAME.retire(war("RCG"), "B", ScriptedChance()).state
    assert GAME.retire(gone, "B", ScriptedChance()) == Step(gone)
    over = end(15, "RC").state
    assert GAME.retire(over, "A", ScriptedChance()) == Step(over)
