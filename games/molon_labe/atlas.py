"""The map as the rules need it: kingdoms, cities, ships and the passages between them. RULES.md 1."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

MAP: Mapping[str, Any] = json.loads(Path(__file__).with_name("map.json").read_text(encoding="utf-8"))
"""The whole file, with coasts and labels for whoever draws it."""

KINGDOMS: tuple[str, ...] = tuple(kingdom["id"] for kingdom in MAP["kingdoms"])

NODES: tuple[str, ...] = tuple(sorted(node["id"] for node in MAP["nodes"]))
"""Cities and ships, in the order of the alphabet."""

CITIES = frozenset(node["id"] for node in MAP["nodes"] if node["kind"] == "city")

MAIN_CITIES: Mapping[str, tuple[str, ...]] = {
    kingdom: tuple(node["id"] for node in MAP["nodes"] if node["kingdom"] == kingdom and node["main"])
    for kingdom in KINGDOMS
}
"""The three main cities of each kingdom, in the order of the map."""

KINGDOM_OF: Mapping[str, str] = {city: kingdom for kingdom, cities in MAIN_CITIES.items() for city in cities}
"""Whose main city it is; other cities do not appear."""


def _passages(*kinds: str) -> Mapping[str, tuple[str, ...]]:
    """The neighbours of each node by passages of these kinds, in the order of the alphabet."""
    edges = [(edge["a"], edge["b"]) for edge in MAP["edges"] if edge["kind"] in kinds]
    return {node: tuple(sorted({*_ends(node, edges)})) for node in NODES}


def _ends(node: str, edges: list[tuple[str, str]]) -> list[str]:
    return [b if a == node else a for a, b in edges if node in (a, b)]


LAND = _passages("land")
NEIGHBOURS = _passages("land", "sea")


def open_passages(winter: bool) -> Mapping[str, tuple[str, ...]]:
    """The neighbours that can be reached by one passage; in winter the sea is closed. RULES.md 5.1."""
    return LAND if winter else NEIGHBOURS


def starting_places(kingdom: str) -> tuple[str, ...]:
    """Where the kingdom's general 4 may begin, generals left aside, in the order of the alphabet. RULES.md 2.3."""
    near = {place for city in MAIN_CITIES[kingdom] for place in NEIGHBOURS[city]}
    return tuple(sorted(near & CITIES - KINGDOM_OF.keys()))
