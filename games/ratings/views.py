"""Pages about how people play."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from games.matches.models import Seat
from games.ratings.selectors import SETTLED, record_of
from games.ratings.skill import Skill


@require_safe
def player(request: HttpRequest, person_id: int) -> HttpResponse:
    """What a person has done at the tables. Raises Http404 for somebody who never sat at one."""
    person = User.objects.filter(pk=person_id).first()
    if person is None or not (person == request.user or Seat.objects.filter(player=person).exists()):
        raise Http404
    record = record_of(person, request.user.pk) if person.deleted_at is None else None
    return render(request, "ratings/player.html", {"person": person, "record": record})


@require_safe
def policy(request: HttpRequest) -> HttpResponse:
    """How ratings are made."""
    return render(request, "ratings/policy.html", {"beginner": Skill(), "settled": SETTLED})
