"""Everything that writes people and notices."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import Notice, User
from accounts.prepared import upsert

# a notice that no mail server takes is tried after 1, 2, 4 ... 64 minutes, then given up: two hours in all
MAX_ATTEMPTS = 8
FIRST_WAIT = timedelta(minutes=1)
ONCE = ("event", "person")


# --- the outbox


def post_notice(
    *,
    person_id: int,
    kind: str,
    event: str,
    thread: str,
    data: Mapping[str, Any] | None = None,
    due_at: datetime | None = None,
) -> None:
    """Write one notice, to leave at once or at ``due_at``. A second one for the same person and event is ignored."""
    post_notices(person_ids=[person_id], kind=kind, event=event, thread=thread, data=data, due_at=due_at)


def post_notices(
    *,
    person_ids: Iterable[int],
    kind: str,
    event: str,
    thread: str,
    data: Mapping[str, Any] | None = None,
    due_at: datetime | None = None,
) -> None:
    """Write the same notice for several people in one statement."""
    upsert([_notice(person_id, kind, event, thread, data, due_at) for person_id in person_ids], ONCE, ())


def post_invitation(*, address: str, kind: str, event: str, thread: str, data: Mapping[str, Any] | None = None) -> None:
    """Write a notice for an address that may have no account. A second one for the same event is ignored."""
    notice = _notice(None, kind, event, thread, data, None)
    notice.address = User.objects.normalize_email(address)
    Notice.objects.bulk_create([notice], ignore_conflicts=True)


def count_invitations(*, person_id: int) -> int:
    """How many invitations the person sent in the last 24 hours."""
    return Notice.objects.filter(
        kind="invitation", data__inviter=person_id, created_at__gt=timezone.now() - timedelta(days=1)
    ).count()


def schedule_notice(
    *,
    person_id: int,
    kind: str,
    event: str,
    thread: str,
    due_at: datetime,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Write a notice ahead, or move the one that waits. One that was sent or dropped stays closed."""
    schedule_notices(person_ids=[person_id], kind=kind, event=event, thread=thread, due_at=due_at, data=data)


