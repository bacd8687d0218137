"""``manage.py arena`` lets two practice players meet and counts right."""

import json
import random
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.arena import Tally, contest
from games.chance import RandomChance
from games.registry import GAMES, get_game

NO_DRAWS = RandomChance(random.Random(1))


def figures(first: str, second: str, **options: Any) -> dict[str, Any]:
    out = StringIO()
    call_command("arena", "duke", first=first, second=second, stdout=out, **options)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_arena_prints_its_figures_and_repeats_them_for_a_seed() -> None:
    options = {"games": 2, "seed": 3, "options": "objective=dark_rider"}
    once, again = figures("page", "random", **options), figures("page", "random", **options)
    assert (once["game"], once["first"], once["second"]) == ("duke", "page", "random")
    assert once["options"] == {"objective": "dark_rider"}
    assert once["wins"] + once["draws"] + once["losses"] == once["games"] == 2
    assert sum(once["outcomes"].values()) == 2
    assert once["cpu_per_decision"].keys() == {"first", "second"}
    del once["cpu_per_decision"], again["cpu_per_decision"]
    assert once == again


@pytest.mark.parametrize("game", [slug for slug in GAMES if 2 in get_game(slug).about.seats])
def test_sides_change_each_game_and_a_game_that_is_too_long_is_a_draw(game: str) -> None:
    rules = get_game(game)
    tally = contest(rules, ("random", "random"), {}, games=3, seed=1, max_plies=1)
    assert (tally.draws, tally.plies, tally.outcomes) == (3, 3, {"unfinished": 3})
    opening = rules.phase(rules.setup([seat.name for seat in rules.about.seats[2]], {}, NO_DRAWS).state)
    assert tally.decisions == ([3, 3] if len(opening.to_act) == 2 else [2, 1])


def test_a_draw_is_half_a_point() -> None:
    assert Tally(wins=3, draws=2, losses=5).share == 0.4


@pytest.mark.parametrize(
    ("first", "options", "words"),
    [
        ("emperor", {}, "There are: random, page, squire, knight"),
        ("page", {"games": 0}, "from 1"),
        ("page", {"options": "mountain"}, "name=value"),
        ("page", {"options": "mountain=high"}, "Unknown choice: high"),
        ("page", {"options": "objective=dark_rider,mountain=on"}, "without terrain"),
    ],
)
def test_arena_refuses_what_cannot_be_played(first: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        figures(first, "random", **options)
