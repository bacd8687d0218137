"""What organisers fill in about those who take part: entries, seeds, withdrawals, substitutes, rounds off."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib.admin.widgets import AdminIntegerFieldWidget, AdminTextInputWidget
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.matches.acts import ReasonForm
from games.tournaments import services
from games.tournaments.charts import Chart
from games.tournaments.models import Act, Entry
from games.tournaments.selectors.words import entry_name


class ActForm(ReasonForm):
    """One act on an event."""

    # the newest act when the form was opened: sent twice, it finds its own after that
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, chart: Chart, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chart = chart
        self.initial["seen"] = Act.objects.filter(event=chart.event).values_list("pk", flat=True).first() or 0

    def is_done(self, by: int) -> bool:
        """Whether this very form was sent before and carried out; asked with the event locked."""
        seen, reason = self.cleaned_data["seen"], self.cleaned_data.get("reason")
        if seen is None or not reason:
            return False
        return Act.objects.filter(event=self.chart.event, pk__gt=seen, person=by, reason=reason).exists()

    def act(self, by: int) -> None:
        """Do it. Raises MatchError."""
        raise NotImplementedError


class EntryForm(ActForm):
    """An act on one entry, of those in ``states``."""

    states: ClassVar[tuple[str, ...]] = (Entry.State.ENTERED,)

    entry = forms.TypedChoiceField(label=_("Player"), coerce=int)
    field_order: tuple[str, ...] = ("entry", "reason")

    def __init__(self, chart: Chart, *args: Any, **kwargs: Any) -> None:
        super().__init__(chart, *args, **kwargs)
        entries = [entry for entry in chart.entries.values() if entry.state in self.states]
        self.choices("entry", [(entry.pk, entry_name(entry)) for entry in entries])


class AddForm(ActForm):
    title = _("Enter a player")
    effect = _("The player takes part at once, or from the next round on if the tournament runs.")

    address = forms.EmailField(label=_("Address of the player"), widget=AdminTextInputWidget)
    reason = forms.CharField(label=_("Reason"), required=False, widget=AdminTextInputWidget)
    field_order = ("address", "reason")

    def act(self, by: int) -> None:
        person = person_at(self.cleaned_data["address"])
        services.add_entry(event_id=self.chart.event.pk, person_id=person.pk, by=by)


class WithdrawForm(EntryForm):
    title = _("Withdraw a player")
    effect = _("The player forfeits what is unfinished and is not paired any more. Points so far stand.")
    states = (Entry.State.ENTERED, Entry.State.WAITING)

    def act(self, by: int) -> None:
        entry = self.chart.entries[self.cleaned_data["entry"]]
        reason = self.cleaned_data["reason"]
        services.withdraw(event_id=entry.event_id, person_id=entry.person_id, by=by, reason=reason)


class SeedsForm(ActForm):
    title = _("Set the seeds")
    effect = _(
        "1 is the strongest. Brackets, groups, the order of a round robin and the first Swiss round follow the seeds. "
        "Without a number for anybody, the seeds follow the ratings."
    )

    def __init__(self, chart: Chart, *args: Any, **kwargs: Any) -> None:
        super().__init__(chart, *args, **kwargs)
        entered = [entry for entry in chart.entries.values() if entry.state == Entry.State.ENTERED]
        self.entered = services.by_seed(chart, entered)
        del self.fields["reason"]
        for place, entry in enumerate(self.entered, start=1):
            self.fields[f"seed_{entry.pk}"] = forms.IntegerField(
                label=entry_name(entry), required=False, initial=place, widget=AdminIntegerFieldWidget
            )

    def act(self, by: int) -> None:
        given = {entry.pk: self.cleaned_data[f"seed_{entry.pk}"] for entry in self.entered}
        seeds = {entry: seed for entry, seed in given.items() if seed is not None}
        services.set_seeds(event_id=self.chart.event.pk, by=by, seeds=seeds)


class DisqualifyForm(EntryForm):
    title = _("Disqualify a player")
    effect = _("The player forfeits what is unfinished, is not paired any more and stands last.")
    is_final = True

    def act(self, by: int) -> None:
        services.disqualify(entry_id=self.cleaned_data["entry"], by=by, reason=self.cleaned_data["reason"])


class ReinstateForm(EntryForm):
    title = _("Take a player back")
    effect = _("Undoes a withdrawal or disqualification. Rounds missed meanwhile count as rounds off.")
    states = (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED)

    def act(self, by: int) -> None:
        services.reinstate(entry_id=self.cleaned_data["entry"], by=by, reason=self.cleaned_data["reason"])


class SubstituteForm(EntryForm):
    title = _("Replace a player")
    effect = _("A substitute takes the place over, with its points and the matches that are on.")

    address = forms.EmailField(label=_("Address of the substitute"), widget=AdminTextInputWidget)
    field_order = ("entry", "address", "reason")

    def act(self, by: int) -> None:
        person = person_at(self.cleaned_data["address"])
        services.substitute(
            entry_id=self.cleaned_data["entry"], person_id=person.pk, by=by, reason=self.cleaned_data["reason"]
        )


class AbsenceForm(EntryForm):
    title = _("Let a player sit a round out")
    effect = _("The player is not paired in that round, or plays in it after all.")

    number = forms.IntegerField(label=_("Round"), min_value=1, widget=AdminIntegerFieldWidget)
    choice = forms.ChoiceField(
        label=_("The player"), choices=[("off", _("sits the round out")), ("on", _("plays after all"))]
    )
    reason = forms.CharField(label=_("Reason"), required=False, widget=AdminTextInputWidget)
    field_order = ("entry", "number", "choice", "reason")

    def act(self, by: int) -> None:
        data = self.cleaned_data
        services.ask_bye(
            event_id=self.chart.event.pk,
            person_id=self.chart.entries[data["entry"]].person_id,
            number=data["number"],
            is_off=data["choice"] == "off",
            by=by,
            reason=data["reason"],
        )


def person_at(address: str) -> User:
    """The player with that address. Raises ValidationError if there is none."""
    person = User.objects.filter(email=User.objects.normalize_email(address), is_active=True, deleted_at=None).first()
    if person is None:
        raise forms.ValidationError(gettext("Nobody here has that address."))
    return person
