"""Everything that writes ratings. One ledger for each game: matches are counted one after the other."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import F

from games.matches.models import Intervention, Match, Sheet
from games.ratings.conduct import conduct_of
from games.ratings.models import Conduct, Ledger, Rating, RatingEvent, Verdict
from games.ratings.policy import VERSION, Facts, judge, read_facts
from games.ratings.selectors import due_matches
from games.ratings.skill import Skill, update

logger = logging.getLogger(__name__)


def rate_ended() -> int:
    """Count all matches that have ended and are not counted yet, in the order of their ends; how many were."""
    done = 0
    for match_id in due_matches():
        try:
            done += rate_match(match_id=match_id)
        except Exception:  # whatever ails one match, the others count
            logger.exception("match %s could not be rated", match_id)
    return done


def rate_match(*, match_id: int) -> bool:
    """Add the match to its game's ledger, with what it did to the ratings.

    False if it is not over, or was added before.
    The ledger is locked, so that each match starts from the ratings that the one before left.
    """
    with transaction.atomic():
        match = Match.objects.defer("position").get(pk=match_id)
        if match.state != Match.State.OVER or match.is_archived or match.ended_at is None:
            return False
        Ledger.objects.get_or_create(slug=match.slug)
        ledger = Ledger.objects.select_for_update().get(slug=match.slug)
        if Verdict.objects.filter(match=match).exists():
            return False
        facts = read_facts(match)
        judgement = judge(facts)
        verdict = Verdict.objects.create(
            match=match,
            slug=match.slug,
            number=ledger.length + 1,
            reason=judgement.reason,
            policy=VERSION,
            ended_at=match.ended_at,
        )
        Ledger.objects.filter(slug=match.slug).update(length=F("length") + 1)
        _note_conduct(verdict, facts)
        if judgement.places:
            _apply(verdict, sorted(judgement.places.items()))
        return True


def _apply(verdict: Verdict, places: list[tuple[int, int]]) -> None:
    people = [person for person, _ in places]
    ratings = {row.person_id: row for row in Rating.objects.filter(slug=verdict.slug, person__in=people)}
    before = [Skill(ratings[person].mu, ratings[person].sigma) if person in ratings else Skill() for person in people]
    after = update(before, [place for _, place in places])
    RatingEvent.objects.bulk_create(
        RatingEvent(
            verdict=verdict,
            person_id=person,
            place=place,
            mu_before=old.mu,
            sigma_before=old.sigma,
            mu=new.mu,
            sigma=new.sigma,
        )
        for (person, place), old, new in zip(places, before, after, strict=True)
    )
    Rating.objects.bulk_create(
        [
            Rating(
                person_id=person,
                slug=verdict.slug,
                mu=new.mu,
                sigma=new.sigma,
                matches=ratings[person].matches + 1 if person in ratings else 1,
            )
            for person, new in zip(people, after, strict=True)
        ],
        update_conflicts=True,
        unique_fields=["person", "slug"],
        update_fields=["mu", "sigma", "matches"],
    )


def _note_conduct(verdict: Verdict, facts: Facts) -> None:
    sheets = Sheet.objects.filter(match=facts.match, filed_at__isnull=False)
    filed_at = {(ply, seat): at for ply, seat, at in sheets.values_list("ply", "seat", "filed_at") if at is not None}
    Conduct.objects.bulk_create(
        Conduct(verdict=verdict, person_id=person, asked=kept.asked, in_time=kept.in_time, seconds=kept.seconds)
        for person, kept in conduct_of(facts, filed_at, _pauses_of(facts)).items()
    )


def _pauses_of(facts: Facts) -> Iterator[tuple[datetime, datetime]]:
    """When the match's clock stood still; one that still did at the end ran no more."""
    ended_at = facts.plies[-1].resolved_at
    acts = Intervention.objects.filter(match=facts.match, action__in=("pause", "resume")).order_by("done_at", "pk")
    since: datetime | None = None
    for act in acts:
        if act.action == "pause":
            since = datetime.fromisoformat(act.detail["since"])
        elif since is not None:
            yield since, datetime.fromisoformat(act.detail["until"])
            since = None
    if since is not None:
        yield since, ended_at
