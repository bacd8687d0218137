"""Who is how strong at a game: those whose rating is settled by rank, the others apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet, Window
from django.db.models.functions import Rank, RowNumber

from games.matches.words import tell
from games.ratings.models import Conduct, Rating
from games.ratings.selectors import MATCHES_KEPT, SETTLED, Reliability
from games.ratings.skill import SCALE, Skill
from games.registry import all_games

PAGE = 50
# the largest deviation whose margin is shown as settled
SETTLED_SIGMA = (SETTLED + 0.5) / (2 * SCALE)


@dataclass(frozen=True)
class Leader:
    """A line of the table. ``rank`` is shared by equals, and None where the rating is provisional."""

    rank: int | None
    person_id: int
    name: str
    skill: Skill
    matches: int
    reliability: Reliability | None
    is_reader: bool


@dataclass(frozen=True)
class GameTable:
    """A game that has a table."""

    slug: str
    title: str


def rated_games() -> Sequence[GameTable]:
    """All games, in the order of the lobby."""
    return [GameTable(game.about.slug, tell(game.about.title)) for game in all_games()]


def leaders(slug: str, page: int, reader_id: int | None, *, is_provisional: bool) -> Page[Any]:
    """A page of the table of one game: by rating, or the provisional by how many matches they have played."""
    rows: QuerySet[Any] = Rating.objects.filter(slug=slug, person__deleted_at=None).select_related("person")
    if is_provisional:
        rows = rows.filter(sigma__gt=SETTLED_SIGMA).order_by("-matches", "person_id")
    else:
        rows = rows.filter(sigma__lte=SETTLED_SIGMA).order_by("-mu", "person_id")
        rows = rows.annotate(rank=Window(Rank(), order_by=F("mu").desc()))
    found = Paginator(rows, PAGE).get_page(page)
    kept = _in_time([row.person_id for row in found.object_list])
    found.object_list = [
        Leader(
            None if is_provisional else row.rank,
            row.person_id,
            str(row.person),
            Skill(row.mu, row.sigma),
            row.matches,
            kept.get(row.person_id),
            row.person_id == reader_id,
        )
        for row in found.object_list
    ]
    return found


def _in_time(people: Sequence[int]) -> Mapping[int, Reliability]:
    """How reliable each was in the last matches; the time of their answers is left out."""
    latest = Window(RowNumber(), partition_by="person_id", order_by=F("verdict__ended_at").desc())
    rows = Conduct.objects.filter(person__in=people).annotate(turn=latest).filter(turn__lte=MATCHES_KEPT)
    asked, in_time = Counter[int](), Counter[int]()
    for person, wanted, came in rows.values_list("person_id", "asked", "in_time"):
        asked[person] += wanted
        in_time[person] += came
    return {person: Reliability(asked[person], in_time[person], "") for person in asked if asked[person]}
