"""The campaign map under the figures, drawn from the table of cells: hills, woods, villages, castle, roads, names.

The land is a file of its own (``map_file``), the names come with the page and its letters.
Lines waver a little so that they look drawn by hand, always in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from games.calenzano.data import GRID
from games.calenzano.terrain import CASTLE, COLUMNS, DIRECTIONS, FOREST, HOUSE, HOUSES, MOUNTAIN, PLACE, ROWS, cells_of

CELL, MARGIN = 60, 40
WIDTH = len(COLUMNS) * CELL + 2 * MARGIN
HEIGHT = ROWS * CELL + 2 * MARGIN

BEYOND = 45
"""How far hills, woods and roads at the edge run on under the frame."""

NAMES = (
    ("Calenzano", 11, 5, 26),
    ("Borgo", 14.9, 10, 22),
    ("La Chiusa", 4.9, 4, 22),
    ("Settimello", 17.5, 18, 22),
    ("Pontenuovo", 14.3, 24, 22),
    ("Travalle", 5, 20, 22),
    ("Monti della Calvana", 2.12, 7, 22),
    ("Monte Morello", 21.4, 6, 24),
)
"""Names of the map: column and row of the middle from the north-west, in cells, and the size of the letters.

They stand where two rows meet, so that they hide least of the figures of both.
"""

type Point = tuple[float, float]


def land() -> str:
    """The map without a letter on it, as SVG elements. The looks of their classes: ``map.css``."""
    whole = f'x="{MARGIN}" y="{MARGIN}" width="{WIDTH - 2 * MARGIN}" height="{HEIGHT - 2 * MARGIN}"'
    parts = (_fields, _hills, _villages, _woods, _roads, _houses, _castle, _grid)
    return (
        f'<defs>{_wood()}{_house()}<clipPath id="cz-land"><rect {whole}/></clipPath></defs>'
        f'<rect class="cz-margin" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<g clip-path="url(#cz-land)"><rect class="cz-plain" {whole}/>'
        f"{''.join(svg for part in parts for svg in part())}</g>{''.join(_frame())}"
    )


def lettering() -> str:
    """Two symbols: ``cz-map`` has the names of columns and rows, ``cz-names`` those of places, over the figures."""
    return "".join(
        f'<symbol id="cz-{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(words())}</symbol>'
        for name, words in (("map", _labels), ("names", _names))
    )


# --- outlines


def _noise(x: float, y: float, salt: int = 0) -> float:
    """A number between -1 and 1 that looks like chance and is always the same."""
    mixed = (int(x) * 73856093) ^ (int(y) * 19349663) ^ ((salt + 1) * 83492791)
    mixed = (mixed ^ (mixed >> 13)) * 1274126177 & 0xFFFFFFFF
    return (mixed ^ (mixed >> 16)) % 2001 / 1000 - 1


def _at(x: float, y: float) -> Point:
    """Columns and rows from the north-west corner as units of the map."""
    return MARGIN + x * CELL, MARGIN + y * CELL


def _loops(cells: Iterable[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The borders of a region as rings of cell corners, the region to the right."""
    inside = set(cells)
    ahead: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x, y in sorted(inside):
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beside not in inside:
                ahead.setdefault(start, []).append(end)
    while ahead:
        first = at = next(iter(ahead))
        ring = []
        while at in ahead:
            ring.append(at)
            at = _pop(ahead, at, ring[-2] if len(ring) > 1 else at)
        assert at == first
        yield ring


def _pop(
    ahead: dict[tuple[int, int], list[tuple[int, int]]], at: tuple[int, int], before: tuple[int, int]
) -> tuple[int, int]:
    """The next corner; where two ways lead on, the one that turns right, so that regions touching there stay apart."""
    ways = ahead[at]
    dx, dy = at[0] - before[0], at[1] - before[1]
    ways.sort(key=lambda to: dx * (to[1] - at[1]) - dy * (to[0] - at[0]))
    found = ways.pop()
    if not ways:
        del ahead[at]
    return found


def _outline(region: int, *, waver: float = 5, beyond: bool = True) -> str:
    """The rounded border of a set of cells as path data."""
    return _rounded([PLACE[cell] for cell in cells_of(region)], waver=waver, beyond=beyond)


def _rounded(cells: Iterable[tuple[int, int]], *, waver: float = 5, beyond: bool = True) -> str:
    parts = []
    for ring in _loops(cells):
        points = [_corner(x, y, waver, beyond=beyond) for x, y in ring]
        middles = [_middle(one, two) for one, two in zip(points, [*points[1:], points[0]], strict=True)]
        parts.append(f"M{_pair(middles[-1])}")
        parts += [f"Q{_pair(point)} {_pair(middle)}" for point, middle in zip(points, middles, strict=True)]
        parts.append("z")
    return "".join(parts)


