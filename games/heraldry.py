"""Tinctures, their engraver's hatching, and the shields and seals drawn with them.

Pure: standard library only. Colours follow the seats; the hatching (Petra Sancta) says the
same without colour. Elements carry classes and presentation attributes, never a style.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape


@dataclass(frozen=True, slots=True)
class Tincture:
    """``hatching`` is SVG path data in a tile of 4 x 4 units; ``metal`` fields take a dark charge."""

    colour: str
    hatching: str = ""
    metal: bool = False


_DOTS = "M.6 1h.8M2.6 3h.8"
_DOWN = "M-1 -1L5 5M-1 3L1 5M3 -1L5 1"
_UP = "M-1 5L5 -1M-1 1L1 -1M3 5L5 3"

TINCTURES = {
    "gules": Tincture("#b3261e", "M2 0V4"),
    "azure": Tincture("#1f5fa8", "M0 2H4"),
    "vert": Tincture("#2e7d46", _DOWN),
    "olive": Tincture("#6b7a2b", _DOWN),
    "purpure": Tincture("#7a3e8e", _UP),
    "sable": Tincture("#2b2b2b", "M2 0V4M0 2H4"),
    "argent": Tincture("#f2f2ec", metal=True),
    "or": Tincture("#d9a514", _DOTS, metal=True),
    "tenne": Tincture("#c86a1b", _DOWN + "M0 2H4"),
    "sea-green": Tincture("#24756a", "M0 0V4M1.6 1h.8M1.6 3h.8"),
}

SHIELD = "M2 2H30V16C30 25.5 24 31.5 16 35C8 31.5 2 25.5 2 16Z"
"""The outline of a shield in a box of 32 x 37 units."""

CHARGES = {
    "": "",
    # a sword upright: blade with its point up, cross-guard, grip, pommel
    "sword": "M16 4.5L18 7.5V20H22.5V22.6H17.6V26.2A2.4 2.4 0 1 1 14.4 26.2V22.6H9.5V20H14V7.5Z",
    # an open crown: three points over a band
    "crown": "M6.5 11L11.5 16L16 8.5L20.5 16L25.5 11L23.5 22H8.5ZM8.5 23.6H23.5V26.6H8.5Z",
    # a cross patty, its arms wider at their ends
    "cross": ("M11.4 6H20.6L17.7 14.8L26.5 11.9V21.1L17.7 18.2L20.6 28H11.4L14.3 18.2L5.5 21.1V11.9L14.3 14.8Z"),
    # an axe upright: its haft, a broad blade at the right
    "axe": "M13 6H16V8Q20 5.5 25.5 6Q22.5 11 25.5 17.5Q20 17.5 16 15V29H13Z",
    # a bow with an arrow laid on it, shot upward
    "bow": (
        "M5.5 19Q8 9.5 14.7 9.5V8.5H12.7L16 4L19.3 8.5H17.3V9.5Q24 9.5 26.5 19L24 19.5"
        "Q22.5 12 17.3 12V24L19.5 27V30L16 27L12.5 30V27L14.7 24V12Q9.5 12 8 19.5Z"
    ),
    # two waves of the sea
    "wave": (
        "M5 15Q9 7 14 9Q18 11 15.5 13.5Q19 16 22 12Q24.5 9 27 9V13Q25.5 13.5 24 16Q20 21 14.5 18Q9 15 5 19Z"
        "M6 24Q9.5 18 14 20.5Q18.5 23.5 21.5 20.5Q23.5 18.5 25.5 19Q22.5 27 15.5 25Q10.5 23 8 27.5Z"
    ),
    # a wreath of laurel, open at the top
    "laurel": (
        "M10 7Q14.5 9 12 13Q8.5 11.5 10 7ZM6.5 12.5Q12 13.5 10.5 18Q6 17 6.5 12.5ZM7 19"
        "Q12.5 18.5 12.5 23.5Q7.5 24 7 19Z"
        "M11 25.5Q15 22.5 17 26.5Q21 22.5 21 25.5Q18 29 16 27.5Q14 29 11 25.5Z"
        "M22 7Q17.5 9 20 13Q23.5 11.5 22 7ZM25.5 12.5Q20 13.5 21.5 18Q26 17 25.5 12.5ZM25 19"
        "Q19.5 18.5 19.5 23.5Q24.5 24 25 19Z"
    ),
    # a crescent, its horns upward, under a disc
    "crescent": (
        "M6 14Q7.5 20.5 16 20.5Q24.5 20.5 26 14Q27.5 27 16 27.5Q4.5 27 6 14ZM20 11.5"
        "A4 4 0 1 1 12 11.5A4 4 0 1 1 20 11.5Z"
    ),
    # a star of eight rays
    "star": (
        "M16 5L17.9 11.4L23.8 8.2L20.6 14.1L27 16L20.6 17.9L23.8 23.8L17.9 20.6L16 27L14.1 20.6"
        "L8.2 23.8L11.4 17.9L5 16L11.4 14.1L8.2 8.2L14.1 11.4Z"
    ),
}
"""Path data of each charge, in the units of ``SHIELD``."""

_SEAL = (
    "M24 2.5C28.6 2 31.4 4.8 35.2 6.6C39.2 8.4 42.6 10.6 43.6 15C44.6 19 46.2 22.4 45 27"
    "C43.9 31 43.2 35.2 39.6 38.4C36 41.4 33.4 44.6 28.4 45C24 45.4 20 46.2 15.8 43.8"
    "C11.8 41.6 7.6 40.4 5.2 36.2C3 32.2 2.2 28.4 2.8 23.6C3.4 19.2 3.2 15.2 6.6 11.4"
    "C9.8 7.8 12.6 5.2 17 3.8C19.4 3 21.4 2.8 24 2.5Z"
)


_CRACK = '<path id="seal-crack" class="seal-crack" d="M25 1L21 12L27 21L20 30L26 38L22 47"/>'


def tincture_defs() -> str:
    """Hidden SVG with a pattern ``hatch-<tincture>`` for each tincture, and the wax of seals; once on a page."""
    patterns = "".join(
        f'<pattern id="hatch-{name}" width="4" height="4" patternUnits="userSpaceOnUse">'
        f'<rect class="tincture-{name}" width="4" height="4"/>'
        + (f'<path class="{_line(tincture)}" d="{tincture.hatching}"/>' if tincture.hatching else "")
        + "</pattern>"
        for name, tincture in TINCTURES.items()
    )
    wax = f'<g id="seal-wax"><path d="{_SEAL}"/><circle class="seal-rim" cx="24" cy="24" r="15.5"/></g>{_CRACK}'
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>{patterns}{wax}</defs></svg>'


def shield(tincture: str, charge: str, size: int, label: str = "") -> str:
    """A seat's badge as SVG, ``size`` pixels wide; without a label it is hidden from screen readers.

    Raises KeyError for an unknown tincture or charge. Needs ``tincture_defs`` in the same document.
    """
    kind = "charge-on-metal" if TINCTURES[tincture].metal else "charge-on-colour"
    figure = f'<path class="{kind}" d="{CHARGES[charge]}"/>' if CHARGES[charge] else ""
    return (
        f'<svg class="shield" viewBox="0 0 32 37" width="{size}" height="{round(size * 37 / 32)}" {_named(label)}'
        f'<path fill="url(#hatch-{tincture})" d="{SHIELD}"/>{figure}'
        f'<path class="shield-line" d="{SHIELD}"/></svg>'
    )


def seal(letters: str, label: str = "", *, is_broken: bool = False) -> str:
    """A blob of wax with the first letters of a receipt on it, whole or broken across. Needs ``tincture_defs``."""
    crack = '<use href="#seal-crack"/>' if is_broken else ""
    classes = "seal is-broken" if is_broken else "seal"
    return (
        f'<svg class="{classes}" viewBox="0 0 48 48" width="56" height="56" {_named(label)}'
        f'<use class="seal-wax" href="#seal-wax"/>'
        f'<text class="seal-text" x="24" y="28.5" text-anchor="middle">{escape(letters)}</text>{crack}</svg>'
    )


def picture_css() -> str:
    """The rules that colour shields in a picture of its own, light theme, without variables."""
    fields = "".join(f".tincture-{name}{{fill:{tincture.colour}}}" for name, tincture in TINCTURES.items())
    return (
        fields + ".hatch-light{stroke:#fff;stroke-opacity:.42;stroke-width:.8;fill:none}"
        ".hatch-dark{stroke:#22201b;stroke-width:.8;fill:none}"
        ".charge-on-colour{fill:#f2f2ec;stroke:#22201b;stroke-width:.8}.charge-on-metal{fill:#22201b}"
        ".shield-line{fill:none;stroke:#22201b;stroke-width:2}"
    )


def _line(tincture: Tincture) -> str:
    return "hatch-dark" if tincture.metal else "hatch-light"


def _named(label: str) -> str:
    """The rest of an SVG's opening tag, and its title if it has one."""
    return f'role="img"><title>{escape(label)}</title>' if label else 'aria-hidden="true">'
