"""The ground of the board, drawn from the map: sea, coasts, kingdoms, passages, names, and the seasons round them.

Land and sea are files of their own (``map_file``); names and season track come with the page and its letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby, pairwise

from games.heraldry import TINCTURES
from games.molon_labe.atlas import KINGDOMS, MAP
from games.molon_labe.position import SEASONS, WINTER

BORDER = 44
"""Width of the season track round the map."""

WIDTH = MAP["canvas"]["width"] + 2 * BORDER
HEIGHT = MAP["canvas"]["height"] + 2 * BORDER

TINCTURE = {
    "barbarians": "olive",
    "sarmatians": "sea-green",
    "greeks": "azure",
    "romans": "gules",
    "carthaginians": "purpure",
    "eastern": "or",
}

type Points = Sequence[Sequence[float]]


def ground(season: int) -> str:
    """The name of the ground in a season of the track; by it the style sheet knows that the sea is closed."""
    return f"ml-{'winter' if season % 4 == WINTER else 'season'}-{season}"


def ground_symbols() -> str:
    """The names of the map, and for each season its track round them."""
    return _lettering() + _track() + "".join(_season(number) for number in range(SEASONS))


def outline(path: str) -> str:
    """An outline of the map as relative path data in whole units, which is a third as long.

    Each step leads from where the last one was rounded to, so that errors do not add up.
    """
    parts: list[str] = []
    at = (0, 0)
    last = ""
    for command, text in re.findall(r"([MLCZ])([^MLCZ]*)", path):
        numbers = [float(number) for number in re.findall(r"[\d.]+", text)]
        points = [(round(x), round(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        letter = "M" if command == "M" else command.lower()
        size = 3 if command == "C" else 1
        for n in range(0, len(points), size):
            group = points[n : n + size]
            steps = group if command == "M" else [(x - at[0], y - at[1]) for x, y in group]
            parts.append(_run(steps, "" if letter == last and command != "M" else letter))
            at, last = group[-1], letter
        if command == "Z":
            parts.append("z")
            last = "z"
    return "".join(parts)


def _run(steps: Sequence[tuple[int, int]], letter: str) -> str:
    text = letter
    for number in (number for step in steps for number in step):
        text += f"{number}" if number < 0 or (letter and text == letter) else f" {number}"
    return text


def way(points: Points) -> str:
    """A line through points, as relative path data in whole units."""
    rounded = [(round(x), round(y)) for x, y in points]
    steps = [(x - a, y - b) for (a, b), (x, y) in pairwise(rounded)]
    return _run(rounded[:1], "M") + "".join(_run([step], "l" if n == 0 else "") for n, step in enumerate(steps))


def land(look: str) -> str:
    """Sea, land, passages and cities without their names; ``look`` is ``fair`` or ``winter``."""
    kingdoms = {kingdom["id"]: kingdom for kingdom in MAP["kingdoms"]}
    patterns = "".join(
        f'<pattern id="ml-lines-{name}" width="4" height="4" patternUnits="userSpaceOnUse" '
        f'patternTransform="scale(2.2)"><path class="ml-lines" d="{TINCTURES[TINCTURE[name]].hatching}"/></pattern>'
        for name in KINGDOMS
    )
    lands = "".join(
        f'<path id="ml-land-{name}" d="{"".join(outline(path) for path in kingdoms[name]["outlines"])}"/>'
        for name in KINGDOMS
    )
    clips = "".join(f'<clipPath id="ml-in-{name}"><use href="#ml-land-{name}"/></clipPath>' for name in KINGDOMS)
    coast = "".join(f'<use href="#ml-land-{name}"/>' for name in KINGDOMS)
    shores = "".join(f'<use class="ml-{look}" href="#ml-coast"/>' for look in ("w6", "w4", "w2"))
    tints = "".join(
        f'<use class="ml-{name}" href="#ml-land-{name}"/>'
        f'<use fill="url(#ml-lines-{name})" href="#ml-land-{name}"/>'
        f'<g clip-path="url(#ml-in-{name})"><use class="ml-wash ml-wash-{name}" href="#ml-land-{name}"/></g>'
        for name in KINGDOMS
    )
    rivers = "".join(way(river["path"]) for river in MAP["decor"]["rivers"])
    edges = {
        kind: "".join(way(edge["path"]) for edge in MAP["edges"] if edge["kind"] == kind) for kind in ("land", "sea")
    }
    return (
        f'<defs>{patterns}{lands}{clips}<g id="ml-coast">{coast}</g></defs>'
        f'<g class="ml-{look}"><rect class="ml-water" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<g transform="translate({BORDER} {BORDER})">{shores}{tints}'
        f'<use class="ml-shore" href="#ml-coast"/><path class="ml-river" d="{rivers}"/>{_rose()}'
        f'<path class="ml-lane" d="{edges["sea"]}"/>'
        f'<path class="ml-road-rim" d="{edges["land"]}"/><path class="ml-road" d="{edges["land"]}"/>'
        f"{_nodes()}</g></g>"
    )


def _lettering() -> str:
    """All that is written on the map: it needs the letters of the page."""
    title = '<g class="ml-title"><text x="520" y="935">MOLON LABE</text></g>'
    return (
        f'<symbol id="ml-names" viewBox="0 0 {WIDTH} {HEIGHT}"><g transform="translate({BORDER} {BORDER})">'
        f"{title}{_realms()}{_names()}</g></symbol>"
    )


def _realms() -> str:
    return "".join(
        f'<text class="ml-realm ml-ink-{kingdom["id"]}" font-size="{label["size"] * 1.35:.0f}" '
        f'letter-spacing="{label["spacing"]}" x="{label["x"]}" y="{label["y"]}">{label["texts"][0]}</text>'
        for kingdom in MAP["kingdoms"]
        for label in kingdom["labels"]
    )


def _nodes() -> str:
    """Ships at sea, towns as rings, main cities as walls round a place for a tower."""
    ship = (
        '<g id="ml-ship"><circle class="ml-buoy" r="13"/><path class="ml-hull" d="M-9 3h18q-2 6-6 6h-6q-5 0-6-6z"/>'
        '<path class="ml-sail" d="M0-9v10M0-9q9 2 7 9H-7q2-6 7-9z"/></g>'
    )
    town = '<g id="ml-town"><circle r="8.5"/><circle class="ml-square" r="3.2"/></g>'
    wall = (
        '<g id="ml-wall"><path d="M-15 15v-24h6v4h6v-4h6v4h6v-4h6v24z"/>'
        '<path class="ml-square" d="M-4 15v-9q4-5 8 0v9z"/></g>'
    )
    shapes: dict[str, str] = {}
    for node in MAP["nodes"]:
        kind = "ship" if node["kind"] == "ship" else "wall" if node["main"] else "town"
        look = "" if kind == "ship" else f' class="ml-city-{node["kingdom"]}"'
        use = f'<use{look} href="#ml-{kind}" x="{node["x"]:.0f}" y="{node["y"]:.0f}"/>'
        shapes[kind] = shapes.get(kind, "") + use
    return f"<defs>{ship}{town}{wall}</defs>" + "".join(shapes.values())


def _names() -> str:
    def look(name: tuple[str, str, float, float, str]) -> tuple[str, str]:
        return name[:2]

    return "".join(
        f'<g class="{kind}" text-anchor="{anchor}">'
        + "".join(f'<text x="{x:.0f}" y="{y:.0f}">{escape(text)}</text>' for _, _, x, y, text in names)
        + "</g>"
        for (kind, anchor), names in groupby(sorted(_placed_names(), key=look), look)
    )


def _placed_names() -> Iterator[tuple[str, str, float, float, str]]:
    for node in MAP["nodes"]:
        if label := node.get("label"):
            kind = "ml-main" if node["main"] else "ml-name"
            yield kind, label["anchor"], node["x"] + label["dx"], node["y"] + label["dy"], node["name"]


def _rose() -> str:
    """A compass rose and the lines under the title, where no city is."""
    spike = '<path id="ml-spike" d="M0-50L9-9 0 0z"/><path id="ml-spike-dark" d="M0-50L-9-9 0 0z"/>'
    turned = "".join(
        f'<g transform="rotate({angle}) scale({size})"><use href="#ml-spike"/>'
        '<use class="ml-dark" href="#ml-spike-dark"/></g>'
        for size, angles in ((0.62, (45, 135, 225, 315)), (1, (0, 90, 180, 270)))
        for angle in angles
    )
    return (
        f'<defs>{spike}</defs><g class="ml-rose" transform="translate(150 905)"><circle r="31"/><circle r="27"/>'
        f"{turned}</g>"
        '<path class="ml-rule" d="M350 950h340M380 955h280"/>'
    )


_WIDE, _HIGH = MAP["canvas"]["width"] / 4, MAP["canvas"]["height"] / 4
_NAMES = ("VERIS", "AESTUS", "AUTUMNUS", "HIEMIS")
_SIGNS = ("flower", "sun", "grapes", "flake")


def _cells() -> Iterator[tuple[float, float, float, float, int]]:
    """Each season's place on the border, clockwise from the upper left: corner, size and turn of the writing."""
    for n in range(4):
        yield BORDER + n * _WIDE, 0, _WIDE, BORDER, 0
    for n in range(4):
        yield WIDTH - BORDER, BORDER + n * _HIGH, BORDER, _HIGH, 90
    for n in range(4):
        yield WIDTH - BORDER - (n + 1) * _WIDE, HEIGHT - BORDER, _WIDE, BORDER, 0
    for n in range(4):
        yield 0, HEIGHT - BORDER - (n + 1) * _HIGH, BORDER, _HIGH, -90


