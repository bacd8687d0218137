"""The ground of a board as files of its own, by day and by night, which the game's style sheet lays under its boards.

A browser keeps them; sent with every page, a map would be more than half of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

TIMES = ("day", "night")
"""Which of the two colours of ``light-dark()`` a file shows, by its place here."""


@dataclass(frozen=True, slots=True)
class Backdrop:
    """A game's ground as files: ``drawings`` by the names of the files, ``css`` the sheet that colours them.

    The files lie in ``folder`` and are called ``<name>-<time>.svg``.
    """

    drawings: Mapping[str, str]
    css: Path
    width: float
    height: float
    folder: Path

    def svg(self, name: str, time: str) -> str:
        """What the file of that drawing holds, by ``day`` or by ``night``.

        The style sheet begins with the colours, as tokens of ``:root``.
        """
        size = f'viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}"'
        looks = _looks(self.css.read_text(encoding="utf-8"), time)
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{looks}</style>{self.drawings[name]}</svg>\n'

    def path(self, name: str, time: str) -> Path:
        """Where the file lies."""
        return self.folder / f"{name}-{time}.svg"

    def write(self) -> None:
        """Make all the files anew."""
        for name in self.drawings:
            for time in TIMES:
                self.path(name, time).write_text(self.svg(name, time), encoding="utf-8")


def _looks(css: str, time: str) -> str:
    """The rules with the colours of that time of day."""
    tokens, rules = re.sub(r"/\*.*?\*/|\n\s*", "", css, flags=re.DOTALL).split("}", 1)
    colours = {
        name: both[TIMES.index(time)] for name, *both in re.findall(r"(--[\w-]+): light-dark\((\S+), (\S+)\)", tokens)
    }
    return re.sub(r"var\((--[\w-]+)\)", lambda found: colours[found[1]], rules)
