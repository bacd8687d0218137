"""``manage.py playout GAME --games N --seed S``: matches of practice players by the pure rules, as figures."""

import json
import random
import time
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.playing import RANDOM, playout
from games.registry import GAMES, get_game

MAX_PLIES = 10_000


class Command(BaseCommand):
    help = "Play random matches by the rules of a game, without the database, and print what came out as JSON."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=GAMES)
        parser.add_argument("--games", type=int, default=100, help="how many matches (default 100)")
        parser.add_argument("--players", type=int, help="how many play (default: as few as can)")
        parser.add_argument("--player", default=RANDOM, help="which practice player: random, or a level of the game")
        parser.add_argument("--seed", type=int, default=1, help="of the random numbers (default 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1:
            raise CommandError("--games takes a whole number from 1.")
        game = get_game(options["game"])
        rng = random.Random(options["seed"])  # noqa: S311  # play for figures, nothing depends on it
        players = options["players"] or min(game.about.seats)
        if players not in game.about.seats:
            raise CommandError(f"--players is one of {', '.join(map(str, sorted(game.about.seats)))}.")
        levels = [RANDOM, *(choice.value for choice in game.about.levels)]
        if options["player"] not in levels:
            raise CommandError(f"--player is one of {', '.join(levels)}.")
        outcomes: Counter[str] = Counter()
        winners: Counter[str] = Counter()
        plies = 0
        began = time.perf_counter()
        for _ in range(options["games"]):
            played = playout(game, players, {}, rng, MAX_PLIES, options["player"])
            plies += played.plies
            outcomes[played.outcome.how if played.outcome else "unfinished"] += 1
            first = [seat for seat, rank in played.outcome.ranks.items() if rank == 1] if played.outcome else []
            winners[first[0] if len(first) == 1 else "nobody"] += 1
        figures = {
            "game": options["game"],
            "players": players,
            "player": options["player"],
            "games": options["games"],
            "plies": plies,
            "seconds": round(time.perf_counter() - began, 3),
            "outcomes": dict(sorted(outcomes.items())),
            "winners": dict(sorted(winners.items())),
        }
        self.stdout.write(json.dumps(figures))
