"""The course of a rating as a picture: a line for the number, a band for how unsure it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape

from django.utils.dateformat import format as format_date
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ratings.skill import Skill

WIDTH, HEIGHT = 400, 180
LEFT, RIGHT, TOP, BOTTOM = 46, 10, 10, 28
MOST_POINTS = 200


@dataclass(frozen=True)
class Point:
    """A skill, and when the match that led to it ended."""

    at: datetime
    skill: Skill


def rating_plot(title: str, points: Sequence[Point]) -> SafeString:
    """The course as SVG with classes only; blank without a match.

    The first point is the skill before the first match.
    """
    if len(points) < 2:
        return SafeString("")
    shown = _thinned(points)
    low = min(point.skill.number - point.skill.margin for point in shown)
    high = max(point.skill.number + point.skill.margin for point in shown)
    step = 100 if high - low <= 600 else 200
    low, high = low // step * step, -(-high // step) * step

    def x(index: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * index / (len(shown) - 1), 1)

    def y(number: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - number) / (high - low), 1)

    skills = [point.skill for point in shown]
    upper = [(x(n), y(skill.number + skill.margin)) for n, skill in enumerate(skills)]
    lower = [(x(n), y(skill.number - skill.margin)) for n, skill in enumerate(skills)]
    line = [(x(n), y(skill.number)) for n, skill in enumerate(skills)]
    parts = [
        f'<svg class="rating-plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(_summary(title, points))}</title>",
    ]
    for number in range(low, high + 1, step):
        parts.append(f'<path class="grid" d="M{LEFT} {y(number)}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="number" x="{LEFT - 6}" y="{y(number) + 4}">{number}</text>')
    parts.append(f'<path class="band" d="M{_way(upper)}L{_way(lower[::-1])}Z"/>')
    parts.append(f'<path class="line" d="M{_way(line)}"/>')
    parts.append(f'<circle class="now" cx="{line[-1][0]}" cy="{line[-1][1]}" r="4"/>')
    first, last = _day(points[1].at), _day(points[-1].at)
    if first != last:
        parts.append(f'<text class="day" x="{LEFT}" y="{HEIGHT - 8}">{escape(first)}</text>')
    parts.append(f'<text class="day is-last" x="{WIDTH - RIGHT}" y="{HEIGHT - 8}">{escape(last)}</text></svg>')
    return mark_safe("".join(parts))  # noqa: S308  # built here, every text escaped


def _summary(title: str, points: Sequence[Point]) -> str:
    numbers = [point.skill.number for point in points]
    words = ngettext(
        "{game}: {now} after {n} rated match, between {low} and {high} so far",
        "{game}: {now} after {n} rated matches, between {low} and {high} so far",
        len(points) - 1,
    )
    return words.format(game=title, now=numbers[-1], n=len(points) - 1, low=min(numbers), high=max(numbers))


def _thinned(points: Sequence[Point]) -> Sequence[Point]:
    """At most ``MOST_POINTS``, evenly chosen, the first and the last among them."""
    if len(points) <= MOST_POINTS:
        return points
    return [points[round(n * (len(points) - 1) / (MOST_POINTS - 1))] for n in range(MOST_POINTS)]


def _way(places: Sequence[tuple[float, float]]) -> str:
    return "L".join(f"{across:g} {down:g}" for across, down in places)


def _day(at: datetime) -> str:
    return format_date(localtime(at), _("j E Y"))
