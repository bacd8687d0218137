"""Placing figures: the armies before the battle, the Florentines when they come. RULES.md 2."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from games.calenzano.data import ALLIES, ALLY_CELLS, ARMIES, ENTRY_COLUMN, HOME_ROWS, USUAL_CELLS
from games.calenzano.names import KINDS
from games.calenzano.position import Figure, Order
from games.calenzano.terrain import BARRED, BIT, CELLS, PLACE
from games.words import Sentence, say

COLUMN = tuple(cell for cell in CELLS if cell[0] == ENTRY_COLUMN)
"""The cells where the Florentines come in, from north to south."""
HOME = {seat: tuple(cell for cell in CELLS if PLACE[cell][1] + 1 in rows) for seat, rows in HOME_ROWS.items()}
"""The cells on which each seat deploys. RULES.md 2.1."""


def counts(word: str, seat: str) -> Mapping[str, int]:
    """How many figures of each kind are to be placed by ``deploy`` or ``florence``."""
    return ARMIES[seat] if word == "deploy" else ALLIES


def missing(word: str, seat: str, placements: Sequence[Order]) -> dict[str, int]:
    """The kinds that a layout still lacks, and how many of each."""
    placed_kinds = [order.who[0] for order in placements]
    left = {kind: n - placed_kinds.count(kind) for kind, n in counts(word, seat).items()}
    return {kind: n for kind, n in left.items() if n}


def deploy_fault(seat: str, order: Order, drafted: Sequence[Order]) -> Sentence | None:
    """Why a figure may not be placed so before the battle. RULES.md 2.1."""
    kind, cell = order.who[0], order.to[0]
    if fault := _kind_fault("deploy", seat, kind, drafted):
        return fault
    if cell not in HOME[seat]:
        rows = HOME_ROWS[seat]
        return say(
            "{cell} is not yours to deploy on. Your rows are {first} to {last}.",
            cell=cell,
            first=rows[0],
            last=rows[-1],
        )
    if BIT[cell] & BARRED[kind]:
        return _barred(kind, cell)
    if any(other.to == order.to for other in drafted):
        return say("{cell} is taken already. Each figure needs a cell of its own.", cell=cell)
    return None


def arrival_fault(order: Order, drafted: Sequence[Order], figures: Sequence[Figure]) -> Sentence | None:
    """Why a Florentine may not be placed so; ``figures`` are those who stood there before. RULES.md 2.4."""
    kind, cell = order.who[0], order.to[0]
    if fault := _kind_fault("florence", "N", kind, drafted):
        return fault
    if len(drafted) == newcomers(figures):
        return say("Column {column} has no cell left for another Florentine.", column=ENTRY_COLUMN)
    if cell not in COLUMN:
        return say("{cell} is not in column {column}, where the Florentines come in.", cell=cell, column=ENTRY_COLUMN)
    if BIT[cell] & BARRED[kind]:
        return _barred(kind, cell)
    if any(figure.cell == cell for figure in figures) or any(other.to == order.to for other in drafted):
        return say("{cell} is taken already. Each figure needs a cell of its own.", cell=cell)
    return None


def _kind_fault(word: str, seat: str, kind: str, drafted: Sequence[Order]) -> Sentence | None:
    wanted = counts(word, seat)
    if kind not in wanted:
        return say("No {kind} come from Florence: it sends {all}.", kind=KINDS[kind], all=army_words(wanted))
    if sum(order.who[0] == kind for order in drafted) == wanted[kind]:
        return say("All {n} of that kind are placed already: {kind}.", n=wanted[kind], kind=KINDS[kind])
    return None


def army_words(wanted: Mapping[str, int]) -> str:
    """The numbers of an army as notation: ``4 K, 2 F, 2 B``."""
    return ", ".join(f"{n} {kind}" for kind, n in wanted.items())


def _barred(kind: str, cell: str) -> Sentence:
    if kind == "K":
        return say("{cell} lies in the houses, and cavalry may not stand there.", cell=cell)
    return say("{cell} is a wood, and catapults may not stand there.", cell=cell)


def newcomers(figures: Iterable[Figure]) -> int:
    """How many Florentines find a cell. RULES.md 2.4, ruling H-30."""
    occupied = sum(figure.cell[0] == ENTRY_COLUMN for figure in figures)
    return min(sum(ALLIES.values()), len(COLUMN) - occupied)


def do_all_come(figures: Iterable[Figure]) -> bool:
    """Whether there is a cell for each of the Florentines."""
    return newcomers(figures) == sum(ALLIES.values())


def wanted_by(word: str, seat: str, figures: Iterable[Figure]) -> int:
    """How many figures a whole layout has."""
    return newcomers(figures) if word == "florence" else sum(ARMIES[seat].values())


@cache
def usual_deployment(seat: str) -> tuple[Order, ...]:
    """The layout that counts when none is in. RULES.md 9.1."""
    return tuple(Order("deploy", (kind,), (cell,)) for kind, cells in USUAL_CELLS[seat].items() for cell in cells)


def usual_arrival(figures: Iterable[Figure]) -> tuple[Order, ...]:
    """Where the Florentines come when nobody says otherwise. RULES.md 9.3, ruling H-29.

    All whose own cell is free take it; then, in order, each of the others goes to the nearest that is left.
    """
    taken = {figure.cell for figure in figures}
    wanted = [(kind, cell) for kind, cells in ALLY_CELLS.items() for cell in cells]
    places = {cell: cell for _, cell in wanted if cell not in taken}
    taken.update(places)
    for kind, cell in wanted:
        free = [other for other in COLUMN if other not in taken and not BIT[other] & BARRED[kind]]
        if cell not in places and free:
            places[cell] = _nearest(cell, free)
            taken.add(places[cell])
    return tuple(Order("florence", (kind,), (places[cell],)) for kind, cell in wanted if cell in places)


def _nearest(cell: str, free: Sequence[str]) -> str:
    """The free cell of the column with the fewest steps to ``cell``, the more northern of two."""
    return min(free, key=lambda other: (abs(PLACE[other][1] - PLACE[cell][1]), PLACE[other][1]))


def placed(seat: str, orders: Sequence[Order]) -> list[Figure]:
    """The figures of a layout."""
    return [Figure(seat, order.who[0], order.to[0], is_ally=order.kind == "florence") for order in orders]
