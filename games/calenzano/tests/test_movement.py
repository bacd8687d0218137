"""Movement. RULES.md 4."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.calenzano.data import GRID
from games.calenzano.movement import reach
from games.calenzano.terrain import BARRED, BIT, CELLS, COLUMNS, bits, cells_of
from games.calenzano.tests.field import battle, cells, play, skipped

MOVES = {"F": 4, "P": 3, "K": 6, "A": 4, "B": 3, "C": 2}


def reached(kind: str, cell: str, *others: str) -> set[str]:
    return set(cells_of(reach(kind, cell, bits([cell, *others]))))


@pytest.mark.parametrize(
    ("kind", "cell", "goes", "goes_not"),
    [
        ("F", "L26", "L21", "L20"),  # example 1: 4 + 1 for road
        ("F", "E5", "B5", "A5"),  # example 2: 4 - 1 for mountain
        ("F", "F16", "F15", ""),  # example 3: one step into the wood
        ("F", "F17", "F16", "F15"),
        ("F", "F15", "F16 E14", "F17"),
        ("C", "F16", "F18", "F15"),  # example 4
        ("K", "M20", "T20", "U20 O18"),  # example 5: 6 + 1 for road; O18 is houses zone
        ("C", "L20", "L17 O20", "L16 I20"),  # 2 + 1 along a road; westwards there is none
    ],
)
def test_move_is_possible_or_not(kind: str, cell: str, goes: str, goes_not: str) -> None:
    found = reached(kind, cell)
    assert set(goes.split()) <= found
    assert not set(goes_not.split()) & found


def test_bonus_needs_two_road_cells_entered() -> None:
    # 5 steps from K12 to K17 may enter the road on L13 to L16
    assert "K17" in reached("F", "K12")
    # 5 steps from N16 to I16 go west each time, so they enter column L and its road once
    assert "I16" not in reached("F", "N16")
    assert "J16" in reached("F", "N16")


def test_two_mountain_cells_cost_no_more_than_one() -> None:
    # E8 to B8: D8, C8, B8 are mountains; E8 is plain: 4 - 1 = 3
    assert {"B8", "C8", "D8"} <= reached("F", "E8")
    assert "A8" not in reached("F", "E8")
    # out of the mountains: 4 - 1 as well, for the start counts
    assert "E8" in reached("F", "B8")
    assert "F8" not in reached("F", "B8")


def test_catapult_in_the_mountains_moves_one() -> None:
    assert reached("C", "B8") == {"A7", "B7", "C7", "A8", "C8", "A9", "B9", "C9"}


def test_nobody_passes_through_figures_of_either_side() -> None:
    # X32 is a corner: with W31, X31 and W32 occupied nothing is left
    assert reached("K", "X32", "W31", "X31", "W32") == set()
    state = battle("F W31", "K X32, F X31, F W32")
    assert skipped(play(state, "X32-W30; done")) == ["X32-W30: every way to W30 is closed."]


def test_cavalry_does_not_enter_houses_but_the_castle() -> None:
    found = reached("K", "L8")
    assert not found & {"M8", "L9", "M9", "N8", "I8"}
    assert {"K7", "L7", "K4"} <= found


def test_end_and_only_it_is_named_and_reached() -> None:
    step = play(battle("", "F L26"), "L26-L21; done")
    assert cells(step.state, "S") == "F L21"


@pytest.mark.parametrize(
    ("figure", "order", "reason"),
    [
        ("F L26", "L26-L20", "Foot of Lucca L26 cannot reach L20"),
        ("K M20", "M20-O18", "cavalry may not enter the houses, and O18 is among them"),
        ("C F16", "F16-F15", "a catapult may not enter the woods, and F15 is one"),
        ("F L26, F L25", "L26-L25", "L25 is occupied"),
    ],
)
def test_move_that_cannot_be_made_is_skipped_with_its_reason(figure: str, order: str, reason: str) -> None:
    state = battle("F A1", figure)
    step = play(state, f"{order}; done")
    assert skipped(step) == [f"{order}: {reason}."]
    assert cells(step.state, "S") == cells(state, "S")


def walk(kind: str, start: str, obstacles: set[str]) -> set[str]:
    """The ends of all ways, counted step by step from the words of the rules."""

    def ground(cell: str) -> str:
        return GRID[int(cell[1:]) - 1][COLUMNS.index(cell[0])]

    def neighbours(cell: str) -> list[str]:
        x, y = COLUMNS.index(cell[0]), int(cell[1:])
        around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
        return [COLUMNS[u] + str(v) for u, v in around if 0 <= u < 24 and 1 <= v <= 32]

    found = set()
    states = {(start, 0, ground(start) == "^", ground(start) == "f")}
    for step in range(1, MOVES[kind] + 2):
        states = {
            (to, min(roads + (ground(to) == "="), 2), hills or ground(to) == "^", wood or ground(to) == "f")
            for cell, roads, hills, wood in states
            for to in neighbours(cell)
            if to not in obstacles and not BIT[to] & BARRED[kind]
        }
        for cell, roads, hills, wood in states:
            allowance = 1 if wood else max(1, MOVES[kind] + (roads == 2) - hills)
            if step <= allowance:
                found.add(cell)
    return found


@settings(max_examples=150, deadline=None)
@given(st.sampled_from("FPKABC"), st.sampled_from(CELLS), st.sets(st.sampled_from(CELLS), max_size=200))
def test_reach_is_that_of_the_rules_counted_naively(kind: str, cell: str, others: set[str]) -> None:
    assert reached(kind, cell, *others) == walk(kind, cell, others | {cell})
