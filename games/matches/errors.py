"""What a player is told when a wish cannot be granted. Messages are already in the reader's language."""

from __future__ import annotations


class MatchError(Exception):
    """A wish that cannot be granted now; the message says why and what is possible instead."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Stale(MatchError):
    """The match has moved on since the page was made."""


class NotAllowed(MatchError):
    """Only somebody else may do this."""


class BadOrders(MatchError):
    """Orders that the rules refuse; ``line`` counts from 1."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line
