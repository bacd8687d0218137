"""``manage.py arena GAME --first LEVEL --second LEVEL``: practice players against each other, as figures."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.arena import contest
from games.contract import BadOptions
from games.playing import RANDOM
from games.registry import GAMES, get_game


class Command(BaseCommand):
    help = "Let two practice players of a game meet, sides changing each game, and print what came out as JSON."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=GAMES)
        parser.add_argument("--first", required=True, help="a level of the game, or random")
        parser.add_argument("--second", required=True, help="the level it meets")
        parser.add_argument("--games", type=int, default=100, help="how many matches (default 100)")
        parser.add_argument("--seed", type=int, default=1, help="of the random numbers (default 1)")
        parser.add_argument("--options", default="", help="of the match, such as objective=duke,mountain=on")
        parser.add_argument("--max-plies", type=int, default=1000, help="after which a match is a draw (default 1000)")

    def handle(self, *args: Any, **options: Any) -> None:
        game = get_game(options["game"])
        if options["games"] < 1:
            raise CommandError("--games takes a whole number from 1.")
        if 2 not in game.about.seats:
            raise CommandError(f"{options['game']} is not played by two.")
        levels = (options["first"], options["second"])
        known = [RANDOM, *(choice.value for choice in game.about.levels)]
        for level in levels:
            if level not in known:
                raise CommandError(f"No level {level!r}. There are: {', '.join(known)}.")
        chosen = _pairs(options["options"])
        try:
            tally = contest(game, levels, chosen, options["games"], options["seed"], options["max_plies"])
        except BadOptions as error:
            raise CommandError(str(error.reason)) from error
        figures = {
            "game": options["game"],
            "first": levels[0],
            "second": levels[1],
            "options": chosen,
            "seed": options["seed"],
            "games": tally.games,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "share": round(tally.share, 4),
            "outcomes": dict(sorted(tally.outcomes.items())),
            "plies": tally.plies,
            "cpu_per_decision": {
                name: round(seconds / max(1, decisions), 5)
                for name, seconds, decisions in zip(("first", "second"), tally.seconds, tally.decisions, strict=True)
            },
        }
        self.stdout.write(json.dumps(figures))


def _pairs(text: str) -> dict[str, str]:
    """``name=value`` pairs divided by commas. Raises CommandError."""
    pairs = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise CommandError(f"--options takes name=value pairs divided by commas, not {part!r}.")
        pairs[name.strip()] = value.strip()
    return pairs
