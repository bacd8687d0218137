"""Orders as text: RULES.md 4.5 to 4.7 and 9."""

from __future__ import annotations

import pytest

from games.contract import Ambiguous, Illegal, OrderError, Unreadable
from games.molon_labe import GAME
from games.molon_labe.position import Order, Player, State
from games.molon_labe.tests.field import read, war

FORMS = (
    "Write a move as g4-caralis 2 (general, city, die), razing as g2 raze 5, a return as g3 back capua 6, "
    "an answer in advance as go greeks; then done, or pass for no orders at all."
)
CHOICE = State((Player("A"), Player("B")), active="A")


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("g4-caralis 2", Order("move", 4, ("caralis",), 2)),
        (" G4-Caralis\t 2 ", Order("move", 4, ("caralis",), 2)),
        ("g4-tyrrhenum-caralis 2", Order("move", 4, ("tyrrhenum", "caralis"), 2)),
        ("g4-tyrr-caral 2", Order("move", 4, ("tyrrhenum", "caralis"), 2)),
        ("g4-antium 1", Order("move", 4, ("antium",), 1)),
        ("g4-roma-antium 2", Order("move", 4, ("roma", "antium"), 2)),
        ("g1 raze 6", Order("raze", 1, die=6)),
        ("g3  BACK\troma 6", Order("back", 3, ("roma",), 6)),
        ("g3 back rom 6", Order("back", 3, ("roma",), 6)),
        ("pass", Order("pass")),
        ("Done", Order("done")),
        ("stop all", Order("stop")),
        ("GO all", Order("go")),
        ("stop greeks", Order("stop", kingdom="greeks")),
        ("go car", Order("go", kingdom="carthaginians")),
        ("g2 go", Order("go", 2)),
        ("g2 stop gre", Order("stop", 2, kingdom="greeks")),
        ("go romans", Order("go", kingdom="romans")),
    ],
)
def test_line_is_read_whatever_its_case_and_blanks(line: str, order: Order) -> None:
    state = war(R1="gades", R3="off(0)", C1="hadrumetum", C3="siga")
    assert read(state, line) == [order]
    assert read(state, GAME.write([order])) == [order]


def test_orders_are_written_one_a_line() -> None:
    orders = [
        Order("take", 4, ("antium",), kingdom="romans"),
        Order("move", 4, ("tyrrhenum", "caralis"), 2),
        Order("raze", 2, die=5),
        Order("back", 3, ("capua",), 6),
        Order("stop"),
        Order("go", kingdom="greeks"),
        Order("go", 2),
        Order("stop", 2, kingdom="greeks"),
        Order("done"),
    ]
    assert GAME.write(orders).splitlines() == [
        "take romans antium", "g4-tyrrhenum-caralis 2", "g2 raze 5", "g3 back capua 6", "stop all", "go greeks",
        "g2 go", "g2 stop greeks", "done",
    ]  # fmt: skip
    assert GAME.write([]) == ""


@pytest.mark.parametrize("text", ["g4-caralis 2;g1-antium 1", "\n;g4-caralis 2\r\n\r\ng1-antium 1\r", ";g4-car 2"])
def test_semicolon_ends_a_line_and_empty_lines_do_not_count(text: str) -> None:
    wanted = [Order("move", 4, ("caralis",), 2), Order("move", 1, ("antium",), 1)]
    if text == ";g4-car 2":
        with pytest.raises(Ambiguous) as caught:
            read(war(), text)
        assert (caught.value.line, str(caught.value)) == (2, "“car” may be caralis, carcinites, carthago.")
    else:
        assert read(war(), text) == wanted