CELLS = tuple(_cells())


def _track() -> str:
    signs = (
        '<g id="ml-flower"><path d="'
        'M0 0q-7-5 0-11 7 6 0 11 5-7 11 0-6 7-11 0 7 5 0 11-7-6 0-11-5 7-11 0 6-7 11 0z"/></g>'
        '<g id="ml-sun"><circle r="5"/><path d="M0-7v-4M0 7v4M-7 0h-4M7 0h4M5-5l3-3M-5 5l-3 3M5 5l3 3M-5-5l-3-3"/></g>'
        '<g id="ml-grapes"><path d="M-1-6q1-5 6-5-1 5-6 5z"/>'
        '<circle cx="-5" cy="-3" r="3"/><circle cx="1" cy="-3" r="3"/>'
        '<circle cx="-2" cy="2" r="3"/><circle cx="4" cy="2" r="3"/><circle cx="1" cy="7" r="3"/></g>'
        '<g id="ml-flake"><path d="M0-11V11M-9.5-5.5L9.5 5.5M9.5-5.5L-9.5 5.5M-3-9l3 3 3-3M-3 9l3-3 3 3"/></g>'
    )
    frame = f"M0 0H{WIDTH}V{HEIGHT}H0zM{BORDER} {BORDER}V{HEIGHT - BORDER}H{WIDTH - BORDER}V{BORDER}z"
    lines = f"M{BORDER} {BORDER}H{WIDTH - BORDER}V{HEIGHT - BORDER}H{BORDER}z" + "".join(
        f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z" for x, y, width, height, _ in CELLS
    )
    corners = "".join(
        f'<use class="ml-corner" href="#ml-flower" transform="translate({x} {y}) scale(1.3)"/>'
        for x in (BORDER / 2, WIDTH - BORDER / 2)
        for y in (BORDER / 2, HEIGHT - BORDER / 2)
    )
    names = "".join(_cell_name(number) for number in range(SEASONS))
    return (
        f'<symbol id="ml-track" viewBox="0 0 {WIDTH} {HEIGHT}"><defs>{signs}</defs>'
        f'<path class="ml-frame" d="{frame}"/><path class="ml-frame-line" d="{lines}"/>{corners}{names}</symbol>'
    )


def _cell_name(number: int, look: str = "ml-season") -> str:
    x, y, width, height, turn = CELLS[number]
    sign = _SIGNS[number % 4]
    rotate = f" rotate({turn})" if turn else ""
    return (
        f'<g class="{look}" transform="translate({x + width / 2:g} {y + height / 2:g}){rotate}">'
        f'<use href="#ml-{sign}" x="-112"/><text y="8">{_NAMES[number % 4]} · {264 - number // 4}</text></g>'
    )


def _season(number: int) -> str:
    """Seasons gone by are shaded, the one that is now bears the seal's colour."""
    gone = "".join(f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z" for x, y, width, height, _ in CELLS[:number])
    x, y, width, height, _ = CELLS[number]
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    return (
        f'<symbol id="{ground(number)}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<use href="#ml-names" {size}/><use href="#ml-track" {size}/>'
        + (f'<path class="ml-gone" d="{gone}"/>' if gone else "")
        + f'<rect class="ml-now" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'
        f"{_cell_name(number, 'ml-season ml-is-now')}</symbol>"
    )
