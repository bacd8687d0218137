"""Play whole tournaments at random, without a database, and report what did not hold."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.tournaments.formats.model import Format
from games.tournaments.formats.simulation import simulate


class Command(BaseCommand):
    """Plays so many events of each format, with withdrawals, late entries and absences."""

    help = "Play random tournaments of every format and check that each ends, keeps its rules and finds its champion."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--per-format", type=int, default=100, metavar="N", help="events of each format")
        parser.add_argument("--format", choices=[*Format], action="append", help="only this format; may be repeated")
        parser.add_argument("--seed", type=int, default=0, help="number of the first event; the rest follow")

    def handle(self, *args: Any, **options: Any) -> None:
        broken = 0
        for form in options["format"] or [*Format]:
            begun = time.monotonic()
            for seed in range(options["seed"], options["seed"] + options["per_format"]):
                for problem in simulate(Format(form), seed).problems:
                    broken += 1
                    self.stdout.write(f"{form} {seed}: {problem}")
            seconds = time.monotonic() - begun
            self.stdout.write(f"{form}: {options['per_format']} events in {seconds:.0f} s")
        if broken:
            raise CommandError(f"{broken} things did not hold.")
