"""The picture of a match: the leather, the tiles, terrain, flags and a draft drawn over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from games.drawing import Badge, Board, Layer, Lot, Mark, Piece, Space, Tray
from games.duke.actions import legal_orders
from games.duke.cards import ART, card_of, owned
from games.duke.data import COUNTS
from games.duke.ending import PIKEMEN
from games.duke.ending import POINTS as MOST
from games.duke.engine import DRAWN_PLIES
from games.duke.faces import symbol_of
from games.duke.geometry import FILES, RANKS, numbers
from games.duke.names import TERRAIN, TILES, listed, on
from games.duke.position import (
    FOE,
    RIDERS,
    SEATS,
    SIDES,
    Order,
    State,
    Tile,
    View,
    arrived_pikemen,
    bars,
    engine_of,
    names,
    state_of,
)
from games.duke.text import text_board
from games.words import Sentence, say

__all__ = ["ART", "BADGES", "SPACES", "draw_board"]

CELL, MARGIN = 60, 24
SIZE = 6 * CELL + 2 * MARGIN

COLOURS = {"1": "light", "2": "dark"}
BADGES = {"1": Badge("argent", "crown"), "2": Badge("sable", "crown")}

FACING_UP = {"front": say("{tile}, front"), "back": say("{tile}, back")}
FLAGS = {"1": say("light flag"), "2": say("dark flag")}
CARRIED = {"1": say("carries the light flag"), "2": say("carries the dark flag")}
OFFERED = say("{tile}: may be put here")
BAGS = {"1": say("Light's bag"), "2": say("Dark's bag")}
CAPTURED = {"1": say("Captured light tiles"), "2": say("Captured dark tiles")}
ATTACKED = {"1": say("Squares that Light attacks"), "2": say("Squares that Dark attacks")}
NOTHING = say("None.")
POINTS = say("Points: Light {light}, Dark {dark}; {all} win.")
TWICE = say("This position stands for the second time. When it stands for the third time, the game is a draw.")
QUIET = say("{n} turns without a capture, a new tile or a point. After {all} the game is a draw.")
HOME = say("Light wins with the dark flag on rank 1, Dark with the light flag on rank 6.")
RIDE = say(
    "Pikemen at the far edge: {arrived}; captured: {lost}. Three at the edge win for Light, three captured for Dark."
)
HUNT = say("Two Pikemen are captured: Light wins only by capturing the Knight, Dark with one Pikeman more.")
PLAY = ("turn", "place", "relocate")


def _spaces(files: str, ranks: str) -> tuple[Space, ...]:
    return tuple(
        Space(file + rank, MARGIN + column * CELL, MARGIN + row * CELL, CELL, CELL, row, column)
        for row, rank in enumerate(ranks)
        for column, file in enumerate(files)
    )


SPACES = {"1": _spaces(FILES, RANKS[::-1]), "2": _spaces(FILES[::-1], RANKS)}
"""The squares as each seat looks at them, the own rank below."""


def draw_board(view: View, drafted: Sequence[Order] = ()) -> Board:
    """The board from the side of ``view.seat``, a spectator's being that of Light, with the draft drawn over it."""
    below = view.seat or SEATS[0]
    ghosts, draft = _draft(view, below, drafted)
    return Board(
        title=_title(view),
        width=SIZE,
        height=SIZE,
        spaces=SPACES[below],
        pieces=(*_pieces(view, below), *ghosts, *([] if drafted else _offers(view, below))),
        text=text_board(view),
        ground=f"dk-table-{COLOURS[below]}",
        marks=(*_danger(view), *draft),
        badges=BADGES,
        trays=tuple(_trays(view, below)),
        notes=tuple(_notes(view)),
        layers=(_attacks(view, FOE[below], "ring"), _attacks(view, below, "dot")) if view.phase in PLAY else (),
    )


def _title(view: View) -> Sentence:
    if view.objective == "score":
        light, dark = view.points
        return say("The Duke, points: Light {light}, Dark {dark}", light=light, dark=dark)
    return say("The Duke")


