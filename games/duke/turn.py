"""How a turn is carried out. RULES.md 3, 5, 6 and 8."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.chance import Chance
from games.contract import Event, Step
from games.duke import ending, story
from games.duke.actions import relocation_squares, scores
from games.duke.geometry import SQUARES
from games.duke.names import on
from games.duke.position import FOE, SEATS, Order, State, Tile, in_order, sorted_kinds, standing, threats

TURNED = {"front": "back", "back": "front"}


def begin_turn(state: State, period: int) -> Step[State]:
    """The turn of ``state.seat`` begins: it may have lost, the game may be drawn, its Duke may be under threat."""
    begun = ending.judge_turn(replace(state, phase="turn", period=period))
    if begun.phase == "over":
        return Step(begun, (Event(ending.sentence(begun)),))
    if begun.is_guarded and (found := threats(begun)):
        return Step(begun, (story.guard(begun.seat, [on(stand.kind, SQUARES[stand.square]) for stand in found]),))
    return Step(begun)


def play(state: State, order: Order, chance: Chance) -> Step[State]:
    """One turn of ``state.seat``; a draw ends the ply and leaves the same seat to place the tile."""
    if order.kind == "draw":
        bag = state.bag(state.seat)
        kind = bag[chance.pick(len(bag), "draw") - 1]
        return Step(replace(state, phase="place", drawn=kind), (story.drawn(state.seat, kind),))
    events = story.action(state, order)
    after = replace(state, passed=order.kind == "pass", quiet=state.quiet + 1)
    match order.kind:
        case "pass":
            if state.passed and state.objective == "dark_rider":
                after = ending.over(after, "passes")
        case "flag":
            after = _carry(after, order.at, order.to)
        case "place":
            after = _place(after, order.to)
        case _:
            after = _act(after, order)
    if _has_scored(state, order):
        after = _score(after)
        events.append(story.point(state.seat, after.points[SEATS.index(state.seat)]))
    if after.phase != "over":
        after = ending.judge_action(after)
    if after.phase == "over":
        return Step(after, (*events, Event(ending.sentence(after))))
    next_up = replace(after, seat=FOE[state.seat])
    if after.points != state.points and relocation_squares(next_up):
        return Step(replace(next_up, phase="relocate", period=state.period + 1), tuple(events))
    begun = begin_turn(next_up, state.period + 1)
    return Step(begun.state, (*events, *begun.events))


def _act(state: State, order: Order) -> State:
    """A move, strike or command: who acted is flipped, who was met leaves the game, a flag goes along."""
    tiles = standing(state)
    captured = tiles.pop(order.to, None)
    actor = tiles[order.by or order.at]
    if order.kind == "move":
        del tiles[order.at]
        tiles[order.to] = Tile(order.to, actor.seat, actor.kind, TURNED[actor.side])
    else:
        tiles[actor.square] = replace(actor, side=TURNED[actor.side])
    if order.kind == "command":
        tiles[order.to] = replace(tiles.pop(order.at), square=order.to)
    after = replace(state, tiles=in_order(tiles))
    if order.kind != "strike":
        after = _carry(after, order.at, order.to)
    return _take(after, captured) if captured else after


def _take(state: State, captured: Tile) -> State:
    lost = list(state.captured)
    index = SEATS.index(captured.seat)
    lost[index] = (*lost[index], captured.kind)
    return replace(state, captured=(lost[0], lost[1]), quiet=0, history=())


def _carry(state: State, at: str, to: str) -> State:
    """A flag that lies on ``at`` goes to ``to``. RULES.md 6.2."""
    one, two = (to if flag == at else flag for flag in state.flags)
    return replace(state, flags=(one, two))


def _place(state: State, to: str) -> State:
    index = SEATS.index(state.seat)
    bags = list(state.bags)
    bags[index] = sorted_kinds(Counter(bags[index]) - Counter([state.drawn]))
    tiles = standing(state) | {to: Tile(to, state.seat, state.drawn)}
    return replace(
        state, phase="turn", drawn="", tiles=in_order(tiles), bags=(bags[0], bags[1]), quiet=0, history=()
    )  # fmt: skip


def _has_scored(before: State, order: Order) -> bool:
    """Whether a tile has come to stand beside the enemy's flag, not having begun beside it. RULES.md 8.2."""
    flag = before.flag(FOE[before.seat])
    return (
        before.objective == "score"
        and order.kind in ("move", "command", "place")
        and scores(order.to, flag)
        and not (order.at and scores(order.at, flag))
    )


def _score(state: State) -> State:
    points = list(state.points)
    points[SEATS.index(state.seat)] += 1
    return replace(state, points=(points[0], points[1]), quiet=0, history=())


def relocate(state: State, order: Order) -> Step[State]:
    """The flag's owner has answered a point; then its turn begins, with the same deadline. RULES.md 8.2."""
    flags = list(state.flags)
    if order.kind == "plant":
        flags[SEATS.index(state.seat)] = order.to
    begun = begin_turn(replace(state, flags=(flags[0], flags[1])), state.period)
    return Step(begun.state, (story.relocated(state.seat, order), *begun.events))
