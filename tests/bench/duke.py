"""Speed of The Duke's rules beside python-chess, in one run and in the CPU time of one core.

For each engine: nodes per second of perft with every action made and taken back (a node is one push
and pop), the same with the last ply only counted, and moves per second of random games (list of
actions, push, test for the end). Ratios are to python-chess on its start position.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Protocol

import chess

from games.duke.perft import opening, read_positions

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
POSITIONS = Path(__file__).parents[2] / "games" / "duke" / "tests" / "data" / "positions.json"
RICH = ("middle game, no terrain", "random 6", "random 10")
"""Positions of that file with a General or a Marshall who may command, two of them with both terrains."""

RATIO_BOUND, RATIO_AIM = 0.5, 1.0


class Engine(Protocol):
    """What is measured of an engine."""

    def legal_moves(self) -> Sequence[Any]: ...
    def push(self, move: Any, /) -> object: ...
    def pop(self) -> object: ...
    def is_over(self) -> bool: ...


class Chess:
    """python-chess with the same four words."""

    def __init__(self, fen: str = chess.STARTING_FEN) -> None:
        self.board = chess.Board(fen)
        self.push, self.pop = self.board.push, self.board.pop

    def legal_moves(self) -> list[chess.Move]:
        return list(self.board.legal_moves)

    def is_over(self) -> bool:
        return self.board.is_game_over()


def rich(label: str) -> Callable[[], Engine]:
    """What makes the position of that label anew."""
    found = [row for row in json.loads(POSITIONS.read_text(encoding="utf-8"))["positions"] if row["label"] == label]
    text = json.dumps({"positions": found})
    return lambda: read_positions(text)[label]


def contenders() -> dict[str, tuple[Callable[[], Engine], int]]:
    """Makers of a position, each with the depth that counts about as many nodes as the others."""
    return {
        "python-chess start": (Chess, 4),
        "python-chess kiwipete": (lambda: Chess(KIWIPETE), 3),
        "duke set-up": (opening, 4),
        **{f"duke {label}": (rich(label), 3) for label in RICH},
    }


def perft(engine: Engine, depth: int) -> int:
    """Every action on the way to ``depth``, made and taken back."""
    nodes = 0
    for move in engine.legal_moves():
        engine.push(move)
        nodes += 1
        if depth > 1:
            nodes += perft(engine, depth - 1)
        engine.pop()
    return nodes


def bulk(engine: Engine, depth: int) -> int:
    """The leaves at ``depth``, the last ply only counted."""
    moves = engine.legal_moves()
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        engine.push(move)
        leaves += bulk(engine, depth - 1)
        engine.pop()
    return leaves


def playouts(make: Callable[[], Engine], seconds: float, rng: random.Random) -> int:
    """Moves of random games, begun until the CPU time is used up."""
    moves, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        engine = make()
        while not engine.is_over():
            engine.push(rng.choice(engine.legal_moves()))
            moves += 1
    return moves


def per_second(work: Callable[[], int]) -> float:
    began = time.process_time()
    done = work()
    return done / (time.process_time() - began)


def measure(repeat: int, seconds: float) -> list[dict[str, Any]]:
    """Medians for each engine, all measured in turn so that a disturbance meets them alike."""
    found: dict[str, dict[str, list[float]]] = {}
    engines = contenders()
    for _round in range(repeat):
        for name, (make, depth) in engines.items():
            figures = found.setdefault(name, {"perft_nps": [], "perft_bulk_nps": [], "playout_moves_s": []})
            figures["perft_nps"].append(per_second(lambda: perft(make(), depth)))  # noqa: B023  called at once
            figures["perft_bulk_nps"].append(per_second(lambda: bulk(make(), depth)))  # noqa: B023  called at once
            figures["playout_moves_s"].append(per_second(lambda: playouts(make, seconds, random.Random(7))))  # noqa: B023
    middle = {name: {key: median(values) for key, values in figures.items()} for name, figures in found.items()}
    bar = middle[next(iter(engines))]
    return [
        {"engine": name}
        | {key: round(value) for key, value in figures.items()}
        | {f"{key}_ratio": round(value / bar[key], 2) for key, value in figures.items()}
        for name, figures in middle.items()
    ]


def verdict(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The Duke's lowest ratios, with the bound and the aim. The bulk count is only reported."""
    lowest = {
        key: min(row[key] for row in rows if row["engine"].startswith("duke"))
        for key in ("perft_nps_ratio", "playout_moves_s_ratio")
    }
    return {
        name: {"is": ratio, "bound": RATIO_BOUND, "aim": RATIO_AIM, "kept": ratio >= RATIO_BOUND}
        for name, ratio in lowest.items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.duke", description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=3, help="rounds, of which the median counts (default 3)")
    parser.add_argument("--seconds", type=float, default=1, help="of random games in each round (default 1)")
    options = parser.parse_args()
    rows = measure(options.repeat, options.seconds)
    for row in rows:
        print(json.dumps(row), flush=True)
    print(json.dumps({"rules": verdict(rows)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
