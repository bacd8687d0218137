"""The least that Django can do under the same server: insert one row, answer nothing, look up who asks."""

from collections.abc import Callable

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.urls import path, resolve
from django.utils.decorators import decorator_from_middleware


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


@decorator_from_middleware(SessionMiddleware)
@decorator_from_middleware(AuthenticationMiddleware)
def who(request: HttpRequest) -> HttpResponse:
    """Empty, but for reading session and user."""
    return HttpResponse(status=204 if request.user.is_authenticated else 403)


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
