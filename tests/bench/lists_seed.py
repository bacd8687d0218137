"""A site of some years: 1,000 tournaments, the 100,000 matches that were played in them, and their ratings.

Thirty more take entries.

Rows go in by the thousand, past the services, as the rules of the games are not what is measured. They hold
together all the same: whoever is paired sits in the match, and results stand in the fixtures.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import batched

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from accounts.models import Notice, User
from games.matches import services
from games.matches.benching import WEEK, make_people
from games.matches.models import Match, Seat
from games.ratings.models import Ledger, Rating, RatingEvent, Verdict
from games.registry import get_game
from games.tournaments.models import Act, Entry, Event, Fixture, Pairing, Place, Round

EVENTS, ROUNDS, PEOPLE = 1_030, 10, 2_000
FIELD, GREAT_FIELD = 20, 64
GAMES = ("ice_battle", "duke")
STATES = [*["finished"] * 920, *["running"] * 60, *["signup"] * 30, *["cancelled"] * 20]
AT_ONCE = 50


@dataclass(frozen=True)
class Site:
    """Whom and what the lists are asked for. ``great`` is an event of 64 in its last round."""

    organiser: User
    superuser: User
    player: User
    great: Event
    matches: int


def fill() -> Site:
    """Everything at once, in one transaction."""
    lots = random.Random(1)
    with transaction.atomic():
        people = make_people(PEOPLE)
        organiser = User.objects.create_user("organiser@herald.example", display_name="Dmitri", is_staff=True)
        superuser = User.objects.create_superuser("superuser@herald.example", display_name="Olga")
        patterns = {slug: _begun(slug, people) for slug in GAMES}
        events = _announce(lots)
        organiser.organised_events.set(events[::-10])
        for some in batched(events, AT_ONCE):
            fields = {event.pk: lots.sample(people, FIELD) for event in some}
            if events[-1] in some:
                fields[events[-1].pk] = people[:GREAT_FIELD]
            _play(lots, some, fields, patterns)
        _rate(lots, people)
        Notice.objects.all().delete()
    return Site(organiser, superuser, people[0], events[-1], Match.objects.count())


def _insert[M: Model](rows: Iterable[M]) -> list[M]:
    made = [*rows]
    return type(made[0])._default_manager.bulk_create(made, batch_size=2_000)


def _begun(slug: str, people: Sequence[User]) -> Match:
    """A real match, whose position the others copy: what a row weighs counts."""
    match = services.create_match(person_id=people[0].pk, slug=slug, options={}, places=2, length=WEEK, wish="")
    services.join_match(match_id=match.pk, person_id=people[1].pk, wish="")
    return Match.objects.get(pk=match.pk)


def _announce(lots: random.Random) -> list[Event]:
    """All events, a day apart; the last is under way. What was done in each stands in its log."""
    states, now = lots.sample(STATES, EVENTS - 1), timezone.now()
    events = _insert(
        Event(
            title=f"Cup {number}",
            slug=GAMES[number % len(GAMES)],
            rounds=ROUNDS,
            state=state,
            started_at=None if state == "signup" else now - timedelta(days=EVENTS - number),
            ended_at=now - timedelta(days=EVENTS - number - 1) if state == "finished" else None,
        )
        for number, state in enumerate([*states, "running"])
    )
    _insert(Act(event=event, act=act) for event in events for act in ("open_signup", "start", "finish"))
    return events


def _play(
    lots: random.Random, events: Sequence[Event], fields: Mapping[int, Sequence[User]], patterns: Mapping[str, Match]
) -> None:
    """All rounds of these events, of those that run the last is being played."""
    by_id = {event.pk: event for event in events}
    names = {slug: [seat.name for seat in get_game(slug).about.seats[2]] for slug in GAMES}
    entries: dict[int, list[Entry]] = {event.pk: [] for event in events}
    for entry in _insert(
        Entry(event=event, person=person, seed=seed)
        for event in events
        for seed, person in enumerate(fields[event.pk], start=1)
    ):
        entries[entry.event_id].append(entry)
    rounds = _insert(
        Round(
            event=event,
            number=number,
            state="running" if event.state == "running" and number == ROUNDS else "closed",
            published_at=event.started_at,
        )
        for event in events
        if event.state != "signup"
        for number in range(1, ROUNDS + 1)
    )
    tables = [
        (one, board, couple)
        for one in rounds
        for board, couple in enumerate(batched(lots.sample(entries[one.event_id], len(entries[one.event_id])), 2))
    ]
    matches = _insert(
        _match(by_id[one.event_id], one, patterns[by_id[one.event_id].slug]) for one, _board, _couple in tables
    )
    _insert(
        Seat(
            match=match,
            place=place,
            name=name,
            player_id=entry.person_id,
            line="",
            is_to_act=match.state == "playing",
            rank=None if match.state == "playing" else place + 1,
        )
        for match, (_round, _board, couple) in zip(matches, tables, strict=True)
        for place, (name, entry) in enumerate(zip(names[match.slug], couple, strict=True))
    )
    pairings = _insert(Pairing(round=one, board=board) for one, board, _couple in tables)
    _insert(
        Place(round=one, pairing=pairing, entry=entry, seat=seat)
        for pairing, (one, _board, couple) in zip(pairings, tables, strict=True)
        for seat, entry in enumerate(couple)
    )
    _insert(
        Fixture(
            pairing=pairing,
            number=1,
            seats=[entry.pk for entry in couple],
            match=match,
            how="open" if match.state == "playing" else "played",
            ranks=None if match.state == "playing" else {str(entry.pk): seat + 1 for seat, entry in enumerate(couple)},
        )
        for pairing, match, (_round, _board, couple) in zip(pairings, matches, tables, strict=True)
    )


def _match(event: Event, one: Round, pattern: Match) -> Match:
    is_on, started_at = one.state == "running", event.started_at or timezone.now()
    return Match(
        slug=event.slug,
        options=pattern.options,
        places=2,
        invitation=f"{event.pk}-{one.number}-{next(NUMBERS)}",
        state="playing" if is_on else "over",
        position=pattern.position,
        ply=20,
        phase=pattern.phase,
        outcome=None if is_on else {"reason": "", "ranks": {"A": 1, "B": 2}},
        length=WEEK,
        sealed_seed=pattern.sealed_seed,
        seed_hash=pattern.seed_hash,
        started_at=started_at,
        ended_at=None if is_on else _ended(started_at, one.number),
        due_at=timezone.now() + timedelta(days=3) if is_on else None,
    )


def _ended(started_at: datetime, number: int) -> datetime:
    return started_at + timedelta(hours=number)


NUMBERS = iter(range(10**9))


def _rate(lots: random.Random, people: Sequence[User]) -> None:
    """A verdict for each match that is over, an event for each who played it, a rating for each person and game."""
    seats: dict[int, list[int]] = {}
    over = Seat.objects.filter(match__state="over", player__isnull=False)
    for match_id, person_id in over.values_list("match_id", "player_id"):
        seats.setdefault(match_id, []).append(person_id or 0)
    lengths = dict.fromkeys(GAMES, 0)
    matches = Match.objects.filter(state="over").order_by("ended_at").only("slug", "ended_at")
    for some in batched(matches.iterator(), 5_000):
        verdicts = []
        for match in some:
            lengths[match.slug] += 1
            assert match.ended_at
            verdicts.append(Verdict(match=match, slug=match.slug, number=lengths[match.slug], ended_at=match.ended_at))
        _insert(verdicts)
        _insert(
            RatingEvent(
                verdict=verdict, person_id=person, place=place, mu_before=25, sigma_before=8, mu=25.5, sigma=7.9
            )
            for verdict in verdicts
            for place, person in enumerate(seats[verdict.match_id], start=1)
        )
    _insert(Ledger(slug=slug, length=length) for slug, length in lengths.items())
    _insert(
        Rating(person=person, slug=slug, mu=lots.gauss(25, 8), sigma=lots.uniform(1, 8), matches=50)
        for slug in GAMES
        for person in people
    )
