"""Pages of the mailbox; ``config`` gives them addresses only outside production."""

from email.message import EmailMessage as ParsedMail
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.csp import CSP
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from accounts import mailbox

PAGE = 50
# a letter may style itself and show its own pictures; it may load nothing, run nothing and post nothing
LETTER_CSP: dict[str, list[str]] = {
    "default-src": [CSP.NONE],
    "style-src": [CSP.UNSAFE_INLINE],
    "img-src": ["data:"],
    "frame-ancestors": [CSP.SELF],
    "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox"],
}
PAGE_CSP: dict[str, Any] = {**settings.SECURE_CSP, "frame-src": [CSP.SELF]}
# links open beside the letter, not inside its frame
BASE = '<base target="_blank">'


@require_safe
@never_cache
def letters(request: HttpRequest) -> HttpResponse:
    page = Paginator(mailbox.names(), PAGE).get_page(request.GET.get("page"))
    shown = [mailbox.outside(name) for name in page.object_list]
    return render(request, "accounts/mailbox.html", {"page": page, "letters": shown})


@require_safe
@never_cache
@csp_override(PAGE_CSP)
def letter(request: HttpRequest, name: str) -> HttpResponse:
    mail = _read(name)
    page = {
        "name": name,
        "subject": str(mail["subject"] or ""),
        "stored_at": mailbox.stored_at(name),
        "headers": [(key, str(value)) for key, value in mail.items()],
        "text": mailbox.text_of(mail),
        "has_html": mail.get_body(("html",)) is not None,
    }
    return render(request, "accounts/letter.html", page)


@require_safe
@never_cache
@csp_override(LETTER_CSP)
@xframe_options_sameorigin
def letter_html(request: HttpRequest, name: str) -> HttpResponse:
    return HttpResponse(mark_safe(BASE + mailbox.html_of(_read(name))))  # noqa: S308  it lies in a sandbox of its own


@require_safe
@never_cache
def letter_raw(request: HttpRequest, name: str) -> HttpResponse:
    _read(name)
    return HttpResponse(mailbox.raw(name), content_type="text/plain; charset=utf-8")


def _read(name: str) -> ParsedMail:
    try:
        return mailbox.read(name)
    except FileNotFoundError as error:
        raise Http404 from error
