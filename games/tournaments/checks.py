"""Whether a pairing changed by hand can be at all, and what it breaks, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.matches.errors import MatchError
from games.tournaments.charts import Chart
from games.tournaments.formats.changes import Change, section
from games.tournaments.formats.model import Bye, Pairing
from games.tournaments.models import Round
from games.words import Sentence


def drawn(chart: Chart) -> list[Pairing]:
    """The previewed round as the format pairs it, without those who asked to sit it out."""
    return [pairing for pairing in chart.next_round() if pairing.bye != Bye.ASKED]


def check_tables(
    chart: Chart, one: Round, tables: Sequence[Sequence[int]]
) -> Mapping[tuple[int, ...], Sequence[Sentence]]:
    """What the rules would not have done at each table. Raises MatchError for what cannot be at all."""
    pairings = drawn(chart)
    _expect_everybody(chart, pairings, tables)
    _expect_places(chart, one, pairings, tables)
    change = Change(chart.plan, chart.entrants, chart.closed, pairings, [tuple(table) for table in tables])
    return change.troubles()


def _expect_everybody(chart: Chart, pairings: Sequence[Pairing], tables: Sequence[Sequence[int]]) -> None:
    present = [entry for pairing in pairings for entry in pairing.seats]
    named = Counter(entry for table in tables for entry in table)
    if foreign := set(named) - set(present):
        raise MatchError(_("{n} of those named are not in this round.").format(n=len(foreign)))
    troubles = []
    if twice := [entry for entry in present if named[entry] > 1]:
        troubles.append(_("Named more than once: {names}.").format(names=_names(chart, twice)))
    if missing := [entry for entry in present if entry not in named]:
        troubles.append(_("Missing: {names}.").format(names=_names(chart, missing)))
    if troubles:
        raise MatchError(" ".join([*troubles, _("Everybody who is present must be named exactly once.")]))
    if [len(table) for table in tables] != [len(pairing.seats) for pairing in pairings]:
        raise MatchError(_("The tables keep their sizes."))


def _expect_places(chart: Chart, one: Round, pairings: Sequence[Pairing], tables: Sequence[Sequence[int]]) -> None:
    """In groups and brackets people change places only within one group, or one round of the bracket."""
    home = {entry: section(pairing) for pairing in pairings for entry in pairing.seats}
    here = {entrant.id for entrant in chart.entrants if entrant.is_in(one.number)}
    for pairing, table in zip(pairings, tables, strict=True):
        if strangers := [entry for entry in table if home[entry] != section(pairing)]:
            raise MatchError(
                _(
                    "{names} cannot play at {place}: people change places only within their group, "
                    "or within one round of the bracket."
                ).format(names=_names(chart, strangers), place=pairing.slot)
            )
        if len(table) > 1 and (gone := [entry for entry in table if entry not in here]):
            raise MatchError(_("No longer in the tournament: {names}.").format(names=_names(chart, gone)))


def _names(chart: Chart, entries: Sequence[int]) -> str:
    return ", ".join(str(chart.entries[entry].person) for entry in entries)
