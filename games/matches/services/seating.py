"""How a match comes about: create, invite, join, start, call off, play again."""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import services as people
from games.chance import Chance, RandomChance
from games.contract import BadOptions
from games.matches import announce, codec, sealing
from games.matches.errors import MatchError, NotAllowed, Stale
from games.matches.models import Match, Ply, Seat
from games.matches.services.table import Table, append_ply, lock_table
from games.matches.words import tell
from games.playing import RANDOM
from games.registry import get_game

INVITATIONS_A_DAY = 20


def create_match(
    *,
    person_id: int,
    slug: str,
    options: Mapping[str, str],
    places: int,
    length: int | None,
    wish: str = "",
    line: str = "",
    robots: int = 0,
    level: str = RANDOM,
    is_invited: bool = False,
    is_watchable: bool = True,
    rematch_of: Match | None = None,
) -> Match:
    """Open a match with the person in its first seat; it starts here if robots fill the rest.

    ``length`` is in seconds for one period; None is no limit. ``level`` is the strength of
    the practice players. Raises MatchError for
    options, seats or a length that the game does not offer.
    """
    game = get_game(slug)
    if places not in game.about.seats:
        raise MatchError(_("This game is not played by that many."))
    names = [seat.name for seat in game.about.seats[places]]
    if wish and wish not in names:
        raise MatchError(_("This game has no such seat."))
    if length is not None and not game.about.clock.lengths[0] <= length <= game.about.clock.lengths[-1]:
        raise MatchError(_("That length of time is not offered for this game."))
    if level not in (RANDOM, *(choice.value for choice in game.about.levels)):
        raise MatchError(_("This game has no practice opponent of that strength."))
    if not 0 <= robots < places:
        raise MatchError(_("At least one seat must be yours."))
    try:
        full_options = game.about.full_options(options)
        # choices that do not go together are refused now, not when the last seat is taken
        game.setup(names, full_options, RandomChance(random.Random()))  # noqa: S311  tried and thrown away
    except BadOptions as error:
        raise MatchError(tell(error.reason)) from error
    seed = secrets.token_bytes(32)
    with transaction.atomic():
        match = Match.objects.create(
            slug=slug,
            options=full_options,
            rules_version=game.about.version,
            creator_id=person_id,
            places=places,
            access=Match.Access.INVITED if is_invited else Match.Access.OPEN,
            invitation=secrets.token_urlsafe(16),
            rematch_of=rematch_of,
            is_watchable=is_watchable,
            length=length,
            sealed_seed=sealing.seal(seed.hex()),
            seed_hash=hashlib.sha256(seed).hexdigest(),
        )
        _seat(match, 0, wish=wish, line=line, person_id=person_id)
        for place in range(1, robots + 1):
            _seat(match, place, robot=level)
        _start_when_full(lock_table(match.pk))
    return match


def join_match(*, match_id: int, person_id: int, invitation: str = "", wish: str = "", line: str = "") -> Match:
    """Take a free seat; the last one starts the match. Taking it twice changes nothing.

    Raises Stale when no seat is left, NotAllowed without the invitation that is needed.
    """
    try:
        with transaction.atomic():
            table = lock_table(match_id)
            match = table.match
            if any(seat.player_id == person_id for seat in table.seats):
                return match
            if match.state == Match.State.CANCELLED:
                raise Stale(_("This match was called off."))
            if match.state != Match.State.OPEN or len(table.seats) >= match.places:
                raise Stale(_("The last seat was just taken. You will find other matches in the lobby."))
            if match.access == Match.Access.INVITED and not secrets.compare_digest(
                invitation.encode(), match.invitation.encode()
            ):
                raise NotAllowed(_("This match is by invitation. Ask its creator for the link."))
            names = [seat.name for seat in table.game.about.seats[match.places]]
            taken = {seat.place for seat in table.seats}
            place = min(set(range(match.places)) - taken)
            table.seats.append(_seat(match, place, wish=wish if wish in names else "", line=line, person_id=person_id))
            table.touch()
            _start_when_full(table)
    except IntegrityError as error:  # two tabs of the same person on a database without row locks
        raise Stale(_("You have taken your seat already.")) from error
    return match


def leave_match(*, match_id: int, person_id: int) -> None:
    """Give up a seat before the start. Raises Stale once the match has begun."""
    with transaction.atomic():
        table = lock_table(match_id)
        if table.match.state != Match.State.OPEN:
            raise Stale(_("The match has begun already; you can only resign now."))
        seat = table.seat_of(person_id)
        if table.match.creator_id == person_id:
            raise NotAllowed(_("You created this match; call it off instead."))
        seat.delete()
        table.touch()


