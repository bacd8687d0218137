"""The page that turns a kind of mail off."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.middleware import in_the_ways_of
from accounts.notices import is_muted
from games.mail.unsubscribing import read_token


@csrf_exempt  # the signed token is the proof: mail programs post from outside, without cookies (RFC 8058)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask on GET, so that programs that follow every link change nothing; act on POST."""
    found = read_token(token)
    if found is None:
        return render(request, "mail/unsubscribe.html", status=404)
    person, kind = found
    if request.method == "POST":
        services.mute_kind(person_id=person.pk, kind=kind.slug)
        person.refresh_from_db()
    with in_the_ways_of(person):
        return render(request, "mail/unsubscribe.html", {"kind": kind, "is_off": is_muted(person, kind.slug)})
