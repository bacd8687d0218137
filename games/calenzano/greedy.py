"""A practice player who attacks wherever the odds are good, and else goes to meet the enemy."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.calenzano import catapults, conditions, layout, melee, movement, shooting
from games.calenzano.data import KINDS
from games.calenzano.draft import Draft
from games.calenzano.position import FOE, Figure, Order, View
from games.calenzano.terrain import BIT, CELLS, COVER, FOREST, NEAR, cells_of, distance, spread

GOOD, SURE = 60, 85
"""Chances in percent from which a fight is worth it, and at which no more helpers are called."""

PARTY = 4
STONE = 0.3
"""Enemies, less own figures, that a stone must strike on average."""

STAND_OFF = {"A": 5, "B": 3, "C": 8}
"""How close those come who strike from afar."""


def think(view: View, seat: str, rng: random.Random) -> Sequence[Order]:
    """A whole sheet: shots, stones, charges, then everybody else goes forward."""
    if view.phase == "deploy":
        return layout.usual_deployment(seat)
    if view.phase == "arrival":
        return layout.usual_arrival(view.figures)
    plan = Draft(view, seat, layout.usual_arrival(view.figures) if view.is_due else ())
    figures = [figure for figure in plan.field.row_by_row() if figure.side == seat and not plan.is_idle(figure)]
    rng.shuffle(figures)
    for figure in figures:
        if order := None if figure.did or plan.is_melee else _volley(plan, figure):
            plan.add(order)
    plan, fights = _charges(plan, rng)
    for figure in figures:
        if order := None if plan.is_melee else _advance(plan, figure.cell, fights):
            plan.add(order)
    for fight in _possible(plan, fights):
        plan.add(fight)
    return [*plan.orders, Order("done" if plan.orders or view.parts else "pass")]


def _volley(plan: Draft, figure: Figure) -> Order | None:
    """The best shot or stone of a figure."""
    if figure.kind == "C":
        aim = max(catapults.aims(), key=lambda aim: _worth(plan, figure, aim))
        return Order("cat", (figure.cell,), aim) if _worth(plan, figure, aim) >= STONE else None
    targets = shooting.targets(plan.field, figure)
    if not targets:
        return None
    best = max(targets, key=lambda foe: (len(shooting.hits(figure.kind, foe.cell)), KINDS[foe.kind].strike))
    return Order("shot", (figure.cell,), (best.cell,))


def _worth(plan: Draft, figure: Figure, aim: tuple[str, ...]) -> float:
    """Enemies less own figures that the stone removes on average."""
    foes, own = catapults.struck_on_average(plan.field, figure, aim)
    return foes - own


def _charges(plan: Draft, rng: random.Random) -> tuple[Draft, list[Order]]:
    """The plan with the moves that lead to fights with good odds, and these fights."""
    fights: list[Order] = []
    foes = [figure for figure in plan.field.row_by_row() if figure.side != plan.seat and not figure.has_fought]
    rng.shuffle(foes)
    for foe in foes:
        trial, party = _party(plan, foe, {cell for fight in fights for cell in fight.who})
        if party and _odds(trial, party, foe) >= GOOD:
            plan = trial
            fights.append(Order("fight", tuple(party), (foe.cell,)))
    return plan, fights


def _party(plan: Draft, foe: Figure, engaged: set[str]) -> tuple[Draft, list[str]]:
    """The plan with moves that bring figures next to a foe until the fight is sure, and the cells of the party then."""
    party: list[str] = []
    for figure in sorted(_fighters(plan, engaged), key=lambda figure: -KINDS[figure.kind].strike):
        if len(party) == PARTY or (party and _odds(plan, party, foe) >= SURE):
            break
        if NEAR[foe.cell] & BIT[figure.cell]:
            party.append(figure.cell)
        elif not figure.did and not plan.is_melee:
            reach = movement.reach(figure.kind, figure.cell, plan.field.occupied) & NEAR[foe.cell]
            if reach:
                end = min(cells_of(reach), key=lambda cell: bool(figure.kind == "K" and BIT[cell] & FOREST))
                plan = Draft(plan.state, plan.seat, [*plan.orders, Order("move", (figure.cell,), (end,))])
                party.append(end)
    return plan, party


def _fighters(plan: Draft, engaged: set[str]) -> Iterator[Figure]:
    """Who may still take part in a fight; those who shoot keep away from it."""
    for figure in plan.field.figures.values():
        is_free = figure.side == plan.seat and figure.cell not in engaged and not plan.is_idle(figure)
        if is_free and figure.kind in "FPK" and figure.did != "shot" and not figure.has_fought:
            yield figure


def _odds(plan: Draft, party: Sequence[str], foe: Figure) -> int:
    """The chance in percent of a party, named by the cells where it stands in the plan."""
    attackers = [plan.field.figures[cell] for cell in party]
    ours, theirs = melee.strengths(attackers, [foe])
    return melee.win_percent(ours - theirs)


def _advance(plan: Draft, cell: str, fights: Sequence[Order]) -> Order | None:
    """A step towards the nearest enemy for a figure that has nothing better to do and stands in the open."""
    figure = plan.field.own(plan.seat, cell)
    is_bound = any(cell in fight.who for fight in fights)
    foes = plan.field.sides[FOE[plan.seat]]
    if figure is None or figure.did or is_bound or BIT[cell] & COVER or not foes:
        return None
    wanted = STAND_OFF.get(figure.kind, 1)
    rings = _rings(foes)
    reach = movement.reach(figure.kind, cell, plan.field.occupied)
    here = abs(rings[cell] - wanted)
    end = min(cells_of(reach), key=lambda to: (abs(rings[to] - wanted), distance(cell, to)), default=cell)
    return Order("move", (cell,), (end,)) if abs(rings[end] - wanted) < here else None


@lru_cache(64)
def _rings(foes: int) -> dict[str, int]:
    """Each cell's distance to the nearest of a set."""
    rings: dict[str, int] = {}
    at, steps = foes, 0
    while len(rings) < len(CELLS):
        for cell in cells_of(at):
            rings.setdefault(cell, steps)
        at, steps = spread(at), steps + 1
    return rings


def _possible(plan: Draft, fights: Sequence[Order]) -> list[Order]:
    """Those of the fights that may be fought together. RULES.md 7.3."""
    chosen: list[Order] = []
    for fight in fights:
        fray = plan.fray.joined(plan.field, plan.seat, [*chosen, fight])
        if all(conditions.fault(plan.state, plan.field, each, fray) is None for each in [*chosen, fight]):
            chosen.append(fight)
    return chosen
