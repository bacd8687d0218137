"""The menu: it offers what will be carried out if all goes as expected, and nothing that is refused."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.answers import NoAnswers
from games.calenzano import GAME
from games.calenzano.catapults import aims
from games.calenzano.position import Order, State
from games.calenzano.terrain import CELLS, distance
from games.calenzano.tests.field import battle, read, skipped
from games.chance import RandomChance
from games.contract import Entry
from games.playing import random_sheet

FIELD = battle("F L20, P M19, K N22, F A1", "F L21, K M21, A L24, B O21, C K26")


def offered(state: State, drafted: Sequence[Order] = ()) -> set[Order]:
    """Every order of the menu."""
    return {entry.order for entry in GAME.legal_orders(state, state.active, drafted).entries}


def every_single_order() -> list[Order]:
    """What four actors of ``FIELD`` and an empty cell could be told, sense or nonsense, up to six cells away."""
    orders = [
        Order(kind, (cell,), (to,))
        for kind in ("move", "shot", "fight")
        for cell in ("M21", "L24", "L21", "L23")
        for to in CELLS
        if 0 < distance(cell, to) <= 6
    ]
    return orders + [Order("cat", (cell,), aim) for cell in ("K26", "L24") for aim in aims()]


@pytest.mark.parametrize("draft", ["", "L24-L23", "L24 shot L20", "O21 shot M19; M21-M22"])
def test_menu_holds_exactly_what_is_not_refused_and_not_skipped(draft: str) -> None:
    """Carried out after the draft, an order of the menu is not skipped, and every other that is accepted is."""
    drafted = read(FIELD, draft)
    menu = offered(FIELD, drafted)
    accepted = 0
    for order in every_single_order():
        if GAME.refusal(FIELD, "S", order, drafted):
            assert order not in menu, order
            continue
        step = GAME.resolve(FIELD, {"S": [*drafted, order]}, Ones(), NoAnswers())
        is_skipped = any(line.startswith(f"{GAME.write([order])}: ") for line in skipped(step))
        assert (order in menu) == (not is_skipped), order
        accepted += 1
    assert accepted > 500


class Ones(RandomChance):
    """Ones: bows miss, so that all is as expected before the last order; an attack throws 2 and decides."""

    def __init__(self) -> None:
        super().__init__(random.Random(0))

    def _draw(self, sides: int, purpose: str) -> int:
        return 2 if purpose.startswith("attack") else 1


def entry_for(text: str, drafted: str = "") -> Entry[Order]:
    """The entry that carries an order."""
    before = read(FIELD, drafted)
    wanted = GAME.read(FIELD, "S", text, before)[0]
    return next(entry for entry in GAME.legal_orders(FIELD, "S", before).entries if entry.order == wanted)


@pytest.mark.parametrize(
    ("text", "drafted", "picks", "labels"),
    [
        ("L24-L23", "", [("who", "L24", "L24", "bracket"), ("action", "move", "", ""), ("to", "L23", "L23", "dot")],
         ["Archer of Lucca L24", "Move", "L23"]),
        ("L24 shot N22", "",
         [("who", "L24", "L24", "bracket"), ("action", "shot", "", ""), ("to", "N22", "N22", "cross")],
         ["Archer of Lucca L24", "Shoot", "N22: Rider of Calenzano, hit by 2 of 6"]),
        ("K26 cat N", "",
         [("who", "K26", "K26", "bracket"), ("action", "cat", "", ""), ("to", "N", "K20", "cross"),
          ("second", "one", "", "")],
         # near K25 to K20: L20 twice; L21 and L24 three times each, the catapult itself once; each of six throws alike
         ["Catapult of Lucca K26", "Throw a stone", "to the north",
          "one die, 1 to 6 cells; in ten throws it strikes 3 enemies and 12 of yours"]),
        ("K26 cat N+NE", "",
         [("who", "K26", "K26", "bracket"), ("action", "cat", "", ""), ("to", "N", "K20", "cross"),
          ("second", "NE", "", "")],
         # of 36 throws strike L20 6, M19 8, N22 6; L21 6, M21 9, L24 3, O21 6
         ["Catapult of Lucca K26", "Throw a stone", "to the north",
          "two dice, the second to the north-east; in ten throws it strikes 6 enemies and 7 of yours"]),
        ("L21+M21xL20", "",
         [("who", "L21", "L21", "bracket"), ("action", "fight", "", ""), ("to", "L20", "L20", "ring"),
          ("with", "M21x", "", "")],
         # 3 + 5 against 3: a lead of 5 wins 35 of 36 pairs and loses none, 1 is equal
         ["Foot of Lucca L21", "Fight", "L20: Foot of Calenzano", "with M21: 8 against 3, 100 %"]),
        ("L21xL20", "", [("who", "L21", "L21", "bracket"), ("action", "fight", "", ""), ("to", "L20", "L20", "ring"),
                         ("with", "x", "", "")],
         ["Foot of Lucca L21", "Fight", "L20: Foot of Calenzano", "alone: 3 against 3, 50 %"]),
        ("M21xL20+N22", "", [("who", "M21", "M21", "bracket"), ("action", "fight", "", ""),
                             ("to", "L20", "L20", "ring"), ("with", "xN22", "", "")],
         # 5 against 3 + 5: 2 behind 3: 3 pairs of 36 win, 3 are equal
         ["Rider of Lucca M21", "Fight", "L20: Foot of Calenzano", "alone, against N22 too: 5 against 8, 9 %"]),
    ],
)  # fmt: skip
def test_picks_lead_to_the_order(
    text: str, drafted: str, picks: list[tuple[str, str, str, str]], labels: list[str]
) -> None:
    entry = entry_for(text, drafted)
    assert [(pick.key, pick.value, pick.space, pick.mark) for pick in entry.picks] == picks
    assert [str(pick.label) for pick in entry.picks] == labels


def test_figure_is_offered_where_it_is_expected() -> None:
    # L24 has moved to M22, next to N22, and may only fight from there
    menu = GAME.legal_orders(FIELD, "S", read(FIELD, "L24-M22"))
    mine = [entry.order for entry in menu.entries if entry.picks[0].value == "M22"]
    assert {order.kind for order in mine} == {"fight"}
    assert Order("fight", ("M22",), ("N22",)) in mine


def test_end_of_the_turn_is_offered_without_a_space() -> None:
    def last(state: State, draft: str) -> tuple[Order, str]:
        entry = GAME.legal_orders(state, "S", read(state, draft)).entries[-1]
        return entry.order, entry.picks[0].space

    assert last(FIELD, "") == (Order("pass"), "")
    assert last(FIELD, "L24-L23") == (Order("done"), "")
    assert GAME.legal_orders(FIELD, "S", read(FIELD, "L24-L23; done")).entries == ()


def test_end_of_the_turn_takes_one_press() -> None:
    def at_once(draft: str, state: State = FIELD) -> list[str]:
        return [GAME.write(orders) for _words, orders in GAME.legal_orders(state, "S", read(state, draft)).at_once]

    assert at_once("") == ["pass"]
    assert at_once("L24-L23") == ["done"]
    assert at_once("", replace(FIELD, parts=1)) == ["done"]
    assert at_once("L24-L23; done") == []


def test_chances_stand_beside_the_targets() -> None:
    def texts(kind: str) -> dict[tuple[str, str], str]:
        entries = (entry for entry in GAME.legal_orders(FIELD, "S").entries if entry.order.kind == kind)
        return {(entry.order.who[0], entry.picks[2].value): entry.picks[2].text for entry in entries}

    # L24 has L21 in its way to L20, O21 sees it over N20; an archer hits with 4 and 5, a crossbowman with 6 too
    assert texts("shot") == {("L24", "N22"): "2/6", ("O21", "N22"): "3/6", ("O21", "M19"): "3/6", ("O21", "L20"): "3/6"}
    # in the houses less
    covered = GAME.legal_orders(battle("F N19, F A1", "A L19, F A30"), "S")
    assert [entry.picks[2].text for entry in covered.entries if entry.order.kind == "shot"] == ["1/6"]
    # like against like is even; a rider is two ahead of foot: of 36 pairs 26 win, 6 lose, 4 throw again
    assert texts("fight") == {("L21", "L20"): "50%", ("M21", "L20"): "81%", ("M21", "N22"): "50%", ("O21", "N22"): "9%"}


def test_next_are_those_without_an_order_who_can_have_one() -> None:
    def rest(draft: str) -> list[str]:
        return [pick.value for pick in GAME.legal_orders(FIELD, "S", read(FIELD, draft)).rest]

    assert rest("") == ["L21", "M21", "O21", "L24", "K26"]
    assert rest("M21-M22; L24 shot N22") == ["L21", "O21", "K26"]


def test_draft_may_be_filed_as_a_part_at_any_time() -> None:
    assert not GAME.legal_orders(FIELD, "S", []).may_file
    assert GAME.legal_orders(FIELD, "S", read(FIELD, "L24-L23")).may_file


def test_notes_say_who_waits_and_what_will_be_skipped() -> None:
    def notes(draft: str) -> list[str]:
        return [str(note) for note in GAME.legal_orders(FIELD, "S", read(FIELD, draft)).notes]

    assert notes("") == ["Without an order so far, 5: L21, M21, O21, L24, K26."]
    # after the fight nobody moves, and of the others M21 and O21 stand next to an enemy
    assert notes("L24-L23; L21xL20") == ["Without an order so far, 2: M21, O21."]
    assert notes("L24-A1") == [
        "Without an order so far, 4: L21, M21, O21, K26.",
        "As things stand “L24-A1” will be skipped: A1 is occupied.",
    ]


def test_fight_that_breaks_the_half_rule_is_not_offered() -> None:
    state = battle("F M15, F M16, F A1", "F L14, F L15, F L16, F L17")
    assert Order("fight", ("L14", "L15", "L16"), ("M15",)) in offered(state)
    drafted = read(state, "L17xM16")
    assert Order("fight", ("L14", "L15", "L16"), ("M15",)) not in offered(state, drafted)
    assert Order("fight", ("L14", "L15"), ("M15",)) in offered(state, drafted)


def test_waiting_florentines_are_not_offered() -> None:
    state = battle("F A1, K* X20", "F A30", seat="N", is_fresh=True, allies_wait="on")
    assert {order.who for order in offered(state) if order.who} == {("A1",)}
    assert {order.who for order in offered(battle("F A1, K* X20", "F A30", seat="N", is_fresh=True)) if order.who} == {
        ("A1",),
        ("X20",),
    }


def test_layout_menu_leads_from_kind_to_kind() -> None:
    layout = list(GAME.default_orders(State(), "S") or ())
    menus = [GAME.legal_orders(State(), "S", layout[:n]) for n in range(26)]
    kinds = ["".join(sorted({entry.order.who[0] for entry in menu.entries})) for menu in menus]
    assert kinds == [*"FFFFFFFFFPPPPKKKKAAAABBCC", ""]
    assert len(menus[0].entries) == 240
    # of 240 cells 18 are taken, and cavalry stays out of the houses zone in rows 23 to 32
    zone = ["D23", "E23", "F23", "M23", "E24", "M24", "N24", "K25", "M25", "N25", "J26", "K26", "M26", "K27"]
    taken = [order.to[0] for order in layout[:13]]
    assert len(menus[13].entries) == 240 - len({*zone, *taken})
    assert str(menus[13].questions["to"]) == "Which cell for: cavalry?"
    assert str(menus[13].notes[0]) == "Placed: 13 of 25."


def test_arrival_is_offered_with_everything_else_until_something_is_drafted() -> None:
    state = battle("F A5", "F A30", seat="N", is_due=True)
    first = GAME.legal_orders(state, "N")
    assert {entry.order.kind for entry in first.entries} == {"florence", "move", "pass"}
    # those who will come if nobody places them have orders too
    assert ("X20",) in {entry.order.who for entry in first.entries}
    assert str(first.notes[0]) == "The Florentines come in this turn. Place them first, or they take their usual cells."
    placing = GAME.legal_orders(state, "N", read(state, "florence K X1"))
    assert {(entry.order.kind, entry.order.who[0]) for entry in placing.entries} == {("florence", "K")}
    assert not placing.may_file


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    north=st.lists(st.tuples(st.sampled_from("FPKABC"), st.sampled_from(CELLS)), max_size=26),
    south=st.lists(st.tuples(st.sampled_from("FPKABC"), st.sampled_from(CELLS)), max_size=25),
    flags=st.tuples(st.booleans(), st.booleans(), st.sampled_from(["on", "off"])),
)
def test_random_sheet_of_the_menu_is_read_back_and_accepted(
    seed: int, north: list[tuple[str, str]], south: list[tuple[str, str]], flags: tuple[bool, bool, str]
) -> None:
    standing = {cell: f"{kind} {cell}" for kind, cell in north}
    facing = {cell: f"{kind} {cell}" for kind, cell in south if cell not in standing}
    state = battle(", ".join(standing.values()), ", ".join(facing.values()), "N", is_due=flags[0], allies_wait=flags[2])
    rng = random.Random(seed)
    sheet = random_sheet(GAME, state, "N", rng)
    for _ in range(2 * flags[1]):
        sheet = max(sheet, random_sheet(GAME, state, "N", rng), key=len)
    assert GAME.read(state, "N", GAME.write(sheet)) == sheet
    for length, order in enumerate(sheet):
        assert GAME.refusal(state, "N", order, sheet[:length]) is None
