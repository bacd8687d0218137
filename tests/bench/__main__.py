"""``./herald bench``: whole moves over HTTP, beside the least that Django needs under the same server.

Each target is a real ``manage.py run``: ``embedded`` is one process on SQLite, ``full`` is web server, worker and timer
on a private PostgreSQL and Redis. Herald and the floor are driven in turn, and their medians compared.
A move is a filed sheet, its half of the reveal, and the news of it at the other player's page; in games in turn an
order and the news of it. Letters are left out.
Prints one JSON object a target, the figures of the rules and of the lists, and whether each bound is kept. Nothing
outside this machine is reached.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlencode

from tests.bench import turns
from tests.bench.client import AT_ONCE, Answer, Browser, Play, Tally, page_weights, play, repeat
from tests.bench.installation import Installation, children, installed

MATCHES = 48
IN_TURN = ("duke",)
"""Games with one order a ply that are played too."""

PACE, QUICK_PACE = 0.3, 0.02

BOUNDS = {
    "move_to_floor": 8.0,
    "idle_to_who": 1.5,
    "news_bytes_most": 3 * 1024,
    "page_weight": 45 * 1024,
    "queries.file_orders": 12,
    "queries.idle_news": 3,
    "queries.my_matches": 10,
}


@contextmanager
def target(kind: str, folder: Path) -> Iterator[Installation]:
    """Herald running as ``kind``, with the floor in front of it."""
    services, variables = set[int](), dict[str, str]()
    if kind == "full":
        before = children()
        import psycopg

        import tests.services  # noqa: F401  importing it starts PostgreSQL and Redis

        services = children() - before
        server = os.environ["DATABASE_URL"].replace("/herald?", "/postgres?")
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute("CREATE DATABASE herald")
        variables = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")}
    with installed(folder, variables, MATCHES, IN_TURN, services) as herald:
        use_core(-1)
        yield herald
    use_core(0)


def use_core(number: int) -> None:
    """Keep this process, and what it starts from now on, to one core, so that servers and client do not compete."""
    cores = sorted(CORES)
    if len(cores) > 1:
        os.sched_setaffinity(0, {cores[number]})


def measure(herald: Installation, seconds: float, rounds: int, threads: int) -> dict[str, Any]:
    """Drive both in turn; figures by name, times in milliseconds."""
    quiet, calm, *busy = herald.plan["matches"]  # one match that nobody plays, one that is played alone
    plays = [Play(plan) for plan in busy]
    address, session = f"/matches/{quiet['id']}/", quiet["cookies"]["R"]
    query = urlencode({"n": current(herald, address, session), "ply": 1, "said": 0})
    figures: dict[str, list[float]] = defaultdict(list)
    whole = Tally()

    def insert_and_look(browser: Browser) -> Answer:
        browser.ask("POST", "/floor/insert", form={"text": "C2-C4"})
        return browser.ask("GET", "/floor/empty")

    def who(browser: Browser) -> Answer:
        return browser.ask("GET", "/floor/who", session)

    def idle(browser: Browser) -> Answer:
        return browser.ask("GET", f"{address}news/?{query}", session)

    # every match has sheets under way before anything is measured, and leaves as many behind
    warm = Tally()
    while warm.counts["moves"] < threads * AT_ONCE:
        warm.add(play(herald.port, plays, seconds, threads, PACE))
    for _ in range(rounds):
        for name, act in (("floor", insert_and_look), ("who", who), ("idle", idle)):
            begun = herald.cpu()
            tally = repeat(herald.port, seconds / 3, threads, act)
            figures[f"{name}_cpu_ms"].append((herald.cpu() - begun) * 1000 / tally.counts["acts"])
            figures[f"{name}_wire_bytes"] += tally.samples["wire_bytes"]
        begun = herald.cpu()
        tally = play(herald.port, plays, seconds, threads, PACE)
        figures["move_cpu_ms"].append((herald.cpu() - begun) * 1000 / tally.counts["moves"])
        figures["moves_per_second"].append(tally.counts["moves"] / seconds)
        whole.add(tally)
    alone = play(herald.port, [Play(calm)], seconds, 1, QUICK_PACE)
    for name in ("filed_wire_bytes", "news_wire_bytes", "news_bytes"):
        figures[name] = whole.samples[name]
    result: dict[str, Any] = {name: round(median(values), 3) for name, values in figures.items()}
    result["news_bytes_most"] = max(figures["news_bytes"])
    result["move_to_floor"] = round(result["move_cpu_ms"] / result["floor_cpu_ms"], 2)
    result["idle_to_who"] = round(result["idle_cpu_ms"] / result["who_cpu_ms"], 2)
    for load, tally in (("loaded", whole), ("alone", alone)):
        for name in ("filed", "seen"):
            result[f"{name}_{load}_ms"] = percentiles(tally.samples[name])
    result["looks_in_vain_per_move"] = round(whole.counts["idle_looks"] / whole.counts["moves"], 2)
    result["page_bytes"] = page_weights(herald.port, address, session)
    result["page_weight"] = sum(result["page_bytes"].values())
    result["queries"] = herald.plan["queries"]
    return result


def current(herald: Installation, address: str, session: str) -> str:
    """The news number that the match's page shows."""
    found = re.search(r'name="n" value="(\d+)"', Browser(herald.port).page(address, session).text)
    assert found
    return found[1]


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """The median, and what 95 and 99 of 100 keep below; seconds in, milliseconds out."""
    cuts = quantiles(values, n=100, method="inclusive")
    return {name: round(cuts[place] * 1000, 1) for name, place in (("p50", 49), ("p95", 94), ("p99", 98))}


