"""The sentences that tell how a turn went. Every name stands where a sentence begins."""

from __future__ import annotations

from games.ice_battle.names import SIDES, name_of
from games.ice_battle.notation import write
from games.ice_battle.position import Order, Warrior
from games.words import Sentence, say


def row(turn: int, number: int) -> Sentence:
    return say("Turn {turn}, row {row}", turn=turn, row=number)


def intent(warrior: Warrior, order: Order) -> Sentence:
    """What a warrior sets out to do."""
    who, cell, to, n = name_of(warrior), warrior.cell, order.to, order.strength
    match order.kind:
        case "move":
            return say("{who} {cell} sets out for {to}.", who=who, cell=cell, to=to)
        case "attack":
            return say("{who} {cell} strikes at {to} with strength {n}.", who=who, cell=cell, to=to, n=n)
        case "shot":
            return say("{who} {cell} shoots at {to}.", who=who, cell=cell, to=to)
    return say("{who} {cell} defends with strength {n}.", who=who, cell=cell, n=n)


def extra_defence(warrior: Warrior, order: Order) -> Sentence:
    return say(
        "{who} {cell} has an extra defence of strength {n} for both rows.",
        who=name_of(warrior),
        cell=warrior.cell,
        n=order.strength,
    )


def void_dead(side: str, order: Order) -> Sentence:
    return say(
        "{side}: “{order}” is void, for its warrior has fallen. It costs nothing.",
        side=SIDES[side],
        order=write([order]),
    )


def void_elsewhere(warrior: Warrior, order: Order) -> Sentence:
    return say(
        "{side}: “{order}” is void, for its warrior still stands on {cell}. It costs nothing.",
        side=SIDES[warrior.side],
        order=write([order]),
        cell=warrior.cell,
    )


def air(side: str, order: Order) -> Sentence:
    return say("{side}: the blow at {to} meets no enemy and costs nothing.", side=SIDES[side], to=order.to)


def duel(one: Warrior, strength: int, two: Warrior, counter: int) -> Sentence:
    """Two who strike at each other, and who is the weaker."""
    values: dict[str, str | int | Sentence] = {
        "one": name_of(one),
        "at": one.cell,
        "n": strength,
        "two": name_of(two),
        "there": two.cell,
        "m": counter,
    }
    if strength == counter:
        return say("{one} {at} and {two} {there} strike at each other, {n} against {m}: both are hit.", **values)
    return say("{one} {at} and {two} {there} strike at each other, {n} against {m}: the weaker is hit.", **values)


def blow(target: Warrior, strength: int, shield: int) -> Sentence:
    """A blow or shot that met its target."""
    values: dict[str, str | int | Sentence] = {
        "who": name_of(target),
        "cell": target.cell,
        "n": strength,
        "shield": shield,
    }
    if not shield:
        return say("{who} {cell} has no defence and is hit.", who=name_of(target), cell=target.cell)
    if strength > shield:
        return say("{who} {cell} is hit: strength {n} beats defence {shield}.", **values)
    return say("{who} {cell} holds: strength {n} does not beat defence {shield}.", **values)


def loss(warrior: Warrior) -> Sentence:
    """A life lost; ``warrior`` is as it was before."""
    who, cell = name_of(warrior), warrior.cell
    if warrior.lives > 1:
        return say("{who} {cell} loses a life. Lives left: {lives}.", who=who, cell=cell, lives=warrior.lives - 1)
    return say("{who} {cell} loses the last life and leaves the board.", who=who, cell=cell)


def payment(side: str, cost: int, left: int) -> Sentence:
    if not cost:
        return say("{side} have no points left, so this costs them nothing.", side=SIDES[side])
    return say("{side} pay {cost}. Points left: {left}.", side=SIDES[side], cost=cost, left=left)


def moved(warrior: Warrior, order: Order) -> Sentence:
    return say("{who} goes from {cell} to {to}.", who=name_of(warrior), cell=order.who, to=order.to)


def blocked(warrior: Warrior, order: Order, obstacle: Warrior) -> Sentence:
    """A move that cannot be made, and who stands in the way."""
    return say(
        "{who} {cell} stays and pays nothing. In the way on {at}: {foe}.",
        who=name_of(warrior),
        cell=order.who,
        at=obstacle.cell,
        foe=name_of(obstacle),
    )


def same_cell(cell: str) -> Sentence:
    return say("Both make for {cell}: both stay and pay nothing.", cell=cell)


def crossing() -> Sentence:
    return say("They walk into each other: both stay and pay nothing.")
