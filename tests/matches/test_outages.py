"""Mail server, broker and workers fail: moves go on meanwhile, and what was to be told is told once (F09, F50, F51)."""

from __future__ import annotations

import email.policy
import re
from collections import Counter
from datetime import timedelta
from typing import Any

from aiosmtpd.smtp import Envelope
from django.utils import timezone

from accounts.models import Notice
from games.mail.tasks import send_notices
from tests.celery_processes import StartCelery, Worker
from tests.mail_sink import SmtpSink
from tests.matches.conftest import LAYOUTS, Begin, again, empty_broker, file_all, file_orders, wait_for_run
from tests.waiting import wait_until


def test_moves_go_on_while_the_mail_server_hangs(
    broker: Any, celery_processes: StartCelery, smtp_sink: SmtpSink, begin: Begin
) -> None:
    smtp_sink.delay = 600
    first, second = begin(), begin()
    worker = celery_processes("worker", HERALD_MAIL_URL=smtp_sink.url)
    celery_processes("beat")
    wait_until(lambda: smtp_sink.held)
    # more is due meanwhile, and the post office is called again while one thread of two still waits for the server
    called = calls_of_the_post_office(worker)
    third = begin()
    send_notices.delay()
    wait_until(lambda: calls_of_the_post_office(worker) > called)
    for match in (first, second, third):
        file_all(match)
    wait_until(lambda: {again(match).ply for match in (first, second, third)} == {2})
    assert smtp_sink.most_held == 1
    assert smtp_sink.messages == []


def calls_of_the_post_office(worker: Worker) -> int:
    return len(re.findall(r"send_notices\[\S+\] received", worker.log.read_text()))


def test_reminders_outlive_workers_and_broker(
    broker: Any, celery_processes: StartCelery, smtp_sink: SmtpSink, begin: Begin
) -> None:
    matches = [begin() for _ in range(3)]
    for match in matches:
        seat = match.seats.get(name="R")
        assert seat.player is not None
        file_orders(match, seat.player, LAYOUTS["R"])
    Notice.objects.exclude(kind="reminder").update(state="sent")
    mail = {"HERALD_MAIL_URL": smtp_sink.url, "HERALD_NOTICE_DELAY": "0"}
    for end in ("kill", "terminate"):
        worker = celery_processes("worker", **mail)
        getattr(worker.process, end)()
        worker.process.wait()
    empty_broker(broker)
    assert Notice.objects.filter(kind="reminder", state="waiting").count() == 6
    celery_processes("worker", **mail)
    celery_processes("beat")
    Notice.objects.filter(kind="reminder").update(due_at=timezone.now() - timedelta(seconds=1))
    wait_until(lambda: not Notice.objects.filter(state="waiting").exists())
    empty_broker(broker)
    wait_for_run("mail")
    told = Counter((envelope.rcpt_tos[0], subject_of(envelope)) for envelope in smtp_sink.messages)
    assert [*told.values()] == [1, 1, 1]
    assert {address for address, _subject in told} == {"boris@example.org"}


def subject_of(envelope: Envelope) -> str:
    assert isinstance(envelope.content, bytes)
    return str(email.message_from_bytes(envelope.content, policy=email.policy.default)["Subject"])
