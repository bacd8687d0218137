"""What the commands that check stored matches have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.matches.models import Match


class AuditCommand(BaseCommand):
    """Goes through all matches or those named, prints every fault, and ends with 1 if there was one."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ids", nargs="*", type=int, metavar="ID", help="of a match; without, all of them")

    def handle(self, *args: Any, **options: Any) -> None:
        ids = options["ids"]
        matches = Match.objects.filter(pk__in=ids) if ids else Match.objects.all()
        if missing := set(ids) - set(matches.values_list("pk", flat=True)):
            raise CommandError(f"There is no match {min(missing)}.")
        looked_at = broken = 0
        for match in matches.defer("position").order_by("pk").iterator(chunk_size=500):
            looked_at += 1
            faults = [*self.faults(match)]
            broken += bool(faults)
            for fault in faults:
                self.stdout.write(f"match {match.pk}, {fault}")
        if broken:
            raise CommandError(f"{broken} of {looked_at} matches are not as they should be.")
        self.stdout.write(f"{looked_at} matches are as they should be.")

    @abstractmethod
    def faults(self, match: Match) -> Iterable[str]:
        """What is wrong with one match."""
