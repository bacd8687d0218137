"""Towers by their floors, generals as standards with number and level, and the same lying beside the board."""

from __future__ import annotations

from games.molon_labe.atlas import KINGDOMS
from games.molon_labe.ground import TINCTURE
from games.molon_labe.position import FLOORS, GENERALS, HIGHEST_LEVEL

CELL = 40
"""Side of a space; a figure is drawn for that size and may stand out of it."""

PLACES = {"town": (26, -9), "tower": (38, -22)}
"""Where a pole stands at the right and at the left of a city's sign."""


def tower(kingdom: str, floors: int) -> str:
    """The symbol of a main city's tower; no floors leave a ruin."""
    return f"ml-tower-{kingdom}-{floors}" if floors else "ml-ruin"


def standard(kingdom: str, number: int) -> str:
    """The figure of a general, whose pole stands at the left of its space."""
    return f"ml-{kingdom}-{number}"


def level(number: int) -> str:
    """The figure of a level, drawn below a standard."""
    return f"ml-level-{number}"


DIE = "ml-die"
"""The figure of a die that a general may still use."""


def lot(kingdom: str, number: int) -> str:
    """The symbol of a general beside the board."""
    return f"ml-lot-{kingdom}-{number}"


def floor(kingdom: str) -> str:
    """The symbol of a razed floor."""
    return f"ml-floor-{kingdom}"


def figure_symbols() -> str:
    """All figures; those of a general are drawn once, for a board says where beside a city each stands."""
    towers = [_tower(kingdom, floors) for kingdom in KINGDOMS for floors in range(1, FLOORS + 1)]
    return "".join(
        (
            f"<defs>{_parts()}</defs>",
            *towers,
            _symbol("ml-ruin", _RUIN),
            *(_beside(kingdom) for kingdom in KINGDOMS),
        )
    )


def _beside(kingdom: str) -> str:
    lots = "".join(
        f'<symbol id="{lot(kingdom, number)}" viewBox="-6 -34 38 54"><use href="#ml-{kingdom}-{number}"/></symbol>'
        for number in GENERALS
    )
    return (
        f'{lots}<symbol id="{floor(kingdom)}" viewBox="4 -8 32 32"><use href="#ml-storey"/>'
        f'<path class="ml-line" fill="url(#hatch-{TINCTURE[kingdom]})" d="M15 3h10v8l-5 4-5-4z"/></symbol>'
    )


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {CELL} {CELL}" overflow="visible">{body}</symbol>'


def _parts() -> str:
    standards = "".join(_standard(kingdom, number) for kingdom in KINGDOMS for number in GENERALS)
    levels = "".join(_level(number) for number in range(1, HIGHEST_LEVEL + 1))
    pips = "".join(f'<circle class="ml-dot" cx="{32 + n}" cy="{-21 + n}" r="1.5"/>' for n in (-2.5, 0, 2.5))
    return (
        '<g id="ml-storey"><path class="ml-stone" d="M6 0h28v17H6z"/>'
        '<path class="ml-joint" d="M6 6h9M25 6h9M6 12h5M29 12h5"/><path class="ml-window" d="M18 14V8q2-4 4 0v6z"/></g>'
        '<g id="ml-crown"><path class="ml-stone" d="M3 4v-9h6v4h6v-4h10v4h6v-4h6v9z"/></g>'
        '<path id="ml-flag" d="M0-27h25V2L12.5-5 0 2z"/>'
        f"{standards}{levels}"
        f'<g id="{DIE}"><rect class="ml-plate" x="26" y="-27" width="12" height="12" rx="2.5"/>{pips}</g>'
    )


_RUIN = (
    '<path class="ml-stone" d="M3 36l3-9 5 3 2-6 6 5 5-7 4 8 6-3 4 9z"/>'
    '<path class="ml-joint" d="M9 33h6M19 31h5M27 34h5"/>'
)


def _tower(kingdom: str, floors: int) -> str:
    """The storeys from the ground up, each a little smaller, battlements and a shield over the gate."""
    storeys = "".join(
        f'<use href="#ml-storey" transform="translate({20 * (1 - size):.3g} {37 - 17 * (n + 1)}) scale({size:g} 1)"/>'
        for n, size in enumerate((1, 0.86, 0.72)[:floors])
    )
    size = (1, 0.86, 0.72)[floors - 1]
    top = 37 - 17 * floors
    return _symbol(
        tower(kingdom, floors),
        f'{storeys}<use href="#ml-crown" transform="translate({20 * (1 - size):.3g} {top}) scale({size:g})"/>'
        f'<path class="ml-line" fill="url(#hatch-{TINCTURE[kingdom]})" d="M13 21h14v9q-1 6-7 9-6-3-7-9z"/>',
    )


def _standard(kingdom: str, number: int) -> str:
    """Pole and banner in the kingdom's tincture; the number stands on a plate."""
    return (
        f'<g id="ml-{kingdom}-{number}"><path class="ml-pole" d="M0-30V18"/>'
        f'<use class="ml-line" fill="url(#hatch-{TINCTURE[kingdom]})" href="#ml-flag"/>'
        '<circle class="ml-knob" cy="-31" r="3"/><circle class="ml-plate" cx="12.5" cy="-15.5" r="8.5"/>'
        f'<text class="ml-number" x="12.5" y="-9.5">{number}</text></g>'
    )


def _level(number: int) -> str:
    """As many studs below the banner as the general's level."""
    studs = "".join(f'<circle class="ml-stud" cx="{8 + 9 * n}" cy="8" r="4"/>' for n in range(number))
    return f'<g id="ml-level-{number}">{studs}</g>'
