"""A cast, matches of Ice Battle between them, and the mails that reach a real mail server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from config.environment import Environment, mailer
from games.mail import outbound
from games.matches import services
from games.matches.models import Match
from tests.mail_sink import SmtpSink

LAYOUT = "set H E{0}; A D{0}; W C{1} D{1} E{1} F{1}"
LAYOUTS = {"R": LAYOUT.format(1, 2), "T": LAYOUT.format(8, 7)}
TWO_DAYS = 2 * 86400


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("anna@example.org", display_name="Anna", time_zone="Europe/Berlin")


@pytest.fixture
def boris(db: None) -> User:
    return User.objects.create_user(
        "boris@example.org", display_name="Борис", language="ru", time_zone="Asia/Vladivostok"
    )


@dataclass
class Post:
    """The mail server, and Herald's way to it."""

    sink: SmtpSink

    def send(self) -> dict[str, int]:
        """Send what is due; what became of it."""
        return dict(outbound.send_due())

    def send_all(self, *kinds: str) -> dict[str, int]:
        """Send what is due once the delay of turn notices is over, or when it is time for other kinds."""
        waiting = Notice.objects.filter(state="waiting", kind__in=kinds or ["orders", "revealed"])
        waiting.update(due_at=timezone.now())
        return self.send()

    @property
    def mails(self) -> list[EmailMessage]:
        return [parse(envelope.content) for envelope in self.sink.messages]

    def to(self, person: User) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == person.email]

    def only_to(self, person: User) -> EmailMessage:
        """The one mail that a person got."""
        (mail,) = self.to(person)
        return mail

    def clear(self) -> None:
        self.sink.messages.clear()


def parse(raw: Any) -> EmailMessage:
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def html_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


@pytest.fixture
def post(smtp_sink: SmtpSink, settings: Any, db: None) -> Post:
    options = mailer(Environment({"HERALD_MAIL_URL": smtp_sink.url}), "HERALD_MAIL_URL")
    settings.MAILERS = {"default": options}
    settings.DEFAULT_FROM_EMAIL = "Herald <herald@herald.example>"
    settings.HERALD_URL = "https://herald.example"
    return Post(smtp_sink)


type Begin = Callable[..., Match]


@pytest.fixture
def begin(anna: User, boris: User) -> Begin:
    """Start a match of Ice Battle: Anna plays R, Boris T."""

    def start(length: int | None = TWO_DAYS, r: User = anna, t: User = boris) -> Match:
        match = services.create_match(person_id=r.pk, slug="ice_battle", options={}, places=2, length=length, wish="R")
        services.join_match(match_id=match.pk, person_id=t.pk, wish="T")
        return Match.objects.get(pk=match.pk)

    return start


def file_orders(match: Match, person: User, text: str) -> None:
    ply = Match.objects.get(pk=match.pk).ply
    services.file_orders(match_id=match.pk, person_id=person.pk, ply=ply, text=text)


def line_up(match: Match) -> None:
    """Both layouts, revealed: the match waits for turn 1."""
    for seat in match.seats.select_related("player"):
        assert seat.player is not None
        file_orders(match, seat.player, LAYOUTS[seat.name])
    services.resolve_ply(match_id=match.pk)


def play_turn(match: Match, r: str, t: str) -> None:
    """A turn with both sheets, revealed."""
    sheets = {"R": r, "T": t}
    for seat in match.seats.select_related("player"):
        assert seat.player is not None
        file_orders(match, seat.player, sheets[seat.name])
    services.resolve_ply(match_id=match.pk)
