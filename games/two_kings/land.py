"""The picture-book page under everything: meadow, river, two winding roads between two castles.

The land is a file of its own (``map_file``), the numbers come with the page and its letters.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.heraldry import TINCTURES as ALL_TINCTURES
from games.two_kings.figures import TINCTURES
from games.two_kings.position import BRIDGE, GATES, LAST, SEATS
from games.two_kings.road import FOOT, HEIGHT, RISE, RUNS, WIDTH, bearing, course_path, joints_path, middle

LANE = 40
"""How broad a road is."""


def land() -> str:
    """The page without a number on it, as SVG elements. The looks of their classes: ``land.css``."""
    return (
        f"<defs>{''.join(map(_livery, SEATS))}"
        f'<path id="tk-course" d="{course_path()}"/>{_TUFT}{_FLOWER}{_TREE}{_CASTLE}</defs>'
        f'<rect class="tk-meadow" width="{WIDTH}" height="{HEIGHT}" rx="8"/>'
        f'<path class="tk-hill" d="{_HILLS}"/>{_growth()}{_water()}'
        f"{_castle('R', f'matrix(-1 0 0 1 {WIDTH} 4)')}{''.join(map(_road, SEATS))}"
        f"{_castle('P', f'translate(0 {HEIGHT - 118})')}"
    )


def numbers_symbol() -> str:
    """The numbers of the squares as the symbol ``tk-land``, which lies over the land."""
    return (
        f'<symbol id="tk-land" viewBox="0 0 {WIDTH} {HEIGHT}" overflow="visible">'
        f'<g class="tk-numbers">{_numbers()}</g></symbol>'
    )


def _livery(seat: str) -> str:
    """The pattern of a king's roofs: his tincture and its hatching."""
    tincture = ALL_TINCTURES[TINCTURES[seat]]
    return (
        f'<pattern id="tk-livery-{seat}" width="4" height="4" patternUnits="userSpaceOnUse">'
        f'<rect width="4" height="4" fill="{tincture.colour}"/>'
        f'<path class="tk-hatch" d="{tincture.hatching}"/></pattern>'
    )


def _road(seat: str) -> str:
    """A road: its edge, its paving, the joints between the squares, bridge and gate."""
    turned = "" if seat == "P" else f' transform="rotate(180 {WIDTH // 2} {HEIGHT // 2})"'
    return (
        f'<g class="tk-of-{seat}"><g{turned}><use class="tk-verge" href="#tk-course"/>'
        f'<use class="tk-paving" href="#tk-course"/><path class="tk-joints" d="{joints_path(LANE)}"/></g>'
        f"{_bridge(seat)}{_gate(seat)}{_end(seat, 1)}{_end(seat, LAST)}</g>"
    )


def _castle(seat: str, transform: str) -> str:
    """Walls, and roofs in the king's livery; the tall keep stands where the enemy's road ends."""
    return (
        f'<g transform="{transform}"><use href="#tk-castle"/>'
        f'<path class="tk-roof" fill="url(#tk-livery-{seat})" d="{_ROOFS}"/>'
        f'<path class="tk-roof" fill="url(#tk-livery-{seat})" d="{_FLAGS}"/></g>'
    )


def _at(seat: str, square: int) -> str:
    x, y = middle(seat, square)
    return f"translate({x:.0f} {y:.0f}) rotate({bearing(seat, square):.0f})"


def _bridge(seat: str) -> str:
    """Planks across the road, chains at their sides."""
    planks = "".join(f"M{x}-22v44" for x in range(-19, 20, 6))
    return (
        f'<g transform="{_at(seat, BRIDGE)}"><rect class="tk-planks" x="-25" y="-24" width="50" height="48" rx="2"/>'
        f'<path class="tk-gaps" d="{planks}"/><path class="tk-chain" d="M-25-23h50M-25 23h50"/></g>'
    )


def _gate(seat: str) -> str:
    """Two posts and a bar."""
    return (
        f'<g transform="{_at(seat, GATES[seat])}"><rect class="tk-yard" x="-22" y="-20" width="44" height="40"/>'
        '<path class="tk-bars" d="M12-22v44M-12-22v44M-18-10h36M-18 10h36"/>'
        '<path class="tk-post" d="M-18-28h36v9h-36zM-18 19h36v9h-36z"/></g>'
    )


def _end(seat: str, square: int) -> str:
    x, y = middle(seat, square)
    return f'<circle class="tk-end" cx="{x:.0f}" cy="{y:.0f}" r="24"/>'


def _numbers() -> str:
    planks = ' class="tk-on-planks"'
    return "".join(
        f'<text{planks if square == BRIDGE else ""} x="{x:.0f}" y="{y + 5:.0f}">{square}</text>'
        for seat in SEATS
        for square in range(1, LAST + 1)
        for x, y in [middle(seat, square)]
    )


