"""What one match tells of the skill of those who played it: OpenSkill's Plackett-Luce model, two to six players.

Pure. A skill is a normal distribution: its mean, and how unsure we are of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

MODEL = PlackettLuce()  # mean 25, deviation 25/3, beta 25/6, tau 25/300, as its authors propose
# shown numbers begin at 1500 and move in steps that chess players are used to
ZERO, SCALE = 1500, 24


@dataclass(frozen=True, slots=True)
class Skill:
    """Mean and deviation in the model's own units."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def number(self) -> int:
        """The rating as pages show it."""
        return round(ZERO + SCALE * (self.mu - MODEL.mu))

    @property
    def margin(self) -> int:
        """Two deviations: the true skill lies that near to the number in nineteen cases of twenty."""
        return round(2 * SCALE * self.sigma)


def update(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The skills after a match. ``places`` has the place of each, 1 the best; equal places are a draw between them."""
    if len(skills) < 2:
        return [*skills]
    teams = [[MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(team[0].mu, team[0].sigma) for team in rated]
