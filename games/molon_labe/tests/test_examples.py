"""Turns worked out by hand, from the sheet to the map after it. Standard position: Romans and Carthaginians."""

from __future__ import annotations

import pytest

from games.contract import Illegal
from games.molon_labe import GAME
from games.molon_labe.position import State
from games.molon_labe.tests.field import Lists, at, play, read, war

LONG_WAY = "g4-tyrrhenum-caralis-africum-carthago 4"


def refused(state: State, text: str) -> str:
    with pytest.raises(Illegal) as caught:
        read(state, text)
    return str(caught.value)


def test_example_1_the_servers_way() -> None:
    after = play(war(), "g4-caralis 2").state
    assert at(after, "R4") == "caralis 1"
    assert (after.dice, after.acted, after.active) == ((6, 4, 1), (4,), "A")


def test_example_2_no_end_at_sea_and_no_die_that_was_not_thrown() -> None:
    assert refused(war(), "g4-tyrrhenum 2") == "Mare Tyrrhenum is at sea, and a move ends in a city."
    assert refused(war(), "g4-caralis 3") == "No die of yours shows 3. Left are 6 4 2 1."


def test_example_3_a_battle_won_under_an_enemy_tower() -> None:
    after = play(war(), f"{LONG_WAY}\ndone", 5, 2).state
    assert (at(after, "R4"), at(after, "C1")) == ("carthago 2", "off(1) 1")


def test_example_4_stopped_on_the_way() -> None:
    lists = Lists()
    after = play(war(C4="caralis"), f"{LONG_WAY}\ndone", 1, 5, lists=lists).state
    assert (at(after, "R4"), at(after, "C4"), at(after, "C1")) == ("off(1) 1", "caralis 2", "carthago 1")
    assert lists.asked == [("B", "carthaginians g4 to romans g4 in caralis", "stop")]


def test_example_5_let_through() -> None:
    lists = Lists(B="g4 go romans")
    after = play(war(C1="hadrumetum", C4="caralis"), f"{LONG_WAY}\ndone", lists=lists).state
    assert (at(after, "R4"), at(after, "C4"), at(after, "C1")) == ("carthago 1", "caralis 1", "hadrumetum 1")
    assert lists.asked == [("B", "carthaginians g4 to romans g4 in caralis", "go")]


def test_example_6_no_way_around() -> None:
    assert refused(war(C1="hadrumetum", C4="caralis"), "g4-carthago 4") == (
        "No way of 4 points to Carthago goes around the enemy generals. Write it out to go through them: " + LONG_WAY
    )


def test_example_7_winter_doubles_the_price() -> None:
    state = war(dice=(4, 4, 3, 3), season=3, R2="paestum")
    assert at(play(state, "g1-capua 4").state, "R1") == "capua 1"
    assert refused(state, "g1-capua 3") == "Capua costs 4 points at least, and the die gives 3."


def test_example_8_winter_closes_the_sea() -> None:
    state = war(dice=(4, 4, 3, 3), season=3)
    assert refused(state, "g4-caralis 4") == (
        "In winter the sea is closed and a land passage costs 2: Caralis is out of reach."
    )


def test_example_9_a_floor_is_razed() -> None:
    after = play(war(dice=(5, 5, 2, 1), season=4, R4="carthago 3", C1="hadrumetum"), "g4 raze 5; g1-antium 1").state
    assert (after.floors["carthago"], after.player("A").taken) == (2, {"carthaginians": 1})
    assert (at(after, "R4"), at(after, "R1")) == ("off(5) 3", "antium 1")


def test_example_10_the_razer_returns_a_season_later() -> None:
    def later(season: int) -> State:
        return war(season=season, R1="antium", R4="off(5) 3", C1="hadrumetum")

    assert refused(later(4), "g4 back roma 6") == "Roman general 4 may return from 263 B.C. Aestus on, not before."
    assert at(play(later(5), "g4 back roma 6").state, "R4") == "roma 3"


