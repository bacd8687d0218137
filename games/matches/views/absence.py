"""What the table does about a seat whose player stays away."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.models import User
from games.matches import services
from games.matches.errors import MatchError
from games.matches.models import Match
from games.matches.views.access import signed_in


@require_POST
@signed_in
def open_vote(request: HttpRequest, match_id: int) -> HttpResponse:
    """Ask the others what becomes of an absent seat."""
    seat, choice = request.POST.get("seat", ""), request.POST.get("choice", "")
    return _act(
        request, match_id, lambda who: services.open_vote(match_id=match_id, person_id=who, seat=seat, choice=choice)
    )


@require_POST
@signed_in
def support_vote(request: HttpRequest, match_id: int) -> HttpResponse:
    """Add one's voice."""
    return _act(
        request,
        match_id,
        lambda who: services.support_vote(match_id=match_id, person_id=who, vote_id=_number(request, "vote")),
    )


@require_POST
@signed_in
def drop_vote(request: HttpRequest, match_id: int) -> HttpResponse:
    """Take one's voice back."""
    return _act(
        request,
        match_id,
        lambda who: services.drop_vote(match_id=match_id, person_id=who, vote_id=_number(request, "vote")),
    )


@require_POST
@signed_in
def come_back(request: HttpRequest, match_id: int) -> HttpResponse:
    """Say that one is here again."""
    return _act(request, match_id, lambda who: services.come_back(match_id=match_id, person_id=who))


@require_POST
@signed_in
def take_over(request: HttpRequest, match_id: int) -> HttpResponse:
    """Take a seat that is offered to a substitute."""
    seat = request.POST.get("seat", "")
    return _act(request, match_id, lambda who: services.take_over(match_id=match_id, person_id=who, seat=seat))


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def _act(request: HttpRequest, match_id: int, act: Callable[[int], None]) -> HttpResponse:
    assert isinstance(request.user, User)
    try:
        act(request.user.pk)
    except Match.DoesNotExist as error:
        raise Http404 from error
    except MatchError as error:
        messages.error(request, error.message)
    return redirect("match", match_id)