def cancel_match(*, match_id: int, person_id: int) -> None:
    """Call the match off before its start; only its creator may. Raises Stale, NotAllowed."""
    with transaction.atomic():
        table = lock_table(match_id)
        if table.match.creator_id != person_id:
            raise NotAllowed(_("Only its creator can call a match off."))
        if table.match.state == Match.State.CANCELLED:
            return
        if table.match.state != Match.State.OPEN:
            raise Stale(_("The match has begun already; it can no longer be called off."))
        table.touch(state=Match.State.CANCELLED)
        others = [seat for seat in table.seats if seat.player_id != person_id]
        announce.tell_seats(table.match, others, "table", "cancelled", what="cancelled")


def invite(*, match_id: int, person_id: int, address: str) -> None:
    """Mail the invitation link to an address. Raises Stale, NotAllowed, MatchError past the day's limit."""
    with transaction.atomic():
        table = lock_table(match_id)
        if table.match.state != Match.State.OPEN:
            raise Stale(_("All seats are taken; nobody can be invited any more."))
        table.seat_of(person_id)
        if people.count_invitations(person_id=person_id) >= INVITATIONS_A_DAY:
            raise MatchError(_("You have sent many invitations today. Share the link instead, or go on tomorrow."))
        people.post_invitation(
            address=address,
            kind="invitation",
            event=f"{announce.thread(match_id)}/invitation",
            thread=announce.thread(match_id),
            data={"match": match_id, "inviter": person_id},
        )
        announce.hint_notices()


def rematch(*, match_id: int, person_id: int) -> Match:
    """The same game again with the same people, seats turned round; both who ask get the same match.

    Raises NotAllowed for somebody who did not play, Stale while the match goes on.
    """
    with transaction.atomic():
        table = lock_table(match_id)
        old, mine = table.match, table.seat_of_any(person_id)
        if old.state != Match.State.OVER:
            raise Stale(_("A rematch can be offered when the match is over."))
        following = Match.objects.filter(rematch_of=old).exclude(state=Match.State.CANCELLED).first()
        if following is None:
            Match.objects.filter(rematch_of=old).update(rematch_of=None)
            following = create_match(
                person_id=person_id,
                slug=old.slug,
                options=old.options,
                places=old.places,
                length=old.length,
                wish=_turned_round(table, mine),
                robots=sum(1 for seat in table.seats if seat.robot),
                level=next((seat.robot for seat in table.seats if seat.robot), RANDOM),
                is_invited=True,
                is_watchable=old.is_watchable,
                rematch_of=old,
            )
            others = [seat for seat in table.seats if seat.player_id != person_id]
            announce.tell_seats(following, others, "table", "rematch", what="rematch", inviter=person_id)
            table.touch()
            return following
    return join_match(
        match_id=following.pk,
        person_id=person_id,
        invitation=following.invitation,
        wish=_turned_round(table, mine),
    )


def _turned_round(table: Table, seat: Seat) -> str:
    names = [about.name for about in table.game.about.seats[table.match.places]]
    return names[(names.index(seat.name) + 1) % len(names)]


def _seat(
    match: Match,
    place: int,
    *,
    wish: str = "",
    line: str = "",
    person_id: int | None = None,
    robot: str = "",
) -> Seat:
    line = " ".join(line.split())[:100] or secrets.token_hex(8)
    return Seat.objects.create(match=match, place=place, wish=wish, line=line, player_id=person_id, robot=robot)


def _start_when_full(table: Table) -> None:
    match, game = table.match, table.game
    if len(table.seats) < match.places:
        return
    table.seats = list(Seat.objects.filter(match=match).select_related("player"))
    chance = table.chance()
    _give_names(table, chance)
    for seat in table.seats:
        about = game.about.seat(seat.name)
        seat.tincture, seat.charge = about.tincture, about.charge
    Seat.objects.bulk_update(table.seats, ["name", "tincture", "charge"])
    table.seats.sort(key=lambda seat: seat.place)
    table.now = timezone.now()
    names = [about.name for about in game.about.seats[match.places]]
    step = game.setup(names, match.options, chance)
    match.state, match.started_at = Match.State.PLAYING, table.now
    match.position = codec.dump_state(step.state)
    Match.objects.filter(pk=match.pk).update(state=match.state, started_at=match.started_at, position=match.position)
    append_ply(table, cause=Ply.Cause.SETUP, step=step, draws=chance.draws)


def _give_names(table: Table, chance: Chance) -> None:
    """Seats as wished where wishes do not collide; the rest is drawn (only if there is a choice)."""
    free = [about.name for about in table.game.about.seats[table.match.places]]
    unsettled = []
    wishes = [seat.wish for seat in table.seats]
    for seat in table.seats:
        if seat.wish and wishes.count(seat.wish) == 1:
            seat.name = seat.wish
            free.remove(seat.wish)
        else:
            unsettled.append(seat)
    names = chance.shuffle(free, "seats") if len(free) > 1 else free
    for seat, name in zip(unsettled, names, strict=True):
        seat.name = name
