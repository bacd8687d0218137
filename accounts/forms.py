"""Forms of sign-up and profile."""

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.notices import KINDS

REGIONS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def zone_choices() -> Sequence[tuple[str, Any]]:
    """Every named time zone, by continent and sea."""
    names = sorted(available_timezones())
    regions = [
        (region, [(name, name.partition("/")[2].replace("_", " ")) for name in names if name.startswith(f"{region}/")])
        for region in REGIONS
    ]
    return [("UTC", "UTC"), *regions]


class ZoneField(forms.ChoiceField):
    """A time zone's name."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=zone_choices, label=_("Time zone"), help_text=_("Deadlines are told in it."), **kwargs)


class PersonFields(forms.Form):
    """What sign-up asks beside address and password; the sign-in library builds its form on this one."""

    field_order = ("display_name", "email", "password1", "language", "time_zone")

    display_name = forms.CharField(
        label=_("Your name"),
        max_length=40,
        help_text=_("What other players see. You can change it later."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    time_zone = ZoneField(initial="UTC", widget=forms.Select(attrs={"data-guess-zone": ""}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].initial = get_language()

    def signup(self, request: HttpRequest, user: User) -> None:
        """Nothing more: the adapter has stored these fields with the person."""


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]  # takes none at run time
    """What people may change about themselves at any time."""

    mailed = forms.MultipleChoiceField(
        label=_("Letters you get"),
        required=False,
        choices=lambda: [(kind.slug, kind.title) for kind in KINDS.values() if kind.is_mutable],
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = User
        fields: ClassVar = ["display_name", "language", "time_zone", "reminder_hours"]
        labels: ClassVar = {
            "display_name": _("Your name"),
            "language": _("Language"),
            "reminder_hours": _("Reminder"),
        }
        help_texts: ClassVar = {
            "display_name": _("What other players see."),
            "reminder_hours": _("Hours before a deadline, from 2 to 72; 0 for no reminder."),
        }

    time_zone = ZoneField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        muted = self.instance.muted
        self.fields["mailed"].initial = [
            kind.slug for kind in KINDS.values() if kind.is_mutable and kind.slug not in muted
        ]

    def clean_reminder_hours(self) -> int:
        hours: int = self.cleaned_data["reminder_hours"]
        if hours != 0 and not 2 <= hours <= 72:
            raise forms.ValidationError(_("Choose from 2 to 72 hours, or 0 for no reminder."))
        return hours

    def save(self, commit: bool = True) -> User:
        wanted = self.cleaned_data["mailed"]
        self.instance.muted = [kind.slug for kind in KINDS.values() if kind.is_mutable and kind.slug not in wanted]
        person: User = super().save(commit)
        return person
