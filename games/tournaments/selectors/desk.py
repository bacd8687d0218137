"""What an organiser's desk shows of an event: the next step, the preview, and what the round waits for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Max

from games.matches.models import Match, Ply, Seat
from games.tournaments.formats.changes import section
from games.tournaments.models import Act, Entry, Event, Fixture, Pairing, Round
from games.tournaments.selectors import words
from games.tournaments.selectors.page import EventPage

ACTS_SHOWN = 30


@dataclass(frozen=True)
class PreviewLine:
    """A table of the preview: who sits in which seat, and why. ``choices`` are those who may sit there, with names."""

    board: int
    slot: str
    entries: Sequence[int]
    choices: Sequence[tuple[int, str]]
    bye: str
    reasons: Sequence[str]


@dataclass(frozen=True)
class WaitingLine:
    """A match that the round waits for: whose turn it is, since when, until when, or that its clock stands still."""

    fixture: int
    match: int | None
    players: str
    awaited: str
    since: datetime | None
    due_at: datetime | None
    is_paused: bool


class Desk(EventPage):
    """An event for its organisers."""

    def __init__(self, event: Event) -> None:
        super().__init__(event, None)

    @cached_property
    def open_round(self) -> Round | None:
        return self.chart.open_round

    @cached_property
    def is_preview(self) -> bool:
        is_on = self.event.state in (Event.State.RUNNING, Event.State.PAUSED)
        return is_on and self.open_round is not None and self.open_round.state == Round.State.PREVIEW

    @cached_property
    def steps(self) -> Sequence[str]:
        """The steps that are possible now, the most likely first."""
        match self.event.state:
            case Event.State.DRAFT:
                return ["open_signup", "start"]
            case Event.State.SIGNUP:
                return ["start", "close_signup"]
            case Event.State.PAUSED:
                return ["resume"]
            case Event.State.RUNNING if self.is_preview:
                return ["publish", "pair"]
            case Event.State.RUNNING if self.open_round is None:
                return ["finish"]
        return []

    @cached_property
    def preview(self) -> Sequence[PreviewLine]:
        one = self.open_round
        if one is None or not self.is_preview:
            return []
        rows = [pairing for pairing in self.chart.pairings.get(one.pk, ()) if not _is_asked(pairing)]
        choices: dict[str, list[tuple[int, str]]] = {}
        for row in rows:
            seated = (self.chart.entries[place.entry_id] for place in self.chart.places[row.pk])
            here = [(entry.pk, words.entry_name(entry)) for entry in seated]
            choices.setdefault(section(self.chart.pure(row)), []).extend(here)
        for found in choices.values():
            found.sort(key=lambda pair: pair[1])
        return [self._line(row, choices[section(self.chart.pure(row))]) for row in rows]

    @cached_property
    def asked(self) -> Sequence[str]:
        """Who sits the previewed round out on request."""
        one = self.open_round
        rows = self.chart.pairings.get(one.pk, ()) if one is not None and self.is_preview else ()
        places = (place for row in rows if _is_asked(row) for place in self.chart.places[row.pk])
        return [words.entry_name(self.chart.entries[place.entry_id]) for place in places]

    def _line(self, pairing: Pairing, choices: Sequence[tuple[int, str]]) -> PreviewLine:
        return PreviewLine(
            pairing.board,
            pairing.slot,
            [place.entry_id for place in self.chart.places[pairing.pk]],
            choices,
            words.bye_words(self.chart, pairing) if pairing.bye else "",
            words.reasons_of(pairing),
        )

    @cached_property
    def waits_for(self) -> Sequence[WaitingLine]:
        """The matches that keep the open round from closing."""
        rows = [
            row
            for pairing in self.chart.waiting()
            for row in self.chart.fixtures.get(pairing.pk, ())
            if row.how == Fixture.How.OPEN
        ]
        seats: dict[int, list[Seat]] = {}
        to_act = Seat.objects.filter(match__in=[row.match_id for row in rows if row.match_id], is_to_act=True)
        for seat in to_act.select_related("player"):
            seats.setdefault(seat.match_id, []).append(seat)
        # not when the time began to run: more time and pauses move that
        played = Ply.objects.filter(match__in=[row.match_id for row in rows if row.match_id]).order_by()
        moved = dict(played.values_list("match").annotate(Max("resolved_at")))
        return [self._waiting(row, seats.get(row.match_id or 0, []), moved.get(row.match_id or 0)) for row in rows]

    @cached_property
    def clocks_standing(self) -> int:
        """How many of the matches that the round waits for have their clocks stopped."""
        return sum(line.is_paused for line in self.waits_for)

    def _waiting(self, row: Fixture, seats: Sequence[Seat], moved_at: datetime | None) -> WaitingLine:
        match = row.match
        is_on = match is not None and match.state == Match.State.PLAYING
        return WaitingLine(
            row.pk,
            row.match_id,
            " – ".join(words.entry_name(self.chart.entries[entry]) for entry in row.seats),
            ", ".join(str(seat.player) for seat in seats),
            moved_at or match.started_at if match is not None and is_on else None,
            match.due_at if match is not None and is_on else None,
            match is not None and match.paused_at is not None,
        )

    @cached_property
    def entries(self) -> Sequence[Entry]:
        return [*self.entrants, *self.waiting]

    @cached_property
    def log(self) -> Sequence[tuple[Act, str]]:
        """The last acts, the latest first."""
        acts = Act.objects.filter(event=self.event).select_related("person")[:ACTS_SHOWN]
        return [(act, self._act_words(act)) for act in acts]

    def _act_words(self, act: Act) -> str:
        entry = self.chart.entries.get(act.detail.get("entry", 0))
        said = words.act_words(act)
        return f"{said} ({words.entry_name(entry)})" if entry is not None else said


def _is_asked(pairing: Pairing) -> bool:
    return pairing.bye == Pairing.Bye.ASKED
