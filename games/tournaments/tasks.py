"""Celery's way into the services of tournaments."""

from __future__ import annotations

from celery import shared_task

from games.tournaments import services


@shared_task
def sweep() -> None:
    services.sweep()
