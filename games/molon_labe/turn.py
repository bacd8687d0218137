"""How a sheet of orders is carried out. RULES.md 4 and 5; each step names its rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from games.chance import Chance
from games.contract import Answers, Step
from games.drawing import Mark
from games.molon_labe import standing, story
from games.molon_labe.actions import after, fault, whole_way
from games.molon_labe.battles import fight_battles
from games.molon_labe.notation import write
from games.molon_labe.paths import Way
from games.molon_labe.position import General, Order, State
from games.molon_labe.seasons import end_turn
from games.molon_labe.sheet import actions_of
from games.molon_labe.telling import Telling


def play(state: State, sheet: Sequence[Order], chance: Chance, answers: Answers) -> Step[State]:
    """Carry out a turn or a part of one; the end of a turn brings its battles and the next seat's dice."""
    telling = Telling(state)
    telling.tell(story.turn(state), heading=True)
    orders = actions_of(sheet)
    for order in orders:
        if not order.is_last:
            _act(telling, order, answers)
    if orders[-1].is_last:
        if not state.parts and len(orders) == 1:
            telling.tell(story.passed(state.kingdom))
        fight_battles(telling, chance)
        end_turn(telling, chance)
    else:
        telling.state = replace(telling.state, parts=state.parts + 1)
    return telling.step()


def _act(telling: Telling, order: Order, answers: Answers) -> None:
    state = telling.state
    general = state.general(state.kingdom, order.general)
    reason = fault(state, order)
    if reason or general is None:  # 4.4: somebody was stopped where this order did not expect it
        if reason:
            telling.tell(story.skipped(write([order]), reason))
    elif order.kind == "raze":
        telling.state = after(state, order)
        telling.tell(story.razed(general, telling.state.floors[general.city]), Mark("hit", general.city))
    elif order.kind == "back":
        telling.state = after(state, order)
        telling.tell(story.returned(general, order.to), Mark("filed", order.to))
    else:
        _march(telling, general, order, answers)


def _march(telling: Telling, general: General, order: Order, answers: Answers) -> None:
    """5.3: enemies on the way say stop or go, unless an own general keeps them busy."""
    way = whole_way(telling.state, order)
    foes, own = telling.state.foes(general.kingdom), telling.state.own(general.kingdom)
    for passed, node in enumerate(way[:-1], start=1):
        foe = foes.get(node)
        if foe is None or node in own:
            continue
        if _says(telling, foe, general, node, answers) == "stop":
            way = way[:passed]
            telling.tell(story.stopped(foe, general, node), Mark("shield", node))
            break
        telling.tell(story.let_through(foe, general, node), Mark("filed", node))
    end = way[-1] if way else general.city
    telling.state = after(telling.state, order, stopped_in=end)
    telling.tell(story.moved(general, end), *(_arrows(general.city, way) or [Mark("filed", end)]))


def _says(telling: Telling, foe: General, general: General, node: str, answers: Answers) -> str:
    """The word of the seat whose city is entered, from its list."""
    return answers.ask(
        telling.state.seat_of(foe.kingdom),
        f"{foe.kingdom} g{foe.number} to {general.kingdom} g{general.number} in {node}",
        lambda entries: standing.word(entries, foe.number, general.kingdom),
    )


def _arrows(start: str, way: Way) -> list[Mark]:
    return [Mark("arrow", a, b) for a, b in pairwise((start, *way))]
