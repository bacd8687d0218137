"""Hand to hand. RULES.md 7."""

from __future__ import annotations

import pytest

from games.calenzano.melee import strike, win_percent
from games.calenzano.position import Figure
from games.calenzano.tests.field import battle, cells, part, play, refused, skipped, told


def test_two_against_one_in_the_houses() -> None:
    """Example 14: 5 + 3 + 3 = 11 against 3 + 1 + 6 = 10."""
    step = play(battle("P N19, F A1", "K M19, F M18"), "M19+M18xN19; done", 3, 6)
    assert (cells(step.state, "N"), cells(step.state, "S")) == ("F A1", "F M18, K M19")
    assert "Attack 8 + 3 = 11, defence 4 + 6 = 10: the attack wins." in told(step)


def test_equal_totals_are_thrown_again() -> None:
    """Example 15: 5 against 5, then 4 against 8."""
    step = play(battle("F L10", "F L11, F A30"), "L11xL10; done", 2, 2, 1, 5)
    assert (cells(step.state, "N"), cells(step.state, "S")) == ("F L10", "F A30")


def test_cavalry_in_the_wood() -> None:
    """Example 16: 5 - 2 + 4 = 7 against 3 + 2 = 5."""
    step = play(battle("F E13, F A1", "K E14"), "E14xE13; done", 4, 2)
    assert (cells(step.state, "N"), cells(step.state, "S")) == ("F A1", "K E14")
    assert "Attack 3 + 4 = 7, defence 3 + 2 = 5: the attack wins." in told(step)


@pytest.mark.parametrize(
    ("kind", "cell", "attacking", "attacked"),
    [
        ("F", "L20", 3, 3),
        ("F", "N19", 3, 4),  # houses zone
        ("B", "K6", 2, 3),  # castle
        ("K", "K6", 5, 6),
        ("K", "E14", 3, 3),  # wood
        ("F", "E14", 3, 3),
        ("C", "L20", 1, 1),
        ("A", "N9", 1, 2),
    ],
)
def test_strikes(kind: str, cell: str, attacking: int, attacked: int) -> None:
    figure = Figure("N", kind, cell)
    assert strike(figure, is_attacked=False) == attacking
    assert strike(figure, is_attacked=True) == attacked


def test_chances_count_the_dice_that_decide() -> None:
    # of 36 pairs 15 win, 15 lose, 6 are equal; with a lead of 1 it is 21 to 10, with 3 it is 30 to 3, with 6 all win
    assert [win_percent(lead) for lead in (0, 1, 3, 6, -1, -6)] == [50, 68, 91, 100, 32, 0]


def test_one_against_several_may_lose_or_win_all() -> None:
    state = battle("F I14, F I15, F A1", "K H15, F A30")
    # H15 is a wood: 5 - 2 + 6 = 9 against 3 + 3 + 1 = 7
    assert cells(play(state, "H15xI14+I15; done", 6, 1).state, "N") == "F A1"
    # 3 + 4 = 7 against 7 is thrown again; 3 + 1 = 4 against 7
    assert cells(play(state, "H15xI14+I15; done", 4, 1, 1, 1).state, "S") == "F A30"
    far = battle("F I15, F I16, F A1", "K H14, F A30")
    assert skipped(play(far, "H14xI15+I16; done")) == ["H14xI15+I16: I16 is not next to H14."]


LINE = ("F M15, F M16, F A1", "F L14, F L15, F L16, F L17")


def test_half_rule_skips_the_fight_that_is_too_large() -> None:
    """Example 17: a cluster of 6, at most 3."""
    step = play(battle(*LINE), "L14+L15+L16xM15; L17xM16; done", 6, 1)
    assert skipped(step) == ["L14+L15+L16xM15: 4 figures are more than half of this mêlée: at most 3."]
    assert cells(step.state, "N") == "F A1, F M15"


def test_half_rule_lets_equal_halves_fight() -> None:
    step = play(battle(*LINE), "L14+L15xM15; L16+L17xM16; done", 6, 1, 6, 1)
    assert cells(step.state, "N") == "F A1"


def test_half_rule_asks_for_two_on_both_sides() -> None:
    step = play(battle(*LINE), "L14+L15+L16xM15; done", 6, 1)
    assert cells(step.state, "N") == "F A1, F M16"


def test_half_is_rounded_up() -> None:
    # five figures: three may fight together
    state = battle("F M15, F M16, F A1", "F L14, F L15, F L16")
    assert skipped(play(state, "L14+L15xM15; L16xM16; done", 6, 1, 6, 1)) == []


def test_half_of_four_is_two() -> None:
    """Two on both sides: two against one is too many, and the skipped fight bars nobody from another."""
    state = battle("F M15, F M16, F A1", "F L15, F L16")
    step = play(state, "L15+L16xM15; L16xM16; done", 6, 1)
    assert skipped(step) == ["L15+L16xM15: 3 figures are more than half of this mêlée: at most 2."]
    assert cells(step.state, "N") == "F A1, F M15"


def test_cluster_reaches_over_those_who_are_near_two_opponents() -> None:
    # N16 is near M15 and O17, so that L14 to L16 and O17, far apart, are of one cluster of six
    north, large, other = "F M15, F O17, F A1", "L14+L15+L16xM15", "F L14, F L15, F L16"
    linked = play(battle(north, f"{other}, F N16"), f"{large}; N16xO17; done", 6, 1)
    assert skipped(linked) == [f"{large}: 4 figures are more than half of this mêlée: at most 3."]
    # N17 is near O17 alone
    apart = play(battle(north, f"{other}, F N17"), f"{large}; N17xO17; done", 6, 1, 6, 1)
    assert skipped(apart) == []


