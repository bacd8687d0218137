"""The words of tournaments: results, reasons, what was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.matches.dates import when
from games.matches.words import tell
from games.tournaments.charts import Chart, load_sentence
from games.tournaments.formats.model import POINT, points_text
from games.tournaments.models import Act, Entry, Event, Fixture, Pairing

ACTS: Mapping[str, Promise] = {
    "open_signup": gettext_lazy("Sign-up was opened."),
    "close_signup": gettext_lazy("Sign-up was closed."),
    "start": gettext_lazy("The tournament has begun."),
    "seeded": gettext_lazy("The seeds were set by the organisers."),
    "seeded_by_rating": gettext_lazy("The seeds follow the ratings again."),
    "entered": gettext_lazy("Entered for the tournament."),
    "waiting": gettext_lazy("The tournament is full: put on its waiting list."),
    "unentered": gettext_lazy("An entry was taken back."),
    "withdrawn": gettext_lazy("A player has left the tournament."),
    "disqualified": gettext_lazy("A player was disqualified."),
    "reinstated": gettext_lazy("A player was taken back into the tournament."),
    "substituted": gettext_lazy("A place was given to a substitute."),
    "absent": gettext_lazy("A player sits round {n} out."),
    "present": gettext_lazy("A player plays round {n} after all."),
    "paired": gettext_lazy("Round {n} was paired."),
    "changed": gettext_lazy("The organiser changed the pairing of round {n}."),
    "published": gettext_lazy("Round {n} is published."),
    "closed": gettext_lazy("Round {n} is over."),
    "extended": gettext_lazy("Round {n} was extended."),
    "extended_match": gettext_lazy("The deadline of a match of round {n} was moved."),
    "overdue": gettext_lazy("The end of round {n} has come, and matches are unfinished: please adjudicate."),
    "drawn": gettext_lazy("Round {n} has ended; what was unfinished counts as drawn."),
    "adjudicated": gettext_lazy("An organiser has decided a match of round {n}."),
    "forfeited": gettext_lazy("An organiser has let a match of round {n} be forfeited."),
    "undone": gettext_lazy("An organiser has taken a decision about a match of round {n} back."),
    "annulled": gettext_lazy("Round {n} was annulled; it will be paired anew."),
    "pause": gettext_lazy("The tournament is paused, and the clocks of its matches stand still."),
    "resume": gettext_lazy("The tournament goes on."),
    "decided": gettext_lazy("All rounds are played: look at the standings and finish the tournament."),
    "finish": gettext_lazy("The tournament is over."),
    "cancel": gettext_lazy("The tournament was called off."),
    "message": gettext_lazy("The organisers write:"),
}


def act_words(act: Act) -> str:
    """What was done, in one sentence or two."""
    words = str(ACTS[act.act]).replace("{n}", str(act.round))
    due = act.detail.get("due")
    if act.act == "extended" and due:
        words = f"{words} {_('It ends {when}.').format(when=when(datetime.fromisoformat(due)))}"
    return words


def entry_name(entry: Entry) -> str:
    return str(entry.person)


def reasons_of(pairing: Pairing) -> list[str]:
    """Why these meet, or why somebody has no opponent."""
    return [tell(load_sentence(reason)) for reason in pairing.reasons]


def fixture_result(fixture: Fixture) -> str:
    """A result as tables write it, in the order of seats: 1–0, ½–½; by places at a table of several."""
    if fixture.ranks is None:
        return ""
    ranks = [fixture.ranks.get(str(entry)) for entry in fixture.seats]
    if len(ranks) != 2:
        return ", ".join("–" if rank is None else str(rank) for rank in ranks)
    if fixture.how == Fixture.How.FORFEIT:
        return "–".join("+" if rank == 1 else "-" for rank in ranks)
    if not fixture.ranks:
        return "0–0"
    if ranks[0] == ranks[1]:
        return "½–½"
    return "1–0" if ranks[0] == 1 else "0–1"


def how_words(fixture: Fixture) -> str:
    """How it was decided, unless at the board."""
    if fixture.how in (Fixture.How.OPEN, Fixture.How.PLAYED):
        return ""
    return str(fixture.get_how_display())


def bye_words(chart: Chart, pairing: Pairing) -> str:
    """What a bye gives: “bye, 1 point”."""
    pure = chart.pure(pairing)
    points = chart.plan.bye_points(pure.bye) if pure.bye else 0
    words = pairing.get_bye_display()
    return f"{words} (+{points_text(points)})" if points else str(words)


def _replays(event: Event) -> str:
    how = event.get_decision_display()
    if not event.replays:
        return _("decided at once: {how}").format(how=how)
    words = ngettext(
        "played again once with the seats swapped, then {how}",
        "played again up to {n} times with the seats swapped, then {how}",
        event.replays,
    )
    return words.format(n=event.replays, how=how)


def facts(chart: Chart) -> Sequence[tuple[str, str]]:
    """What was announced, as pairs of label and value."""
    event, plan = chart.event, chart.plan
    found = [(_("Format"), event.get_format_display())]
    if event.format in ("swiss", "tables"):
        found.append((_("Rounds"), str(event.rounds)))
    if event.format in ("round_robin", "groups") and event.cycles > 1:
        found.append((_("Everybody meets everybody"), _("{n} times").format(n=event.cycles)))
    if event.format == "groups":
        found.append((_("Groups"), str(event.groups)))
        found.append((_("Of each group go on"), str(event.advancing)))
    if event.format == "tables":
        found.append((_("Players at a table"), str(event.table_size)))
    if plan.legs > 1:
        found.append((_("A pairing"), _("two matches at the same time, with the seats swapped")))
    if event.format in ("single", "double", "groups"):
        found.append((_("A drawn knock-out match is"), _replays(event)))
    if event.min_rating is not None or event.max_rating is not None:
        low, high = event.min_rating or "…", event.max_rating or "…"
        found.append((_("Ratings"), f"{low} – {high}"))
    if event.round_days:
        found.append((_("Days for a round"), f"{event.round_days}; {event.get_at_round_end_display()}"))
    if event.format in ("swiss", "tables"):
        asked = points_text(POINT // 2) if event.has_half_byes else "0"
        found.append((_("A bye on request gives"), asked))
    found.append((_("Lots are drawn from the text"), event.lot))
    return found
