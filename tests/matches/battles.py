"""Battles of Calenzano for the tests of turns filed in parts and of the map."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.calenzano import GAME
from games.calenzano.position import State
from games.calenzano.tests.field import battle
from games.matches import codec, services
from games.matches.models import Match, Ply, Sheet
from games.matches.services.playing import Filed
from games.registry import get_game

DAY = 86400


@dataclass(frozen=True)
class Battle:
    """A match and who sits where."""

    pk: int
    people: dict[str, User]

    @property
    def match(self) -> Match:
        """As it is stored now."""
        return Match.objects.get(pk=self.pk)

    @property
    def address(self) -> str:
        return f"/matches/{self.pk}/"

    @property
    def state(self) -> State:
        state = codec.load_state(get_game("calenzano"), self.match.position)
        assert isinstance(state, State)
        return state

    @property
    def last_ply(self) -> Ply:
        return Ply.objects.filter(match=self.pk).latest("number")

    def file(self, seat: str, text: str) -> Filed:
        person = self.people[seat].pk
        return services.file_orders(match_id=self.pk, person_id=person, ply=self.match.ply, text=text)

    def is_filed(self, seat: str) -> bool:
        return Sheet.objects.filter(match=self.pk, ply=self.match.ply, seat=seat, filed_at__isnull=False).exists()

    def deploy(self) -> None:
        """Both take their usual cells, and the first turn begins."""
        for seat in self.people:
            self.file(seat, GAME.write(GAME.default_orders(State(), seat) or ()))
        assert services.resolve_ply(match_id=self.pk)

    def stand(self, north: str, south: str, seat: str, **rest: Any) -> None:
        """Put other figures on the map, and give the turn to a seat."""
        now = self.state
        state = battle(north, south, seat, turn=now.turn, period=now.period, **rest)
        self._store(state)

    def change(self, **changes: Any) -> None:
        """Change the stored position, which play then goes on from."""
        self._store(replace(self.state, **changes))

    def _store(self, state: State) -> None:
        phase = GAME.phase(state)
        Match.objects.filter(pk=self.pk).update(position=codec.dump_state(state), phase=phase.name)
        for seat in self.match.seats.all():
            seat.is_to_act = seat.name in phase.to_act
            seat.save(update_fields=["is_to_act"])

    def pass_deadline(self) -> None:
        """Let time pass until just after the deadline, and sweep."""
        due_at = self.match.due_at
        assert due_at is not None
        span = due_at - timezone.now() + timedelta(milliseconds=1)
        Match.objects.filter(pk=self.pk).update(
            due_at=F("due_at") - span, period_started_at=F("period_started_at") - span
        )
        assert services.resolve_ply(match_id=self.pk)


def begin_battle(north: User, south: User, *, is_deployed: bool = True, **options: str) -> Battle:
    """A battle of three-day turns; with ``is_deployed`` both stand on their usual cells and the first turn waits."""
    match = services.create_match(
        person_id=north.pk, slug="calenzano", options=options, places=2, length=3 * DAY, wish="N"
    )
    services.join_match(match_id=match.pk, person_id=south.pk, wish="S")
    battle = Battle(match.pk, {"N": north, "S": south})
    if is_deployed:
        battle.deploy()
    return battle
