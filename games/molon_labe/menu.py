"""What may be added to a draft, as choices a person can make on the map: a die, a general, a city."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from games.contract import Entry, Menu, Pick
from games.drawing import Mark
from games.molon_labe import paths
from games.molon_labe.actions import dice_text, fault_of_choice, ready_generals, return_cities, whole_way
from games.molon_labe.atlas import KINGDOMS, starting_places
from games.molon_labe.battles import battle_cities
from games.molon_labe.names import KINGDOM_NAMES, PLACES, general_name, way_name
from games.molon_labe.position import STRONG, General, Order, State
from games.molon_labe.sheet import actions_of, expected
from games.words import Sentence, say

MOVE = Pick("action", "move", say("Move"))
STAY = Pick("action", "stay", say("Stay where it is"))
RAZE = Pick("action", "raze", say("Raze a floor"))
BACK = Pick("action", "back", say("Bring back"))
DONE = Pick("die", "done", say("End the turn, fight the battles"))
PASS = Pick("die", "pass", say("Pass: no orders this turn"))

TURN_QUESTIONS = {
    "die": say("Which die do you use?"),
    "general": say("For which general?"),
    "action": say("What does it do?"),
    "to": say("To which city?"),
    "way": say("By which way?"),
}
CHOICE_QUESTIONS = {
    "kingdom": say("Which kingdom do you take?"),
    "to": say("Where does general 4 begin?"),
}


def menu(state: State, seat: str, drafted: Sequence[Order]) -> Menu[Order]:
    """The orders that may follow ``drafted``; entries of the stop/go list have a menu of their own."""
    if state.phase == "over" or seat != state.active:
        return Menu()
    orders = actions_of(drafted)
    if state.phase == "pick":
        if orders:
            return Menu(may_file=True)
        return Menu(tuple(_choices(state)), questions=CHOICE_QUESTIONS)
    now = expected(state, orders)
    notes = _notes(now)
    if orders and orders[-1].is_last:
        return Menu(may_file=True, notes=notes)
    has_begun = bool(orders or state.parts)
    end, words = (Order("done"), DONE) if has_begun else (Order("pass"), PASS)
    return Menu(
        (*_actions(now), Entry(end, (words,))),
        may_file=bool(orders),
        questions=TURN_QUESTIONS,
        notes=notes,
        at_once=((words.label, (end,)),),
        is_part=bool(orders),
    )


def hints(state: State, seat: str, drafted: Sequence[Order], picks: Mapping[str, str]) -> tuple[Mark, ...]:
    """The ways to choose from, when the city is chosen and the way is not."""
    if "to" not in picks:
        return ()
    now, wanted = expected(state, actions_of(drafted)), picks.items()
    marks: dict[Mark, None] = {}
    for entry in menu(state, seat, drafted).entries:
        general = now.general(now.kingdom, entry.order.general)
        if general and general.city and wanted <= {(pick.key, pick.value) for pick in entry.picks}:
            way = (general.city, *whole_way(now, entry.order))
            marks |= {Mark("arrow", a, b, look="draft"): None for a, b in pairwise(way)}
    return tuple(marks)


def _choices(state: State) -> Iterator[Entry[Order]]:
    for kingdom in KINGDOMS:
        if kingdom not in state.kingdoms:
            who = Pick("kingdom", kingdom, KINGDOM_NAMES[kingdom])
            for place in starting_places(kingdom):
                order = Order("take", 4, (place,), kingdom=kingdom)
                if fault_of_choice(state, order) is None:
                    yield Entry(order, (who, Pick("to", place, PLACES[place], place, "dot")))


def _notes(state: State) -> tuple[Sentence, ...]:
    notes = [say("Dice left: {dice}.", dice=dice_text(state.dice))] if state.dice else [say("All dice are used.")]
    if cities := battle_cities(state):
        notes.append(say("Battles if nobody stops you: {cities}.", cities=way_name(cities)))
    return tuple(notes)


def _actions(state: State) -> Iterator[Entry[Order]]:
    """For each die and each general that has not acted what it may do."""
    foes, own = state.foes(state.kingdom), state.own(state.kingdom)
    foe_cities, winter = frozenset(foes), state.is_winter
    generals, homes = ready_generals(state), return_cities(state)
    for die in sorted(set(state.dice), reverse=True):
        most = die // paths.cost_of_passage(winter)
        for general in generals:
            if general.city:
                found = paths.targets(general.city, foe_cities, winter, most)
                for city, target in found.items():
                    if city == general.city:
                        yield _stay(general, die)
                    elif city not in own:
                        yield from _moves(general, die, city, target, winter, foes.get(city))
                if die in STRONG and state.is_enemy_tower(general.city, general.kingdom):
                    yield _raze(general, die)
            elif die in STRONG and state.season >= general.free_from:
                for city in homes:
                    yield _return(general, die, city, foes.get(city))


# The same few thousand entries come again and again.


@lru_cache(maxsize=64)
def _die(die: int) -> Pick:
    return Pick("die", str(die), say("{die}", die=die))


@lru_cache(maxsize=4096)
def _who(kingdom: str, number: int, city: str, level: int) -> Pick:
    who = general_name(kingdom, number)
    if not city:
        return Pick("general", f"g{number}", say("{who}, off the map, level {level}", who=who, level=level))
    label = say("{who}, {city}, level {level}", who=who, city=PLACES[city], level=level)
    return Pick("general", f"g{number}", label, city, "bracket")


@lru_cache(maxsize=8192)
def _moves(
    general: General, die: int, city: str, target: paths.Target, winter: bool, foe: General | None
) -> tuple[Entry[Order], ...]:
    """The move to a city, once for each way worth choosing."""
    ways: list[tuple[paths.Way, paths.Way]] = [((city,), target.free)] if target.free is not None else []
    ways += [(way, way) for way in target.past]
    start = (_die(die), _who(general.kingdom, general.number, general.city, general.level), MOVE)
    cost = min(paths.cost(way, winter) for _, way in ways)
    to = _to(city, cost, foe, is_free=target.free is not None)
    return tuple(
        Entry(
            Order("move", general.number, written, die),
            (*start, to, _way(written, way, winter)) if len(ways) > 1 else (*start, to),
        )
        for written, way in ways
    )


def _way(written: paths.Way, way: paths.Way, winter: bool) -> Pick:
    """A way to choose; the one that is written as its city alone goes around all enemies."""
    name, cost = way_name(way), paths.cost(way, winter)
    if len(written) == 1:
        label = say("Around the enemies, cost {cost}: {way}", way=name, cost=cost)
    else:
        label = say("Through enemies, cost {cost}: {way}", way=name, cost=cost)
    return Pick("way", "-".join(written), label)


@lru_cache(maxsize=8192)
def _to(city: str, cost: int, foe: General | None, *, is_free: bool = True) -> Pick:
    label = say("{city}, cost {cost}", city=PLACES[city], cost=cost) if cost else PLACES[city]
    if not is_free:
        label = say("{target}, through enemies", target=label)
    if foe is None:
        return Pick("to", city, label, city, "dot")
    who = general_name(foe.kingdom, foe.number)
    label = say("{target}: battle with {foe}, level {level}", target=label, foe=who, level=foe.level)
    return Pick("to", city, label, city, "ring")


def _stay(general: General, die: int) -> Entry[Order]:
    """A move to its own city; on the map a tap there means the general."""
    who = _who(general.kingdom, general.number, general.city, general.level)
    return Entry(Order("move", general.number, (general.city,), die), (_die(die), who, STAY))


def _raze(general: General, die: int) -> Entry[Order]:
    who = _who(general.kingdom, general.number, general.city, general.level)
    return Entry(Order("raze", general.number, die=die), (_die(die), who, RAZE))


def _return(general: General, die: int, city: str, foe: General | None) -> Entry[Order]:
    who = _who(general.kingdom, general.number, "", general.level)
    return Entry(Order("back", general.number, (city,), die), (_die(die), who, BACK, _to(city, 0, foe)))
