"""Recompute a tournament's results from its matches and its log, and compare."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.tournaments.auditing import faults
from games.tournaments.charts import read_chart
from games.tournaments.formats.model import points_text
from games.tournaments.models import Event


class Command(BaseCommand):
    """Prints the standings of each event named, or of all, and every fault; ends with 1 if there was one."""

    help = "Recompute the results of tournaments from their matches and their log, and compare."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ids", nargs="*", type=int, metavar="EVENT", help="number of a tournament; without, all")

    def handle(self, *args: Any, **options: Any) -> None:
        ids = options["ids"]
        events = Event.objects.filter(pk__in=ids) if ids else Event.objects.exclude(started_at=None)
        if missing := set(ids) - set(events.values_list("pk", flat=True)):
            raise CommandError(f"There is no tournament {min(missing)}.")
        found = 0
        for event in events.order_by("pk"):
            chart = read_chart(event)
            self.stdout.write(f"{event.pk} {event.title}")
            for row in chart.standings if event.started_at else ():
                name = chart.entries[row.entrant.id].person
                self.stdout.write(f"{row.place:>4}  {points_text(row.score):>6}  {name}")
            for fault in faults(event):
                found += 1
                self.stdout.write(f"  fault: {fault}")
        if found:
            raise CommandError(f"{found} things are not as they should be.")
