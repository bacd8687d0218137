"""Who is reading, and what happens to those who are not signed in any more."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

type View = Callable[..., HttpResponse]


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
        back = request.get_full_path()
        if request.method == "POST":
            match_id = kwargs.get("match_id")
            back = reverse("match", args=[match_id]) if match_id else reverse("lobby")
        login = f"{reverse('account_login')}?{urlencode({'next': back})}"
        if getattr(request, "htmx", False):
            return HttpResponseClientRedirect(login)
        text = request.POST.get("orders") or request.POST.get("text") or ""
        if text:
            return render(request, "matches/signed_out.html", {"text": text, "login": login}, status=403)
        return HttpResponseRedirect(login)

    return guarded
