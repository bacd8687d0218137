"""Standing orders as the rules ask for them, recorded like draws. Pure: standard library only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """The one word that a seat's standing orders gave to a question of the rules."""

    seat: str
    purpose: str
    word: str


class ListedAnswers:
    """Asks each seat's list, fetched when it is first needed; ``given`` holds what was answered so far."""

    def __init__(self, list_of: Callable[[str], Sequence[object]]) -> None:
        self._list_of = list_of
        self.given: list[Answer] = []

    def ask(self, seat: str, purpose: str, decide: Callable[[Sequence[object]], str]) -> str:
        word = decide(self._list_of(seat))
        self.given.append(Answer(seat, purpose, word))
        return word


class RecordedAnswers:
    """Gives recorded answers again. Raises ValueError when asked for another than was recorded."""

    def __init__(self, recorded: Sequence[Answer]) -> None:
        self._recorded = recorded
        self._next = 0

    def ask(self, seat: str, purpose: str, decide: Callable[[Sequence[object]], str]) -> str:
        if self._next >= len(self._recorded):
            raise ValueError(f"no answer of {seat} is recorded for {purpose!r}")
        answer = self._recorded[self._next]
        if (answer.seat, answer.purpose) != (seat, purpose):
            raise ValueError(f"recorded: {answer.seat} on {answer.purpose!r}; asked: {seat} on {purpose!r}")
        self._next += 1
        return answer.word

    def is_used_up(self) -> bool:
        """Whether every recorded answer was asked for."""
        return self._next == len(self._recorded)


class NoAnswers(ListedAnswers):
    """Every list is empty: play-outs, and games without standing orders."""

    def __init__(self) -> None:
        super().__init__(lambda seat: ())
