"""Fills the database of an installation for the bench and prints the plan of play as JSON.

Run as ``python -m tests.bench.seed MATCHES``, with the installation's environment and before it starts. The plan:
``{"matches": [{"id", "cookies": {seat: session}, "plies": [{seat: sheet}]}], "queries": {what: number}}``.
"""

import json
import random
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import django
from django.conf import settings

NOT_COUNTED = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")


def session_of(person: Any) -> str:
    """Sign somebody in without a browser; the session's key."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    assert session.session_key
    return session.session_key


def make_person(number: int) -> Any:
    from accounts.models import User

    return User.objects.create(email=f"player{number}@bench.example", display_name=f"Player {number}")


def seed_matches(count: int) -> dict[str, Any]:
    from django.db import connection

    from accounts.models import Notice
    from games.matches import services
    from games.playing import playout
    from games.registry import get_game
    from tests.bench.floor import Row

    game, chance = get_game("ice_battle"), random.Random(1)
    options = game.about.full_options({})
    matches = []
    for number in range(count):
        people = [make_person(2 * number), make_person(2 * number + 1)]
        match = services.create_match(
            person_id=people[0].pk, slug="ice_battle", options={}, places=2, length=7 * 86400, wish="R"
        )
        services.join_match(match_id=match.pk, person_id=people[1].pk, wish="T")
        game_played = playout(game, 2, options, chance, 100)
        matches.append(
            {
                "id": match.pk,
                "cookies": {seat: session_of(person) for seat, person in zip("RT", people, strict=True)},
                "plies": [ply.sheets for ply in game_played.log[1:]],
            }
        )
    with connection.schema_editor() as editor:
        editor.create_model(Row)
    # letters are not what is measured
    Notice.objects.all().delete()
    return {"matches": matches, "queries": count_queries(matches.pop())}


def count_queries(plan: dict[str, Any]) -> dict[str, int]:
    """Queries of each request and of the reveal, savepoints not counted, session and user counted."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from games.matches import services

    settings.ALLOWED_HOSTS = ["testserver"]
    address, htmx = f"/matches/{plan['id']}/", {"hx-request": "true"}
    counts: dict[str, int] = {}

    def count(name: str, act: Callable[[], Any]) -> Any:
        with CaptureQueriesContext(connection) as captured:
            answer = act()
        statements = [query["sql"].split()[0] for query in captured]
        counts[name] = max(counts.get(name, 0), len([word for word in statements if word not in NOT_COUNTED]))
        return answer

    players = {}
    for seat, key in plan["cookies"].items():
        players[seat] = Client()
        players[seat].cookies[settings.SESSION_COOKIE_NAME] = key
    for number, sheets in enumerate(plan["plies"][:4], start=1):
        for seat, client in players.items():
            form = {"ply": number, "orders": sheets[seat]}
            count("file_orders", partial(client.post, f"{address}orders/", form, headers=htmx))
        count("resolve_ply", partial(services.resolve_ply, match_id=plan["id"]))
        values = {"n": 0, "ply": number, "said": 0}
        news = count("news", partial(client.get, f"{address}news/", values, headers=htmx))
        values = {"n": news.headers["Herald-News"], "ply": number + 1, "said": 0}
        count("idle_news", partial(client.get, f"{address}news/", values, headers=htmx))
        count("match_page", partial(client.get, address))
        count("my_matches", partial(client.get, "/matches/"))
    return counts


def main() -> None:
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    print(json.dumps(seed_matches(int(sys.argv[1]) + 1)))


if __name__ == "__main__":
    main()