def _water() -> str:
    """The moats below the drawbridges, and the river between them."""
    (px, py), (rx, ry) = middle("P", BRIDGE), middle("R", BRIDGE)
    bends = 9
    fall = (ry - py - 80) / bends
    stream = "".join(
        f"Q{300 + (14 if n % 2 else -14)} {ry - 40 - fall * (n + 0.5):.0f} 300 {ry - 40 - fall * (n + 1):.0f}"
        for n in range(bends)
    )
    path = f"M{rx:.0f} {ry:.0f}Q300 {ry:.0f} 300 {ry - 40:.0f}{stream}Q300 {py:.0f} {px:.0f} {py:.0f}"
    pools = "".join(f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="44" ry="42"/>' for x, y in ((px, py), (rx, ry)))
    return (
        f'<path class="tk-bank" d="{path}"/><g class="tk-pool tk-bank-pool">{pools}</g>'
        f'<path class="tk-river" d="{path}"/><g class="tk-pool">{pools}</g><path class="tk-ripple" d="{path}"/>'
    )


def _growth() -> str:
    return "".join(_things())


def _things() -> Iterator[str]:
    """Tufts and flowers between the windings, trees along the river."""
    for n in range(14):
        y = 173 + 58 * n
        side = 1 if n % 2 else -1
        for k, x in enumerate((95, 150, 205)):
            name = ("tk-tuft", "tk-flower", "tk-tuft")[(n + k) % 3]
            yield f'<use href="#{name}" x="{x + side * 12 + 7 * k}" y="{y + (5, -1, 3)[(n + k) % 3]}"/>'
            yield f'<use href="#{name}" x="{600 - x + side * 9}" y="{y + (4, 0, 2)[(n * 2 + k) % 3]}"/>'
    for n in range(RUNS // 2):
        y = FOOT - 2 * RISE * n - RISE // 2
        for x, up in ((280, 0), (13, RISE)):
            yield f'<use href="#tk-tree" x="{x}" y="{y - up}"/>'
            yield f'<use href="#tk-tree" x="{WIDTH - x}" y="{HEIGHT - y + up}"/>'


_HILLS = (
    "M0 330q90-60 190-20t210-10 200 20v170q-120-40-230 0t-200-10-170 20zM0 720q120-50 240-10t190-10 170 10v150"
    "q-110-30-210 0t-210-10-180 20z"
)
_TUFT = '<path id="tk-tuft" class="tk-grass" d="M-5 3q0-6-3-9 5 3 5 9 0-8 3-12 1 6 0 12 2-6 6-8-3 4-3 8z"/>'
_FLOWER = (
    '<g id="tk-flower"><path class="tk-grass" d="M-.7 5v-8h1.4v8z"/>'
    '<circle class="tk-petal" cy="-4" r="3.4"/><circle class="tk-heart" cy="-4" r="1.3"/></g>'
)
_TREE = (
    '<g id="tk-tree"><path class="tk-trunk" d="M-2.5 4h5v12h-5z"/>'
    '<path class="tk-leaves" d="M0-18q9 1 9 9 6 4 2 10-3 6-11 4-8 2-11-4-4-6 2-10 0-8 9-9z"/></g>'
)


def _merlons(left: int, right: int, top: int) -> str:
    """The upper edge of a wall, from left to right."""
    return "".join(f"M{x} {top}v-7h8v8h-8z" for x in range(left, right, 16))


def _tower(left: int, right: int, top: int) -> str:
    return f"M{left} {top}h{right - left}V120H{left}z"


_WALL = "M0 74H600V120H0z" + _merlons(4, 600, 74)
_TOWERS = "".join(
    (_tower(14, 66, 46), _tower(224, 292, 44), _tower(376, 420, 52), _tower(526, 594, 40), _merlons(226, 292, 44))
)
_ROOFS = "M8 47L40 6l32 41zM370 53l28-36 28 36zM519 41l41-40 41 40z"
_FLAGS = "M259 44V8h2v2l24 8-24 9v17z"
_DOORS = "M244 120V84q14-20 30 0v36zM545 120V82q15-20 30 0v38z"
_SLITS = "M36 62h7v18h-7zM394 66h7v16h-7zM120 88h6v15h-6zM170 88h6v15h-6zM320 88h6v15h-6zM470 88h6v15h-6z"
_CROWN = "M546 72l-3-16 9 7 8-11 8 11 9-7-3 16z"
_CASTLE = (
    f'<g id="tk-castle"><path class="tk-wall" d="{_WALL}"/><path class="tk-wall tk-tower" d="{_TOWERS}"/>'
    f'<path class="tk-door" d="{_DOORS}"/><path class="tk-slit" d="{_SLITS}"/><path class="tk-crown" d="{_CROWN}"/></g>'
)
