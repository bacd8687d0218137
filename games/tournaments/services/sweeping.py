"""The sweep of tournaments: what a crash left undone is done, results are taken over, rounds end by their date."""

from __future__ import annotations

import logging

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.matches.models import Heartbeat, Match
from games.tournaments.models import Event, Fixture, Round
from games.tournaments.services.fixtures import make_matches
from games.tournaments.services.pausing import clocks_to_set, set_clocks
from games.tournaments.services.rounds import end_round, follow_round

logger = logging.getLogger(__name__)


def sweep() -> dict[str, int]:
    """Move on every event that has something to do; one that is broken does not hold up the others."""
    now = timezone.now()
    fixtures = Fixture.objects.filter(pairing__round=OuterRef("pk"))
    wanting = Exists(fixtures.filter(how=Fixture.How.OPEN, match=None))
    finished = Exists(fixtures.filter(how=Fixture.How.OPEN, match__state=Match.State.OVER))
    settled = ~Exists(fixtures.filter(how=Fixture.How.OPEN))
    rounds = Round.objects.filter(
        wanting | finished | settled | Q(due_at__lte=now) | Q(state=Round.State.PUBLISHED),
        event__state=Event.State.RUNNING,
        state__in=[Round.State.PUBLISHED, Round.State.RUNNING],
    )
    event_ids = {*rounds.values_list("event_id", flat=True)}
    event_ids |= {*clocks_to_set().values_list("fixture__pairing__round__event", flat=True)}
    failed = 0
    for event_id in sorted(event_ids):
        try:
            set_clocks(event_id=event_id)
            make_matches(event_id=event_id)
            follow_round(event_id=event_id)
            end_round(event_id=event_id)
        except Exception:  # whatever ails one event, the others go on
            failed += 1
            logger.exception("event %s could not be moved on", event_id)
    found = {"events": len(event_ids), "failed": failed}
    Heartbeat.objects.update_or_create(job="tournaments", defaults={"ran_at": now, "found": found})
    return found
