"""The menu: it offers what the rules allow, no more and no less. RULES.md 4 and 5."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import RandomChance
from games.contract import Entry
from games.molon_labe import GAME
from games.molon_labe.atlas import CITIES, NODES
from games.molon_labe.position import GENERALS, Order, State
from games.molon_labe.tests.field import Lists, read, war
from games.molon_labe.tests.test_paths import walks
from games.playing import random_sheet


def offered(state: State, drafted: Sequence[Order] = ()) -> set[Order]:
    return {entry.order for entry in GAME.legal_orders(state, state.active, drafted).entries}


def some_war(seed: int) -> State:
    """A position in the middle of a random war."""
    rng = random.Random(seed)
    seats = "ABCDEF"[: rng.randint(2, 6)]
    state = GAME.setup(seats, {}, RandomChance(rng)).state
    for _ in range(rng.randint(len(seats), 50)):
        sheet = random_sheet(GAME, state, state.active, rng)
        after = GAME.resolve(state, {state.active: sheet}, RandomChance(rng), Lists()).state
        if after.phase == "over":
            break
        state = after
    return state


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_menu_and_refusal_agree_on_every_city_and_die(seed: int) -> None:
    state = some_war(seed)
    seat = state.active
    sheet = random_sheet(GAME, state, seat, random.Random(seed))
    drafted = [order for order in sheet if not order.is_last][: seed % 4]
    menu = offered(state, drafted)
    orders = [Order("move", n, (node,), die) for n in range(1, 6) for node in NODES for die in range(8)]
    orders += [Order("raze", n, die=die) for n in range(6) for die in range(8)]
    orders += [Order("back", n, (node,), die) for n in range(1, 6) for node in NODES for die in range(8)]
    allowed = {order for order in orders if GAME.refusal(state, seat, order, drafted) is None}
    assert allowed == {order for order in menu if order.kind in ("move", "raze", "back") and len(order.way) < 2}
    written = {order for order in menu if len(order.way) > 1}
    assert all(GAME.refusal(state, seat, order, drafted) is None for order in written)


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_city_is_lit_if_some_way_leads_there(seed: int) -> None:
    state = some_war(seed)
    lit = {(order.general, order.die, order.to) for order in offered(state) if order.kind == "move"}
    for n in GENERALS:
        general = state.general(state.kingdom, n)
        if general is None or not general.city or n in state.acted:
            continue
        for die in set(state.dice) & {1, 2, 3, 4}:
            orders = [Order("move", n, way, die) for way in walks(general.city, die, state.is_winter) if way]
            orders = [order for order in orders if GAME.refusal(state, state.active, order) is None]
            ends = {order.to for order in orders} | {general.city}
            assert {to for number, number_die, to in lit if (number, number_die) == (n, die)} == ends


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_random_sheet_of_the_menu_is_read_back(seed: int) -> None:
    state = some_war(seed)
    sheet = random_sheet(GAME, state, state.active, random.Random(seed))
    text = GAME.write(sheet)
    assert read(state, text) == sheet
    assert read(state, text.upper()) == sheet
    assert read(state, f" {text}\t".replace("\n", " ;\r\n")) == sheet


def entry_for(state: State, order: Order) -> Entry[Order]:
    return next(entry for entry in GAME.legal_orders(state, state.active).entries if entry.order == order)


@pytest.mark.parametrize(
    ("order", "picks", "labels"),
    [
        (
            Order("move", 4, ("caralis",), 2),
            [("die", "2", "", ""), ("general", "g4", "antium", "bracket"), ("action", "move", "", ""),
             ("to", "caralis", "caralis", "ring")],
            ["2", "Roman general 4, Antium, level 1", "Move",
             "Caralis, cost 2: battle with Carthaginian general 4, level 2"],
        ),
        (
            Order("move", 4, ("tyrrhenum", "caralis", "africum", "carthago"), 4),
            [("die", "4", "", ""), ("general", "g4", "antium", "bracket"), ("action", "move", "", ""),
             ("to", "carthago", "carthago", "dot")],
            ["4", "Roman general 4, Antium, level 1", "Move", "Carthago, cost 4, through enemies"],
        ),
        (
            Order("move", 4, ("tyrrhenum", "caralis", "africum", "carthago"), 6),
            [("die", "6", "", ""), ("general", "g4", "antium", "bracket"), ("action", "move", "", ""),
             ("to", "carthago", "carthago", "dot"), ("way", "tyrrhenum-caralis-africum-carthago", "", "")],
            ["6", "Roman general 4, Antium, level 1", "Move", "Carthago, cost 4",
             "Through enemies, cost 4: Mare Tyrrhenum, Caralis, Mare Africum, Carthago"],
        ),
        (
            Order("move", 4, ("antium",), 1),
            [("die", "1", "", ""), ("general", "g4", "antium", "bracket"), ("action", "stay", "", "")],
            ["1", "Roman general 4, Antium, level 1", "Stay where it is"],
        ),
        (
            Order("raze", 1, die=6),
            [("die", "6", "", ""), ("general", "g1", "gades", "bracket"), ("action", "raze", "", "")],
            ["6", "Roman general 1, Gades, level 1", "Raze a floor"],
        ),
        (
            Order("back", 3, ("roma",), 6),
            [("die", "6", "", ""), ("general", "g3", "", ""), ("action", "back", "", ""),
             ("to", "roma", "roma", "dot")],
            ["6", "Roman general 3, off the map, level 2", "Bring back", "Roma"],
        ),
        (Order("pass"), [("die", "pass", "", "")], ["Pass: no orders this turn"]),
    ],
)  # fmt: skip
def test_picks_lead_to_the_order(order: Order, picks: list[tuple[str, str, str, str]], labels: list[str]) -> None:
    state = war(R1="gades", R3="off(0) 2", C1="hadrumetum", C3="siga", C4="caralis 2")
    entry = entry_for(state, order)
    assert [(pick.key, pick.value, pick.space, pick.mark) for pick in entry.picks] == picks
    assert [str(pick.label) for pick in entry.picks] == labels


def test_turn_that_has_begun_ends_with_done() -> None:
    drafted = read(war(), "g4-caralis 2")
    menu = GAME.legal_orders(war(), "A", drafted)
    assert menu.may_file
    assert menu.entries[-1].order == Order("done")
    closed = GAME.legal_orders(war(), "A", [*drafted, Order("done")])
    assert (closed.entries, closed.may_file) == ((), True)
    assert not GAME.legal_orders(war(), "A").may_file


def test_menu_says_what_is_left_and_where_battles_will_be() -> None:
    def notes(text: str) -> list[str]:
        state = war(C4="caralis")
        return [str(note) for note in GAME.legal_orders(state, "A", read(state, text)).notes]

    assert notes("") == ["Dice left: 6 4 2 1."]
    assert notes("g4-caralis 2") == ["Dice left: 6 4 1.", "Battles if nobody stops you: Caralis."]
    assert notes("g1-roma 6; g2-capua 4; g3-tarentum 2; g4-antium 1") == ["All dice are used."]


def test_only_the_seat_to_act_has_a_menu() -> None:
    assert GAME.legal_orders(war(), "B").entries == ()
    assert not GAME.legal_orders(war(), "B").may_file


def test_choice_offers_free_kingdoms_and_free_ordinary_cities() -> None:
    state = GAME.setup("AB", {}, RandomChance(random.Random(1))).state
    entries = GAME.legal_orders(state, "A").entries
    assert len({entry.order.kingdom for entry in entries}) == 6
    romans = {entry.order.to for entry in entries if entry.order.kingdom == "romans"}
    # one passage from Roma, Capua or Tarentum, main cities and ships left out
    assert romans == {"volsinii", "luceria", "antium", "paestum", "brundisium", "croton"}
    assert romans <= CITIES
    after = GAME.resolve(state, {"A": read(state, "take romans antium")}, RandomChance(random.Random(1)), Lists()).state
    assert "romans" not in {entry.order.kingdom for entry in GAME.legal_orders(after, "B").entries}
