"""Ways over the map and where they lead. RULES.md 5.

All passages that are open cost the same in a season, so the cheapest way is the one of
the fewest passages; ``most`` counts passages. Places are node ids.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from games.molon_labe.atlas import CITIES, open_passages

type Way = tuple[str, ...]

LONGEST = 6
"""Passages that the highest die pays for, in the seasons when one costs 1."""


@dataclass(frozen=True, slots=True)
class Target:
    """A city within reach. ``free`` enters no enemy before the city, None if no such way is short enough.

    ``past`` are ways that do, each shorter than ``free``; one with the fewest enemies if there is no other.
    """

    free: Way | None
    past: tuple[Way, ...] = ()


def cost_of_passage(winter: bool) -> int:
    """RULES.md 5.1."""
    return 2 if winter else 1


def cost(way: Way, winter: bool) -> int:
    """Movement points that a way costs."""
    return len(way) * cost_of_passage(winter)


@lru_cache(maxsize=4096)
def free_ways(start: str, foes: frozenset[str], winter: bool) -> Mapping[str, Way]:
    """The shortest way to each node within six passages that enters no city of ``foes`` before its end.

    Of equally short ways the alphabetically first list of nodes; nearer nodes come first. RULES.md 5.4.
    """
    passages = open_passages(winter)
    ways: dict[str, Way] = {start: ()}
    # An edge stands in the order of its ways, and neighbours in that of the alphabet,
    # so that the first way to reach a node is the first of its length.
    edge = [start]
    for _ in range(LONGEST):
        beyond = []
        for node in edge:
            for neighbour in passages[node]:
                if neighbour not in ways:
                    ways[neighbour] = (*ways[node], neighbour)
                    if neighbour not in foes:
                        beyond.append(neighbour)
        edge = beyond
    return ways


@lru_cache(maxsize=4096)
def targets(start: str, foes: frozenset[str], winter: bool, most: int) -> Mapping[str, Target]:
    """Every city that can be reached if all enemies say go, with the ways worth choosing."""
    free = {city: way for city, way in free_ways(start, foes, winter).items() if len(way) <= most and city in CITIES}
    past = _ways_past(free, foes, winter, most)
    return {city: Target(free.get(city), tuple(past.get(city, ()))) for city in (*free, *(past.keys() - free.keys()))}


def _ways_past(free: Mapping[str, Way], foes: frozenset[str], winter: bool, most: int) -> dict[str, list[Way]]:
    """Ways through enemies: one for each enemy that shortens the way, else one through as few as possible."""
    found: dict[str, list[Way]] = {}
    fronts = {foe: way for foe, way in free.items() if foe in foes}
    # A way past more enemies may reach a city sooner than one past fewer and so lead further.
    nearest = dict(fronts)
    while fronts:
        fresh: dict[str, list[Way]] = {}
        further: dict[str, Way] = {}
        for end, way in _onward(fronts, foes, winter, most):
            if end in foes and _is_shorter(way, nearest.get(end)):
                nearest[end] = further[end] = way
            if end in CITIES and end not in found and _is_shorter(way, free.get(end)):
                fresh.setdefault(end, []).append(way)
        if found:  # after the first round only what could not be reached otherwise
            fresh = {end: [min(ways, key=len)] for end, ways in fresh.items() if end not in free}
        found |= {end: sorted(ways, key=len) for end, ways in fresh.items()}
        fronts = further
    return found


def _onward(fronts: Mapping[str, Way], foes: frozenset[str], winter: bool, most: int) -> Iterator[tuple[str, Way]]:
    """From each of the enemies' cities reached so far, the free ways on, together with the way to it."""
    for foe, way in fronts.items():
        for end, rest in free_ways(foe, foes, winter).items():
            if len(way) + len(rest) > most:
                break  # nearer ends come first
            if rest:
                yield end, way + rest


def _is_shorter(way: Way, other: Way | None) -> bool:
    return other is None or len(way) < len(other)
