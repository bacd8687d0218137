"""``manage.py bench_plan GAME``: matches for a load driver, and how it may play them, as JSON."""

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.matches.benching import Unsuited, bench_plan
from games.registry import GAMES


class Command(BaseCommand):
    help = "Begin matches of a game with one order a ply, and print a plan for a load driver that plays them by HTTP."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=GAMES)
        parser.add_argument("--matches", type=int, default=64, help="how many (default 64)")
        parser.add_argument("--plies", type=int, default=20, help="random plies that each has behind it (default 20)")
        parser.add_argument("--seed", type=int, default=1, help="of the random plies (default 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.HERALD_PRODUCTION:
            raise CommandError("The plan holds the sessions of its players; not in production.")
        if options["matches"] < 1:
            raise CommandError("--matches takes a whole number from 1.")
        try:
            plan = bench_plan(options["game"], options["matches"], options["plies"], options["seed"])
        except Unsuited as error:
            raise CommandError(f"{options['game']} is not played by two in turn, one order a ply.") from error
        self.stdout.write(json.dumps(plan))
