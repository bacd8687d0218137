"""Many matches of random players under a compressed clock, and what must be true of them afterwards.

Some seats never file anything: only the clock moves their matches on. Whoever uses this
starts workers, timer and Redis, and calls ``play_once`` again and again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email import policy
from email.parser import BytesHeaderParser
from itertools import pairwise
from statistics import median
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts import mailbox
from accounts.models import Notice, User
from games.contract import AnyGame
from games.matches import announce, auditing, codec, services
from games.matches.errors import MatchError
from games.matches.models import Match, Ply, Seat
from games.matches.services.table import read_table
from games.playing import random_sheet
from games.registry import get_game

GRACE = timedelta(seconds=10)
"""How much later than its length a period may end."""

COURSE = ("started", "orders", "revealed", "result")
"""Notices about the course of a match; each ply brings them in one way only."""


@dataclass(frozen=True)
class Field:
    """The matches of one run and their people; ``sleepers`` are seats that never file."""

    matches: Sequence[int]
    people: dict[str, int]
    sleepers: frozenset[str]
    rng: random.Random
    grace: timedelta = GRACE

    @property
    def playing(self) -> int:
        """How many matches are not over."""
        return Match.objects.filter(pk__in=self.matches, state=Match.State.PLAYING).count()

    def have_reached(self, period: int) -> bool:
        """Whether every match that is not over has come to that period."""
        behind = Match.objects.filter(pk__in=self.matches, state=Match.State.PLAYING, period__lt=period)
        return not behind.exists()


def prepare(slug: str, *, matches: int, players: int, one_absent_in: int, length: int, seed: int) -> Field:
    """Begin that many matches of the same people with periods of ``length`` seconds, far below what the game offers.

    Of every ``one_absent_in`` seats the last one stays away for good.
    """
    game = get_game(slug)
    run = f"{timezone.now():%Y%m%d%H%M%S%f}"
    people = {
        seat.name: User.objects.create_user(
            f"soak-{run}-{seat.name.lower()}@example.org", display_name=f"Soak {seat.name}"
        ).pk
        for seat in game.about.seats[players]
    }
    sleepers = frozenset(name for place, name in enumerate(people, start=1) if place % one_absent_in == 0)
    begun = [_begin(game, people, length) for _ in range(matches)]
    return Field(begun, people, sleepers, random.Random(seed))  # noqa: S311  # play for figures, nothing depends on it


def _begin(game: AnyGame, people: dict[str, int], length: int) -> int:
    first, *rest = people
    match = services.create_match(
        person_id=people[first],
        slug=game.about.slug,
        options={},
        places=len(people),
        length=game.about.clock.lengths[0],
        wish=first,
        is_invited=True,
        is_watchable=False,
    )
    # the form offers nothing that short; the deadlines are computed from it like from any other
    Match.objects.filter(pk=match.pk).update(length=length)
    for seat in rest:
        services.join_match(match_id=match.pk, person_id=people[seat], wish=seat, invitation=match.invitation)
    return match.pk


def play_once(field: Field) -> int:
    """Let everybody who is awake and to act file something; how many did."""
    waiting = list(
        Seat.objects.filter(match__in=field.matches, is_to_act=True, match__state=Match.State.PLAYING)
        .exclude(name__in=field.sleepers)
        .values_list("match_id", "name")
    )
    field.rng.shuffle(waiting)
    return sum(_file(field, match_id, seat) for match_id, seat in waiting)


def _file(field: Field, match_id: int, seat: str) -> bool:
    table = read_table(match_id)
    if table.match.state != Match.State.PLAYING or seat not in table.phase.to_act:
        return False
    text = table.game.write(random_sheet(table.game, table.state, seat, field.rng))
    try:
        services.file_orders(match_id=match_id, person_id=field.people[seat], ply=table.match.ply, text=text)
    except MatchError:  # the clock was quicker
        return False
    return True


def stop_clocks(field: Field) -> None:
    """Let what is not over stand as it is, so that it can be looked at."""
    Match.objects.filter(pk__in=field.matches, state=Match.State.PLAYING).update(due_at=None)


# --- afterwards


@dataclass(frozen=True)
class Step:
    """A ply, and whom the position after it waits for."""

    ply: Ply
    period: int
    share: float
    to_act: Sequence[str]
    name: str


@dataclass(frozen=True)
class Period:
    """A period that has ended: who was to act, in order, and how long after its time it ended (negative: before)."""

    number: int
    actors: Sequence[str]
    share: float
    late: timedelta


def judge(field: Field) -> dict[str, Any]:
    """The figures of the run; ``faults`` are sentences, none when all is well."""
    faults: list[str] = []
    late: list[float] = []
    counts = Counter[str]()
    for match in Match.objects.filter(pk__in=field.matches).order_by("pk"):
        steps = _steps(match)
        periods = list(_periods(match, steps))
        late += [period.late.total_seconds() for period in periods]
        counts["plies"] += len(steps)
        counts["by_time"] += sum(step.ply.cause == Ply.Cause.TIME for step in steps)
        counts["periods"] += len(periods)
        counts["over"] += match.state == Match.State.OVER
        found = [
            *auditing.chain_faults(match),
            *_faults_of_time(field, periods),
            *_faults_of_notices(field, match, steps),
        ]
        faults += [f"match {match.pk}: {fault}" for fault in found]
    letters, twice = _letters(field)
    return {
        **counts,
        "late_most_seconds": round(max(late, default=0), 2),
        "late_median_seconds": round(median(late), 2) if late else 0,
        "notices": _notice_states(field),
        "letters": letters,
        "letters_twice": twice,
        "faults": faults,
    }


def _steps(match: Match) -> list[Step]:
    game, steps = get_game(match.slug), []
    for ply in Ply.objects.filter(match=match).order_by("number"):
        phase = game.phase(codec.load_state(game, ply.position))
        steps.append(Step(ply, phase.period, phase.share, phase.to_act, phase.name))
    return steps


def _periods(match: Match, steps: Sequence[Step]) -> Iterator[Period]:
    """The periods of a match that are complete, in the order in which they were played."""
    assert match.length is not None
    began, actors = steps[0].ply.resolved_at, list(steps[0].to_act)
    for before, step in pairwise(steps):
        if step.period == before.period and step.to_act:
            actors += [seat for seat in step.to_act if seat != actors[-1]]
            continue
        ended = step.ply.resolved_at
        yield Period(before.period, actors, before.share, ended - began - _span(match.length, before.share))
        began, actors = ended, list(step.to_act)


def _span(length: int, share: float) -> timedelta:
    return timedelta(seconds=length * share)


def _faults_of_time(field: Field, periods: Sequence[Period]) -> Iterator[str]:
    for expected, period in enumerate(periods):
        if period.number != expected:
            yield f"period {period.number} came where {expected} was due"
        if period.late > field.grace:
            yield f"period {period.number} ended {period.late.total_seconds():.1f} s after its time"
        if len(set(period.actors)) < len(period.actors):
            yield f"period {period.number} let a seat act twice: {' '.join(period.actors)}"
        if period.share >= 1 and set(period.actors) != field.people.keys() and period is not periods[-1]:
            yield f"period {period.number} passed a seat over: only {' '.join(period.actors)} were to act"


def _faults_of_notices(field: Field, match: Match, steps: Sequence[Step]) -> Iterator[str]:
    wanted = Counter(_wanted_notices(field, match, steps))
    rows = Notice.objects.filter(thread=announce.thread(match.pk), kind__in=(*COURSE, "reminder"))
    given = Counter(
        (row.kind, row.data["ply"] if row.kind == "reminder" else row.event.rpartition("/")[2], row.person_id)
        for row in rows
    )
    for notice in wanted - given:
        yield f"this notice was never written: {notice}"
    for notice in given - wanted:
        yield f"this notice was written once too often: {notice}"


def _wanted_notices(field: Field, match: Match, steps: Sequence[Step]) -> Iterator[tuple[str, object, int | None]]:
    """What each ply must have told: everybody when a round begins, else whoever is to act; and a reminder."""
    for before, step in zip([None, *steps], steps, strict=False):
        number, everybody = step.ply.number, field.people.values()
        if not step.to_act:
            yield from (("result", "result", person) for person in everybody)
            continue
        if before is None:
            yield from (("started", "started", person) for person in everybody)
        elif step.period != before.period and step.share < 1 and (before.share >= 1 or before.name != step.name):
            yield from (("revealed", str(number), person) for person in everybody)
        else:
            yield from (("orders", str(number), field.people[seat]) for seat in step.to_act)
        yield from (("reminder", number + 1, field.people[seat]) for seat in step.to_act)


def _own_notices(field: Field) -> QuerySet[Notice]:
    return Notice.objects.filter(thread__in=[announce.thread(pk) for pk in field.matches])


def _notice_states(field: Field) -> dict[str, int]:
    """How many notices are in which state; those that wait are told apart by what they wait for."""
    now = timezone.now()
    rows = _own_notices(field).values_list("state", "leased_until", "due_at")
    names = (_waits_for(leased, due, now) if state == Notice.State.WAITING else state for state, leased, due in rows)
    return dict(sorted(Counter(names).items()))


def _waits_for(leased_until: datetime | None, due_at: datetime, now: datetime) -> str:
    """``not due``; ``leased`` to a post office, perhaps a killed one; or ``waiting`` though nothing hinders it."""
    if leased_until is not None:
        return "leased"
    return "not due" if due_at > now else "waiting"


def count_overdue(field: Field) -> int:
    """How many notices that are due still wait, those aside that a killed worker had taken until its lease is over."""
    now: datetime = timezone.now()
    soon = now + timedelta(seconds=settings.HERALD_NOTICE_DELAY)
    waiting = _own_notices(field).filter(Q(leased_until=None), state=Notice.State.WAITING)
    return waiting.filter(due_at__lte=soon).exclude(kind="reminder").count()


def _letters(field: Field) -> tuple[int, int]:
    """How many letters of the run lie in the mailbox, and how many of them are there once more."""
    own = set(_own_notices(field).filter(state=Notice.State.SENT).values_list("message_id", flat=True))
    parser, found = BytesHeaderParser(policy=policy.default), Counter[str]()
    for file in mailbox.folder().glob("*.eml"):
        with file.open("rb") as letter:
            found[str(parser.parse(letter)["Message-ID"])] += 1
    counts = [count for name, count in found.items() if name in own]
    return sum(counts), sum(counts) - len(counts)
