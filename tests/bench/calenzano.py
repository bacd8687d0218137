"""CPU time of Calenzano's pure rules: orders for one figure, for an army, after each drafted order, a random match.

``python -m tests.bench.calenzano`` prints one JSON object, times in milliseconds of CPU, medians.
``cold`` is with every cache empty, as for the first visit after a start; ``warm`` as on any later one.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from statistics import median

from games.answers import NoAnswers
from games.calenzano import GAME, catapults, entries, melee, movement, shooting
from games.calenzano.draft import Draft
from games.calenzano.menu import orders_of
from games.calenzano.position import Order, State
from games.chance import RandomChance
from games.playing import playout

BOUNDS = {
    "one_figure_cold": 2.0,
    "army_cold": 40.0,
    "army_warm": 40.0,
    "after_each_order": 40.0,
    "random_match": 5000.0,
}

CACHED = [
    value
    for module in (catapults, entries, melee, movement, shooting)
    for value in vars(module).values()
    if hasattr(value, "cache_clear")
]


def positions(turns: int = 5) -> list[State]:
    """Turns of Lucca with its whole army or most of it, from a greedy match; the first is the opening."""
    rng = random.Random(3)
    state = GAME.setup(("N", "S"), {}, RandomChance(rng)).state
    found: list[State] = []
    while len(found) < turns and (to_act := GAME.phase(state).to_act):
        if to_act == ("S",):
            found.append(state)
        sheets = {seat: GAME.think(GAME.view(state, seat), seat, "greedy", rng) for seat in to_act}
        state = GAME.resolve(state, sheets, RandomChance(rng), NoAnswers()).state
    return found


def cpu[**P](work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> float:
    """Milliseconds of CPU that one call takes."""
    began = time.process_time()
    work(*args, **kwargs)
    return (time.process_time() - began) * 1000


def empty_caches() -> None:
    for function in CACHED:
        function.cache_clear()


def one_figure_cold(states: list[State]) -> float:
    """The orders of one figure, caches empty before each."""
    times = []
    for state in states:
        for figure in state.army("S"):
            draft = Draft(state, "S")
            empty_caches()
            times.append(cpu(orders_of, draft, figure))
    return median(times)


def army(states: list[State], *, is_cold: bool) -> float:
    """The whole menu of an army."""
    times = []
    for state in states * 5:
        GAME.legal_orders(state, "S")
        if is_cold:
            empty_caches()
        times.append(cpu(GAME.legal_orders, state, "S"))
    return median(times)


def after_each_order(states: list[State]) -> float:
    """The menu after each further order of a draft that moves every figure."""
    rng = random.Random(5)
    times = []
    for state in states:
        drafted: list[Order] = []
        while moves := [e.order for e in GAME.legal_orders(state, "S", drafted).entries if e.order.kind == "move"]:
            drafted.append(rng.choice(moves))
            times.append(cpu(GAME.legal_orders, state, "S", drafted))
    return median(times)


def random_match(games: int = 5) -> float:
    """A match of random sheets, from set-up to end."""
    return median(cpu(playout, GAME, 2, {}, random.Random(seed), 10_000) for seed in range(games))


def measure() -> dict[str, float]:
    """All figures by name."""
    states = positions()
    figures = {
        "one_figure_cold": one_figure_cold(states),
        "army_cold": army(states, is_cold=True),
        "army_warm": army(states, is_cold=False),
        "after_each_order": after_each_order(states),
        "random_match": random_match(),
    }
    return {name: round(value, 3) for name, value in figures.items()}


if __name__ == "__main__":
    measured = measure()
    print(json.dumps({"figures": measured, "kept": {name: measured[name] <= most for name, most in BOUNDS.items()}}))
