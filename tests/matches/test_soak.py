"""``manage.py soak``: a short run with real workers, one of them killed, and what it refuses and finds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone

from accounts.models import Notice
from games.matches import services, soaking
from games.matches.models import Match, Ply
from tests.databases import database_url
from tests.processes import ROOT


def test_short_soak(transactional_db: None) -> None:
    """Three matches of six, a third of the seats asleep, a season of 12 s: nothing skipped, doubled or untold."""
    options = [
        "--matches",
        "3",
        "--players",
        "6",
        "--season",
        "12",
        "--periods",
        "7",
        "--kill-every",
        "15",
        # how soon a period ends is measured on a calm machine; here, that it ends
        "--grace",
        "60",
    ]
    # its timer and workers must not meet those of other tests on the broker
    apart = {"HERALD_REDIS_PREFIX": os.environ["HERALD_REDIS_PREFIX"] + "soak:"}
    done = subprocess.run(
        [sys.executable, "manage.py", "soak", "molon_labe", *options],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": database_url(), "HERALD_NOTICE_DELAY": "1", **apart},
        capture_output=True,
        text=True,
        check=False,
        timeout=480,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    # the workers talk too
    found = json.loads(next(line for line in reversed(done.stdout.splitlines()) if line.startswith("{")))
    assert found["faults"] == []
    assert found["absent"] == ["C", "F"]
    assert found["compression"] == 3 * 86400 // 12
    assert found["periods"] >= 3 * 7
    assert found["by_time"] >= 3 * 4  # both sleepers, at their choice of a kingdom and in the first season
    assert found["killed"] >= 1
    # every third death is that of the post office, which may have had one letter in its hands
    assert found["letters_twice"] <= found["killed"] // 3


def test_not_in_production(settings: Any) -> None:
    settings.HERALD_PRODUCTION = True
    with pytest.raises(CommandError, match="not in production"):
        call_command("soak", "molon_labe")


def test_not_without_redis(settings: Any) -> None:
    settings.REDIS_URL = ""
    with pytest.raises(CommandError, match="REDIS_URL"):
        call_command("soak", "molon_labe")


@pytest.fixture
def field(db: None) -> soaking.Field:
    """One war of three that nobody but the clock has moved, to the second season."""
    field = soaking.prepare("molon_labe", matches=1, players=3, one_absent_in=3, length=3600, seed=1)
    for _ in range(6):
        Match.objects.filter(pk=field.matches[0]).update(
            due_at=F("due_at") - timedelta(hours=1), period_started_at=F("period_started_at") - timedelta(hours=1)
        )
        assert services.resolve_ply(match_id=field.matches[0])
    return field


def test_sound_run_has_no_faults(field: soaking.Field) -> None:
    found = soaking.judge(field)
    assert found["faults"] == []
    assert (found["periods"], found["by_time"]) == (4, 6)


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda: Notice.objects.filter(kind="orders").first().delete(), "never written"),  # type: ignore[union-attr]
        (
            lambda: Notice.objects.create(
                kind="orders",
                event=f"match/{Match.objects.get().pk}/ply/1",  # which only the second seat is told
                thread=f"match/{Match.objects.get().pk}",
                person=Match.objects.get().seats.get(name="A").player,
                due_at=timezone.now(),
            ),
            "once too often",
        ),
        (lambda: Ply.objects.filter(number=3).update(cause="orders"), "content was altered"),
        (lambda: Ply.objects.filter(number=6).update(resolved_at=F("resolved_at") + timedelta(hours=2)), "s after its"),
    ],
)
def test_faults_are_found(field: soaking.Field, spoil: Callable[[], object], fault: str) -> None:
    spoil()
    assert any(fault in found for found in soaking.judge(field)["faults"])


def test_notices_that_wait_are_told_apart(field: soaking.Field) -> None:
    Notice.objects.update(state=Notice.State.SENT, leased_until=None)
    pks = [*Notice.objects.order_by("pk").values_list("pk", flat=True)[:6]]
    now = timezone.now()
    hour = timedelta(hours=1)
    for pk, leased_until, due_at in (
        (pks[0], None, now + hour),
        (pks[1], None, now + hour),
        (pks[2], None, now + hour),
        (pks[3], now + hour, now - hour),
        (pks[4], now - hour, now - hour),  # the lease of one that was killed is over, and nobody has taken it anew
        (pks[5], None, now - hour),
    ):
        Notice.objects.filter(pk=pk).update(state=Notice.State.WAITING, leased_until=leased_until, due_at=due_at)
    states = soaking.judge(field)["notices"]
    assert states.pop("sent") > 0
    assert states == {"not due": 3, "leased": 2, "waiting": 1}