def test_bystander_who_is_named_in_no_fight_counts_for_nothing() -> None:
    # M16 and L17 stand by: the cluster has one enemy
    state = battle("F M15, F M16, F A1", "F L14, F L15, F L16, F L17")
    assert skipped(play(state, "L14+L15+L16xM15; done", 6, 1)) == []


def test_each_of_several_attacked_in_cover_strikes_harder() -> None:
    # M9 and N9 are houses zone: 5 + 6 = 11 against 4 + 4 + 3 = 11 is thrown again; 5 + 5 = 10 against 8 + 1 = 9
    step = play(battle("F M9, F N9, F A1", "K M10", "S"), "M10xM9+N9; done", 6, 3, 5, 1)
    assert "Attack 5 + 6 = 11, defence 8 + 3 = 11: equal, both throw again." in told(step)
    assert "Attack 5 + 5 = 10, defence 8 + 1 = 9: the attack wins." in told(step)
    assert cells(step.state, "N") == "F A1"


def test_clusters_are_apart_when_no_opponents_touch() -> None:
    # M15 and P15 are three apart, so four against one is half of nothing else
    state = battle("F M15, F R15, F A1", "F L14, F L15, F L16, F M14, F S15")
    assert skipped(play(state, "L14+L15+L16+M14xM15; S15xR15; done", 6, 1, 6, 1)) == []


def test_skipped_fight_counts_its_figures_in_the_cluster() -> None:
    # L17xM16 is skipped, for L17 has shot; its two figures still make the cluster one of six
    state = battle("F M15, F M16, F A1", "F L14, F L15, F L16, A L17")
    step = play(state, "L17 shot M16; L14+L15+L16xM15; L17xM16; done", 1)
    assert skipped(step) == [
        "L14+L15+L16xM15: 4 figures are more than half of this mêlée: at most 3.",
        "L17xM16: L17 has shot in this turn and starts no fight.",
    ]


def test_parts_of_a_turn_make_one_melee() -> None:
    """The fight of the first part stands, and its fallen still count in the second."""
    after = part(battle(*LINE), "L17xM16", 6, 1)
    assert after.fray == (("L17",), ("M16",))
    step = play(after, "L14+L15+L16xM15; done")
    assert skipped(step) == ["L14+L15+L16xM15: 4 figures are more than half of this mêlée: at most 3."]
    step = play(after, "L14+L15xM15; done", 6, 1)
    assert cells(step.state, "N") == "F A1"


def test_fight_already_fought_stands() -> None:
    after = part(battle(*LINE), "L14+L15+L16xM15", 6, 1)
    step = play(after, "L17xM16; done", 6, 1)
    assert cells(step.state, "N") == "F A1"


def test_nobody_fights_twice() -> None:
    state = battle("F M15, F M16, F A1", "F L15, F L16")
    step = play(state, "L15xM15; L15xM16; L16xM16; done", 6, 1, 6, 1)
    assert skipped(step) == ["L15xM16: L15 has fought in this turn already."]
    # on the other side neither: M15 has won and cannot be attacked again
    step = play(state, "L15xM15; L16xM15; done", 1, 6)
    assert skipped(step) == ["L16xM15: M15 has fought in this turn already."]


def test_skipped_fight_does_not_bar_another() -> None:
    state = battle("F M15, F A1", "F L15, F L17")
    step = play(state, "L15+L17xM15; L15xM15; done", 6, 1)
    assert skipped(step) == ["L15+L17xM15: L17 is not next to M15."]
    assert cells(step.state, "N") == "F A1"


def test_who_has_moved_may_fight_but_not_who_has_shot() -> None:
    state = battle("F L20, F A1", "F L24, C M21")
    assert cells(play(state, "L24-L21; L21xL20; done", 6, 1).state, "N") == "F A1"
    step = play(state, "M21 cat E; M21xL20; done", 6)
    assert skipped(step) == ["M21xL20: M21 has shot in this turn and starts no fight."]


def test_who_has_shot_may_still_be_attacked() -> None:
    state = battle("A L20, F A1", "F L21", seat="N")
    after = play(state, "L20 shot L21; done", 1).state
    assert cells(play(after, "L21xL20; done", 6, 1).state, "N") == "F A1"


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("L15xM16", "no enemy stands on M16"),
        ("L15xL16", "no enemy stands on L16"),
        ("L16xM14", "L16 is not next to M14"),
    ],
)
def test_fight_without_opponent_is_skipped(order: str, reason: str) -> None:
    state = battle("F M14, F A1", "F L15, F L16")
    assert skipped(play(state, f"{order}; done")) == [f"{order}: {reason}."]


def test_left_of_x_stand_own_figures() -> None:
    state = battle("F M14, F A1", "F L15")
    assert refused(state, "L15+L16xM14").startswith("1: L16 holds no figure of yours when this order comes.")


def test_winners_stay_where_they_are() -> None:
    step = play(battle("F M14, F A1", "F L15"), "L15xM14; done", 6, 1)
    assert cells(step.state, "S") == "F L15"
