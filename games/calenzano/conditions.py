"""Whether an order can be carried out when its moment comes. RULES.md 3.2."""

from __future__ import annotations

from games.calenzano import catapults, melee, movement, shooting
from games.calenzano.field import Field
from games.calenzano.melee import Fray
from games.calenzano.position import Order, State
from games.words import Sentence, say


def fault(state: State, field: Field, order: Order, fray: Fray) -> Sentence | None:
    """Why an order of the seat to act would be skipped on that field; None if it would be carried out.

    ``fray`` are those named in all fights of the turn that are ordered so far.
    """
    for cell in order.who:
        figure = field.own(state.active, cell)
        if figure is None:
            return melee.nobody(state.active, cell)
        if figure.is_ally and state.are_allies_waiting:
            return say("the Florentines have just come and act from the next turn on")
    actor = field.figures[order.who[0]]
    match order.kind:
        case "move":
            return movement.fault(field, actor, order.to[0])
        case "shot":
            return shooting.fault(field, actor, order.to[0])
        case "cat":
            return catapults.fault(actor)
    return melee.fault(field, state.active, order, fray)
