"""A mailbox for trying Herald without a mail server: every letter is a file, and pages show them.

It is not for production, where its pages do not exist and letters go to a real server alone.
"""

import os
import re
import time
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage as ParsedMail
from email.parser import BytesHeaderParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, mailers
from django.core.mail.backends.base import BaseEmailBackend

NAME = re.compile(r"[0-9]{20}-[0-9a-f]{8}\Z")


@dataclass(frozen=True)
class Letter:
    """The outside of one stored letter."""

    name: str
    to: str
    subject: str
    stored_at: datetime


def folder() -> Path:
    return Path(settings.HERALD_VAR) / "mails"


class MailboxBackend(BaseEmailBackend):
    """Stores each letter, then passes it on to the mailer ``onward`` if there is one."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            store(message.message().as_bytes())
        if "onward" in mailers:
            return int(mailers["onward"].send_messages(email_messages) or 0)
        return len(email_messages)


def store(raw: bytes) -> str:
    """Keep one letter; its name sorts by the time it came."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    name = f"{time.time_ns():020d}-{os.urandom(4).hex()}"
    draft = folder() / f".{name}"
    draft.write_bytes(raw)
    draft.rename(folder() / f"{name}.eml")  # readers see the whole letter or none
    return name


def names() -> list[str]:
    """The names of all letters, the newest first."""
    try:
        found = [entry.removesuffix(".eml") for entry in os.listdir(folder()) if entry.endswith(".eml")]  # noqa: PTH208  a name is all that thousands of entries need
    except FileNotFoundError:
        return []
    return sorted(filter(NAME.match, found), reverse=True)


def outside(name: str) -> Letter:
    """Read only the headers of a letter. Raises FileNotFoundError."""
    with path_of(name).open("rb") as file:
        headers = BytesHeaderParser(policy=policy.default).parse(file)
    return Letter(name, str(headers["to"] or ""), str(headers["subject"] or ""), stored_at(name))


def read(name: str) -> ParsedMail:
    """A letter taken apart. Raises FileNotFoundError."""
    mail: Any = message_from_bytes(raw(name), policy=policy.default)
    assert isinstance(mail, ParsedMail)
    return mail


def raw(name: str) -> bytes:
    return path_of(name).read_bytes()


def path_of(name: str) -> Path:
    if not NAME.match(name):
        raise FileNotFoundError(name)
    return folder() / f"{name}.eml"


def stored_at(name: str) -> datetime:
    return datetime.fromtimestamp(int(name[:20]) / 1e9, UTC)


def text_of(mail: ParsedMail) -> str:
    part = mail.get_body(("plain",))
    return str(part.get_content()) if part else ""


def html_of(mail: ParsedMail) -> str:
    """The HTML part with the pictures it names put into it; empty if there is none."""
    part = mail.get_body(("html",))
    if part is None:
        return ""
    html = str(part.get_content())
    for cid, uri in _pictures(mail):
        html = html.replace(f"cid:{cid}", uri)
    return html


def _pictures(mail: ParsedMail) -> Iterator[tuple[str, str]]:
    for part in mail.walk():
        cid = str(part["content-id"] or "").strip("<> ")
        if cid and part.get_content_maintype() == "image":
            picture = part.get_payload(decode=True)
            assert isinstance(picture, bytes)
            yield cid, f"data:{part.get_content_type()};base64,{b64encode(picture).decode()}"
