"""What a choice half made could lead to, as shaded cells: where a bow reaches, where a stone may come down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.calenzano import catapults
from games.calenzano.data import KINDS
from games.calenzano.draft import Draft
from games.calenzano.field import Field
from games.calenzano.movement import around
from games.calenzano.position import Figure, Order, State
from games.calenzano.shooting import has_line
from games.calenzano.terrain import BIT, CASTLE, FOREST, cells_of
from games.drawing import Mark


def hints(state: State, seat: str, drafted: Sequence[Order], picks: Mapping[str, str]) -> tuple[Mark, ...]:
    """The fire zone of the figure chosen, while it may still shoot and nothing else is chosen for it."""
    field = Draft(state, seat, drafted).field
    figure = field.own(seat, picks.get("who", ""))
    if figure is None or figure.did or picks.get("action", "shot") not in ("shot", "cat"):
        return ()
    zone = _falls(figure, picks) if figure.kind == "C" else _shots(field, figure)
    return tuple(Mark("zone", cell) for cell in cells_of(zone))


def _shots(field: Field, figure: Figure) -> int:
    """The cells on which an enemy could be hit; cells with own figures are left out. RULES.md 5."""
    bit = BIT[figure.cell]
    if not KINDS[figure.kind].range or bit & FOREST:
        return 0
    near = around(figure.cell, KINDS[figure.kind].range) & ~field.sides[figure.side]
    if not bit & CASTLE:
        near &= ~CASTLE
    zone = 0
    for cell in cells_of(near):
        if has_line(figure.cell, cell, field.occupied):
            zone |= BIT[cell]
    return zone


def _falls(figure: Figure, picks: Mapping[str, str]) -> int:
    """The cells on which the stone may come down, for every way to aim that fits the picks. RULES.md 6."""
    zone = 0
    for aim in catapults.aims():
        is_meant = picks.get("to", aim[0]) == aim[0]
        if is_meant and (len(aim) == 1 or "to" in picks or aim[0] == aim[1]):
            zone |= catapults.landings(figure.cell, aim)
    return zone
