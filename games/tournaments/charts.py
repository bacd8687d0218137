"""An event with all its rows in memory, and as the pure formats understand it. Six queries, whatever its size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.registry import get_game
from games.tournaments.formats import course
from games.tournaments.formats.bracket import Bracket
from games.tournaments.formats.model import POINT, Bye, Entrant, Format, Plan, Played
from games.tournaments.formats.model import Pairing as Paired
from games.tournaments.formats.scores import Standing
from games.tournaments.models import Entry, Event, Fixture, Pairing, Place, Round
from games.words import Sentence


@dataclass
class Chart:
    """An event's rows. ``rounds`` leaves out annulled ones; their pairings are in ``pairings`` by round."""

    event: Event
    entries: dict[int, Entry]
    rounds: list[Round]
    pairings: Mapping[int, Sequence[Pairing]]
    places: Mapping[int, Sequence[Place]]
    fixtures: Mapping[int, Sequence[Fixture]]

    @cached_property
    def plan(self) -> Plan:
        return plan_of(self.event)

    @cached_property
    def entrants(self) -> list[Entrant]:
        """Everybody who takes or took part, with a seed for all: those without one follow in order of sign-up."""
        taking_part = [entry for entry in self.entries.values() if entry.state != Entry.State.WAITING]
        taking_part.sort(key=lambda entry: (entry.seed is None, entry.seed or 0, entry.pk))
        return [
            Entrant(
                entry.pk,
                place if entry.seed is None else entry.seed,
                entry.joined_round,
                entry.left_round,
                frozenset(entry.absences),
                entry.state == Entry.State.DISQUALIFIED,
            )
            for place, entry in enumerate(taking_part, start=1)
        ]

    @cached_property
    def open_round(self) -> Round | None:
        """The round that is not closed yet, if there is one."""
        return next((one for one in self.rounds if one.state != Round.State.CLOSED), None)

    @cached_property
    def closed(self) -> list[list[Paired]]:
        """The closed rounds as history."""
        return [self.paired(one) for one in self.rounds if one.state == Round.State.CLOSED]

    @cached_property
    def shown(self) -> list[list[Paired]]:
        """All that has been published, the running round included."""
        return [self.paired(one) for one in self.rounds if one.state != Round.State.PREVIEW]

    @cached_property
    def standings(self) -> list[Standing]:
        """The standings by what has been decided so far."""
        return course.standings(self.plan, self.entrants, self.shown)

    @cached_property
    def bracket(self) -> Bracket | None:
        return course.bracket_of(self.plan, self.entrants, self.shown)

    def paired(self, one: Round) -> list[Paired]:
        """The pairings of a round as the formats see them."""
        return [self.pure(pairing) for pairing in self.pairings.get(one.pk, ())]

    def fixtures_of(self, one: Round) -> list[Fixture]:
        """All matches of a round."""
        return [row for pairing in self.pairings.get(one.pk, ()) for row in self.fixtures.get(pairing.pk, ())]

    def pure(self, pairing: Pairing) -> Paired:
        return Paired(
            tuple(place.entry_id for place in self.places.get(pairing.pk, ())),
            tuple(played(fixture) for fixture in self.fixtures.get(pairing.pk, ())),
            pairing.slot,
            Bye(pairing.bye) if pairing.bye else None,
            tuple(load_sentence(reason) for reason in pairing.reasons),
        )

    def waiting(self) -> list[Pairing]:
        """The pairings that keep the open round from closing."""
        one = self.open_round
        if one is None or one.state not in (Round.State.PUBLISHED, Round.State.RUNNING):
            return []
        rows = self.pairings.get(one.pk, ())
        held = course.waits_for(self.plan, self.entrants, one.number, [self.pure(row) for row in rows])
        return [row for row in rows if self.pure(row) in held]

    def next_round(self) -> list[Paired]:
        """What the format pairs after the closed rounds; nothing when the event is decided."""
        return course.next_round(self.plan, self.entrants, self.closed)

    @property
    def next_number(self) -> int:
        """The first round whose pairing is not published."""
        return sum(one.state != Round.State.PREVIEW for one in self.rounds) + 1


def read_chart(event: Event) -> Chart:
    """Read everything of an event."""
    rounds = list(Round.objects.filter(event=event).exclude(state=Round.State.ANNULLED).order_by("number"))
    for one in rounds:
        one.event = event
    pairings = Pairing.objects.filter(round__in=rounds).order_by("round", "board")
    places = Place.objects.filter(round__in=rounds).order_by("pairing", "seat")
    fixtures = Fixture.objects.filter(pairing__round__in=rounds).order_by("pairing", "number")
    fixtures = fixtures.select_related("match").defer("match__position", "match__sealed_seed")
    entries = {entry.pk: entry for entry in event.entries.select_related("person").order_by("pk")}
    return Chart(
        event, entries, rounds, _by(pairings, "round_id"), _by(places, "pairing_id"), _by(fixtures, "pairing_id")
    )


def plan_of(event: Event) -> Plan:
    """What was announced, as the formats understand it."""
    sizes = tuple(get_game(event.slug).about.seats)
    is_tables = event.format == Format.TABLES
    return Plan(
        Format(event.format),
        rounds=event.rounds,
        cycles=event.cycles,
        legs=1 if is_tables else event.legs,
        groups=event.groups,
        advancing=event.advancing,
        has_third_place=event.has_third_place,
        sizes=tuple(size for size in sizes if size > 2) if is_tables else (2,),
        table_size=event.table_size,
        tie_breaks=tuple(event.tie_breaks),
        replays=event.replays,
        decision=event.decision,
        lot=event.lot,
        asked_points=POINT // 2 if event.has_half_byes else 0,
    )


def played(fixture: Fixture) -> Played:
    ranks = None if fixture.ranks is None else {int(entry): rank for entry, rank in fixture.ranks.items()}
    # whose game was cut short by a decision has met the opponent; a forfeit is no game
    return Played(tuple(fixture.seats), ranks, is_played=fixture.how not in (Fixture.How.FORFEIT, Fixture.How.VOID))


def dump_sentence(sentence: Sentence) -> dict[str, Any]:
    """A sentence as JSON."""
    values = {
        name: dump_sentence(value) if isinstance(value, Sentence) else value for name, value in sentence.values.items()
    }
    return {"text": sentence.text, "values": values}


def load_sentence(stored: Mapping[str, Any]) -> Sentence:
    values = {
        name: load_sentence(value) if isinstance(value, dict) else value for name, value in stored["values"].items()
    }
    return Sentence(stored["text"], values)


def _by[T](rows: Iterable[T], key: str) -> dict[int, list[T]]:
    found: dict[int, list[T]] = {}
    for row in rows:
        found.setdefault(getattr(row, key), []).append(row)
    return found
