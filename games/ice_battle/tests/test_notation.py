"""Layouts and sheets as text: RULES.md 2.3 and 4.3."""

from __future__ import annotations

import pytest

from games.contract import Illegal, OrderError, Unreadable
from games.ice_battle import GAME
from games.ice_battle.position import Order, State
from games.ice_battle.tests.field import battle, read

FIELD = battle("H E1, A D1, W C2, W D4", "H E8, A D8, W D5, W F7")
LAYOUT = [
    Order("place", "H", "E1"), Order("place", "A", "D1"),
    *(Order("place", "W", cell) for cell in ("C2", "D2", "E2", "F2")),
]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "set H E1; A D1; W C2 D2 E2 F2",
        "set h e1;a d1;w c2 d2 e2 f2",
        "  SET\tH  E1 ;; A\tD1\n W C2 D2  E2 F2 \n",
        "set\nW C2 D2 E2 F2\r\nH E1\r\nA D1",
        "\n\nset; A D1; H E1; W C2 D2 E2 F2;",
    ],
)
def test_layout_is_read_with_groups_and_blanks_as_they_come(text: str) -> None:
    assert read(State(), "R", text) == LAYOUT


def test_layout_is_written_in_one_line() -> None:
    assert GAME.write(LAYOUT) == "set H E1; A D1; W C2 D2 E2 F2"
    assert GAME.write(LAYOUT[:3]) == "set H E1; A D1; W C2"
    assert GAME.write([]) == ""


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("H E1; A D1", 1, "A layout begins with “set”, for example: set H E1; A D1; W C2 D2 E2 F2"),
        ("setH E1", 1, "A layout begins with “set”, for example: set H E1; A D1; W C2 D2 E2 F2"),
        ("set H E1\nK D1", 2, "“K D1” is no group. The groups are H (hero), A (archer) and W (soldiers)."),
        ("set W C2 D2; H E1; W E2 F2", 3, "The group W is given twice. Name it once, with all its cells."),
        ("set H E1; A", 2, "The group A names no cell. Write its cells behind it."),
        ("set H K1", 1, "K1 is not on the board. Cells are A1 to H8."),
        ("set H E1; A D9", 2, "D9 is not on the board. Cells are A1 to H8."),
    ],
)
def test_unreadable_layout_says_what_would_be_right(text: str, line: int, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(State(), "R", text)
    assert (caught.value.line, str(caught.value)) == (line, reason)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("C2-C4", Order("move", "C2", "C4")),
        ("c2 - c4", Order("move", "C2", "C4")),
        ("\tC2-\tC4  ", Order("move", "C2", "C4")),
        ("D4xD5 7", Order("attack", "D4", "D5", 7)),
        ("d4 X d5   7", Order("attack", "D4", "D5", 7)),
        ("D4xD5", Order("attack", "D4", "D5", 1)),
        ("D4 def 3", Order("defence", "D4", strength=3)),
        ("d4  DEF\t3", Order("defence", "D4", strength=3)),
        ("D4 def", Order("defence", "D4", strength=1)),
        ("D1 shot F7", Order("shot", "D1", "F7")),
        ("d1  Shot  f7", Order("shot", "D1", "F7")),
    ],
)
def test_action_is_read_whatever_its_case_and_blanks(line: str, order: Order) -> None:
    assert read(FIELD, "R", line) == [order]


@pytest.mark.parametrize("line", ["+E1 def 3", "+ e1 def 3", " +\tE1  Def  3 "])
def test_extra_defence_is_read_whatever_its_blanks(line: str) -> None:
    assert read(FIELD, "R", f"D1 shot F7\n{line}")[1:] == [Order("defence", "E1", strength=3, extra=True)]


@pytest.mark.parametrize("text", ["C2-C4;C4xC5 7", "C2-C4\r\nC4xC5 7\r\n", "\n;C2-C4;\n\n; C4xC5 7"])
def test_semicolon_ends_a_line_and_empty_lines_do_not_count(text: str) -> None:
    assert read(FIELD, "R", text) == [Order("move", "C2", "C4"), Order("attack", "C4", "C5", 7)]


@pytest.mark.parametrize(
    "line",
    [
        "C2C4", "C2=C4", "C 2-C4", "C2-C4-C5", "C2-", "-C4", "C2-C4 3", "D4 D5", "D4 xD5 7 7", "D4def 3",
        "D4 def3", "D4 defence 3", "D1shot F7", "D1 shotF7", "D1 shot F7 5", "+ def 3", "+D4-D5", "++E1 def 3", "pass",
        "set H E1", "C2–C4", "D4×D5 7", "С2-С4", "C2\u00a0- C4", "D4 def 3 // hold", "x", "7",
    ],
)  # fmt: skip
def test_anything_else_is_unreadable(line: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(FIELD, "R", f"C2-C3; {line}")
    assert caught.value.line == 2
    assert str(caught.value) == (
        f"“{line}” cannot be read. Write a move as C2-C4, an attack as C4xD4 7, a defence as D4 def 3, "
        "a shot as D1 shot F7, an extra defence as +E1 def 3."
    )


@pytest.mark.parametrize("number", ["0", "07", "+7", "-1", "1.5", "seven", "٣", "7,", "9" * 5000])
def test_strength_is_a_plain_whole_number(number: str) -> None:
    for line in (f"D4xD5 {number}", f"D4 def {number}"):
        with pytest.raises(OrderError) as caught:
            read(FIELD, "R", line)
        assert str(caught.value) == (
            f"“{number}” is no strength. Write a whole number from 1 to 100, without sign or leading zero."
        )


def test_cell_off_the_board_is_named() -> None:
    with pytest.raises(Unreadable, match=r"^D9 is not on the board\. Cells are A1 to H8\.$"):
        read(FIELD, "R", "D4-D9")


def test_fault_names_its_line() -> None:
    with pytest.raises(Illegal) as caught:
        read(FIELD, "R", "C2-C4\n\nC4-C8")
    assert caught.value.line == 3


def test_text_may_go_on_from_a_draft() -> None:
    drafted = read(FIELD, "R", "C2-C4")
    assert GAME.read(FIELD, "R", "C4xC5 7", drafted) == [Order("attack", "C4", "C5", 7)]


def test_sheet_is_written_an_action_a_line() -> None:
    text = "C2-C4\nC4xC5 7\n+E1 def 3"
    assert GAME.write(read(FIELD, "R", text)) == text
    text = "D1 shot F7\n+E1 def 1"
    assert GAME.write(read(FIELD, "R", text)) == text
