"""The reveal: exactly once, whatever workers, sweeps and clicks do, and whatever dies meanwhile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import Notice, User
from games.matches import services
from games.matches.errors import Stale
from games.matches.models import Heartbeat, Match, Ply, Seat, Sheet
from games.matches.services.playing import Filed
from tests.celery_processes import StartCelery, Worker
from tests.databases import database_url
from tests.matches.conftest import (
    LAYOUTS,
    Begin,
    again,
    at_once,
    empty_broker,
    file_all,
    file_orders,
    held,
    open_match,
    wait_for_run,
)
from tests.processes import ROOT
from tests.waiting import free_port, wait_until

pytestmark = pytest.mark.django_db
in_parallel = pytest.mark.django_db(transaction=True)


def make_late(*matches: Match, by: timedelta = timedelta(seconds=1)) -> None:
    """Move the deadline of the present ply into the past."""
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(due_at=timezone.now() - by)


def numbers(match: Match) -> list[int]:
    return list(Ply.objects.filter(match=match).order_by("number").values_list("number", flat=True))


@in_parallel
def test_tasks_sweeps_and_clicks_at_once_make_one_reveal(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    file_all(match)
    resolve = partial(services.resolve_ply, match_id=match.pk)
    click = partial(services.file_orders, match_id=match.pk, person_id=boris.pk, ply=1, text=LAYOUTS["T"])
    acts: list[Any] = [*[resolve] * 4, *[services.sweep] * 2, *[click] * 2]
    given = at_once(acts)
    assert sum(answer is True for answer in given[:4]) <= 1
    assert [type(answer) for answer in given[4:6]] == [dict, dict]
    # before the reveal the sheet can no longer be changed, after it the same click gets its receipt again
    assert {type(answer) for answer in given[6:]} <= {Filed, Stale}
    assert numbers(match) == [0, 1]
    assert (again(match).ply, again(match).phase) == (2, "orders")
    assert Notice.objects.filter(kind="revealed").count() == 2
    assert not services.resolve_ply(match_id=match.pk)


@in_parallel
def test_eight_threads_at_the_deadline_make_one_reveal(begin: Begin, anna: User) -> None:
    match = begin()
    file_orders(match, anna, LAYOUTS["R"])
    make_late(match)
    given = at_once([partial(services.resolve_ply, match_id=match.pk)] * 8)
    assert sorted(map(bool, given)) == [False] * 7 + [True]
    assert numbers(match) == [0, 1]


def test_nothing_is_revealed_before_all_are_in_or_time_is_up(begin: Begin, anna: User) -> None:
    match = begin()
    assert not services.resolve_ply(match_id=match.pk)
    file_orders(match, anna, LAYOUTS["R"])
    assert not services.resolve_ply(match_id=match.pk)
    assert services.sweep() == {"due": 0, "robots": 0, "failed": 0}
    assert numbers(match) == [0]


def test_default_orders_count_for_the_sheet_that_is_missing(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    file_orders(match, anna, "set H A1; A B1; W A2 B2 C2 D2")
    make_late(match)
    assert services.sweep()["due"] == 1
    ply = Ply.objects.get(match=match, number=1)
    assert ply.cause == "time"
    assert [(row["seat"], row["by"], row["text"]) for row in ply.orders] == [
        ("R", "player", "set H A1; A B1; W A2 B2 C2 D2"),
        ("T", "time", "set H E8; A D8; W C7 D7 E7 F7"),  # RULES.md 8.1
    ]
    assert ply.events[0]["sentence"]["text"].startswith("Time was up for {seat}")
    match = again(match)
    assert match.due_at is not None
    assert match.due_at > timezone.now()
    make_late(match)
    services.sweep()
    turn = Ply.objects.get(match=match, number=2)
    # RULES.md 8.2: the hero defends with strength 2 in both rows
    assert [row["text"] for row in turn.orders] == ["A1 def 2\nA1 def 2", "E8 def 2\nE8 def 2"]


class PowerCut(Exception):
    """What stops everything a moment before the commit."""


@in_parallel
def test_nothing_remains_of_a_reveal_that_is_cut_off_before_its_commit(begin: Begin, broker: Any) -> None:
    match = begin()
    file_all(match)
    before = again(match)
    notices = set(Notice.objects.values_list("event", "person"))
    empty_broker(broker)
    with pytest.raises(PowerCut):
        resolve_and_be_cut_off(match)
    assert numbers(match) == [0]
    assert set(Notice.objects.values_list("event", "person")) == notices
    assert (again(match).ply, again(match).news, again(match).head_hash) == (before.ply, before.news, before.head_hash)
    assert messages(broker) == []
    assert services.sweep()["due"] == 1
    assert numbers(match) == [0, 1]


def resolve_and_be_cut_off(match: Match) -> None:
    with transaction.atomic():
        assert services.resolve_ply(match_id=match.pk)
        assert Ply.objects.filter(match=match).count() == 2
        raise PowerCut


def messages(broker: Any) -> list[dict[str, Any]]:
    """The tasks that wait in the broker."""
    found = []
    for key in broker.keys(f"{settings.HERALD_REDIS_PREFIX}*"):
        if broker.type(key) == b"list":
            found += [json.loads(raw) for raw in broker.lrange(key, 0, -1)]
    return found


@in_parallel
def test_a_hint_carries_only_a_number_and_no_time(begin: Begin, broker: Any) -> None:
    match = begin()
    empty_broker(broker)
    file_all(match)
    (message,) = messages(broker)
    headers = message["headers"]
    assert headers["task"] == "games.matches.tasks.resolve_ply"
    assert (headers["eta"], headers["argsrepr"]) == (None, f"({match.pk},)")
    # what has its time is a row, not a task
    reminder = Notice.objects.filter(kind="reminder").first()
    assert reminder is not None
    assert match.due_at is not None
    assert reminder.due_at == match.due_at - timedelta(hours=24)


@in_parallel
def test_the_sweep_makes_good_hints_that_were_lost(begin: Begin, broker: Any, anna: User) -> None:
    match, practice = begin(), open_match(anna, wish="R", robots=1)
    file_all(match)
    file_orders(practice, anna, LAYOUTS["R"])
    empty_broker(broker)
    assert services.sweep() == {"due": 1, "robots": 1, "failed": 0}
    assert numbers(match) == [0, 1]
    services.sweep()
    assert numbers(practice) == [0, 1]


@in_parallel
def test_orders_are_taken_while_the_broker_is_away(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    file_orders(match, anna, LAYOUTS["R"])
    script = (
        "from games.matches import services\n"
        f"filed = services.file_orders(match_id={match.pk}, person_id={boris.pk}, ply=1, text='{LAYOUTS['T']}')\n"
        "print(filed.receipt)"
    )
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", script],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": database_url(), "REDIS_URL": f"redis://127.0.0.1:{free_port()}/0"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == Sheet.objects.get(match=match, seat="T").receipt
    assert "set H" not in done.stderr
    assert services.sweep()["due"] == 1
    assert numbers(match) == [0, 1]


@in_parallel
def test_fifty_sweeps_at_once_do_what_is_due_once(begin: Begin) -> None:
    matches = [begin() for _ in range(4)]
    make_late(*matches)
    given = at_once([services.sweep] * 50)
    assert [answer for answer in given if isinstance(answer, Exception)] == []
    assert [answer for answer in given if isinstance(answer, dict) and answer["failed"]] == []
    assert [numbers(match) for match in matches] == [[0, 1]] * 4
    assert Notice.objects.filter(kind="revealed").count() == 8
    events = Notice.objects.values_list("event", "person")
    assert len(set(events)) == len(events)


@in_parallel
@pytest.mark.once  # SQLite locks no single match
def test_a_match_that_somebody_holds_is_left_to_them_until_the_next_sweep(begin: Begin) -> None:
    busy, free = begin(), begin()
    make_late(busy, by=timedelta(hours=1))
    make_late(free)
    with held(busy):
        assert services.sweep() == {"due": 2, "robots": 0, "failed": 0}
        assert (numbers(busy), numbers(free)) == ([0], [0, 1])
    assert services.sweep() == {"due": 1, "robots": 0, "failed": 0}
    assert numbers(busy) == [0, 1]


def test_the_sweep_writes_down_when_it_ran_and_what_it_found(begin: Begin) -> None:
    make_late(begin(), begin())
    before = timezone.now()
    services.sweep()
    beat = Heartbeat.objects.get(job="sweep")
    assert before <= beat.ran_at <= timezone.now()
    assert beat.found == {"due": 2, "robots": 0, "failed": 0}


def test_a_broken_match_does_not_hold_up_the_others(begin: Begin, caplog: pytest.LogCaptureFixture) -> None:
    broken, sound = begin(), begin()
    make_late(broken, by=timedelta(hours=1))
    make_late(sound)
    Match.objects.filter(pk=broken.pk).update(position="{")
    assert services.sweep() == {"due": 2, "robots": 0, "failed": 1}
    assert f"match {broken.pk} could not be moved on" in caplog.text
    assert (numbers(broken), numbers(sound)) == ([0], [0, 1])


def test_resigning_at_the_very_moment_of_the_deadline_is_one_or_the_other(begin: Begin, anna: User) -> None:
    match = begin()
    make_late(match)
    services.sweep()
    with pytest.raises(Stale):
        services.resign(match_id=match.pk, person_id=anna.pk, ply=1)
    assert again(match).state == "playing"


@in_parallel
def test_resigning_filing_and_the_deadline_at_once_give_one_ply(begin: Begin, anna: User, boris: User) -> None:
    for _ in range(4):
        match = begin()
        file_orders(match, anna, LAYOUTS["R"])
        make_late(match)
        acts: list[Callable[[], object]] = [
            partial(services.resolve_ply, match_id=match.pk),
            partial(services.resign, match_id=match.pk, person_id=boris.pk, ply=1),
            partial(services.offer_draw, match_id=match.pk, person_id=anna.pk, ply=1),
            partial(services.void_match, match_id=match.pk, organiser_id=anna.pk, reason="a test"),
        ]
        at_once(acts)
        plies = list(Ply.objects.filter(match=match).order_by("number"))
        assert [ply.number for ply in plies] == list(range(len(plies)))
        assert [ply.previous_hash for ply in plies[1:]] == [ply.hash for ply in plies[:-1]]
        match = again(match)
        assert (match.ply, match.head_hash) == (len(plies), plies[-1].hash)
        causes = [ply.cause for ply in plies[1:]]
        assert causes in (["time"], ["resigned"], ["void"], ["time", "void"])
        assert (match.state == "over") == (causes[-1] != "time")


# --- real workers and timers


def test_a_worker_reveals_soon_after_the_last_sheet(broker: Any, worker: Worker, begin: Begin) -> None:
    match = begin()
    file_all(match)
    wait_until(lambda: again(match).ply == 2)
    assert numbers(match) == [0, 1]


def test_after_an_hour_without_a_timer_two_timers_do_everything_once(
    broker: Any, celery_processes: StartCelery, begin: Begin, anna: User
) -> None:
    late = [begin() for _ in range(3)]
    make_late(*late, by=timedelta(hours=1))
    full, practice = begin(), open_match(anna, wish="R", robots=1)
    file_all(full)
    empty_broker(broker)
    matches = [*late, full]
    celery_processes("worker")
    celery_processes("beat")
    celery_processes("beat")
    wait_until(lambda: all(again(match).ply == 2 for match in matches) and not robots_owe(practice))
    for _ in range(2):  # two more rounds of both timers
        wait_for_run("sweep")
    assert [numbers(match) for match in matches] == [[0, 1]] * 4
    assert Sheet.objects.filter(match=practice).count() == 1
    events = list(Notice.objects.filter(kind="revealed").values_list("event", "person"))
    assert len(events) == len(set(events)) == 8


def robots_owe(match: Match) -> bool:
    return Seat.objects.filter(match=match, is_to_act=True).exclude(robot="").exists()


def test_every_match_goes_on_after_a_worker_was_killed(
    broker: Any, celery_processes: StartCelery, anna: User, begin: Begin
) -> None:
    practice = [open_match(anna, wish="R", robots=1) for _ in range(8)]
    pairs = [begin() for _ in range(8)]
    for match in practice:
        file_orders(match, anna, LAYOUTS["R"])
    for match in pairs:
        file_all(match)
    matches = [*practice, *pairs]
    killed = celery_processes("worker")
    wait_until(lambda: Ply.objects.filter(number=1).exists() or Sheet.objects.filter(seat="T").count() > 8)
    killed.process.kill()
    killed.process.wait()
    celery_processes("worker")
    celery_processes("beat")
    wait_until(lambda: all(again(match).ply == 2 for match in matches))
    assert [numbers(match) for match in matches] == [[0, 1]] * 16
    assert {match.phase for match in Match.objects.all()} == {"orders"}
    assert Notice.objects.filter(kind="revealed").count() == 8 + 16
