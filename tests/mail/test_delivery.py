"""What becomes of a mail at the mail server: taken, put off, refused, or cut off in between."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts import services as people
from accounts.models import Notice, User
from games.mail import outbound
from games.matches import services
from games.matches.models import Heartbeat, Match
from tests.celery_processes import StartCelery
from tests.mail.conftest import Begin, Post, line_up
from tests.mail_sink import SmtpSink
from tests.waiting import free_port, wait_until


def notice_of(person: User, kind: str = "started") -> Notice:
    return Notice.objects.get(person=person, kind=kind)


def waits_until(notice: Notice) -> timedelta:
    return notice.due_at - timezone.now()


def make_due() -> None:
    Notice.objects.filter(state="waiting", kind="started").update(due_at=timezone.now())


def test_a_mail_counts_as_sent_when_the_server_has_taken_it(post: Post, begin: Begin, anna: User) -> None:
    begin()
    assert post.send() == {"claimed": 2, "sent": 2}
    notice = notice_of(anna)
    assert (notice.state, notice.message_id) == ("sent", post.only_to(anna)["Message-ID"])
    assert post.send() == {}
    assert len(post.mails) == 2


def test_a_passing_refusal_is_tried_again_later_each_time_twice_as_late(post: Post, begin: Begin, anna: User) -> None:
    post.sink.answer = lambda envelope: "451 try later"
    begin()
    waits = []
    for _ in range(7):
        make_due()
        assert post.send() == {"claimed": 2, "put_off": 2}
        waits.append(round(waits_until(notice_of(anna)).total_seconds() / 60))
    assert waits == [1, 2, 4, 8, 16, 32, 64]
    assert notice_of(anna).trouble == "451 try later"
    make_due()
    post.send()
    assert {notice.state for notice in Notice.objects.filter(kind="started")} == {"failed"}
    make_due()
    assert post.send() == {}


def test_a_mail_that_was_put_off_leaves_once_the_server_takes_it(post: Post, begin: Begin, anna: User) -> None:
    post.sink.answer = lambda envelope: "421 too busy"
    begin()
    post.send()
    post.sink.answer = lambda envelope: None
    assert post.send() == {}
    make_due()
    assert post.send() == {"claimed": 2, "sent": 2}
    assert len(post.to(anna)) == 1


def test_a_final_refusal_fails_at_once_and_is_seen(post: Post, begin: Begin, anna: User) -> None:
    post.sink.answer = lambda envelope: "550 no such person"
    begin()
    assert post.send() == {"claimed": 2, "failed": 2}
    notice = notice_of(anna)
    assert (notice.state, notice.attempts, notice.trouble) == ("failed", 1, "550 no such person")
    anna.refresh_from_db()
    assert anna.mail_failing_since is not None
    make_due()
    assert post.send() == {}


def test_one_dead_address_costs_nobody_else_a_mail(post: Post, begin: Begin, anna: User, boris: User) -> None:
    async def refuse_anna(server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if address == anna.email:
            return "550 no such person"
        envelope.rcpt_tos.append(address)
        return "250 good"

    post.sink.handle_RCPT = refuse_anna  # type: ignore[attr-defined]  # a hook that aiosmtpd looks for
    clara = User.objects.create_user("clara@example.org", display_name="Clara")
    begin()
    begin(r=clara)
    assert post.send() == {"claimed": 4, "failed": 1, "sent": 3}
    assert notice_of(anna).state == "failed"
    assert (len(post.to(anna)), len(post.to(boris)), len(post.to(clara))) == (0, 2, 1)
    assert all(envelope.rcpt_tos == [mail["To"]] for envelope, mail in zip(post.sink.messages, post.mails, strict=True))


def test_a_refused_sender_is_not_held_against_the_recipient(post: Post, begin: Begin, anna: User) -> None:
    async def refuse(server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        return "550 you may not send from here"

    post.sink.handle_MAIL = refuse  # type: ignore[attr-defined]  # a hook that aiosmtpd looks for
    begin()
    assert post.send() == {"claimed": 2, "put_off": 2}
    anna.refresh_from_db()
    assert anna.mail_failing_since is None


def test_a_batch_takes_one_connection(post: Post, begin: Begin) -> None:
    ended: list[Any] = []

    async def quit_(server: Any, session: Any, envelope: Any) -> str:
        ended.append(session)
        return "221 bye"

    post.sink.handle_QUIT = quit_  # type: ignore[attr-defined]  # a hook that aiosmtpd looks for
    for _ in range(3):
        begin()
    assert post.send() == {"claimed": 6, "sent": 6}
    assert len(ended) == 1


def test_a_connection_that_breaks_is_opened_again(post: Post, begin: Begin, anna: User, boris: User) -> None:
    broken: list[str] = []

    async def break_once(server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if not broken:
            broken.append(address)
            server.transport.close()
        envelope.rcpt_tos.append(address)
        return "250 good"

    post.sink.handle_RCPT = break_once  # type: ignore[attr-defined]  # a hook that aiosmtpd looks for
    begin()
    begin()
    assert post.send() == {"claimed": 4, "put_off": 1, "sent": 3}
    make_due()
    assert post.send() == {"claimed": 1, "sent": 1}
    assert (len(post.to(anna)), len(post.to(boris))) == (2, 2)


def test_an_absent_mail_server_costs_no_attempts(post: Post, begin: Begin, settings: Any, anna: User) -> None:
    there = settings.MAILERS
    away = {**there["default"], "OPTIONS": {**there["default"]["OPTIONS"], "port": free_port()}}
    settings.MAILERS = {"default": away}
    begin()
    for _ in range(10):
        assert post.send() == {"unreachable": 1}
    assert (notice_of(anna).state, notice_of(anna).attempts) == ("waiting", 0)
    settings.MAILERS = there
    assert post.send() == {"claimed": 2, "sent": 2}


def test_a_fault_in_one_mail_does_not_hold_up_the_others(post: Post, begin: Begin, anna: User, boris: User) -> None:
    begin()
    Notice.objects.filter(person=anna).update(data={"ply": 0})
    assert post.send() == {"claimed": 2, "put_off": 1, "sent": 1}
    assert notice_of(anna).trouble == "KeyError"
    assert len(post.to(boris)) == 1


def test_a_worker_killed_before_sending_leaves_the_mail_to_another(post: Post, begin: Begin, anna: User) -> None:
    begin()
    claimed = people.claim_due(limit=50, lease_seconds=300)
    assert len(claimed) == 2
    assert post.send() == {}
    expire_leases()
    assert post.send() == {"claimed": 2, "sent": 2}
    assert len(post.to(anna)) == 1


def test_a_worker_killed_after_sending_repeats_the_same_message_id(post: Post, begin: Begin, anna: User) -> None:
    begin()
    post.send()
    # the server has taken the mails, but the worker died before it could write that down
    Notice.objects.filter(kind="started").update(state="waiting", message_id="", closed_at=None)
    assert post.send() == {"claimed": 2, "sent": 2}
    first, second = post.to(anna)
    assert first["Message-ID"] == second["Message-ID"]


def expire_leases() -> None:
    past: datetime = timezone.now() - timedelta(seconds=1)
    Notice.objects.exclude(leased_until=None).update(leased_until=past)


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_not_mailed(post: Post, begin: Begin, anna: User) -> None:
    with transaction.atomic():
        begin()
        transaction.set_rollback(True)
    assert post.send() == {}
    assert post.mails == []
    begin()
    assert post.send() == {"claimed": 2, "sent": 2}


def test_the_post_office_notes_when_it_ran_and_what_it_did(post: Post, begin: Begin) -> None:
    begin()
    assert outbound.send_notices() == {"claimed": 2, "sent": 2}
    assert Heartbeat.objects.get(job="mail").found == {"claimed": 2, "sent": 2}
    assert outbound.send_notices() == {}
    assert Heartbeat.objects.get(job="mail").found == {}


def test_all_batches_leave_in_one_run(post: Post, anna: User, boris: User) -> None:
    match = Match.objects.create(slug="ice_battle", places=2, invitation="x", sealed_seed="", seed_hash="")
    for n in range(120):
        people.post_invitation(
            address=f"guest{n}@example.org", kind="invitation", event="invited", thread="t", data={"match": match.pk}
        )
    assert outbound.send_notices() == {"claimed": 120, "dropped": 120}


@pytest.mark.django_db(transaction=True)
def test_a_worker_sends_at_once_what_a_move_brings(
    celery_processes: StartCelery, smtp_sink: SmtpSink, begin: Begin
) -> None:
    celery_processes("worker", HERALD_MAIL_URL=smtp_sink.url, HERALD_NOTICE_DELAY="0")
    match = begin()
    wait_until(lambda: len(smtp_sink.messages) == 2)
    line_up(match)
    services.resign(match_id=match.pk, person_id=match.seats.get(name="R").player_id or 0, ply=2)
    wait_until(lambda: Notice.objects.filter(kind="result", state="sent").count() == 2)
