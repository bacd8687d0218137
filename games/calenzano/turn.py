"""How a turn, or a part of one, is carried out, and how the next begins. RULES.md 2 to 7."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.calenzano import catapults, conditions, ending, layout, melee, shooting, story
from games.calenzano.melee import Fray
from games.calenzano.position import SEATS, Order, State
from games.calenzano.telling import Telling
from games.calenzano.terrain import bits, cells_of
from games.chance import Chance
from games.contract import Step
from games.drawing import Mark

ALLIANCE = 6


def deploy(state: State, sheets: Mapping[str, Sequence[Order]], chance: Chance) -> Step[State]:
    """Show both layouts, throw for who begins, and begin the first turn. RULES.md 2.1 and 2.2."""
    figures = tuple(figure for seat in SEATS for figure in layout.placed(seat, sheets[seat]))
    telling = Telling(replace(state, figures=figures))
    telling.tell(story.deployed())
    starter = ""
    while not starter:
        north, south = (chance.pick(6, f"start of {seat}") for seat in SEATS)
        starter = "" if north == south else "N" if north < south else "S"
        telling.tell(story.opening_dice(north, south, starter))
    _begin_turn(telling, starter, chance)
    return telling.step()


def arrive(state: State, sheet: Sequence[Order]) -> Step[State]:
    """Place the Florentines before a turn of Lucca, which then begins. RULES.md 2.4."""
    telling = Telling(state)
    _land(telling, sheet)
    telling.change(replace(telling.state, phase="turn", active="S", period=state.period + 1, is_fresh=False))
    return telling.step()


def play(state: State, sheet: Sequence[Order], chance: Chance) -> Step[State]:
    """Carry out a turn or a part of it. RULES.md 3."""
    telling = Telling(state)
    # the board after the last part shows what all of them have done
    telling.tell(story.turn(state), *(Mark(*deed) for deed in state.deeds), heading=True)
    placements = [order for order in sheet if order.is_placement]
    actions = [order for order in sheet if not order.is_placement and not order.is_last]
    is_ended = any(order.is_last for order in sheet)
    if state.is_due:
        _land(telling, placements or layout.usual_arrival(state.figures))
    if is_ended and not (placements or actions or state.parts):
        telling.tell(story.passed(state.active))
    for order in actions:
        if order.kind != "fight":
            _act(telling, order, Fray(), chance)
    fights = [order for order in actions if order.kind == "fight"]
    if fights:
        fray = Fray(*map(bits, state.fray)).joined(telling.field, state.active, fights)
        stood = (tuple(cells_of(fray.own)), tuple(cells_of(fray.foes)))
        telling.change(replace(telling.state, is_melee=True, fray=stood))
        for order in fights:
            _act(telling, order, fray, chance)
    if is_ended:
        _end_turn(telling, chance)
    else:
        telling.change(replace(telling.state, parts=state.parts + 1, deeds=_deeds(telling)))
    return telling.step()


def _deeds(telling: Telling) -> tuple[tuple[str, str, str], ...]:
    """What this part of the turn and those before it have done, as marks."""
    marks = (mark for event in telling.events for mark in event.marks if mark.shape in ("arrow", "hit"))
    return tuple((mark.shape, mark.at, mark.to) for mark in marks)


def _land(telling: Telling, placements: Sequence[Order]) -> None:
    """2.4: the Florentines come; from now on they are figures of N like all others."""
    allies = layout.placed("N", placements)
    for figure in allies:
        telling.field.put(figure)
    telling.change(replace(telling.state, is_due=False, is_fresh=True, came=len(allies)))
    telling.tell(story.arrived(allies), *(Mark("filed", figure.cell) for figure in allies))


def _act(telling: Telling, order: Order, fray: Fray, chance: Chance) -> None:
    """3.2: carry the order out, or skip it with its reason; then no die is thrown for it."""
    if reason := conditions.fault(telling.state, telling.field, order, fray):
        telling.tell(story.skipped(order, reason))
        return
    match order.kind:
        case "move":
            _move(telling, order)
        case "shot":
            _shoot(telling, order, chance)
        case "cat":
            _throw(telling, order, chance)
        case "fight":
            _fight(telling, order, chance)


def _move(telling: Telling, order: Order) -> None:
    start, end = order.who[0], order.to[0]
    figure = telling.field.figures[start]
    telling.field.move(start, end)
    telling.tell(story.moved(figure, end), Mark("arrow", start, end))


def _shoot(telling: Telling, order: Order, chance: Chance) -> None:
    """5.5: one die."""
    start, end = order.who[0], order.to[0]
    shooter, target = telling.field.figures[start], telling.field.figures[end]
    die = chance.pick(6, f"shot {start} at {end}")
    is_hit = die in shooting.hits(shooter.kind, end)
    telling.field.mark(start, did="shot")
    telling.tell(story.shot(shooter, target, die, is_hit=is_hit), Mark("arrow", start, end))
    if is_hit:
        telling.fall([target])


def _throw(telling: Telling, order: Order, chance: Chance) -> None:
    """6: a die for each direction, then the blast."""
    cell = order.who[0]
    catapult = telling.field.figures[cell]
    dice = tuple(chance.pick(6, f"stone {cell} {direction}") for direction in order.to)
    impact = catapults.landing(cell, order.to, dice)
    telling.field.mark(cell, did="shot")
    marks = [Mark("arrow", cell, impact)] if impact else []
    telling.tell(story.thrown(catapult, order.to, dice, impact), *marks)
    if impact:
        telling.fall(catapults.struck(telling.field, impact))


def _fight(telling: Telling, order: Order, chance: Chance) -> None:
    """7.4 and 7.5: dice until the totals differ; the losing party falls."""
    field = telling.field
    attackers, attacked = ([field.figures[cell] for cell in cells] for cells in (order.who, order.to))
    for cell in (*order.who, *order.to):
        field.mark(cell, has_fought=True)
    telling.tell(
        story.clash(attackers, attacked),
        *(Mark("arrow", own, foe) for own in order.who for foe in order.to),
    )
    ours, theirs = melee.strengths(attackers, attacked)
    lead = 0
    while not lead:
        dice = (chance.pick(6, f"attack {order.who[0]} on {order.to[0]}"), chance.pick(6, f"defence {order.to[0]}"))
        telling.tell(story.totals((ours, theirs), dice))
        lead = ours + dice[0] - theirs - dice[1]
    telling.fall(attacked if lead > 0 else attackers)


def _end_turn(telling: Telling, chance: Chance) -> None:
    """8: look for the end; if it has not come, the next seat's turn begins."""
    after, told = ending.check(telling.state)
    telling.change(after)
    for sentence in told:
        telling.tell(sentence)
    if after.phase != "over":
        _begin_turn(telling, after.active, chance)


def _begin_turn(telling: Telling, seat: str, chance: Chance) -> None:
    """2.3: a turn begins with the die of the alliance, until that is made."""
    before = telling.state
    telling.change(
        replace(
            before,
            phase="turn",
            active=seat,
            turn=before.turn + 1,
            period=before.period + 1,
            figures=tuple(replace(figure, did="", has_fought=False) for figure in before.figures),
            is_fresh=False,
            has_fallen=False,
            parts=0,
            is_melee=False,
            fray=((), ()),
            deeds=(),
        )
    )
    if before.is_allied or (before.alliance_die == "own" and seat != "N"):
        return
    die = chance.pick(6, "alliance")
    telling.tell(story.alliance(die))
    if die == ALLIANCE:
        _ally(telling)


def _ally(telling: Telling) -> None:
    """2.4: the Florentines are to be placed, in a turn of Lucca before it begins."""
    state = telling.state
    comers = layout.newcomers(state.figures)
    if not comers:
        telling.tell(story.nobody_comes())
    phase = "arrival" if comers and state.active == "S" else "turn"
    active = "N" if phase == "arrival" else state.active
    telling.change(replace(state, is_allied=True, is_due=comers > 0, phase=phase, active=active))
