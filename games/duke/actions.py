"""Which orders the rules allow. RULES.md 2 to 8."""

from __future__ import annotations

from collections.abc import Sequence

from games.duke.data import START
from games.duke.engine import Engine
from games.duke.geometry import BESIDE, EDGE, HOME, NUMBERS, SQUARES, set_of
from games.duke.position import (
    DUKE_SQUARES,
    FLAGGED,
    FOE,
    RIDERS,
    SEATS,
    Order,
    State,
    bars,
    empty_squares,
    engine_of,
    names,
    standing,
)
from games.duke.tables import COMMAND, MOVE, PLACE, Move


def sheet_length(state: State) -> int:
    """How many orders make a complete sheet."""
    if state.phase == "setup":
        return sum(START.values())
    return RIDERS[state.seat][1] if state.phase == "deploy" else 1


def legal_orders(state: State, drafted: Sequence[Order] = ()) -> list[Order]:
    """Every order that may follow ``drafted``; none once the sheet is complete or the game over."""
    if state.phase == "over" or len(drafted) >= sheet_length(state):
        return []
    match state.phase:
        case "turn":
            return turn_orders(state)
        case "place":
            return [Order("place", to=SQUARES[move.to]) for move in legal_moves(state) if move.how == PLACE]
        case "pick":
            return [Order("pick", who=kind) for kind in state.table]
    return _placements(state, drafted)


def _placements(state: State, drafted: Sequence[Order]) -> list[Order]:
    """Where the next thing may be put, before the game or after a point."""
    if state.phase == "setup":
        who = "footman" if drafted else "duke"
        return [Order("setup", to=square, who=who) for square in setup_squares(state.seat, drafted)]
    if state.phase == "deploy":
        taken = {order.to for order in drafted}
        return [Order("deploy", to=square) for square in names(home(state.seat)) if square not in taken]
    if state.phase == "flags":
        return [Order("plant", to=square) for square in flag_squares(state)]
    return [*(Order("plant", to=square) for square in relocation_squares(state)), Order("stay")]


def home(seat: str) -> int:
    """The squares of the seat's own edge."""
    return HOME[SEATS.index(seat)]


def setup_squares(seat: str, drafted: Sequence[Order]) -> list[str]:
    """Where the Duke may stand, or the next Footman. RULES.md 2.1."""
    if not drafted:
        return list(DUKE_SQUARES[seat])
    taken = {order.to for order in drafted}
    return [square for square in names(BESIDE[NUMBERS[drafted[0].to]]) if square not in taken]


def flag_squares(state: State) -> list[str]:
    """Where the seat may place a flag before the game. RULES.md 8.2 and 8.3."""
    edge = EDGE if state.objective == "score" else home(FOE[state.seat])
    return [square for square in empty_squares(state) if edge >> NUMBERS[square] & 1]


def relocation_squares(state: State) -> list[str]:
    """Where the seat's own flag may go after a point. RULES.md 8.2."""
    beside = 0
    for tile in state.tiles:
        if tile.seat == state.seat:
            beside |= BESIDE[NUMBERS[tile.square]]
    return [square for square in empty_squares(state) if beside >> NUMBERS[square] & 1]


def legal_moves(state: State, engine: Engine | None = None) -> list[Move]:
    """The actions of tiles, draws among them, of the seat to move."""
    engine = engine or engine_of(state)
    if state.is_guarded:
        return engine.legal_moves()
    barred = bars(state)
    return engine.actions(barred.wall, barred.closed, barred.idle, barred.covered)


def turn_orders(state: State) -> list[Order]:
    """What may be done in a turn: actions, a draw, passing a flag; passing the turn if there is nothing else."""
    moves = legal_moves(state)
    orders = [order_of(move) for move in moves if move.how != PLACE]
    if len(orders) < len(moves):
        orders.append(Order("draw"))
    orders += flag_passes(state)
    return orders if orders or state.is_guarded else [Order("pass")]


def order_of(move: Move) -> Order:
    """The order that a move or strike or command is written as."""
    to = SQUARES[move.to]
    if move.how == MOVE:
        return Order("move", SQUARES[move.at], to)
    if move.how == COMMAND:
        return Order("command", SQUARES[move.at], to, by=SQUARES[move.before.square])
    return Order("strike", SQUARES[move.before.square], to)


def flag_passes(state: State) -> list[Order]:
    """The flag from its carrier to each friend beside it. RULES.md 6.4."""
    if state.objective not in FLAGGED:
        return []
    tiles = standing(state)
    at = state.goal_flag(state.seat)
    carrier = tiles.get(at)
    if carrier is None or carrier.seat != state.seat:
        return []
    friends = set_of(tuple(tile.square for tile in state.tiles if tile.seat == state.seat))
    return [Order("flag", at, to) for to in names(BESIDE[NUMBERS[at]] & friends)]


def can_act(state: State) -> bool:
    """Whether the seat to move has any action under the guard rule. RULES.md 7.1 and 7.2."""
    return bool(legal_moves(state))


def has_room(state: State) -> bool:
    """Whether the seat to move has a tile to draw and a free square beside its Duke. RULES.md 3.9."""
    duke = next((tile.square for tile in state.tiles if tile.kind == "duke" and tile.seat == state.seat), "")
    if not duke or not state.bag(state.seat):
        return False
    return any(BESIDE[NUMBERS[duke]] >> NUMBERS[square] & 1 for square in empty_squares(state))


def must_pass(state: State) -> bool:
    """Whether the seat to move can do nothing but pass; never under the guard rule."""
    return not (state.is_guarded or legal_moves(state) or flag_passes(state))


def scores(square: str, flag: str) -> bool:
    """Whether a square shares a side with a flag. RULES.md 8.2."""
    return bool(flag and BESIDE[NUMBERS[flag]] >> NUMBERS[square] & 1)
