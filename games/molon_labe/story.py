"""The sentences that tell how the war goes. Every name stands where a sentence or a part of one begins."""

from __future__ import annotations

from games.molon_labe.ending import Standing
from games.molon_labe.names import KINGDOM_NAMES, PEOPLES, PLACES, name_of, season_name
from games.molon_labe.position import General, State
from games.words import Sentence, say


def chosen(kingdom: str, place: str) -> Sentence:
    return say(
        "A kingdom is chosen: {kingdom}. General 4 begins in {place}.",
        kingdom=KINGDOM_NAMES[kingdom],
        place=PLACES[place],
    )


def turn(state: State) -> Sentence:
    if state.parts:
        return say(
            "{season}: {people}, part {n}",
            season=season_name(state.season),
            people=PEOPLES[state.kingdom],
            n=state.parts + 1,
        )
    return say("{season}: {people}", season=season_name(state.season), people=PEOPLES[state.kingdom])


def season(number: int) -> Sentence:
    return say("A new season: {season}", season=season_name(number))


def season_over(number: int) -> Sentence:
    return say("The season is over: {season}.", season=season_name(number))


def rolled(kingdom: str, dice: str) -> Sentence:
    return say("{people} roll {dice}.", people=PEOPLES[kingdom], dice=dice)


def passed(kingdom: str) -> Sentence:
    return say("{people} give no orders.", people=PEOPLES[kingdom])


def skipped(order: str, reason: Sentence) -> Sentence:
    return say("“{order}” has become impossible; its die stays unused. {reason}", order=order, reason=reason)


def moved(general: General, end: str) -> Sentence:
    """``general`` is as it was before."""
    if end == general.city:
        return say("{who} stays in {city}.", who=name_of(general), city=PLACES[end])
    return say("{who} goes from {start} to {end}.", who=name_of(general), start=PLACES[general.city], end=PLACES[end])


def stopped(foe: General, general: General, city: str) -> Sentence:
    return say(
        "{foe} in {city} says “Stop!” – {who} stays there.", foe=name_of(foe), city=PLACES[city], who=name_of(general)
    )


def let_through(foe: General, general: General, city: str) -> Sentence:
    return say(
        "{foe} in {city} says “You may go!” – {who} passes.", foe=name_of(foe), city=PLACES[city], who=name_of(general)
    )


def razed(general: General, left: int) -> Sentence:
    """``general`` is as it was before, ``left`` what remains of the tower."""
    return say(
        "{who} razes a floor in {city} and leaves the map. Floors left there: {left}.",
        who=name_of(general),
        city=PLACES[general.city],
        left=left,
    )


def returned(general: General, city: str) -> Sentence:
    return say("{who} returns to {city}.", who=name_of(general), city=PLACES[city])


def battle(attacker: General, defender: General, city: str) -> Sentence:
    return say(
        "Battle in {city}: {attacker} against {defender}.",
        city=PLACES[city],
        attacker=name_of(attacker),
        defender=name_of(defender),
    )


def thrown(general: General, die: int, bonus: int) -> Sentence:
    """What a general counts in a battle."""
    level, total = general.level, general.level + die + bonus
    if bonus:
        return say(
            "{who}: level {level}, die {die}, own tower {bonus}. Total: {total}.",
            who=name_of(general),
            level=level,
            die=die,
            bonus=bonus,
            total=total,
        )
    return say(
        "{who}: level {level}, die {die}. Total: {total}.", who=name_of(general), level=level, die=die, total=total
    )


def equal() -> Sentence:
    return say("Equal: both dice are thrown again.")


def won(winner: General, loser: General) -> Sentence:
    """Both are as they are after the battle."""
    return say(
        "{winner} wins and now has level {high}. {loser} leaves the map and now has level {low}.",
        winner=name_of(winner),
        high=winner.level,
        loser=name_of(loser),
        low=loser.level,
    )


def left(kingdom: str) -> Sentence:
    return say("{people} leave the war: the generals go, the towers stay.", people=PEOPLES[kingdom])


def standing(each: Standing) -> Sentence:
    return say(
        "{people}: enemies hit {hit} of {enemies}, floors razed {razed}, own floors {own}, points {points}.",
        people=PEOPLES[each.kingdom],
        hit=each.hit,
        enemies=each.enemies,
        razed=each.razed,
        own=each.own,
        points=each.points,
    )
