"""Celery's way into the post office."""

from __future__ import annotations

from celery import shared_task


@shared_task
def send_notices() -> None:
    """Send what is due in the outbox."""
