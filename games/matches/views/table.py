"""The match page and what is done there. Each view reads, calls one service, says what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.matches import composer, services
from games.matches.errors import BadOrders, MatchError, NotAllowed, Stale
from games.matches.fragments import Fragments, partials
from games.matches.models import Match
from games.matches.selectors.access import Hidden, current_news, visible_match
from games.matches.selectors.headline import headline
from games.matches.selectors.page import LOG_LINES, MatchPage
from games.matches.selectors.sheets import NO_SHEETS, just_sealed
from games.matches.selectors.standing import entry_text
from games.matches.views.access import person_id, signed_in

# what the answer to an act renews on the page; typing elsewhere is left alone
AFTER_ORDERS = ("wanted", "states", "composer", "board")
AFTER_SEALING = ("wanted", "my_state", "composer")
AFTER_PLY = ("wanted", "strip", "composer", "board", "story", "log")
# where seats and log are shown already, what they lack is enough
SINCE_PLY = ("wanted", "states", "composer", "board", "story", "log_lines")
EVERYTHING = (*AFTER_PLY, "chat")
PRIVATE = ("notes_state",)


def load(request: HttpRequest, match_id: int, **more: Any) -> MatchPage:
    """The page of a match for this reader. Raises Http404 for a match that is not there or not theirs to see."""
    try:
        match, seats = visible_match(match_id, person_id(request))
    except (Match.DoesNotExist, Hidden) as error:
        raise Http404 from error
    return MatchPage(match, seats, person_id(request), now=timezone.now(), **more)


@never_cache
@require_safe
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """The live match. A link from an old mail leads here too: ``?ply=`` tells what its reader last knew."""
    page = load(request, match_id)
    seen = request.GET.get("ply", "")
    moved_on = seen.isdecimal() and int(seen) < page.match.ply and not page.is_open
    return _answer(request, page, moved_on=moved_on)


@require_safe
def news(request: HttpRequest, match_id: int) -> HttpResponse:
    """204 while nothing has changed since ``n``; else the parts that have, or, at the start, word to load it anew."""
    shown, ply, said = (_number(request.GET.get(name, "")) for name in ("n", "ply", "said"))
    current = current_news(match_id, person_id(request))
    if current is None:
        raise Http404
    news_now, said_now = current
    if news_now == shown:
        return _fragment(HttpResponse(status=204))
    page = load(request, match_id)
    if ply == 0 and page.match.position:
        # the page was made while seats were free: it has no figures to draw with, no trays, no zoom
        response = _fragment(HttpResponse())
        response["HX-Refresh"] = "true"
        return response
    parts = ["wanted", "strip"]
    if ply != page.match.ply:
        parts = list(AFTER_PLY)
        if 0 < page.match.ply - ply <= LOG_LINES and ply > 0:
            page.since, parts = ply, list(SINCE_PLY)
    if not page.may_order and "composer" not in parts:
        parts.append("composer")
    if page.match.places > 2:
        parts.append("absence")
    has_new_chat = said_now != said
    if has_new_chat:
        parts.append("chat")
    told = headline(page, has_moved_on=ply != page.match.ply, has_new_chat=has_new_chat)
    return _parts(request, page, dict.fromkeys(parts), told=told, is_whole=True)


@require_POST
@signed_in
def file_orders(request: HttpRequest, match_id: int) -> HttpResponse:
    """File the sheet in the composer."""
    # a button may file more than the draft says
    text = "\n".join(filter(None, (request.POST.get("orders", ""), request.POST.get("also", ""))))
    ply = _number(request.POST.get("ply", ""))

    def act(who: int) -> MatchPage:
        filed = services.file_orders(match_id=match_id, person_id=who, ply=ply, text=text)
        table, sheets = filed.table, None
        if filed.receipt and filed.ply == table.match.ply:
            sheets = just_sealed(table.seat_of(who).name, filed.orders, filed.receipt)
        elif table.added:  # nobody has filed for what follows
            sheets = NO_SHEETS
        return MatchPage(
            table.match,
            table.seats,
            who,
            since=filed.ply,
            sheets=sheets,
            plies=table.added or None,
            now=timezone.now(),
        )

    return _act(request, match_id, act, AFTER_ORDERS, text=text)


@require_POST
@signed_in
def compose(request: HttpRequest, match_id: int) -> HttpResponse:
    """One step in the composer: pick, add, take away, reorder, or read the text. The draft is kept."""
    page = load(request, match_id)
    if page.seat_name is None or not page.may_order or _number(request.POST.get("ply", "")) != page.match.ply:
        text = request.POST.get("orders", "")
        moved_on = Stale(_("The match has moved on since you opened this page. Look again before you decide."))
        return _refused(request, match_id, moved_on, (), text=text)
    draft = composer.step(page.game, page.state, page.seat_name, request.POST)
    page = load(request, match_id, text=draft.text, picks=draft.picks, number=draft.number)
    made = page.composer
    assert made is not None
    assert isinstance(request.user, User)
    try:
        services.save_draft(match_id=match_id, person_id=request.user.pk, ply=page.match.ply, text=made.text)
    except MatchError as error:  # the ply was resolved a moment ago
        return _refused(request, match_id, error, (), text=made.text)
    status = 422 if made.problem else 200
    if request.htmx:  # type: ignore[attr-defined]  # set by django-htmx's middleware
        is_whole = page.match.news == _number(request.POST.get("n", ""))
        return _parts(request, page, ("composer", "board"), status, is_whole=is_whole)
    return _answer(request, page, status)


@require_POST
@signed_in
def chat(request: HttpRequest, match_id: int) -> HttpResponse:
    """Say something at the table."""
    text = request.POST.get("text", "")

    def act(who: int) -> None:
        services.say_line(match_id=match_id, person_id=who, text=text)

    return _act(request, match_id, act, ("chat", "chat_text"), said=text)


@require_POST
@signed_in
def notes(request: HttpRequest, match_id: int) -> HttpResponse:
    """Keep one's own notes."""

    def act(who: int) -> None:
        services.save_notes(match_id=match_id, person_id=who, text=request.POST.get("text", ""))

    return _act(request, match_id, act, PRIVATE)


