"""Positions written down for tests, and what may be done on them."""

from __future__ import annotations

from collections import Counter

from games.answers import NoAnswers
from games.chance import ScriptedChance
from games.contract import OrderError, Step
from games.duke import GAME
from games.duke.position import State, Tile, in_order, sorted_kinds
from games.duke.turn import begin_turn


def tiles(seat: str, text: str) -> dict[str, Tile]:
    """Tiles from ``duke c1, footman b1'``: kind and square, ``'`` when the back lies up."""
    found = {}
    for part in filter(None, text.split(", ")):
        kind, place = part.split()
        square = place.rstrip("'")
        found[square] = Tile(square, seat, kind, "back" if place.endswith("'") else "front")
    return found


def position(
    light: str,
    dark: str,
    *,
    seat: str = "1",
    objective: str = "duke",
    mountain: str = "",
    fortress: str = "",
    bags: tuple[str, str] = ("", ""),
    flags: tuple[str, str] = ("", ""),
    points: tuple[int, int] = (0, 0),
    captured: tuple[str, str] = ("", ""),
    quiet: int = 0,
) -> State:
    """A position at the start of a turn; bags and captured tiles are kinds divided by blanks."""
    one, two = (sorted_kinds(Counter(bag.split())) for bag in bags)
    lost_one, lost_two = (tuple(kinds.split()) for kinds in captured)
    state = State(
        objective,
        phase="turn",
        seat=seat,
        period=10,
        tiles=in_order(tiles("1", light) | tiles("2", dark)),
        bags=(one, two),
        captured=(lost_one, lost_two),
        mountain=mountain,
        fortress=fortress,
        flags=flags,
        points=points,
        quiet=quiet,
    )
    return begin_turn(state, 10).state


def orders(state: State) -> set[str]:
    """What may be ordered, in notation."""
    return {GAME.write([entry.order]) for entry in GAME.legal_orders(state, state.seat).entries}


def goals(state: State, square: str) -> set[str]:
    """The squares to which the tile on ``square`` may go."""
    return {text[3:] for text in orders(state) if text.startswith(f"{square}-")}


def step(state: State, text: str, *draws: int) -> Step[State]:
    """One complete sheet of the seat to act, as it was written; OrderError if it is refused."""
    sheet = GAME.read(state, state.seat, text)
    assert GAME.legal_orders(state, state.seat, sheet).may_file
    chance = ScriptedChance(*draws)
    done = GAME.resolve(state, {state.seat: sheet}, chance, NoAnswers())
    assert len(chance.draws) == len(draws)
    return done


def play(state: State, *texts: str) -> State:
    """The position after these sheets, none of which draws."""
    for text in texts:
        state = step(state, text).state
    return state


def refused(state: State, text: str) -> str:
    """Why the text is refused; empty if it is not."""
    try:
        GAME.read(state, state.seat, text)
    except OrderError as error:
        return str(error)
    return ""


def told(done: Step[State]) -> list[str]:
    """The sentences of a step."""
    return [str(event.sentence) for event in done.events]


def started(objective: str = "duke", mountain: str = "off", fortress: str = "off") -> State:
    """The empty board with these options."""
    options = {"objective": objective, "mountain": mountain, "fortress": fortress}
    return GAME.setup(("1", "2"), options, ScriptedChance()).state


def look(state: State) -> dict[str, str]:
    """The board as square -> seat, kind and, when the back lies up, ``'``."""
    return {tile.square: f"{tile.seat} {tile.kind}{"'" if tile.side == 'back' else ''}" for tile in state.tiles}
