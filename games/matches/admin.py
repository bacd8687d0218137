"""Matches for those who run the site: to look at everything but secrets, and to help where a match is stuck."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, ClassVar

import msgspec
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.forms import BaseInlineFormSet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.dateformat import format as date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin import ReadOnlyAdmin
from accounts.models import User
from games.matches.acts import ActPages
from games.matches.dates import when
from games.matches.errors import MatchError
from games.matches.models import Intervention, Match, Ply, Seat
from games.matches.organiser_forms import ACTS, army_of
from games.matches.selectors.lines import length_words, people_of
from games.matches.selectors.lists import option_words, result_words
from games.matches.selectors.story import story_lines
from games.matches.words import tell
from games.registry import all_games, get_game

PLIES_SHOWN = 50
# what is done to a match with the tournament it belongs to
CLOCK_ACTS = {"pause": gettext_lazy("Stop the clock"), "resume": gettext_lazy("Let the clock run again")}


class GameFilter(admin.SimpleListFilter):
    """By game, without asking the database which there are."""

    title = gettext_lazy("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(game.about.slug, tell(game.about.title)) for game in all_games()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        return queryset.filter(slug=self.value()) if self.value() else queryset


class ActFilter(admin.SimpleListFilter):
    """By what was done, in words."""

    title = gettext_lazy("act")
    parameter_name = "action"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [*((act, str(form.title)) for act, form in ACTS.items()), *((a, str(t)) for a, t in CLOCK_ACTS.items())]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Intervention]) -> QuerySet[Intervention]:
        return queryset.filter(action=self.value()) if self.value() else queryset


def act_words(row: Intervention) -> str:
    """What an organiser did, as its form calls it."""
    form = ACTS.get(row.action)
    return str(form.title) if form else str(CLOCK_ACTS.get(row.action, row.action))


class ReadOnlyInline(admin.TabularInline):  # type: ignore[type-arg]  # takes none at run time
    """Rows of a match to look at."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = ("army", "player", "robot", "archived_name", "is_to_act", "has_left", "has_offered_draw", "rank")
    readonly_fields = ("army",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("player", "match").defer("match__position")

    @admin.display(description=gettext_lazy("seat"))
    def army(self, seat: Seat) -> str:
        return army_of(seat.match.slug, seat)


class LatestPlies(BaseInlineFormSet):  # type: ignore[type-arg]  # takes none at run time
    """The last plies of the match, the latest first."""

    def get_queryset(self) -> QuerySet[Ply]:
        if not hasattr(self, "_latest"):
            plies = super().get_queryset().filter(number__gte=self.instance.ply - PLIES_SHOWN)
            self._latest = plies.order_by("-number")
        return self._latest


class PlyInline(ReadOnlyInline):
    model = Ply
    formset = LatestPlies
    fields = ("sheets", "cause", "leaver", "resolved_at")
    readonly_fields = ("sheets",)
    show_change_link = True
    verbose_name_plural = gettext_lazy("move history, the last plies")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ply]:
        return super().get_queryset(request).defer("position", "events")

    @admin.display(description=gettext_lazy("orders"))
    def sheets(self, ply: Ply) -> SafeString:
        return sheets_of(ply)


class InterventionInline(ReadOnlyInline):
    model = Intervention
    fields = ("done_at", "organiser", "act", "reason")
    readonly_fields = ("done_at", "act")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Intervention]:
        return super().get_queryset(request).select_related("organiser")

    @admin.display(description=gettext_lazy("act"))
    def act(self, row: Intervention) -> str:
        return act_words(row)


