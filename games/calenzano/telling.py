"""The battle while a ply is carried out: the field, the losses, and the story as it grows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.calenzano import story
from games.calenzano.field import Field
from games.calenzano.position import SEATS, Figure, State
from games.contract import Event, Step
from games.drawing import Mark
from games.words import Sentence


class Telling:
    """``scenes`` are the positions on the way, shown with the events."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.field = Field(state.figures)
        self.events: list[Event] = []
        self.scenes: list[State] = [self.state]

    @property
    def state(self) -> State:
        """The position as it is now."""
        return replace(self._state, figures=self.field.row_by_row())

    def change(self, state: State) -> None:
        """Go on from another position."""
        self._state = state
        self.field = Field(state.figures)

    def tell(self, sentence: Sentence, *marks: Mark, heading: bool = False) -> None:
        """Add to the story, shown with the position as it is now."""
        now = self.state
        if now != self.scenes[-1]:
            self.scenes.append(now)
        self.events.append(Event(sentence, scene=len(self.scenes) - 1, marks=marks, heading=heading))

    def fall(self, figures: Sequence[Figure]) -> None:
        """Remove figures; each is a loss of its side. RULES.md 8.1."""
        if not figures:
            return
        for figure in figures:
            self.field.take(figure.cell)
        losses = tuple(
            lost + sum(figure.side == seat for figure in figures)
            for seat, lost in zip(SEATS, self._state.losses, strict=True)
        )
        self._state = replace(self._state, losses=(losses[0], losses[1]), has_fallen=True)
        self.tell(story.fallen(figures), *(Mark("hit", figure.cell) for figure in figures))

    def step(self) -> Step[State]:
        """What came of the ply."""
        return Step(self.state, tuple(self.events), tuple(self.scenes))
