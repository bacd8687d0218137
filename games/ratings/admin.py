"""The ledgers of the ratings, to look at."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy

from accounts.admin import ReadOnlyAdmin
from accounts.models import User
from games.matches.admin import GameFilter
from games.matches.words import tell
from games.ratings.models import RatingEvent, Verdict
from games.ratings.selectors import change_of
from games.ratings.skill import Skill
from games.registry import get_game


class EventGameFilter(GameFilter):
    """By the game of the match."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        # asked this way an embedded database reads the ledger from its end, and no further than a page
        of_game = Verdict.objects.filter(pk=OuterRef("verdict"), slug=self.value())
        return queryset.filter(Exists(of_game)) if self.value() else queryset


def _title(slug: str) -> str:
    try:
        return tell(get_game(slug).about.title)
    except KeyError:
        return slug


@admin.register(Verdict)
class VerdictAdmin(ReadOnlyAdmin):
    """Which matches were rated, and why the others were not."""

    list_display = ("match_number", "game", "number", "judged", "policy", "ended_at")
    list_filter = ("reason", GameFilter, "policy")
    search_fields = ("=match__id",)
    search_help_text = gettext_lazy("Number of a match")
    ordering = ("-ended_at",)
    list_per_page = 50
    show_full_result_count = False
    raw_id_fields = ("match",)

    @admin.display(description=gettext_lazy("match"), ordering="match_id")
    def match_number(self, verdict: Verdict) -> int:
        return verdict.match_id

    @admin.display(description=gettext_lazy("game"), ordering="slug")
    def game(self, verdict: Verdict) -> str:
        return _title(verdict.slug)

    @admin.display(description=gettext_lazy("rated"), ordering="reason")
    def judged(self, verdict: Verdict) -> str:
        return str(Verdict.Reason(verdict.reason).label)


@admin.register(RatingEvent)
class RatingEventAdmin(ReadOnlyAdmin):
    """What each match did to each rating."""

    list_display = ("match_number", "game", "person", "place", "before", "after", "change", "policy", "ended")
    list_filter = (EventGameFilter, "verdict__policy")
    list_select_related = ("verdict", "person")
    search_fields = ("=verdict__match__id", "person__display_name", "person__email")
    search_help_text = gettext_lazy("Number of a match, or name or address of a player")
    ordering = ("-id",)
    list_per_page = 50
    show_full_result_count = False
    fields = ("verdict", "person", "place", "mu_before", "sigma_before", "mu", "sigma", "policy", "ended")
    readonly_fields = ("policy", "ended")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[RatingEvent], search_term: str
    ) -> tuple[QuerySet[RatingEvent], bool]:
        # one word is asked of matches or of people: both in one question would read the whole ledger
        word = search_term.strip()
        if word.isdecimal():
            return queryset.filter(verdict=int(word)) if len(word) < 19 else queryset.none(), False
        if not word:
            return queryset, False
        people = User.objects.filter(display_name__icontains=word) | User.objects.filter(email__icontains=word)
        return queryset.filter(person__in=people), False

    @admin.display(description=gettext_lazy("match"), ordering="verdict")
    def match_number(self, event: RatingEvent) -> int:
        return int(event.verdict_id)

    @admin.display(description=gettext_lazy("game"))
    def game(self, event: RatingEvent) -> str:
        return _title(event.verdict.slug)

    @admin.display(description=gettext_lazy("rating before"))
    def before(self, event: RatingEvent) -> str:
        return _shown(Skill(event.mu_before, event.sigma_before))

    @admin.display(description=gettext_lazy("rating"), ordering="mu")
    def after(self, event: RatingEvent) -> str:
        return _shown(Skill(event.mu, event.sigma))

    @admin.display(description=gettext_lazy("change"))
    def change(self, event: RatingEvent) -> str:
        return change_of(event)

    @admin.display(description=gettext_lazy("version of the policy"), ordering="verdict__policy")
    def policy(self, event: RatingEvent) -> int:
        return int(event.verdict.policy)

    @admin.display(description=gettext_lazy("ended"), ordering="verdict__ended_at")
    def ended(self, event: RatingEvent) -> str:
        return date_format(localtime(event.verdict.ended_at), "DATETIME_FORMAT")


def _shown(skill: Skill) -> str:
    return f"{skill.number}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{skill.margin}"
