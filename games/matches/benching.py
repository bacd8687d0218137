"""Matches for a load driver to play: people who are signed in, positions with much to choose from.

Such a driver knows nothing of a game. It reads what may be ordered from the page, files one of it, and
expects the other player's page to offer the next.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.urls import reverse

from accounts.models import Notice, User
from games.matches import codec, services
from games.matches.models import Match
from games.playing import random_sheet
from games.registry import get_game

TOKEN = "b" * 32
"""The secret of the players' forms: any will do that cookie and form have in common."""

WEEK = 7 * 86400


class Unsuited(Exception):
    """The game has no plies of a single order."""


def session_of(person: User) -> str:
    """Sign somebody in without a browser; the session's key."""
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    assert session.session_key
    return session.session_key


def make_people(count: int) -> list[User]:
    """So many people, whom no mail reaches."""
    begun = User.objects.count()
    return [
        User.objects.create(email=f"bench{begun + number}@herald.example", display_name=f"Bench {begun + number}")
        for number in range(count)
    ]


def bench_plan(slug: str, count: int, plies: int, seed: int) -> dict[str, Any]:
    """So many matches of a game for two, each some random plies old, and how to play on.

    ``matches``: addresses of page, news and filing, the players' cookies and tokens, and which of them is
    to move (``first``). ``move_re`` finds in a page what may be ordered, ``ver_re`` the ply; ``form`` is
    what to send. Orders after which the same seat is to act again are not found: players take turns.
    Raises Unsuited.
    """
    game, rng = get_game(slug), random.Random(seed)  # noqa: S311  nothing depends on it
    if 2 not in game.about.seats:
        raise Unsuited
    again: set[str] = set()
    with transaction.atomic():
        people = make_people(2 * count)
        matches = [_begin(slug, people[at : at + 2], plies, rng, again) for at in range(0, len(people), 2)]
        Notice.objects.filter(person__in=people).delete()
    bar = f"(?!(?:{'|'.join(map(re.escape, sorted(again)))})<)" if again else ""
    return {
        "matches": matches,
        "move_re": f"<kbd>({bar}[^<]+)</kbd>",
        "ver_re": 'name="ply" value="(\\d+)"',
        "form": {"orders": "$MOVE", "ply": "$VERSION"},
    }


def _begin(slug: str, people: Sequence[User], plies: int, rng: random.Random, again: set[str]) -> dict[str, Any]:
    """A match under way; orders that were not the last of their turn are added to ``again``."""
    while True:
        match = services.create_match(person_id=people[0].pk, slug=slug, options={}, places=2, length=WEEK)
        services.join_match(match_id=match.pk, person_id=people[1].pk)
        seat = _advance(match, plies, rng, again)
        if match.state == Match.State.PLAYING:
            break
    seats = {seat.name: seat.player for seat in match.seats.select_related("player")}
    players = [seats[name] for name in sorted(seats)]
    return {
        "id": match.pk,
        "play": reverse("match", args=[match.pk]),
        "state": f"{reverse('match_news', args=[match.pk])}?n=-1&ply=-1&said=0",
        "move": reverse("file_orders", args=[match.pk]),
        "players": [
            {
                "cookie": f"{settings.SESSION_COOKIE_NAME}={session_of(player)}; {settings.CSRF_COOKIE_NAME}={TOKEN}",
                "csrf": TOKEN,
            }
            for player in players
            if player is not None
        ],
        "first": sorted(seats).index(seat),
    }


def _advance(match: Match, plies: int, rng: random.Random, again: set[str]) -> str:
    """Play at random until the match waits for a ply of a single order, that many plies old or older; whose it is."""
    game, seat, text = get_game(match.slug), "", ""
    while True:
        match.refresh_from_db()
        if match.state != Match.State.PLAYING:
            return ""
        state = codec.load_state(game, match.position)
        phase = game.phase(state)
        if phase.sealed or len(phase.to_act) != 1:
            raise Unsuited
        if phase.to_act[0] == seat:
            again.add(text)
        seat = phase.to_act[0]
        if match.ply > plies:
            if not game.legal_orders(state, seat).is_single:
                raise Unsuited
            return seat
        text = game.write(random_sheet(game, state, seat, rng))
        player = match.seats.get(name=seat).player_id
        assert player is not None
        services.file_orders(match_id=match.pk, person_id=player, ply=match.ply, text=text)
