"""Eight writers on one database for some seconds, as the embedded server would have them.

A program of its own, run by test_embedded.py with the settings of its environment; the
argument is for how many seconds. Prints as JSON how much was done of what, errors included.
"""

# ruff: noqa: E402  models can be imported only after the set-up

import json
import random
import sys
import threading
import time
from collections import Counter
from functools import partial

import django

django.setup()

from django.core.management import call_command
from django.db import connections

from accounts.models import User
from games.matches import codec, services
from games.matches.models import Match, Seat
from games.playing import random_sheet
from games.registry import get_game

GAME = get_game("ice_battle")
WRITERS = 8


def main(seconds: float) -> None:
    call_command("migrate", verbosity=0)
    people = [User.objects.create_user(f"writer{n}@example.org") for n in range(WRITERS)]
    open_match = partial(services.create_match, slug="ice_battle", options={}, places=2, length=None)
    # they all talk at one table, and each plays at one of their own
    (common,) = [open_match(person_id=people[0].pk)]
    services.join_match(match_id=common.pk, person_id=people[1].pk)
    done: Counter[str] = Counter()

    def write(person: User) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                play(open_match(person_id=person.pk, robots=1), person)
                if person in people[:2]:
                    services.say_line(match_id=common.pk, person_id=person.pk, text="hello")
                services.sweep()
                done["rounds"] += 1
            except Exception as error:  # noqa: BLE001  what went wrong is what the test asks
                done[f"{type(error).__name__}: {error}"] += 1
        connections.close_all()

    threads = [threading.Thread(target=write, args=[person]) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps(done))


def play(match: Match, person: User) -> None:
    """A few plies against the robot. The sweeps of the others may be quicker with the robot's part."""
    seat = Seat.objects.get(match=match, player=person).name
    for _ in range(3):
        match = Match.objects.get(pk=match.pk)
        sheet = random_sheet(GAME, codec.load_state(GAME, match.position), seat, random.Random())
        text = GAME.write(sheet)
        services.file_orders(match_id=match.pk, person_id=person.pk, ply=match.ply, text=text)
        services.play_robots(match_id=match.pk)
        services.resolve_ply(match_id=match.pk)


if __name__ == "__main__":
    main(float(sys.argv[1]))
