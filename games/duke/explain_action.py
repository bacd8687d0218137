"""Why a tile may not do what it is told: what stands in the way. RULES.md 3 to 5 and 8."""

from __future__ import annotations

from games.duke.actions import legal_moves, order_of
from games.duke.data import FACES
from games.duke.engine import Engine
from games.duke.geometry import NUMBERS, SIZE, SQUARES, crossed, number_at
from games.duke.names import TERRAIN, TILES, listed, on
from games.duke.position import SIDES, Order, State, Tile, bars, engine_of, standing
from games.duke.tables import PLACE, Stand
from games.words import Sentence, say


def action_fault(state: State, order: Order) -> Sentence:
    """Why this move, strike or command is not allowed; the rules have refused it already."""
    tiles = standing(state)
    square = order.by or order.at
    actor = tiles.get(square)
    if actor is None or actor.seat != state.seat:
        return _not_yours(state, square, actor)
    if bars(state).idle >> NUMBERS[square] & 1:
        return say("The {tile} has reached the far edge and stays there.", tile=on(actor.kind, square))
    if order.kind == "move":
        return _move_fault(state, actor, order)
    if order.kind == "strike":
        return _strike_fault(state, actor, order)
    return _command_fault(state, actor, order)


def _not_yours(state: State, square: str, tile: Tile | None) -> Sentence:
    if tile:
        return say("{square} is an enemy: {tile}. You act with your own tiles.", square=square, tile=TILES[tile.kind])
    mine = [tile.square for tile in state.tiles if tile.seat == state.seat]
    return say("{square} is empty. Your tiles stand on {squares}.", square=square, squares=listed(mine))


