"""What the page of a tournament shows, read once: rounds, standings, cross table, bracket, my own place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _

from games.matches.models import Match
from games.matches.selectors.lines import length_words
from games.matches.words import tell
from games.registry import get_game
from games.tournaments.charts import Chart, read_chart
from games.tournaments.formats.course import rounds_planned
from games.tournaments.formats.model import Pairing as Paired
from games.tournaments.formats.model import points_text
from games.tournaments.formats.scores import TIE_BREAKS, is_by_points
from games.tournaments.models import Entry, Event, Fixture, Pairing, Round
from games.tournaments.selectors import words
from games.tournaments.selectors.crosstables import GroupTable, encounters, group_tables


@dataclass(frozen=True)
class GameLine:
    """One match of a pairing. ``number`` is None until the match is made, or where there never was one."""

    number: int | None
    result: str
    how: str
    is_open: bool


@dataclass(frozen=True)
class PairingLine:
    """A table of a round. ``players`` are in the order of seats; ``bye`` says why somebody is alone."""

    board: int
    slot: str
    players: Sequence[str]
    bye: str
    games: Sequence[GameLine]
    reasons: Sequence[str]
    is_mine: bool


@dataclass(frozen=True)
class RoundLine:
    number: int
    state: str
    is_open: bool
    due_at: datetime | None
    pairings: Sequence[PairingLine]


@dataclass(frozen=True)
class StandingLine:
    place: int
    name: str
    score: str
    breaks: Sequence[str]
    wins: int
    draws: int
    losses: int
    cells: Sequence[str]
    note: str
    is_mine: bool


class EventPage:
    """An event for one reader; None is somebody who is not signed in."""

    def __init__(self, event: Event, person_id: int | None) -> None:
        self.event = event
        self.person_id = person_id

    @cached_property
    def chart(self) -> Chart:
        return read_chart(self.event)

    @cached_property
    def game_title(self) -> str:
        return tell(get_game(self.event.slug).about.title)

    @cached_property
    def facts(self) -> Sequence[tuple[str, str]]:
        about = get_game(self.event.slug).about
        found = [(_("Game"), self.game_title), (tell(about.clock.label), length_words(self.event.length))]
        for option in about.options:
            value = self.event.options.get(option.name, option.choices[0].value)
            if value != option.choices[0].value:
                label = next(choice.label for choice in option.choices if choice.value == value)
                found.append((tell(option.label), tell(label)))
        return [*found, *words.facts(self.chart)]

    @cached_property
    def has_begun(self) -> bool:
        return self.event.started_at is not None

    @cached_property
    def break_names(self) -> Sequence[str]:
        return [_(TIE_BREAKS[name]) for name in self.event.tie_breaks] if self.is_by_points else []

    @cached_property
    def is_by_points(self) -> bool:
        return is_by_points(self.chart.plan) or self.event.format == Event.Kind.GROUPS

    @property
    def has_report(self) -> bool:
        """Whether the tournament report file knows the format."""
        return self.has_begun and self.event.format in (Event.Kind.SWISS, Event.Kind.ROUND_ROBIN)

    @cached_property
    def entrants(self) -> Sequence[Entry]:
        """All who take or took part, by seed, then in the order of sign-up."""
        found = [entry for entry in self.chart.entries.values() if entry.state != Entry.State.WAITING]
        return sorted(found, key=lambda entry: (entry.seed is None, entry.seed or 0))

    @cached_property
    def waiting(self) -> Sequence[Entry]:
        return [entry for entry in self.chart.entries.values() if entry.state == Entry.State.WAITING]

    @cached_property
    def rounds(self) -> Sequence[RoundLine]:
        """Published rounds, the latest first."""
        return [self._round(one) for one in reversed(self.chart.rounds) if one.state != Round.State.PREVIEW]

    @cached_property
    def rounds_planned(self) -> int | None:
        return rounds_planned(self.chart.plan, self.chart.entrants)

    @cached_property
    def standings(self) -> Sequence[StandingLine]:
        if not self.has_begun:
            return []
        places = {row.entrant.id: place for place, row in enumerate(self.chart.standings, start=1)}
        return [
            StandingLine(
                row.place,
                words.entry_name(self.chart.entries[row.entrant.id]),
                points_text(row.score),
                [points_text(value) for value in row.breaks] if self.is_by_points else [],
                row.wins,
                row.draws,
                row.losses,
                self._cells(row.entrant.id, places),
                self._note(row.entrant.id),
                self.chart.entries[row.entrant.id].person_id == self.person_id,
            )
            for row in self.chart.standings
        ]

    @cached_property
    def groups(self) -> Sequence[GroupTable]:
        return group_tables(self.chart, self.person_id) if self.has_begun else []

    def _note(self, entry_id: int) -> str:
        entry = self.chart.entries[entry_id]
        return "" if entry.state == Entry.State.ENTERED else str(entry.get_state_display())

    @cached_property
    def cross_heads(self) -> Sequence[str]:
        """Heads of the cross table: the others' places, or the rounds."""
        if self.event.format == Event.Kind.ROUND_ROBIN:
            return [str(number) for number in range(1, len(self.chart.standings) + 1)]
        return [str(number) for number in range(1, len(self.chart.shown) + 1)]

    def _cells(self, entry_id: int, places: dict[int, int]) -> list[str]:
        """A row of the cross table: points against each other, or round by round opponent and points."""
        if self.event.format == Event.Kind.ROUND_ROBIN:
            return encounters(self.chart.shown, entry_id, places)
        return [self._round_cell(entry_id, pairings, places) for pairings in self.chart.shown]

    def _round_cell(self, entry_id: int, pairings: Sequence[Paired], places: dict[int, int]) -> str:
        for pairing in pairings:
            if entry_id not in pairing.seats:
                continue
            if pairing.bye is not None:
                return f"– {points_text(self.chart.plan.bye_points(pairing.bye))}"
            others = ", ".join(str(places[one]) for one in pairing.seats if one != entry_id)
            if any(game.ranks is None for game in pairing.games):
                return others
            return f"{others}: {points_text(sum(game.points(entry_id) for game in pairing.games))}"
        return ""

    def _round(self, one: Round) -> RoundLine:
        return RoundLine(
            one.number,
            str(one.get_state_display()),
            one.state != Round.State.CLOSED,
            one.due_at if one.state != Round.State.CLOSED else None,
            [self._pairing(pairing) for pairing in self.chart.pairings.get(one.pk, ())],
        )

    def _pairing(self, pairing: Pairing) -> PairingLine:
        entries = [self.chart.entries[place.entry_id] for place in self.chart.places.get(pairing.pk, ())]
        return PairingLine(
            pairing.board,
            pairing.slot,
            [words.entry_name(entry) for entry in entries],
            words.bye_words(self.chart, pairing) if pairing.bye else "",
            [self._game(fixture) for fixture in self.chart.fixtures.get(pairing.pk, ())],
            [*words.reasons_of(pairing), *self._decided(pairing)],
            any(entry.person_id == self.person_id for entry in entries) and self.person_id is not None,
        )

    def _decided(self, pairing: Pairing) -> Sequence[str]:
        """How a drawn pairing of the bracket was decided, as announced."""
        verdict = self.chart.bracket.verdicts.get(pairing.slot) if self.chart.bracket else None
        return [tell(verdict.reason)] if verdict is not None and verdict.reason is not None else []

    def _game(self, fixture: Fixture) -> GameLine:
        is_open = fixture.how == Fixture.How.OPEN
        return GameLine(fixture.match_id, words.fixture_result(fixture), words.how_words(fixture), is_open)

    # --- the reader's own part

    @cached_property
    def mine(self) -> Entry | None:
        if self.person_id is None:
            return None
        return next((entry for entry in self.chart.entries.values() if entry.person_id == self.person_id), None)

    @cached_property
    def my_matches(self) -> Sequence[Match]:
        """The reader's matches of the open round that are being played."""
        one = self.chart.open_round
        # a table of several goes on without those who have left
        if one is None or self.mine is None or self.mine.state != Entry.State.ENTERED:
            return []
        fixtures = [row for row in self.chart.fixtures_of(one) if self.mine.pk in row.seats]
        found = (row.match for row in fixtures if row.how == Fixture.How.OPEN)
        return [match for match in found if match is not None and match.state == Match.State.PLAYING]

    @cached_property
    def can_sign_up(self) -> bool:
        return self.person_id is not None and self.mine is None and self.takes_entries

    @cached_property
    def takes_entries(self) -> bool:
        if self.event.state == Event.State.SIGNUP:
            return True
        is_late = self.event.state == Event.State.RUNNING and self.chart.plan.takes_latecomers
        return is_late and self.chart.next_number <= self.event.late_until

    @cached_property
    def can_leave(self) -> bool:
        states = (Event.State.DRAFT, Event.State.SIGNUP, Event.State.RUNNING, Event.State.PAUSED)
        is_in = self.mine is not None and self.mine.state in (Entry.State.ENTERED, Entry.State.WAITING)
        return is_in and self.event.state in states

    @cached_property
    def rounds_to_sit_out(self) -> Sequence[tuple[int, bool]]:
        """Rounds that the reader may still ask off, and whether they have."""
        if self.mine is None or self.mine.state != Entry.State.ENTERED or not self.chart.plan.grants_byes:
            return []
        if self.event.state not in (Event.State.SIGNUP, Event.State.RUNNING):
            return []
        return [
            (number, number in self.mine.absences) for number in range(self.chart.next_number, self.event.rounds + 1)
        ]
