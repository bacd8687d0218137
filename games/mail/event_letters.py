"""Letters about tournaments: what was done, and what it means for the reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Notice, User
from accounts.notices import obstacle
from games.mail.letter import Letter, site_address
from games.mail.relevance import Moot
from games.matches.dates import when
from games.tournaments.models import Act
from games.tournaments.selectors import words
from games.tournaments.selectors.page import EventPage
from games.tournaments.selectors.telling import is_told_by_match


def write_event_letter(notice: Notice) -> Letter:
    """The letter for a notice of kind "event". Raises Moot if it is unwanted or needless, or the event is gone."""
    if hindrance := obstacle(notice):
        raise Moot(hindrance)
    act = Act.objects.select_related("event").filter(pk=notice.data["act"]).first()
    if act is None or (notice.person is not None and is_told_by_match(act, notice.person)):
        raise Moot
    page = EventPage(act.event, notice.person_id)
    link, label = reverse("event", args=[act.event.pk]), _("Open the tournament")
    if act.act in ("overdue", "decided"):
        link, label = reverse("admin:tournaments_event_desk", args=[act.event.pk]), _("Open the organiser’s desk")
    return Letter(
        subject=_("Herald: {event}").format(event=act.event.title),
        lead=words.act_words(act),
        opening=_opening(act, page),
        quote=act.reason,
        link=site_address(link),
        link_label=label,
    )


def _opening(act: Act, page: EventPage) -> Sequence[str]:
    writer = OPENINGS.get(act.act)
    return writer(act, page) if writer else ()


def _published(act: Act, page: EventPage) -> list[str]:
    return [*_pairing(act, page), *_end(act, page)]


def _substitute(act: Act, _page: EventPage) -> list[str]:
    before, after = (_name(act.detail[key]) for key in ("before", "after"))
    return [_("{after} plays on in place of {before}.").format(after=after, before=before)]


def _who(act: Act, page: EventPage) -> list[str]:
    entry = page.chart.entries.get(act.detail["entry"])
    return [words.entry_name(entry) + "."] if entry else []


def _seed(_act: Act, page: EventPage) -> list[str]:
    seed = page.mine.seed if page.mine else None
    return [_("You are seed {n}.").format(n=seed)] if seed else []


def _pairing(act: Act, page: EventPage) -> list[str]:
    for one in page.rounds:
        for line in one.pairings if one.number == act.round else ():
            if not line.is_mine:
                continue
            said = [line.bye] if line.bye else [_("At your table: {names}.").format(names=", ".join(line.players))]
            return [
                *said,
                *line.reasons,
                *(_("Match {n}.").format(n=game.number) for game in line.games if game.number),
            ]
    return []


def _end(act: Act, page: EventPage) -> list[str]:
    due = next((one.due_at for one in page.rounds if one.number == act.round), None)
    return [_("The round ends {when}.").format(when=when(due))] if due else []


def _standing(_act: Act, page: EventPage) -> list[str]:
    mine = next((line for line in page.standings if line.is_mine), None)
    first = [line.name for line in page.standings if line.place == 1]
    said = [_("At the head: {names}.").format(names=", ".join(first))]
    if mine is not None:
        said.append(_("You: place {place}, points {score}.").format(place=mine.place, score=mine.score))
    return said


def _decision(act: Act, page: EventPage) -> list[str]:
    names = {entry.pk: words.entry_name(entry) for entry in page.chart.entries.values()}
    ranks = act.detail["ranks"]
    if not ranks:
        return [_("Nobody gets anything for it.")]
    return [f"{names[int(entry)]}: {rank}." for entry, rank in sorted(ranks.items(), key=lambda pair: pair[1])]


def _name(person_id: int) -> str:
    return str(User.objects.filter(pk=person_id).first() or _("nobody"))


OPENINGS: Mapping[str, Callable[[Act, EventPage], Sequence[str]]] = {
    "start": _seed,
    "seeded": _seed,
    "seeded_by_rating": _seed,
    "published": _published,
    "closed": _standing,
    "finish": _standing,
    "substituted": _substitute,
    "withdrawn": _who,
    "disqualified": _who,
    "reinstated": _who,
    "adjudicated": _decision,
    "forfeited": _decision,
}
