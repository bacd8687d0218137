"""``manage.py soak GAME``: matches of random and of absent players, moved on by real workers that die now and then."""

import json
import os
import time
from argparse import ArgumentTypeError
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.processes import Child, commands
from games.matches import soaking
from games.matches.models import Heartbeat
from games.matches.soaking import Field
from games.registry import GAMES, get_game

START_SECONDS = 90
STALL_SECONDS = 90


def count(text: str) -> int:
    """A whole number from 1, for the parser."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError("takes a whole number from 1")
    return int(text)


class Command(BaseCommand):
    help = (
        "Play many matches of random players under a compressed clock, with seats that never file, on this "
        "installation's database and Redis with Celery workers of its own, one of them killed now and then. "
        "Prints figures as JSON and fails if a period was late, skipped or doubled, or a notice missing or doubled. "
        "The matches and their people stay in the database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=GAMES)
        parser.add_argument("--matches", type=count, default=200, help="how many (default 200)")
        parser.add_argument("--players", type=count, help="at each table (default: as many as the game takes)")
        parser.add_argument("--absent", type=count, default=3, help="one seat in so many never files (default 3)")
        parser.add_argument("--season", type=count, default=60, help="seconds that one period takes (default 60)")
        parser.add_argument("--periods", type=count, help="stop when so many were played (default: at the end)")
        parser.add_argument("--grace", type=count, default=10, help="seconds a period may end late (default 10)")
        parser.add_argument("--seed", type=int, default=1, help="of the random numbers (default 1)")
        parser.add_argument("--workers", type=count, default=2, help="worker processes (default 2)")
        parser.add_argument("--kill-every", type=count, default=30, help="seconds between two kills (default 30)")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.HERALD_PRODUCTION:
            raise CommandError("A soak fills the database with matches and kills workers; not in production.")
        if not settings.REDIS_URL:
            raise CommandError("A soak needs workers of their own: name a Redis in REDIS_URL.")
        game = get_game(options["game"])
        players = options["players"] or max(game.about.seats)
        if players not in game.about.seats:
            raise CommandError("This game is not played by that many.")
        environment = dict(os.environ)
        herald = commands("localhost", settings.HERALD_PORT)
        workers = [Child("worker", herald["worker"], environment) for _ in range(options["workers"])]
        workers.append(Child("post office", herald["post office"], environment))
        others = [Child("timer", herald["timer"], environment)]
        try:
            self._wait_for_sweep(timezone.now())
            field = soaking.prepare(
                options["game"],
                matches=options["matches"],
                players=players,
                one_absent_in=options["absent"],
                length=options["season"],
                seed=options["seed"],
            )
            field = replace(field, grace=timedelta(seconds=options["grace"]))
            began = time.monotonic()
            kills = self._play(field, workers, options)
            seconds = time.monotonic() - began
            soaking.stop_clocks(field)
            is_delivered = self._drain(field)
        finally:
            for child in (*others, *workers):
                child.stop()
            for child in (*others, *workers):
                child.kill()
        found = {
            "game": options["game"],
            "matches": options["matches"],
            "players": players,
            "absent": sorted(field.sleepers),
            "season_seconds": options["season"],
            "compression": round(game.about.clock.default / options["season"]),
            "seconds": round(seconds, 1),
            "killed": kills,
            **soaking.judge(field),
        }
        if not is_delivered:
            found["faults"].append("notices still wait for the post office")
        self.stdout.write(json.dumps(found))
        if found["faults"]:
            raise CommandError(f"{len(found['faults'])} faults were found.", returncode=1)

    def _wait_for_sweep(self, since: datetime) -> None:
        """Wait until timer and workers are up. Raises CommandError if they do not come."""
        deadline = time.monotonic() + START_SECONDS
        while not Heartbeat.objects.filter(job="sweep", ran_at__gt=since).exists():
            if time.monotonic() > deadline:
                raise CommandError("The workers did not come up.")
            time.sleep(0.2)

    def _play(self, field: Field, workers: list[Child], options: dict[str, Any]) -> int:
        """Play until all is over, or as many periods are; how many workers were killed meanwhile."""
        kills = 0
        next_kill = time.monotonic() + options["kill_every"]
        while field.playing:
            if options["periods"] and field.have_reached(options["periods"]):
                break
            if not soaking.play_once(field):
                time.sleep(0.05)
            if time.monotonic() >= next_kill:
                victim = workers[kills % len(workers)]  # in turn, so that the one before has come back
                victim.kill()
                victim.start()
                kills += 1
                next_kill = time.monotonic() + options["kill_every"]
        return kills

    def _drain(self, field: Field) -> bool:
        """Wait while the post office deals with notices about the course of the matches; whether none is left."""
        least, deadline = soaking.count_overdue(field), time.monotonic() + STALL_SECONDS
        while least and time.monotonic() < deadline:
            time.sleep(0.5)
            if (now := soaking.count_overdue(field)) < least:
                least, deadline = now, time.monotonic() + STALL_SECONDS
        return not least
