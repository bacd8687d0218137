"""The picture of a match: the two roads, the toys on them, and a draft drawn over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.drawing import Art, Badge, Board, Lot, Mark, Piece, Tray
from games.two_kings import cards, figures
from games.two_kings.figures import TINCTURES
from games.two_kings.land import numbers_symbol
from games.two_kings.names import FIGURES, OBSTACLE_NAMES
from games.two_kings.position import FOE, SEATS, UNITS, Army, Order, State, View
from games.two_kings.road import HEIGHT, SPACES, WIDTH
from games.words import Sentence, say

BADGES = {"P": Badge(TINCTURES["P"], "crown"), "R": Badge(TINCTURES["R"], "crown")}

ART = Art(
    sprite=numbers_symbol() + figures.figure_symbols(),
    style="two_kings/board.css",
    cards=cards.CARDS,
    gallery=tuple(card.name for card in cards.CARDS),
)

FALLEN = {"P": say("Lost by King Pistachio"), "R": say("Lost by King Raspberry")}


def draw_board(view: View, drafted: Sequence[Order] = ()) -> Board:
    """The board that ``view.seat`` sees, with its own draft as ghosts and marks."""
    ghosts, marks = _draft(view, drafted)
    return Board(
        title=_title(view),
        width=WIDTH,
        height=HEIGHT,
        spaces=SPACES,
        pieces=(*(piece for army in view.armies for piece in _pieces(army)), *ghosts),
        text=text_board(view),
        ground="tk-land",
        marks=tuple(marks),
        badges=BADGES,
        trays=tuple(map(_fallen, view.armies)) if view.turn else (),
        is_fine=view.phase == "layout",  # later no space need be tapped
        is_sparse=True,
    )


def _title(view: View) -> Sentence:
    return say("The Two Kings, round {n}", n=view.round) if view.turn else say("The Two Kings, the traps are laid")


def text_board(view: State) -> str:
    """The position in notation: the round and who rolls; each army, then what lies on its road.

    A unit that misses its next roll has a star.
    """
    lines = [f"{view.round}. {view.active}"] if view.phase == "turn" else []
    for army in view.armies:
        stars = dict.fromkeys(army.miss, "*")
        units = " ".join(f"{unit}{square}{stars.get(unit, '')}" for unit, square in army.places.items())
        obstacles = " ".join(f"{each.letter}{each.square}" for each in army.obstacles)
        lines.append(f"{army.seat}: {units or '-'}; {obstacles or '-'}")
    return "\n".join(lines)


def _pieces(army: Army) -> Iterator[Piece]:
    for each in army.obstacles:
        space, symbol = f"{army.seat}{each.square}", figures.obstacle(army.seat, each.letter)
        tincture, label = TINCTURES[FOE[army.seat]], OBSTACLE_NAMES[each.letter]
        yield Piece(space, symbol, tincture, label, card=cards.name(each.letter))
    for unit, spot in _spots(army):
        space = f"{army.seat}{army.places[unit]}"
        tincture = TINCTURES[army.seat]
        symbol = figures.unit(army.seat, unit, spot)
        yield Piece(space, symbol, tincture, FIGURES[army.seat, unit], card=cards.name(unit))
        if unit in army.miss:
            yield Piece(space, figures.missing(spot), "", say("misses the next roll"))


def _spots(army: Army) -> Iterator[tuple[str, str]]:
    """Each living unit and its spot among those on its square."""
    for unit, square in army.places.items():
        there = [other for other in UNITS if army.places.get(other) == square]
        yield unit, f"{len(there)}{'abc'[there.index(unit)]}" if len(there) > 1 else "1"


def _fallen(army: Army) -> Tray:
    lots = tuple(
        Lot(figures.plain(army.seat, unit), FIGURES[army.seat, unit], 1, cards.name(unit))
        for unit in UNITS
        if unit not in army.places
    )
    return Tray(FALLEN[army.seat], lots, say("All three units are on the road."))


def _draft(view: View, drafted: Sequence[Order]) -> tuple[list[Piece], list[Mark]]:
    """Obstacles as they will lie, units that hold."""
    if view.seat not in SEATS:
        return [], []
    road, army = FOE[view.seat], view.army(view.seat)
    ghosts: list[Piece] = []
    marks: list[Mark] = []
    for order in drafted:
        if order.kind == "place":
            space = f"{road}{order.square}"
            label = say("{what}, in your draft", what=OBSTACLE_NAMES[order.what])
            ghosts.append(Piece(space, figures.obstacle(road, order.what), TINCTURES[view.seat], label))
            marks.append(Mark("drafted", space))
        else:
            marks += [
                Mark("drafted", f"{view.seat}{army.places[unit]}", label=say("holds, in your draft"))
                for unit in order.held
                if unit in army.places
            ]
    return ghosts, marks
