"""``manage.py check_ratings``: whether the ratings are what the matches give."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ratings.auditing import rating_faults
from games.ratings.models import Verdict


class Command(BaseCommand):
    help = "Compute all ratings again from the logs of the matches, and name every difference."

    def handle(self, *args: Any, **options: Any) -> None:
        faults = [*rating_faults()]
        for fault in faults:
            self.stdout.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} things are not as they should be.")
        self.stdout.write(f"The ratings follow from the {Verdict.objects.count()} matches that were counted.")