def _corner(x: int, y: int, waver: float, *, beyond: bool) -> Point:
    """A corner of cells, moved a little; at the edge of the map it is pushed out."""
    across, down = _at(x, y)
    across += waver * _noise(x, y)
    down += waver * _noise(x, y, 1)
    if beyond:
        across += BEYOND * ((x == len(COLUMNS)) - (x == 0))
        down += BEYOND * ((y == ROWS) - (y == 0))
    return across, down


def _middle(one: Point, two: Point) -> Point:
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2


def _pair(point: Point) -> str:
    return f"{point[0]:.0f} {point[1]:.0f}"


# --- hills


def _hills() -> Iterator[str]:
    """Step over step, each with hachures down its slope; beyond the edge the hills go on."""
    level = {PLACE[cell] for cell in cells_of(MOUNTAIN)}
    height = 0
    while level:
        path = _rounded(level, waver=8)
        yield f'<path class="cz-hill" d="{path}"/><path class="cz-slope{" cz-fine" * (height % 2)}" d="{path}"/>'
        level = {cell for cell in level if all(_is_in(level, cell, step) for step in DIRECTIONS.values())}
        height += 1


def _is_in(level: set[tuple[int, int]], cell: tuple[int, int], step: tuple[int, int]) -> bool:
    x, y = cell[0] + step[0], cell[1] + step[1]
    return (x, y) in level or not (0 <= x < len(COLUMNS) and 0 <= y < ROWS)


# --- woods


def _wood() -> str:
    """Three clumps of trees for a cell, the farther trees first."""
    clumps = (
        ((16, 17, 11), (43, 15, 12), (29, 32, 13), (12, 46, 11), (47, 45, 12)),
        ((27, 13, 12), (48, 25, 11), (11, 28, 12), (33, 43, 13), (53, 51, 9)),
        ((13, 14, 11), (36, 19, 13), (53, 39, 10), (16, 40, 13), (38, 51, 11)),
    )
    return "".join(
        f'<symbol id="cz-wood-{n}" viewBox="0 0 60 60" overflow="visible">{"".join(map(_tree, clump))}</symbol>'
        for n, clump in enumerate(clumps)
    )


def _tree(tree: tuple[int, int, int]) -> str:
    """A round crown with a shaded side."""
    x, y, r = tree
    crown = f"M{x - r} {y}a{r} {r} 0 1 1 {2 * r} 0a{r} {r * 0.8:.0f} 0 1 1 {-2 * r} 0z"
    shade = f"M{x + r - 1} {y - 2}a{r} {r} 0 0 1 {-r} {r}q{r * 0.6:.0f} {-r * 0.3:.0f} {r} {-r}z"
    return f'<path class="cz-crown" d="{crown}"/><path class="cz-shade" d="{shade}"/>'


def _woods() -> Iterator[str]:
    yield f'<path class="cz-wood" d="{_outline(FOREST, waver=6)}"/>'
    for x, y in map(PLACE.__getitem__, cells_of(FOREST)):
        left, top = _at(x, y)
        clump = round(1 + _noise(x, y, 5))
        yield f'<use href="#cz-wood-{clump}" x="{left:.0f}" y="{top:.0f}" width="60" height="60"/>'


# --- villages


def _villages() -> Iterator[str]:
    yield f'<path class="cz-garth" d="{_outline(HOUSES, waver=2, beyond=False)}"/>'


def _house() -> str:
    """Two groups of small blocks under pitched roofs, seen from above and a little from the south."""

    def block(x: int, y: int, width: int, depth: int) -> str:
        half = depth // 2
        return (
            f'<path class="cz-wall" d="M{x} {y + half}h{width}v{depth}h{-width}z"/>'
            f'<path class="cz-roof" d="M{x - 2} {y + depth}l5 {-depth}h{width - 6}l5 {depth}z"/>'
        )

    return (
        f'<symbol id="cz-house-0" viewBox="0 0 60 60">{block(8, 8, 21, 10)}{block(34, 13, 19, 11)}'
        f"{block(14, 33, 27, 13)}</symbol>"
        f'<symbol id="cz-house-1" viewBox="0 0 60 60">{block(27, 6, 25, 12)}{block(7, 21, 20, 11)}'
        f"{block(32, 34, 20, 12)}</symbol>"
    )


def _houses() -> Iterator[str]:
    for x, y in map(PLACE.__getitem__, cells_of(HOUSE)):
        left, top = _at(x, y)
        yield f'<use href="#cz-house-{(x + y) % 2}" x="{left - 5:.0f}" y="{top - 5:.0f}" width="70" height="70"/>'


def _castle() -> Iterator[str]:
    """A rock with hachures, a wall along the cells of the castle, towers at its corners."""
    cells = [PLACE[cell] for cell in cells_of(CASTLE)]
    yield _paths(_rounded(cells, waver=3), "rock", "crag")
    for ring in _loops(cells):
        turns = [
            here
            for before, here, after in zip([ring[-1], *ring], ring, [*ring[1:], ring[0]], strict=False)
            if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1])
        ]
        corners = [_at(x, y) for x, y in turns]
        wall = "M" + "L".join(map(_pair, corners)) + "z"
        yield _paths(wall, "court", "rampart", "merlons")
        for x, y in corners:
            yield _circle("tower", x, y, 10) + _circle("eye", x, y, 4)


