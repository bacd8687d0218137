"""The sweep: whatever is due and was not done by a quicker hint is done here, in batches."""

from __future__ import annotations

import logging
from contextlib import suppress

from django.db.models import Q
from django.utils import timezone

from games.matches.models import Heartbeat, Match, Seat
from games.matches.services.playing import play_robots, resolve_ply

logger = logging.getLogger(__name__)

BATCH = 200


def sweep() -> dict[str, int]:
    """Resolve what is due, let robots play, and note that the sweep ran.

    One broken match must not hold up the others: its failure is logged by number, and
    the sweep goes on.
    """
    now = timezone.now()
    due = list(
        Match.objects.filter(Q(due_at__lte=now), state=Match.State.PLAYING)
        .order_by("due_at")
        .values_list("pk", flat=True)[:BATCH]
    )
    robots = list(
        Seat.objects.filter(~Q(robot="") | Q(is_on_default=True), is_to_act=True, match__state=Match.State.PLAYING)
        .values_list("match_id", flat=True)
        .distinct()[:BATCH]
    )
    found = {"due": len(due), "robots": len(robots), "failed": 0}
    for job, match_ids in ((_resolve_all, due), (play_robots, robots)):
        for match_id in match_ids:
            try:
                job(match_id=match_id)
            except Exception:  # whatever ails one match, the next one is due as well
                found["failed"] += 1
                logger.exception("match %s could not be moved on", match_id)
    Heartbeat.objects.update_or_create(job="sweep", defaults={"ran_at": now, "found": found})
    return found


def _resolve_all(*, match_id: int) -> None:
    """Resolve whatever has become due: after an outage the instants of several seats of a season may have passed.

    A match at which somebody else is now is left to them; sweeps that overlap share the work.
    """
    with suppress(Match.DoesNotExist):
        while resolve_ply(match_id=match_id, is_patient=False):
            pass
