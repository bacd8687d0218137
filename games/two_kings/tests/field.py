"""Positions written down for tests, and turns played on them."""

from __future__ import annotations

from games.answers import NoAnswers
from games.chance import ScriptedChance
from games.contract import Step
from games.two_kings import GAME
from games.two_kings.position import FOE, Army, Auto, Obstacle, Order, State


def road(seat: str, text: str, miss: str = "", auto: Auto | None = None) -> Army:
    """An army and its road from ``C5 A9 I6; X10``: the living units, then all obstacles left."""
    units, _, obstacles = text.partition(";")
    places = {part[0]: int(part[1:]) for part in units.split()}
    laid = tuple(Obstacle(int(part[1:]), part[0]) for part in obstacles.split())
    return Army(seat, places, tuple(miss), laid, auto or Auto())


def race(
    text: str, other: str = "C1 A1 I1", *, seat: str = "P", miss: str = "", turn: int = 1, holds: str = "on"
) -> State:
    """A position in which ``seat`` is to roll; ``other`` is the enemy's road."""
    armies = {seat: road(seat, text, miss), FOE[seat]: road(FOE[seat], other)}
    return State("turn", turn, seat, (armies["P"], armies["R"]), holds)


def read(state: State, text: str, seat: str = "") -> list[Order]:
    """The orders of a text; OrderError if it is refused."""
    return list(GAME.read(state, seat or state.active, text))


def play(state: State, text: str, *dice: int) -> Step[State]:
    """The turn of the seat to act; every die must be asked for."""
    sheet = read(state, text)
    assert GAME.legal_orders(state, state.active, sheet).may_file
    chance = ScriptedChance(*dice)
    step = GAME.resolve(state, {state.active: sheet}, chance, NoAnswers())
    assert [draw.value for draw in chance.draws] == list(dice)
    return step


def lay(p: str, r: str, *dice: int) -> Step[State]:
    """The start of a match: the layouts of both seats, the dice for the first turn."""
    state = GAME.setup(["P", "R"], {}, ScriptedChance()).state
    sheets = {"P": read(state, p, "P"), "R": read(state, r, "R")}
    return GAME.resolve(state, sheets, ScriptedChance(*dice), NoAnswers())


def shown(army: Army) -> str:
    """An army as ``road`` takes it."""
    units = " ".join(f"{unit}{square}" for unit, square in army.places.items())
    obstacles = " ".join(f"{each.letter}{each.square}" for each in army.obstacles)
    return f"{units}; {obstacles}" if obstacles else units


def told(step: Step[State]) -> list[str]:
    """The sentences of a step."""
    return [str(event.sentence) for event in step.events]
