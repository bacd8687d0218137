"""Practice players against each other, to see how strong they are. Pure."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from games.answers import NoAnswers
from games.chance import RandomChance
from games.contract import Game, Options, Seat
from games.playing import practice_sheet


@dataclass(slots=True)
class Tally:
    """Games between two players, as the first sees them; a game stopped at its bound is a draw.

    ``seconds`` of CPU and ``decisions`` are those of the first and of the second.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    plies: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    decisions: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Points of the first, a draw being half, in parts of all."""
        return (self.wins + self.draws / 2) / self.games


def contest[S, O, V](
    game: Game[S, O, V], levels: tuple[str, str], options: Options, games: int, seed: int, max_plies: int
) -> Tally:
    """So many games for two, of which each level begins every other one.

    Two games in a row have the same seed for their draws. Raises BadOptions.
    """
    tally = Tally()
    table = tuple(seat.name for seat in game.about.seats[2])
    for number in range(games):
        seats = table if number % 2 == 0 else table[::-1]
        _play(game, dict(zip(seats, (0, 1), strict=True)), levels, options, f"{seed} {number // 2}", max_plies, tally)
    return tally


def _play[S, O, V](
    game: Game[S, O, V],
    players: Mapping[Seat, int],
    levels: tuple[str, str],
    options: Options,
    seed: str,
    max_plies: int,
    tally: Tally,
) -> None:
    chance = RandomChance(random.Random(f"{seed} draws"))  # noqa: S311  # play for figures, nothing depends on it
    rng = random.Random(f"{seed} thoughts")  # noqa: S311
    state = game.setup(tuple(seat.name for seat in game.about.seats[2]), options, chance).state
    plies = 0
    while (to_act := game.phase(state).to_act) and plies < max_plies:
        sheets = {}
        for seat in to_act:
            player = players[seat]
            began = time.process_time()
            sheets[seat] = practice_sheet(game, state, seat, levels[player], rng)
            tally.seconds[player] += time.process_time() - began
            tally.decisions[player] += 1
        state = game.resolve(state, sheets, chance, NoAnswers()).state
        plies += 1
    _count(tally, game, state, players, plies)


def _count[S, O, V](tally: Tally, game: Game[S, O, V], state: S, players: Mapping[Seat, int], plies: int) -> None:
    tally.plies += plies
    outcome = game.outcome(state)
    tally.outcomes[outcome.how if outcome else "unfinished"] += 1
    ranks = {players[seat]: rank for seat, rank in outcome.ranks.items()} if outcome else {0: 1, 1: 1}
    if ranks[0] == ranks[1]:
        tally.draws += 1
    elif ranks[0] < ranks[1]:
        tally.wins += 1
    else:
        tally.losses += 1
