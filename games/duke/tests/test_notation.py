"""Orders as text, read and written: RULES.md 10."""

from __future__ import annotations

import pytest

from games.contract import Illegal, OrderError, Unreadable
from games.duke import GAME
from games.duke.position import Order, State
from games.duke.tests.field import position, refused, started, step

STATE = position("duke a1, general d3', knight c3, bowman e2', footman b2", "duke f6, footman e4, seer d4")


def read(text: str, state: State = STATE) -> list[Order]:
    return list(GAME.read(state, state.seat, text))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("b2-b3", Order("move", "b2", "b3")),
        ("B2-B3", Order("move", "b2", "b3")),
        ("  b2 -\tb3 ", Order("move", "b2", "b3")),
        ("b2xb3", Order("move", "b2", "b3")),
        ("b2 X b3", Order("move", "b2", "b3")),
        ("d3-d4", Order("move", "d3", "d4")),
        ("d3xd4", Order("move", "d3", "d4")),
        ("e2*e4", Order("strike", "e2", "e4")),
        (" E2 * E4", Order("strike", "e2", "e4")),
        ("d3:c3-e3", Order("command", "c3", "e3", by="d3")),
        ("D3 : C3 x E3", Order("command", "c3", "e3", by="d3")),
    ],
)
def test_10_1_order_is_read_whatever_its_case_and_blanks(text: str, order: Order) -> None:
    assert read(text) == [order]


@pytest.mark.parametrize(
    "text", ["b2-b3", "e2*e4", "d3:c3-e3"]
)  # fmt: skip
def test_10_2_order_is_written_as_it_is_read(text: str) -> None:
    assert GAME.write(read(text)) == text


@pytest.mark.parametrize(
    "text", ["setup c1 b1 c2", "SETUP  C1\tB1 C2", " setup c1 b1 c2 \r\n", "setup c1\nsetup b1 c2"]
)
def test_10_2_set_up_is_one_line(text: str) -> None:
    orders = read(text, started())
    assert orders == [
        Order("setup", to="c1", who="duke"),
        *(Order("setup", to=at, who="footman") for at in ("b1", "c2")),
    ]
    assert GAME.write(orders) == "setup c1 b1 c2"


def test_10_1_footmen_and_deployed_squares_come_in_any_order() -> None:
    one, two = (step(started(), text).state for text in ("setup c1 b1 c2", "setup c1 c2 b1"))
    assert one == two
    one, two = (step(started("dark_rider"), f"deploy {text}").state for text in ("a1 b1 c1 d1 e1", "e1 c1 a1 b1 d1"))
    assert one == two


@pytest.mark.parametrize(
    ("state", "text", "order"),
    [
        (position("duke c1", "duke f6", bags=("seer", "")), "DRAW", Order("draw")),
        (started("logistics"), "Pick  WIZARD", Order("pick", who="wizard")),
        (position("wizard c4, seer c5", "duke a6", objective="flag", flags=("f1", "c4")), "FLAG c4 - c5",
         Order("flag", "c4", "c5")),
        (position("pikeman f6'", "knight a1'", objective="dark_rider"), "Pass", Order("pass")),
    ],
)  # fmt: skip
def test_10_2_other_orders_of_a_turn(state: State, text: str, order: Order) -> None:
    assert read(text, state) == [order]
    assert list(GAME.read(state, state.seat, GAME.write([order]))) == [order]


def test_10_2_placing_and_relocating() -> None:
    drawn = step(position("duke c1", "duke f6", bags=("seer", "")), "draw", 1).state
    assert read(" @ B1 ", drawn) == [Order("place", to="b1")]
    relocating = step(position("wizard c3", "duke a6", objective="score", flags=("f1", "d5")), "c3-d4").state
    assert read("Flag B6", relocating) == [Order("plant", to="b6")]
    assert read("flag STAY", relocating) == [Order("stay")]
    assert [GAME.write([order]) for order in (Order("plant", to="b6"), Order("stay"), Order("place", to="b1"))] == [
        "flag b6", "flag stay", "@b1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["b2", "b2b3", "b2–b3", "b2=b3", "b 2-b3", "b2-b3-b4", "-b3", "c3:d3", "d3:c3", "e2**e4", "draw seer", "@", "hello",
     "footman b2-b3", "flag", "flagstaff", "pass on", "b2-b3!", "b2×b3", "с3-c4", "b2-b3 // go"],
)  # fmt: skip
def test_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(f"\n{text}")
    assert caught.value.line == 2
    assert str(caught.value) == (
        f"“{text}” cannot be read. Write a move as c2-c3, a strike as e2*e4, a command as d2:c3-e3, a draw as draw, "
        "its placing as @b1, a passed flag as flag c4-c5."
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("b2-b7", "b7 is not on the board. Squares are a1 to f6."),
        ("g1-a1", "g1 is not on the board. Squares are a1 to f6."),
        ("setup", "“setup” alone says too little. Write for example setup c1 b1 c2."),
        ("pick", "“pick” alone says too little. Write for example pick wizard."),
        ("pick elf", "“elf” is no type of tile."),
        ("pick wizard seer", "“wizard seer” is no type of tile."),
        ("deploy b9", "b9 is not on the board. Squares are a1 to f6."),
    ],
)
def test_unreadable_text_says_what_would_be_right(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert str(caught.value) == reason


def test_fault_names_its_line() -> None:
    with pytest.raises(Illegal) as caught:
        read("b2-b3\n\nc3-c4")
    assert caught.value.line == 3


def test_text_may_go_on_from_a_draft() -> None:
    state = started()
    drafted = read("setup c1", state)
    assert GAME.read(state, "1", "setup b1 d1", drafted) == [
        Order("setup", to="b1", who="footman"), Order("setup", to="d1", who="footman"),
    ]  # fmt: skip


def test_empty_text_is_no_order() -> None:
    assert read(" \n;\n") == []
    assert GAME.write([]) == ""


def test_text_of_the_other_seat_is_refused() -> None:
    with pytest.raises(OrderError, match=r"^It is not your turn\.$"):
        GAME.read(STATE, "2", "f6-e6")


def test_long_text_is_refused_in_time() -> None:
    assert refused(STATE, "a" * 20000).startswith("“aaa")
    assert refused(STATE, "a" + "1" * 20000 + "-b1").endswith("is not on the board. Squares are a1 to f6.")
