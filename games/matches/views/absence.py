"""What the table does about a seat whose player stays away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.models import User
from games.matches import services
from games.matches.errors import MatchError
from games.matches.models import Match
from games.matches.views.access import signed_in

type View = Callable[[HttpRequest, int], HttpResponse]


def _view(service: Callable[..., None], read: Callable[[QueryDict], dict[str, Any]] = lambda post: {}) -> View:
    """A view that lets the reader do one thing with what ``read`` takes from the form, and leads back to the match."""

    @require_POST
    @signed_in
    def view(request: HttpRequest, match_id: int) -> HttpResponse:
        assert isinstance(request.user, User)
        try:
            service(match_id=match_id, person_id=request.user.pk, **read(request.POST))
        except Match.DoesNotExist as error:
            raise Http404 from error
        except MatchError as error:
            messages.error(request, error.message)
        return redirect("match", match_id)

    return view


def _seat(post: QueryDict) -> dict[str, Any]:
    return {"seat": post.get("seat", "")}


def _vote(post: QueryDict) -> dict[str, Any]:
    text = post.get("vote", "")
    return {"vote_id": int(text) if text.isdecimal() and len(text) < 10 else -1}


open_vote = _view(services.open_vote, lambda post: {**_seat(post), "choice": post.get("choice", "")})
support_vote = _view(services.support_vote, _vote)
drop_vote = _view(services.drop_vote, _vote)
come_back = _view(services.come_back)
take_over = _view(services.take_over, _seat)
