"""Single actions of the seat to act: whether one is possible now, and what it changes. RULES.md 4 and 5."""

from __future__ import annotations

from dataclasses import replace

from games.molon_labe import paths
from games.molon_labe.atlas import CITIES, KINGDOM_OF, MAIN_CITIES, NEIGHBOURS, open_passages, starting_places
from games.molon_labe.names import KINGDOM_NAMES, PLACES, listed, name_of, season_name, way_name
from games.molon_labe.paths import Way
from games.molon_labe.position import GENERALS, STRONG, General, Order, State
from games.words import Sentence, say


def fault(state: State, order: Order) -> Sentence | None:
    """Why the seat to act cannot carry out a move, raze or return now; None if it can."""
    general = state.general(state.kingdom, order.general)
    if general is None:
        return say("You have no general {n}. Your generals are g1 to g4.", n=order.general)
    if general.number in state.acted:
        return say("{who} has had its action this turn. Each general acts once.", who=name_of(general))
    if order.die not in state.dice:
        if not state.dice:
            return say("All your dice are used.")
        return say("No die of yours shows {die}. Left are {dice}.", die=order.die, dice=dice_text(state.dice))
    return _fault_of_action(state, general, order)


def _fault_of_action(state: State, general: General, order: Order) -> Sentence | None:
    if order.kind == "back":
        return _fault_of_return(state, general, order)
    if not general.city:
        return say(
            "{who} is off the map. Bring it back first, with a 5 or a 6, from {season} on.",
            who=name_of(general),
            season=season_name(general.free_from),
        )
    if order.kind == "raze":
        return _fault_of_raze(state, general, order)
    return _fault_of_move(state, general, order)


def after(state: State, order: Order, stopped_in: str = "") -> State:
    """The position after a possible action; ``stopped_in`` is where a move ended before its end."""
    general = state.general(state.kingdom, order.general)
    if general is None:
        raise KeyError(order.general)
    dice = list(state.dice)
    dice.remove(order.die)
    used = replace(state, dice=tuple(dice), acted=(*state.acted, general.number))
    if order.kind != "raze":
        return with_general(used, replace(general, city=stopped_in or order.to))
    city, victim = general.city, KINGDOM_OF[general.city]
    players = tuple(
        replace(player, taken={**player.taken, victim: player.taken.get(victim, 0) + 1})
        if player.seat == state.active
        else player
        for player in state.players
    )
    razed = replace(used, players=players, floors={**state.floors, city: state.floors[city] - 1})
    return with_general(razed, off_the_map(general, state.season))


def with_general(state: State, general: General) -> State:
    """The position with a general as given."""
    return replace(
        state,
        generals=tuple(
            general if (other.kingdom, other.number) == (general.kingdom, general.number) else other
            for other in state.generals
        ),
    )


def off_the_map(general: General, season: int) -> General:
    """The general after it left in ``season``: it may return from the next one on. RULES.md 4.2 and 6.3."""
    return replace(general, city="", free_from=season + 1)


def fault_of_choice(state: State, order: Order) -> Sentence | None:
    """Why a kingdom and a place for general 4 cannot be taken. RULES.md 2.2 and 2.3."""
    kingdom, place = order.kingdom, order.to
    if kingdom in state.kingdoms:
        free = [name for key, name in KINGDOM_NAMES.items() if key not in state.kingdoms]
        return say("{kingdom}: already chosen. Free are: {free}.", kingdom=KINGDOM_NAMES[kingdom], free=listed(free))
    places = starting_places(kingdom)
    if place not in places:
        return say(
            "{place} is no place for general 4. It begins in an ordinary city one passage from a main city: {places}.",
            place=PLACES[place],
            places=way_name(places),
        )
    if holder := next((general for general in state.generals if general.city == place), None):
        return say("{place} is held by another: {who}.", place=PLACES[place], who=name_of(holder))
    return None


def return_cities(state: State) -> tuple[str, ...]:
    """Where the seat to act may bring a general back. RULES.md 4.3."""
    mains, own = MAIN_CITIES[state.kingdom], state.own(state.kingdom)
    homes = [city for city in mains if state.floors[city]] or mains
    return tuple(city for city in homes if city not in own)


