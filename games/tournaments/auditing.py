"""Whether what is stored of a tournament agrees with its matches and with what organisers decided."""

from __future__ import annotations

from collections.abc import Iterator

from games.matches.models import Match, Seat
from games.registry import get_game
from games.tournaments.charts import Chart, read_chart
from games.tournaments.models import Act, Event, Fixture, Round
from games.tournaments.services.fixtures import seat_names


def faults(event: Event) -> Iterator[str]:
    """What is wrong with an event: results that differ from their source, people who should not have been paired."""
    chart = read_chart(event)
    decided = _decided(event)
    for one in chart.rounds:
        yield from _paired_wrongly(chart, one)
        for fixture in chart.fixtures_of(one):
            yield from (
                f"round {one.number}, match {fixture.match_id}: {words}" for words in _fixture(fixture, decided)
            )
            if one.state == Round.State.CLOSED and fixture.how == Fixture.How.OPEN:
                yield f"round {one.number} is closed with an open match {fixture.match_id}"


def _fixture(fixture: Fixture, decided: dict[int, object]) -> Iterator[str]:
    if fixture.how == Fixture.How.PLAYED:
        if fixture.match is None or fixture.match.state != Match.State.OVER:
            yield "counts as played and is not over"
            return
        names = seat_names(get_game(fixture.match.slug), len(fixture.seats))
        ranks = {seat.name: seat.rank or len(names) for seat in Seat.objects.filter(match=fixture.match)}
        found = {str(entry): ranks[name] for entry, name in zip(fixture.seats, names, strict=True)}
        if found != fixture.ranks:
            yield f"the match says {found}, the tournament {fixture.ranks}"
    elif fixture.how in (Fixture.How.ADJUDICATED, Fixture.How.VOID) and fixture.pk in decided:
        if decided[fixture.pk] != fixture.ranks:
            yield f"the organiser decided {decided[fixture.pk]}, the tournament says {fixture.ranks}"
    elif fixture.how == Fixture.How.ADJUDICATED:
        yield "nobody is noted as having decided it"


def _decided(event: Event) -> dict[int, object]:
    """The last word of an organiser about each fixture."""
    acts = Act.objects.filter(event=event, act__in=["adjudicated", "forfeited"]).order_by("pk")
    return {act.detail["fixture"]: act.detail["ranks"] for act in acts}


def _paired_wrongly(chart: Chart, one: Round) -> Iterator[str]:
    entrants = {entrant.id: entrant for entrant in chart.entrants}
    for pairing in chart.pairings.get(one.pk, ()):
        for place in chart.places.get(pairing.pk, ()):
            entrant = entrants.get(place.entry_id)
            if entrant is None or (not pairing.bye and not entrant.is_in(one.number)):
                yield f"round {one.number}, board {pairing.board}: entry {place.entry_id} should not be paired"
