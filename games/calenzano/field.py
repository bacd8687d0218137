"""Who stands where, as figures by cell and as sets of bits: while a turn is played, and as a draft expects it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.calenzano.position import FOE, Figure
from games.calenzano.terrain import BIT


class Field:
    """Figures by cell; ``sides`` holds the cells of each seat, ``occupied`` those of both, as sets of bits."""

    def __init__(self, figures: Iterable[Figure]) -> None:
        self.figures = {figure.cell: figure for figure in figures}
        self.sides = {"N": 0, "S": 0}
        for cell, figure in self.figures.items():
            self.sides[figure.side] |= BIT[cell]

    @property
    def occupied(self) -> int:
        return self.sides["N"] | self.sides["S"]

    def row_by_row(self) -> tuple[Figure, ...]:
        """All figures, in the order of their cells."""
        return tuple(sorted(self.figures.values(), key=lambda figure: BIT[figure.cell]))

    def own(self, side: str, cell: str) -> Figure | None:
        """The figure of ``side`` on ``cell``."""
        figure = self.figures.get(cell)
        return figure if figure and figure.side == side else None

    def foe(self, side: str, cell: str) -> Figure | None:
        """The enemy of ``side`` on ``cell``."""
        return self.own(FOE[side], cell)

    def put(self, figure: Figure) -> None:
        """Place a figure; whoever stood on its cell is gone."""
        self.take(figure.cell)
        self.figures[figure.cell] = figure
        self.sides[figure.side] |= BIT[figure.cell]

    def take(self, cell: str) -> Figure | None:
        """Remove who stands on ``cell``, and say who it was."""
        figure = self.figures.pop(cell, None)
        if figure:
            self.sides[figure.side] &= ~BIT[cell]
        return figure

    def move(self, start: str, end: str) -> None:
        """Move a figure, which has then had its move or shot of the turn. Raises KeyError if nobody stands there."""
        figure = self.figures[start]
        self.take(start)
        self.put(replace(figure, cell=end, did="move"))

    def mark(self, cell: str, *, did: str = "", has_fought: bool = False) -> None:
        """Note what the figure on ``cell`` has done in this turn."""
        figure = self.figures[cell]
        self.figures[cell] = replace(figure, did=did or figure.did, has_fought=has_fought or figure.has_fought)
