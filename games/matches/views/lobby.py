"""Finding, making and joining matches."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.asides import gallery_html
from games.contract import AnyGame
from games.matches import services
from games.matches.errors import MatchError, NotAllowed
from games.matches.forms import JoinForm, MatchForm
from games.matches.models import Match, Seat
from games.matches.selectors import lists
from games.matches.selectors.lines import GameCard, length_words, people_of
from games.matches.views.access import page_number, person_id, signed_in
from games.matches.words import tell
from games.registry import GAMES, all_games, get_game
from games.svg import sprite_svg


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What Herald is; whoever is signed in goes to the own matches."""
    if request.user.is_authenticated:
        return redirect("my_matches")
    return render(request, "home.html", {"games": [GameCard(game.about) for game in all_games()]})


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Open matches, and the games one can start."""
    slug = request.GET.get("game", "")
    context = {
        "matches": lists.open_matches(person_id(request), page_number(request), slug if slug in GAMES else ""),
        "offered": lists.offered_matches(),
        "games": [GameCard(game.about) for game in all_games()],
        "now": timezone.now(),
    }
    return render(request, "matches/lobby.html", context)


@require_safe
@signed_in
def my_matches(request: HttpRequest) -> HttpResponse:
    """The reader's own matches, those that wait for orders first."""
    assert isinstance(request.user, User)
    context = {"matches": lists.my_matches(request.user.pk, page_number(request)), "now": timezone.now()}
    return render(request, "matches/mine.html", context)


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Matches that anybody may watch or replay."""
    context = {"matches": lists.watchable_matches(page_number(request)), "now": timezone.now()}
    return render(request, "matches/watch.html", context)


def _game(slug: str) -> AnyGame:
    try:
        return get_game(slug)
    except KeyError as error:
        raise Http404 from error


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The game's own page of rules."""
    game = _game(slug)
    context: dict[str, object] = {"about": GameCard(game.about)}
    art = game.art()
    if art.gallery:
        context["style"] = art.style
        context["sprite"] = mark_safe(sprite_svg(art))  # noqa: S308  # our own art
        context["gallery"] = mark_safe(gallery_html(art, _))  # noqa: S308  # escaped by the builder
    return render(request, f"{slug}/rules.html", context)


@signed_in
def new_match(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a match of one game."""
    game = _game(slug)
    assert isinstance(request.user, User)
    form = MatchForm(game, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            match = services.create_match(person_id=request.user.pk, **form.match())
        except MatchError as error:
            form.add_error(None, error.message)
        else:
            if form.cleaned_data["opponents"] == "invited" and form.cleaned_data["address"]:
                _invite(request, match.pk, form.cleaned_data["address"])
            return redirect("match", match.pk)
    status = 422 if form.is_bound else 200
    return render(request, "matches/new.html", {"form": form, "about": GameCard(game.about)}, status=status)


@require_safe
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What an invitation link shows: the match and a button to take the seat. Looking changes nothing."""
    match = get_object_or_404(Match.objects.select_related("creator"), invitation=token)
    seats = list(Seat.objects.filter(match=match).select_related("player"))
    game = get_game(match.slug)
    if any(seat.player_id == person_id(request) is not None for seat in seats):
        return redirect("match", match.pk)
    context = {
        "match": match,
        "title": tell(game.about.title),
        "about": GameCard(game.about),
        "people": people_of(match, seats) if len(seats) > 1 else "",
        "length": length_words(match.length),
        "options": lists.option_words(match),
        "is_open": match.state == Match.State.OPEN and len(seats) < match.places,
        "form": JoinForm(game, match.places),
    }
    # the site's referrer policy keeps the link from others; a stricter one would hide the origin of the page's own form
    return render(request, "matches/invitation.html", context)


@require_POST
@signed_in
def join(request: HttpRequest, match_id: int) -> HttpResponse:
    """Take a seat."""
    match = get_object_or_404(Match, pk=match_id)
    assert isinstance(request.user, User)
    form = JoinForm(get_game(match.slug), match.places, request.POST)
    data = form.cleaned_data if form.is_valid() else {}
    try:
        services.join_match(
            match_id=match_id,
            person_id=request.user.pk,
            invitation=request.POST.get("invitation", ""),
            wish=data.get("wish", ""),
            line=data.get("line", ""),
        )
    except NotAllowed as error:
        messages.error(request, error.message)
        return redirect("lobby")
    except MatchError as error:
        context = {"problem": error.message}
        return render(request, "matches/too_late.html", context, status=409)
    return redirect("match", match_id)


@require_POST
@signed_in
def leave(request: HttpRequest, match_id: int) -> HttpResponse:
    """Give up a seat before the start."""
    return _simply(request, match_id, services.leave_match, _("You have given up your seat."))


@require_POST
@signed_in
def cancel(request: HttpRequest, match_id: int) -> HttpResponse:
    """Call off one's own match before the start."""
    return _simply(request, match_id, services.cancel_match, _("The match is called off."))


def _simply(request: HttpRequest, match_id: int, act: Callable[..., None], done: str) -> HttpResponse:
    assert isinstance(request.user, User)
    get_object_or_404(Match, pk=match_id)
    try:
        act(match_id=match_id, person_id=request.user.pk)
    except MatchError as error:
        messages.error(request, error.message)
        return redirect("match", match_id)
    messages.success(request, done)
    return redirect("my_matches")


@require_POST
@signed_in
def invite(request: HttpRequest, match_id: int) -> HttpResponse:
    """Mail an invitation to an address."""
    get_object_or_404(Match, pk=match_id)
    try:
        address = MatchForm.base_fields["address"].clean(request.POST.get("address", ""))
    except ValidationError:
        address = ""
    if address:
        _invite(request, match_id, address)
    else:
        messages.error(request, _("That is not a mail address."))
    return redirect("match", match_id)


def _invite(request: HttpRequest, match_id: int, address: str) -> None:
    assert isinstance(request.user, User)
    try:
        services.invite(match_id=match_id, person_id=request.user.pk, address=address)
    except MatchError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("The invitation to {address} is on its way.").format(address=address))
