"""People and matches to look at: some of every game, at every stage. Everything goes the way that players go."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User
from games.contract import About, AnyGame
from games.matches import codec, services
from games.matches.models import Match, Seat
from games.matches.record import import_record
from games.playing import playout, random_sheet
from games.record import Record, RecordedPly
from games.registry import all_games, get_game

# the last part of such an address is set aside for examples, so that no mail for it reaches anybody
ADDRESS = "{name}@herald.example"
CAST = ("Anna", "Boris", "Clara", "Dmitri")
ORGANISER = "Dmitri"
HOUR = 3600
# a match that has not ended of itself by then is resigned
MOST_PLIES = 60


@dataclass(frozen=True)
class Filled:
    """The people with the passwords they have now; ``is_new`` says whether matches were made just now."""

    passwords: Sequence[tuple[User, str]]
    is_new: bool


def fill() -> Filled:
    """Make the people and, of each game that has none yet, their matches; all passwords are made anew."""
    with transaction.atomic():
        people = [*User.objects.filter(email__in=[ADDRESS.format(name=name.lower()) for name in CAST]).order_by("pk")]
        people = people or [_person(name) for name in CAST]
        passwords = [(person, _new_password(person)) for person in people]
    is_new = False
    # the same play in every demo
    rng = random.Random(1242)  # noqa: S311  nothing depends on it
    for game in all_games():
        # all matches of one game or none: a demo that was cut off goes on there, and a running server waits no longer
        with transaction.atomic():
            if not Match.objects.filter(slug=game.about.slug, creator__in=people).exists():
                _Matches(game, people, rng).make()
                is_new = True
    return Filled(passwords, is_new)


def _person(name: str) -> User:
    is_organiser = name == ORGANISER
    address = ADDRESS.format(name=name.lower())
    person = User.objects.create_user(
        address, display_name=name, is_staff=is_organiser, is_superuser=is_organiser, time_zone="Europe/Berlin"
    )
    EmailAddress.objects.create(user=person, email=address, verified=True, primary=True)
    return person


def _new_password(person: User) -> str:
    password = secrets.token_urlsafe(9)
    person.set_password(password)
    person.save(update_fields=["password"])
    return password


def advance(match: Match, plies: int, rng: random.Random) -> None:
    """Play at random until the match waits for that ply or is over."""
    match.refresh_from_db()
    while match.state == Match.State.PLAYING and match.ply <= plies:
        _file(match, rng)
        services.resolve_ply(match_id=match.pk)
        match.refresh_from_db()


def finish(match: Match, loser: User, rng: random.Random) -> None:
    """Play at random to the end; if that does not come, the loser resigns."""
    advance(match, MOST_PLIES, rng)
    if match.state == Match.State.PLAYING:
        services.resign(match_id=match.pk, person_id=loser.pk, ply=match.ply)


def _file(match: Match, rng: random.Random, leave_out: User | None = None) -> None:
    services.play_robots(match_id=match.pk)
    match.refresh_from_db()
    game = get_game(match.slug)
    state = codec.load_state(game, match.position)
    for seat in Seat.objects.filter(match=match, is_to_act=True, player__isnull=False):
        if seat.player != leave_out:
            text = game.write(random_sheet(game, state, seat.name, rng))
            assert seat.player_id is not None
            services.file_orders(match_id=match.pk, person_id=seat.player_id, ply=match.ply, text=text)


class _Matches:
    """The matches of one game."""

    def __init__(self, game: AnyGame, people: Sequence[User], rng: random.Random) -> None:
        self.game, self.rng = game, rng
        self.anna, self.boris, self.clara, self.dmitri = people

    @property
    def about(self) -> About:
        return self.game.about

    def make(self) -> None:
        """One for every stage, those that Anna will want to see first made last."""
        self._archived()
        self._over()
        self._open(self.boris)
        self._open(self.clara, guest=self.anna)
        advance(self._started(self.boris, self.clara), 3, self.rng)
        advance(self._started(self.anna, practice=True), 2, self.rng)
        sealed = self._started(self.clara, self.anna)
        advance(sealed, 4, self.rng)
        _file(sealed, self.rng, leave_out=self.anna)
        advance(self._started(self.anna, self.boris), 2, self.rng)
        hurried = min(self.about.clock.lengths, key=lambda length: (length < HOUR, length))
        advance(self._started(self.dmitri, self.anna, length=hurried), 1, self.rng)

    def _open(self, creator: User, guest: User | None = None) -> None:
        match = self._created(creator, is_invited=guest is not None)
        if guest:
            services.invite(match_id=match.pk, person_id=creator.pk, address=guest.email)

    def _created(self, creator: User, *, length: int | None = None, robots: int = 0, is_invited: bool = False) -> Match:
        return services.create_match(
            person_id=creator.pk,
            slug=self.about.slug,
            options={},
            places=min(self.about.seats),
            length=length or self.about.clock.default,
            robots=robots,
            is_invited=is_invited,
        )

    def _started(self, *first: User, practice: bool = False, length: int | None = None) -> Match:
        """A match of those named and, where more are wanted, of the others; robots take what is left."""
        others = [person for person in (self.anna, self.boris, self.clara, self.dmitri) if person not in first]
        places = min(self.about.seats)
        people = [*first] if practice else [*first, *others][:places]
        match = self._created(people[0], length=length, robots=places - len(people))
        for person in people[1:]:
            services.join_match(match_id=match.pk, person_id=person.pk)
        return match

    def _over(self) -> None:
        match = self._started(self.anna, self.boris)
        services.say_line(match_id=match.pk, person_id=self.anna.pk, text="Good luck, and no hard feelings!")
        finish(match, self.boris, self.rng)
        services.say_line(match_id=match.pk, person_id=self.boris.pk, text="Well played. Another one?")
        services.say_line(match_id=match.pk, person_id=self.anna.pk, text="With pleasure, the other way round.")

    def _archived(self) -> None:
        places = min(self.about.seats)
        played = playout(self.game, places, {}, self.rng, MOST_PLIES)
        plies = [
            RecordedPly(number, ply.sheets, draws=ply.draws, answers=ply.answers, line=number)
            for number, ply in enumerate(played.log)
        ]
        if played.outcome is None:
            plies.append(RecordedPly(len(plies), ending="agreed", line=len(plies)))
        names = dict(zip(played.seats, CAST, strict=False))
        import_record(Record(self.about.slug, played.seats, names, played.options, plies))
