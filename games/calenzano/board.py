"""The picture of the battle: the map, the figures, and a draft drawn over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.calenzano.draft import Draft
from games.calenzano.names import army_of, name_of
from games.calenzano.position import Figure, Order, View
from games.calenzano.terrain import BIT, COLUMNS, HOUSES, PLACE, ROWS, TERRAIN
from games.drawing import Art, Badge, Board, Mark, Piece, Space
from games.words import Sentence, say

CELL, MARGIN = 60, 40
WIDTH = len(COLUMNS) * CELL + 2 * MARGIN
HEIGHT = ROWS * CELL + 2 * MARGIN

LOOKS = {".": "plain", "=": "road", "^": "mountain", "f": "forest", "h": "house", "c": "castle"}

SPACES = tuple(
    Space(cell, MARGIN + x * CELL, MARGIN + y * CELL, CELL, CELL, y, x, f"cz-{LOOKS[TERRAIN[cell]]}")
    for cell, (x, y) in PLACE.items()
)

BADGES = {"N": Badge("gules", "sword"), "S": Badge("azure", "cross")}
TINCTURES = {"N": "gules", "S": "azure", "ally": "tenne"}

_FIGURES = {
    "F": "M24 52V30h12v22zM24 20a6 6 0 1 1 12 0a6 6 0 1 1-12 0z",
    "P": "M16 52V22q14-8 28 0v30z",
    "K": "M10 48l6-22 20-4 10-12 6 8-8 10v20h-8V36H24l-4 12z",
    "A": "M22 6q30 24 0 48l-2-3q24-21 0-42z",
    "B": "M28 8h4v46h-4zM10 22q20-14 40 0l-2 4q-18-12-36 0z",
    "C": "M8 50h44v-6H8zM14 42L44 12l4 4L22 42z",
}


def _symbols() -> Iterator[str]:
    yield f'<symbol id="cz-map" viewBox="0 0 {WIDTH} {HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}"/></symbol>'
    for army, tincture in TINCTURES.items():
        for kind, path in _FIGURES.items():
            figure = f'<path class="cz-figure" fill="url(#hatch-{tincture})" d="{path}"/>'
            yield f'<symbol id="cz-{army}-{kind}" viewBox="0 0 60 60">{figure}</symbol>'


ART = Art(sprite="".join(_symbols()), style="calenzano/board.css")


def draw_board(view: View, drafted: Sequence[Order] = ()) -> Board:
    """The map that ``view.seat`` sees, with its own draft as ghosts, arrows and marks."""
    ghosts, marks = _draft(view, drafted)
    return Board(
        title=_title(view),
        width=WIDTH,
        height=HEIGHT,
        spaces=SPACES,
        pieces=(*map(_piece, view.figures), *ghosts),
        text=text_board(view.figures),
        ground="cz-map",
        marks=tuple(marks),
        badges=BADGES,
    )


def _title(view: View) -> Sentence:
    if view.phase == "deploy":
        return say("Calenzano 1325, the armies deploy")
    north, south = view.losses
    return say(
        "Calenzano 1325, turn {n}. Losses: Calenzano {north}, Lucca {south}", n=view.turn, north=north, south=south
    )


def text_board(figures: Iterable[Figure]) -> str:
    """The map in notation, and who stands on it.

    A cell shows its ground (``:`` is plain in the houses zone), before it side and kind of a
    figure; then each army is listed by kind, the Florentines among N with a star.
    """
    figures = list(figures)
    on = {figure.cell: figure.side + figure.kind for figure in figures}
    columns = "   " + "".join(f" {column} " for column in COLUMNS)
    rows = []
    for row in range(1, ROWS + 1):
        squares = "".join(_square(f"{column}{row}", on) for column in COLUMNS)
        rows.append(f"{row:>2} {squares} {row}")
    legend = []
    for side in ("N", "S"):
        kinds: dict[str, list[str]] = {}
        for figure in figures:
            if figure.side == side:
                kinds.setdefault(figure.kind + "*" * figure.is_ally, []).append(figure.cell)
        if kinds:
            legend.append(f"{side}: " + "; ".join(" ".join((kind, *cells)) for kind, cells in sorted(kinds.items())))
    return "\n".join((columns, *rows, columns, *legend))


def _square(cell: str, on: dict[str, str]) -> str:
    sign = TERRAIN[cell]
    return on.get(cell, "").rjust(2) + (":" if sign == "." and BIT[cell] & HOUSES else sign)


def _piece(figure: Figure, look: str = "") -> Piece:
    army = army_of(figure)
    return Piece(figure.cell, f"cz-{army}-{figure.kind}", TINCTURES[army], name_of(figure), look=look)


def _draft(view: View, drafted: Sequence[Order]) -> tuple[list[Piece], list[Mark]]:
    """Ghosts of those placed or moved, and a mark or arrow for each order."""
    if view.seat is None:
        return [], []
    draft = Draft(view, view.seat)
    ghosts: dict[str, Piece] = {}
    marks: list[Mark] = []
    for order in drafted:
        draft.add(order)
        match order.kind:
            case "deploy" | "florence" | "move":
                cell = order.to[0]
                ghosts[cell] = _piece(draft.field.figures[cell], "ghost")
                if order.kind == "move":
                    marks.append(Mark("arrow", order.who[0], cell, look="draft"))
                marks.append(Mark("drafted", cell))
            case "shot":
                said = say("your shot from {space}", space=order.who[0])
                marks += [Mark("drafted", order.who[0]), Mark("cross", order.to[0], label=said, look="draft")]
            case "cat":
                said = say("your stone: {directions}", directions="+".join(order.to))
                marks.append(Mark("drafted", order.who[0], label=said))
            case "fight":
                marks += [Mark("arrow", own, foe, look="draft") for own in order.who for foe in order.to]
                marks += [Mark("drafted", own) for own in order.who]
    return list(ghosts.values()), marks
