"""Instants as people say them, in the language and zone of the moment: “Tuesday 18:00 (in 2 days)”."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo

from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

WEEKDAYS = (
    pgettext_lazy("day of a deadline", "Monday"),
    pgettext_lazy("day of a deadline", "Tuesday"),
    pgettext_lazy("day of a deadline", "Wednesday"),
    pgettext_lazy("day of a deadline", "Thursday"),
    pgettext_lazy("day of a deadline", "Friday"),
    pgettext_lazy("day of a deadline", "Saturday"),
    pgettext_lazy("day of a deadline", "Sunday"),
)


def when(instant: datetime, now: datetime | None = None, zone: tzinfo | None = None) -> str:
    """An instant and how far off it is. The zone is the active one unless another is given.

    Up to six days away the weekday names it, further off the date; the distance is rounded.
    """
    now = now or timezone.now()
    local, today = timezone.localtime(instant, zone), timezone.localtime(now, zone).date()
    days = (local.date() - today).days
    if days == 0:
        day = _("today")
    elif days == 1:
        day = _("tomorrow")
    elif days == -1:
        day = _("yesterday")
    elif abs(days) <= 6:
        day = str(WEEKDAYS[local.weekday()])
    else:
        # Translators: how a date is written, in Django's format letters (E: the month as it stands in a date)
        day = format_date(local, _("j E") if local.year == today.year else _("j E Y"))
    return _("{day} {time} ({distance})").format(day=day, time=f"{local:%H:%M}", distance=distance(instant - now))


def distance(span: timedelta) -> str:
    """How far off something is: “in 2 days”, “3 hours ago”. Rounded to days from 36 hours, to hours from 90 minutes."""
    seconds = abs(span.total_seconds())
    if seconds < 60:
        return _("now")
    is_ahead = span > timedelta(0)
    if seconds >= 36 * 3600:
        n = round(seconds / 86400)
        words = ngettext("in {n} day", "in {n} days", n) if is_ahead else ngettext("{n} day ago", "{n} days ago", n)
    elif seconds >= 90 * 60:
        n = round(seconds / 3600)
        words = ngettext("in {n} hour", "in {n} hours", n) if is_ahead else ngettext("{n} hour ago", "{n} hours ago", n)
    else:
        n = round(seconds / 60)
        if is_ahead:
            words = ngettext("in {n} minute", "in {n} minutes", n)
        else:
            words = ngettext("{n} minute ago", "{n} minutes ago", n)
    return words.format(n=n)
