"""Standing orders as the rules ask for them. Pure: standard library only."""

from __future__ import annotations

from collections.abc import Callable, Sequence


class NoAnswers:
    """For games without standing orders: every list is empty, nothing is recorded."""

    def ask(self, seat: str, purpose: str, decide: Callable[[Sequence[object]], str]) -> str:
        return decide(())
