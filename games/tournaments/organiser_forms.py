"""What organisers fill in to act on an event, its rounds and its matches, and which acts are possible when."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.admin.widgets import AdminIntegerFieldWidget, AdminTextareaWidget, AdminTextInputWidget
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.tournaments import services
from games.tournaments.charts import Chart
from games.tournaments.entry_forms import (
    AbsenceForm,
    ActForm,
    AddForm,
    DisqualifyForm,
    ReinstateForm,
    SeedsForm,
    SubstituteForm,
    WithdrawForm,
)
from games.tournaments.formats.model import Format
from games.tournaments.models import Entry, Event, Fixture, Round
from games.tournaments.selectors.words import entry_name


class FixtureForm(ActForm):
    """An act on one match of the open round."""

    fixture = forms.TypedChoiceField(label=_("Match"), coerce=int)
    field_order: tuple[str, ...] = ("fixture", "reason")

    def __init__(self, chart: Chart, *args: Any, **kwargs: Any) -> None:
        super().__init__(chart, *args, **kwargs)
        self.rows = {row.pk: row for row in self.wanted()}
        self.choices("fixture", [(row.pk, self.name(row)) for row in self.rows.values()])

    def wanted(self) -> list[Fixture]:
        """The matches to choose from."""
        one = self.chart.open_round
        return self.chart.fixtures_of(one) if one else []

    def name(self, row: Fixture) -> str:
        names = " – ".join(entry_name(self.chart.entries[entry]) for entry in row.seats)
        return f"{names} (#{row.match_id})" if row.match_id else names


class AdjudicateForm(FixtureForm):
    title = _("Adjudicate a match")
    effect = _("The match ends at once, and this result counts. Equal places are a draw; can be undone.")

    ranks = forms.CharField(
        label=_("Places in the order of seats"),
        widget=AdminTextInputWidget,
        help_text=_("1 2: the first wins. 1 1: a draw. Empty: void, nobody gets anything."),
        required=False,
    )
    field_order = ("fixture", "ranks", "reason")

    def clean_ranks(self) -> list[int]:
        words = self.cleaned_data["ranks"].replace(",", " ").split()
        if not all(word.isdecimal() and 1 <= int(word) <= 6 for word in words) or (words and "1" not in words):
            raise forms.ValidationError(gettext("Write places as numbers, the best being 1."))
        return [int(word) for word in words]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        row, ranks = self.rows.get(data.get("fixture", 0)), data.get("ranks")
        if row is not None and ranks and len(ranks) != len(row.seats):
            self.add_error("ranks", gettext("Write one place for each seat."))
        return data

    def act(self, by: int) -> None:
        row, ranks = self.rows[self.cleaned_data["fixture"]], self.cleaned_data["ranks"]
        found = dict(zip(row.seats, ranks, strict=True)) if ranks else {}
        services.adjudicate(fixture_id=row.pk, by=by, reason=self.cleaned_data["reason"], ranks=found)
        services.follow_round(event_id=self.chart.event.pk)


class ForfeitForm(FixtureForm):
    title = _("Forfeit a match")
    effect = _("The match ends at once; whoever is named loses it without playing.")

    losers = forms.ChoiceField(
        label=_("Who loses"),
        choices=[("0", _("the first seat")), ("1", _("the second seat")), ("all", _("both"))],
    )
    field_order = ("fixture", "losers", "reason")

    def wanted(self) -> list[Fixture]:
        return [row for row in super().wanted() if len(row.seats) == 2]

    def act(self, by: int) -> None:
        row, losers = self.rows[self.cleaned_data["fixture"]], self.cleaned_data["losers"]
        lost = set(row.seats) if losers == "all" else {row.seats[int(losers)]}
        services.forfeit(fixture_id=row.pk, by=by, reason=self.cleaned_data["reason"], losers=lost)
        services.follow_round(event_id=self.chart.event.pk)


class UndoForm(FixtureForm):
    title = _("Take a decision back")
    effect = _(
        "The match’s own result counts again; if it was ended for the decision, a new one begins. "
        "A round that has closed is open again, until the next one is published."
    )

    def wanted(self) -> list[Fixture]:
        return services.undoable(self.chart)

    def act(self, by: int) -> None:
        services.undo_decision(fixture_id=self.cleaned_data["fixture"], by=by, reason=self.cleaned_data["reason"])
        services.make_matches(event_id=self.chart.event.pk)
        services.follow_round(event_id=self.chart.event.pk)


class ExtendForm(ActForm):
    title = _("Extend the round")
    effect = _("The end of the round and the deadlines of all its matches move later.")

    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=60, initial=3, widget=AdminIntegerFieldWidget)
    field_order = ("days", "reason")

    def act(self, by: int) -> None:
        services.extend_round(
            event_id=self.chart.event.pk, by=by, reason=self.cleaned_data["reason"], days=self.cleaned_data["days"]
        )


class ExtendMatchForm(FixtureForm):
    title = _("Extend one match")
    effect = _("The present deadline of the match moves later; the round ends when it was to end.")

    hours = forms.IntegerField(
        label=_("Hours"), min_value=1, max_value=24 * 60, initial=24, widget=AdminIntegerFieldWidget
    )
    field_order = ("fixture", "hours", "reason")

    def wanted(self) -> list[Fixture]:
        return [row for row in super().wanted() if row.how == Fixture.How.OPEN]

    def act(self, by: int) -> None:
        data = self.cleaned_data
        services.extend_match(fixture_id=data["fixture"], by=by, reason=data["reason"], hours=data["hours"])


class CloseForm(ActForm):
    title = _("Close the round")
    effect = _("What is unfinished ends at once and counts as drawn. To give a match another result, decide it first.")

    def act(self, by: int) -> None:
        services.close_round(event_id=self.chart.event.pk, by=by, reason=self.cleaned_data["reason"])


class AnnulForm(ActForm):
    title = _("Annul the round")
    effect = _("Only a round in which no orders have been played yet. It is paired anew.")
    is_final = True

    def act(self, by: int) -> None:
        services.annul_round(event_id=self.chart.event.pk, by=by, reason=self.cleaned_data["reason"])


class PauseForm(ActForm):
    title = _("Pause the tournament")
    effect = _(
        "Nothing is published, closed or ended by its date, and the clocks of all matches stand still, until it goes "
        "on. Players may still give orders. All deadlines then move by as long as the pause was."
    )

    def act(self, by: int) -> None:
        services.pause(event_id=self.chart.event.pk, by=by, reason=self.cleaned_data["reason"])


class CancelForm(ActForm):
    title = _("Call the tournament off")
    effect = _("It ends for good, and its unfinished matches end as void. This cannot be undone.")
    is_final = True

    def act(self, by: int) -> None:
        services.cancel(event_id=self.chart.event.pk, by=by, reason=self.cleaned_data["reason"])


class MessageForm(ActForm):
    title = _("Write to all players")
    effect = _("Everybody who takes part gets these words by mail.")

    reason = forms.CharField(label=_("Your words"), max_length=500, widget=AdminTextareaWidget(attrs={"rows": 5}))

    def act(self, by: int) -> None:
        services.tell_all(event_id=self.chart.event.pk, by=by, text=self.cleaned_data["reason"])


ACTS: dict[str, type[ActForm]] = {
    "add": AddForm,
    "seeds": SeedsForm,
    "withdraw": WithdrawForm,
    "disqualify": DisqualifyForm,
    "reinstate": ReinstateForm,
    "substitute": SubstituteForm,
    "absence": AbsenceForm,
    "adjudicate": AdjudicateForm,
    "forfeit": ForfeitForm,
    "undo": UndoForm,
    "extend": ExtendForm,
    "extend_match": ExtendMatchForm,
    "close": CloseForm,
    "annul": AnnulForm,
    "pause": PauseForm,
    "cancel": CancelForm,
    "message": MessageForm,
}


def acts_now(chart: Chart) -> list[str]:
    """The acts that make sense in the present state of the event."""
    event, one = chart.event, chart.open_round
    if event.state in (Event.State.FINISHED, Event.State.CANCELLED):
        return []
    is_on = one is not None and one.state in (Round.State.PUBLISHED, Round.State.RUNNING)
    states = {entry.state for entry in chart.entries.values()}
    has_begun = event.started_at is not None
    wanted = {
        "add": not has_begun or chart.plan.takes_latecomers,
        "seeds": bool(states & {Entry.State.ENTERED}) and event.state != Event.State.PAUSED and chart.next_number == 1,
        "withdraw": bool(states & {Entry.State.ENTERED, Entry.State.WAITING}),
        "disqualify": has_begun,
        "reinstate": bool(states & {Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED}),
        "substitute": bool(states & {Entry.State.ENTERED}),
        "absence": chart.plan.grants_byes and has_begun,
        "adjudicate": is_on,
        "forfeit": is_on and event.format != Format.TABLES,
        "undo": bool(services.undoable(chart)),
        # in a pause there is no deadline to move: all move when it goes on
        "extend": is_on and event.state == Event.State.RUNNING,
        "extend_match": is_on and event.state == Event.State.RUNNING,
        "close": is_on and event.state == Event.State.RUNNING,
        "annul": one is not None and event.state == Event.State.RUNNING,
        "pause": event.state == Event.State.RUNNING,
        "cancel": True,
        "message": bool(states),
    }
    return [act for act in ACTS if wanted[act]]