def schedule_notices(
    *,
    person_ids: Iterable[int],
    kind: str,
    event: str,
    thread: str,
    due_at: datetime,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Write the same notice ahead for several people in one statement, or move those that wait."""
    notices = [_notice(person_id, kind, event, thread, data, due_at) for person_id in person_ids]
    upsert(notices, ONCE, ("due_at", "data"))


def withdraw_notices(*, event: str, person_id: int | None = None) -> int:
    """Drop what waits for an event, of one person or of all; say how many."""
    notices = Notice.objects.filter(event=event, state=Notice.State.WAITING)
    if person_id is not None:
        notices = notices.filter(person_id=person_id)
    return notices.update(state=Notice.State.DROPPED, closed_at=timezone.now())


def claim_due(*, limit: int, lease_seconds: float) -> Sequence[Notice]:
    """Take up to ``limit`` due notices, the oldest first, for ``lease_seconds``; nobody else gets them meanwhile.

    Each has its person loaded. The caller closes or puts off each one; what it does not is taken again when the lease
    is over, until it was taken ``MAX_ATTEMPTS`` times.
    """
    now = timezone.now()
    with transaction.atomic():
        # a reverse of the lock order is impossible: whoever meets a locked row skips it
        due = list(
            Notice.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(Q(leased_until=None) | Q(leased_until__lte=now), state=Notice.State.WAITING, due_at__lte=now)
            .select_related("person")
            .order_by("due_at")[:limit]
        )
        taken = [notice for notice in due if notice.attempts < MAX_ATTEMPTS]
        lease = now + timedelta(seconds=lease_seconds)
        Notice.objects.filter(pk__in=[notice.pk for notice in taken]).update(
            leased_until=lease, attempts=F("attempts") + 1
        )
    for notice in due:
        if notice.attempts >= MAX_ATTEMPTS:
            mark_failed(notice, notice.trouble or "Taken too often without an end; the program may have been stopped.")
        else:
            notice.attempts += 1
            notice.leased_until = lease
    return taken


def message_id(notice: Notice) -> str:
    """The Message-ID of a notice; a second sending has the same, so that the receiver can tell."""
    return notice.message_id or f"<notice-{notice.pk}@{mail_domain()}>"


def mail_domain() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]


def mark_sent(notice: Notice, subject: str = "") -> None:
    """Close a notice that the mail server has taken. Mail to its person works again."""
    _close(notice, Notice.State.SENT, trouble="", message_id=message_id(notice), subject=subject[:200])
    if notice.person is not None and notice.person.mail_failing_since is not None:
        note_mail_working(person_id=notice.person.pk)
        notice.person.mail_failing_since = None


def mark_dropped(notice: Notice, state: Notice.State = Notice.State.DROPPED) -> None:
    """Close a notice that is no longer true or, with that ``state``, not wanted."""
    _close(notice, state)


def mark_failed(notice: Notice, error: str) -> None:
    """Close a notice that no mail server will take, and remember that mail to its person fails."""
    _close(notice, Notice.State.FAILED, trouble=error[:1000])
    if notice.person is not None:
        note_mail_failing(person_id=notice.person.pk)


def retry_later(notice: Notice, error: str) -> None:
    """Put off a notice after a passing fault, each time twice as long; the last time is a failure."""
    if notice.attempts >= MAX_ATTEMPTS:
        mark_failed(notice, error)
        return
    wait = FIRST_WAIT * 2 ** max(notice.attempts - 1, 0)
    Notice.objects.filter(pk=notice.pk, state=Notice.State.WAITING).update(
        due_at=timezone.now() + wait, leased_until=None, trouble=error[:1000]
    )


def resend_failed(*, notice_ids: Iterable[int]) -> int:
    """Let failed notices try again from the first attempt; say how many."""
    return Notice.objects.filter(pk__in=notice_ids, state=Notice.State.FAILED).update(
        state=Notice.State.WAITING, attempts=0, due_at=timezone.now(), leased_until=None, closed_at=None
    )


def note_mail_working(*, person_id: int) -> None:
    User.objects.filter(pk=person_id).exclude(mail_failing_since=None).update(mail_failing_since=None)


def note_mail_failing(*, person_id: int) -> None:
    User.objects.filter(pk=person_id, mail_failing_since=None).update(mail_failing_since=timezone.now())


def _notice(
    person_id: int | None,
    kind: str,
    event: str,
    thread: str,
    data: Mapping[str, Any] | None,
    due_at: datetime | None,
) -> Notice:
    return Notice(
        person_id=person_id,
        kind=kind,
        event=event,
        thread=thread,
        data=dict(data or {}),
        due_at=due_at or timezone.now(),
    )


def _close(notice: Notice, state: Notice.State, **fields: Any) -> None:
    closed = {"state": state, "closed_at": timezone.now(), "leased_until": None, **fields}
    Notice.objects.filter(pk=notice.pk, state=Notice.State.WAITING).update(**closed)
    for name, value in closed.items():
        setattr(notice, name, value)


# --- people


def choose_language(*, person_id: int, language: str) -> None:
    """Write and speak to a person in ``language`` from now on."""
    User.objects.filter(pk=person_id).update(language=language)


def mute_kind(*, person_id: int, kind: str) -> None:
    """Send a person no more mail of one kind."""
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=person_id)
        if kind not in person.muted:
            person.muted = [*person.muted, kind]
            person.save(update_fields=["muted"])


def delete_account(*, user: User, leave: Callable[[User], None]) -> None:
    """Take a person's name and address out of Herald; seats and finished matches stay with the opponents.

    ``leave`` gives up what still runs. It comes first and in transactions of its own: if it fails, the account is
    untouched and the deletion can be asked for again.
    """
    leave(user)
    with transaction.atomic():
        _anonymise(User.objects.select_for_update().get(pk=user.pk))


def drop_unconfirmed(*, address: str, claimant: User) -> bool:
    """Make way for somebody who has proved that an address is theirs; False if somebody else has done so before.

    A sign-up that was never confirmed holds no claim to the address it named and has nothing else to lose.
    """
    for other in User.objects.filter(email=address).exclude(pk=claimant.pk):
        is_proved = EmailAddress.objects.filter(user=other, verified=True).exists()
        if is_proved or other.last_login is not None or other.is_staff:
            return False
        _anonymise(other)
    return True


def _anonymise(person: User) -> None:
    for session in UserSession.objects.filter(user=person):
        session.end()
    EmailAddress.objects.filter(user=person).delete()
    Authenticator.objects.filter(user=person).delete()
    now = timezone.now()
    notices = Notice.objects.filter(person=person)
    notices.filter(state=Notice.State.WAITING).update(state=Notice.State.DROPPED, closed_at=now, leased_until=None)
    notices.update(data={}, trouble="")
    # a subject names those at the table, on the letters to the others too; the next letter gets one anew
    named = Q(thread__in=notices.values("thread")) | Q(data__inviter=person.pk)
    Notice.objects.filter(named).update(subject="")
    person.groups.clear()
    person.user_permissions.clear()
    person.email = f"former-player-{person.pk}@deleted.invalid"
    person.display_name = f"Former player {person.pk}"
    # this changes what a session is signed with, so one that was not listed ends as well
    person.set_unusable_password()
    person.language, person.time_zone, person.muted, person.reminder_hours = "en", "UTC", [], 0
    person.is_active = person.is_staff = person.is_superuser = False
    person.mail_failing_since = person.last_login = None
    person.deleted_at = now
    person.save()
