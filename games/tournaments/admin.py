"""The organiser's desk: a tournament from its announcement to its end, without touching a row by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.admin import ReadOnlyAdmin
from games.matches.acts import ActPages
from games.matches.admin import GameFilter
from games.matches.errors import MatchError
from games.matches.selectors.lines import length_words
from games.matches.words import tell
from games.registry import get_game
from games.tournaments import services
from games.tournaments.announcement import FIXED, EventForm
from games.tournaments.charts import read_chart
from games.tournaments.entry_forms import ActForm
from games.tournaments.formats.scores import TIE_BREAKS
from games.tournaments.models import Act, Event
from games.tournaments.organiser_forms import ACTS, acts_now
from games.tournaments.selectors.desk import Desk, PreviewLine
from games.tournaments.selectors.lists import ENTERED, is_public
from games.tournaments.selectors.words import act_words

STEPS: Mapping[str, tuple[Promise, Callable[[int, int, int], Any]]] = {
    "open_signup": (gettext_lazy("Open sign-up"), lambda event, by, _n: services.open_signup(event_id=event, by=by)),
    "close_signup": (gettext_lazy("Close sign-up"), lambda event, by, _n: services.close_signup(event_id=event, by=by)),
    "start": (
        gettext_lazy("Begin: pair the first round"),
        lambda event, by, _n: services.start(event_id=event, by=by),
    ),
    "pair": (gettext_lazy("Pair anew"), lambda event, by, _n: services.pair_round(event_id=event, by=by)),
    "publish": (
        gettext_lazy("Publish the round"),
        lambda event, by, number: services.publish_round(event_id=event, by=by, number=number),
    ),
    "resume": (gettext_lazy("Go on after the pause"), lambda event, by, _n: services.resume(event_id=event, by=by)),
    "finish": (gettext_lazy("Finish the tournament"), lambda event, by, _n: services.finish(event_id=event, by=by)),
}

# what is fixed and stored in a form of its own is shown in words
WORDED: Mapping[str, str] = {"slug": "game", "length": "turn_length", "tie_breaks": "tie_break_order"}


def organises(request: HttpRequest, event: Event) -> bool:
    """Whether the person may act on that event: its organisers and superusers."""
    if not (request.user.is_active and request.user.is_staff):
        return False
    return request.user.is_superuser or event.organisers.filter(pk=request.user.pk).exists()


def organises_any(request: HttpRequest) -> bool:
    """Whether the person organises some event. The lists ask it many times over: looked up once a request."""
    if not hasattr(request, "organises_any"):
        found = Event.objects.filter(organisers=request.user.pk).exists()
        request.organises_any = found  # type: ignore[attr-defined]  # kept as long as the request
    return bool(request.organises_any)  # type: ignore[attr-defined]  # set above


@admin.register(Event)
class EventAdmin(ActPages):
    """Tournaments that the person organises; a superuser sees all and names the organisers."""

    form = EventForm
    list_display = ("title", "game", "format", "state", "entered", "started_at")
    list_filter = ("state", "format", GameFilter)
    search_fields = ("title",)
    ordering = ("-id",)
    list_per_page = 50
    show_full_result_count = False
    filter_horizontal = ("organisers",)

    class Media:
        css: ClassVar = {"all": ["matches/admin.css", "tournaments/admin.css"]}

    # --- rights: one's own events only

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        events: QuerySet[Event] = super().get_queryset(request).annotate(entered_count=ENTERED)
        return events if request.user.is_superuser else events.filter(organisers=request.user.pk)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Event | None = None) -> bool:
        if not (request.user.is_active and request.user.is_staff):
            return False
        if obj is not None:
            return organises(request, obj)
        return self.has_add_permission(request) or organises_any(request)

    def has_change_permission(self, request: HttpRequest, obj: Event | None = None) -> bool:
        return self.has_view_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("tournaments.add_event")

    def has_delete_permission(self, request: HttpRequest, obj: Event | None = None) -> bool:
        # an event is called off; its matches belong to the players
        return False

    # --- the announcement

    def get_fieldsets(self, request: HttpRequest, obj: Event | None = None) -> Any:
        first = ["title", "slug", "format", "length"]
        if obj is None:
            return [(None, {"fields": first})]
        if obj.started_at is None:
            first += [f"option_{option.name}" for option in get_game(obj.slug).about.options]
        parts = [
            (None, first),
            (_("For the players"), ["description", "access", "min_rating", "max_rating", "capacity", "late_until"]),
            (_("Rounds"), ["rounds", "round_days", "at_round_end", "has_half_byes", "legs", "tie_breaks"]),
            (_("Round robin and groups"), ["cycles", "groups", "advancing"]),
            (_("Knock-out"), ["has_third_place", "replays", "decision"]),
            (_("Tables"), ["table_size"]),
            (_("Organisers"), ["organisers"]),
        ]
        fixed = self.get_readonly_fields(request, obj)
        return [
            (title, {"fields": [WORDED.get(name, name) if name in fixed else name for name in names]})
            for title, names in parts
        ]

    def get_form(
        self, request: HttpRequest, obj: Event | None = None, change: bool = False, **kwargs: Any
    ) -> type[ModelForm[Event]]:
        # the options are no fields of the model: the form adds them by itself
        fields = [
            name
            for _title, fieldset in self.get_fieldsets(request, obj)
            for name in fieldset["fields"]
            if not name.startswith("option_") and name not in self.get_readonly_fields(request, obj)
        ]
        return super().get_form(request, obj, change=change, **{**kwargs, "fields": fields})

    def get_readonly_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        fixed = (*FIXED, *WORDED.values()) if obj is not None and obj.started_at is not None else ()
        # only those who may do everything name organisers
        return fixed if request.user.is_superuser else (*fixed, "organisers")

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if not change:
            assert request.user.pk is not None
            form.instance.organisers.add(request.user.pk)
        # there may be more room than before
        services.fill_from_waiting(event_id=form.instance.pk)

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        # saving leads on, to the rest of the announcement and to the desk; other ways on would not be kept
        context |= {"show_save_and_add_another": False, "show_save_and_continue": False}
        return super().render_change_form(request, context, *args, **kwargs)

    def response_add(self, request: HttpRequest, obj: Event, post_url_continue: str | None = None) -> HttpResponse:
        self.message_user(request, _("Announced. Now choose its options and rounds, then open sign-up at its desk."))
        return redirect("admin:tournaments_event_change", obj.pk)

    def response_change(self, request: HttpRequest, obj: Event) -> HttpResponse:
        self.message_user(request, _("Saved."))
        return redirect("admin:tournaments_event_desk", obj.pk)

    def get_view_on_site_url(self, obj: Event | None = None) -> str | None:
        return reverse("event", args=[obj.pk]) if obj and is_public(obj) else None

    @admin.display(description=gettext_lazy("game"), ordering="slug")
    def game(self, event: Event) -> str:
        try:
            return tell(get_game(event.slug).about.title)
        except KeyError:
            return event.slug

    @admin.display(description=gettext_lazy("Time for each turn or season"))
    def turn_length(self, event: Event) -> str:
        return length_words(event.length)

    @admin.display(description=gettext_lazy("Tie-breaks"))
    def tie_break_order(self, event: Event) -> str:
        return ", ".join(_(TIE_BREAKS[name]) for name in event.tie_breaks)

    @admin.display(description=gettext_lazy("players"), ordering="entered_count")
    def entered(self, event: Event) -> int:
        count: int = event.entered_count  # type: ignore[attr-defined]  # counted by get_queryset
        return count

    # --- the desk

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("<int:event_id>/desk/", view(self.desk_view), name="tournaments_event_desk"),
            path("<int:event_id>/step/<slug:step>/", view(require_POST(self.step_view)), name="tournaments_event_step"),
            path("<int:event_id>/pairing/", view(require_POST(self.pairing_view)), name="tournaments_event_pairing"),
            path("<int:event_id>/act/<slug:act>/", view(self.act_view), name="tournaments_event_act"),
            *super().get_urls(),
        ]

    def event_for(self, request: HttpRequest, event_id: int) -> Event:
        event = Event.objects.filter(pk=event_id).first()
        if event is None:
            raise Http404
        if not organises(request, event):
            raise PermissionDenied
        return event

    def page(self, request: HttpRequest, event: Event, title: str, **more: Any) -> dict[str, Any]:
        return {
            **self.admin_site.each_context(request),
            "title": title,
            "event": event,
            "media": self.media,
            "opts": self.opts,
            **more,
        }

    def desk_view(self, request: HttpRequest, event_id: int) -> HttpResponse:
        event = self.event_for(request, event_id)
        desk = Desk(event)
        context = self.page(
            request,
            event,
            event.title,
            desk=desk,
            is_public=is_public(event),
            invitation=settings.HERALD_URL + reverse("event_invitation", args=[event.pk, event.invitation]),
            steps=[(step, STEPS[step][0]) for step in desk.steps],
            acts=[(act, ACTS[act].title) for act in acts_now(desk.chart)],
        )
        return TemplateResponse(request, "admin/tournaments/event/desk.html", context)

    def step_view(self, request: HttpRequest, event_id: int, step: str) -> HttpResponse:
        event = self.event_for(request, event_id)
        if step not in STEPS:
            raise Http404
        if step != "publish" or self.may_publish(request, event):
            self.carry_out(request, event, step, lambda by: STEPS[step][1](event.pk, by, _number(request)))
        return redirect("admin:tournaments_event_desk", event.pk)

    def pairing_view(self, request: HttpRequest, event_id: int) -> HttpResponse:
        event = self.event_for(request, event_id)
        if self.take_pairing(request, Desk(event)) is not None:
            self.message_user(request, _("The pairing is saved."))
        return redirect("admin:tournaments_event_desk", event.pk)

    def may_publish(self, request: HttpRequest, event: Event) -> bool:
        """Save what was changed in the preview: its organiser means to publish that. Whether it breaks nothing."""
        desk = Desk(event)
        has_seats = any(key.startswith("seat-") for key in request.POST)
        if not (has_seats and desk.preview and desk.open_round and desk.open_round.number == _number(request)):
            return True
        broken = self.take_pairing(request, desk)
        if broken:
            words = _("The pairing is saved, but not published yet: look at what the change breaks.")
            self.message_user(request, words, messages.WARNING)
        return broken == []

    def take_pairing(self, request: HttpRequest, desk: Desk) -> list[str] | None:
        """Seat the preview as it was filled in; what that breaks, which is said too. None if it cannot be."""
        by, tables = request.user.pk, [_table(request, line) for line in desk.preview]
        assert by is not None
        try:
            broken = services.change_pairing(
                event_id=desk.event.pk, by=by, tables=tables, number=_number(request) or None
            )
        except MatchError as error:
            self.message_user(request, error.message, messages.ERROR)
            return None
        for words in broken:
            self.message_user(request, words, messages.WARNING)
        return broken

    def act_view(self, request: HttpRequest, event_id: int, act: str) -> HttpResponse:
        """Ask for the reason and what else is needed, then do it, log it and go back to the desk."""
        event = self.event_for(request, event_id)
        if act not in ACTS:
            raise Http404
        desk, chart = reverse("admin:tournaments_event_desk", args=[event.pk]), read_chart(event)
        if act not in acts_now(chart):
            title, state = ACTS[act].title, event.get_state_display()
            words = _("“{act}” cannot be done now: the tournament is {state}.").format(act=title, state=state)
            self.message_user(request, words, messages.ERROR)
            return redirect(desk)
        initial = {key: value for key, value in request.GET.items() if key in ("entry", "fixture")}
        form = ACTS[act](chart, request.POST or None, initial=initial)
        if form.is_valid() and self._acted(request, event, form, act):
            self.message_user(request, _("Done. Those whom it concerns are told by mail."))
            return redirect(desk)
        return self.act_page(request, form, subject=event.title, back=desk, back_label=_("Back to the desk"))

    def _acted(self, request: HttpRequest, event: Event, form: ActForm, act: str) -> bool:
        assert request.user.pk is not None
        try:
            with transaction.atomic():
                Event.objects.select_for_update().get(pk=event.pk)
                if not form.is_done(request.user.pk):
                    form.act(request.user.pk)
                    self.log_change(request, event, f"{act}: {form.cleaned_data.get('reason', '')}")
        except MatchError as error:
            form.add_error(None, error.message)
        except forms.ValidationError as error:
            form.add_error(None, error)
        else:
            return True
        return False

    def carry_out(self, request: HttpRequest, event: Event, step: str, run: Callable[[int], Any]) -> None:
        """Take a step; what hinders it is said on the desk."""
        by = request.user.pk
        assert by is not None
        try:
            run(by)
        except MatchError as error:
            self.message_user(request, error.message, messages.ERROR)
        else:
            with transaction.atomic():
                self.log_change(request, event, step)
            self.message_user(request, _("Done."))


def _number(request: HttpRequest) -> int:
    """The round that the page showed, 0 for none."""
    text = request.POST.get("number", "")
    return int(text) if text.isdecimal() and len(text) < 4 else 0


def _table(request: HttpRequest, line: PreviewLine) -> list[int]:
    """Who is to sit at a table of the preview; ``swap`` turns the seats of two round."""
    given = (request.POST.get(f"seat-{line.board}-{seat}", "") for seat in range(len(line.entries)))
    table = [int(entry) if entry.isdecimal() else 0 for entry in given]
    return table[::-1] if f"swap-{line.board}" in request.POST else table


@admin.register(Act)
class ActAdmin(ReadOnlyAdmin):
    """What was done in the tournaments that the person organises."""

    list_display = ("done_at", "event", "words", "person", "reason")
    list_filter = ("act",)
    list_select_related = ("event", "person")
    search_fields = ("event__title", "reason")
    ordering = ("-id",)
    list_per_page = 50
    show_full_result_count = False
    fields = ("event", "words", "person", "reason", "done_at")
    readonly_fields = ("words",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Act]:
        acts = super().get_queryset(request)
        return acts if request.user.is_superuser else acts.filter(event__organisers=request.user.pk)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        if not (request.user.is_active and request.user.is_staff):
            return False
        if isinstance(obj, Act):
            return organises(request, obj.event)
        return request.user.is_superuser or organises_any(request)

    @admin.display(description=gettext_lazy("act"), ordering="act")
    def words(self, act: Act) -> str:
        return act_words(act)
