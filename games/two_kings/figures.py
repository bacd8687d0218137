"""The toys: three units in two liveries, four obstacles, and where several stand on one square."""

from __future__ import annotations

from collections.abc import Iterator

from games.two_kings.position import FOE, OBSTACLES, SEATS, UNITS

TINCTURES = {"P": "vert", "R": "gules"}

SPOTS = {
    "1": (-3, -9, 66),
    "2a": (-17, -7, 54),
    "2b": (22, -3, 54),
    "3a": (-21, -14, 46),
    "3b": (33, -14, 46),
    "3c": (5, 10, 52),
}
"""Left, top and size of a figure in a square of 60: alone, one of two, one of three."""


def unit(seat: str, kind: str, spot: str) -> str:
    """The symbol of a unit at a spot of its square."""
    return f"tk-{seat}{kind}-{spot}"


def missing(spot: str) -> str:
    """The symbol of an hourglass beside a unit that misses its roll."""
    return f"tk-miss-{spot}"


def plain(seat: str, kind: str) -> str:
    """The symbol of a unit that stands beside the board."""
    return f"tk-{seat}{kind}"


def obstacle(road: str, letter: str) -> str:
    """The symbol of an obstacle, in the livery of whoever laid it."""
    return f"tk-{FOE[road]}{letter}"


def figure_symbols() -> str:
    """All toys; a unit is drawn once and used at each spot."""
    return "".join(_symbols())


def _symbols() -> Iterator[str]:
    for seat in SEATS:
        for kind in UNITS:
            yield _symbol(plain(seat, kind), _toy(f"{seat}{kind}", _UNITS[kind], seat, _LINES[kind]))
            for spot in SPOTS:
                yield _symbol(unit(seat, kind, spot), _placed(plain(seat, kind), spot))
        for letter in OBSTACLES:
            yield _symbol(f"tk-{seat}{letter}", _toy(f"{seat}{letter}", _OBSTACLES[letter], seat, _LINES[letter]))
    yield _symbol("tk-miss", _HOURGLASS)
    for spot in SPOTS:
        yield _symbol(missing(spot), _placed("tk-miss", spot))


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 60 60" overflow="visible">{body}</symbol>'


def _placed(name: str, spot: str) -> str:
    x, y, size = SPOTS[spot]
    return f'<use href="#{name}" x="{x}" y="{y}" width="{size}" height="{size}"/>'


def _toy(name: str, parts: str, seat: str, lines: str) -> str:
    """Its parts drawn twice, first as a pale rim that lifts them off the road, and fine lines over them."""
    body = parts.replace("LIVERY", f'fill="url(#hatch-{TINCTURES[seat]})"')
    return (
        f'<use href="#tk-{name}-0" class="tk-rim"/><g class="tk-body"><g id="tk-{name}-0">{body}</g></g>'
        f'<path class="tk-fine" d="{lines}"/>'
    )


_STAND = '<path class="tk-stand" d="M9 50h42q4 0 4 4t-4 4H9q-4 0-4-4t4-4z"/>'

_UNITS = {
    # a hobby horse's head and neck, bridled, with a blanket in the livery
    "C": _STAND + '<path class="tk-horse" '
    'd="M14 50q-1-14 8-22-5 2-9 6-4 3-7-1-2-3 1-6l10-12q3-4 9-5l3-7 5 6q16 4 17 23 1 11-2 18"/>'
    '<path LIVERY d="M14 50q0-8 5-14 12 6 30 0 2 8-0 14z"/>'
    '<path class="tk-mane" d="M31 7q17 2 20 20 1 8-1 13-2-16-8-23-5-6-11-5z"/>',
    # a cannon on a carriage with one big wheel
    "A": _STAND + '<path class="tk-wood" d="M8 50l24-16 8 5-14 11z"/>'
    '<path LIVERY d="M7 34l38-24 5-1 6 10-2 4-40 20q-7 1-9-3-1-3 2-6z"/>'
    '<path class="tk-gold" d="M43 11l7-4 8 13-7 4zM18 27l4-3 8 12-4 2z"/>'
    '<path class="tk-wood" d="M44 41a15 15 0 1 1-30 0a15 15 0 1 1 30 0z"/>'
    '<path class="tk-iron" d="M33 41a4 4 0 1 1-8 0a4 4 0 1 1 8 0z"/>',
    # a tin soldier: tall hat, coat in the livery, musket
    "I": _STAND + '<path class="tk-wood" d="M45 12h3l2 38h-5z"/><path class="tk-steel" d="M45.5 12l1-12 2 12z"/>'
    '<path class="tk-white" d="M21 40h18l1 10H20z"/>'
    '<path LIVERY d="M18 27q12-5 24 0l6 9-3 5-5-3 1 5H19l1-5-5 4-4-5z"/>'
    '<path class="tk-white" d="M27 25h6l3 17h-3L30 31l-3 11h-3z"/>'
    '<path class="tk-skin" d="M22 15h16v6q-1 6-8 6t-8-6z"/>'
    '<path class="tk-hat" d="M20 16L19 2q11-4 22 0l-1 14q-10-3-20 0z"/>'
    '<path class="tk-gold" d="M20 12q10-3 20 0v4q-10-3-20 0zM28 2l2-6 2 6-2 3z"/>',
}