def test_example_11_equal_dice_are_thrown_again() -> None:
    state = war(dice=(5, 3, 2, 1), season=4, active="B", R4="carthago 3", C1="off(4)")
    after = play(state, "g1 back carthago 5; done", 4, 3, 3, 1).state
    assert (at(after, "C1"), at(after, "R4")) == ("carthago 2", "off(5) 2")


def test_example_12_level_4_is_the_highest() -> None:
    after = play(war(R4="antium 4", C4="caralis 2"), "g4-caralis 2; done", 1, 3, 5, 1).state
    assert (at(after, "R4"), at(after, "C4")) == ("caralis 4", "off(1) 1")


def test_example_13_the_written_order_counts() -> None:
    after = play(war(), "g4-caralis 2; g1-antium 1").state
    assert (at(after, "R4"), at(after, "R1")) == ("caralis 1", "antium 1")
    with pytest.raises(Illegal) as caught:
        read(war(), "g1-antium 1; g4-caralis 2")
    assert str(caught.value) == "Roman general 4 stands in Antium; a city holds one general of yours."
    assert caught.value.line == 1


def test_example_14_one_action_a_general() -> None:
    assert refused(war(dice=(6, 4, 2, 2)), "g4-caralis 2; g4-panormus 2") == (
        "Roman general 4 has had its action this turn. Each general acts once."
    )


def test_example_15_passing_an_own_general() -> None:
    state = war(dice=(6, 4, 2, 2), R2="paestum")
    assert at(play(state, "g1-antium-capua 2").state, "R1") == "capua 1"


def end_of(
    season: int, kingdoms: str, razed: dict[str, dict[str, int]], floors: dict[str, int], points_win: str = "off"
) -> State:
    """The position after the last seat has passed its turn in that season."""
    last = "ABCDEF"[len(kingdoms) - 1]
    state = war(kingdoms, season=season, active=last, taken=razed, floors=floors, points_win=points_win)
    return play(state, "pass").state


def result(state: State) -> tuple[str, dict[str, int]]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.how, dict(outcome.ranks)


def test_example_16_five_floors_end_the_war() -> None:
    razed = {"A": {"carthaginians": 5}, "B": {"romans": 4}}
    after = end_of(9, "RC", razed, {"roma": 0, "capua": 2, "carthago": 0, "leptis": 1})
    assert result(after) == ("five", {"A": 1, "B": 2})
    assert str(GAME.outcome(after).sentence) == (  # type: ignore[union-attr]  # it is over
        "The aim is reached: five floors razed, of every enemy at least one. Winner: The Romans, points: 10."
    )


def test_example_17_the_last_winter() -> None:
    after = end_of(15, "RC", {"B": {"romans": 2}}, {"roma": 1})
    assert result(after) == ("winter", {"A": 2, "B": 1})
    assert result(end_of(15, "RC", {}, {})) == ("nobody", {"A": 1, "B": 1})
    assert result(end_of(15, "RC", {}, {}, points_win="on")) == ("points_equal", {"A": 1, "B": 1})


def test_example_18_nobody_qualifies() -> None:
    razed, floors = {"A": {"carthaginians": 2}}, {"carthago": 1}
    assert result(end_of(15, "RCG", razed, floors)) == ("nobody", {"A": 1, "B": 1, "C": 1})
    assert result(end_of(15, "RCG", razed, floors, points_win="on")) == ("points", {"A": 1, "B": 3, "C": 2})


def test_example_19_what_has_become_impossible_is_skipped() -> None:
    step = play(war(C4="caralis"), f"{LONG_WAY}; g1-caralis 6")
    assert (at(step.state, "R4"), at(step.state, "R1")) == ("caralis 1", "roma 1")
    assert (step.state.dice, step.state.acted) == ((6, 2, 1), (4,))
    after = play(step.state, "done", 5, 1).state
    assert (at(after, "R4"), at(after, "C4")) == ("caralis 2", "off(1) 1")
