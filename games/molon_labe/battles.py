"""Battles at the end of a turn, and what they do to levels. RULES.md 6 and 7."""

from __future__ import annotations

from dataclasses import replace

from games.chance import Chance
from games.drawing import Mark
from games.molon_labe import story
from games.molon_labe.actions import off_the_map, with_general
from games.molon_labe.atlas import KINGDOM_OF
from games.molon_labe.position import HIGHEST_LEVEL, General, State
from games.molon_labe.telling import Telling


def battle_cities(state: State) -> list[str]:
    """Where generals of the seat to act stand with an enemy, in the order of the alphabet. RULES.md 6.1."""
    return sorted(state.own(state.kingdom).keys() & state.foes(state.kingdom).keys())


def fight_battles(telling: Telling, chance: Chance) -> None:
    """Every battle that the turn has led to."""
    for city in battle_cities(telling.state):
        _fight(telling, city, chance)


def _fight(telling: Telling, city: str, chance: Chance) -> None:
    state = telling.state
    attacker, defender = state.own(state.kingdom)[city], state.foes(state.kingdom)[city]
    telling.tell(story.battle(attacker, defender, city), Mark("hit", city))
    while True:
        totals = [_throw(telling, general, city, chance) for general in (attacker, defender)]
        if totals[0] != totals[1]:
            break
        telling.tell(story.equal())
    winner, loser = (attacker, defender) if totals[0] > totals[1] else (defender, attacker)
    risen = replace(winner, level=min(winner.level + 1, HIGHEST_LEVEL))
    fallen = replace(off_the_map(loser, state.season), level=max(loser.level - 1, 1))
    telling.state = with_general(with_general(state, risen), fallen)
    telling.tell(story.won(risen, fallen), Mark("filed", city))


def _throw(telling: Telling, general: General, city: str, chance: Chance) -> int:
    """6.2: level, die, and one more under a tower of its own."""
    die = chance.pick(6, f"{general.kingdom} g{general.number} in {city}")
    bonus = 1 if KINGDOM_OF.get(city) == general.kingdom and telling.state.floors[city] else 0
    telling.tell(story.thrown(general, die, bonus))
    return general.level + die + bonus
