"""The stop/go list: RULES.md 5.6."""

from __future__ import annotations

from typing import Any

import pytest

from games.contract import Illegal
from games.molon_labe import GAME, standing
from games.molon_labe.position import Order
from games.molon_labe.tests.field import entries, war


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("", ""),
        ("stop all", "stop all"),
        ("g2 go; g2 stop", "g2 stop"),
        ("g2 go; g3 go; go greeks; g2 go greeks; g2 stop greeks", "g2 go; g3 go; go greeks; g2 stop greeks"),
        ("g2 go; go greeks; stop all", "stop all"),
        ("stop all; g2 go; go all; g3 stop", "go all; g3 stop"),
        ("go greeks; stop greeks; go greeks", "go greeks"),
    ],
)
def test_new_entry_takes_the_place_of_its_like(given: str, kept: str) -> None:
    assert GAME.standing_list(entries(given)) == tuple(entries(kept))
    assert GAME.standing_list(GAME.standing_list(entries(given))) == tuple(entries(kept))


@pytest.mark.parametrize(
    ("given", "general", "kingdom", "word"),
    [
        ("", 1, "greeks", "stop"),
        ("go all", 1, "greeks", "go"),
        ("go all; stop greeks", 1, "greeks", "stop"),
        ("go all; stop greeks", 1, "romans", "go"),
        ("stop greeks; g1 go", 1, "greeks", "go"),
        ("g1 go; stop greeks", 1, "greeks", "go"),
        ("g1 go; stop greeks", 2, "greeks", "stop"),
        ("g1 go; g1 stop greeks", 1, "greeks", "stop"),
        ("g1 stop greeks; g1 go", 1, "greeks", "stop"),
        ("g1 go greeks; stop all", 1, "greeks", "stop"),
        ("g1 go greeks", 2, "greeks", "stop"),
        ("g1 go greeks", 1, "romans", "stop"),
    ],
)
def test_most_specific_entry_counts(given: str, general: int, kingdom: str, word: str) -> None:
    assert standing.word(entries(given), general, kingdom) == word


def test_menu_names_every_entry_once_and_each_may_be_given_at_any_time() -> None:
    state = war()
    for seat in "AB":
        offered = [entry.order for entry in GAME.standing_orders(state, seat).entries]
        # two words, all generals or one of four, everybody or one of six kingdoms
        assert len(offered) == len(set(offered)) == 2 * 5 * 7
        assert all(GAME.refusal(state, seat, order) is None for order in offered)
        assert GAME.read(state, seat, GAME.write(offered)) == offered


def test_entry_that_is_none_is_refused() -> None:
    assert GAME.refusal(war(), "A", Order("go", 5)) is not None
    assert GAME.refusal(war(), "A", Order("go", kingdom="gauls")) is not None
    with pytest.raises(Illegal):
        GAME.read(war(), "B", "go all; done")


VISIT = "The Romans are to act and can reach your generals in: Caralis."
STOP = "Where your list says nothing, their word is “Stop!”."


@pytest.mark.parametrize(
    ("seat", "changes", "told"),
    [
        # the Romans' best die is a 2: from Antium over the sea to Caralis
        ("B", {"C4": "caralis"}, [VISIT, STOP]),
        ("B", {"C4": "caralis", "season": 3}, []),  # in winter no ship sails
        ("B", {"C4": "caralis", "R4": "off(1)"}, []),
        ("B", {"C4": "caralis", "dice": ()}, []),
        ("B", {}, []),
        ("A", {"C4": "caralis"}, []),  # whoever is to act is visited by nobody
    ],
)
def test_who_may_be_visited_in_this_turn_is_told(seat: str, changes: dict[str, Any], told: list[str]) -> None:
    state = war(**{"dice": (2, 2, 1, 1), **changes})
    assert [str(note) for note in GAME.standing_orders(state, seat).notes] == told
