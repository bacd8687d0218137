"""Bows and crossbows. RULES.md 5."""

from __future__ import annotations

import pytest

from games.calenzano.shooting import hits
from games.calenzano.tests.field import battle, cells, play, skipped

BLOCKED = "nothing may stand between {} and {}, and no way is clear"


@pytest.mark.parametrize(
    ("south", "north", "order"),
    [
        ("A L20", "F L26, F L27", "L20 shot L26"),  # example 6
        ("A K16", "F N22, K K18", "K16 shot N22"),  # example 7: straight first is blocked, diagonal first is clear
        ("B N19", "F Q19, F N17", "N19 shot N17"),  # example 8
        ("A L19", "F N19", "L19 shot N19"),  # example 9
        ("B L20", "P L17", "L20 shot L17"),  # example 11
        ("B L20", "F L24", "L20 shot L24"),  # exactly his range
        ("A F19", "F E18", "F19 shot E18"),  # from a mountain to the neighbour: nothing lies between
        ("A P19", "F S19", "P19 shot S19"),  # out of a house, over plain of the houses zone
        ("A G16", "F H15", "G16 shot H15"),  # into a wood
        ("A K5", "F K7", "K5 shot K7"),  # between two in the castle, over a castle cell
        ("A K5", "F K10", "K5 shot K10"),  # example 10: out of the castle
    ],
)
def test_shot_is_possible(south: str, north: str, order: str) -> None:
    step = play(battle(north, south), f"{order}; done", 4)
    assert skipped(step) == []
    assert step.state.losses == (1, 0)


@pytest.mark.parametrize(
    ("south", "north", "order", "reason"),
    [
        # example 6
        ("A L20", "F L26, F L27", "L20 shot L27", "L27 is 7 cells away, and the range is 6"),
        ("A L20, F L23", "F L26", "L20 shot L26", BLOCKED.format("L20", "L26")),
        # example 7
        ("A K16", "F N22, K K18, F N20", "K16 shot N22", BLOCKED.format("K16", "N22")),
        # example 8: O19 and P19 are houses
        ("B N19", "F Q19, F N17", "N19 shot Q19", BLOCKED.format("N19", "Q19")),
        # example 10
        ("A K9", "F K7", "K9 shot K7", "K7 lies in the castle, where only somebody inside can hit"),
        # example 11
        ("A L20", "P L17", "L20 shot L17",
         "arrows do nothing to the pavises of Pavise foot of Calenzano L17; a bolt would"),
        ("B L20", "F L25", "L20 shot L25", "L25 is 5 cells away, and the range is 4"),
        ("A F14", "F G14", "F14 shot G14", "nobody shoots out of a wood"),
        ("F L20", "F L21", "L20 shot L21", "only archers and crossbowmen shoot; a catapult is ordered with “cat”"),
        ("C L20", "F L22", "L20 shot L22", "only archers and crossbowmen shoot; a catapult is ordered with “cat”"),
        ("A L20", "F L26", "L20 shot L25", "no enemy stands on L25"),
        ("A L20, F L21", "F L26", "L20 shot L21", "no enemy stands on L21"),
        # F19 and G19 are mountains
        ("A E19", "F H20", "E19 shot H20", BLOCKED.format("E19", "H20")),
        # G14 to J14: H14 and I14 are woods
        ("A G14", "F J14", "G14 shot J14", BLOCKED.format("G14", "J14")),
        # N6 to I5: M6 to J5 are the castle
        ("A H6", "F N6", "H6 shot N6", BLOCKED.format("H6", "N6")),
    ],
)  # fmt: skip
def test_shot_that_is_not_possible_is_skipped_and_throws_no_die(
    south: str, north: str, order: str, reason: str
) -> None:
    step = play(battle(north, south), f"{order}; done")
    assert skipped(step) == [f"{order}: {reason}."]
    assert step.state.losses == (0, 0)


def test_zone_of_houses_alone_blocks_nothing() -> None:
    # N21 and N22: N21 is plain in the houses zone, so it does not stop an arrow from N23 to N20
    step = play(battle("F N20", "A N23"), "N23 shot N20; done", 5)
    assert step.state.losses == (1, 0)


def test_own_figure_on_one_way_leaves_the_other() -> None:
    # from L20 to N24 straight first goes over L21 and L22 to M23, diagonal first over M21 and N22 to N23
    assert play(battle("F N24", "A L20, F L21"), "L20 shot N24; done", 4).state.losses == (1, 0)
    assert skipped(play(battle("F N24", "A L20, F L21, F N22"), "L20 shot N24; done")) != []


@pytest.mark.parametrize(
    ("kind", "cell", "wanted"),
    [
        ("A", "L26", (4, 5)),
        ("B", "L26", (4, 5, 6)),
        ("A", "N19", (4,)),
        ("B", "N19", (4, 5)),
        ("A", "K6", (4,)),
        ("B", "K6", (4, 5)),
        ("A", "F14", (4, 5)),
    ],
)
def test_hits_in_the_open_and_in_cover(kind: str, cell: str, wanted: tuple[int, ...]) -> None:
    assert hits(kind, cell) == wanted


@pytest.mark.parametrize(("die", "falls"), [(1, False), (3, False), (4, True), (5, True), (6, False)])
def test_arrow_in_the_open(die: int, falls: bool) -> None:
    step = play(battle("F L26, F A20", "A L20"), "L20 shot L26; done", die)
    assert cells(step.state, "N") == ("F A20" if falls else "F A20, F L26")


@pytest.mark.parametrize(("die", "falls"), [(3, False), (4, True), (5, False), (6, False)])
def test_arrow_at_houses(die: int, falls: bool) -> None:
    """Example 9: an archer hits there with a 4 only."""
    step = play(battle("F N19, F A20", "A L19"), "L19 shot N19; done", die)
    assert cells(step.state, "N") == ("F A20" if falls else "F A20, F N19")


@pytest.mark.parametrize(("die", "falls"), [(3, False), (4, True), (5, True), (6, True)])
def test_bolt_in_the_open(die: int, falls: bool) -> None:
    step = play(battle("F L24, F A20", "B L20"), "L20 shot L24; done", die)
    assert step.state.losses == (int(falls), 0)


@pytest.mark.parametrize(("die", "falls"), [(3, False), (4, True), (5, True), (6, False)])
def test_bolt_at_houses(die: int, falls: bool) -> None:
    """Example 9."""
    step = play(battle("F N19, F A20", "B L19"), "L19 shot N19; done", die)
    assert step.state.losses == (int(falls), 0)


def test_archers_in_and_about_the_castle() -> None:
    """Example 10: only a 4 between two inside; in the open 4 and 5 out of the castle."""
    inside = battle("A L5, F A20", "F J6, F A30", seat="N")
    assert play(inside, "L5 shot J6; done", 5).state.losses == (0, 0)
    assert play(inside, "L5 shot J6; done", 4).state.losses == (0, 1)
    outwards = battle("A K5, F A20", "F K10, F A30", seat="N")
    assert play(outwards, "K5 shot K10; done", 5).state.losses == (0, 1)
    assert play(outwards, "K5 shot K10; done", 6).state.losses == (0, 0)