def kept(result: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Each bound with what was measured."""
    flat = result | {f"queries.{name}": number for name, number in result["queries"].items()}
    return {
        name: {"is": flat[name], "bound": bound, "kept": flat[name] <= bound}
        for name, bound in BOUNDS.items()
        if name in flat
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="./herald bench", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=5, help="of play in each round (default 5)")
    parser.add_argument("--rounds", type=int, default=3, help="of floor and Herald in turn (default 3)")
    parser.add_argument("--threads", type=int, default=6, help="connections at once (default 6)")
    targets = ("embedded", "full", "rules", "lists")
    parser.add_argument("--target", choices=targets, action="append", help="only this one")
    options = parser.parse_args()
    verdicts = {}
    for kind in options.target or targets:
        if kind == "rules":
            measure_rules()
            continue
        if kind == "lists":
            measure_lists()
            continue
        with tempfile.TemporaryDirectory(prefix="herald-bench-") as folder, target(kind, Path(folder)) as herald:
            load = (options.seconds, options.rounds, options.threads)
            results = {
                "ice_battle": measure(herald, *load),
                **{game: turns.measure(herald, game, *load) for game in IN_TURN},
            }
        for game, result in results.items():
            print(json.dumps({"target": kind, "game": game, **result}), flush=True)
        verdicts[kind] = {game: kept(result) for game, result in results.items()}
    print(json.dumps({"bounds": verdicts}))
    return 0


def measure_rules() -> None:
    """The figures of the games whose rules have bounds of their own, each in a process of its own, on one core."""
    for game in ("duke", "molon_labe", "calenzano"):
        print(json.dumps({"target": "rules", "game": game}), flush=True)
        subprocess.run([sys.executable, "-m", f"tests.bench.{game}"], check=True)


def measure_lists() -> None:
    """Queries and times of lists and pages of tournaments, on both databases, with 100,000 matches in them."""
    for database in ("postgresql", "sqlite"):
        variables = os.environ | {"HERALD_TEST_DATABASE": database}
        subprocess.run([sys.executable, "-m", "tests.bench.lists"], check=True, env=variables)


CORES = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set[int]()

if __name__ == "__main__":
    use_core(0)
    sys.exit(main())
