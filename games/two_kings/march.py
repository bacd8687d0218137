"""One turn on one road: the dice, the steps, and whatever lies in the way. RULES.md 4 to 6."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from games.chance import Chance
from games.drawing import Mark
from games.two_kings import ending, story
from games.two_kings.position import (
    BLOCKING,
    BRIDGE,
    CLEARED_BY,
    FOE,
    GATES,
    LAST,
    UNITS,
    Army,
    Obstacle,
)
from games.two_kings.telling import Telling


class March:
    """The turn of the seat to act; ``is_cut`` once nothing more happens in it."""

    def __init__(self, telling: Telling, chance: Chance) -> None:
        self.telling, self.chance = telling, chance
        self.seat = telling.state.active
        self.is_cut = False

    @property
    def army(self) -> Army:
        return self.telling.state.army(self.seat)

    def go(self, held: tuple[str, ...]) -> None:
        """Cavalry, artillery, infantry: each rolls unless something keeps it from rolling."""
        missing = self.army.miss
        for unit in UNITS:
            if unit in self.army.places and not self.is_cut:
                self._turn_of(unit, held)
        # whoever has come to the gate in this very turn stays away for the next one
        self._change(miss=tuple(unit for unit in self.army.miss if unit not in missing))

    def _turn_of(self, unit: str, held: tuple[str, ...]) -> None:
        """RULES.md 4.1: why a unit does not roll, or its walk."""
        army = self.army
        if unit in army.miss:
            self.telling.tell(story.misses(unit), self._mark("shield", army.places[unit]))
        elif unit in held:
            self.telling.tell(story.holds(unit))
        elif army.is_blocked(unit):
            self.telling.tell(story.waits(unit, self._ahead_of(unit)), self._mark("cross", army.places[unit] + 1))
        else:
            self._walk(unit)

    def _walk(self, unit: str) -> None:
        """4.2 to 4.4: square by square, stretch by stretch between encounters."""
        die = left = self.chance.pick(6, f"{self.seat} {unit}")
        start = at = self.army.places[unit]
        while left and not self.army.is_blocked(unit):
            at, left = at + 1, left - 1
            self._put(unit, at)
            letter = self.army.obstacle_on(at)
            if at == LAST:
                self._tell_stretch(unit, die, start, at)
                self._end("king", self.seat)
                return
            if letter:
                self._tell_stretch(unit, die, start, at)
                start, die = at, 0
                if not self._meets(unit, Obstacle(at, letter)):
                    return
        if at != start:
            self._tell_stretch(unit, die, start, at)
        self._arrives(unit, was_stopped=left > 0)

    def _tell_stretch(self, unit: str, die: int, start: int, end: int) -> None:
        """``die`` is 0 behind an encounter, where it was told before."""
        said = story.walks(unit, die, start, end) if die else story.walks_on(unit, start, end)
        die_mark = [replace(self._mark("filed", end), text=str(die))] if die else []
        self.telling.tell(said, *self._trail(start, end), *die_mark)

    def _trail(self, start: int, end: int) -> list[Mark]:
        """Arrows from two squares to two squares, so that they follow the bends of the road."""
        stops = [*range(start, end, 2), end]
        return [Mark("arrow", self._square(a), self._square(b)) for a, b in pairwise(stops)]

    def _arrives(self, unit: str, *, was_stopped: bool) -> None:
        """4.4: what the square does on which a move ends. RULES.md 6."""
        at = self.army.places[unit]
        if self.army.is_blocked(unit):
            self._note_meeting()
            if was_stopped:
                obstacle = self._ahead_of(unit)
                self.telling.tell(story.stopped(unit, obstacle), self._mark("cross", obstacle.square))
        if at == GATES[self.seat]:
            self._change(miss=(*self.army.miss, unit))
            self.telling.tell(story.at_gate(unit, at), self._mark("shield", at))
        if at == BRIDGE:
            there = tuple(other for other in UNITS if self.army.places.get(other) == BRIDGE)
            if len(there) == 2:
                self._collapse(there)

    def _collapse(self, there: tuple[str, ...]) -> None:
        self._destroy(*there)
        self.telling.tell(story.collapsed(there), self._mark("hit", BRIDGE))
        if self.army.places:
            self._look_ahead()
        else:
            self._end("bridge", FOE[self.seat])

    def _meets(self, unit: str, obstacle: Obstacle) -> bool:
        """RULES.md 5: enter the square of an obstacle; whether the unit walks on."""
        square = obstacle.square
        if obstacle.letter == "T" and not self._wins_duel(square):
            self._destroy("A")
            self.telling.tell(story.lost_duel(square), self._mark("hit", square))
        elif obstacle.letter in BLOCKING or unit == CLEARED_BY[obstacle.letter]:
            self._remove(obstacle)
            self.telling.tell(story.cleared(unit, obstacle), self._mark("hit", square))
        else:
            self._remove(obstacle)
            self._destroy(unit)
            self.telling.tell(story.exploded(unit, square), self._mark("hit", square))
        self._look_ahead()
        return unit in self.army.places and not self.is_cut

    def _wins_duel(self, square: int) -> bool:
        while True:
            artillery = self.chance.pick(6, f"{self.seat} A in duel on {square}")
            mortar = self.chance.pick(6, f"mortar in duel on {square}")
            self.telling.tell(story.duel(artillery, mortar), self._mark("cross", square))
            if artillery != mortar:
                return artillery > mortar
            self.telling.tell(story.equal_duel())

    def _look_ahead(self) -> None:
        """RULES.md 5.5: the army starts anew if nobody is left who clears the next obstacle."""
        army, obstacle = self.army, self.army.next_obstacle
        if obstacle and CLEARED_BY[obstacle.letter] not in army.places:
            self._change(places=Army(self.seat).places, miss=())
            self.is_cut = True
            self.telling.tell(story.restarts(army, obstacle), self._mark("filed", 1))
        elif not army.places:
            self._end("army", FOE[self.seat])

    def _end(self, how: str, winner: str) -> None:
        self.is_cut = True
        self.telling.state = ending.over(self.telling.state, how, winner)

    # --- changes

    def _put(self, unit: str, square: int) -> None:
        self._change(places={**self.army.places, unit: square})

    def _destroy(self, *units: str) -> None:
        self._change(
            places={unit: square for unit, square in self.army.places.items() if unit not in units},
            miss=tuple(unit for unit in self.army.miss if unit not in units),
        )
        self._note_meeting()

    def _remove(self, obstacle: Obstacle) -> None:
        self._change(obstacles=tuple(each for each in self.army.obstacles if each != obstacle))
        self._note_meeting()

    def _note_meeting(self) -> None:
        """8.3: an ``auto`` order will not go on after this."""
        if self.army.auto.left:
            self._change(auto=replace(self.army.auto, has_met=True))

    def _change(self, **fields: Any) -> None:
        self.telling.state = self.telling.state.with_army(replace(self.army, **fields))

    def _ahead_of(self, unit: str) -> Obstacle:
        square = self.army.places[unit] + 1
        return Obstacle(square, self.army.obstacle_on(square))

    def _square(self, square: int) -> str:
        return f"{self.seat}{square}"

    def _mark(self, shape: str, square: int) -> Mark:
        return Mark(shape, self._square(square))
