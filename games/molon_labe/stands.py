"""On which side of its city a standard stands: where it hides least of the map. Boxes are left, top, right, bottom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.molon_labe.atlas import CITIES, MAP
from games.molon_labe.figures import CELL, PLACES

type Box = tuple[float, float, float, float]
type Node = Mapping[str, Any]

FLAG: Box = (0, -30, 25, 12)
"""A standard with its studs, seen from where its pole crosses the upper edge of the cell."""

SIGNS: Mapping[str, Box] = {"ship": (-13, -13, 13, 13), "town": (-9, -9, 9, 9), "tower": (-15, -42, 15, 17)}
"""Signs round the middle of a node; a tower with its floors."""

LETTERS = {False: 19, True: 22}
"""Sizes of the letters in which towns and main cities are written, as the style sheet has them."""

NEAR = 160
"""No sign or name reaches further; map units."""

GAIN = 0.02
"""What the other side must be better by; otherwise all stand at the right."""


def _kind(node: Node) -> str:
    return "ship" if node["kind"] == "ship" else "tower" if node["main"] else "town"


def _at(box: Box, x: float, y: float) -> Box:
    left, top, right, bottom = box
    return x + left, y + top, x + right, y + bottom


def _standard(node: Node, side: int) -> Box:
    return _at(FLAG, node["x"] - CELL / 2 + PLACES[_kind(node)][side], node["y"] - CELL / 2)


def _name(node: Node) -> Box:
    label = node["label"]
    size = LETTERS[bool(node["main"])]
    width = len(node["name"]) * size / 2
    x = node["x"] + label["dx"] - {"start": 0, "middle": width / 2, "end": width}[label["anchor"]]
    return _at((0, -0.7 * size, width, 0.2 * size), x, node["y"] + label["dy"])


def _area(box: Box) -> float:
    left, top, right, bottom = box
    return max(right - left, 0) * max(bottom - top, 0)


def _shared(one: Box, other: Box) -> float:
    """The area of what two boxes have in common."""
    return _area((max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])))


def _beside(node: Node) -> Iterator[tuple[Box, int]]:
    """Whatever a standard of the node may hide, with its weight: signs of other nodes, and all names."""
    for other in MAP["nodes"]:
        if abs(other["x"] - node["x"]) > NEAR or abs(other["y"] - node["y"]) > NEAR:
            continue
        if other is not node:
            # a tower may hide the standard as well
            yield _at(SIGNS[_kind(other)], other["x"], other["y"]), 2 if _kind(other) == "tower" else 1
        if other.get("label"):
            yield _name(other), 1


def hidden(node: Node, side: int) -> float:
    """How much a standard hides at a side, 0 being the right; half of one name counts more than a little of many."""
    standard = _standard(node, side)
    return sum(weight * (_shared(standard, box) / _area(box)) ** 2 for box, weight in _beside(node))


LEFT = frozenset(
    node["id"] for node in MAP["nodes"] if node["id"] in CITIES and hidden(node, 1) < hidden(node, 0) - GAIN
)
"""Cities whose first standard stands at the left."""
