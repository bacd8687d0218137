"""Letters as messages: headers that keep one conversation per match, a text and an HTML part, the board inline."""

from __future__ import annotations

import re
from email.message import EmailMessage as MimeMessage
from email.message import MIMEPart

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Notice
from accounts.notices import KINDS
from accounts.services import mail_domain, message_id
from games.mail.letter import Letter, site_address
from games.mail.pictures import board_png
from games.mail.unsubscribing import unsubscribe_path

# drawn at twice as many pixels: sharp enough at the letter's 542 on fine screens, and a light mail
PICTURE_WIDTH = 450


class MatchMail(EmailMultiAlternatives):
    """A message whose attachments are pictures that its HTML part shows."""

    def _add_attachments(self, msg: MimeMessage) -> None:
        # beside the HTML part, not beside the whole: else some readers list the board as a file
        html = msg.get_body(("html",))
        if self.attachments and isinstance(html, MIMEPart):
            html.make_related()
            for picture in self.attachments:
                assert isinstance(picture, MIMEPart)
                html.attach(picture)


def build_message(notice: Notice, kind: str, letter: Letter) -> MatchMail:
    """The message for a notice that is mailed as ``kind``, in the language and zone of the moment."""
    unsubscribe = ""
    if notice.person_id is not None and kind in KINDS and KINDS[kind].is_mutable:
        unsubscribe = site_address(unsubscribe_path(notice.person_id, kind))
    cid = f"board-{notice.pk}@{mail_domain()}"
    before = _mail_before(notice)
    # people may change their names, or their seats to a substitute: the conversation keeps its subject
    subject = (before and before.subject) or letter.subject
    context = {
        "letter": letter,
        "subject": subject,
        "picture_cid": cid,
        "unsubscribe": unsubscribe,
        "kind_title": KINDS[kind].title if kind in KINDS else "",
        "has_account": notice.person_id is not None,
        "zone": timezone.get_current_timezone_name(),
    }
    message = MatchMail(
        subject,
        _without_gaps(render_to_string("mail/letter.txt", context)),
        settings.DEFAULT_FROM_EMAIL,
        [notice.person.email if notice.person else notice.address],
        headers=_headers(notice, before.message_id if before else "", unsubscribe),
    )
    message.attach_alternative(render_to_string("mail/letter.html", context), "text/html")
    if letter.picture:
        png = board_png(letter.picture.board, letter.picture.art, gettext, PICTURE_WIDTH)
        message.attach(_inline(png, cid))
    return message


def thread_root(notice: Notice) -> str:
    """The Message-ID, never sent itself, that every mail of a conversation answers to."""
    return f"<{notice.thread.replace('/', '-')}@{mail_domain()}>"


def _headers(notice: Notice, before: str, unsubscribe: str) -> dict[str, str]:
    root = thread_root(notice)
    headers = {
        "Message-ID": message_id(notice),
        "In-Reply-To": before or root,
        "References": f"{root} {before}".strip(),
        "List-Id": f"Herald <matches.{mail_domain()}>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if unsubscribe:
        headers["List-Unsubscribe"] = f"<{unsubscribe}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def _mail_before(notice: Notice) -> Notice | None:
    """The last mail of this conversation to the same address; none for the first."""
    sent = Notice.objects.filter(
        person=notice.person, address=notice.address, thread=notice.thread, state=Notice.State.SENT
    ).exclude(message_id="")
    return sent.order_by("-closed_at", "-pk").only("message_id", "subject").first()


def _inline(png: bytes, cid: str) -> MIMEPart:
    part = MIMEPart()
    part.set_content(png, "image", "png", disposition="inline", filename="board.png", cid=f"<{cid}>")
    return part


def _without_gaps(text: str) -> str:
    """The text with at most one empty line at a time."""
    return re.sub(r"\n(?:[ \t]*\n)+", "\n\n", text.strip()) + "\n"
