"""The least that Django can do under the same server: insert one row, answer nothing, look up who asks."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends.db import SessionStore
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.urls import path, resolve
from django.utils.crypto import constant_time_compare

from accounts.models import User


class Row(models.Model):
    match = models.IntegerField()
    text = models.CharField(max_length=40)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "bench"

    def __str__(self) -> str:
        return self.text


def insert(request: HttpRequest) -> HttpResponse:
    Row(match=1, text=request.POST["text"]).save(force_insert=True)
    return HttpResponse("ok")


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=204)


def who(request: HttpRequest) -> HttpResponse:
    """Empty, but for reading session and user, by Django's own store and backend."""
    person = None
    stored = SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    if number := stored.get(SESSION_KEY):
        person = ModelBackend().get_user(int(number))
        assert isinstance(person, User)
        assert constant_time_compare(stored[HASH_SESSION_KEY], person.get_session_auth_hash())
    return HttpResponse(status=204 if person else 403)


urlpatterns = [path("floor/insert", insert), path("floor/empty", empty), path("floor/who", who)]


class FloorMiddleware:
    """Answers the floor's addresses before any other middleware has a hand in them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith("/floor/"):
            return self.get_response(request)
        found = resolve(request.path_info, __name__)
        answer: HttpResponse = found.func(request)
        return answer
