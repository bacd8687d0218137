"""Why an order is not accepted: what is wrong, and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.duke.actions import home, legal_orders, setup_squares, sheet_length
from games.duke.explain_action import action_fault, left_to, own_tile, threat
from games.duke.geometry import BESIDE, NUMBERS
from games.duke.names import TERRAIN, TILES, listed, on
from games.duke.position import (
    DUKE_SQUARES,
    FLAGGED,
    FOE,
    RIDERS,
    SEATS,
    Order,
    State,
    empty_squares,
    engine_of,
    has_duke,
    names,
    standing,
)
from games.words import Sentence, say

KINDS_OF_ORDER = {
    "pick": ("pick",),
    "setup": ("setup",),
    "deploy": ("deploy",),
    "flags": ("plant",),
    "turn": ("move", "strike", "command", "draw", "flag", "pass"),
    "place": ("place",),
    "relocate": ("plant", "stay"),
}


def fault(state: State, seat: str, order: Order, drafted: Sequence[Order] = ()) -> Sentence | None:
    """Why ``order`` may not follow ``drafted``; None when it may."""
    if state.phase == "over":
        return say("The game is over; there is nothing to order.")
    if seat != state.seat:
        return say("It is not your turn.")
    if len(drafted) >= sheet_length(state):
        return say("Your orders are complete; nothing can follow them.")
    return None if order in legal_orders(state, drafted) else _reason(state, order, drafted)


def _reason(state: State, order: Order, drafted: Sequence[Order]) -> Sentence:
    if order.kind not in KINDS_OF_ORDER[state.phase]:
        return _out_of_place(state)
    if not _is_well_formed(order):
        return say("This is no order of The Duke.")
    return FAULTS.get(order.kind, _action_fault)(state, order, drafted)


def _is_well_formed(order: Order) -> bool:
    """Whether the order has the parts of its kind and no others."""
    kind, at, to, by, who = order.kind, order.at, order.to, order.by, order.who
    squares = {
        "setup": (to,), "deploy": (to,), "plant": (to,), "place": (to,),
        "move": (at, to), "strike": (at, to), "flag": (at, to), "command": (by, at, to),
    }.get(kind, ())  # fmt: skip
    if not all(square in NUMBERS for square in squares):
        return False
    if kind in ("setup", "pick"):
        return order == Order(kind, to=to if kind == "setup" else "", who=who) and who in TILES
    parts = dict(zip(("by", "at", "to")[-len(squares) :] if squares else (), squares, strict=True))
    return order == Order(kind, **parts)


def _out_of_place(state: State) -> Sentence:
    """What is to be ordered now instead, with an example."""
    if state.phase == "turn":
        return say("This is not the time for that. Move a tile, draw one, strike, command or pass a flag.")
    first = legal_orders(state)[0]
    orders = {
        "pick": f"pick {first.who}",
        "setup": "setup c1 b1 c2" if state.seat == "1" else "setup c6 b6 c5",
        "deploy": "deploy a1 b1 c1 d1 e1" if state.seat == "1" else "deploy c6",
        "flags": f"flag {first.to}",
        "place": f"@{first.to}",
        "relocate": f"flag {first.to}",
    }
    sentence = OUT_OF_PLACE[state.phase]
    drawn: dict[str, Sentence] = {"tile": TILES[state.drawn]} if state.drawn else {}
    return say(sentence.text, order=orders[state.phase], **drawn)


OUT_OF_PLACE = {
    "pick": say("First the types are picked. Write for example {order}."),
    "setup": say("First you set up your Duke and two Footmen. Write for example {order}."),
    "deploy": say("First you deploy. Write for example {order}."),
    "flags": say("First you place a flag. Write for example {order}."),
    "place": say("You have drawn a tile: {tile}. Put it beside your Duke; write for example {order}."),
    "relocate": say("First say where your flag goes. Write for example {order}, or flag stay."),
}


def _pick_fault(state: State, order: Order, drafted: Sequence[Order]) -> Sentence:
    return say(
        "{tile} does not lie on the table. You may pick from {types}.",
        tile=TILES[order.who],
        types=listed(list(state.table)),
    )


def _setup_fault(state: State, order: Order, drafted: Sequence[Order]) -> Sentence:
    if order.who not in ("duke", "footman"):
        return say("This is no order of The Duke.")
    if not drafted:
        one, two = DUKE_SQUARES[state.seat]
        return say("Your Duke stands on {one} or {two}.", one=one, two=two)
    if order.to in {placed.to for placed in drafted}:
        return say("{square} is taken already.", square=order.to)
    return say(
        "A Footman stands beside the Duke, sharing a side: {squares}.",
        squares=listed(setup_squares(state.seat, drafted)),
    )


def _deploy_fault(state: State, order: Order, drafted: Sequence[Order]) -> Sentence:
    if order.to in {placed.to for placed in drafted}:
        return say("{square} is taken already.", square=order.to)
    kind, _number = RIDERS[state.seat]
    first, *_between, last = names(home(state.seat))
    return say(
        "{tile}: your home edge is {first} to {last}. {square} is not on it.",
        tile=TILES[kind], first=first, last=last, square=order.to,
    )  # fmt: skip


def _plant_fault(state: State, order: Order, drafted: Sequence[Order]) -> Sentence:
    to = order.to
    if to not in empty_squares(state):
        return say("{square} is not empty. A flag goes where no tile, no flag and no terrain lies.", square=to)
    if state.phase == "relocate":
        return say("{square} shares no side with a tile of yours.", square=to)
    if state.objective == "score":
        return say("{square} is not on the edge of the board.", square=to)
    first, *_between, last = names(home(FOE[state.seat]))
    return say("A flag is placed on the enemy's edge, {first} to {last}.", first=first, last=last)


def _draw_fault(state: State, order: Order, drafted: Sequence[Order]) -> Sentence:
    if not state.bag(state.seat):
        return say("Your bag is empty.")
    if not has_duke(state, state.seat):
        return say("Your Duke is captured; you draw no more tiles.")
    engine = engine_of(state)
    if state.is_guarded and engine.threats():
        return say(
            "Your Duke is threatened by the {tile}, and no new tile beside it would help.", tile=threat(engine)
        )  # fmt: skip
    return say("No square beside your Duke is free for a new tile.")


def _place_fault(state: State, order: Order, drafted: Sequence[Order]) -> Sentence:
    to, tiles = order.to, standing(state)
    duke = next(tile.square for tile in state.tiles if tile.kind == "duke" and tile.seat == state.seat)
    if not BESIDE[NUMBERS[duke]] >> NUMBERS[to] & 1:
        return say("{square} shares no side with your Duke on {duke}.", square=to, duke=duke)
    if to in tiles:
        tile = tiles[to]
        return own_tile(tile) if tile.seat == state.seat else say(
            "The {tile} stands there already.", tile=on(tile.kind, to)
        )  # fmt: skip
    for name, at in (("mountain", state.mountain), ("fortress", state.fortress)):
        if to == at:
            return say("No new tile is put on the {terrain}.", terrain=TERRAIN[name])
    if to in state.flags:
        return say("No new tile is put on a flag.")
    engine = engine_of(state)
    field = engine.field
    seat = SEATS.index(state.seat)
    engine.push(field.places[seat][engine.me.kinds, 1 << NUMBERS[to]][0])
    return left_to(engine)


def _pass_flag_fault(state: State, order: Order, drafted: Sequence[Order]) -> Sentence:
    if state.objective not in FLAGGED:
        return say("There are no flags in this game.")
    at = state.goal_flag(state.seat)
    tiles = standing(state)
    if at not in tiles or tiles[at].seat != state.seat:
        return say("None of your tiles carries a flag.")
    if order.at != at:
        return say("The flag you carry is on {square}.", square=at)
    if not BESIDE[NUMBERS[at]] >> NUMBERS[order.to] & 1:
        return say("{to} shares no side with {at}.", to=order.to, at=at)
    return say("A flag is passed to a tile of your own; there is none on {square}.", square=order.to)


def _pass_fault(state: State, order: Order, drafted: Sequence[Order]) -> Sentence:
    if state.is_guarded:
        return say("Nobody may pass. Move a tile or draw one.")
    return say("You may pass only when you can do nothing else.")


def _action_fault(state: State, order: Order, drafted: Sequence[Order]) -> Sentence:
    return action_fault(state, order)


FAULTS: Mapping[str, Callable[[State, Order, Sequence[Order]], Sentence]] = {
    "pick": _pick_fault,
    "setup": _setup_fault,
    "deploy": _deploy_fault,
    "plant": _plant_fault,
    "place": _place_fault,
    "draw": _draw_fault,
    "flag": _pass_flag_fault,
    "pass": _pass_fault,
}
"""What tells the reason for each kind of order; the others are acts of tiles."""
