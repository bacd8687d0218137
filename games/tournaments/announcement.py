"""What organisers fill in to announce an event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.contract import BadOptions
from games.matches.selectors.lines import length_words
from games.matches.words import tell
from games.registry import all_games, get_game
from games.tournaments.formats.model import Format
from games.tournaments.formats.scores import TIE_BREAKS
from games.tournaments.models import Event

# what stands once the first round has been paired
FIXED = (
    "slug",
    "format",
    "cycles",
    "legs",
    "groups",
    "advancing",
    "has_third_place",
    "table_size",
    "replays",
    "decision",
    "tie_breaks",
    "length",
    "has_half_byes",
)


class OrderWidget(forms.MultiWidget):
    """Drop-down lists, the first choice first."""

    def decompress(self, value: Sequence[str] | None) -> list[str]:
        return [*(value or ())]


class OrderField(forms.MultiValueField):
    """Some of ``choices``, each once, in an order of one's own."""

    def __init__(self, choices: Sequence[tuple[str, Promise]], **kwargs: Any) -> None:
        offered: list[tuple[str, Any]] = [("", "–"), *choices]
        names = [format_lazy(_("Tie-break {n}"), n=place) for place in range(1, len(choices) + 1)]
        lists = [forms.Select(attrs={"aria-label": name}, choices=offered) for name in names]
        fields = [forms.ChoiceField(choices=offered, required=False) for _name in names]
        super().__init__(fields, widget=OrderWidget(lists), require_all_fields=False, **kwargs)

    def compress(self, data_list: Sequence[str]) -> list[str]:
        chosen = [name for name in data_list if name]
        if len(set(chosen)) < len(chosen):
            raise forms.ValidationError(gettext("Choose each tie-break once."))
        return chosen


class EventForm(forms.ModelForm):  # type: ignore[type-arg]  # takes none at run time
    """The announcement. The game's options appear once the game is chosen; they are named ``option_<name>``."""

    tie_breaks = OrderField(
        [(name, _(label)) for name, label in TIE_BREAKS.items()],
        label=_("Tie-breaks"),
        required=False,
        help_text=_("They count in this order; leave the rest empty."),
    )
    slug = forms.ChoiceField(label=_("Game"))
    length = forms.TypedChoiceField(
        label=_("Time for each turn or season"),
        coerce=lambda value: int(value) if value else None,
        empty_value=None,
        required=False,
    )

    class Meta:
        model = Event
        fields = "__all__"  # noqa: DJ007  the admin names them by its fieldsets
        exclude: ClassVar = ["options"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        event = self.instance
        if "slug" in self.fields:
            self._choices("slug", [(game.about.slug, tell(game.about.title)) for game in all_games()])
        if "length" in self.fields:
            games = [get_game(event.slug)] if event.pk else all_games()
            seconds = sorted({one for game in games for one in game.about.clock.lengths})
            self._choices("length", [*((str(one), length_words(one)) for one in seconds), ("", length_words(None))])
            self.initial.setdefault("length", str(get_game(event.slug).about.clock.default) if event.pk else "172800")
        if event.pk and event.started_at is None:
            for option in get_game(event.slug).about.options:
                self.fields[f"option_{option.name}"] = forms.ChoiceField(
                    label=tell(option.label),
                    choices=[(choice.value, tell(choice.label)) for choice in option.choices],
                    initial=event.options.get(option.name),
                )
        if "organisers" in self.fields:
            field = self.fields["organisers"]
            assert isinstance(field, forms.ModelMultipleChoiceField)
            field.queryset = User.objects.filter(is_staff=True, is_active=True)

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        event = self.instance
        slug, form = data.get("slug") or event.slug, data.get("format") or event.format
        if not slug:
            return data
        about = get_game(slug).about
        is_tables = form == Format.TABLES
        if is_tables and max(about.seats) < 3:
            self.add_error(None, gettext("This game is played by two: it has no tables of several players."))
        if not is_tables and 2 not in about.seats:
            self.add_error(None, gettext("This game is not played by two; choose tables of several players."))
        lowest, highest = data.get("min_rating"), data.get("max_rating")
        if lowest is not None and highest is not None and lowest > highest:
            self.add_error("max_rating", gettext("The highest rating must not be below the lowest."))
        length = data.get("length")
        if length is not None and not about.clock.lengths[0] <= length <= about.clock.lengths[-1]:
            self.add_error("length", gettext("That length of time is not offered for this game."))
        options = {name.removeprefix("option_"): value for name, value in data.items() if name.startswith("option_")}
        if options or slug != event.slug:
            try:
                event.options = about.full_options(options if slug == event.slug else {})
            except BadOptions as error:
                self.add_error(None, tell(error.reason))
        return data
