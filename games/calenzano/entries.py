"""The single choices of the menu: an order and the picks that lead to it.

The same few thousand come again and again, so they are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from games.calenzano import catapults, melee, shooting
from games.calenzano.field import Field
from games.calenzano.names import DIRECTIONS, FIGURES, KINDS, army_of
from games.calenzano.position import Figure, Order
from games.calenzano.terrain import cells_of
from games.contract import Entry, Pick
from games.words import Sentence, say

MOVE = Pick("action", "move", say("Move"))
SHOOT = Pick("action", "shot", say("Shoot"))
THROW = Pick("action", "cat", say("Throw a stone"))
FIGHT = Pick("action", "fight", say("Fight"))

DONE = Entry(Order("done"), (Pick("who", "done", say("End the turn")),))
PASS = Entry(Order("pass"), (Pick("who", "pass", say("Pass: no orders this turn")),))


@lru_cache(2048)
def placement(word: str, kind: str, cell: str) -> Entry[Order]:
    """A figure put on the map, before the battle or as it comes from Florence."""
    who = _newcomer(kind) if word == "florence" else Pick("who", kind, KINDS[kind])
    return Entry(Order(word, (kind,), (cell,)), (who, _cell(cell)))


@cache
def _newcomer(kind: str) -> Pick:
    return Pick("who", f"florence {kind}", say("Place the Florentines: {kind}", kind=KINDS[kind]))


@cache
def _cell(cell: str) -> Pick:
    return Pick("to", cell, say("{cell}", cell=cell), cell, "dot")


@lru_cache(4096)
def _who(army: str, kind: str, cell: str) -> Pick:
    return Pick("who", cell, say("{who} {cell}", who=FIGURES[army, kind], cell=cell), cell, "bracket")


def moves(figure: Figure, reach: int) -> tuple[Entry[Order], ...]:
    """A move to each cell of a set."""
    return _moves(army_of(figure), figure.kind, figure.cell, reach)


@lru_cache(2048)
def _moves(army: str, kind: str, cell: str, reach: int) -> tuple[Entry[Order], ...]:
    known = _known_moves(army, kind, cell)
    return tuple(
        known[to] if to in known else known.setdefault(to, _move(army, kind, cell, to)) for to in cells_of(reach)
    )


@lru_cache(512)
def _known_moves(army: str, kind: str, cell: str) -> dict[str, Entry[Order]]:
    """Moves of that figure made so far, by their end: others in its way change what it reaches, not how it is said."""
    return {}


def _move(army: str, kind: str, cell: str, to: str) -> Entry[Order]:
    return Entry(Order("move", (cell,), (to,)), (_who(army, kind, cell), MOVE, _cell(to)))


def shot(shooter: Figure, target: Figure) -> Entry[Order]:
    """A shot, with its chance."""
    return _shot(army_of(shooter), shooter.kind, shooter.cell, army_of(target), target.kind, target.cell)


@lru_cache(4096)
def _shot(army: str, kind: str, cell: str, foe_army: str, foe_kind: str, to: str) -> Entry[Order]:
    hits = len(shooting.hits(kind, to))
    label = say("{cell}: {who}, hit by {n} of 6", cell=to, who=FIGURES[foe_army, foe_kind], n=hits)
    target = Pick("to", to, label, to, "cross", f"{hits}/6")
    return Entry(Order("shot", (cell,), (to,)), (_who(army, kind, cell), SHOOT, target))


def stones(field: Field, figure: Figure) -> Iterator[Entry[Order]]:
    """Every way to aim a catapult, with what it strikes on average."""
    for aim in catapults.aims():
        foes, own = catapults.struck_on_average(field, figure, aim)
        yield _stone(figure.side, figure.cell, aim, round(10 * foes), round(10 * own))


@lru_cache(4096)
def _stone(side: str, cell: str, aim: tuple[str, ...], foes: int, own: int) -> Entry[Order]:
    """``foes`` and ``own`` are struck in ten throws."""
    struck = say(
        "{dice}; in ten throws it strikes {foes} enemies and {own} of yours", dice=_dice(aim), foes=foes, own=own
    )
    second = Pick("second", aim[-1] if len(aim) > 1 else "one", struck if foes or own else _dice(aim))
    return Entry(Order("cat", (cell,), aim), (_who(side, "C", cell), THROW, _direction(cell, aim[0]), second))


@lru_cache(4096)
def _direction(cell: str, direction: str) -> Pick:
    """Tapped where one die can carry the stone at most, unless a catapult could walk there."""
    ends = [catapults.landing(cell, (direction,), (die,)) for die in range(4, 7)]
    space = next((end for end in reversed(ends) if end), "")
    return Pick(
        "to", direction, say("to the {direction}", direction=DIRECTIONS[direction]), space, "cross" if space else ""
    )


def _dice(aim: tuple[str, ...]) -> Sentence:
    if len(aim) == 1:
        return say("one die, 1 to 6 cells")
    if aim[0] == aim[1]:
        return say("two dice, straight on, 2 to 12 cells")
    return say("two dice, the second to the {direction}", direction=DIRECTIONS[aim[1]])


@lru_cache(8192)
def fight(order: Order, party: tuple[Figure, ...], foes: tuple[Figure, ...]) -> Entry[Order]:
    """A fight led by the first of the party, with its chance."""
    leader, first = party[0], foes[0]
    ours, theirs = melee.strengths(party, foes)
    others, more = "+".join(order.who[1:]), "+".join(order.to[1:])
    odds = say(
        "{ours} against {theirs}, {percent} %", ours=ours, theirs=theirs, percent=melee.win_percent(ours - theirs)
    )
    return Entry(
        order,
        (
            _who(army_of(leader), leader.kind, leader.cell),
            FIGHT,
            Pick(
                "to",
                first.cell,
                say("{cell}: {who}", cell=first.cell, who=FIGURES[army_of(first), first.kind]),
                first.cell,
                "ring",
                f"{_alone(leader, first)}%",
            ),
            Pick("with", f"{others}x{more}", _parties(others, more, odds)),
        ),
    )


def _alone(leader: Figure, foe: Figure) -> int:
    """The leader's chance in percent without help."""
    ours, theirs = melee.strengths([leader], [foe])
    return melee.win_percent(ours - theirs)


def _parties(others: str, more: str, odds: Sentence) -> Sentence:
    if more:
        return say("alone, against {cells} too: {odds}", cells=more, odds=odds)
    if others:
        return say("with {cells}: {odds}", cells=others, odds=odds)
    return say("alone: {odds}", odds=odds)
