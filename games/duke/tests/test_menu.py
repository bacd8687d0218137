"""The choices on the board, and that they are exactly what the rules accept."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.answers import NoAnswers
from games.chance import RandomChance
from games.contract import Entry, Pick
from games.duke import GAME
from games.duke.data import KINDS
from games.duke.geometry import SQUARES
from games.duke.position import Order, State
from games.duke.tests.field import orders, play, position, refused, started, step
from games.duke.tests.test_perft import random_state
from games.playing import random_sheet


def picks(state: State, text: str) -> list[tuple[str, str, str]]:
    """The choices that lead to an order: key, space, mark."""
    wanted = next(entry for entry in GAME.legal_orders(state, state.seat).entries if GAME.write([entry.order]) == text)
    return [(pick.key, pick.space, pick.mark) for pick in wanted.picks]


STATE = position("duke a1, general d3', knight c3, bowman e2'", "duke f6, footman e4, seer d4", bags=("seer", ""))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("d3-f3", [("tile", "d3", "bracket"), ("to", "f3", "dot")]),
        ("d3-d4", [("tile", "d3", "bracket"), ("to", "d4", "ring")]),
        ("d3-c5", [("tile", "d3", "bracket"), ("to", "c5", "leap")]),
        ("c3-d5", [("tile", "c3", "bracket"), ("to", "d5", "leap")]),
        ("a1-c1", [("tile", "a1", "bracket"), ("to", "c1", "glide")]),
        ("e2*e4", [("tile", "e2", "bracket"), ("to", "e4", "cross")]),
        ("d3:c3-e3", [("tile", "d3", "bracket"), ("to", "c3", "bracket"), ("goal", "e3", "bracket")]),
        ("draw", [("tile", "", "")]),
    ],
)
def test_turn_is_chosen_by_tile_and_target(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert picks(STATE, text) == expected


@pytest.mark.parametrize(
    ("light", "text", "mark"),
    [
        ("footman c3", "c3-c4", "ring"),
        ("champion c2", "c2-c4", "leap-ring"),
        ("priest a2", "a2-c4", "glide-ring"),
        # a slide by one square is a slide
        ("priest b3", "b3-c4", "glide-ring"),
    ],
)
def test_captures_tell_the_way_by_their_marks(light: str, text: str, mark: str) -> None:
    state = position(f"duke f1, {light}", "duke f6, footman c4")
    assert picks(state, text)[1] == ("to", "c4", mark)


def test_picks_say_what_will_happen() -> None:
    labels = {
        GAME.write([entry.order]): [str(pick.label) for pick in entry.picks]
        for entry in GAME.legal_orders(STATE, "1").entries
    }
    assert labels["d3-f3"] == ["General on d3", "f3"]
    assert labels["d3-d4"] == ["General on d3", "Capture: Seer on d4"]
    assert labels["e2*e4"] == ["Bowman on e2", "Strike: Footman on e4"]
    assert labels["d3:c3-e3"] == ["General on d3", "Command: Knight on c3", "e3"]
    assert labels["draw"] == ["Draw a tile"]


def test_placing_and_flags_are_one_tap() -> None:
    drawn = step(STATE, "draw", 1).state
    assert picks(drawn, "@b1") == [("to", "b1", "dot")]
    relocating = play(position("wizard c3", "duke a6", objective="score", flags=("f1", "d5")), "c3-d4")
    assert picks(relocating, "flag b6") == [("to", "b6", "dot")]
    assert picks(relocating, "flag stay") == [("to", "", "")]


def test_passing_a_flag_begins_with_the_flag() -> None:
    state = position("wizard c4, seer c5", "duke a6", objective="flag", flags=("f1", "c4"))
    assert picks(state, "flag c4-c5") == [("tile", "", ""), ("friend", "c5", "bracket")]
    assert str(GAME.legal_orders(state, "1").questions["friend"]) == "Which tile gets the flag?"


def test_one_order_completes_a_turn() -> None:
    menu = GAME.legal_orders(STATE, "1", GAME.read(STATE, "1", "d3-f3"))
    assert (menu.entries, menu.may_file) == ((), True)
    assert not GAME.legal_orders(STATE, "1").may_file


def test_the_other_seat_has_no_choice() -> None:
    assert GAME.legal_orders(STATE, "2").entries == ()
    assert GAME.phase(STATE).to_act == ("1",)


def test_nobody_has_default_orders() -> None:
    assert GAME.default_orders(STATE, "1") is None
    assert GAME.default_orders(started(), "1") is None


def paths(entries: tuple[Entry[Order], ...]) -> list[tuple[tuple[str, str], ...]]:
    def pair(pick: Pick) -> tuple[str, str]:
        return pick.key, pick.value

    return [tuple(pair(pick) for pick in entry.picks) for entry in entries]


def every_order(state: State) -> Iterator[Order]:
    """Everything that could be written in a turn, sense or nonsense, but for most commands."""
    for kind in ("draw", "pass", "stay"):
        yield Order(kind)
    for to in SQUARES:
        yield Order("place", to=to)
        yield Order("plant", to=to)
        for at in SQUARES:
            yield from (Order("move", at, to), Order("strike", at, to), Order("flag", at, to))
    for by in [tile.square for tile in state.tiles if tile.kind in ("general", "marshall")][:2]:
        yield from (Order("command", at, to, by=by) for at in SQUARES for to in SQUARES)


@pytest.mark.parametrize("objective", ["duke", "score", "flag"])
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_exactly_the_menu_is_accepted_and_all_else_has_a_reason(objective: str, seed: int) -> None:
    state = random_state(random.Random(seed), objective)
    menu = GAME.legal_orders(state, state.seat)
    accepted = set()
    for order in every_order(state):
        refusal = GAME.refusal(state, state.seat, order)
        if refusal is None:
            accepted.add(order)
        else:
            assert len(str(refusal.reason)) > 10
    commanded = {entry.order for entry in menu.entries if entry.order.kind == "command"}
    assert accepted | commanded == {entry.order for entry in menu.entries}
    assert len(set(paths(menu.entries))) == len(menu.entries)
    for entry in menu.entries:
        assert GAME.refusal(state, state.seat, entry.order) is None
        assert list(GAME.read(state, state.seat, GAME.write([entry.order]))) == [entry.order]
        assert {pick.key for pick in entry.picks} <= set(menu.questions)


@pytest.mark.parametrize("objective", ["duke", "score", "flag", "dark_rider", "logistics"])
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_phase_offers_what_it_accepts(objective: str, seed: int) -> None:
    rng = random.Random(seed)
    state = started(objective)
    for _ply in range(20):
        if state.phase == "over":
            return
        sheet = random_sheet(GAME, state, state.seat, rng)
        for length in range(len(sheet)):
            menu = GAME.legal_orders(state, state.seat, sheet[:length])
            accepted = {
                order for order in placements() if GAME.refusal(state, state.seat, order, sheet[:length]) is None
            }
            assert accepted == {entry.order for entry in menu.entries if entry.order in set(placements())}
            assert len(set(paths(menu.entries))) == len(menu.entries)
        state = GAME.resolve(state, {state.seat: sheet}, RandomChance(rng), NoAnswers()).state


def placements() -> list[Order]:
    return [
        *(Order(kind, to=to) for kind in ("place", "plant", "deploy") for to in SQUARES),
        *(Order("setup", to=to, who=who) for to in SQUARES for who in ("duke", "footman", "seer")),
        *(Order("pick", who=kind) for kind in KINDS),
        *(Order(kind) for kind in ("stay", "draw", "pass", "setup", "elf")),
    ]


@pytest.mark.parametrize(
    "order",
    [Order("move", "a1", "b9"), Order("move", "a1", "b1", by="c1"), Order("move", "a1", "b1", who="duke"),
     Order("draw", to="b1"), Order("command", "c3", "e3"), Order("strike", to="e4")],
)  # fmt: skip
def test_malformed_order_is_refused(order: Order) -> None:
    refusal = GAME.refusal(STATE, "1", order)
    assert refusal is not None
    assert str(refusal.reason) == "This is no order of The Duke."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("c2-c3", "c2 is empty. Your tiles stand on a1, e2, c3, d3."),
        ("e4-e3", "e4 is an enemy: Footman. You act with your own tiles."),
        ("c3-c6", "With this side up the Knight on c3 has no way to c6. It may go to b3, b5, c1, c2, d5."),
        ("e2-e4", "The Bowman on e2 strikes at e4 without going there. Write e2*e4."),
        ("e2*e5", "With this side up the Bowman on e2 does not strike at e5."),
        ("c3*d4", "With this side up the Knight on c3 does not strike."),
        ("e2:c3-e3", "With this side up the Bowman on e2 commands nobody."),
        ("@b1", "This is not the time for that. Move a tile, draw one, strike, command or pass a flag."),
        ("d3-d3", "With this side up the General on d3 has no way to d3. It may go to c5, d4, e3, e5, f3."),
        ("flag a1-b1", "There are no flags in this game."),
    ],
)
def test_refusal_says_what_stands_in_the_way(text: str, reason: str) -> None:
    assert refused(STATE, text) == reason


@pytest.mark.parametrize(
    ("state", "text", "reason"),
    [
        (started(), "c1-c2", "First you set up your Duke and two Footmen. Write for example setup c1 b1 c2."),
        (started("logistics"), "draw", "First the types are picked. Write for example pick pikeman."),
        (play(started("score"), "setup c1 b1 d1", "setup c6 b6 d6"), "draw",
         "First you place a flag. Write for example flag a1."),
        (play(position("wizard c3", "duke a6", objective="score", flags=("f1", "d5")), "c3-d4"), "a6-b6",
         "First say where your flag goes. Write for example flag a5, or flag stay."),
    ],
)  # fmt: skip
def test_order_at_the_wrong_time_says_what_is_wanted(state: State, text: str, reason: str) -> None:
    assert refused(state, text) == reason


def test_phase_says_what_is_wanted() -> None:
    drawn = step(STATE, "draw", 1).state
    wanted = [str(GAME.phase(state).wanted) for state in (started(), STATE, drawn)]
    assert wanted == [
        "Set up your Duke and two Footmen.",
        "Move a tile or draw a new one.",
        "Put the tile you drew beside your Duke: Seer.",
    ]
    assert orders(drawn) == {"@a2", "@b1"}


GUARD = ("duke c1, footman e3", "duke f6, knight d3, footman a6")


@pytest.mark.parametrize(
    ("state", "wanted"),
    [
        (position("duke a1, footman c3", "duke f6"), "Move a tile."),  # the bag is empty
        (position("duke a1, footman a2, footman b1", "duke f6", bags=("seer", "")), "Move a tile."),
        (position("duke a1, footman a2", "duke f6", bags=("seer", ""), mountain="b1"), "Move a tile."),
        (position("duke a1", "duke f6", bags=("seer", ""), mountain="b1"), "Move a tile or draw a new one."),
        (position("seer a1", "duke f6", bags=("seer", ""), objective="flag", flags=("b1", "b6")), "Move a tile."),
        (position("duke a1, seer c3", "duke f6", bags=("seer", ""), objective="score", flags=("a2", "b1")),
         "Move a tile."),
        (position("pikeman a1", "knight f6", objective="dark_rider"), "Move a tile."),
        (position("pikeman a6'", "knight f6", objective="dark_rider"), "You can do nothing this turn but pass."),
        (position("seer c3", "pikeman a1", objective="flag", flags=("f1", "b6"), seat="2"),
         "You can do nothing this turn but pass."),
        (position(*GUARD, bags=("seer", "")), "Guard! Save your Duke."),
        (position(*GUARD, objective="flag", flags=("f1", "b6")), "Move a tile."),  # no guard rule there
    ],
)  # fmt: skip
def test_phase_wants_only_what_can_be_done(state: State, wanted: str) -> None:
    assert str(GAME.phase(state).wanted) == wanted


def test_deployment_asks_for_one_tile_after_the_other() -> None:
    state = started("dark_rider")
    two = GAME.legal_orders(state, "1", GAME.read(state, "1", "deploy a1"))
    assert str(two.questions["to"]) == "Pikeman 2 of 5: where does it start?"
    knight = GAME.legal_orders(play(state, "deploy a1 b1 c1 d1 e1"), "2")
    assert str(knight.questions["to"]) == "Knight: where does it start?"
