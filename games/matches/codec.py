"""States, events and draws as JSON, and the hash that chains the plies."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from games.answers import Answer
from games.chance import Draw
from games.contract import AnyGame, Event
from games.words import Sentence


def dump_state(state: object) -> str:
    """A game's state as JSON text."""
    return msgspec.json.encode(state).decode()


def load_state(game: AnyGame, text: str) -> object:
    """The state that ``dump_state`` wrote."""
    return msgspec.json.decode(text, type=game.state_type)


def plain(value: object) -> Any:
    """Dataclasses as the lists and dictionaries a JSON column takes."""
    return msgspec.to_builtins(value)


def load_sentence(row: object) -> Sentence:
    return msgspec.convert(row, Sentence)


def load_events(rows: object) -> list[Event]:
    return msgspec.convert(rows, list[Event])


def load_answers(rows: object) -> list[Answer]:
    return msgspec.convert(rows, list[Answer])


def load_draws(rows: object) -> list[Draw]:
    return msgspec.convert(rows, list[Draw])


def chain_hash(previous: str, parts: Iterable[object]) -> str:
    """SHA-256 of the hash before and the canonical JSON (sorted keys) of what the ply holds."""
    body = msgspec.json.encode([previous, *parts], order="sorted")
    return hashlib.sha256(body).hexdigest()
