"""Forms for making and joining matches, built from what the game says of itself."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.contract import AnyGame
from games.matches.selectors.lines import length_words
from games.matches.words import tell
from games.playing import RANDOM

LINE = gettext_lazy("Your line for the dice")
LINE_HELP = gettext_lazy(
    "Any words you like. Every draw of the match depends on them, so nobody, not even this site, "
    "can know the dice beforehand. Left empty, a random line is used."
)


class JoinForm(forms.Form):
    """What somebody who takes a seat may say: which seat, and a line for the dice."""

    wish = forms.ChoiceField(label=gettext_lazy("Which side?"), required=False)
    line = forms.CharField(label=LINE, required=False, max_length=100, help_text=LINE_HELP)

    def __init__(self, game: AnyGame, places: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self._choice("wish").choices = seat_choices(game, places)

    def _choice(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field


class MatchForm(JoinForm):
    """A new match of one game. Option fields are named ``option_<name>``."""

    opponents = forms.ChoiceField(
        label=gettext_lazy("Against whom?"),
        widget=forms.RadioSelect,
        choices=[
            ("open", gettext_lazy("Anybody: the match stands in the lobby")),
            ("invited", gettext_lazy("Somebody you invite by link or address")),
            (RANDOM, gettext_lazy("A practice opponent that plays at random and at once")),
        ],
        initial="open",
    )
    address = forms.EmailField(
        label=gettext_lazy("Address to invite"),
        required=False,
        help_text=gettext_lazy("Optional. You also get a link that you can pass on yourself."),
    )
    length = forms.TypedChoiceField(
        coerce=lambda value: int(value) if value else None, empty_value=None, required=False
    )
    is_watchable = forms.BooleanField(label=gettext_lazy("Others may watch"), required=False, initial=True)

    field_order = ("opponents", "address", "places", "wish", "length")

    def __init__(self, game: AnyGame, *args: Any, **kwargs: Any) -> None:
        places = sorted(game.about.seats)
        super().__init__(game, places[0], *args, **kwargs)
        self.game = game
        levels = [
            (choice.value, _practice(tell(choice.label), number, len(game.about.levels)))
            for number, choice in enumerate(game.about.levels, start=1)
        ]
        self._choice("opponents").choices = [*self._choice("opponents").choices, *levels]  # type: ignore[misc]  # lists here
        if len(places) > 1:
            self.fields["places"] = forms.TypedChoiceField(
                label=_("How many play?"), coerce=int, choices=[(n, n) for n in places]
            )
        clock = game.about.clock
        self.fields["length"].label = tell(clock.label)
        self.fields["length"].initial = str(clock.default)
        self._choice("length").choices = [(str(s), length_words(s)) for s in clock.lengths] + [("", length_words(None))]
        for option in game.about.options:
            self.fields[f"option_{option.name}"] = forms.ChoiceField(
                label=tell(option.label),
                help_text=tell(option.help) if option.help else "",
                choices=[(choice.value, tell(choice.label)) for choice in option.choices],
            )
        self.order_fields([*self.field_order, *(f"option_{option.name}" for option in game.about.options)])

    def match(self) -> dict[str, Any]:
        """Arguments for ``services.create_match`` from a valid form."""
        data = self.cleaned_data
        places = data.get("places") or min(self.game.about.seats)
        return {
            "slug": self.game.about.slug,
            "options": {option.name: data[f"option_{option.name}"] for option in self.game.about.options},
            "places": places,
            "length": data["length"],
            "wish": data["wish"],
            "line": data["line"],
            "robots": 0 if data["opponents"] in ("open", "invited") else places - 1,
            "level": RANDOM if data["opponents"] in ("open", "invited") else data["opponents"],
            "is_invited": data["opponents"] == "invited",
            "is_watchable": data["is_watchable"],
        }


def _practice(level: str, number: int, levels: int) -> str:
    """A level by name and, since names alone do not tell, where it stands among them."""
    if number == 1 < levels:
        return _("A practice opponent: {level}, the weakest").format(level=level)
    if number == levels > 1:
        return _("A practice opponent: {level}, the strongest").format(level=level)
    return _("A practice opponent: {level}").format(level=level)


def seat_choices(game: AnyGame, places: int) -> list[tuple[str, str]]:
    return [("", _("No preference")), *((seat.name, tell(seat.title)) for seat in game.about.seats[places])]