@require_POST
@signed_in
def standing(request: HttpRequest, match_id: int) -> HttpResponse:
    """Change what the seat answers in advance: one entry by its picks, or the whole list as text."""
    page = load(request, match_id)
    is_whole = "add" not in request.POST
    text = request.POST.get("list", "")
    if not is_whole and page.seat_name and page.is_playing:
        text = entry_text(page.game, page.state, page.seat_name, request.POST)

    def act(who: int) -> None:
        services.change_standing(match_id=match_id, person_id=who, text=text, is_whole=is_whole)

    return _act(request, match_id, act, ("wanted", "standing"))


@require_POST
@signed_in
def resign(request: HttpRequest, match_id: int) -> HttpResponse:
    """Leave the match."""
    ply = _number(request.POST.get("ply", ""))
    return _act(request, match_id, lambda who: services.resign(match_id=match_id, person_id=who, ply=ply), EVERYTHING)


@require_POST
@signed_in
def offer_draw(request: HttpRequest, match_id: int) -> HttpResponse:
    """Offer a draw or accept one."""
    ply = _number(request.POST.get("ply", ""))
    return _act(
        request, match_id, lambda who: services.offer_draw(match_id=match_id, person_id=who, ply=ply), EVERYTHING
    )


@require_POST
@signed_in
def decline_draw(request: HttpRequest, match_id: int) -> HttpResponse:
    """Decline a draw, or take the offer back."""
    ply = _number(request.POST.get("ply", ""))
    return _act(
        request,
        match_id,
        lambda who: services.decline_draw(match_id=match_id, person_id=who, ply=ply),
        ("wanted", "strip"),
    )


@require_POST
@signed_in
def rematch(request: HttpRequest, match_id: int) -> HttpResponse:
    """The same game again."""
    assert isinstance(request.user, User)
    load(request, match_id)
    try:
        following = services.rematch(match_id=match_id, person_id=request.user.pk)
    except MatchError as error:
        return _refused(request, match_id, error, ("wanted",))
    if following.state == Match.State.OPEN:
        messages.success(request, _("The others have been asked. The match begins when they take their seats."))
    return redirect("match", following.pk)


