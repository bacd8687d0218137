"""Celery's way into the ratings."""

from __future__ import annotations

from celery import shared_task

from games.ratings import services


@shared_task
def rate_ended() -> None:
    services.rate_ended()
