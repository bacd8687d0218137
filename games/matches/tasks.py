"""Celery's way into the services. Tasks carry numbers only; run twice, they do nothing the second time."""

from __future__ import annotations

from celery import shared_task

from games.matches import services


@shared_task
def resolve_ply(match_id: int) -> None:
    services.resolve_ply(match_id=match_id)


@shared_task
def play_robots(match_id: int) -> None:
    services.play_robots(match_id=match_id)


@shared_task
def sweep() -> None:
    services.sweep()
