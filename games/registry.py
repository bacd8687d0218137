"""The games that Herald offers. A new game is one folder and one name here."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from games.contract import AnyGame

GAMES = ("ice_battle", "duke", "molon_labe", "two_kings", "calenzano")


@cache
def get_game(slug: str) -> AnyGame:
    """The rules of ``slug``. Raises KeyError for an unknown game."""
    if slug not in GAMES:
        raise KeyError(slug)
    game: AnyGame = import_module(f"games.{slug}").GAME
    return game


def all_games() -> list[AnyGame]:
    """Every game, in the order of the registry."""
    return [get_game(slug) for slug in GAMES]
