"""The outbox: one row per person and event, claimed by one, tried a bounded number of times."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts import services
from accounts.models import Notice, User

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def post(person: User, event: str = "orders/1/2", **fields: object) -> None:
    services.post_notice(person_id=person.pk, kind="orders", event=event, thread="match/1", **fields)  # type: ignore[arg-type]  # the tests name them rightly


def claim_one() -> Notice:
    [notice] = services.claim_due(limit=10, lease_seconds=60)
    return notice


def test_second_notice_of_an_event_is_ignored_inside_a_transaction(anna: User, boris: User) -> None:
    with transaction.atomic():
        post(anna, data={"ply": 1})
        post(anna, data={"ply": 2})
        services.post_notices(
            person_ids=[anna.pk, boris.pk], kind="orders", event="orders/1/2", thread="match/1", data={"ply": 3}
        )
        User.objects.get(pk=anna.pk)  # the transaction is still good
    assert sorted(Notice.objects.values_list("person__display_name", "data__ply")) == [("Anna", 1), ("Boris", 3)]


def test_notice_of_a_transaction_that_fails_is_gone(anna: User) -> None:
    def move_and_fail() -> None:
        with transaction.atomic():
            post(anna)
            raise RuntimeError("just before commit")

    with pytest.raises(RuntimeError):
        move_and_fail()
    assert not Notice.objects.exists()


def test_invitation_is_one_per_address_and_event() -> None:
    for address in ("guest@example.com", "GUEST@example.com", "other@example.com"):
        services.post_invitation(address=address, kind="started", event="invited/1", thread="match/1")
    assert sorted(Notice.objects.values_list("address", flat=True)) == ["guest@example.com", "other@example.com"]


def test_written_ahead_it_moves_with_its_deadline(anna: User) -> None:
    first, second = timezone.now() + HOUR, timezone.now() + 5 * HOUR
    for due_at in (first, second):
        services.schedule_notice(
            person_id=anna.pk, kind="reminder", event="reminder/1/2", thread="match/1", due_at=due_at
        )
    assert [*Notice.objects.values_list("due_at", "state")] == [(second, "waiting")]


def test_moving_does_not_open_what_is_closed(anna: User) -> None:
    post(anna, event="reminder/1/2")
    services.mark_sent(claim_one())
    services.schedule_notice(
        person_id=anna.pk, kind="reminder", event="reminder/1/2", thread="match/1", due_at=timezone.now()
    )
    assert Notice.objects.get().state == "sent"
    assert services.claim_due(limit=10, lease_seconds=60) == []


def test_withdrawing_drops_only_what_waits(anna: User, boris: User) -> None:
    for person in (anna, boris):
        post(person)
    services.mark_sent(
        next(notice for notice in services.claim_due(limit=2, lease_seconds=60) if notice.person == boris)
    )
    post(anna, event="other")
    assert services.withdraw_notices(event="orders/1/2") == 1
    states = {(notice.person_id, notice.event): notice.state for notice in Notice.objects.all()}
    assert states == {
        (anna.pk, "orders/1/2"): "dropped",
        (boris.pk, "orders/1/2"): "sent",
        (anna.pk, "other"): "waiting",
    }


def test_withdrawing_can_mean_one_person(anna: User, boris: User) -> None:
    for person in (anna, boris):
        post(person)
    assert services.withdraw_notices(event="orders/1/2", person_id=boris.pk) == 1
    assert [notice.person for notice in Notice.objects.filter(state="waiting")] == [anna]


def test_oldest_due_comes_first_and_the_future_waits(anna: User) -> None:
    now = timezone.now()
    for event, due_at in (("a", now - HOUR), ("b", now - 3 * HOUR), ("c", now + HOUR), ("d", now - 2 * HOUR)):
        post(anna, event=event, due_at=due_at)
    assert [notice.event for notice in services.claim_due(limit=2, lease_seconds=60)] == ["b", "d"]


def test_claimed_notice_is_nobody_elses_until_its_lease_is_over(anna: User) -> None:
    post(anna)
    assert claim_one().attempts == 1
    assert services.claim_due(limit=10, lease_seconds=60) == []
    Notice.objects.update(leased_until=timezone.now() - HOUR)
    assert claim_one().attempts == 2


@pytest.mark.django_db(transaction=True)
def test_each_notice_goes_to_one_of_many_claimants(anna: User) -> None:
    for number in range(40):
        post(anna, event=f"orders/{number}")

    def claim_all(_: int) -> list[int]:
        try:
            mine = list[int]()
            while batch := services.claim_due(limit=3, lease_seconds=600):
                mine += [notice.pk for notice in batch]
            return mine
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        claimed = [pk for mine in pool.map(claim_all, range(4)) for pk in mine]
    # whoever finds every row locked by another may stop early, so what is left is claimed once more
    claimed += claim_all(0)
    assert sorted(claimed) == sorted(Notice.objects.values_list("pk", flat=True))


def test_back_off_doubles_and_ends(anna: User) -> None:
    """F20: eight attempts, then a failure that can be seen; 1 + 2 + 4 + ... + 64 minutes in between."""
    post(anna)
    for minutes in (1, 2, 4, 8, 16, 32, 64):
        notice = claim_one()
        before = timezone.now()
        services.retry_later(notice, "451 try later")
        after = timezone.now()
        stored = Notice.objects.get()
        assert before + timedelta(minutes=minutes) <= stored.due_at <= after + timedelta(minutes=minutes)
        assert (stored.state, stored.trouble) == ("waiting", "451 try later")
        assert services.claim_due(limit=10, lease_seconds=60) == []
        Notice.objects.update(due_at=timezone.now() - HOUR)
    services.retry_later(claim_one(), "451 try later")
    stored = Notice.objects.get()
    assert (stored.state, stored.attempts, stored.trouble) == ("failed", 8, "451 try later")
    anna.refresh_from_db()
    assert anna.mail_failing_since is not None


def test_notice_that_kills_its_worker_each_time_is_given_up(anna: User) -> None:
    post(anna)
    for _ in range(8):
        claim_one()
        Notice.objects.update(leased_until=timezone.now() - HOUR)
    assert services.claim_due(limit=10, lease_seconds=60) == []
    assert Notice.objects.get().state == "failed"


def test_refusal_is_remembered_until_mail_works_again(anna: User) -> None:
    post(anna, event="a")
    services.mark_failed(claim_one(), "550 no such person")
    anna.refresh_from_db()
    since = anna.mail_failing_since
    assert since is not None
    post(anna, event="b")
    services.mark_failed(claim_one(), "550 no such person")
    anna.refresh_from_db()
    assert anna.mail_failing_since == since
    post(anna, event="c")
    services.mark_sent(claim_one())
    anna.refresh_from_db()
    assert anna.mail_failing_since is None


def test_closed_notice_stays_as_it_was_closed(anna: User) -> None:
    post(anna)
    notice = claim_one()
    services.mark_sent(notice)
    services.mark_failed(Notice.objects.get(), "too late")
    assert Notice.objects.get().state == "sent"


def test_message_id_is_the_same_for_each_sending(anna: User, settings: object) -> None:
    settings.DEFAULT_FROM_EMAIL = "Herald <desk@herald.example>"  # type: ignore[attr-defined]  # pytest-django's wrapper
    post(anna)
    first = claim_one()
    Notice.objects.update(leased_until=timezone.now() - HOUR)
    second = claim_one()
    assert services.message_id(first) == services.message_id(second) == f"<notice-{first.pk}@herald.example>"
    services.mark_sent(second)
    assert Notice.objects.get().message_id == f"<notice-{first.pk}@herald.example>"


def test_failed_notice_can_be_sent_again_from_the_first_attempt(anna: User) -> None:
    post(anna, event="a")
    post(anna, event="b")
    first, second = services.claim_due(limit=2, lease_seconds=60)
    services.mark_failed(first, "550 no such person")
    services.mark_sent(second)
    assert services.resend_failed(notice_ids=[first.pk, second.pk]) == 1
    assert (claim_one().pk, Notice.objects.get(pk=first.pk).attempts) == (first.pk, 1)
