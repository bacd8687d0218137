"""The preview of a round, as organisers change it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from games.matches.errors import Stale
from games.matches.words import tell
from games.tournaments.charts import Chart, dump_sentence
from games.tournaments.checks import check_tables, drawn
from games.tournaments.models import Event, Pairing, Place, Round
from games.tournaments.services.desk import lock_chart, note, write
from games.words import say


def change_pairing(*, event_id: int, by: int, tables: Sequence[Sequence[int]], number: int | None = None) -> list[str]:
    """Set who sits where in the previewed round: entries by table and seat, a table of one being a bye.

    ``number`` is the round that was meant, if it matters.

    What the change breaks is kept as reason with the table and returned in words. Raises
    MatchError if somebody is named twice, is missing or cannot be paired there, Stale without a preview.
    """
    with transaction.atomic():
        chart = lock_chart(event_id)
        if chart.event.state in (Event.State.FINISHED, Event.State.CANCELLED):
            raise Stale(_("The tournament is over."))
        one = _preview(chart, number)
        problems = check_tables(chart, one, tables)
        rows = [row for row in chart.pairings[one.pk] if row.bye != Pairing.Bye.ASKED]
        before = {row.pk: [place.entry_id for place in chart.places[row.pk]] for row in rows}
        if [before[row.pk] for row in rows] == [list(table) for table in tables]:
            return []
        Place.objects.filter(pairing__in=before).delete()
        for row, table, pairing in zip(rows, tables, drawn(chart), strict=True):
            Place.objects.bulk_create(
                Place(round=one, pairing=row, entry_id=entry, seat=seat) for seat, entry in enumerate(table)
            )
            if list(table) != before[row.pk]:
                by_hand = [say("Set by the organiser."), *problems.get(tuple(table), ())]
                reasons = pairing.reasons if tuple(table) == pairing.seats else by_hand
                write(row, reasons=[dump_sentence(reason) for reason in reasons])
        note(chart.event, "changed", by=by, number=one.number)
        return [f"{_names(chart, table)}: {tell(why)}" for table, found in problems.items() for why in found]


def _preview(chart: Chart, number: int | None) -> Round:
    one = chart.open_round
    if one is None or one.state != Round.State.PREVIEW or number not in (None, one.number):
        raise Stale(_("This round is published; its pairing stands."))
    return one


def _names(chart: Chart, table: Sequence[int]) -> str:
    return " – ".join(str(chart.entries[entry].person) for entry in table)
