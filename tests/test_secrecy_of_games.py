"""What each game keeps: sheets under seal, drafts, answers in advance, and the seed of every draw to come.

As in ``test_secrecy`` each search is made twice: while a thing is secret it must find nothing, and
where the thing may be read it must find it.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from games.chance import provable_draw
from games.contract import AnyGame
from games.duke.position import State
from games.matches import codec, sealing, services
from games.matches.models import Match, Seat
from games.playing import random_sheet
from games.registry import GAMES, get_game
from tests.matches.conftest import again, broker, file_orders, sign_in
from tests.test_secrecy import NOTES, Scene, contents, dump, found_in, leaks, letters, pages

__all__ = ["broker"]  # a fixture

pytestmark = pytest.mark.django_db

PLIES = 4
TRIES = 200
SHORTEST = 5
"""Fewer letters than these may stand on any page by chance."""

NAMES = ("Ada", "Bruno", "Carla", "Dario", "Emma", "Fabio")


@dataclass
class Plan(Scene):
    """A match of any game, some plies old. Boris owes orders; Anna is somebody else at the table."""

    rng: random.Random = field(default_factory=lambda: random.Random(5))

    @property
    def game(self) -> AnyGame:
        return get_game(self.match.slug)

    @property
    def state(self) -> Any:
        return codec.load_state(self.game, self.match.position)

    def seat_of(self, person: User) -> str:
        return Seat.objects.get(match=self.match, player=person).name

    def sheet(self, person: User) -> str:
        return self.game.write(random_sheet(self.game, self.state, self.seat_of(person), self.rng))

    def go_on(self) -> None:
        """Random sheets of all who owe any; the ply is over then."""
        for seat in Seat.objects.filter(match=self.match, is_to_act=True):
            assert seat.player is not None
            file_orders(self.match, seat.player, self.sheet(seat.player))
        services.resolve_ply(match_id=self.match.pk)
        self.match = again(self.match)

    @property
    def shown(self) -> str:
        """The page of the rules, and the match page of everybody but Boris."""
        addresses = (f"/matches/{self.match.pk}/", f"/games/{self.match.slug}/")
        return "\n".join(one.get(path).content.decode() for one in self.readers.values() for path in addresses)

    @staticmethod
    def telling(text: str, shown: str) -> set[str]:
        """Those lines of a sheet that stand on no page of the others as yet."""
        return {line for line in text.splitlines() if len(line) >= SHORTEST and not found_in(shown, [line])}

    def secret_sheet(self) -> tuple[str, set[str]]:
        """Something Boris may order, and the lines of it that would give it away: none if all of it stands there."""
        shown, text, lines = self.shown, "", set[str]()
        for _attempt in range(TRIES):
            text = self.sheet(self.boris)
            if lines := self.telling(text, shown):
                break
        return text, lines

    def answer_in_advance(self) -> set[str]:
        """Give some answers in advance, if the game asks for any; those that would give themselves away."""
        entries = self.game.standing_orders(self.state, self.seat_of(self.boris)).entries
        texts = [self.game.write([entry.numbered(1) if entry.number else entry.order]) for entry in entries]
        shown = self.shown
        for text in sorted(texts, key=len, reverse=True):
            if lines := self.telling(text, shown):
                services.change_standing(match_id=self.match.pk, person_id=self.boris.pk, text=text)
                return lines
        return set()


def seed_of(match: Match) -> bytes:
    return bytes.fromhex(sealing.unseal(match.sealed_seed))


def forms_of(seed: bytes) -> set[str]:
    """A seed as it may be written, apart from what the search does to every text."""
    return {seed.hex(), str(int.from_bytes(seed)), base64.b64encode(seed).decode().rstrip("="), repr(seed)[2:-1]}


def sow(match: Match, seed: bytes) -> None:
    """Give the match another seed."""
    Match.objects.filter(pk=match.pk).update(
        sealed_seed=sealing.seal(seed.hex()), seed_hash=hashlib.sha256(seed).hexdigest()
    )


def begin(slug: str) -> Plan:
    def make(name: str, **more: Any) -> User:
        return User.objects.create_user(f"{name.lower()}@example.org", display_name=name, **more)

    places = min(get_game(slug).about.seats)
    players = [make(name) for name in NAMES[:places]]
    match = services.create_match(person_id=players[0].pk, slug=slug, options={}, places=places, length=None)
    for player in players[1:]:
        services.join_match(match_id=match.pk, person_id=player.pk)
    dmitri = make("Dmitri", is_staff=True, is_superuser=True)
    plan = Plan(again(match), players[0], players[1], make("Clara"), dmitri)
    while plan.match.ply <= PLIES or not plan.secret_sheet()[1]:
        plan.go_on()
        owing = Seat.objects.filter(match=match, is_to_act=True).first()
        assert owing is not None, "the match is over before anybody had anything to hide"
        assert owing.player is not None
        plan.boris = owing.player
        plan.anna = next(player for player in players if player != owing.player)
    return plan


@pytest.mark.parametrize("slug", GAMES)
def test_no_address_shows_plans_or_the_seed_before_their_time(slug: str) -> None:
    plan = begin(slug)
    match, ply, boris = plan.match, plan.match.ply, plan.boris
    text, orders = plan.secret_sheet()
    assert orders
    answers = plan.answer_in_advance()
    assert bool(answers) == (slug == "molon_labe")
    seeds = forms_of(seed_of(match))
    if match.is_sealed:
        file_orders(match, boris, text)
    services.save_draft(match_id=match.pk, person_id=boris.pk, ply=ply, text=text)
    services.save_notes(match_id=match.pk, person_id=boris.pk, text=NOTES)
    others = {place: text for place, text in letters().items() if not place.endswith(boris.email)}
    before = {**pages(plan), **others, **dump()}
    assert {f"opponent /matches/{match.pk}/ ", f"admin /admin/matches/match/{match.pk}/change/ ", "matches_match"} <= {
        *before
    }
    assert leaks(before, {NOTES, *orders, *answers, *seeds}) == {}
    own = sign_in(boris).get(f"/matches/{match.pk}/").content.decode()
    assert found_in(own, {NOTES, *orders, *answers}) == {NOTES, *orders, *answers}

    # what was filed may be read by all once it is carried out
    if not match.is_sealed:
        file_orders(match, boris, text)
    plan.match = again(match)
    plan.go_on()
    revealed = leaks(pages(plan, f"/matches/{match.pk}/history/{ply}/"), {NOTES, *orders, *answers})
    assert {place.partition(" ")[0] for place, found in revealed.items() if found == orders} == {*plan.readers}
    # and the seed once the match has ended
    services.void_match(match_id=match.pk, organiser_id=plan.dmitri.pk, reason="It has served.")
    proved = leaks(pages(plan, f"/matches/{match.pk}/proof"), seeds)
    assert {place.partition(" ")[0] for place in proved} == {*plan.readers}


# --- The Duke: what a bag will give


@pytest.fixture
def duke() -> Plan:
    """A match of The Duke in which Boris may draw."""
    plan = begin("duke")
    assert "draw" in {
        plan.game.write([entry.order]) for entry in plan.game.legal_orders(plan.state, mover(plan)).entries
    }
    return plan


def mover(plan: Plan) -> str:
    return plan.seat_of(plan.boris)


def settled(shown: dict[str, str]) -> set[str]:
    """The lines of pages without what differs at each request, tokens and times, and without hashes."""
    passing = r"nonce[-=][^' ;>]+|\b\w{64}\b|'Content-Length': '\d+'|'Expires': '[^']*'|\(now\)|\(\d+ \w+ ago\)"
    return {f"{place}: {line}" for place, text in shown.items() for line in re.sub(passing, "", text).splitlines()}


def test_nobody_reads_anything_that_depends_on_a_draw_to_come() -> None:
    """Whatever the seed, and so the order of tiles, all see the same, the published hash apart."""
    duke = begin("duke")
    seeds = [hashlib.sha256(bytes([number])).digest() for number in range(3)]
    seen = []
    for seed in seeds:
        sow(duke.match, seed)
        shown = pages(duke, f"/matches/{duke.match.pk}/") | pages(duke, "/admin/matches/match/")
        assert any(hashlib.sha256(seed).hexdigest() in text for text in shown.values())
        seen.append(settled(shown))
    assert seen[0] ^ seen[1] == seen[1] ^ seen[2] == set()
    services.void_match(match_id=duke.match.pk, organiser_id=duke.dmitri.pk, reason="It has served.")
    ended = []
    for seed in seeds[:2]:
        sow(duke.match, seed)
        ended.append(pages(duke, f"/matches/{duke.match.pk}/proof.json"))
    assert ended[0] != ended[1]


def test_a_draw_is_made_when_it_is_asked_for_and_from_the_seed_alone(duke: Plan) -> None:
    """Nothing stored before says what will be drawn: another seed gives another tile."""
    match, bag = duke.match, duke.state.bag(mover(duke))
    lines = [seat.line for seat in match.seats.order_by("place")]
    kinds = set()
    for number in range(12):
        seed = hashlib.sha256(bytes([number])).digest()
        with transaction.atomic():
            sow(match, seed)
            file_orders(match, duke.boris, "draw")
            state = codec.load_state(duke.game, again(match).position)
            transaction.set_rollback(True)
        assert isinstance(state, State)
        value = provable_draw(seed, lines, str(match.pk), match.ply, match.draw_count, "draw", len(bag))
        assert state.drawn == bag[value - 1]
        kinds.add(state.drawn)
    assert len(kinds) > 3


def test_neither_logs_nor_the_broker_tell_of_the_seed(
    duke: Plan,
    broker: Any,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    caplog.set_level("DEBUG")
    seeds = forms_of(seed_of(duke.match))
    Seat.objects.filter(match=duke.match, player=duke.anna).update(robot="page")
    with django_capture_on_commit_callbacks(execute=True):
        file_orders(duke.match, duke.boris, "draw")
        duke.match = again(duke.match)
        duke.go_on()
    held = {repr(key): repr(contents(broker, key)) for key in broker.keys("*")}
    parts = itertools.chain.from_iterable(re.findall(r"[\w+/]{40,}={0,2}", text) for text in held.values())
    decoded = b"\n".join(base64.b64decode(part + "=" * (-len(part) % 4)) for part in parts)
    assert str(duke.match.pk).encode() in decoded
    assert leaks({**held, "decoded": repr(decoded), "log": caplog.text}, seeds) == {}
    assert found_in(f"the seed is {seed_of(duke.match).hex()}", seeds)
