"""Seeds: by rating, or set by the organisers until the first round is published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from games.matches.errors import MatchError, Stale
from games.ratings.selectors import skills_of
from games.tournaments.charts import Chart
from games.tournaments.models import Entry, Event
from games.tournaments.services.desk import draft_round, lock_chart, note, people_of


def set_seeds(*, event_id: int, by: int, seeds: Mapping[int, int]) -> None:
    """Give every entry that takes part its seed, 1 the strongest; with no seeds at all they follow from ratings.

    A first round that is previewed is paired anew. Raises MatchError naming seeds that are
    missing, double or out of range; Stale once the first round is published.
    """
    with transaction.atomic():
        chart = lock_chart(event_id)
        expect_seedable(chart)
        entered = [entry for entry in chart.entries.values() if entry.state == Entry.State.ENTERED]
        if seeds:
            _expect_whole(entered, seeds)
        has_begun = chart.event.state == Event.State.RUNNING
        wanted = {entry.pk: seeds.get(entry.pk) for entry in entered}
        if has_begun and not seeds:
            wanted = {entry.pk: seed for seed, entry in enumerate(by_strength(chart, entered), start=1)}
        if wanted == {entry.pk: entry.seed for entry in entered}:
            return
        _write(chart, [entry for entry in entered if wanted[entry.pk]], wanted)
        told = people_of(chart) if has_begun else []
        note(chart.event, "seeded" if seeds else "seeded_by_rating", by=by, tell=told)
        if has_begun:
            draft_round(lock_chart(event_id), by)


def expect_seedable(chart: Chart) -> None:
    """Raises Stale once the first round is published, or the event is over."""
    states = (Event.State.DRAFT, Event.State.SIGNUP, Event.State.RUNNING)
    if chart.event.state not in states or chart.next_number > 1:
        raise Stale(_("The first round is published; the seeds stand."))


def by_strength(chart: Chart, entered: Iterable[Entry]) -> list[Entry]:
    """By rating, the strongest first; equals in the order of sign-up."""
    skills = skills_of([entry.person_id for entry in chart.entries.values()], chart.event.slug)
    return sorted(entered, key=lambda entry: (-skills[entry.person_id].number, entry.pk))


def by_seed(chart: Chart, entered: Iterable[Entry]) -> list[Entry]:
    """As the seeds were set by hand; whoever has none follows by rating."""
    return sorted(by_strength(chart, entered), key=lambda entry: (entry.seed is None, entry.seed or 0))


def number_seeds(chart: Chart, entered: Iterable[Entry]) -> None:
    """Give the seeds from 1 on, in the order of ``by_seed``."""
    ordered = by_seed(chart, entered)
    _write(chart, ordered, {entry.pk: seed for seed, entry in enumerate(ordered, start=1)})


def _write(chart: Chart, entries: Sequence[Entry], seeds: Mapping[int, int | None]) -> None:
    # those who left before the first round go behind; first all are taken away, as no two may have the same meanwhile
    left = [entry for entry in chart.entries.values() if entry.seed is not None and entry.pk not in seeds]
    Entry.objects.filter(event=chart.event).update(seed=None)
    for entry in entries:
        entry.seed = seeds[entry.pk]
    for seed, entry in enumerate(left, start=len(seeds) + 1):
        entry.seed = seed
    Entry.objects.bulk_update([*entries, *left], ["seed"])


def _expect_whole(entered: Sequence[Entry], seeds: Mapping[int, int]) -> None:
    names = {entry.pk: str(entry.person) for entry in entered}
    if foreign := set(seeds) - set(names):
        raise MatchError(_("{n} of those named do not take part.").format(n=len(foreign)))
    troubles = []
    if missing := [name for entry, name in names.items() if entry not in seeds]:
        troubles.append(_("No seed for: {names}.").format(names=", ".join(missing)))
    for seed, times in sorted(Counter(seeds.values()).items()):
        bearers = ", ".join(names[entry] for entry in names if seeds.get(entry) == seed)
        if times > 1:
            troubles.append(_("Seed {n} is given to several: {names}.").format(n=seed, names=bearers))
        if not 1 <= seed <= len(names):
            troubles.append(
                _("Seed {n} ({names}) is out of range: the seeds go from 1 to {most}.").format(
                    n=seed, names=bearers, most=len(names)
                )
            )
    if unused := [str(seed) for seed in range(1, len(names) + 1) if seed not in seeds.values()]:
        troubles.append(_("Given to nobody: {seeds}.").format(seeds=", ".join(unused)))
    if troubles:
        raise MatchError(" ".join(troubles))
