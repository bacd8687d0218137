"""Positions written down for tests, and turns played on them."""

from __future__ import annotations

from games.answers import NoAnswers
from games.chance import ScriptedChance
from games.contract import Step
from games.ice_battle import GAME
from games.ice_battle.position import LIVES, SEATS, Order, State, Warrior


def army(side: str, text: str) -> tuple[Warrior, ...]:
    """Warriors from ``H E1, W D4/2``: kind, cell and, unless full, lives."""
    warriors: list[Warrior] = []
    for part in filter(None, text.split(", ")):
        kind, place = part.split()
        cell, _, lives = place.partition("/")
        count = sum(warrior.kind == "W" for warrior in warriors) + 1
        name = f"{side}W{count}" if kind == "W" else side + kind
        warriors.append(Warrior(name, side, kind, cell, int(lives or LIVES[kind])))
    return tuple(warriors)


def battle(
    russians: str, teutons: str, points: tuple[int, int] = (100, 100), turn: int = 1, lone_hero: str = "fights"
) -> State:
    """A position in which both owe their sheets."""
    warriors = army("R", russians) + army("T", teutons)
    return State("orders", turn, points, warriors, lone_hero)


def read(state: State, seat: str, text: str) -> list[Order]:
    """The orders of a text; OrderError if it is refused."""
    return list(GAME.read(state, seat, text))


def play(state: State, russian_sheet: str, teuton_sheet: str) -> Step[State]:
    """The turn of two complete sheets."""
    sheets = dict(zip(SEATS, (read(state, "R", russian_sheet), read(state, "T", teuton_sheet)), strict=True))
    for seat, sheet in sheets.items():
        assert GAME.legal_orders(state, seat, sheet).may_file
    return GAME.resolve(state, sheets, ScriptedChance(), NoAnswers())


def lives(state: State, side: str) -> dict[str, int]:
    """Lives by cell of one side."""
    return {warrior.cell: warrior.lives for warrior in state.army(side)}


def told(step: Step[State]) -> list[str]:
    """The sentences of a step."""
    return [str(event.sentence) for event in step.events]