def _notes(view: View) -> Iterator[Sentence]:
    """How near the aim is, and what brings a draw nearer. RULES.md 7.4, 7.5 and 8.2 to 8.4."""
    if view.objective == "score":
        light, dark = view.points
        yield say(POINTS.text, light=light, dark=dark, all=MOST)
    if view.phase not in PLAY:
        return
    if view.objective == "flag":
        yield HOME
    if view.objective == "dark_rider":
        lost = len(view.captured[0])
        yield HUNT if lost == PIKEMEN - 1 else say(
            RIDE.text, arrived=arrived_pikemen(state_of(view)).bit_count(), lost=lost
        )  # fmt: skip
    if view.times > 1:
        yield TWICE
    if view.quiet >= DRAWN_PLIES // 2:
        yield say(QUIET.text, n=view.quiet // 2, all=DRAWN_PLIES // 2)


def _pieces(view: View, below: str) -> Iterator[Piece]:
    """Terrain and free flags, tiles, and over a tile the flag it carries and the walls round it."""
    occupied = {tile.square for tile in view.tiles}
    if view.mountain:
        yield Piece(view.mountain, "dk-mountain", "", TERRAIN["mountain"])
    if view.fortress and view.fortress not in occupied:
        yield Piece(view.fortress, "dk-fortress", "", TERRAIN["fortress"])
    for tile in view.tiles:
        yield _piece(tile, below)
    if view.fortress in occupied:
        yield Piece(view.fortress, "dk-rampart", "", say("in the Fortress"))
    for seat, square in zip(SEATS, view.flags, strict=True):
        if square in occupied:
            yield Piece(square, f"dk-carried-{COLOURS[seat]}", "", CARRIED[seat])
        elif square:
            yield _flag(seat, square)


def _piece(tile: Tile, below: str, look: str = "") -> Piece:
    colour = COLOURS[tile.seat]
    return Piece(
        space=tile.square,
        symbol=symbol_of(colour, tile.kind, tile.side, is_turned=tile.seat != below),
        tincture=BADGES[tile.seat].tincture,
        label=say(FACING_UP[tile.side].text, tile=owned(colour, tile.kind)),
        look=look,
        card=card_of(colour, tile.kind),
    )


def _flag(seat: str, square: str, look: str = "") -> Piece:
    return Piece(square, f"dk-flag-{COLOURS[seat]}", "", FLAGS[seat], look=look)


def _offers(view: View, below: str) -> Iterator[Piece]:
    """The drawn tile, for whoever drew it, wherever it may be put."""
    if view.drawn and view.seat == view.to_act:
        for order in legal_orders(state_of(view)):
            piece = _piece(Tile(order.to, below, view.drawn), below, "ghost offer")
            yield replace(piece, label=say(OFFERED.text, tile=TILES[view.drawn]))


def _danger(view: View) -> Iterator[Mark]:
    """A shield on the Duke that is under threat, and an arrow from each tile that threatens it."""
    standing = {tile.square: tile for tile in view.tiles}
    duke = next((tile for tile in view.tiles if tile.kind == "duke" and tile.seat == view.to_act), None)
    if duke is None or not view.threats:
        return
    for square in view.threats:
        said = say("the {attacker} threatens it", attacker=on(standing[square].kind, square))
        yield Mark("arrow", square, duke.square, label=said, look="alarm")
    yield Mark("shield", duke.square, text="!", label=say("in danger"), look="alarm")


def _attacks(view: View, seat: str, shape: str) -> Layer:
    """Where the seat could capture, were an enemy there. RULES.md 3 and 8."""
    squares = _attacked(view.objective, seat, view.tiles, view.mountain, view.fortress, view.flags)
    return Layer(
        title=ATTACKED[seat],
        words=Sentence(listed(squares)) if squares else NOTHING,
        marks=tuple(Mark(shape, square) for square in squares),
    )


@lru_cache(64)
def _attacked(
    objective: str, seat: str, tiles: tuple[Tile, ...], mountain: str, fortress: str, flags: tuple[str, str]
) -> tuple[str, ...]:
    """Those squares by name; both players and whoever watches ask the same."""
    state = State(objective, seat=seat, tiles=tiles, mountain=mountain, fortress=fortress, flags=flags)
    barred = bars(state)
    engine = engine_of(state)
    side, occupied = engine.me, engine.me.mask | engine.foe.mask
    found = 0
    for stand in side.tiles.values():
        if stand.bit & barred.idle:
            continue
        found |= stand.reach[(occupied | barred.wall) & stand.relevant] & ~barred.wall & ~barred.closed
        found |= stand.strikes
        for square in numbers(stand.grid & side.mask):
            found |= stand.links[square] & ~barred.wall & ~barred.closed
    return tuple(names(found & ~side.mask))


def _trays(view: View, below: str) -> Iterator[Tray]:
    # who leaves with a tile in hand leaves it lying; nobody is to place it any more
    if view.drawn and view.to_act:
        colour = COLOURS[view.to_act]
        yield Tray(say("Drawn, to be placed"), (_lot(colour, view.drawn, 1),), NOTHING)
    if view.table:
        lots = tuple(_lot(COLOURS[below], kind, COUNTS[kind]) for kind in view.table)
        yield Tray(say("Still on the table"), lots, NOTHING)
    if view.objective == "dark_rider":
        piles = [(CAPTURED, view.captured)]
    else:
        piles = [(BAGS, view.bags), (CAPTURED, view.captured)]
    for titles, pairs in piles:
        for seat in (below, FOE[below]):
            counts = Counter(pairs[SEATS.index(seat)])
            if titles is BAGS and seat == view.to_act:
                counts -= Counter([view.drawn])
            lots = tuple(_lot(COLOURS[seat], kind, n) for kind, n in counts.items())
            yield Tray(titles[seat], lots, NOTHING)


def _lot(colour: str, kind: str, count: int) -> Lot:
    return Lot(symbol_of(colour, kind, "front"), owned(colour, kind), count, card_of(colour, kind))


def _draft(view: View, below: str, drafted: Sequence[Order]) -> tuple[list[Piece], list[Mark]]:
    """Ghosts and marks of what the seat has drafted."""
    ghosts: list[Piece] = []
    marks: list[Mark] = []
    standing = {tile.square: tile for tile in view.tiles}
    for order in drafted:
        match order.kind:
            case "setup" | "deploy" | "place":
                kind = RIDERS[below][0] if order.kind == "deploy" else order.who or view.drawn
                tile = Tile(order.to, below, kind)
                ghosts.append(_piece(tile, below, "ghost"))
                marks.append(Mark("drafted", order.to))
            case "plant":
                owner = below if view.objective == "score" else FOE[below]
                ghosts.append(_flag(owner, order.to, "ghost"))
                marks.append(Mark("drafted", order.to))
            case "move":
                moved = standing[order.at]
                side = SIDES[1 - SIDES.index(moved.side)]
                ghosts.append(_piece(Tile(order.to, moved.seat, moved.kind, side), below, "ghost"))
                marks += [Mark("drafted", order.to), Mark("arrow", order.at, order.to, look="draft")]
            case "command":
                sent = standing[order.at]
                ghosts.append(_piece(Tile(order.to, sent.seat, sent.kind, sent.side), below, "ghost"))
                commander = Mark("bracket", order.by, label=say("your commander"), look="draft")
                marks += [commander, Mark("drafted", order.to), Mark("arrow", order.at, order.to, look="draft")]
            case "strike":
                said = say("your strike from {space}", space=order.at)
                marks += [Mark("drafted", order.at), Mark("cross", order.to, label=said, look="draft")]
            case "flag":
                marks += [Mark("drafted", order.to), Mark("arrow", order.at, order.to, look="draft")]
            case "draw":
                marks += [
                    Mark("drafted", tile.square) for tile in view.tiles if tile.kind == "duke" and tile.seat == below
                ]
    return ghosts, marks
