"""Turns: what is refused, what is skipped, parts. RULES.md 3."""

from __future__ import annotations

import pytest

from games.calenzano import GAME
from games.calenzano.position import Order
from games.calenzano.tests.field import battle, cells, part, play, read, refused, skipped, told

FIELD = battle("F L20, F A1", "F L25, F M25, A L26, C M27")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("L24-L23", "1: L24 holds no figure of yours when this order comes. Close to it: L25, M25."),
        ("A20-A19", "1: A20 holds no figure of yours when this order comes."),
        ("L20-L21", "1: L20 holds no figure of yours when this order comes."),
        ("L25-L24; L24-L23", "2: L24: this figure has its move or shot of the turn already."),
        ("L25-L24; L25-L23", "2: L25 holds no figure of yours when this order comes. Close to it: L24, L26, M25."),
        ("M27 cat N; M27-M28", "2: M27: this figure has its move or shot of the turn already."),
        ("L26 shot L20; L26 shot A1", "2: L26: this figure has its move or shot of the turn already."),
        ("L25xL20; L26 shot L20", "2: After the first fight of a turn only fights may follow."),
        ("L25xL20; M25-M24", "2: After the first fight of a turn only fights may follow."),
        ("L25+L24xL20", "1: L24 holds no figure of yours when this order comes. Close to it: L25, M25."),
        ("done; L25-L24", "2: “done” ends the turn, so nothing stands behind it."),
        ("pass; done", "2: “pass” ends the turn, so nothing stands behind it."),
        ("done; more", "2: “done” ends the turn, so nothing stands behind it."),
        ("more", "1: “more” follows the orders of a part, and this sheet has none."),
        ("L25-L24; more; M25-M24", "3: “more” stands only as the last order."),
        ("florence K X19", "1: No Florentines come in this turn."),
        ("deploy F L25", "1: The armies are deployed already."),
    ],
)
def test_sheet_is_refused_with_its_reason(text: str, reason: str) -> None:
    assert refused(FIELD, text) == reason


def test_it_is_not_the_other_seats_turn() -> None:
    assert refused(FIELD, "L20-L19", "N") == "1: It is not your turn."
    assert GAME.legal_orders(FIELD, "N").entries == ()


@pytest.mark.parametrize(
    "text",
    [
        "L25-A1",  # too far: skipped when its moment comes
        "L25 shot L20",  # no archer
        "L25 cat N",  # no catapult
        "L25xA1",  # not near
        "L26 shot M27",  # an own figure
        "L25-L24; L24xL20",  # the figure is named where it is expected
        "L25-M25; M25xL20",  # M25 holds the figure that entered it last
        "M25-M24; L25-M25",
        "L25-L24; pass",  # the same as done
        "L25-L24; more",
        "done",
        "pass",
    ],
)
def test_sheet_is_accepted_whatever_will_come_of_it(text: str) -> None:
    assert refused(FIELD, text) == ""


def test_entered_cell_holds_who_entered_it_last() -> None:
    # M25 has not moved, but its cell is taken to hold L25, which has
    assert refused(FIELD, "L25-M25; M25-M24") == "2: M25: this figure has its move or shot of the turn already."


def test_orders_go_as_written() -> None:
    """An arrow clears the way, or comes too late for it."""
    closed = battle("F W31, F X31, F A1", "F X32, F W32, A X27")
    assert skipped(play(closed, "X32-X30; X27 shot X31; done", 4)) == ["X32-X30: every way to X30 is closed."]
    assert skipped(play(closed, "X27 shot X31; X32-X30; done", 4)) == []


def test_melee_comes_after_moves() -> None:
    step = play(battle("F L20, F A1", "F L25"), "L25-L21; L21xL20; done", 6, 1)
    assert cells(step.state, "N") == "F A1"


def test_order_for_a_figure_that_did_not_come_is_skipped() -> None:
    step = play(battle("F L21, F A1", "F L25"), "L25-L21; L21xL20; done")
    assert skipped(step) == [
        "L25-L21: L21 is occupied.",
        "L21xL20: no figure of Lucca stands on L21.",
    ]