def whole_way(state: State, order: Order) -> Way:
    """Every node of a possible move's way, the own city left out; none for a general that stays."""
    if len(order.way) > 1:
        return order.way
    general = state.general(state.kingdom, order.general)
    if general is None or order.to == general.city:
        return ()
    return paths.free_ways(general.city, frozenset(state.foes(state.kingdom)), state.is_winter)[order.to]


def dice_text(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def _fault_of_raze(state: State, general: General, order: Order) -> Sentence | None:
    if order.die not in STRONG:
        return say("A floor is razed with a 5 or a 6, not with a {die}.", die=order.die)
    if state.is_enemy_tower(general.city, general.kingdom):
        return None
    return say(
        "{who} stands in {city}; there is no enemy tower with a floor left.",
        who=name_of(general),
        city=PLACES[general.city],
    )


def _fault_of_return(state: State, general: General, order: Order) -> Sentence | None:
    who, city = name_of(general), order.to
    if general.city:
        return say("{who} is on the map, in {city}.", who=who, city=PLACES[general.city])
    if order.die not in STRONG:
        return say("A general returns with a 5 or a 6, not with a {die}.", die=order.die)
    if state.season < general.free_from:
        return say("{who} may return from {season} on, not before.", who=who, season=season_name(general.free_from))
    homes = return_cities(state)
    if city in homes:
        return None
    if not homes:
        return say("None of your main cities is free for {who} now.", who=who)
    return say(
        "{who} cannot return to {city}. Free for it now: {cities}.",
        who=who,
        city=PLACES[city],
        cities=way_name(homes),
    )


def _fault_of_move(state: State, general: General, order: Order) -> Sentence | None:
    city = order.to
    if city == general.city and len(order.way) == 1:
        return None
    if city not in CITIES:
        return say("{place} is at sea, and a move ends in a city.", place=PLACES[city])
    holder = state.own(general.kingdom).get(city)
    if holder and holder.number != general.number:
        return say("{who} stands in {city}; a city holds one general of yours.", who=name_of(holder), city=PLACES[city])
    if len(order.way) > 1:
        return _fault_of_way(state, general, order)
    foes = frozenset(state.foes(general.kingdom))
    way = paths.free_ways(general.city, foes, state.is_winter).get(city)
    if way is not None and paths.cost(way, state.is_winter) <= order.die:
        return None
    return _out_of_reach(state, general, order, foes)


def _fault_of_way(state: State, general: General, order: Order) -> Sentence | None:
    here = general.city
    if order.way[0] == here:
        return say("The way begins after the general's own city: leave {city} out.", city=PLACES[here])
    for node in order.way:
        if node not in NEIGHBOURS[here]:
            return say("No passage joins {a} and {b}.", a=PLACES[here], b=PLACES[node])
        if node not in open_passages(state.is_winter)[here]:
            return say(
                "In winter the sea is closed, so from {a} to {b} there is no way.", a=PLACES[here], b=PLACES[node]
            )
        here = node
    cost = paths.cost(order.way, state.is_winter)
    if cost > order.die:
        return say("This way costs {cost} points, and the die gives {die}.", cost=cost, die=order.die)
    return None


def _out_of_reach(state: State, general: General, order: Order, foes: frozenset[str]) -> Sentence:
    """Why the cheapest way around the enemies does not lead to the city, and what would."""
    winter, city = state.is_winter, PLACES[order.to]
    found = paths.targets(general.city, foes, winter, order.die // paths.cost_of_passage(winter)).get(order.to)
    if found:
        order_written_out = f"g{general.number}-{'-'.join(found.past[0])} {order.die}"
        return say(
            "No way of {die} points to {city} goes around the enemy generals. Write it out to go through them: {order}",
            die=order.die,
            city=city,
            order=order_written_out,
        )
    way = paths.free_ways(general.city, frozenset(), winter).get(order.to)
    if way is not None:
        cost = paths.cost(way, winter)
        return say("{city} costs {cost} points at least, and the die gives {die}.", city=city, cost=cost, die=order.die)
    if winter:
        return say("In winter the sea is closed and a land passage costs 2: {city} is out of reach.", city=city)
    return say("{city} is out of reach: it is more than six passages away.", city=city)


def ready_generals(state: State) -> tuple[General, ...]:
    """The generals of the seat to act that have not acted in this turn."""
    own = (state.general(state.kingdom, number) for number in GENERALS if number not in state.acted)
    return tuple(general for general in own if general)
