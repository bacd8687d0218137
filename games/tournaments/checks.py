"""What a pairing changed by hand breaks, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from games.matches.errors import MatchError
from games.tournaments.charts import Chart
from games.tournaments.formats.model import Format, Record, records
from games.tournaments.formats.tables import count_firsts, count_meetings
from games.tournaments.models import Pairing, Round
from games.words import Sentence, say


def check_tables(
    chart: Chart, one: Round, tables: Sequence[Sequence[int]]
) -> Mapping[tuple[int, ...], Sequence[Sentence]]:
    """What the rules would not have done at each table. Raises MatchError for what cannot be at all."""
    present = _expect_possible(chart, one, tables)
    done = records(chart.plan, chart.entrants, chart.closed)
    firsts = count_firsts(chart.entrants, chart.closed)
    met = count_meetings(chart.closed)
    least = min((firsts[entry] for entry in present), default=0)
    found: dict[tuple[int, ...], list[Sentence]] = {}
    for table in tables:
        sentences = [*_bye_troubles(table, done, present)]
        if len(table) > 1:
            again = sum(met[min(a, b), max(a, b)] > 0 for i, a in enumerate(table) for b in table[i + 1 :])
            if again:
                sentences.append(say("Pairs here that have met before: {n}.", n=again))
            if chart.plan.format == Format.TABLES and firsts[table[0]] > least:
                sentences.append(say("The first seat goes to one who has had it oftener than another."))
            if chart.plan.format == Format.SWISS:
                sentences += _seat_troubles(table, done)
        if sentences:
            found[tuple(table)] = sentences
    return found


def _expect_possible(chart: Chart, one: Round, tables: Sequence[Sequence[int]]) -> list[int]:
    """Everybody who is present. Raises MatchError unless each sits once, at tables of the same sizes."""
    rows = [row for row in chart.pairings[one.pk] if row.bye != Pairing.Bye.ASKED]
    present = [place.entry_id for row in rows for place in chart.places[row.pk]]
    named = [entry for table in tables for entry in table]
    if sorted(named) != sorted(present):
        raise MatchError(_("Everybody who is present must be named exactly once."))
    sizes = [len(chart.places[row.pk]) for row in rows]
    if [len(table) for table in tables] != sizes:
        raise MatchError(_("The tables keep their sizes."))
    if chart.plan.format not in (Format.SWISS, Format.TABLES):
        here = [{place.entry_id for place in chart.places[row.pk]} for row in rows]
        if [set(table) for table in tables] != here:
            raise MatchError(_("In this format the pairs follow from the draw; only their seats can be swapped."))
    return present


def _bye_troubles(table: Sequence[int], done: Mapping[int, Record], present: Sequence[int]) -> Iterable[Sentence]:
    if len(table) == 1 and done[table[0]].byes() and not all(done[one].byes() for one in present):
        yield say("A second bye for the same player, while others have had none.")


def _seat_troubles(table: Sequence[int], done: Mapping[int, Record]) -> Iterable[Sentence]:
    first, second = (done[entry].seats() for entry in table)
    if first[-2:] == [0, 0] or second[-2:] == [1, 1]:
        yield say("The same seat for the third time in a row.")
    gap = abs(done[table[0]].score - done[table[1]].score)
    others = [abs(done[table[0]].score - record.score) for one, record in done.items() if one != table[0]]
    if gap and 0 in others:
        yield say("Their points differ, while there are others with as many.")
