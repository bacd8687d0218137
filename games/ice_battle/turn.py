"""How a turn of sealed sheets is carried out. RULES.md 6; each step names its rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.contract import Event, Step
from games.drawing import Mark
from games.ice_battle import story
from games.ice_battle.ending import judge, outcome, tally
from games.ice_battle.position import SEATS, TURNS, WAYS, Order, State, Warrior
from games.ice_battle.sheet import SHOT_STRENGTH, bound, paid
from games.words import Sentence


@dataclass(frozen=True, slots=True)
class Action:
    """An order of a row and the warrior it is bound to, by name."""

    side: str
    name: str
    row: int
    order: Order

    @property
    def number(self) -> int:
        """The strength that is compared."""
        return SHOT_STRENGTH if self.order.kind == "shot" else self.order.strength


class Table:
    """The board while a turn is played: warriors by name, accounts, and the story so far."""

    def __init__(self, state: State) -> None:
        self.start = state
        self.warriors = {warrior.name: warrior for warrior in state.warriors}
        self.points = {seat: state.points_of(seat) for seat in SEATS}
        self.events: list[Event] = []
        self.scenes: list[State] = [state]

    def state(self) -> State:
        """The position as it is now."""
        return replace(
            self.start,
            warriors=tuple(self.warriors.values()),
            points=(self.points["R"], self.points["T"]),
        )

    def on(self, cell: str) -> Warrior | None:
        """Who stands on ``cell``."""
        return next((warrior for warrior in self.warriors.values() if warrior.cell == cell), None)

    def tell(self, sentence: Sentence, *marks: Mark, heading: bool = False) -> None:
        """Add to the story, shown with the latest scene."""
        self.events.append(Event(sentence, scene=len(self.scenes) - 1, marks=marks, heading=heading))

    def show(self) -> None:
        """Make the position as it is now the latest scene."""
        now = self.state()
        if now != self.scenes[-1]:
            self.scenes.append(now)

    def charge(self, action: Action) -> Sentence:
        """Take the action's price from its owner, and say so. RULES.md 4.2 and 5."""
        cost = paid(action.order, self.points[action.side])
        self.points[action.side] -= cost
        return story.payment(action.side, cost, self.points[action.side])


def play_turn(state: State, sheets: Mapping[str, Sequence[Order]]) -> Step[State]:
    """The turn of both sheets: the position after it, its story and its scenes."""
    table = Table(state)
    actions = [action for seat in SEATS for action in _bind(state, seat, sheets[seat])]
    for number in (1, 2):
        row = [action for action in actions if action.row == number]
        if row:
            table.tell(story.row(state.turn, number), heading=True)
            extras = [action for action in actions if action.order.extra]
            if number == 1:
                _raise_extras(table, extras)
            _play_row(table, row, extras)
        end = judge(table.state())
        if end.phase == "over":
            return _step(table, end)
    if state.turn == TURNS:
        return _step(table, tally(table.state()))
    return _step(table, replace(table.state(), turn=state.turn + 1))


def _bind(state: State, seat: str, sheet: Sequence[Order]) -> list[Action]:
    """The seat's actions, each bound to its warrior; the extra defence has row 0. RULES.md 4.4."""
    warriors = bound(state, seat, sheet)
    rows = [0 if order.extra else number for number, order in enumerate(sheet, start=1)]
    return [Action(seat, *each) for each in zip((w.name for w in warriors), rows, sheet, strict=True)]


def _step(table: Table, end: State) -> Step[State]:
    if ending := outcome(end):
        table.tell(ending.sentence)
    return Step(end, tuple(table.events), tuple(table.scenes))


def _raise_extras(table: Table, extras: Sequence[Action]) -> None:
    """6.0: the extra defences are paid before row 1."""
    for action in extras:
        table.tell(story.extra_defence(table.warriors[action.name], action.order), Mark("shield", action.order.who))
        table.tell(table.charge(action))


def _play_row(table: Table, row: Sequence[Action], extras: Sequence[Action]) -> None:
    live = _live(table, row)
    shields = {action.name: action.number for action in (*extras, *live) if action.order.kind == "defence"}
    aimed = [action for action in live if action.order.kind in ("attack", "shot")]
    targets = {action.side: foe for action in aimed if (foe := _target(table, action))}
    hurt = _duel(table, aimed, targets) or _blows(table, aimed, targets, shields)
    charges = [table.charge(action) for action in live if action.order.kind == "defence" or action.side in targets]
    _fall(table, hurt)
    for charge in charges:
        table.tell(charge)
    _move(table, [action for action in live if action.order.kind == "move" and action.name in table.warriors])


def _live(table: Table, row: Sequence[Action]) -> list[Action]:
    """6.1: an order lives if its warrior lives and stands on the named cell."""
    live = []
    for action in row:
        warrior = table.warriors.get(action.name)
        if warrior is None:
            table.tell(story.void_dead(action.side, action.order))
        elif warrior.cell != action.order.who:
            table.tell(story.void_elsewhere(warrior, action.order))
        else:
            live.append(action)
            table.tell(story.intent(warrior, action.order), *_intent_marks(action.order))
    return live


