"""What may be added to a draft, as choices a person can make on the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from games.calenzano import conditions, entries, layout, movement, shooting
from games.calenzano.draft import Draft
from games.calenzano.names import KINDS
from games.calenzano.notation import write
from games.calenzano.position import FOE, Figure, Order, State
from games.calenzano.terrain import BARRED, BIT, NEAR, cells_of
from games.contract import Entry, Menu, Pick
from games.words import Sentence, say

TURN_QUESTIONS = {
    "who": say("Which figure?"),
    "action": say("What does it do?"),
    "to": say("Where to, or at whom?"),
    "second": say("One die, or two?"),
    "with": say("Who takes part?"),
}


def menu(state: State, seat: str, drafted: Sequence[Order]) -> Menu[Order]:
    """The orders that may follow ``drafted`` and will be carried out if all before them is as expected."""
    if state.phase == "over" or (state.phase != "deploy" and seat != state.active):
        return Menu()
    draft, skipped = forecast(state, seat, drafted)
    if state.phase in ("deploy", "arrival") or draft.is_placing:
        return _layout_menu(draft)
    if draft.is_ended:
        return Menu(may_file=True, notes=(*_due(draft), *skipped))
    last = entries.DONE if drafted or state.parts else entries.PASS
    actions, rest = _actions(draft)
    return Menu(
        (*_arrivals(draft), *actions, last),
        may_file=bool(drafted),
        questions=TURN_QUESTIONS,
        notes=(*_due(draft), *_waiting(rest), *skipped),
        at_once=((last.picks[0].label, (last.order,)),),
        is_part=True,
        rest=rest,
    )


def forecast(state: State, seat: str, drafted: Sequence[Order]) -> tuple[Draft, list[Sentence]]:
    """The draft with its fights marked on the field, and what will be skipped if nothing unexpected happens."""
    draft = Draft(state, seat)
    fray = Draft(state, seat, drafted).fray if any(order.kind == "fight" for order in drafted) else draft.fray
    skipped = []
    for order in drafted:
        reason = None
        if not order.is_placement and not order.is_last:
            reason = conditions.fault(state, draft.field, order, fray)
        if reason:
            skipped.append(
                say("As things stand “{order}” will be skipped: {reason}.", order=write([order]), reason=reason)
            )
        draft.add(order)
        if order.kind == "fight" and not reason:
            for cell in (*order.who, *order.to):
                draft.field.mark(cell, has_fought=True)
    return draft, skipped


def _layout_menu(draft: Draft) -> Menu[Order]:
    """Placements of the first kind that is missing, so that the map leads through the layout."""
    word = "deploy" if draft.state.phase == "deploy" else "florence"
    wanted = layout.wanted_by(word, draft.seat, draft.state.figures)
    notes = (say("Placed: {n} of {all}.", n=len(draft.placements), all=wanted),)
    if len(draft.placements) == wanted:
        return Menu(may_file=True, notes=notes)
    kinds = _kinds_to_place(draft, word)
    placements = tuple(entry for kind in kinds for entry in _placements(draft, word, kind))
    cell = say("Which cell?") if len(kinds) > 1 else say("Which cell for: {kind}?", kind=KINDS[kinds[0]])
    return Menu(placements, questions={"who": say("Whom do you place?"), "to": cell}, notes=notes)


def _kinds_to_place(draft: Draft, word: str) -> list[str]:
    """The first kind that is missing; where not all will find a cell, all of them: the player chooses who comes."""
    kinds = list(layout.missing(word, draft.seat, draft.placements))
    return kinds[:1] if word == "deploy" or layout.do_all_come(draft.state.figures) else kinds


def _placements(draft: Draft, word: str, kind: str) -> Iterator[Entry[Order]]:
    taken = {order.to[0] for order in draft.placements} | {figure.cell for figure in draft.state.figures}
    for cell in layout.HOME[draft.seat] if word == "deploy" else layout.COLUMN:
        if cell not in taken and not BIT[cell] & BARRED[kind]:
            yield entries.placement(word, kind, cell)


def _arrivals(draft: Draft) -> Iterator[Entry[Order]]:
    """The first Florentine, while they are due. RULES.md 2.4."""
    if draft.is_due:
        for kind in _kinds_to_place(draft, "florence"):
            yield from _placements(draft, "florence", kind)


def _actions(draft: Draft) -> tuple[list[Entry[Order]], tuple[Pick, ...]]:
    """The orders for every figure, and those figures that can have one and have none yet."""
    found: list[Entry[Order]] = []
    rest: list[Pick] = []
    for figure in draft.field.row_by_row():
        if figure.side != draft.seat or draft.is_idle(figure):
            continue
        orders = orders_of(draft, figure)
        found += orders
        if orders and not (figure.did or figure.has_fought):
            rest.append(orders[0].picks[0])
    return found, tuple(rest)


def orders_of(draft: Draft, figure: Figure) -> list[Entry[Order]]:
    """The orders for one figure of the seat, on its expected cell."""
    found: list[Entry[Order]] = []
    if not figure.did and not draft.is_melee:
        found += entries.moves(figure, movement.reach(figure.kind, figure.cell, draft.field.occupied))
        found += (entries.shot(figure, target) for target in shooting.targets(draft.field, figure))
        if figure.kind == "C":
            found += entries.stones(draft.field, figure)
    if _may_fight(draft, figure) and NEAR[figure.cell] & draft.field.sides[FOE[draft.seat]]:
        found += _fights(draft, figure)
    return found


def _fights(draft: Draft, leader: Figure) -> Iterator[Entry[Order]]:
    """Fights that the figure leads and that keep to the half rule. RULES.md 7.3."""
    fray = draft.fray
    for party, foes in _parties(draft, leader):
        order = Order("fight", tuple(own.cell for own in party), tuple(foe.cell for foe in foes))
        if fray.joined(draft.field, draft.seat, [order]).most(order) >= len(party) + len(foes):
            yield entries.fight(order, party, foes)


def _may_fight(draft: Draft, figure: Figure) -> bool:
    return figure.did != "shot" and not figure.has_fought and not draft.is_idle(figure)


def _parties(draft: Draft, leader: Figure) -> Iterator[tuple[tuple[Figure, ...], tuple[Figure, ...]]]:
    """Parties that the figure leads: alone or with others against one, or alone against several. RULES.md 7.1."""
    figures, sides = draft.field.figures, draft.field.sides
    foes = [figures[cell] for cell in cells_of(NEAR[leader.cell] & sides[FOE[draft.seat]])]
    foes = [foe for foe in foes if not foe.has_fought]
    for foe in foes:
        near = [figures[cell] for cell in cells_of(NEAR[foe.cell] & sides[draft.seat])]
        for others in _subsets([own for own in near if own != leader and _may_fight(draft, own)]):
            yield (leader, *others), (foe,)
    for several in _subsets(foes):
        if len(several) > 1:
            yield (leader,), several


def _subsets(figures: Sequence[Figure]) -> Iterator[tuple[Figure, ...]]:
    return chain.from_iterable(combinations(figures, n) for n in range(len(figures) + 1))


def _due(draft: Draft) -> Iterator[Sentence]:
    if draft.is_due:
        yield say("The Florentines come in this turn. Place them first, or they take their usual cells.")


def _waiting(rest: Sequence[Pick]) -> Iterator[Sentence]:
    if rest:
        yield say("Without an order so far, {n}: {cells}.", n=len(rest), cells=", ".join(pick.value for pick in rest))
