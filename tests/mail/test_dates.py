"""Dates as people say them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from games.matches.dates import when

SUNDAY_NOON = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("instant", "words"),
    [
        (datetime(2026, 12, 1, 18, 0, tzinfo=UTC), "Tuesday 18:00 (in 2 days)"),
        (datetime(2026, 11, 29, 12, 0, 30, tzinfo=UTC), "today 12:00 (now)"),
        (datetime(2026, 11, 29, 12, 1, tzinfo=UTC), "today 12:01 (in 1 minute)"),
        (datetime(2026, 11, 29, 13, 29, tzinfo=UTC), "today 13:29 (in 89 minutes)"),
        (datetime(2026, 11, 29, 18, 0, tzinfo=UTC), "today 18:00 (in 6 hours)"),
        (datetime(2026, 11, 30, 18, 0, tzinfo=UTC), "tomorrow 18:00 (in 30 hours)"),
        (datetime(2026, 12, 5, 9, 5, tzinfo=UTC), "Saturday 09:05 (in 6 days)"),
        (datetime(2026, 12, 6, 0, 0, tzinfo=UTC), "6 December 00:00 (in 6 days)"),
        (datetime(2027, 1, 3, 12, 0, tzinfo=UTC), "3 January 2027 12:00 (in 35 days)"),
        (datetime(2026, 11, 29, 9, 0, tzinfo=UTC), "today 09:00 (3 hours ago)"),
        (datetime(2026, 11, 28, 11, 0, tzinfo=UTC), "yesterday 11:00 (25 hours ago)"),
    ],
)
def test_an_instant_is_said_as_day_time_and_distance(instant: datetime, words: str) -> None:
    assert when(instant, SUNDAY_NOON) == words


def test_the_day_is_that_of_the_readers_zone() -> None:
    late = datetime(2026, 11, 30, 16, 30, tzinfo=UTC)
    assert when(late, SUNDAY_NOON, ZoneInfo("Asia/Vladivostok")) == "Tuesday 02:30 (in 28 hours)"
    with timezone.override("America/New_York"):
        assert when(late, SUNDAY_NOON) == "tomorrow 11:30 (in 28 hours)"


def test_the_distance_is_elapsed_time_across_a_change_of_clocks() -> None:
    # clocks in Berlin go back at 01:00 UTC on 25 October: that day has 25 hours
    with timezone.override("Europe/Berlin"):
        before = datetime(2026, 10, 24, 16, 0, tzinfo=UTC)
        assert when(before + timedelta(hours=25), before) == "tomorrow 18:00 (in 25 hours)"


def test_months_are_named_in_the_language_of_the_moment() -> None:
    with translation.override("ru"):
        assert "декабря" in when(datetime(2026, 12, 20, 12, 0, tzinfo=UTC), SUNDAY_NOON)
