"""Lists: queries and time of every page that an organiser, a player or a spectator finds things on.

Run as ``python -m tests.bench.lists`` on a private PostgreSQL, with HERALD_TEST_DATABASE=sqlite on SQLite. The
site has 1,000 tournaments and 100,000 matches. Each address is asked 20 times through all of the middleware.
"""

from __future__ import annotations

import json
import os
import time
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client

    from tests.bench.lists_seed import Site

TIMES = 20
QUERIES, MILLISECONDS = 20, 300
"""A list has fewer queries than that, and its median is below that."""


def addresses(site: Site) -> dict[str, list[str]]:
    """What each of them asks for."""
    event, match = f"/events/{site.great.pk}/", site.matches // 2
    desks = [
        "/admin/tournaments/event/",
        "/admin/tournaments/event/?state__exact=running&format__exact=swiss&game=duke",
        "/admin/tournaments/event/?q=cup+99",
        "/admin/tournaments/event/?o=5",
        f"/admin/tournaments/event/{site.great.pk}/desk/",
        "/admin/tournaments/act/",
        "/admin/tournaments/act/?act=start&q=cup+9",
    ]
    pages = [
        "/events/",
        event,
        f"{event}calendar.ics",
        f"{event}results.csv",
        f"{event}results.json",
        f"{event}report.txt",
        "/watch/",
        "/lobby/",
        "/ratings/duke/",
        "/ratings/duke/?show=provisional",
        f"/players/{site.player.pk}/",
    ]
    return {
        "organiser": desks,
        "superuser": [
            *desks,
            "/admin/",
            "/admin/matches/match/",
            "/admin/matches/match/?state__exact=playing&game=duke",
            f"/admin/matches/match/?q={match}",
            "/admin/matches/match/?q=bench77",
            "/admin/matches/match/?p=1000",
            f"/admin/matches/match/{match}/change/",
            "/admin/ratings/verdict/",
            "/admin/ratings/verdict/?reason__exact=&game=duke",
            "/admin/ratings/ratingevent/",
            "/admin/ratings/ratingevent/?game=duke",
            "/admin/ratings/ratingevent/?q=bench77",
            "/admin/accounts/user/",
            "/admin/accounts/user/?q=bench77",
        ],
        "player": [*pages, "/matches/"],
        "nobody": pages,
    }


def measure(client: Client, address: str) -> dict[str, float]:
    """Queries of one request, those of the session counted, and the time of 20, in milliseconds.

    ``own_cpu_ms`` is the part of it that Python computes; what the database does is not in it.
    """
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        answer = client.get(address)
    queries = len(captured)  # the next request forgets them
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status_code}")
    times, work = [], []
    for _ in range(TIMES):
        begun, worked = time.perf_counter(), time.process_time()
        client.get(address)
        times.append((time.perf_counter() - begun) * 1000)
        work.append((time.process_time() - worked) * 1000)
    return {
        "queries": queries,
        "median_ms": round(median(times), 1),
        "most_ms": round(max(times), 1),
        "own_cpu_ms": round(median(work), 1),
    }


def main() -> None:
    """Print the figures as JSON, and whether the bounds are kept."""
    os.environ.setdefault("HERALD_TEST_DATABASE", "postgresql")
    import tests.services  # noqa: F401  importing it starts PostgreSQL and Redis

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django
    import psycopg

    database = os.environ["HERALD_TEST_DATABASE"]
    if database == "postgresql":
        server = os.environ["DATABASE_URL"].replace("/herald?", "/postgres?")
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute("CREATE DATABASE herald")
    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection as database_connection
    from django.test import Client

    from tests.bench.lists_seed import fill

    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    begun = time.monotonic()
    site = fill()
    with database_connection.cursor() as cursor:
        # what PostgreSQL does by itself some time after so many rows have come
        cursor.execute("VACUUM ANALYZE" if database == "postgresql" else "ANALYZE")
    seconds = round(time.monotonic() - begun)
    print(json.dumps({"lists": database, "matches": site.matches, "filled_in_s": seconds}), flush=True)
    people = {"organiser": site.organiser, "superuser": site.superuser, "player": site.player}
    broken = []
    for reader, asked in addresses(site).items():
        client = Client()
        if reader in people:
            client.force_login(people[reader])
        for address in asked:
            figures = measure(client, address)
            print(json.dumps({"reader": reader, "address": address, **figures}), flush=True)
            if figures["queries"] >= QUERIES or figures["median_ms"] >= MILLISECONDS:
                broken.append(f"{reader} {address}")
    bounds = {"queries_below": QUERIES, "median_ms_below": MILLISECONDS}
    print(json.dumps({"bounds": bounds, "kept": not broken, "broken": broken}))


if __name__ == "__main__":
    main()