@admin.register(Match)
class MatchAdmin(ActPages, ReadOnlyAdmin):
    """What anybody at the table may know of a match. Nothing here reads a position, a sheet, a note or the seed."""

    list_display = ("id", "game", "players", "state", "ply", "awaited", "due_short", "started_short")
    list_display_links = ("id", "game")
    list_filter = ("state", GameFilter)
    search_fields = ("id__exact", "seats__player__display_name", "seats__player__email", "seats__archived_name")
    search_help_text = gettext_lazy("Number of a match, or name or address of a player")
    ordering = ("-id",)
    list_per_page = 50
    show_full_result_count = False
    inlines = (SeatInline, PlyInline, InterventionInline)
    fieldsets = (
        (
            None,
            {"fields": (("game", "players"), ("state", "result"), ("ply", "all_plies"), ("awaited", "due"))},
        ),
        (
            gettext_lazy("Terms"),
            {
                "fields": (
                    ("turn", "choices", "rules_version"),
                    ("access", "is_watchable", "is_archived"),
                    ("creator", "rematch_of"),
                )
            },
        ),
        (
            gettext_lazy("Course"),
            {"fields": (("created_at", "started_at"), ("period_started_at", "ended_at"))},
        ),
        (gettext_lazy("Proofs"), {"fields": ("head_hash", "seed_hash", "draw_count")}),
    )

    class Media:
        css: ClassVar = {"all": ["matches/admin.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        matches = super().get_queryset(request).prefetch_related("seats__player")
        return matches.defer("position", "sealed_seed", "invitation")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Match], search_term: str
    ) -> tuple[QuerySet[Match], bool]:
        # asked in one question with the matches, every seat there ever was would be compared
        word = search_term.strip()
        if not word:
            return queryset, False
        if word.isdecimal():
            return queryset.filter(pk=int(word)) if len(word) < 19 else queryset.none(), False
        people = User.objects.filter(Q(display_name__icontains=word) | Q(email__icontains=word))
        named = Seat.objects.exclude(archived_name="").filter(archived_name__icontains=word)
        seats = Seat.objects.filter(player__in=people).order_by().values("match")
        return queryset.filter(pk__in=seats.union(named.order_by().values("match"))), False

    def get_view_on_site_url(self, obj: Match | None = None) -> str | None:
        is_shown = obj and obj.is_watchable and obj.state in (Match.State.PLAYING, Match.State.OVER)
        return reverse("match", args=[obj.pk]) if obj and is_shown else None

    @admin.display(description=gettext_lazy("game"), ordering="slug")
    def game(self, match: Match) -> str:
        try:
            return tell(get_game(match.slug).about.title)
        except KeyError:
            return _("unknown: {slug}").format(slug=match.slug)

    @admin.display(description=gettext_lazy("players"))
    def players(self, match: Match) -> str:
        return people_of(match, [*match.seats.all()])

    @admin.display(description=gettext_lazy("awaited"))
    def awaited(self, match: Match) -> str:
        return people_of(match, [seat for seat in match.seats.all() if seat.is_to_act]) or "-"

    @admin.display(description=gettext_lazy("due"))
    def due(self, match: Match) -> str:
        if match.paused_at:
            return _("the clock stands still since {when}").format(when=when(match.paused_at))
        return when(match.due_at) if match.due_at else "-"

    @admin.display(description=gettext_lazy("due"), ordering="due_at")
    def due_short(self, match: Match) -> str:
        return "⏸ " + _("the clock stands still") if match.paused_at else _short(match.due_at)

    @admin.display(description=gettext_lazy("started"), ordering="started_at")
    def started_short(self, match: Match) -> str:
        return _short(match.started_at)

    @admin.display(description=gettext_lazy("time for each turn"))
    def turn(self, match: Match) -> str:
        return length_words(match.length)

    @admin.display(description=gettext_lazy("options"))
    def choices(self, match: Match) -> str:
        try:
            return option_words(match) or "-"
        except KeyError:  # the game is gone
            return ", ".join(f"{name}: {value}" for name, value in match.options.items()) or "-"

    @admin.display(description=gettext_lazy("result"))
    def result(self, match: Match) -> str:
        return result_words(match, [*match.seats.all()]) if match.state == Match.State.OVER else "-"

    @admin.display(description=gettext_lazy("move history"))
    def all_plies(self, match: Match) -> SafeString:
        address = f"{reverse('admin:matches_ply_changelist')}?match__id__exact={match.pk}"
        return format_html('<a href="{}">{}</a>', address, _("All plies of the match"))

    # --- acts

    def get_urls(self) -> list[URLPattern]:
        act = self.admin_site.admin_view(self.act_view)
        return [path("<path:object_id>/act/<slug:act>/", act, name="matches_match_act"), *super().get_urls()]

    def may_act(self, request: HttpRequest) -> bool:
        return request.user.has_perm("matches.change_match")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        acts = {act: form.title for act, form in ACTS.items()} if self.may_act(request) else {}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "acts": acts})

    def act_view(self, request: HttpRequest, object_id: str, act: str) -> HttpResponse:
        """Ask for the reason and what else is needed, then do it, log it and go back to the match."""
        match = self.get_object(request, object_id)
        if act not in ACTS or match is None:
            raise Http404
        if not self.may_act(request):
            raise PermissionDenied
        form = ACTS[act](match, request.POST or None)
        if form.is_valid():
            try:
                with transaction.atomic():
                    assert request.user.pk is not None
                    done = form.act(request.user.pk)
                    self.log_change(request, match, done)
            except MatchError as error:
                form.add_error(None, error.message)
            else:
                self.message_user(request, _("Done. The players are told by mail."))
                return redirect("admin:matches_match_change", match.pk)
        return self.act_page(
            request,
            form,
            subject=str(match),
            back=reverse("admin:matches_match_change", args=[match.pk]),
            back_label=_("Back to the match"),
            facts=f"{self.players(match)}.",
        )


