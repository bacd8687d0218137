"""``manage.py demo``: four people, a few matches of every game and two tournaments, to look at."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games.matches import demo
from games.tournaments import demo as tournaments


class Command(BaseCommand):
    help = "Fill the database with four people, matches of every game and two tournaments, and say how to sign in."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.HERALD_PRODUCTION:
            raise CommandError("The demo makes people whose passwords lie on a screen; not in production.")
        call_command("migrate", interactive=False, verbosity=0)
        filled = demo.fill()
        are_tournaments_new = tournaments.fill([person for person, _password in filled.passwords])
        if filled.is_new or are_tournaments_new:
            self.stdout.write("The demo is ready: four people, matches at every stage, and two tournaments.")
        else:
            self.stdout.write("The demo is there already; nothing was added. Its people have new passwords.")
        self.stdout.write(
            f"Start Herald (./herald run) and sign in at {settings.HERALD_URL}{reverse('account_login')}\n\n"
        )
        for person, password in filled.passwords:
            work = f"  organiser, see {settings.HERALD_URL}{reverse('admin:index')}" if person.is_staff else ""
            self.stdout.write(f"  {person.email:<24} {password}{work}")
        self.stdout.write(f"\nMail to them is shown at {settings.HERALD_URL}{reverse('mailbox')}")
