"""The ground: terrain, zones, neighbours. RULES.md 1."""

from __future__ import annotations

from games.calenzano.terrain import (
    CASTLE,
    CELLS,
    FOREST,
    HOUSE,
    HOUSES,
    MOUNTAIN,
    NEAR,
    PLAIN,
    ROAD,
    bits,
    cells_of,
    distance,
    spread,
)

HOUSES_ZONE = (
    "G2 I2 F3 G3 I3 J3 F4 G4 I4 G5 N5 I6 N6 O6 I7 N7 I8 M8 N8 L9 M9 N9 O9 H10 I10 M10 N10 I11 O18 P18 N19 O19 P19 Q19 "
    "E21 F21 N21 O21 P21 Q21 R21 D22 E22 F22 G22 O22 Q22 D23 E23 F23 M23 E24 M24 N24 K25 M25 N25 J26 K26 M26 K27"
)
CASTLE_ZONE = "K4 L4 J5 K5 L5 M5 J6 K6 L6 M6 J7 K7 L7 M7"


def test_zones_are_those_of_the_map() -> None:
    assert set(cells_of(HOUSES)) == set(HOUSES_ZONE.split())
    assert set(cells_of(CASTLE)) == set(CASTLE_ZONE.split())


def test_every_cell_has_one_ground() -> None:
    grounds = [PLAIN, ROAD, MOUNTAIN, FOREST, HOUSE, CASTLE]
    assert sum(ground.bit_count() for ground in grounds) == len(CELLS) == 24 * 32
    assert [ROAD.bit_count(), HOUSE.bit_count(), FOREST.bit_count()] == [58, 18, 74]


def test_near_are_eight_neighbours_and_fewer_at_the_edge() -> None:
    assert set(cells_of(NEAR["L26"])) == {"K25", "L25", "M25", "K26", "M26", "K27", "L27", "M27"}
    assert set(cells_of(NEAR["X1"])) == {"W1", "W2", "X2"}
    assert set(cells_of(NEAR["A32"])) == {"A31", "B31", "B32"}


def test_spreading_stays_on_the_board_and_crosses_no_edge() -> None:
    assert set(cells_of(spread(bits(["X16"])))) == {"W15", "X15", "W16", "X16", "W17", "X17"}
    assert set(cells_of(spread(bits(["A17"])))) == {"A16", "B16", "A17", "B17", "A18", "B18"}


def test_distance_counts_steps_of_a_king() -> None:
    assert [distance("K16", "N22"), distance("L24", "L12"), distance("A1", "X32")] == [6, 12, 31]
