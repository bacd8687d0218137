"""Instants and order texts in templates."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone

from games.matches import dates

register = template.Library()


@register.filter
def when(instant: datetime) -> str:
    """An instant in the reader's zone, and how far off it is."""
    return dates.when(instant)


@register.filter
def is_soon(instant: datetime) -> bool:
    """Whether less than a day is left."""
    return instant - timezone.now() < timedelta(days=1)


@register.filter
def join_lines(text: str) -> str:
    """Orders of several lines as one."""
    return "; ".join(text.splitlines())
