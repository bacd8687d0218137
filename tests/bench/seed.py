"""Fills the database of an installation for the bench and prints the plan of play as JSON.

Run as ``python -m tests.bench.seed MATCHES GAME...``, with the installation's environment and before it starts.
The plan: ``{"matches": [{"id", "cookies": {seat: session}, "plies": [{seat: sheet}]}], "queries": {what: number},
"turns": {game: plan}}``, the last being what ``manage.py bench_plan`` makes with the ``queries`` of that game.
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
HTMX = {"headers": {"hx-request": "true"}}


def seed_matches(count: int) -> dict[str, Any]:
    from django.db import connection

    from accounts.models import Notice
    from games.matches import services
    from games.matches.benching import make_people, session_of
    from games.playing import playout
    from games.registry import get_game
    from tests.bench.floor import Row

    game, chance = get_game("ice_battle"), random.Random(1)
    options = game.about.full_options({})
    matches = []
    for _ in range(count):
        people = make_people(2)
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


class Queries:
    """Counts the most that each kind of request asked, savepoints not counted, session and user counted."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        settings.ALLOWED_HOSTS = ["testserver"]

    def count(self, name: str, act: Callable[[], Any]) -> Any:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as captured:
            answer = act()
        statements = [query["sql"].split()[0] for query in captured]
        asked = len([word for word in statements if word not in NOT_COUNTED])
        self.counts[name] = max(self.counts.get(name, 0), asked)
        return answer

    def file(self, client: Any, address: str, ply: int, orders: str) -> Any:
        return self.count(
            "file_orders", partial(client.post, f"{address}orders/", {"ply": ply, "orders": orders}, **HTMX)
        )

    def look(self, client: Any, address: str, ply: int) -> None:
        """News of a ply, no news, and the pages that a player opens."""
        values = {"n": 0, "ply": ply, "said": 0}
        news = self.count("news", partial(client.get, f"{address}news/", values, **HTMX))
        values = {"n": news.headers["Herald-News"], "ply": ply + 1, "said": 0}
        self.count("idle_news", partial(client.get, f"{address}news/", values, **HTMX))
        self.count("match_page", partial(client.get, address))
        self.count("my_matches", partial(client.get, "/matches/"))


def client_with(key: str) -> Any:
    from django.test import Client

    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client


def count_queries(plan: dict[str, Any]) -> dict[str, int]:
    """Queries of each request and of the reveal in a match that all play at once."""
    from games.matches import services

    queries, address = Queries(), f"/matches/{plan['id']}/"
    players = {seat: client_with(key) for seat, key in plan["cookies"].items()}
    for number, sheets in enumerate(plan["plies"][:4], start=1):
        for seat, client in players.items():
            queries.file(client, address, number, sheets[seat])
        queries.count("resolve_ply", partial(services.resolve_ply, match_id=plan["id"]))
        queries.look(client, address, number)
    return queries.counts


def plan_turns(game: str, count: int) -> dict[str, Any]:
    """Matches of a game in turn, one of them used up by counting the queries of its plies."""
    from games.matches.benching import bench_plan
    from tests.bench.turns import NUMBER, ORDER, session_of

    plan, queries = bench_plan(game, count + 1, 20, 1), Queries()
    row = plan["matches"].pop()
    players = [client_with(session_of(player)) for player in row["players"]]
    for _ in range(6):
        pages = [client.get(row["play"]).content.decode() for client in players]
        mover = next(seat for seat, page in enumerate(pages) if ORDER.search(page))
        ply = int(dict(NUMBER.findall(pages[mover]))["ply"])
        queries.file(players[mover], row["play"], ply, ORDER.findall(pages[mover])[-1])
        queries.look(players[1 - mover], row["play"], ply)
    return plan | {"queries": queries.counts}


def main() -> None:
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    count = int(sys.argv[1])
    print(json.dumps(seed_matches(count + 1) | {"turns": {game: plan_turns(game, count) for game in sys.argv[2:]}}))


if __name__ == "__main__":
    main()