def _paths(way: str, *looks: str) -> str:
    """The same path several times, one look over the other."""
    return "".join(f'<path class="cz-{look}" d="{way}"/>' for look in looks)


def _circle(look: str, x: float, y: float, radius: int) -> str:
    return f'<circle class="cz-{look}" cx="{x:.0f}" cy="{y:.0f}" r="{radius}"/>'


# --- roads


def _roads() -> Iterator[str]:
    path = "".join(_road(x, y) for x, y in _road_cells())
    yield _paths(path, "road-rim", "road", "ruts")


def _road_cells() -> list[tuple[int, int]]:
    return [(x, y) for y, row in enumerate(GRID) for x, sign in enumerate(row) if sign == "="]


def _road(x: int, y: int) -> str:
    """The stretch of road within a cell, from edge to edge; at the map's edge it leads out."""
    middle = _at(x + 0.5, y + 0.5)
    ends = [_middle(middle, _at(x + dx + 0.5, y + dy + 0.5)) for dx, dy in _ways(x, y)]
    if len(ends) == 1:
        ends += [(middle[0] + BEYOND * dx, middle[1] + BEYOND * dy) for dx, dy in _outward(x, y)]
    if len(ends) == 2:
        return f"M{_pair(ends[0])}Q{_pair(middle)} {_pair(ends[1])}"
    return "".join(f"M{_pair(middle)}L{_pair(end)}" for end in ends)


def _outward(x: int, y: int) -> Iterator[tuple[int, int]]:
    """Where a road that ends in this cell leads on: off the map, or to the gate of the castle."""
    for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        across, down = x + dx, y + dy
        is_map = 0 <= across < len(COLUMNS) and 0 <= down < ROWS
        if not is_map or GRID[down][across] == "c":
            yield dx, dy


def _ways(x: int, y: int) -> Iterator[tuple[int, int]]:
    """The neighbours to which a road leads: over a corner only where no other way joins the two."""

    def is_road(across: int, down: int) -> bool:
        return 0 <= across < len(COLUMNS) and 0 <= down < ROWS and GRID[down][across] == "="

    for dx, dy in DIRECTIONS.values():
        if is_road(x + dx, y + dy) and not (dx and dy and (is_road(x + dx, y) or is_road(x, y + dy))):
            yield dx, dy


# --- what fills and frames the map


def _fields() -> Iterator[str]:
    """Tufts of grass and ploughed strips here and there in the plain."""
    tufts, furrows = "", ""
    for y, row in enumerate(GRID):
        for x, sign in enumerate(row):
            chance = _noise(x, y, 3)
            left, top = _at(x, y)
            if sign == "." and chance > 0.62:
                furrows += f"M{left + 10:.0f} {top + 46:.0f}l38 -26m-30 34l38 -26m-54 6l38 -26"
            elif sign == "." and chance < -0.35:
                across, down = left + 30 + 18 * _noise(x, y, 4), top + 34 + 14 * _noise(x, y, 6)
                tufts += f"M{across:.0f} {down:.0f}l-5 -8m7 8v-11m2 11l5 -8"
    yield f'<path class="cz-furrow" d="{furrows}"/><path class="cz-tuft" d="{tufts}"/>'


def _grid() -> Iterator[str]:
    upright = "".join(f"M{MARGIN + x * CELL} {MARGIN}V{HEIGHT - MARGIN}" for x in range(1, len(COLUMNS)))
    level = "".join(f"M{MARGIN} {MARGIN + y * CELL}H{WIDTH - MARGIN}" for y in range(1, ROWS))
    yield f'<path class="cz-grid" d="{upright}{level}"/>'


def _frame() -> Iterator[str]:
    """A double line."""
    for inset, line in ((MARGIN - 2, "thin"), (4, "thick")):
        size = f'width="{WIDTH - 2 * inset}" height="{HEIGHT - 2 * inset}"'
        yield f'<rect class="cz-frame-{line}" x="{inset}" y="{inset}" {size}/>'


def _labels() -> Iterator[str]:
    """The names of columns and rows on all sides."""
    columns = " ".join(str(MARGIN + n * CELL + CELL // 2) for n in range(len(COLUMNS)))
    yield '<g class="cz-label">'
    for y in (29, HEIGHT - 13):
        yield f'<text x="{columns}" y="{y}">{COLUMNS}</text>'
    for n in range(ROWS):
        y = MARGIN + n * CELL + CELL // 2 + 8
        yield f'<text x="21" y="{y}">{n + 1}</text><text x="{WIDTH - 21}" y="{y}">{n + 1}</text>'
    yield "</g>"


def _names() -> Iterator[str]:
    for name, column, row, size in NAMES:
        x, y = _at(column, row)
        yield f'<text class="cz-name" x="{x:.0f}" y="{y + 2 + size / 3:.0f}" font-size="{size}">{escape(name)}</text>'
