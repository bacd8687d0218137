"""Deadlines as plain arithmetic on instants. Everything is UTC; nothing here reads the clock."""

from __future__ import annotations

from datetime import datetime, timedelta


def deadline(started_at: datetime, length: int | None, share: float) -> datetime | None:
    """When the ply must be in: period start + length (seconds) x share. None without a limit."""
    if length is None:
        return None
    return started_at + timedelta(seconds=length * share)


def is_too_late(due_at: datetime | None, now: datetime) -> bool:
    """Orders received at the very instant of the deadline still count, after it no more."""
    return due_at is not None and now > due_at


def reminder_at(begun_at: datetime, due_at: datetime, hours: int) -> datetime | None:
    """When to remind: ``hours`` before the deadline, but never before half of the time has passed.

    None when the person wants no reminder (0 hours).
    """
    if not hours:
        return None
    return max(due_at - timedelta(hours=hours), begun_at + (due_at - begun_at) / 2)
