"""``manage.py playout`` plays whole games and counts them right."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.registry import GAMES


def figures(game: str, games: int, seed: int) -> dict[str, object]:
    out = StringIO()
    call_command("playout", game, games=games, seed=seed, stdout=out)
    found: dict[str, object] = json.loads(out.getvalue())
    return found


@pytest.mark.parametrize("game", GAMES)
def test_playout_prints_its_figures_and_repeats_them_for_a_seed(game: str) -> None:
    first, again = figures(game, 4, 7), figures(game, 4, 7)
    assert set(first) == {"game", "players", "player", "games", "plies", "seconds", "outcomes", "winners"}
    assert (first["game"], first["games"]) == (game, 4)
    for counted in (first["outcomes"], first["winners"]):
        assert isinstance(counted, dict)
        assert sum(counted.values()) == 4
        assert "unfinished" not in counted
    assert {**first, "seconds": 0} == {**again, "seconds": 0}


def test_playout_wants_at_least_one_game() -> None:
    with pytest.raises(CommandError, match="from 1"):
        figures(GAMES[0], 0, 1)


def test_playout_says_which_numbers_and_players_there_are() -> None:
    with pytest.raises(CommandError, match="--players is one of 2"):
        call_command("playout", "ice_battle", games=1, players=7)
    with pytest.raises(CommandError, match="--player is one of random"):
        call_command("playout", "ice_battle", games=1, player="grandmaster")
