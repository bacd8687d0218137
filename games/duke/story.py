"""The sentences and marks that tell what was done. RULES.md 10.3."""

from __future__ import annotations

from collections.abc import Sequence

from games.contract import Event
from games.drawing import Mark
from games.duke.ending import POINTS
from games.duke.names import SIDES, TERRAIN, TILES, listed, on
from games.duke.position import FOE, Order, State, standing
from games.words import Sentence, say


def action(state: State, order: Order) -> list[Event]:
    """A turn as the history writes it, and what it captured; ``state`` is the position before."""
    tiles = standing(state)
    marks: list[Mark] = []
    if order.at:
        marks.append(Mark("arrow", order.at, order.to))
    if order.by:
        marks.append(Mark("filed", order.by, label=say("gave the command")))
    if order.kind == "place":
        marks.append(Mark("filed", order.to, label=say("new tile")))
    events = [Event(_sentence(state, order), marks=tuple(marks))]
    if order.kind in ("move", "strike", "command") and (captured := tiles.get(order.to)):
        hit = Mark("hit", order.to, label=say("captured: {tile}", tile=TILES[captured.kind]))
        events.append(Event(say("Captured: {tile}.", tile=on(captured.kind, order.to)), marks=(hit,)))
    return events


def _sentence(state: State, order: Order) -> Sentence:
    side = SIDES[state.seat]
    tiles = standing(state)
    at, to = order.at, order.to
    match order.kind:
        case "move":
            return say("{side}: {tile} {at}-{to}.", side=side, tile=TILES[tiles[at].kind], at=at, to=to)
        case "strike":
            return say("{side}: {tile} {at}*{to}.", side=side, tile=TILES[tiles[at].kind], at=at, to=to)
        case "command":
            return say(
                "{side}: {commander} {by}: {tile} {at}-{to}.",
                side=side,
                commander=TILES[tiles[order.by].kind],
                by=order.by,
                tile=TILES[tiles[at].kind],
                at=at,
                to=to,
            )
        case "place":
            return say("{side}: {tile} @{to}.", side=side, tile=TILES[state.drawn], to=to)
        case "flag":
            return say("{side}: flag {at}-{to}.", side=side, at=at, to=to)
    return say("{side}: pass.", side=side)


def drawn(seat: str, kind: str) -> Event:
    return Event(say("{side}: draw {{{tile}}}.", side=SIDES[seat], tile=TILES[kind]))


def set_up(seat: str, orders: Sequence[Order]) -> Event:
    duke, one, two = (order.to for order in orders)
    return Event(say("{side}: Duke {duke}, Footmen {one} and {two}.", side=SIDES[seat], duke=duke, one=one, two=two))


def deployed(seat: str, kind: str, orders: Sequence[Order]) -> Event:
    squares = listed([order.to for order in orders])
    return Event(say("{side}: {tile} {squares}.", side=SIDES[seat], tile=TILES[kind], squares=squares))


def picked(seat: str, kind: str) -> Event:
    return Event(say("{side} picks: {tile}.", side=SIDES[seat], tile=TILES[kind]))


def terrain(name: str, square: str) -> Event:
    mark = Mark("filed", square, label=TERRAIN[name])
    return Event(say("The {terrain} lies on {square}.", terrain=TERRAIN[name], square=square), marks=(mark,))


def planted(state: State, square: str) -> Event:
    """A flag placed before the game; in the objective ``flag`` it is the enemy's from then on."""
    marks = (Mark("filed", square, label=say("new flag")),)
    if state.objective == "score":
        return Event(say("{side}: flag {square}.", side=SIDES[state.seat], square=square), marks=marks)
    return Event(
        say(
            "{side}: flag {square}. It is the flag of {owner} from now on.",
            side=SIDES[state.seat],
            square=square,
            owner=SIDES[FOE[state.seat]],
        ),
        marks=marks,
    )


def relocated(seat: str, order: Order) -> Event:
    if order.kind == "stay":
        return Event(say("{side}: the flag stays.", side=SIDES[seat]))
    mark = Mark("filed", order.to, label=say("new flag"))
    return Event(say("{side}: flag {square}.", side=SIDES[seat], square=order.to), marks=(mark,))


def point(seat: str, points: int) -> Event:
    return Event(say("A point for {side}: {points} of {all}.", side=SIDES[seat], points=points, all=POINTS))


def guard(seat: str, threats: Sequence[Sentence]) -> Event:
    """That the Duke of the seat to move is under threat."""
    return Event(say("Guard! The Duke of {side} is threatened by the {tile}.", side=SIDES[seat], tile=threats[0]))