@pytest.mark.parametrize(
    "line",
    [
        "g4 -caralis 2", "g4- caralis 2", "g4-caralis- 2", "g4--caralis 2", "g4-caralis2", "g4caralis 2", "g4-caralis",
        "g4 caralis 2", "4-caralis 2", "g5-caralis 2", "g0-caralis 2", "g44-caralis 2", "g4-caralis 0", "g4-caralis 7",
        "g4-caralis 02", "g4-caralis 2 2", "g4-caralis +2", "g4 - caralis 2", "g4–caralis 2", "g4-сaralis 2",
        "g4-caralis\u00a02", "g4-caralis ２", "raze 5", "g2 raze", "g2raze 5", "g3 back 6", "g3 back roma",
        "g3back roma 6",
        "stop", "go", "g2 stop all", "g2 go all", "stop all greeks", "stopall", "g2 stop greeks romans", "stop g2",
        "take", "take romans", "take romans antium 4", "passs", "done done", "more more", "resign", "draw?", "7",
        "g4-ca 2", "stop gr", "g4-atlantis 2",
    ],
)  # fmt: skip
def test_anything_else_is_unreadable(line: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(war(R3="off(0)"), f"g1-roma 6; {line}")
    assert caught.value.line == 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            "march on carthago",
            f"“march on carthago” cannot be read. {FORMS}",
        ),
        ("g7-roma 6", "“g7” is no general. Yours are g1, g2, g3 and g4."),
        ("g1-roma 9", "“9” is no die. Write the number it shows, 1 to 6."),
        ("g1-xyzzy 6", "“xyzzy” is not on the map."),
        ("g1-antiun 6", "“antiun” is not on the map. Did you mean antium?"),
        ("g1-ro 6", "“ro” is too short. Write at least three letters of a name."),
        ("stop", "Say to whom: “stop all”, or a kingdom as in “stop greeks”."),
        ("g2 go all", "For one general write “g2 go”, without “all”."),
        ("resign; g1-lutetia 1", "“resign” stands only as the last line."),
    ],
)
def test_unreadable_line_says_what_would_be_right(line: str, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(war(), line)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("done; g4-caralis 2", 2, "“done” ends the turn, so nothing stands behind it."),
        ("pass; stop all", 2, "“pass” ends the turn, so nothing stands behind it."),
        ("g4-caralis 2; done; more", 3, "“done” ends the turn, so nothing stands behind it."),
        ("g4-caralis 2; pass", 2, "“pass” means no orders, and this sheet has some. Write “done” instead."),
        ("g4-caralis 2; more; done", 3, "“more” stands only as the last line."),
        ("g4-caralis 2; more; stop all", 3, "“more” stands only as the last line."),
        ("more", 1, "“more” follows the orders of a part, and this sheet has none."),
        ("stop all; more", 2, "“more” follows the orders of a part, and this sheet has none."),
        ("take romans antium", 1, "Kingdoms are chosen before the war only."),
    ],
)
def test_last_lines_stand_last(text: str, line: int, reason: str) -> None:
    with pytest.raises(Illegal) as caught:
        read(war(), text)
    assert (caught.value.line, str(caught.value)) == (line, reason)


def test_more_means_the_same_as_leaving_done_out() -> None:
    assert read(war(), "g4-caralis 2\nmore") == read(war(), "g4-caralis 2")


def test_entries_may_stand_in_a_sheet_and_alone_at_any_time() -> None:
    assert [order.kind for order in read(war(), "stop all; g4-caralis 2; g2 go; done")] == [
        "stop",
        "move",
        "go",
        "done",
    ]
    assert [order.kind for order in read(war(), "stop all; pass")] == ["stop", "pass"]
    assert read(war(), "go all; g2 stop", seat="B") == [Order("go"), Order("stop", 2)]
    assert read(CHOICE, "go all", seat="B") == [Order("go")]
    assert not GAME.legal_orders(war(), "A", read(war(), "go all")).may_file


@pytest.mark.parametrize("text", ["g4-caralis 2", "done", "pass", "more", "stop all; pass", "g1 raze 6"])
def test_orders_out_of_turn_are_refused(text: str) -> None:
    with pytest.raises(Illegal, match=r"^It is not your turn"):
        read(war(), text, seat="B")


def test_take_stands_once_and_with_entries_only() -> None:
    take = "take romans antium"
    assert [order.kind for order in read(CHOICE, f"stop all; {take}; g2 go")] == ["stop", "take", "go"]
    assert read(CHOICE, "take rom antium") == read(CHOICE, take)
    for behind in ("take greeks demetrias", "done", "pass", "g4-luceria 2"):
        with pytest.raises(Illegal, match=r"^A kingdom is chosen once, and no order goes with it\.$"):
            read(CHOICE, f"{take}; {behind}")
    for first in ("done", "pass", "g4-luceria 2"):
        with pytest.raises(Illegal, match=r"^Choose a kingdom and the place of general 4 first"):
            read(CHOICE, first)
    with pytest.raises(Illegal, match=r"^It is not your turn"):
        read(CHOICE, f"{take}; more")


@pytest.mark.parametrize(
    ("place", "name"), [("roma", "Roma"), ("tarentinum", "Sinus Tarentinus"), ("genua", "Genua"), ("pella", "Pella")]
)
def test_refused_place_is_told_with_those_that_are_free(place: str, name: str) -> None:
    with pytest.raises(Illegal) as caught:
        read(CHOICE, f"take romans {place}")
    assert str(caught.value) == (
        f"{name} is no place for general 4. It begins in an ordinary city one passage from a main city: "
        "Antium, Brundisium, Croton, Luceria, Paestum, Volsinii."
    )


def test_cities_and_kingdoms_are_shortened_apart() -> None:
    with pytest.raises(Ambiguous, match=r"^“ant” may be antiochia, antium\.$"):
        read(war(), "g1-ant 1")
    assert read(war(), "stop car") == [Order("stop", kingdom="carthaginians")]


def test_text_may_go_on_from_a_draft() -> None:
    drafted = read(war(), "g4-caralis 2")
    assert GAME.read(war(), "A", "g1-antium 1", drafted) == [Order("move", 1, ("antium",), 1)]
    with pytest.raises(OrderError):
        GAME.read(war(), "A", "g1-caralis 6", drafted)
