"""What one result tells of skills, by hand from the paper (Weng and Lin 2011, algorithm 4)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

import pytest

from games.ratings.skill import Skill, update

BEGINNER = Skill()


def test_beginner_has_1500_and_is_wholly_unsure() -> None:
    # 2 x 24 x 25/3
    assert (BEGINNER.number, BEGINNER.margin) == (1500, 400)


def test_first_win_between_beginners() -> None:
    # sigma^2 grows by tau^2 to 69.4514; c^2 = 2 (sigma^2 + beta^2) = 173.625; each had a chance of 1/2:
    # mu moves by sigma^2/c x 1/2; sigma^2 shrinks by (sigma^2/c)^2 x 1/4 x sigma/c
    variance = (25 / 3) ** 2 + (25 / 300) ** 2
    c = sqrt(2 * (variance + (25 / 6) ** 2))
    moved = variance / c / 2
    left = sqrt(variance * (1 - variance / c**2 / 4 * sqrt(variance) / c))
    winner, loser = update([BEGINNER, BEGINNER], [1, 2])
    assert winner.mu == pytest.approx(25 + moved)
    assert loser.mu == pytest.approx(25 - moved)
    assert winner.sigma == loser.sigma == pytest.approx(left)
    assert (winner.number, loser.number) == (1563, 1437)


def test_draw_between_equals_moves_nobody_but_is_knowledge() -> None:
    for after in update([BEGINNER, BEGINNER], [1, 1]):
        assert after.mu == BEGINNER.mu
        assert after.sigma < BEGINNER.sigma


def test_draw_brings_unequal_players_together_whoever_sits_first() -> None:
    strong, weak = Skill(mu=30), Skill(mu=20)
    one, other = update([strong, weak], [1, 1])
    assert weak.mu < other.mu < one.mu < strong.mu
    assert update([weak, strong], [1, 1]) == [other, one]


def test_unexpected_win_moves_more_than_an_expected_one() -> None:
    strong, weak = Skill(mu=30), Skill(mu=20)
    expected = update([strong, weak], [1, 2])[0].mu - strong.mu
    unexpected = update([weak, strong], [1, 2])[0].mu - weak.mu
    assert unexpected > expected > 0


def test_six_players_are_moved_by_their_places() -> None:
    after = update([BEGINNER] * 6, [1, 2, 3, 4, 5, 6])
    numbers = [skill.number for skill in after]
    assert numbers == sorted(numbers, reverse=True)
    assert len(set(numbers)) == 6
    assert sum(skill.mu for skill in after) == pytest.approx(6 * BEGINNER.mu)


def test_two_who_share_the_first_place_of_three_are_moved_alike() -> None:
    first, last, second = update([BEGINNER] * 3, [1, 3, 1])
    assert first == second
    assert first.mu > BEGINNER.mu > last.mu


def by_the_paper(skills: Sequence[Skill], places: Sequence[int]) -> list[tuple[float, float]]:
    """Algorithm 4 written out: the chance of each to be first of those who are not placed before them."""
    beta, tau = 25 / 6, 25 / 300
    variances = [skill.sigma**2 + tau**2 for skill in skills]
    c = sqrt(sum(variance + beta**2 for variance in variances))
    weights = [exp(skill.mu / c) for skill in skills]
    found = []
    for one, (skill, variance) in enumerate(zip(skills, variances, strict=True)):
        moved = shrunk = 0.0
        for other, place in enumerate(places):
            if place <= places[one]:
                rest = sum(weight for weight, behind in zip(weights, places, strict=True) if behind >= place)
                chance = weights[one] / rest
                moved += ((one == other) - chance) / places.count(place)
                shrunk += chance * (1 - chance) / places.count(place)
        left = 1 - sqrt(variance) / c * variance / c**2 * shrunk
        found.append((skill.mu + variance / c * moved, sqrt(variance * left)))
    return found


@pytest.mark.parametrize(
    ("skills", "places"),
    [
        ([Skill(30, 4), Skill(20, 6)], [1, 1]),
        ([BEGINNER] * 3, [1, 2, 3]),
        ([Skill(28, 3), Skill(25, 8), Skill(22, 5), Skill(30, 2), Skill(25, 7), Skill(19, 4)], [2, 1, 4, 2, 5, 6]),
    ],
)
def test_library_gives_what_the_paper_says(skills: list[Skill], places: list[int]) -> None:
    after = [(skill.mu, skill.sigma) for skill in update(skills, places)]
    for found, expected in zip(after, by_the_paper(skills, places), strict=True):
        assert found == pytest.approx(expected)
