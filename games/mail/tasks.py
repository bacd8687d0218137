"""Celery's way into the post office."""

from __future__ import annotations

from celery import shared_task

from games.mail import outbound


@shared_task
def send_notices() -> None:
    outbound.send_notices()
