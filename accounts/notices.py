"""The kinds of notice, and who wants which of them by mail."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice, User


@dataclass(frozen=True)
class Kind:
    """One kind of notice: what it is called, when it is sent, and whether a person may do without it."""

    slug: str
    title: Promise
    when: Promise
    is_mutable: bool = True


KINDS: Mapping[str, Kind] = {
    kind.slug: kind
    for kind in (
        Kind("started", _("A match has started"), _("At once, when the last seat of your match is taken.")),
        Kind("orders", _("Your orders are wanted"), _("Once for each turn, unless you have filed before it leaves.")),
        Kind("revealed", _("Orders were revealed"), _("Once for each reveal, with the story of what happened.")),
        Kind(
            "reminder",
            _("Reminder before a deadline"),
            _("Once for each deadline, if you still owe orders then; never before half of the time has passed."),
        ),
        Kind("result", _("A match has ended"), _("At once, with the result.")),
        Kind(
            "table", _("News of your tables"), _("An offer of a draw, a rematch, a match called off before its start.")
        ),
        Kind(
            "event",
            _("News of your tournaments"),
            _("A round that is published or over, a place on the waiting list, word from the organisers."),
        ),
        Kind(
            "organiser",
            _("Word from the organisers"),
            _("When an organiser changes something in your match. These always come."),
            is_mutable=False,
        ),
    )
}


def obstacle(notice: Notice) -> Notice.State | None:
    """What keeps a notice from being mailed at all, whatever its match says: the state to close it with, or None."""
    person = notice.person
    if person is None:
        return None if notice.address else Notice.State.DROPPED
    if not person.is_active:
        return Notice.State.DROPPED
    return Notice.State.MUTED if is_muted(person, notice.kind) else None


def is_muted(person: User, kind: str) -> bool:
    known = KINDS.get(kind)
    return (known is None or known.is_mutable) and kind in person.muted
