"""Who is reading, and what happens to those who are not signed in any more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, UnreadablePostError
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django_htmx.http import HttpResponseClientRedirect

type View = Callable[..., HttpResponse]

WRITTEN = ("orders", "list", "text", "reason")
"""The fields that hold what somebody took pains to write; never a password."""
MOST_GIVEN_BACK = 20_000


def person_id(request: HttpRequest) -> int | None:
    return request.user.pk if request.user.is_authenticated else None


def page_number(request: HttpRequest) -> int:
    """Which page of a list is asked for; the first if it is not said in figures."""
    text = request.GET.get("page", "1")
    return int(text) if text.isdecimal() and len(text) < 6 else 1


def signed_in(view: View) -> View:
    """Let only signed-in people through; others are led to the sign-in page and back to the match.

    What they had typed is never lost: htmx pages keep it in the browser, a plain form is
    answered with a page that holds the text.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if request.method != "POST":
            return HttpResponseRedirect(_sign_in_then(request.get_full_path()))
        text = _written(request)
        if text or getattr(request, "htmx", False):
            return _refused(request, _place_of(kwargs), text)
        return HttpResponseRedirect(_sign_in_then(_place_of(kwargs)))

    return guarded


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form without a valid token: nothing was done, and what was typed is given back.

    A form that another site sent is not answered with its text: its sender is not the reader.
    """
    match = request.resolver_match
    is_foreign = "checking failed" in reason  # Django's words about Origin and Referer
    return _refused(request, _place_of(match.kwargs if match else {}), "" if is_foreign else _written(request))


def _refused(request: HttpRequest, back: str, text: str) -> HttpResponse:
    """A page that says what happened and leads on to ``back``; htmx, which keeps the text, goes there at once."""
    is_signed_in = request.user.is_authenticated
    way_on = back if is_signed_in else _sign_in_then(back)
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(way_on)
    context = {"text": text, "way_on": way_on, "is_signed_in": is_signed_in}
    answer = render(request, "matches/refused.html", context, status=403)
    add_never_cache_headers(answer)
    return answer


def _written(request: HttpRequest) -> str:
    try:
        found = next((text for name in WRITTEN if (text := request.POST.get(name, "").strip())), "")
    except UnreadablePostError:
        return ""  # the connection broke before all of it was here
    return found[:MOST_GIVEN_BACK]


def _place_of(kwargs: Mapping[str, object]) -> str:
    """The page that a form stood on, as far as its address tells: a match, else the lobby."""
    match_id = kwargs.get("match_id")
    return reverse("match", args=[match_id]) if match_id else reverse("lobby")


def _sign_in_then(back: str) -> str:
    return f"{reverse('account_login')}?{urlencode({'next': back})}"
