"""``manage.py export_match ID``: a match as a plain-text record."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.matches.models import Match
from games.matches.record import export_record


class Command(BaseCommand):
    help = "Print a match as a plain-text record: tags, then one line for each ply."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", type=int, metavar="ID", help="of the match")

    def handle(self, *args: Any, **options: Any) -> None:
        match = Match.objects.filter(pk=options["id"]).first()
        if match is None:
            raise CommandError(f"There is no match {options['id']}.")
        if match.state not in (Match.State.PLAYING, Match.State.OVER):
            raise CommandError(f"Match {match.pk} has not begun; there is nothing to record.")
        self.stdout.write(export_record(match), ending="")
