"""A die, then a general, then a city: what is lit on the map at each step, and what a tap there means."""

from __future__ import annotations

from games.matches.composer import Composer, compose
from games.molon_labe.position import State
from games.molon_labe.tests.field import war
from games.registry import get_game


def lit(composer: Composer) -> dict[str, str]:
    return {mark.at: mark.shape for mark in composer.marks}


def made(state: State, **picks: str) -> Composer:
    return compose(get_game("molon_labe"), state, "A", "", picks)


def test_ways_to_choose_from_are_drawn() -> None:
    """Around Caralis or through it: both are there to see before one is chosen."""
    state = war(C4="caralis", dice=(6, 4, 2, 1))
    composer = made(state, die="6", general="g4", to="carthago")
    arrows = {(mark.at, mark.to) for mark in composer.marks if mark.shape == "arrow"}
    assert {("antium", "tyrrhenum"), ("tyrrhenum", "caralis"), ("africum", "carthago")} <= arrows
    ways = [button.value for row in composer.rows if row.key == "way" for button in row.buttons]
    assert len(ways) == 2
    assert "way=tyrrhenum-caralis-africum-carthago" in ways


def test_one_press_files_the_draft_and_ends_the_turn() -> None:
    fresh = made(war())
    assert (fresh.at_once, fresh.is_part) == ([("Pass: no orders this turn", "pass")], False)
    begun = compose(get_game("molon_labe"), war(), "A", "g4-caralis 2")
    assert (begun.at_once, begun.is_part) == ([("End the turn, fight the battles", "done")], True)
    dice = [button.value for row in begun.rows for button in row.buttons]
    assert dice == ["die=6", "die=4", "die=1"]


def offers(state: State, die: str, choice: str) -> bool:
    return any(button.value == choice for row in made(state, die=die).rows for button in row.buttons)


def test_before_a_die_is_chosen_nothing_is_lit() -> None:
    assert lit(made(war())) == {}


def test_with_a_die_the_generals_that_can_use_it_are_lit() -> None:
    state = war(R2="off(0)", R1="gades", C3="siga")
    homes = {"gades": "bracket", "tarentum": "bracket", "antium": "bracket"}
    assert lit(made(state, die="2")) == homes
    # one off the map has no place there; a strong die brings it back from the list
    assert lit(made(state, die="6")) == homes
    assert [offers(state, die, "general=g2") for die in ("2", "6")] == [False, True]


def test_with_a_general_its_targets_are_lit_and_not_where_it_stands() -> None:
    state = war(C4="caralis")
    composer = made(state, die="2", general="g4")
    assert lit(composer)["caralis"] == "ring"
    assert lit(composer)["paestum"] == "dot"
    assert "antium" not in lit(composer)
    assert composer.selected == ["antium"]
    spaces = {button.space for row in composer.rows if not row.is_answered for button in row.buttons}
    assert "antium" not in spaces
    assert [line.text for line in made(state, die="2", general="g4", action="stay").lines] == ["g4-antium 2"]
    assert [line.text for line in made(state, die="2", general="g4", to="caralis").lines] == ["g4-caralis 2"]
