"""Order sheets as text. RULES.md 10."""

from __future__ import annotations

import pytest

from games.calenzano import GAME
from games.calenzano.position import Order
from games.calenzano.tests.field import battle, read, refused

FIELD = battle("P N19, F I15, F I16, F L15", "F L26, A K16, C L24, K M19, F M18, F H14, F X21, F X20", is_due=False)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("L26-L21", Order("move", ("L26",), ("L21",))),
        ("K16 shot N22", Order("shot", ("K16",), ("N22",))),
        ("L24 cat N", Order("cat", ("L24",), ("N",))),
        ("L24 cat N+N", Order("cat", ("L24",), ("N", "N"))),
        ("L24 cat N+NE", Order("cat", ("L24",), ("N", "NE"))),
        ("M19+M18xN19", Order("fight", ("M19", "M18"), ("N19",))),
        ("H14xI15+I16", Order("fight", ("H14",), ("I15", "I16"))),
        ("X21+X20xX19", Order("fight", ("X21", "X20"), ("X19",))),
        ("pass", Order("pass")),
        ("done", Order("done")),
    ],
)
def test_order_is_read_and_written(text: str, order: Order) -> None:
    assert read(FIELD, text) == [order]
    assert GAME.write([order]) == text
    assert read(FIELD, text.upper()) == read(FIELD, text.lower()) == [order]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  l26 -\tL21 ", "L26-L21"),
        ("K16   SHOT\tn22", "K16 shot N22"),
        ("l24 CAT n + ne AT p14", "L24 cat N+NE"),
        ("L24 cat N at L18", "L24 cat N"),
        ("m19 + m18 X n19", "M19+M18xN19"),
        ("L26-L21;;  ; K16 shot N22;", "L26-L21\nK16 shot N22"),
        ("\r\nL26-L21\r\n\r\ndone\r\n", "L26-L21\ndone"),
        ("L26-L21\nmore", "L26-L21"),
        ("L26-L21\npass", "L26-L21\npass"),
    ],
)
def test_form_is_free_where_the_rules_say_so(text: str, plain: str) -> None:
    assert GAME.write(read(FIELD, text)) == plain


HINT = (
    "cannot be read. Write a move as L26-L21, a shot as K16 shot N22, a stone as L24 cat N or L24 cat N+NE, "
    "a fight as M19+M18xN19; and done at the end of the turn."
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("L26-L0", "1: L0 is not on the board. Cells are A1 to X32."),
        ("L26-L33", "1: L33 is not on the board. Cells are A1 to X32."),
        ("L26-L021", "1: L021 is not on the board. Cells are A1 to X32."),
        ("L26-Y21", "1: Y21 is not on the board. Cells are A1 to X32."),
        ("L24 cat N at L33", "1: L33 is not on the board. Cells are A1 to X32."),
        ("L26-L26", "1: A move goes to another cell than L26."),
        ("L24 cat N+E", "1: After N the second die goes N, NW, NE."),
        ("L24 cat N+S", "1: After N the second die goes N, NW, NE."),
        ("L24 cat NN", "1: “NN” is no direction. They are N, NE, E, SE, S, SW, W, NW."),
        ("M19+M18xN19+I15", "1: In a fight one side is a single figure. Split it, as in L14xM15; L16+L17xM16."),
        ("M19+M19xN19", "1: M19 is named twice in one fight."),
        ("H14xI15+I15", "1: I15 is named twice in one fight."),
        ("H14xH14", "1: H14 is named twice in one fight."),
        ("L26-L21; K16shot N22", f"2: “K16shot N22” {HINT}"),
        ("L24 catN", f"1: “L24 catN” {HINT}"),
        ("L26 L21", f"1: “L26 L21” {HINT}"),
        ("L26-L21 K16 shot N22", f"1: “L26-L21 K16 shot N22” {HINT}"),
        ("L26-L2 1", f"1: “L26-L2 1” {HINT}"),
        ("resign", f"1: “resign” {HINT}"),
        ("ı5-I6", f"1: “ı5-I6” {HINT}"),
        ("F L26", "1: “F L26” stands alone. The groups of a layout stand in one line, with ; between them."),
    ],
)
def test_text_that_is_no_order_is_refused_with_its_line(text: str, reason: str) -> None:
    assert refused(FIELD, text) == reason


def test_layout_ends_with_its_line_and_orders_may_follow_in_it() -> None:
    due = battle("F A1", "F A30", seat="N", is_due=True)
    line = "florence K X19 X20 X21 X22; F X18 X23; B X17 X24; X20-R20"
    assert GAME.write(read(due, line)) == "florence K X19 X20 X21 X22; F X18 X23; B X17 X24\nX20-R20"
    broken = "florence K X19 X20 X21 X22\nF X18 X23; B X17 X24"
    assert refused(due, broken).startswith("2: “F X18 X23” stands alone.")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("florence", "1: Behind “florence” stand the kinds with their cells, as in: florence K X19 X20"),
        ("florence;K X19", "1: Behind “florence” stand the kinds"),
        ("florence X19", "1: “X19” is no group of a layout, such as F K9 L9."),
        ("florence K", "1: The group K names no cell. Write its cells behind it."),
        ("florence K X19 X", "1: X is not on the board."),
        ("florence K X19; Q X18", "2: “Q X18” cannot be read."),
    ],
)
def test_layout_that_cannot_be_read_is_refused(text: str, reason: str) -> None:
    assert refused(battle("F A1", "F A30", seat="N", is_due=True), text).startswith(reason)


def test_drafted_orders_come_first() -> None:
    drafted = read(FIELD, "L26-L21")
    assert list(GAME.read(FIELD, "S", "L21xL20", drafted)) == [Order("fight", ("L21",), ("L20",))]
