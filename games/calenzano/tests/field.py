"""Positions written down for tests, and turns played on them."""

from __future__ import annotations

from typing import Any

from games.answers import NoAnswers
from games.calenzano import GAME
from games.calenzano.field import Field
from games.calenzano.position import Figure, Order, State
from games.chance import ScriptedChance
from games.contract import OrderError, Step


def army(side: str, text: str) -> tuple[Figure, ...]:
    """Figures from ``F L26, K* X19``: kind, a star for a Florentine, and cell."""
    figures = []
    for part in filter(None, text.split(", ")):
        kind, cell = part.split()
        figures.append(Figure(side, kind[0], cell, is_ally=kind.endswith("*")))
    return tuple(figures)


def battle(north: str = "", south: str = "", seat: str = "S", **rest: Any) -> State:
    """A turn of ``seat`` in which no die of the alliance is thrown, unless ``is_allied=False`` says otherwise."""
    figures = Field(army("N", north) + army("S", south)).row_by_row()
    return State(
        **{"phase": "turn", "turn": 5, "period": 7, "active": seat, "figures": figures, "is_allied": True, **rest}
    )


def read(state: State, text: str, seat: str = "") -> list[Order]:
    """The orders of a text; OrderError if it is refused."""
    return list(GAME.read(state, seat or state.active, text))


def play(state: State, text: str, *dice: int) -> Step[State]:
    """What comes of a sheet; all of the dice must be thrown, and no others."""
    orders = read(state, text)
    assert GAME.legal_orders(state, state.active, orders).may_file
    chance = ScriptedChance(*dice)
    step = GAME.resolve(state, {state.active: orders}, chance, NoAnswers())
    assert [draw.value for draw in chance.draws] == list(dice)
    return step


def part(state: State, text: str, *dice: int) -> State:
    """The position after a part of a turn."""
    after = play(state, text, *dice).state
    assert (after.turn, after.active, after.parts) == (state.turn, state.active, state.parts + 1)
    return after


def cells(state: State, side: str) -> str:
    """Where a side stands: ``F L26, K M19``, sorted by cell name."""
    return ", ".join(f"{figure.kind} {figure.cell}" for figure in sorted(state.army(side), key=lambda f: f.cell))


def told(step: Step[State]) -> list[str]:
    """The sentences of a step."""
    return [str(event.sentence) for event in step.events]


def skipped(step: Step[State]) -> list[str]:
    """Order and reason of each order that was skipped."""
    lines = (sentence.partition("” is skipped: ") for sentence in told(step))
    return [f"{order[1:]}: {reason}" for order, sign, reason in lines if sign]


def refused(state: State, text: str, seat: str = "") -> str:
    """Line and reason with which a sheet is refused, empty if it is not."""
    try:
        read(state, text, seat)
    except OrderError as error:
        return f"{error.line}: {error.reason}"
    return ""
