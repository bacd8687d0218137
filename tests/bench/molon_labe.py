"""Molon Labe: what it takes to find all targets of all generals for a roll, in milliseconds of CPU time.

``measure()`` plays six-player wars at random and asks in the middle of each, in a season
with open sea and for the roll 6 5 4 3: for the targets alone, for the whole menu with
nothing remembered of earlier questions, and for the menu once more.
"""

import gc
import json
import random
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from statistics import median

from games.answers import NoAnswers
from games.chance import RandomChance
from games.molon_labe import GAME, menu, paths
from games.molon_labe.position import GENERALS, State
from games.playing import random_sheet

BOUND = 10.0
"""Milliseconds that all targets of all generals for a roll may take."""

ROLL = (6, 5, 4, 3)
SEATS = "ABCDEF"
CACHES = (paths.free_ways, paths.targets, menu._moves, menu._to, menu._who, menu._die)


def measure(positions: int = 60, seed: int = 1) -> dict[str, dict[str, float]]:
    """Median and largest time of each question, by its name."""
    times: dict[str, list[float]] = {"targets": [], "menu_cold": [], "menu_warm": []}
    for number in range(positions):
        state = _middle(random.Random(seed + number))
        _forget()
        times["targets"].append(_milliseconds(partial(_targets, state)))
        _forget()
        times["menu_cold"].append(_milliseconds(partial(GAME.legal_orders, state, state.active)))
        times["menu_warm"].append(_milliseconds(partial(GAME.legal_orders, state, state.active)))
    return {name: {"median": round(median(found), 3), "most": round(max(found), 3)} for name, found in times.items()}


def _middle(rng: random.Random) -> State:
    """A turn with the roll in the middle of a random war, the sea open and all six in play."""
    state = GAME.setup(SEATS, {}, RandomChance(rng)).state
    for _ in range(rng.randint(20, 120)):
        sheet = random_sheet(GAME, state, state.active, rng)
        after = GAME.resolve(state, {state.active: sheet}, RandomChance(rng), NoAnswers()).state
        if after.phase == "over":
            break
        state = after
    while state.phase == "pick" or state.parts or state.is_winter:
        default = GAME.default_orders(state, state.active) or ()
        state = GAME.resolve(state, {state.active: default}, RandomChance(rng), NoAnswers()).state
    return replace(state, dice=ROLL)


def _targets(state: State) -> None:
    foes = frozenset(state.foes(state.kingdom))
    for number in GENERALS:
        general = state.general(state.kingdom, number)
        if general and general.city:
            for die in state.dice:
                paths.targets(general.city, foes, state.is_winter, die // paths.cost_of_passage(state.is_winter))


def _forget() -> None:
    for cached in CACHES:
        cached.cache_clear()
    gc.collect()


def _milliseconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def main() -> None:
    """Print the figures as JSON, and whether the bound is kept."""
    figures = measure()
    print(json.dumps({"molon_labe": figures, "bound": BOUND, "is_kept": figures["targets"]["most"] <= BOUND}))


if __name__ == "__main__":
    main()
