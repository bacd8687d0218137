"""``manage.py perft GAME --depth N``: count sequences of actions, the yardstick of rules and speed, as JSON lines."""

import json
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Count the sequences of 1 to N actions from a game's set-ups, or from the positions of a file."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game")
        parser.add_argument("--depth", type=int, default=3, help="how many actions deep (default 3)")
        parser.add_argument("--positions", type=Path, help="a JSON file of positions, in the game's own form")

    def handle(self, *args: Any, **options: Any) -> None:
        game, depth = options["game"], options["depth"]
        if depth < 1:
            raise CommandError("--depth takes a whole number from 1.")
        name = f"games.{game}.perft"
        if not game.isidentifier() or not find_spec(f"games.{game}") or not find_spec(name):
            raise CommandError(f"No game called {game} counts its actions.")
        rules = import_module(name)
        if options["positions"] is None:
            positions = rules.openings()
        else:
            try:
                positions = rules.read_positions(options["positions"].read_text(encoding="utf-8"))
            except OSError as error:
                raise CommandError(f"The file of positions cannot be read: {error.strerror}.") from error
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise CommandError(f"The file holds no positions of {game}: {error!r}") from error
        for label, engine in positions.items():
            nodes = 0
            for plies in range(1, depth + 1):
                began = time.process_time()
                count = rules.perft(engine, plies)
                seconds = time.process_time() - began
                nodes += count
                self.stdout.write(
                    json.dumps(
                        {
                            "game": game,
                            "position": label,
                            "depth": plies,
                            "count": count,
                            # every action on the way is made and taken back, not only the last ones
                            "nodes": nodes,
                            "cpu_seconds": round(seconds, 4),
                            "nodes_per_second": round(nodes / seconds) if seconds else None,
                        }
                    )
                )
