"""The position while a ply is carried out, and the story of it as it grows."""

from __future__ import annotations

from games.contract import Event, Step
from games.drawing import Mark
from games.two_kings.position import State
from games.words import Sentence


class Telling:
    """``state`` is the position now; ``scenes`` are the positions on the way, shown with the events."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.scenes: list[State] = [state]

    def tell(self, sentence: Sentence, *marks: Mark, heading: bool = False) -> None:
        """Add to the story, shown with the position as it is now."""
        if self.state != self.scenes[-1]:
            self.scenes.append(self.state)
        self.events.append(Event(sentence, scene=len(self.scenes) - 1, marks=marks, heading=heading))

    def step(self) -> Step[State]:
        """What came of the ply."""
        return Step(self.state, tuple(self.events), tuple(self.scenes))
