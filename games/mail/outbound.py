"""The post office's way out: notices that are due become mails, each with a delivery record of its own.

A notice counts as sent only when the mail server has taken its mail. Whatever stops in
between leaves it leased; when the lease is over it goes out again under the same Message-ID.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from smtplib import (
    SMTPNotSupportedError,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
)
from time import monotonic
from typing import Any

from anymail.exceptions import AnymailError, AnymailInvalidAddress, AnymailRecipientsRefused
from django.core.mail import mailers
from django.db.models import Q
from django.utils import timezone

from accounts import services
from accounts.middleware import in_the_ways_of
from accounts.models import Notice, User
from games.mail.event_letters import write_event_letter
from games.mail.letter import Letter
from games.mail.letters import WRITERS, write_letter
from games.mail.messages import MatchMail, build_message
from games.mail.relevance import Moot, kind_to_send, look_up
from games.matches.models import Heartbeat

logger = logging.getLogger(__name__)

LEASE_SECONDS = 300
# enough for one more mail to a server that answers slowly
LEASE_REST = timedelta(seconds=60)
RUN_SECONDS = 60
# mails in a row that a broken connection may cost before the rest of the batch is put off untried
BREAKS = 2


def send_notices() -> dict[str, int]:
    """Send all that is due, batch by batch, for a minute at most; note that the post office ran."""
    stop, found = monotonic() + RUN_SECONDS, Counter[str]()
    while True:
        batch = send_due()
        found.update(batch)
        if not batch.get("claimed") or monotonic() > stop:
            break
    Heartbeat.objects.update_or_create(job="mail", defaults={"ran_at": timezone.now(), "found": dict(found)})
    return dict(found)


def send_due(limit: int = 50) -> Mapping[str, int]:
    """Send up to ``limit`` due notices; how many were claimed, sent, dropped, muted, put_off and failed.

    When no mail server can be reached nothing is claimed, so that its absence costs no attempts.
    """
    counts = Counter[str]()
    if not _is_anything_due():
        return counts
    post = Post()
    if trouble := post.open():
        logger.warning("the mail server cannot be reached: %s", trouble)
        counts["unreachable"] = 1
        return counts
    try:
        for notice in services.claim_due(limit=limit, lease_seconds=LEASE_SECONDS):
            counts["claimed"] += 1
            if notice.leased_until is not None and notice.leased_until - timezone.now() > LEASE_REST:
                counts[_send(notice, post)] += 1
    finally:
        post.close()
    return counts


def _is_anything_due() -> bool:
    now = timezone.now()
    due = Notice.objects.filter(state=Notice.State.WAITING, due_at__lte=now)
    return due.filter(Q(leased_until=None) | Q(leased_until__lte=now)).exists()


def _send(notice: Notice, post: Post) -> str:
    """Send one notice, or close it, or put it off; which of these was done."""
    try:
        message = _compose(notice)
    except Moot as moot:
        services.mark_dropped(notice, moot.state)
        return moot.state.value
    except Exception as error:  # a fault in one mail must not hold up the others
        logger.exception("notice %s could not be written", notice.pk)
        services.retry_later(notice, type(error).__name__)
        return "put_off"
    refusal = post.send(message)
    if refusal is None:
        services.mark_sent(notice, str(message.subject))
        return "sent"
    if refusal.is_final:
        services.mark_failed(notice, refusal.words)
        return "failed"
    services.retry_later(notice, refusal.words)
    return "put_off"


def _compose(notice: Notice) -> MatchMail:
    with in_the_ways_of(notice.person or _stand_in(notice)):
        kind, letter = LETTERS[notice.kind](notice)
        return build_message(notice, kind, letter)


def _about_match(notice: Notice) -> tuple[str, Letter]:
    live = look_up(notice)
    kind = kind_to_send(notice, live)
    return kind, write_letter(notice, kind, live)


def _about_event(notice: Notice) -> tuple[str, Letter]:
    return notice.kind, write_event_letter(notice)


# who writes the letter of a notice, by its kind: the kind it is mailed as, and the letter. Raises Moot if it is not
LETTERS: Mapping[str, Callable[[Notice], tuple[str, Letter]]] = {
    **dict.fromkeys(WRITERS, _about_match),
    "event": _about_event,
}


def _stand_in(notice: Notice) -> User | None:
    """Whose language an address without a person is written to in: its own account's, else the inviter's."""
    people = User.objects.filter(is_active=True)
    return people.filter(email=notice.address).first() or people.filter(pk=notice.data.get("inviter")).first()


@dataclass(frozen=True)
class Refusal:
    """Why a mail was not taken. ``is_final``: no later attempt can help."""

    words: str
    is_final: bool


class Post:
    """One connection to the mail server for a batch, opened anew after it breaks."""

    def __init__(self) -> None:
        self._mailer: Any = mailers.default
        self._breaks = 0

    def open(self) -> str:
        """Connect; what went wrong, if anything."""
        try:
            self._mailer.open()
        except (OSError, AnymailError) as error:
            return _words(error)
        return ""

    def close(self) -> None:
        with suppress(OSError):
            self._mailer.close()

    def send(self, message: MatchMail) -> Refusal | None:
        """Hand over one message to one recipient; None when it was taken."""
        if self._breaks >= BREAKS:
            return Refusal("The mail server could not be reached.", is_final=False)
        # a connection that is open stays so; one that broke is opened again
        if trouble := self.open():
            self._breaks += 1
            return Refusal(trouble, is_final=False)
        refusal: Refusal | None = None
        try:
            self._mailer.send_messages([message])
        except SMTPRecipientsRefused as error:
            refusal = _refusal(*next(iter(error.recipients.values())))
        except SMTPSenderRefused as error:
            # what ails the sender is no fault of this recipient, and an operator can cure it
            refusal = Refusal(_words(error), is_final=False)
        except SMTPResponseException as error:
            refusal = _refusal(error.smtp_code, error.smtp_error)
        except (SMTPNotSupportedError, ValueError, AnymailInvalidAddress, AnymailRecipientsRefused) as error:
            refusal = Refusal(_words(error), is_final=True)  # nobody can be written to at such an address
        except (OSError, AnymailError) as error:
            self._breaks += 1
            self.close()
            return Refusal(_words(error), is_final=False)
        self._breaks = 0
        if refusal is not None and not refusal.is_final:
            self.close()  # some servers hang up after they have put somebody off
        return refusal


def _refusal(code: int, words: bytes | str) -> Refusal:
    text = words.decode(errors="replace") if isinstance(words, bytes) else words
    return Refusal(f"{code} {text}", is_final=500 <= code < 600)


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
