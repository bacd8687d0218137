"""Celery's way into the post office."""

from __future__ import annotations

from threading import Lock

from celery import shared_task

from games.mail import outbound

# one thread of a worker at most writes mail: a slow mail server must not hold up reveals and the sweep
_DESK = Lock()


@shared_task
def send_notices() -> None:
    if not _DESK.acquire(blocking=False):
        return  # whoever sits there takes what has come meanwhile
    try:
        outbound.send_notices()
    finally:
        _DESK.release()
