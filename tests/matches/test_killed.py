"""A worker is killed at one instant or another: matches go on, and every notice leaves once (F10, F51).

Only a mail that the mail server had already taken may leave a second time, and then under the same Message-ID.
"""

from __future__ import annotations

import email
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from aiosmtpd.smtp import Envelope
from django.db import connections, transaction
from django.utils import timezone

from accounts.models import Notice
from games.matches.models import Match, Ply, Seat
from tests.celery_processes import StartCelery, Worker
from tests.mail_sink import SmtpSink
from tests.matches.conftest import Begin, again, empty_broker, file_all
from tests.waiting import PATIENCE, wait_until

PAIRS = 4

type Kill = Callable[[], None]
type Instant = Callable[[list[Match], SmtpSink, Kill], Any]


@contextmanager
def in_a_reveal(matches: list[Match], sink: SmtpSink, kill: Kill) -> Iterator[None]:
    """While the reveal of the first match has written its ply and waits for a seat that somebody else holds."""
    held, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Seat.objects.filter(match=matches[0]).update(wish="")
            held.set()
            let_go.wait()  # however long the processes take to come up
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(PATIENCE)
    try:
        yield
        # the others are revealed meanwhile where a database locks rows, none where it locks itself
        if connections["default"].vendor == "postgresql":
            wait_until(lambda: Ply.objects.filter(number=1).count() == PAIRS - 1)
        kill()
    finally:
        let_go.set()
        holder.join()


@contextmanager
def between_reveal_and_mail(matches: list[Match], sink: SmtpSink, kill: Kill) -> Iterator[None]:
    """As soon as the first reveal is there; its mails may be on their way."""
    yield
    wait_until(lambda: Ply.objects.filter(number=1).exists())
    kill()


@contextmanager
def before_the_server_answers(matches: list[Match], sink: SmtpSink, kill: Kill) -> Iterator[None]:
    """When the mail server has taken a mail and not yet said so."""
    done = threading.Event()

    def take_and_kill(envelope: Envelope) -> str | None:
        if done.is_set():
            return None
        sink.messages.append(envelope)
        kill()
        done.set()
        return "451 nobody is there to hear this"

    sink.answer = take_and_kill
    yield
    assert done.wait(PATIENCE)


@contextmanager
def between_two_mails(matches: list[Match], sink: SmtpSink, kill: Kill) -> Iterator[None]:
    """When some mails have left and others have not."""
    yield
    wait_until(lambda: len(sink.messages) >= 3)
    kill()


INSTANTS: list[Instant] = [
    in_a_reveal,
    between_reveal_and_mail,
    before_the_server_answers,
    between_two_mails,
]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("instant", INSTANTS, ids=lambda instant: instant.__name__)
def test_nothing_is_lost_with_a_worker(
    instant: Instant, broker: Any, celery_processes: StartCelery, smtp_sink: SmtpSink, begin: Begin
) -> None:
    matches = [begin() for _ in range(PAIRS)]
    # what the start brought has been told
    Notice.objects.filter(state="waiting", due_at__lte=timezone.now()).update(state="sent")
    for match in matches:
        file_all(match)
    empty_broker(broker)
    first: list[Worker] = []

    def start(kind: str) -> Worker:
        return celery_processes(kind, HERALD_MAIL_URL=smtp_sink.url, HERALD_NOTICE_DELAY="0")

    def kill() -> None:
        wait_until(lambda: first)
        first[0].process.kill()

    with instant(matches, smtp_sink, kill):
        start("beat")
        first.append(start("worker"))
    first[0].process.wait()

    # a notice that the dead worker had taken is free again when its lease is over
    Notice.objects.exclude(leased_until=None).update(leased_until=timezone.now() - timedelta(seconds=1))
    start("worker")
    wait_until(lambda: all(again(match).ply == 2 for match in matches) and not due())
    assert [[*match.plies.order_by("number").values_list("number", flat=True)] for match in matches] == [[0, 1]] * PAIRS
    assert {match.phase for match in Match.objects.all()} == {"orders"}

    revealed = [*Notice.objects.filter(kind="revealed")]
    assert [notice.state for notice in revealed] == ["sent"] * 2 * PAIRS
    left = Counter(message_id(envelope) for envelope in smtp_sink.messages)
    assert left.keys() == {notice.message_id for notice in revealed}
    # one at most was in the hands of both
    assert sorted(left.values())[:-1] == [1] * (len(left) - 1)
    assert max(left.values()) == 2 if instant is before_the_server_answers else max(left.values()) <= 2


def due() -> bool:
    return Notice.objects.filter(state="waiting", due_at__lte=timezone.now()).exists()


def message_id(envelope: Envelope) -> str:
    assert isinstance(envelope.content, bytes)
    return str(email.message_from_bytes(envelope.content)["Message-ID"])
