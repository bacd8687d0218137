"""A mail server for tests."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.waiting import free_port


@dataclass
class SmtpSink:
    """A real mail server that keeps what it takes. ``answer`` replies to each message instead of taking it."""

    port: int = 0
    messages: list[Envelope] = field(default_factory=list)
    # called with each message; a line such as "451 try later" or "550 no such person" refuses it
    answer: Callable[[Envelope], str | None] = lambda envelope: None
    # seconds before each answer, for a server that hangs; how many messages wait now, and how many did at most at once
    delay: float = 0
    held: int = 0
    most_held: int = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802  aiosmtpd's name
        self.held += 1
        self.most_held = max(self.most_held, self.held)
        try:
            await asyncio.sleep(self.delay)  # ends early when the client hangs up
        finally:
            self.held -= 1
        if refusal := self.answer(envelope):
            return refusal
        self.messages.append(envelope)
        return "250 taken"

    @property
    def url(self) -> str:
        """For the setting HERALD_MAIL_URL."""
        return f"smtp://127.0.0.1:{self.port}?tls=none"


@pytest.fixture
def smtp_sink() -> Iterator[SmtpSink]:
    sink = SmtpSink(port=free_port())
    controller = Controller(sink, hostname="127.0.0.1", port=sink.port)
    controller.start()
    try:
        yield sink
    finally:
        controller.stop()