# --- answers


def _act(
    request: HttpRequest,
    match_id: int,
    act: Callable[[int], MatchPage | None],
    parts: tuple[str, ...],
    *,
    text: str | None = None,
    said: str = "",
) -> HttpResponse:
    """Let ``act`` do the one thing asked for, and answer with what it changed or why it was refused.

    ``act`` may give the page as it stands afterwards; otherwise it is read.
    """
    assert isinstance(request.user, User)
    try:
        page = act(request.user.pk)
    except Match.DoesNotExist as error:
        raise Http404 from error
    except MatchError as error:
        return _refused(request, match_id, error, parts, text=text, said=said)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("match", match_id)
    page = page or load(request, match_id)
    has_moved = page.since is not None and page.since < page.match.ply
    if has_moved:  # an open order is carried out at once
        parts = SINCE_PLY
    elif page.is_sealed:  # the board shows the draft that was sealed
        parts = AFTER_SEALING
    is_whole = "log" in parts or (parts != PRIVATE and _holds_all_news(request, page, has_moved=has_moved))
    response = _parts(request, page, parts, is_whole=is_whole)
    response["Herald-Acted"] = "1"
    return response


def _holds_all_news(request: HttpRequest, page: MatchPage, *, has_moved: bool) -> bool:
    """Whether the match has seen nothing but this act since the page heard its news; otherwise it has to ask."""
    # a sheet that was filed already is no news
    is_news = has_moved or request.POST.get("receipt") != page.my_receipt
    return page.match.news == _number(request.POST.get("n", "")) + is_news


def _refused(
    request: HttpRequest,
    match_id: int,
    error: MatchError,
    parts: tuple[str, ...],
    *,
    text: str | None = None,
    said: str = "",
) -> HttpResponse:
    status = 422
    if isinstance(error, BadOrders) and "standing" in parts:
        page = load(request, match_id)
        page.standing_problem, page.standing_text = error.message, request.POST.get("list", "")
    elif isinstance(error, BadOrders):
        page = load(request, match_id, text=text, problem=error.message, problem_line=error.line)
    else:
        # the composer may belong to another ply by now: what was typed is shown beside it
        page = load(request, match_id)
        page.notice, page.unsent, page.said = error.message, text or page.unsent, said
        status = {Stale: 409, NotAllowed: 403}.get(type(error), 422)
        parts = tuple(dict.fromkeys((*EVERYTHING, *parts)))
    if request.htmx:  # type: ignore[attr-defined]
        return _parts(request, page, parts, status, is_whole="log" in parts)
    return _answer(request, page, status)


def _answer(request: HttpRequest, page: MatchPage, status: int = 200, *, moved_on: bool = False) -> HttpResponse:
    html = Fragments(page, request, moved_on=moved_on)
    response = render(request, "matches/match.html", {"page": page, "html": html}, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _parts(
    request: HttpRequest,
    page: MatchPage,
    parts: Iterable[str],
    status: int = 200,
    *,
    told: str = "",
    is_whole: bool = False,
) -> HttpResponse:
    """Fragments for htmx. Unless they are all the news there are (``is_whole``), the page will ask for the rest."""
    asked = request.POST if request.method == "POST" else request.GET
    if is_whole and asked.get("offers", page.offers) != page.offers:
        parts = dict.fromkeys((*parts, "agreement"))
    shown = {name: asked.get(name, "") for name in ("trays", "layers")}
    made = partials(Fragments(page, request), parts, shown=shown, told=told, is_whole=is_whole)
    response = _fragment(HttpResponse(made, status=status))
    response["Herald-News"] = str(page.match.news)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _fragment(response: HttpResponse) -> HttpResponse:
    """An answer that is no page of its own: never kept, and inert should somebody open it as one."""
    response["Cache-Control"] = "no-store"
    response["Content-Security-Policy"] = "default-src 'none'"
    return response


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else -1
