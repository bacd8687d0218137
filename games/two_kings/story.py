"""The sentences that tell how the roads are walked. Every name stands where a sentence or a part of one begins."""

from __future__ import annotations

from games.two_kings.names import KINGS, OBSTACLE_NAMES, UNIT_NAMES
from games.two_kings.position import Army, Obstacle, State
from games.words import Sentence, say


def laid(army: Army) -> Sentence:
    """What lies on a road when the layouts are shown."""
    text = " ".join(f"{each.letter}{each.square}" for each in army.obstacles)
    return say("{king} finds on the road: {obstacles}", king=KINGS[army.seat], obstacles=text)


def first_roll(seat: str, die: int) -> Sentence:
    return say("{king} rolls {die} for the first turn.", king=KINGS[seat], die=die)


def equal_start() -> Sentence:
    return say("Equal: both roll again.")


def begins(seat: str) -> Sentence:
    return say("{king} begins.", king=KINGS[seat])


def turn(state: State) -> Sentence:
    return say("Round {n}: {king}", n=state.round, king=KINGS[state.active])


def passed() -> Sentence:
    return say("Nobody can move, so the turn passes by itself.")


def holds(unit: str) -> Sentence:
    return say("{unit} holds.", unit=UNIT_NAMES[unit])


def misses(unit: str) -> Sentence:
    return say("{unit} is still on the way round the gate and does not roll.", unit=UNIT_NAMES[unit])


def waits(unit: str, obstacle: Obstacle) -> Sentence:
    """A blocked unit, for which no die is rolled."""
    return say(
        "{unit} waits, the way is barred. {what}: square {n}.",
        unit=UNIT_NAMES[unit],
        what=OBSTACLE_NAMES[obstacle.letter],
        n=obstacle.square,
    )


def walks(unit: str, die: int, start: int, end: int) -> Sentence:
    """The first stretch of a move, which tells the die."""
    return say("{unit} rolls {die}: from {start} to {end}.", unit=UNIT_NAMES[unit], die=die, start=start, end=end)


def walks_on(unit: str, start: int, end: int) -> Sentence:
    return say("{unit} walks on: from {start} to {end}.", unit=UNIT_NAMES[unit], start=start, end=end)


def stopped(unit: str, obstacle: Obstacle) -> Sentence:
    return say(
        "{unit} stops there. {what} on {n}: the way is barred.",
        unit=UNIT_NAMES[unit],
        what=OBSTACLE_NAMES[obstacle.letter],
        n=obstacle.square,
    )


def cleared(unit: str, obstacle: Obstacle) -> Sentence:
    return say(
        "{unit} clears the way. {what} on {n}: removed.",
        unit=UNIT_NAMES[unit],
        what=OBSTACLE_NAMES[obstacle.letter],
        n=obstacle.square,
    )


def exploded(unit: str, square: int) -> Sentence:
    return say("The mine on {n} explodes. {unit} is destroyed, and the mine is gone.", unit=UNIT_NAMES[unit], n=square)


def duel(artillery: int, mortar: int) -> Sentence:
    return say("Duel with the mortar: artillery {die}, mortar {other}.", die=artillery, other=mortar)


def equal_duel() -> Sentence:
    return say("Equal: both dice are rolled again.")


def lost_duel(square: int) -> Sentence:
    return say("The mortar on {n} wins: the artillery is destroyed, the mortar stays.", n=square)


def collapsed(units: tuple[str, ...]) -> Sentence:
    one, two = (UNIT_NAMES[unit] for unit in units)
    return say("The drawbridge cannot bear two. {one} and {two}: both are destroyed.", one=one, two=two)


def at_gate(unit: str, square: int) -> Sentence:
    return say("{unit} finds the gate on {n} shut and misses the next roll.", unit=UNIT_NAMES[unit], n=square)


def restarts(army: Army, obstacle: Obstacle) -> Sentence:
    return say(
        "Nobody is left to clear what comes next. {what}: square {n}. {king} starts anew from square 1 with all three.",
        what=OBSTACLE_NAMES[obstacle.letter],
        n=obstacle.square,
        king=KINGS[army.seat],
    )


def auto_given(turns: int) -> Sentence:
    return say("Auto order for {n} turns.", n=turns)


def auto_stops(seat: str, reason: Sentence) -> Sentence:
    return say("{king}: the auto order stops, {reason}.", king=KINGS[seat], reason=reason)
