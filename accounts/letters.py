"""Letters of one column, written once as text and drawn from that as HTML.

A letter's text is paragraphs apart by empty lines. A paragraph of a few words ending in a colon and an address on the
line below becomes a button; a paragraph in capitals and digits alone is a code to be typed.
"""

import re
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

CODE = re.compile(r"[0-9A-Z]{3,12}(-[0-9A-Z]{3,12})*\Z")
BUTTON = re.compile(r"(?P<label>[^\n]+):\n(?P<link>https?://\S+)\Z")
LINK = re.compile(r"https?://\S+\Z")


def write_letter(*, subject: str, text: str, to: str, sender: str) -> EmailMultiAlternatives:
    """One message with a text part and an HTML part that say the same."""
    text = re.sub(r"\n{3,}", "\n\n", text.strip()) + "\n"
    subject = " ".join(subject.split())
    letter = EmailMultiAlternatives(
        subject,
        text,
        sender,
        [to],
        headers={"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"},
    )
    html = render_to_string("accounts/mail/letter.html", {"subject": subject, "parts": read_parts(text)})
    letter.attach_alternative(html, "text/html")
    return letter


def read_parts(text: str) -> list[dict[str, Any]]:
    """The paragraphs of a text: ``{"kind": "words" | "button" | "code", ...}``."""
    return [_read_part(part.strip()) for part in text.strip().split("\n\n") if part.strip()]


def _read_part(part: str) -> dict[str, Any]:
    if CODE.match(part):
        return {"kind": "code", "words": part}
    if button := BUTTON.match(part):
        return {"kind": "button", "words": button["label"], "link": button["link"]}
    if LINK.match(part):
        return {"kind": "button", "words": part, "link": part}
    return {"kind": "words", "words": part}
