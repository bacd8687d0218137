"""What may be ordered, as choices a person can make on the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.contract import Entry, Menu, Pick
from games.duke.actions import legal_orders, sheet_length
from games.duke.data import COUNTS, START
from games.duke.explain_action import icon_of, named
from games.duke.names import TILES, on
from games.duke.position import RIDERS, Order, State, Tile, standing, threats
from games.words import Sentence, say

DRAW = Pick("tile", "draw", say("Draw a tile"))
PASS = Pick("tile", "pass", say("Pass"))
FLAG = Pick("tile", "flag", say("Pass the flag"))
STAY = Pick("to", "stay", say("The flag stays where it is"))

WAYS = {"move": ("dot", "ring"), "jump": ("leap", "leap-ring"), "slide": ("glide", "glide-ring")}
"""The mark of each icon on an empty square and on an enemy."""

TURN_QUESTIONS = {
    "tile": say("Which tile acts?"),
    "to": say("Where to, or whom does it strike or command?"),
    "goal": say("Where does the commanded tile go?"),
    "friend": say("Which tile gets the flag?"),
}


def menu(state: State, seat: str, drafted: Sequence[Order]) -> Menu[Order]:
    """The orders that may follow ``drafted``; complete sheets may be filed."""
    if state.phase == "over" or seat != state.seat:
        return Menu()
    if len(drafted) >= sheet_length(state):
        return Menu(may_file=True)
    orders = legal_orders(state, drafted)
    if state.phase == "turn":
        tiles = standing(state)
        entries = tuple(Entry(order, _turn_picks(order, tiles)) for order in orders)
        return Menu(entries, questions=TURN_QUESTIONS, notes=_notes(state), is_single=True)
    entries = tuple(Entry(order, (_pick(order),)) for order in orders)
    questions = {"to": _question(state, drafted)}
    return Menu(entries, questions=questions, notes=_notes(state), is_single=sheet_length(state) == 1)


def _question(state: State, drafted: Sequence[Order]) -> Sentence:
    if state.phase == "setup" and drafted:
        return say("Where does a Footman stand? ({n} of {all})", n=len(drafted), all=START["footman"])
    if state.phase == "deploy":
        kind, number = RIDERS[state.seat]
        if number == 1:
            return say("{tile}: where does it start?", tile=TILES[kind])
        return say("{tile} {n} of {all}: where does it start?", tile=TILES[kind], n=len(drafted) + 1, all=number)
    if state.phase == "place":
        return say("You drew: {tile}. On which square beside your Duke?", tile=TILES[state.drawn])
    if state.phase == "flags" and state.objective == "flag":
        return say("Where on the enemy's edge lies the flag that you must bring home?")
    return QUESTIONS[state.phase]


QUESTIONS = {
    "pick": say("Which type do you take?"),
    "setup": say("Where does your Duke stand?"),
    "flags": say("Where on the edge does your flag lie?"),
    "relocate": say("The enemy has scored. Where does your flag go?"),
}


def _notes(state: State) -> tuple[Sentence, ...]:
    if not state.is_guarded or state.phase not in ("turn", "place"):
        return ()
    found = threats(state)
    if not found:
        return ()
    return (say("Guard! Your Duke is threatened by the {tile}.", tile=named(found[0])),)


@lru_cache(1024)
def _pick(order: Order) -> Pick:
    """The choice of a square, or of a type, for anything but a turn."""
    if order.kind == "pick":
        count = COUNTS[order.who]
        label = say("{tile} × {n}", tile=TILES[order.who], n=count) if count > 1 else TILES[order.who]
        return Pick("to", order.who, label)
    return STAY if order.kind == "stay" else Pick("to", order.to, _square(order.to), order.to, "dot")


def _turn_picks(order: Order, tiles: dict[str, Tile]) -> tuple[Pick, ...]:
    match order.kind:
        case "draw":
            return (DRAW,)
        case "pass":
            return (PASS,)
        case "flag":
            return (FLAG, Pick("friend", order.to, on(tiles[order.to].kind, order.to), order.to, "bracket"))
        case "command":
            commander, moved = tiles[order.by], tiles[order.at]
            bidden = say("Command: {tile}", tile=on(moved.kind, order.at))
            return (
                _actor(commander.kind, order.by),
                Pick("to", f"command {order.at}", bidden, order.at, "bracket"),
                Pick("goal", order.to, _target(order.to, tiles), order.to, "bracket"),
            )
        case "strike":
            struck = say("Strike: {tile}", tile=on(tiles[order.to].kind, order.to))
            return (
                _actor(tiles[order.at].kind, order.at),
                Pick("to", f"strike {order.to}", struck, order.to, "cross"),
            )
    actor = tiles[order.at]
    mark = _way_mark(actor, order.to, is_capture=order.to in tiles)
    return (_actor(actor.kind, order.at), Pick("to", order.to, _target(order.to, tiles), order.to, mark))


@lru_cache(8192)
def _way_mark(tile: Tile, to: str, *, is_capture: bool) -> str:
    """The shape that tells a move, a jump and a slide apart, and whether they capture."""
    empty, taken = WAYS[icon_of(tile, to)]
    return taken if is_capture else empty


def _target(square: str, tiles: dict[str, Tile]) -> Sentence:
    if square in tiles:
        return say("Capture: {tile}", tile=on(tiles[square].kind, square))
    return _square(square)


@lru_cache(1024)
def _actor(kind: str, square: str) -> Pick:
    return Pick("tile", square, on(kind, square), square, "bracket")


@lru_cache(64)
def _square(square: str) -> Sentence:
    return say("{square}", square=square)
