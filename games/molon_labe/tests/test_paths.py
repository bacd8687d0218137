"""Ways over the map, compared with every walk there is. RULES.md 5.1 and 5.4."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.molon_labe.atlas import CITIES, LAND, NEIGHBOURS, NODES
from games.molon_labe.paths import Way, cost, free_ways, targets

cities = st.sampled_from(sorted(CITIES))


def walks(start: str, most: int, winter: bool, so_far: Way = ()) -> Iterator[Way]:
    """Every walk of at most ``most`` passages, step by step over open passages."""
    yield so_far
    if len(so_far) < most:
        for node in (LAND if winter else NEIGHBOURS)[so_far[-1] if so_far else start]:
            yield from walks(start, most, winter, (*so_far, node))


def met(way: Way, foes: frozenset[str]) -> set[str]:
    """The enemies that a way enters before its end."""
    return set(way[:-1]) & foes


@settings(max_examples=40, deadline=None)
@given(start=cities, foes=st.frozensets(cities, max_size=30), winter=st.booleans())
def test_free_way_is_the_first_of_the_shortest(start: str, foes: frozenset[str], winter: bool) -> None:
    foes -= {start}
    best: dict[str, Way] = {}
    for way in walks(start, 4, winter):
        if not met(way, foes):
            end = way[-1] if way else start
            best[end] = min(best.get(end, way), way, key=lambda way: (len(way), way))
    assert {end: way for end, way in free_ways(start, foes, winter).items() if len(way) <= 4} == best


@settings(max_examples=40, deadline=None)
@example(start="tyras", foes=frozenset({"cremni", "olbia"}), winter=False, most=4)
@given(start=cities, foes=st.frozensets(cities, max_size=40), winter=st.booleans(), most=st.integers(0, 5))
def test_targets_are_the_ends_of_all_walks(start: str, foes: frozenset[str], winter: bool, most: int) -> None:
    foes -= {start}
    fewest: dict[str, int] = {}
    for way in walks(start, most, winter):
        end = way[-1] if way else start
        if end in CITIES:
            fewest[end] = min(fewest.get(end, len(foes)), len(met(way, foes)))
    found = targets(start, foes, winter, most)
    assert found.keys() == fewest.keys()
    for end, target in found.items():
        assert (target.free is not None) == (fewest[end] == 0)
        if target.free is None:
            assert min(len(met(way, foes)) for way in target.past) == fewest[end]
        for way in target.past:
            assert way in set(walks(start, len(way), winter))
            assert way[-1] == end
            assert len(way) <= most
            assert met(way, foes)
            assert target.free is None or len(way) < len(target.free)


def test_ways_past_an_enemy_are_offered_where_they_are_shorter() -> None:
    foes = frozenset({"caralis"})
    target = targets("antium", foes, False, 4)["carthago"]
    assert (target.free, target.past) == (None, (("tyrrhenum", "caralis", "africum", "carthago"),))
    assert targets("antium", foes, False, 2)["caralis"].free == ("tyrrhenum", "caralis")


@pytest.mark.parametrize(("winter", "points"), [(False, 3), (True, 6)])
def test_a_passage_costs_1_and_in_winter_2(winter: bool, points: int) -> None:
    assert cost(("a", "b", "c"), winter) == points


def test_a_strait_is_a_land_passage() -> None:
    assert "byzantium" in LAND["nicomedia"]
    assert "lysimachia" in LAND["pergamum"]


def test_map_is_of_one_piece() -> None:
    reached, edge = {"roma"}, ["roma"]
    while edge:
        edge = [node for near in edge for node in NEIGHBOURS[near] if node not in reached and not reached.add(node)]  # type: ignore[func-returns-value]  # add gives None
    assert reached == set(NODES)
    assert len(NODES) == 132
    assert all(near in CITIES for city in CITIES for near in LAND[city])
