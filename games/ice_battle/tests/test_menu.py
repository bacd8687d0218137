"""The menu: it offers what the rules allow, no more and no less."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.contract import Entry, OrderError
from games.ice_battle import GAME
from games.ice_battle.position import CELLS, Order, State
from games.ice_battle.tests.field import battle, read
from games.playing import random_sheet

FIELD = battle("H E1, A D1, W C2, W D4", "H E8, A D8, W D5, W F7")

ACTORS = ("C2", "C4", "D1", "D4", "D5", "E1", "F7", "H4")
"""Warriors of both sides, the cells that R's drafts lead to, and an empty one."""


def every_order(most: int) -> Iterator[Order]:
    """Orders from every cell that matters in ``FIELD`` to every cell, with strengths up to ``most``."""
    for cell in CELLS:
        for strength in range(1, most + 1):
            yield Order("defence", cell, strength=strength)
            yield Order("defence", cell, strength=strength, extra=True)
    for who, to in product(ACTORS, CELLS):
        yield Order("move", who, to)
        yield Order("shot", who, to)
        for strength in range(1, most + 1):
            yield Order("attack", who, to, strength)


def offered(state: State, seat: str, drafted: Sequence[Order]) -> set[Order]:
    """Every order of the menu, with every number that it allows."""
    found: set[Order] = set()
    for entry in GAME.legal_orders(state, seat, drafted).entries:
        numbers = range(1, entry.most + 1) if entry.number else ()
        found |= {entry.numbered(n) for n in numbers} or {entry.order}
    return found


@pytest.mark.parametrize(("points", "draft"), [(0, ""), (4, ""), (5, ""), (5, "D4-D5"), (5, "D4xD5 2"), (5, "C2-C4"),
                                               (5, "D4-D5; D5 def 2"), (5, "D1 shot F7"), (6, "D1 shot F7"),
                                               (5, "D4xD5 3; C2-C3; +E1 def 1"), (0, "D4-D5; E1 def 1")])  # fmt: skip
def test_menu_refusal_and_text_agree_on_every_order(points: int, draft: str) -> None:
    state = battle("H E1, A D1, W C2, W D4", "H E8, A D8, W D5, W F7", (points, 9))
    drafted = read(state, "R", draft)
    menu = offered(state, "R", drafted)
    for order in every_order(most=points + 2):
        allowed = GAME.refusal(state, "R", order, drafted) is None
        assert (order in menu) == allowed, order
        try:
            reread = GAME.read(state, "R", GAME.write([*drafted, order]))
        except OrderError:
            assert not allowed, order
        else:
            assert allowed, order
            assert reread == [*drafted, order]


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    points=st.integers(0, 30),
    cells=st.lists(st.sampled_from(CELLS), min_size=12, max_size=12, unique=True),
    gone=st.sets(st.integers(1, 5)),
)
def test_random_sheet_of_the_menu_is_read_back(seed: int, points: int, cells: list[str], gone: set[int]) -> None:
    russians, teutons = (
        ", ".join(f"{kind} {cell}" for i, (kind, cell) in enumerate(zip("HAWWWW", half, strict=True)) if i not in gone)
        for half in (cells[:6], cells[6:])
    )
    state = battle(russians, teutons, (points, points))
    sheet = random_sheet(GAME, state, "T", random.Random(seed))
    assert GAME.read(state, "T", GAME.write(sheet)) == sheet
    rest: list[Order] = []
    for order in sheet:
        assert GAME.refusal(state, "T", order, rest) is None
        rest.append(order)


def entry_for(text: str, drafted: str = "") -> Entry[Order]:
    """The entry that carries an order."""
    before = read(FIELD, "R", drafted)
    wanted = GAME.read(FIELD, "R", text, before)[0]
    return next(entry for entry in GAME.legal_orders(FIELD, "R", before).entries if entry.order == wanted)


@pytest.mark.parametrize(
    ("text", "drafted", "picks", "labels", "most"),
    [
        ("C2-C4", "", [("who", "C2", "C2", "bracket"), ("action", "move", "", ""), ("to", "C4", "C4", "dot")],
         ["Russian soldier C2", "Move", "C4, price 3"], 0),
        ("D4xD5 1", "C2-C4",
         [("who", "D4", "D4", "bracket"), ("action", "attack", "", ""), ("to", "D5", "D5", "ring")],
         ["Russian soldier D4", "Attack", "D5: Teuton soldier"], 97),
        ("E1xE2 1", "", [("who", "E1", "E1", "bracket"), ("action", "attack", "", ""), ("to", "E2", "E2", "ring")],
         ["Nevsky E1", "Attack", "E2: empty now"], 100),
        ("E1 def 1", "D4xD5 40", [("who", "E1", "E1", "bracket"), ("action", "defence", "", "")],
         ["Nevsky E1", "Defend"], 60),
        ("D1 shot F7", "", [("who", "D1", "D1", "bracket"), ("action", "shot", "", ""), ("to", "F7", "F7", "cross")],
         ["Russian archer D1", "Shoot", "F7: Teuton soldier, lives left: 3"], 0),
        ("+E1 def 1", "D1 shot F7", [("who", "E1", "E1", "bracket"), ("action", "extra", "", "")],
         ["Nevsky E1", "Extra defence for both rows"], 95),
    ],
)  # fmt: skip
def test_picks_lead_to_the_order(
    text: str, drafted: str, picks: list[tuple[str, str, str, str]], labels: list[str], most: int
) -> None:
    entry = entry_for(text, drafted)
    assert [(pick.key, pick.value, pick.space, pick.mark) for pick in entry.picks] == picks
    assert [str(pick.label) for pick in entry.picks] == labels
    assert (entry.number, entry.most) == (("strength", most) if most else ("", 0))


def test_row_2_asks_for_the_warrior_where_it_is_expected() -> None:
    menu = GAME.legal_orders(FIELD, "R", read(FIELD, "R", "C2-C4"))
    assert {entry.picks[0].space for entry in menu.entries} == {"E1", "D1", "C4", "D4"}
    assert str(menu.questions["who"]) == "Row 2: which warrior acts?"


def test_menu_says_what_the_draft_ties_up_and_costs() -> None:
    def notes(text: str, points: int = 100) -> list[str]:
        state = battle("H E1, A D1, W C2, W D4", "H E8, W D5", (points, 9))
        return [str(note) for note in GAME.legal_orders(state, "R", read(state, "R", text)).notes]

    assert notes("") == ["This sheet ties up 0 of your 100 points and costs 0 at most."]
    assert notes("C2-C4; D4 def 6") == ["This sheet ties up 9 of your 100 points and costs 6 at most."]
    assert notes("C2-C4; D4xD5 6; +E1 def 3") == ["This sheet ties up 12 of your 100 points and costs 11 at most."]
    assert notes("C2-C3; D4xD5 1", 1) == ["This sheet ties up 1 of your 1 points and costs 1 at most."]


def test_layout_menu_leads_from_hero_to_archer_to_soldiers() -> None:
    layout = read(State(), "T", "set H E8; A D8; W C7 D7 E7 F7")
    asked = [GAME.legal_orders(State(), "T", layout[:n]) for n in range(6)]
    assert [{entry.order.who for entry in menu.entries} for menu in asked] == [{"H"}, {"A"}, {"W"}, {"W"}, {"W"}, {"W"}]
    assert [len(menu.entries) for menu in asked] == [16, 15, 14, 13, 12, 11]
    assert str(asked[1].questions["to"]) == "Which cell for: Teuton archer?"
    assert str(asked[3].notes[0]) == "Placed: 3 of 6."
