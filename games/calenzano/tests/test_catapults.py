"""Catapults. RULES.md 6."""

from __future__ import annotations

import pytest

from games.calenzano.catapults import aims, bends, landing, struck
from games.calenzano.field import Field
from games.calenzano.tests.field import army, battle, cells, play, skipped, told


def test_stone_strikes_its_cell_and_all_near() -> None:
    """Example 12."""
    step = play(battle("F L18, F M17, F K19, F L16", "C L24"), "L24 cat N; done", 6)
    assert cells(step.state, "N") == "F L16"
    assert step.state.losses == (3, 0)


@pytest.mark.parametrize(
    ("aim", "dice", "impact"),
    [
        (("N",), (6,), "L18"),
        (("N", "NE"), (6, 4), "P14"),  # example 12
        (("N", "N"), (6, 6), "L12"),
        (("N", "NW"), (1, 1), "K22"),
        (("SE", "E"), (2, 5), "S26"),
        (("E",), (6,), "R24"),
        (("S",), (6,), "L30"),
        (("S", "S"), (6, 3), ""),
        (("W", "SW"), (6, 6), ""),
    ],
)
def test_stone_lands_where_dice_and_direction_say(aim: tuple[str, ...], dice: tuple[int, ...], impact: str) -> None:
    assert landing("L24", aim, dice) == impact


def test_second_direction_is_the_first_or_beside_it() -> None:
    assert set(bends("N")) == {"N", "NE", "NW"}
    assert set(bends("NW")) == {"N", "NW", "W"}
    assert len(list(aims())) == 8 + 24


def test_stone_into_the_castle_strikes_one_cell() -> None:
    """Example 13."""
    step = play(battle("F K6, F K7, F L6, F I6", "C K14"), "K14 cat N+N; done", 3, 5)
    assert cells(step.state, "N") == "F I6, F K7, F L6"


def test_stone_out_of_the_castle_spares_the_catapult_beside_its_impact() -> None:
    """6.5: L5 lies in the castle, L3 does not; an impact on L4, within it, strikes that cell alone."""
    step = play(battle("C L5, F K4, F A1", "F K2, F M3, F A30", seat="N"), "L5 cat N; done", 2)
    assert (cells(step.state, "N"), cells(step.state, "S")) == ("F A1, F K4, C L5", "F A30")
    inside = play(battle("C L5, F K4, F L4, F A1", "F M3, F A30", seat="N"), "L5 cat N; done", 1)
    assert (cells(inside.state, "N"), cells(inside.state, "S")) == ("F A1, F K4, C L5", "F A30, F M3")


def test_stone_beside_the_castle_strikes_nobody_inside() -> None:
    """Example 13: I7 is near I6 and near J6, J7 in the castle."""
    field = Field(army("N", "F I6, F J6, F J7"))
    assert [figure.cell for figure in struck(field, "I7")] == ["I6"]


def test_own_figures_and_the_catapult_itself_are_struck() -> None:
    step = play(battle("F A1", "C L24, F L22, F A30"), "L24 cat N; done", 1)
    assert cells(step.state, "S") == "F A30"
    assert step.state.losses == (0, 2)


def test_stone_off_the_board_does_nothing() -> None:
    step = play(battle("F A1", "C W30, F W31"), "W30 cat S; done", 3)
    assert step.state.losses == (0, 0)
    assert "Catapult of Lucca W30 throws a stone, 3 south: it is lost beyond the map." in told(step)


def test_stone_flies_over_everything() -> None:
    # figures, houses and the wood lie between F26 and F21
    step = play(battle("F F21", "C F26, F F25"), "F26 cat N; done", 5)
    assert step.state.losses == (1, 0)


def test_only_a_catapult_throws() -> None:
    assert skipped(play(battle("F A1", "A L24"), "L24 cat N; done")) == ["L24 cat N: only a catapult throws stones."]


def test_catapult_throws_instead_of_moving() -> None:
    state = battle("F A1", "C L24, F A30")
    after = play(state, "L24 cat E+E; more", 1, 1).state
    assert [figure.did for figure in after.figures if figure.kind == "C"] == ["shot"]
