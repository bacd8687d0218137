"""The ledgers computed again from the logs of the matches, and compared. Read only; each fault is a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import timedelta
from math import isclose

from django.utils import timezone

from games.matches.models import Match
from games.ratings.models import Ledger, Rating, RatingEvent, Verdict
from games.ratings.policy import VERSION, judge, read_facts
from games.ratings.skill import Skill, update

# a match that ended that recently may still be on its way into the ledger
PATIENCE = timedelta(hours=1)


def rating_faults() -> Iterator[str]:
    """Where ledgers, events and ratings are not what the logs and the policy give."""
    for ledger in Ledger.objects.order_by("slug"):
        yield from _ledger_faults(ledger)
    ended = Match.objects.filter(
        state=Match.State.OVER, is_archived=False, verdict=None, ended_at__lt=timezone.now() - PATIENCE
    )
    for match_id in ended.order_by("pk").values_list("pk", flat=True):
        yield f"match {match_id}: has ended and was never counted"


def _ledger_faults(ledger: Ledger) -> Iterator[str]:
    skills: dict[int, Skill] = {}
    matches: Counter[int] = Counter()
    expected = 1
    for verdict in Verdict.objects.filter(slug=ledger.slug).select_related("match").order_by("number").iterator():
        if verdict.number != expected:
            yield f"{ledger.slug}: number {expected} is missing in the ledger"
        expected = verdict.number + 1
        events = {event.person_id: event for event in RatingEvent.objects.filter(verdict=verdict)}
        for fault in (*_policy_faults(verdict, events), *_model_faults(skills, events)):
            yield f"match {verdict.match_id}: {fault}"
        # what follows is compared with what was counted, so that one fault is told once
        skills |= {person: Skill(event.mu, event.sigma) for person, event in events.items()}
        matches.update([*events])
    if ledger.length != expected - 1:
        yield f"{ledger.slug}: the ledger has {expected - 1} matches and says {ledger.length}"
    for rating in Rating.objects.filter(slug=ledger.slug).order_by("person_id"):
        person, counted = rating.person_id, matches[rating.person_id]
        if person not in skills or not _same(skills[person], Skill(rating.mu, rating.sigma)):
            yield f"{ledger.slug}: the rating of person {person} is not the last of the events"
        elif rating.matches != counted:
            yield f"{ledger.slug}: person {person} has {counted} rated matches, the rating says {rating.matches}"


def _policy_faults(verdict: Verdict, events: Mapping[int, RatingEvent]) -> Iterator[str]:
    if verdict.policy != VERSION:
        return  # made by words that stood before; that the model follows is checked all the same
    facts = read_facts(verdict.match)
    if any(seat.player_id is None and not seat.robot for seat in facts.seats):
        return  # somebody was struck from the database, and with them who sat there
    judgement = judge(facts)
    if judgement.reason != verdict.reason:
        yield f"counted as “{verdict.reason or 'rated'}”, should be “{judgement.reason or 'rated'}”"
    if {person: event.place for person, event in events.items()} != judgement.places:
        yield "the places that were counted are not those of the match"


def _model_faults(skills: Mapping[int, Skill], events: Mapping[int, RatingEvent]) -> Iterator[str]:
    """``skills`` are those before the match."""
    people = sorted(events)
    before = [skills.get(person, Skill()) for person in people]
    after = update(before, [events[person].place for person in people])
    for person, old, new in zip(people, before, after, strict=True):
        event = events[person]
        if not _same(old, Skill(event.mu_before, event.sigma_before)):
            yield f"the event of person {person} does not follow the one before"
        elif not _same(new, Skill(event.mu, event.sigma)):
            yield f"the event of person {person} is not what the model gives"


def _same(one: Skill, other: Skill) -> bool:
    return isclose(one.mu, other.mu, rel_tol=1e-9) and isclose(one.sigma, other.sigma, rel_tol=1e-9)