def test_order_for_a_figure_struck_before_is_skipped() -> None:
    step = play(battle("F A1", "C L24, F L22, F A30"), "L24 cat N; L22-L20; done", 1)
    assert skipped(step) == ["L22-L20: no figure of Lucca stands on L22."]


def test_parts_are_carried_out_one_by_one() -> None:
    state = battle("F L20, F A1", "F M25, A L26")
    after = part(state, "L26 shot L20", 1)
    assert (after.active, after.period, after.turn, after.parts) == ("S", 7, 5, 1)
    after = part(after, "M25-M21\nmore")
    end = play(after, "M21xL20; done", 6, 1).state
    assert (end.active, end.turn, end.parts, end.period) == ("N", 6, 0, 8)
    assert all(not figure.did and not figure.has_fought for figure in end.figures)


def test_last_part_marks_what_the_whole_turn_has_done() -> None:
    state = battle("F L20, F A1", "F M25, A L26, F A30")
    after = part(part(state, "L26 shot L20", 1), "M25-M21")
    end = play(after, "M21xL20; done", 6, 1)
    marked = [(mark.shape, mark.at, mark.to) for event in end.events for mark in event.marks]
    assert marked == [
        ("arrow", "L26", "L20"),
        ("arrow", "M25", "M21"),
        ("arrow", "M21", "L20"),
        ("hit", "L20", ""),
    ]
    assert end.state.deeds == ()
    # a part without orders of its own shows them too
    heading = play(after, "done").events[0]
    assert [(mark.at, mark.to) for mark in heading.marks] == [("L26", "L20"), ("M25", "M21")]
    # and nothing is left of them in the next turn
    assert play(end.state, "pass").events[0].marks == ()


def test_part_remembers_who_has_acted() -> None:
    after = part(battle("F L20, F A1", "F L25, A L26"), "L25-L24")
    assert refused(after, "L24-L23") == "1: L24: this figure has its move or shot of the turn already."
    assert refused(after, "L26 shot L20") == ""


def test_skipped_move_may_be_ordered_again_in_a_later_part() -> None:
    after = part(battle("F L22, F A1", "F L25"), "L25-L22")
    assert cells(part(after, "L25-L23"), "S") == "F L23"


def test_after_a_fight_of_an_earlier_part_only_fights_follow() -> None:
    # the fight is skipped, and bars moves all the same
    after = part(battle("F L20, F A1", "F L25, F M25"), "L25xL20")
    assert refused(after, "M25-M24") == "1: After the first fight of a turn only fights may follow."
    entries = GAME.legal_orders(after, "S").entries
    assert [entry.order for entry in entries] == [Order("done")]


def test_empty_sheet_cannot_be_filed() -> None:
    assert read(FIELD, " ;\n; ") == []
    assert not GAME.legal_orders(FIELD, "S", []).may_file


def test_pass_is_told() -> None:
    step = play(FIELD, "pass")
    assert told(step)[:2] == ["Turn 5: Lucca", "Lucca gives no orders."]
    assert step.state.active == "N"


def test_default_is_pass_and_done_once_a_part_is_filed() -> None:
    assert GAME.default_orders(FIELD, "S") == [Order("pass")]
    assert GAME.default_orders(part(FIELD, "L25-L24"), "S") == [Order("done")]


def test_story_shows_each_step_on_its_own_position() -> None:
    step = play(battle("F L20, F A1", "F L25"), "L25-L21; L21xL20; done", 6, 1)
    fallen = next(event for event in step.events if str(event.sentence).startswith("Off the board"))
    assert fallen.scene is not None
    assert cells(step.scenes[fallen.scene], "N") == "F A1"
    assert [(mark.shape, mark.at) for mark in fallen.marks] == [("hit", "L20")]
    assert cells(step.scenes[0], "S") == "F L25"