@admin.register(Ply)
class PlyAdmin(ReadOnlyAdmin):
    """The move history of all matches. What is hidden from a spectator is not shown here either."""

    list_display = ("__str__", "sheets", "cause", "leaver", "resolved_short")
    list_filter = ("cause",)
    search_fields = ("match__id__exact",)
    search_help_text = gettext_lazy("Number of a match")
    ordering = ("-id",)
    list_per_page = 50
    show_full_result_count = False
    fields = (
        "match",
        "number",
        "cause",
        "leaver",
        "sheets",
        "dice",
        "story",
        "resolved_at",
        "previous_hash",
        "hash",
    )
    readonly_fields = ("sheets", "dice", "story")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ply]:
        return super().get_queryset(request).defer("position", "events")

    @admin.display(description=gettext_lazy("orders"))
    def sheets(self, ply: Ply) -> SafeString:
        return sheets_of(ply)

    @admin.display(description=gettext_lazy("resolved"), ordering="resolved_at")
    def resolved_short(self, ply: Ply) -> str:
        return _short(ply.resolved_at)

    @admin.display(description=gettext_lazy("draws"))
    def dice(self, ply: Ply) -> SafeString:
        rows = ((draw["purpose"], draw["value"], draw["sides"]) for draw in ply.draws)
        return format_html_join(SafeString("<br>"), "{}: {} / {}", rows)

    @admin.display(description=gettext_lazy("story"))
    def story(self, ply: Ply) -> str:
        try:
            lines = [(line.text,) for line in story_lines(ply, None)]
        except (msgspec.MsgspecError, LookupError, TypeError, ValueError):
            return _("cannot be read")
        return format_html_join(SafeString("<br>"), "{}", lines)


@admin.register(Intervention)
class InterventionAdmin(ReadOnlyAdmin):
    """What organisers did to matches, and why."""

    list_display = ("done_at", "match_number", "act", "organiser", "reason")
    list_filter = (ActFilter,)
    list_select_related = ("organiser",)
    search_fields = ("match__id__exact", "reason", "organiser__display_name")
    ordering = ("-done_at",)
    fields = ("match", "organiser", "act", "reason", "facts", "done_at")
    readonly_fields = ("act", "facts")

    @admin.display(description=gettext_lazy("match"), ordering="match_id")
    def match_number(self, row: Intervention) -> int:
        return row.match_id

    @admin.display(description=gettext_lazy("act"), ordering="action")
    def act(self, row: Intervention) -> str:
        return act_words(row)

    @admin.display(description=gettext_lazy("details"))
    def facts(self, row: Intervention) -> SafeString:
        return format_html("<code>{}</code>", json.dumps(row.detail, ensure_ascii=False))


def sheets_of(ply: Ply) -> SafeString:
    """The resolved orders of a ply, a line for each seat."""
    rows = ((row["seat"], " / ".join(row["text"].splitlines())) for row in ply.orders)
    return format_html_join(SafeString("<br>"), "<b>{}</b> {}", rows)


def _short(instant: datetime | None) -> str:
    """Day and time for a narrow column, unbroken."""
    return date_format(localtime(instant), "j M H:i").replace(" ", "\u00a0") if instant else ""
