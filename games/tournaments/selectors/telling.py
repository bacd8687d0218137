"""One mail for one thing: what a match's mails say of its tournament, and which mails of the tournament that spares."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.notices import is_muted
from games.matches.dates import when
from games.matches.models import Seat
from games.tournaments.models import Act, Entry, Event, Fixture, Round
from games.tournaments.selectors import words

# the states of an entry, and the acts that led to them, in which somebody has left
GONE = (Entry.State.WITHDRAWN.value, Entry.State.DISQUALIFIED.value)


def is_told_by_match(act: Act, person: User) -> bool:
    """Whether a mail of a match of that person says the same as the act, and more."""
    if act.act == "published":
        mine = Fixture.objects.filter(pairing__round__event=act.event, pairing__round__number=act.round or 0)
        mine = mine.filter(Q(how=Fixture.How.OPEN) | Q(match__isnull=False), pairing__places__entry__person=person)
        return not is_muted(person, "started") and mine.exists()
    kind = "organiser"
    if act.act in GONE:
        if Entry.objects.filter(pk=act.detail["entry"], person=person).exists():
            return False
        kind = "result"
    matches = act.detail.get("matches", ())
    return (
        bool(matches) and not is_muted(person, kind) and Seat.objects.filter(match__in=matches, player=person).exists()
    )


def round_lines(match_id: int) -> Sequence[str]:
    """For the mail that begins a match: the tournament and its round, why these meet, until when; else nothing."""
    fixture = _fixture_of(match_id)
    if fixture is None:
        return ()
    one = fixture.pairing.round
    named = _("{event}, round {n}.").format(event=one.event.title, n=one.number)
    replayed = [_("The match before was drawn; it is played again.")] if fixture.number > one.event.legs else []
    return [named, *replayed, *words.reasons_of(fixture.pairing), *_end_of(one)]


def end_lines(match_id: int) -> Sequence[str]:
    """For the mail that moves a deadline: until when the round is played."""
    fixture = _fixture_of(match_id)
    return _end_of(fixture.pairing.round) if fixture else ()


def decision_lines(match_id: int) -> Sequence[str]:
    """For the mail that ends a match without its own result: what counts in the tournament."""
    fixture = _fixture_of(match_id)
    if fixture is None or fixture.how in (Fixture.How.OPEN, Fixture.How.PLAYED):
        return ()
    one = fixture.pairing.round
    if one.state == Round.State.ANNULLED or one.event.state == Event.State.CANCELLED:
        act = "annulled" if one.state == Round.State.ANNULLED else "cancel"
        return [f"{one.event.title}.", str(words.ACTS[act]).replace("{n}", str(one.number))]
    if not fixture.ranks:
        return [_("{event}: nobody gets anything for this match.").format(event=one.event.title)]
    entries = Entry.objects.filter(pk__in=fixture.seats).select_related("person")
    places = sorted((fixture.ranks[str(entry.pk)], words.entry_name(entry)) for entry in entries)
    counts = ", ".join(f"{name} {place}" for place, name in places)
    return [_("{event}: the match counts by these places: {places}.").format(event=one.event.title, places=counts)]


def leaving_lines(match_id: int, reader: User | None) -> Sequence[str]:
    """For the mail of a result: who left the tournament and so the match, unless it is the reader."""
    fixture = _fixture_of(match_id)
    if fixture is None or fixture.how != Fixture.How.FORFEIT:
        return ()
    gone = Entry.objects.filter(pk__in=fixture.seats, state__in=GONE).exclude(person=reader).select_related("person")
    title = fixture.pairing.round.event.title
    return [
        _("{event}: {name} has left the tournament.").format(event=title, name=words.entry_name(one)) for one in gone
    ]


def _fixture_of(match_id: int) -> Fixture | None:
    return Fixture.objects.filter(match=match_id).select_related("pairing__round__event").first()


def _end_of(one: Round) -> list[str]:
    return [_("The round ends {when}.").format(when=when(one.due_at))] if one.due_at else []
