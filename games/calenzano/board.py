"""The picture of the battle: the map, the figures, what lies beside it, and a draft drawn over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.calenzano import melee, shooting
from games.calenzano.catapults import landings
from games.calenzano.draft import Draft
from games.calenzano.figures import card_of, cards, figure_symbols, symbol
from games.calenzano.ground import CELL, HEIGHT, MARGIN, WIDTH, lettering
from games.calenzano.names import army_of, name_of
from games.calenzano.position import Figure, Order, View
from games.calenzano.terrain import BIT, COLUMNS, HOUSES, PLACE, ROWS, TERRAIN, cells_of
from games.calenzano.trays import trays
from games.drawing import Art, Badge, Board, Mark, Piece, Space
from games.words import Sentence, say

ON = {
    "=": say("{cell}, road"),
    "^": say("{cell}, hill"),
    "f": say("{cell}, wood"),
    "h": say("{cell}, house"),
    "c": say("{cell}, castle"),
    ":": say("{cell}, among the houses"),
}
"""What a cell is called where it is no open plain; ``:`` is plain in the houses zone."""


def _ground(cell: str) -> str:
    return ":" if TERRAIN[cell] == "." and BIT[cell] & HOUSES else TERRAIN[cell]


def _label(cell: str) -> Sentence | None:
    sign = _ground(cell)
    return say(ON[sign].text, cell=cell) if sign in ON else None


SQUARES = [[f"  {_ground(column + str(row))}" for column in COLUMNS] for row in range(1, ROWS + 1)]
"""The text board without figures."""

SPACES = tuple(
    Space(cell, MARGIN + x * CELL, MARGIN + y * CELL, CELL, CELL, y, x, label=_label(cell))
    for cell, (x, y) in PLACE.items()
)

BADGES = {"N": Badge("gules", "sword"), "S": Badge("azure", "cross")}

CARDS = tuple(cards())
ART = Art(
    sprite=lettering() + figure_symbols(),
    style="calenzano/board.css",
    cards=CARDS,
    gallery=tuple(card.name for card in CARDS),
)


def draw_board(view: View, drafted: Sequence[Order] = ()) -> Board:
    """The map that ``view.seat`` sees, with its own draft as ghosts, arrows and marks."""
    ghosts, marks = _draft(view, drafted)
    return Board(
        title=_title(view),
        width=WIDTH,
        height=HEIGHT,
        spaces=SPACES,
        pieces=(*(_piece(figure, _look(view, figure)) for figure in view.figures), *ghosts),
        text=text_board(view.figures),
        ground="cz-map",
        names="cz-names",
        marks=tuple(marks),
        badges=BADGES,
        trays=trays(view),
        is_wide=True,
        is_sparse=True,
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
    squares = [list(row) for row in SQUARES]
    for figure in figures:
        x, y = PLACE[figure.cell]
        squares[y][x] = figure.side + figure.kind + _ground(figure.cell)
    columns = "   " + "".join(f" {column} " for column in COLUMNS)
    rows = [f"{row:>2} {''.join(line)} {row}" for row, line in enumerate(squares, start=1)]
    legend = []
    for side in ("N", "S"):
        kinds: dict[str, list[str]] = {}
        for figure in figures:
            if figure.side == side:
                kinds.setdefault(figure.kind + "*" * figure.is_ally, []).append(figure.cell)
        if kinds:
            legend.append(f"{side}: " + "; ".join(" ".join((kind, *cells)) for kind, cells in sorted(kinds.items())))
    return "\n".join((columns, *rows, columns, *legend))


def _piece(figure: Figure, look: str = "") -> Piece:
    army = army_of(figure)
    return Piece(figure.cell, symbol(army, figure.kind), "", name_of(figure), look=look, card=card_of(figure.kind))


def _look(view: View, figure: Figure) -> str:
    """Those who have had their move or shot in this turn are paler."""
    return "spent" if figure.did and figure.side == view.active else ""


def _draft(view: View, drafted: Sequence[Order]) -> tuple[list[Piece], list[Mark]]:
    """Ghosts of those placed or moved, and a mark or arrow for each order, with its chance."""
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
                    ghosts.pop(order.who[0], None)
                    marks.append(Mark("arrow", order.who[0], cell, look="draft"))
                marks.append(Mark("drafted", cell))
            case "shot":
                marks += _shot_marks(draft, order)
            case "cat":
                said = say("your stone: {directions}", directions="+".join(order.to))
                marks.append(Mark("drafted", order.who[0], label=said))
                marks += [Mark("zone", cell) for cell in cells_of(landings(order.who[0], order.to))]
            case "fight":
                marks += _fight_marks(draft, order)
    return list(ghosts.values()), marks


def _shot_marks(draft: Draft, order: Order) -> Iterator[Mark]:
    shooter, target = order.who[0], order.to[0]
    hits = len(shooting.hits(draft.field.figures[shooter].kind, target))
    said = say("your shot from {space}, hits with {n} of 6", space=shooter, n=hits)
    yield Mark("drafted", shooter)
    yield Mark("arrow", shooter, target, look="draft")
    yield Mark("cross", target, text=f"{hits}/6", label=said, look="draft")


def _fight_marks(draft: Draft, order: Order) -> Iterator[Mark]:
    """The fight as it will be if both parties stand where the draft expects them."""
    for own in order.who:
        yield Mark("drafted", own)
        yield from (Mark("arrow", own, foe, look="draft") for foe in order.to)
    figures = draft.field.figures
    if any(cell not in figures for cell in (*order.who, *order.to)):
        return
    ours, theirs = melee.strengths([figures[cell] for cell in order.who], [figures[cell] for cell in order.to])
    percent = melee.win_percent(ours - theirs)
    said = say("your fight, {ours} against {theirs}, {percent} %", ours=ours, theirs=theirs, percent=percent)
    yield Mark("ring", order.to[0], text=f"{percent}%", label=said, look="draft")
