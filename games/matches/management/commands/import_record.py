"""``manage.py import_record FILE [--check]``: a plain-text record into the archive."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from games.matches.record import import_record
from games.record import BadRecord, read_record, replay


class Command(BaseCommand):
    help = "Carry out a plain-text record by the rules and store it as a finished match of the archive."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--check", action="store_true", help="only carry it out; store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            record = read_record(file.read_text("utf-8-sig"))
            if options["check"]:
                replayed = replay(record)
                self.stdout.write(f"{file}: {len(replayed)} plies, all of them fit.")
                return
            match = import_record(record)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise CommandError(f"{file}: is not a text in UTF-8") from error
        except (BadRecord, ValueError) as error:
            raise CommandError(f"{file}: {error}") from error
        self.stdout.write(f"Match {match.pk}: {settings.HERALD_URL}{reverse('match', args=[match.pk])}")
