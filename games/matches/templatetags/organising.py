"""What the organisers' front page says of the machinery."""

from __future__ import annotations

from datetime import timedelta

from django import template
from django.utils import timezone

from games.matches.dates import when
from games.matches.models import Heartbeat

register = template.Library()

# it runs every few seconds
LATE = timedelta(minutes=1)


@register.inclusion_tag("admin/matches/heartbeat.html")
def sweep_note() -> dict[str, object]:
    """When the sweep last ran, and what it could not do."""
    beat = Heartbeat.objects.filter(job="sweep").first()
    return {
        "ran": when(beat.ran_at) if beat else "",
        "is_late": beat is None or timezone.now() - beat.ran_at > LATE,
        "failed": beat.found.get("failed", 0) if beat else 0,
    }
