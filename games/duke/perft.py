"""Counting sequences of legal actions: the yardstick for rules and speed. RULES.md 9.

A draw counts once for each kind that may be drawn and each square it may be put on.
Every count begins with a fresh history; repetition and the 50 turns do not cut it.
"""

from __future__ import annotations

import json

from games.duke.data import COUNTS, START
from games.duke.engine import Engine
from games.duke.geometry import NUMBERS
from games.duke.tables import field_of

BAG = {kind: count - START.get(kind, 0) for kind, count in COUNTS.items() if count > START.get(kind, 0)}
OPENING = (
    *((0, kind, square) for kind, square in (("duke", "c1"), ("footman", "b1"), ("footman", "d1"))),
    *((1, kind, square) for kind, square in (("duke", "d6"), ("footman", "c6"), ("footman", "e6"))),
)


def perft(engine: Engine, depth: int) -> int:
    """How many sequences of ``depth`` actions there are, every one of them made and taken back."""
    if not depth:
        return 1
    count = 0
    for move in engine.legal_moves():
        engine.push(move)
        count += perft(engine, depth - 1)
        engine.pop()
    return count


def opening(mountain: str = "") -> Engine:
    """The set-up ``setup c1 b1 d1``, ``setup d6 c6 e6``, with a Mountain if a square is named."""
    field = field_of(NUMBERS.get(mountain, -1), -1)
    stands = [field.stand(seat, kind, 0, NUMBERS[square]) for seat, kind, square in OPENING]
    return Engine(field, stands, (BAG, BAG))


def openings() -> dict[str, Engine]:
    """What is counted when no positions are given, by label."""
    return {"set-up": opening(), "set-up, Mountain on d3": opening("d3")}


def read_positions(text: str) -> dict[str, Engine]:
    """Positions by label from JSON: ``{"positions": [...]}``.

    Each has ``label``, ``board`` (square -> seat 1 or 2, kind, side front or back),
    ``bags`` (seat -> kind -> count), ``terrain`` (mountain, fortress: a square or null) and
    ``to_move`` (1 or 2). Raises ValueError, KeyError or TypeError for anything else.
    """
    found = {}
    for position in json.loads(text)["positions"]:
        terrain = position["terrain"]
        field = field_of(*(NUMBERS[terrain[name]] if terrain[name] else -1 for name in ("mountain", "fortress")))
        stands = [
            field.stand(tile["seat"] - 1, tile["kind"], ("front", "back").index(tile["side"]), NUMBERS[square])
            for square, tile in position["board"].items()
        ]
        bags = position["bags"]
        found[position["label"]] = Engine(field, stands, (bags["1"], bags["2"]), position["to_move"] - 1)
    return found
