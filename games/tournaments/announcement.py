"""What organisers fill in to announce an event."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _t
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


class EventForm(forms.ModelForm):  # type: ignore[type-arg]  # takes none at run time
    """The announcement. The game's options appear once the game is chosen; they are named ``option_<name>``."""

    tie_breaks = forms.MultipleChoiceField(
        label=_("Tie-breaks"),
        choices=[(name, _(label)) for name, label in TIE_BREAKS.items()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("They count in the order in which they stand here."),
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
            self.add_error(None, _t("This game is played by two: it has no tables of several players."))
        if not is_tables and 2 not in about.seats:
            self.add_error(None, _t("This game is not played by two; choose tables of several players."))
        length = data.get("length")
        if length is not None and not about.clock.lengths[0] <= length <= about.clock.lengths[-1]:
            self.add_error("length", _t("That length of time is not offered for this game."))
        options = {name.removeprefix("option_"): value for name, value in data.items() if name.startswith("option_")}
        if options or slug != event.slug:
            try:
                event.options = about.full_options(options if slug == event.slug else {})
            except BadOptions as error:
                self.add_error(None, tell(error.reason))
        return data
