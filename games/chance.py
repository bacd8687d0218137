"""Dice and shuffles. Every draw is recorded, so that a game can be replayed and proved."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw: ``value`` is in 1..``sides``; ``purpose`` says what for."""

    purpose: str
    sides: int
    value: int


class Chance(ABC):
    """The only source of chance a game may use; ``draws`` holds what was drawn so far."""

    def __init__(self) -> None:
        self.draws: list[Draw] = []

    def pick(self, sides: int, purpose: str) -> int:
        """A number from 1 to ``sides``, each as likely."""
        value = self._draw(sides, purpose)
        if not 1 <= value <= sides:
            raise ValueError(f"draw {value} for {purpose!r} is not in 1..{sides}")
        self.draws.append(Draw(purpose, sides, value))
        return value

    def shuffle[T](self, items: Iterable[T], purpose: str) -> list[T]:
        """The items in an order in which every arrangement is as likely."""
        rest, shuffled = list(items), []
        while len(rest) > 1:
            shuffled.append(rest.pop(self.pick(len(rest), purpose) - 1))
        return shuffled + rest

    @abstractmethod
    def _draw(self, sides: int, purpose: str) -> int: ...


class SeededChance(Chance):
    """Provable draws: HMAC-SHA256 of a secret seed over the players' lines, match, ply, count, purpose.

    The count runs through the whole match from ``start``. A digest that would favour
    low numbers is thrown away and drawn again with the next attempt number.
    """

    def __init__(self, seed: bytes, lines: Sequence[str], match: str, ply: int, start: int = 0) -> None:
        super().__init__()
        self._seed, self._lines, self._match, self._ply, self._start = seed, tuple(lines), match, ply, start

    def _draw(self, sides: int, purpose: str) -> int:
        return provable_draw(
            self._seed, self._lines, self._match, self._ply, self._start + len(self.draws), purpose, sides
        )


def provable_draw(seed: bytes, lines: Sequence[str], match: str, ply: int, count: int, purpose: str, sides: int) -> int:
    """The ``count``-th draw of a match, from 1 to ``sides`` (docs/decisions/0003-provable-chance.md)."""
    limit = (1 << 256) - (1 << 256) % sides
    attempt = 0
    while True:
        message = json.dumps([list(lines), match, ply, count, purpose, attempt])
        number = int.from_bytes(hmac.digest(seed, message.encode(), hashlib.sha256))
        if number < limit:
            return number % sides + 1
        attempt += 1


class RecordedChance(Chance):
    """Gives recorded draws again. Raises ValueError when asked for another than was recorded."""

    def __init__(self, recorded: Sequence[Draw]) -> None:
        super().__init__()
        self._recorded = recorded

    def _draw(self, sides: int, purpose: str) -> int:
        if len(self.draws) >= len(self._recorded):
            raise ValueError(f"no draw is recorded for {purpose!r}")
        draw = self._recorded[len(self.draws)]
        if (draw.sides, draw.purpose) != (sides, purpose):
            raise ValueError(f"recorded: {draw.purpose!r} of {draw.sides}; asked: {purpose!r} of {sides}")
        return draw.value

    def is_used_up(self) -> bool:
        """Whether every recorded draw was asked for."""
        return len(self.draws) == len(self._recorded)


class RandomChance(Chance):
    """Plain pseudo-random draws for play-outs."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self._rng = rng

    def _draw(self, sides: int, purpose: str) -> int:
        return self._rng.randint(1, sides)


class ScriptedChance(Chance):
    """Draws given in advance, for tests and worked examples; purpose is not checked."""

    def __init__(self, *values: int) -> None:
        super().__init__()
        self._values = values

    def _draw(self, sides: int, purpose: str) -> int:
        if len(self.draws) >= len(self._values):
            raise ValueError(f"the script has no draw for {purpose!r}")
        return self._values[len(self.draws)]
