"""Wars of Molon Labe for the tests of season timers and standing answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.contract import Game
from games.matches import codec, services
from games.matches.models import Match, Ply, Seat
from games.matches.services.playing import Filed
from games.registry import get_game

DAY = 86400


@dataclass(frozen=True)
class War:
    """A match and who sits where; seats act in the order of their letters."""

    pk: int
    people: dict[str, User]

    @property
    def match(self) -> Match:
        """As it is stored now."""
        return Match.objects.get(pk=self.pk)

    @property
    def game(self) -> Game[Any, Any, Any]:
        return get_game("molon_labe")

    @property
    def state(self) -> Any:
        return codec.load_state(self.game, self.match.position)

    @property
    def to_act(self) -> str:
        return Seat.objects.get(match=self.pk, is_to_act=True).name

    @property
    def due_at(self) -> datetime:
        due_at = self.match.due_at
        assert due_at is not None
        return due_at

    @property
    def started_at(self) -> datetime:
        """When the present season began."""
        started_at = self.match.period_started_at
        assert started_at is not None
        return started_at

    @property
    def last_ply(self) -> Ply:
        return Ply.objects.filter(match=self.pk).latest("number")

    def person(self, seat: str = "") -> User:
        return self.people[seat or self.to_act]

    def file(self, text: str, seat: str = "") -> Filed:
        return services.file_orders(match_id=self.pk, person_id=self.person(seat).pk, ply=self.match.ply, text=text)

    def resign(self, seat: str) -> None:
        services.resign(match_id=self.pk, person_id=self.people[seat].pk, ply=self.match.ply)

    def file_part(self) -> None:
        """One general stays where it is: an action that is always allowed."""
        order = next(
            entry.order
            for entry in self.game.legal_orders(self.state, self.to_act).entries
            if entry.order.kind == "move"
        )
        self.file(f"{self.game.write([order])}\nmore")

    def place(self, general: str, city: str) -> None:
        """Put a general, as ``romans 4``, into a city."""
        kingdom, number = general.split()
        generals = tuple(
            replace(one, city=city) if (one.kingdom, one.number) == (kingdom, int(number)) else one
            for one in self.state.generals
        )
        self.change(generals=generals)

    def change(self, **changes: Any) -> None:
        """Change the stored position, which play then goes on from."""
        state = replace(self.state, **changes)
        Match.objects.filter(pk=self.pk).update(position=codec.dump_state(state))

    def wind(self, span: timedelta) -> None:
        """Let that much time pass: everything that the match remembers lies so much further back."""
        Match.objects.filter(pk=self.pk).update(
            due_at=F("due_at") - span, period_started_at=F("period_started_at") - span
        )
        Ply.objects.filter(match=self.pk).update(resolved_at=F("resolved_at") - span)

    def pass_instant(self) -> None:
        """Let time pass until just after the instant of the seat to act, and sweep."""
        self.wind(self.due_at - timezone.now() + timedelta(milliseconds=1))
        assert services.resolve_ply(match_id=self.pk)


def begin_war(people: dict[str, User], *, days: float = 5, is_chosen: bool = True) -> War:
    """A war of so many people; with ``is_chosen`` every kingdom is chosen by default and the first turn begins."""
    first, *rest = people
    match = services.create_match(
        person_id=people[first].pk,
        slug="molon_labe",
        options={},
        places=len(people),
        length=round(days * DAY),
        wish=first,
    )
    for seat in rest:
        services.join_match(match_id=match.pk, person_id=people[seat].pk, wish=seat)
    war = War(match.pk, people)
    if is_chosen:
        for _ in people:
            war.pass_instant()
    return war
