"""The reader's language and time zone, and the second factor of whoever runs the site."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from zoneinfo import ZoneInfo

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.models import User

type Answer = Callable[[HttpRequest], HttpResponse]


@contextmanager
def in_the_ways_of(person: User | None) -> Iterator[None]:
    """Speak a person's language and tell time in their zone; for nobody, leave both as they are."""
    if person is None:
        yield
        return
    with translation.override(person.language), timezone.override(zone_of(person)):
        yield


def zone_of(person: User) -> ZoneInfo:
    """A zone that has gone from the system's tables since it was chosen is read as UTC."""
    try:
        return ZoneInfo(person.time_zone)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


class PersonMiddleware:
    """Answers in the language and zone of the person who is signed in, and others in the language of their browser."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        person = request.user if request.user.is_authenticated else None
        language = person.language if person else translation.get_language_from_request(request)
        with translation.override(language), timezone.override(zone_of(person) if person else None):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", language)
        if not person:
            patch_vary_headers(response, ["Accept-Language"])
        return response


class SecondFactorMiddleware:
    """Opens the administration only to those who have shown a second factor, in production."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.HERALD_PRODUCTION and request.path.startswith(reverse("admin:index")) and request.user.is_staff:
            detour = second_factor_detour(request)
            if detour:
                return redirect(detour)
        return self.get_response(request)


def second_factor_detour(request: HttpRequest) -> str | None:
    """Where to go first: to set a second factor up, or to show it in this session. None if it was shown."""
    if not is_mfa_enabled(request.user):
        messages.warning(request, _("The administration needs a second factor. Set one up here first."))
        return reverse("mfa_index")
    if any(record["method"] == "mfa" for record in get_authentication_records(request, request.user)):
        return None
    ways = [way for way in get_adapter().get_reauthentication_methods(request.user) if way["id"].startswith("mfa")]
    return f"{ways[0]['url']}?{urlencode({'next': request.get_full_path()})}"
