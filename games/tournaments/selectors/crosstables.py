"""Tables in which everybody's row tells what they made against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.tournaments.charts import Chart
from games.tournaments.formats.groups import group_history, group_rounds, split_groups
from games.tournaments.formats.model import Format, History, points_text
from games.tournaments.formats.scores import ranked
from games.tournaments.selectors.words import entry_name


@dataclass(frozen=True)
class CrossLine:
    """A row: ``cells`` has the points against whoever stands first, second and so on."""

    place: int
    name: str
    score: str
    cells: Sequence[str]
    is_mine: bool


@dataclass(frozen=True)
class GroupTable:
    """One group, by its letter."""

    name: str
    rows: Sequence[CrossLine]


def encounters(history: History, entry_id: int, places: Mapping[int, int]) -> list[str]:
    """The points of one against each of the others, who are known by where they stand in the table."""
    by_place: dict[int, list[str]] = {places[entry_id]: ["×"]}
    for pairings in history:
        for pairing in pairings:
            if entry_id in pairing.seats and pairing.bye is None:
                (other,) = (one for one in pairing.seats if one != entry_id)
                points = [points_text(game.points(entry_id)) for game in pairing.games if game.ranks is not None]
                by_place.setdefault(places[other], []).extend(points)
    return [" ".join(by_place.get(place, ())) for place in range(1, len(places) + 1)]


def group_tables(chart: Chart, person_id: int | None) -> Sequence[GroupTable]:
    """The groups of an event that has begun, as far as they are played; none in another format."""
    if chart.plan.format != Format.GROUPS:
        return []
    starters = [entrant for entrant in chart.entrants if entrant.joined == 1]
    stage = chart.shown[: group_rounds(chart.plan, starters)]
    tables = []
    for slot, group in split_groups(chart.plan, starters).items():
        history = group_history(stage, slot)
        standings = ranked(chart.plan, group, history)
        places = {row.entrant.id: place for place, row in enumerate(standings, start=1)}
        rows = [
            CrossLine(
                row.place,
                entry_name(chart.entries[row.entrant.id]),
                points_text(row.score),
                encounters(history, row.entrant.id, places),
                chart.entries[row.entrant.id].person_id == person_id,
            )
            for row in standings
        ]
        tables.append(GroupTable(slot.removeprefix("G"), rows))
    return tables