def _offset(tile: Tile, to: str) -> tuple[int, int]:
    """How far a square lies to the right of a tile and before it, as its owner sees it."""
    start, end = NUMBERS[tile.square], NUMBERS[to]
    sign = 1 if tile.seat == "1" else -1
    return sign * (end % SIZE - start % SIZE), sign * (end // SIZE - start // SIZE)


def icon_of(tile: Tile, to: str) -> str:
    """The icon by which the tile's upper side leads to a square on an empty board; none: an empty word."""
    face = FACES[tile.kind][SIDES.index(tile.side)]
    dx, dy = _offset(tile, to)
    for icon in ("move", "jump", "strike"):
        if (dx, dy) in face.get(icon, ()):
            return icon
    length = max(abs(dx), abs(dy))
    slides = [(x * length, y * length) for x, y in face.get("slide", ())]
    return "slide" if length and (dx, dy) in slides else ""


def _between(at: str, to: str) -> list[str]:
    start, end = NUMBERS[at], NUMBERS[to]
    x, y = start % SIZE, start // SIZE
    return [
        SQUARES[number_at(x + dx, y + dy)] for dx, dy in crossed(end % SIZE - x, end // SIZE - y)
    ]  # fmt: skip


def _move_fault(state: State, actor: Tile, order: Order) -> Sentence:
    to, icon = order.to, icon_of(actor, order.to)
    if icon == "strike":
        strike = f"{order.at}*{to}"
        return say(
            "The {tile} strikes at {to} without going there. Write {order}.",
            tile=on(actor.kind, order.at), to=to, order=strike,
        )  # fmt: skip
    if not icon:
        return _no_way(state, actor, to)
    return (
        _way_fault(state, order, icon)
        or _target_fault(state, to)
        or _exposed(state, order)
    )  # fmt: skip


def _no_way(state: State, actor: Tile, to: str) -> Sentence:
    legal = (order_of(move) for move in legal_moves(state) if move.how != PLACE)
    goals = sorted({order.to for order in legal if order.kind == "move" and order.at == actor.square})
    tile = on(actor.kind, actor.square)
    if goals:
        return say(
            "With this side up the {tile} has no way to {to}. It may go to {squares}.",
            tile=tile, to=to, squares=listed(goals),
        )  # fmt: skip
    return say("With this side up the {tile} has no way to {to}, and none to anywhere else now.", tile=tile, to=to)


def _way_fault(state: State, order: Order, icon: str) -> Sentence | None:
    """What lies between the two squares of a move, jump or slide, or of a strike, and bars it."""
    tiles = standing(state)
    for square in _between(order.at, order.to):
        if fault := _terrain_between(state, square):
            return fault
        if icon not in ("move", "slide"):
            continue
        if square in tiles:
            return say("The {tile} stands in the way.", tile=on(tiles[square].kind, square))
        if bars(state).wall >> NUMBERS[square] & 1:
            return say("The enemy's flag on {square} lies in the way.", square=square)
    if icon == "jump" and order.to == state.fortress:
        return say("No jump ends on the Fortress. Moves, slides and commands lead there.")
    return None


def _terrain_between(state: State, square: str) -> Sentence | None:
    for name, at in (("mountain", state.mountain), ("fortress", state.fortress)):
        if square == at:
            return say("The {terrain} on {square} lies in the way.", terrain=TERRAIN[name], square=square)
    return None


def _target_fault(state: State, to: str) -> Sentence | None:
    """Why no tile of the seat may come to stand on a square."""
    tile = standing(state).get(to)
    if tile and tile.seat == state.seat:
        return own_tile(tile)
    if to == state.mountain:
        return say("The Mountain lies on {square}; nobody goes there.", square=to)
    barred = bars(state)
    if barred.wall >> NUMBERS[to] & 1:
        return say("The enemy's flag is on {square}; your tiles may not go there.", square=to)
    if barred.closed >> NUMBERS[to] & 1:
        if tile and state.objective == "dark_rider":
            return say("The {tile} has reached the edge and is safe.", tile=on(tile.kind, to))
        return say("Your own flag is on {square}; your tiles may not stop there.", square=to)
    return None


def own_tile(tile: Tile) -> Sentence:
    """That a square is taken by a friend."""
    return say("{square} is your own {tile}.", square=tile.square, tile=TILES[tile.kind])


def _strike_fault(state: State, actor: Tile, order: Order) -> Sentence:
    to = order.to
    tile = on(actor.kind, actor.square)
    face = FACES[actor.kind][SIDES.index(actor.side)]
    if _offset(actor, to) not in face.get("strike", ()):
        if face.get("strike"):
            return say("With this side up the {tile} does not strike at {to}.", tile=tile, to=to)
        return say("With this side up the {tile} does not strike.", tile=tile)
    target = standing(state).get(to)
    if target is None:
        return say("Nobody stands on {square}. A strike needs an enemy there.", square=to)
    if target.seat == state.seat:
        return own_tile(target)
    if to == state.fortress:
        return say("The {tile} is on the Fortress and cannot be struck.", tile=on(target.kind, to))
    return _way_fault(state, order, "strike") or _exposed(state, order)


def _command_fault(state: State, actor: Tile, order: Order) -> Sentence:
    tile = on(actor.kind, actor.square)
    grid = _grid(actor)
    if not grid:
        return say("With this side up the {tile} commands nobody.", tile=tile)
    if order.at == order.by:
        return say("The {tile} cannot command itself.", tile=tile)
    for square in (order.at, order.to):
        if square not in grid:
            return say(
                "{square} is no command square of the {tile}. They are {squares}.",
                square=square, tile=tile, squares=listed(grid),
            )  # fmt: skip
    moved = standing(state).get(order.at)
    if moved is None or moved.seat != state.seat:
        return say("There is no tile of yours on {square} to command.", square=order.at)
    return _target_fault(state, order.to) or _path_fault(state, grid, order) or _exposed(state, order)


def _grid(actor: Tile) -> list[str]:
    """The command squares of a tile that lie on the board."""
    sign = 1 if actor.seat == "1" else -1
    start = NUMBERS[actor.square]
    face = FACES[actor.kind][SIDES.index(actor.side)]
    found = (number_at(start % SIZE + sign * dx, start // SIZE + sign * dy) for dx, dy in face.get("command", ()))
    return [SQUARES[number] for number in sorted(found) if number >= 0]


def _path_fault(state: State, grid: list[str], order: Order) -> Sentence | None:
    """The terrain that parts two command squares. RULES.md 5.6."""
    stand = engine_of(state).me.tiles[NUMBERS[order.by]]
    if stand.links[NUMBERS[order.at]] >> NUMBERS[order.to] & 1:
        return None
    for name, at in (("mountain", state.mountain), ("fortress", state.fortress)):
        if at in grid and at not in (order.at, order.to):
            return say(
                "The {terrain} on {square} bars the way from {at} to {to}.",
                terrain=TERRAIN[name], square=at, at=order.at, to=order.to,
            )  # fmt: skip
    return None


def _exposed(state: State, order: Order) -> Sentence:
    """Who would threaten the own Duke afterwards: all that is left to forbid an action. RULES.md 4.1."""
    engine = engine_of(state)
    stand = engine.me.tiles[NUMBERS[order.by or order.at]]
    target = 1 << NUMBERS[order.to]
    if order.kind == "move":
        moves = stand.moves[target]
    elif order.kind == "strike":
        moves = stand.blows[target]
    else:
        moves = stand.commands[NUMBERS[order.at]][target]
    engine.push(moves[0])
    return left_to(engine)


def left_to(engine: Engine) -> Sentence:
    """Who threatens the Duke of the side that moved last."""
    return say("That would leave your Duke to the {tile}.", tile=named(engine.threats(to_last=True)[0]))


def named(stand: Stand) -> Sentence:
    """A tile with its square."""
    return on(stand.kind, SQUARES[stand.square])


def threat(engine: Engine) -> Sentence:
    """The first of the tiles that threaten the Duke to move, with its square."""
    return named(engine.threats()[0])
