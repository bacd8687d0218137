"""Random play by the menu alone, and folding a log of texts back into positions.

Pure: works on any game of the registry, for the practice opponent, ``manage.py
playout`` and the tests of the contract.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.answers import Answer, NoAnswers, RecordedAnswers
from games.chance import Draw, RandomChance, RecordedChance
from games.contract import Entry, Game, Options, Outcome, Seat, Step

RANDOM = "random"
"""The practice player that every game has."""


@dataclass(frozen=True, slots=True)
class LoggedPly:
    """What a ply was made of: each seat's sheet in notation, and the draws. The set-up has no sheets."""

    sheets: Mapping[Seat, str]
    draws: tuple[Draw, ...]
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True)
class Playout[S]:
    """A game from set-up to ``state``. ``outcome`` is None if it was stopped at the bound of plies."""

    seats: tuple[Seat, ...]
    options: Options
    log: tuple[LoggedPly, ...]
    state: S
    outcome: Outcome | None

    @property
    def plies(self) -> int:
        """Plies after the set-up."""
        return len(self.log) - 1


def random_sheet[S, O, V](game: Game[S, O, V], state: S, seat: Seat, rng: random.Random) -> list[O]:
    """A legal sheet, drawn order by order from the menu; once it may be filed, a coin decides whether to go on.

    An order is drawn pick by pick, as a person comes to it: one word is as likely as a figure with many ways.
    Raises RuntimeError if the menu leads to a draft that can neither grow nor be filed.
    """
    drafted: list[O] = []
    while True:
        menu = game.legal_orders(state, seat, drafted)
        if menu.may_file and (not menu.entries or rng.random() < 0.5):
            return drafted
        if not menu.entries:
            raise RuntimeError(f"{game.about.slug}: the menu of {seat} ends at {game.write(drafted)!r}")
        entry = _random_entry(menu.entries, rng)
        drafted.append(entry.numbered(rng.randint(1, entry.most)) if entry.number else entry.order)


def _random_entry[O](entries: Sequence[Entry[O]], rng: random.Random) -> Entry[O]:
    depth = 0
    while len(entries) > 1:
        groups: dict[str, list[Entry[O]]] = {}
        for entry in entries:
            groups.setdefault(entry.picks[depth].value if depth < len(entry.picks) else "", []).append(entry)
        entries = rng.choice(list(groups.values()))
        depth += 1
    return entries[0]


def practice_sheet[S, O, V](game: Game[S, O, V], state: S, seat: Seat, level: str, rng: random.Random) -> Sequence[O]:
    """The sheet of a practice player: of one of the game's own levels, or ``random``."""
    if level == RANDOM:
        return random_sheet(game, state, seat, rng)
    return game.think(game.view(state, seat), seat, level, rng)


def playout[S, O, V](
    game: Game[S, O, V], players: int, options: Options, rng: random.Random, max_plies: int, level: str = RANDOM
) -> Playout[S]:
    """A game for that many practice players of one level, at most ``max_plies`` long. Raises BadOptions."""
    seats = tuple(seat.name for seat in game.about.seats[players])
    chance = RandomChance(rng)
    state = game.setup(seats, options, chance).state
    log = [LoggedPly({}, tuple(chance.draws))]
    while (to_act := game.phase(state).to_act) and len(log) <= max_plies:
        sheets = {seat: practice_sheet(game, state, seat, level, rng) for seat in to_act}
        texts = {seat: game.write(sheet) for seat, sheet in sheets.items()}
        chance, answers = RandomChance(rng), NoAnswers()
        state = game.resolve(state, sheets, chance, answers).state
        log.append(LoggedPly(texts, tuple(chance.draws), tuple(answers.given)))
    return Playout(seats, options, tuple(log), state, game.outcome(state))


def replay[S, O, V](
    game: Game[S, O, V], seats: Sequence[Seat], options: Options, log: Sequence[LoggedPly]
) -> list[Step[S]]:
    """The step of every ply of a log, the set-up first.

    Raises OrderError for a sheet that does not fit, ValueError for draws that do not.
    """
    steps: list[Step[S]] = []
    for ply in log:
        chance = RecordedChance(ply.draws)
        if steps:
            state = steps[-1].state
            sheets = {seat: game.read(state, seat, text) for seat, text in ply.sheets.items()}
            steps.append(game.resolve(state, sheets, chance, RecordedAnswers(ply.answers)))
        else:
            steps.append(game.setup(seats, options, chance))
        if not chance.is_used_up():
            raise ValueError(f"ply {len(steps) - 1} has draws that nobody asked for")
    return steps
