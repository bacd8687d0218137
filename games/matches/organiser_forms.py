"""What an organiser fills in to act on a match. Every form asks for the reason, which the players read."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AdminIntegerFieldWidget, AutocompleteSelect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.matches import services
from games.matches.acts import ReasonForm
from games.matches.models import Match, Seat
from games.matches.selectors.lines import person_name
from games.matches.titles import seat_title
from games.matches.words import tell


class ActForm(ReasonForm):
    """One act on a match."""

    def __init__(self, match: Match, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match = match

    def act(self, organiser_id: int) -> str:
        """Do it; what is to stand in the log. Raises MatchError."""
        raise NotImplementedError


class ExtendForm(ActForm):
    title = _("Extend the deadline")
    effect = _("The present deadline moves later. If it has passed already, the hours count from now.")

    hours = forms.IntegerField(
        label=_("Hours"), min_value=1, max_value=24 * 60, initial=24, widget=AdminIntegerFieldWidget
    )
    field_order = ("hours", "reason")

    def act(self, organiser_id: int) -> str:
        hours, reason = self.cleaned_data["hours"], self.cleaned_data["reason"]
        services.extend_deadline(match_id=self.match.pk, organiser_id=organiser_id, reason=reason, hours=hours)
        return gettext("Extended the deadline by {hours} h: {reason}").format(hours=hours, reason=reason)


class ReplaceForm(ActForm):
    title = _("Replace a player")
    effect = _("Somebody else takes the seat and plays on from here. Drafts and notes of the one who goes are deleted.")

    seat = forms.ChoiceField(label=_("Seat"))
    person = forms.ModelChoiceField(
        User.objects.filter(is_active=True, deleted_at=None),
        label=_("New player"),
        help_text=_("Search by name or address."),
    )
    field_order = ("seat", "person", "reason")

    def __init__(self, match: Match, *args: Any, **kwargs: Any) -> None:
        super().__init__(match, *args, **kwargs)
        person = self.fields["person"]
        assert isinstance(person, forms.ModelChoiceField)
        seats = Seat.objects.filter(match=match, has_left=False).select_related("player")
        self.choices("seat", [(one.name, f"{army_of(match.slug, one)}: {person_name(one)}") for one in seats])
        person.widget = AutocompleteSelect(Seat.player.field, admin.site, choices=person.choices)

    def act(self, organiser_id: int) -> str:
        seat, person = self.cleaned_data["seat"], self.cleaned_data["person"]
        reason = self.cleaned_data["reason"]
        services.replace_player(
            match_id=self.match.pk, organiser_id=organiser_id, reason=reason, seat=seat, person_id=person.pk
        )
        return gettext("Gave seat {seat} to {person} ({number}): {reason}").format(
            seat=seat, person=person, number=person.pk, reason=reason
        )


class VoidForm(ActForm):
    title = _("End as void")
    effect = _("The match ends at once and without a result. This cannot be undone.")
    is_final = True

    def act(self, organiser_id: int) -> str:
        reason = self.cleaned_data["reason"]
        services.void_match(match_id=self.match.pk, organiser_id=organiser_id, reason=reason)
        return gettext("Ended as void: {reason}").format(reason=reason)


ACTS: dict[str, type[ActForm]] = {"extend": ExtendForm, "replace": ReplaceForm, "void": VoidForm}


def army_of(slug: str, seat: Seat) -> str:
    """The title of a seat; of a game that is gone, its name. Blank before the seats are given."""
    try:
        return tell(seat_title(slug, seat)) if seat.name else ""
    except KeyError:
        return seat.name
