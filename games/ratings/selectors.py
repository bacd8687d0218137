"""What pages and other packages read of the ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.db.models import Max
from django.utils.safestring import SafeString

from accounts.models import User
from games.matches.models import Match, Seat
from games.matches.selectors.lines import length_words
from games.matches.words import tell
from games.ratings.models import Conduct, Rating, RatingEvent, Verdict
from games.ratings.plot import Point, rating_plot
from games.ratings.policy import obstacle
from games.ratings.skill import Skill
from games.registry import all_games, get_game

BATCH = 200
# a match whose end was written a little after that of another may be stored with the earlier instant
LOOK_BACK = timedelta(days=1)
# reliability is that of the last so many matches
MATCHES_KEPT = 100
EVENTS_SHOWN = 20
# a rating that may be off by more is called provisional
SETTLED = 300


def due_matches() -> list[int]:
    """Matches that have ended and are not counted yet, the earliest end first."""
    latest = Verdict.objects.aggregate(latest=Max("ended_at"))["latest"]
    ended = Match.objects.filter(state=Match.State.OVER, is_archived=False, verdict=None)
    if latest is not None:
        ended = ended.filter(ended_at__gt=latest - LOOK_BACK)
    return [*ended.order_by("ended_at", "pk").values_list("pk", flat=True)[:BATCH]]


def skill_of(person_id: int, slug: str) -> Skill:
    """How strong a person is at a game; the skill of a beginner if nothing is known."""
    return skills_of([person_id], slug)[person_id]


def skills_of(person_ids: Iterable[int], slug: str) -> dict[int, Skill]:
    """The skill of each of these people at a game."""
    found = {person_id: Skill() for person_id in person_ids}
    for rating in Rating.objects.filter(person_id__in=found, slug=slug):
        found[rating.person_id] = Skill(rating.mu, rating.sigma)
    return found


@dataclass(frozen=True)
class GameRating:
    """A person's rating at one game, and its course."""

    slug: str
    title: str
    skill: Skill
    matches: int
    plot: SafeString

    @property
    def is_settled(self) -> bool:
        return self.skill.margin <= SETTLED


@dataclass(frozen=True)
class Reliability:
    """Share of the wanted sheets that came in time, in whole percent, and how soon half of them came."""

    asked: int
    in_time: int
    median: str

    @property
    def percent(self) -> int:
        # only all of them are a hundred
        return 100 * self.in_time // self.asked


@dataclass(frozen=True)
class EventRow:
    """What one match did to a rating. ``match_id`` is None where the reader may not see the match."""

    game: str
    ended_at: datetime
    place: int
    others: str
    number: int
    change: str
    match_id: int | None


@dataclass(frozen=True)
class Record:
    """What a person has done at the tables."""

    person: User
    ratings: Sequence[GameRating]
    reliability: Reliability | None
    events: Sequence[EventRow]


def record_of(person: User, reader_id: int | None) -> Record:
    """Ratings, reliability and last rated matches of a person, in six queries."""
    return Record(person, _ratings(person), _reliability(person), _last_events(person, reader_id))


def _ratings(person: User) -> list[GameRating]:
    courses: dict[str, list[Point]] = {}
    events = RatingEvent.objects.filter(person=person).order_by("verdict__number")
    for slug, ended_at, *skills in events.values_list(
        "verdict__slug", "verdict__ended_at", "mu_before", "sigma_before", "mu", "sigma"
    ):
        course = courses.setdefault(slug, [Point(ended_at, Skill(*skills[:2]))])
        course.append(Point(ended_at, Skill(*skills[2:])))
    found = {rating.slug: rating for rating in Rating.objects.filter(person=person)}
    return [
        GameRating(
            slug=rating.slug,
            title=title,
            skill=Skill(rating.mu, rating.sigma),
            matches=rating.matches,
            plot=rating_plot(title, courses.get(rating.slug, [])),
        )
        for game in all_games()
        if (rating := found.get(game.about.slug))
        for title in [tell(game.about.title)]
    ]


def _reliability(person: User) -> Reliability | None:
    rows = [*Conduct.objects.filter(person=person).order_by("-verdict__ended_at")[:MATCHES_KEPT]]
    asked, in_time = sum(row.asked for row in rows), sum(row.in_time for row in rows)
    if not asked:
        return None
    seconds = [second for row in rows for second in row.seconds]
    return Reliability(asked, in_time, _span(median(seconds)) if seconds else "")


def _span(seconds: float) -> str:
    """A time in words, rounded to what matters: days from 36 hours, hours from 90 minutes."""
    size = 86400 if seconds >= 36 * 3600 else 3600 if seconds >= 90 * 60 else 60
    return length_words(max(round(seconds / size), 1) * size)


def _last_events(person: User, reader_id: int | None) -> list[EventRow]:
    events = [
        *RatingEvent.objects.filter(person=person, verdict__slug__in=[game.about.slug for game in all_games()])
        .select_related("verdict__match")
        .defer("verdict__match__position", "verdict__match__sealed_seed")
        .order_by("-verdict__ended_at", "-pk")[:EVENTS_SHOWN]
    ]
    ids = [event.verdict_id for event in events]
    others: dict[int, list[str]] = {}
    for one in RatingEvent.objects.filter(verdict__in=ids).exclude(person=person).select_related("person"):
        others.setdefault(one.verdict_id, []).append(str(one.person))
    own = set(Seat.objects.filter(match__in=ids, player=reader_id).values_list("match_id", flat=True))
    return [
        EventRow(
            game=tell(get_game(event.verdict.slug).about.title),
            ended_at=event.verdict.ended_at,
            place=event.place,
            others=", ".join(others.get(event.verdict_id, [])),
            number=Skill(event.mu, event.sigma).number,
            change=change_of(event),
            match_id=event.verdict_id if event.verdict.match.is_watchable or event.verdict_id in own else None,
        )
        for event in events
    ]


def change_of(event: RatingEvent) -> str:
    """By how much a rating rose or fell, as it is shown."""
    change = Skill(event.mu, event.sigma).number - Skill(event.mu_before, event.sigma_before).number
    return f"+{change}" if change > 0 else f"\N{MINUS SIGN}{-change}" if change else "±0"


@dataclass(frozen=True)
class Standing:
    """Whether a match counts. ``reason`` says why it does not; ``is_final``: it is over and was counted."""

    is_rated: bool
    reason: str
    is_final: bool
    changes: Sequence[tuple[User, int, str]]


def standing_of(match: Match, seats: Sequence[Seat]) -> Standing | None:
    """Whether the match is rated, or will be; None for one that never is, or ended just now. Over: two queries."""
    if match.is_archived or match.state == Match.State.CANCELLED:
        return None
    if match.state != Match.State.OVER:
        reason = obstacle(match, seats)
        return Standing(not reason, str(reason.label), is_final=False, changes=())
    verdict = Verdict.objects.filter(match=match).first()
    if verdict is None:
        return None
    reason = Verdict.Reason(verdict.reason)
    events = RatingEvent.objects.filter(verdict=verdict).select_related("person").order_by("place", "pk")
    changes = [(event.person, Skill(event.mu, event.sigma).number, change_of(event)) for event in events]
    return Standing(not reason, str(reason.label), is_final=True, changes=changes)
