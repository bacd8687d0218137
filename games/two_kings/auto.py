"""The ``auto`` order: one order for several turns, until something wants a decision. RULES.md 8.3."""

from __future__ import annotations

from games.two_kings.names import UNIT_NAMES
from games.two_kings.position import BRIDGE, CLEARED_BY, Army, Order
from games.words import Sentence, say

REACH = range(1, 7)


def running(army: Army) -> Order | None:
    """The order that the seat's ``auto`` gives for its turn now; None if none is in force."""
    if not army.auto.left:
        return None
    return Order("hold", army.auto.held) if army.auto.held else Order("roll")


def stop(army: Army) -> Sentence | None:
    """Why an ``auto`` in force must not play the turn that begins now; None when it plays on."""
    if army.auto.has_met:
        return say("something was met on the road")
    rolling = [unit for unit in army.free if unit not in army.auto.held]
    if not rolling:
        return say("none of the units that could move would roll")
    mine = army.next_obstacle
    if mine and mine.letter == "M":
        for unit in rolling:
            if unit != CLEARED_BY["M"] and mine.square - army.places[unit] in REACH:
                return say("a mine lies within a throw: {unit}", unit=UNIT_NAMES[unit])
    for unit in rolling:
        on_bridge = any(square == BRIDGE for other, square in army.places.items() if other != unit)
        if on_bridge and BRIDGE - army.places[unit] in REACH:
            return say("the drawbridge is held and lies within a throw: {unit}", unit=UNIT_NAMES[unit])
    return None