_OBSTACLES = {
    # logs, crossed and sharpened, a pennon on one
    "B": '<path class="tk-wood" d="M4 48L44 6l8 1-1 7L12 55zM56 48L16 6 8 7l1 7 39 41z"/>'
    '<path class="tk-log" d="M2 34h56v11H2z"/><path class="tk-log" d="M58 39.500a3 5.5 0 1 1-6 0a3 5.5 0 1 1 6 0z"/>'
    '<path LIVERY d="M22 26h16v13l-8-4-8 4z"/>',
    # two heads behind a great shield, a crossbow laid over it
    "X": '<path class="tk-steel" d="M10 22q0-12 9-12t9 12zM32 22q0-12 9-12t9 12z"/>'
    '<path class="tk-skin" d="M11 22h16q-1 9-8 9t-8-9zM33 22h16q-1 9-8 9t-8-9z"/>'
    '<path LIVERY d="M6 32h48v12q0 12-24 15Q6 56 6 44z"/>'
    '<path class="tk-wood" d="M27.5 14h5v34h-5z"/>'
    '<path class="tk-wood" d="M6 26q8-14 24-14t24 14l-4 1q-7-9-20-9t-20 9z"/>',
    # a fat mortar on a block
    "T": '<path class="tk-wood" d="M4 44h52l3 13H1z"/>'
    '<path class="tk-iron" d="M12 45q-4-14 8-20l14-17 20 13-9 18q-4 7-12 7z"/>'
    '<path class="tk-steel" d="M32 8q3-6 14 0t10 15q-4 4-14-3T32 8z"/>'
    '<path class="tk-hole" d="M36 9q3-3 10 2t7 10q-3 2-9-3t-8-9z"/><path LIVERY d="M16 40l5-8 16 10-3 5H20z"/>',
    # a round bomb with a burning fuse
    "M": '<path class="tk-iron" d="M50 37a21 21 0 1 1-42 0a21 21 0 1 1 42 0z"/>'
    '<path class="tk-steel" d="M34 19l6-9 9 6-5 9z"/><path LIVERY d="M10 34q19 8 38 0 2 6 0 10-19 8-38 0-2-5 0-10z"/>'
    '<path class="tk-flame" d="M50 0l2 5 6-1-3 5 4 4-6 0-2 6-4-5-5 1 3-5-3-5 6 1z"/>',
}

_LINES = {
    "C": "M22 20a1 1 0 1 0 .1 0M11 30l2-1M17 23l17 4M34 12q-2 8 0 15",
    "A": "M29 26v30M14 41h30M18.5 30.500l21 21M39.5 30.500l-21 21",
    "I": "M26.5 19v2M33.5 19v2M28 24q2 1 4 0M30 43v7M30 31v1",
    "B": "M8 38h12M40 41h10M26 30h8M14 50l6-6M46 50l-6-6",
    "X": "M16 25v1M22 25v1M38 25v1M44 25v1M12 38q18 6 36 0M6 27l24 10 24-10",
    "T": "M10 50h14M36 51h14M26 30l10 7",
    "M": "M17 30q3-7 9-8M46 11q1-4 4-6",
}

_HOURGLASS = (
    '<circle class="tk-plate" cx="50" cy="8" r="13"/>'
    '<path class="tk-sand" d="M44 0h12v3q0 3-4.5 5 4.5 2 4.5 5v3H44v-3q0-3 4.5-5-4.5-2-4.5-5z"/>'
)
