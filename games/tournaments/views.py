"""The pages of tournaments for players and spectators."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.matches.errors import MatchError
from games.matches.views.access import page_number, person_id, signed_in
from games.registry import GAMES
from games.tournaments import exports, services
from games.tournaments.brackets import bracket_svg
from games.tournaments.models import Entry, Event
from games.tournaments.selectors import lists
from games.tournaments.selectors.page import EventPage


def _page(request: HttpRequest, event_id: int) -> EventPage:
    """The event, for whoever reads; one that is not public yet only for those whom its organisers entered."""
    event = get_object_or_404(Event, pk=event_id, slug__in=GAMES)
    page = EventPage(event, person_id(request))
    if not lists.is_public(event) and page.mine is None:
        raise Http404
    return page


@require_safe
def event_list(request: HttpRequest) -> HttpResponse:
    """Tournaments that take entries or run, and those that ended, page by page."""
    reader = person_id(request)
    past = lists.past_events(reader, page_number(request))
    context = {"present": lists.present_events(reader) if past.number == 1 else [], "past": past}
    return render(request, "tournaments/list.html", context)


@require_safe
def event_page(request: HttpRequest, event_id: int, invitation: str = "") -> HttpResponse:
    """All of one tournament; with the link of an invitation one can sign up."""
    page = _page(request, event_id)
    names = {entry.pk: str(entry.person) for entry in page.entrants}
    bracket = bracket_svg(page.chart.bracket, names) if page.has_begun and page.chart.bracket else ""
    context = {"page": page, "invitation": invitation, "bracket": bracket}
    return render(request, "tournaments/event.html", context)


@require_POST
@signed_in
def join(request: HttpRequest, event_id: int) -> HttpResponse:
    """Sign up."""
    reader = person_id(request)
    assert reader is not None
    page = _page(request, event_id)
    try:
        entry = services.sign_up(
            event_id=page.event.pk, person_id=reader, invitation=request.POST.get("invitation", "")
        )
    except MatchError as error:
        messages.error(request, error.message)
    else:
        is_in = entry.state == Entry.State.ENTERED
        messages.success(request, _("You take part.") if is_in else _("You are on the waiting list."))
    return redirect("event", event_id)


@require_POST
@signed_in
def leave(request: HttpRequest, event_id: int) -> HttpResponse:
    """Withdraw."""
    reader = person_id(request)
    assert reader is not None
    page = _page(request, event_id)
    try:
        services.withdraw(event_id=page.event.pk, person_id=reader)
    except MatchError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("You have left the tournament."))
    return redirect("event", event_id)


@require_POST
@signed_in
def bye(request: HttpRequest, event_id: int) -> HttpResponse:
    """Sit a round out, or play it after all."""
    reader = person_id(request)
    assert reader is not None
    page = _page(request, event_id)
    text = request.POST.get("off") or request.POST.get("on") or ""
    if text.isdecimal() and len(text) < 4:
        try:
            services.ask_bye(
                event_id=page.event.pk, person_id=reader, number=int(text), is_off=bool(request.POST.get("off"))
            )
        except MatchError as error:
            messages.error(request, error.message)
    return redirect("event", event_id)


# --- to take away


@require_safe
def calendar(request: HttpRequest, event_id: int) -> HttpResponse:
    """The ends of the rounds, for a calendar to subscribe to."""
    page = _page(request, event_id)
    return HttpResponse(exports.calendar(page), content_type="text/calendar; charset=utf-8")


@require_safe
def results_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """All matches, a line each."""
    page = _page(request, event_id)
    answer = HttpResponse(exports.results_csv(page), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="event-{event_id}.csv"'
    return answer


@require_safe
def results_json(request: HttpRequest, event_id: int) -> HttpResponse:
    """Standings and rounds as data."""
    return JsonResponse(exports.results(_page(request, event_id)))


@require_safe
def report(request: HttpRequest, event_id: int) -> HttpResponse:
    """The tournament report in the columns that pairing programs read; of Swiss events and round robins."""
    page = _page(request, event_id)
    if not page.has_report:
        raise Http404
    return HttpResponse(exports.report(page), content_type="text/plain; charset=utf-8")
