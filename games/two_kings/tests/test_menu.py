"""What is offered: obstacle by obstacle, and the orders of a turn. RULES.md 2, 4.6 and 8."""

from __future__ import annotations

from games.chance import ScriptedChance
from games.two_kings import GAME
from games.two_kings.position import Order
from games.two_kings.tests.field import play, race, read

START = GAME.setup(["P", "R"], {}, ScriptedChance()).state


def offered(text: str, holds: str = "on") -> list[str]:
    """The orders on offer, each with its number left at 1."""
    return [GAME.write([entry.order]) for entry in GAME.legal_orders(race(text, holds=holds), "P").entries]


def test_layout_leads_from_kind_to_kind_on_the_enemys_road() -> None:
    menu = GAME.legal_orders(START, "P")
    assert {entry.order.what for entry in menu.entries} == {"B"}
    # 2 to 79 without the bridge and road R's gate
    assert [entry.order.square for entry in menu.entries] == [n for n in range(2, 80) if n not in (46, 75)]
    assert {entry.picks[1].space for entry in menu.entries} == {f"R{n}" for n in range(2, 80) if n not in (46, 75)}
    after = GAME.legal_orders(START, "P", read(START, "set B20 B40", "P"))
    assert {entry.order.what for entry in after.entries} == {"X"}
    assert {20, 40}.isdisjoint(entry.order.square for entry in after.entries)


def test_turn_offers_every_way_to_hold() -> None:
    holds = ["C", "A", "I", "C A", "C I", "A I"]
    assert offered("C1 A1 I1") == [
        "roll",
        *(f"hold {who}" for who in holds),
        "auto 1",
        *(f"auto 1 hold {who}" for who in holds),
    ]
    assert offered("C1 A1 I1", "off") == ["roll", "auto 1"]


def test_only_free_units_must_not_hold() -> None:
    """4.6: the artillery is blocked, the infantry lost."""
    assert offered("C1 A9; X10") == [
        "roll",
        "hold A",
        "hold I",
        "hold A I",
        "auto 1",
        "auto 1 hold A",
        "auto 1 hold I",
        "auto 1 hold A I",
    ]


def test_rolling_is_one_press() -> None:
    menu = GAME.legal_orders(race("C1 A1 I1"), "P")
    assert [sheet for _, sheet in menu.at_once] == [(Order("roll"),), (Order("auto", turns=10),)]


def test_one_order_is_a_turn() -> None:
    state = race("C1 A1 I1")
    menu = GAME.legal_orders(state, "P", read(state, "roll"))
    assert (menu.entries, menu.may_file) == ((), True)
    assert GAME.legal_orders(state, "R").entries == ()


def test_running_auto_offers_itself_alone() -> None:
    state = play(play(race("C1 A1 I1"), "auto 3 hold A", 1, 1).state, "roll", 1, 1, 1).state
    menu = GAME.legal_orders(state, "P")
    assert ([GAME.write([entry.order]) for entry in menu.entries], menu.at_once) == (["hold A"], ())
