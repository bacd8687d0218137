"""The ground of a board as files of its own, by day and by night, which the game's style sheet lays under its boards.

A browser keeps them; sent with every page, a map would be more than half of it.
"""

from __future__ import annotations

import re

TIMES = ("day", "night")
"""Which of the two colours of ``light-dark()`` a file shows, by its place here."""


def backdrop_svg(drawing: str, css: str, width: float, height: float, time: str) -> str:
    """The file of a drawing by ``day`` or by ``night``.

    The style sheet begins with the colours, as tokens of ``:root``.
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<style>{_looks(css, time)}</style>{drawing}</svg>\n"
    )


def _looks(css: str, time: str) -> str:
    """The rules with the colours of that time of day."""
    tokens, rules = re.sub(r"/\*.*?\*/|\n\s*", "", css, flags=re.DOTALL).split("}", 1)
    colours = {
        name: both[TIMES.index(time)] for name, *both in re.findall(r"(--[\w-]+): light-dark\((\S+), (\S+)\)", tokens)
    }
    return re.sub(r"var\((--[\w-]+)\)", lambda found: colours[found[1]], rules)