def _intent_marks(order: Order) -> tuple[Mark, ...]:
    # dashed like a draft: what is meant, not yet what is done
    return (Mark("arrow", order.who, order.to, look="draft"),) if order.to else (Mark("shield", order.who),)


def _target(table: Table, action: Action) -> Warrior | None:
    """6.3: the enemy on the target cell before any move of the row."""
    target = table.on(action.order.to)
    if target is None or target.side == action.side:
        table.tell(story.air(action.side, action.order))
        return None
    return target


def _duel(table: Table, aimed: Sequence[Action], targets: Mapping[str, Warrior]) -> list[str]:
    """6.4: two attacks aimed at each other's attacker; the names of those who lose a life."""
    if len(aimed) < 2 or any(action.order.kind != "attack" for action in aimed):
        return []
    one, two = aimed
    one_meets, two_meets = targets.get(one.side), targets.get(two.side)
    if not (one_meets and two_meets and (one_meets.name, two_meets.name) == (two.name, one.name)):
        return []
    table.tell(story.duel(two_meets, one.number, one_meets, two.number))
    if one.number == two.number:
        return [one.name, two.name]
    return [min(aimed, key=lambda action: action.number).name]


def _blows(
    table: Table, aimed: Sequence[Action], targets: Mapping[str, Warrior], shields: Mapping[str, int]
) -> list[str]:
    """6.5: each attack or shot by itself against the shield of its target (6.2)."""
    hurt = []
    for action in aimed:
        if target := targets.get(action.side):
            shield = shields.get(target.name, 0)
            if action.number > shield:
                hurt.append(target.name)
            table.tell(story.blow(target, action.number, shield))
    return hurt


def _fall(table: Table, hurt: Sequence[str]) -> None:
    """Take the lives lost; 6.7: who has none left leaves the board, both sides together."""
    struck = [table.warriors[name] for name in hurt]
    for warrior in struck:
        if warrior.lives > 1:
            table.warriors[warrior.name] = replace(warrior, lives=warrior.lives - 1)
        else:
            del table.warriors[warrior.name]
    table.show()
    for warrior in struck:
        table.tell(story.loss(warrior), Mark("hit", warrior.cell))


def _move(table: Table, movers: Sequence[Action]) -> None:
    """6.8: the moves of those who live, at the same moment."""
    obstacles = {action.side: _obstacle(table, action, movers) for action in movers}
    able = [action for action in movers if obstacles[action.side] is None]
    for action in movers:
        if foe := obstacles[action.side]:
            table.tell(story.blocked(table.warriors[action.name], action.order, foe))
    if len(able) == 2 and (clash := _clash(able[0].order, able[1].order)):
        table.tell(clash)
        return
    gone = [action for action in able if not _waits_in_vain(table, action, able)]
    for action in gone:
        table.warriors[action.name] = replace(table.warriors[action.name], cell=action.order.to)
    charges = [table.charge(action) for action in gone]
    table.show()
    for action, charge in zip(gone, charges, strict=True):
        order = action.order
        table.tell(story.moved(table.warriors[action.name], order), Mark("arrow", order.who, order.to))
        table.tell(charge)


def _obstacle(table: Table, action: Action, movers: Sequence[Action]) -> Warrior | None:
    """6.8a: the first warrior in the way; the enemy's mover on the end cell may still leave."""
    may_leave = {mover.name for mover in movers if mover.side != action.side}
    for cell in WAYS[action.order.who][action.order.to]:
        found = table.on(cell)
        if found and not (cell == action.order.to and found.name in may_leave):
            return found
    return None


def _waits_in_vain(table: Table, action: Action, able: Sequence[Action]) -> bool:
    """6.8d: the enemy's mover on the end cell does not leave."""
    foe = table.on(action.order.to)
    if foe is None or any(mover.name == foe.name for mover in able):
        return False
    table.tell(story.blocked(table.warriors[action.name], action.order, foe))
    return True


def _clash(one: Order, two: Order) -> Sentence | None:
    """6.8b and c: two possible moves to one cell, or through each other."""
    if one.to == two.to:
        return story.same_cell(one.to)
    facing = _direction(one.who, one.to) == _direction(one.who, two.who) and _direction(two.who, two.to) == _direction(
        two.who, one.who
    )
    if facing and _distance(one.who, one.to) + _distance(two.who, two.to) >= _distance(one.who, two.who):
        return story.crossing()
    return None


def _distance(start: str, end: str) -> int:
    """Steps between two cells along files and ranks."""
    return abs(ord(start[0]) - ord(end[0])) + abs(ord(start[1]) - ord(end[1]))


def _direction(start: str, end: str) -> tuple[int, int]:
    """The signs of the way across and up; one of them is 0 on a straight line."""
    across, up = ord(end[0]) - ord(start[0]), ord(end[1]) - ord(start[1])
    return (across > 0) - (across < 0), (up > 0) - (up < 0)
