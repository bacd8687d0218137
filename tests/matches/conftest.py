"""The cast, matches between them, and the hands that play these."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connections, transaction
from django.test import Client

from accounts.models import User
from games import registry
from games.matches import services
from games.matches.models import Heartbeat, Match, Seat
from games.matches.services.playing import Filed
from tests.matches.wars import War, begin_war
from tests.waiting import PATIENCE, wait_until

LAYOUTS = {"R": "set H E1; A D1; W C2 D2 E2 F2", "T": "set H E8; A D8; W C7 D7 E7 F7"}
TWO_DAYS = 2 * 86400
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
WARRIORS = ("Ada", "Bruno", "Carla", "Dario", "Emma", "Fabio")

type Begin = Callable[..., Match]


@pytest.fixture
def make_person(db: None) -> Callable[..., User]:
    def make(name: str, **fields: Any) -> User:
        return User.objects.create_user(f"{name.lower()}@example.org", display_name=name, **fields)

    return make


@pytest.fixture
def anna(make_person: Callable[..., User]) -> User:
    return make_person("Anna")


@pytest.fixture
def boris(make_person: Callable[..., User]) -> User:
    return make_person("Boris")


@pytest.fixture
def clara(make_person: Callable[..., User]) -> User:
    return make_person("Clara")


@pytest.fixture
def dmitri(make_person: Callable[..., User]) -> User:
    return make_person("Dmitri", is_staff=True, is_superuser=True)


@pytest.fixture
def begin(anna: User, boris: User) -> Begin:
    """Start a match of Ice Battle: Anna plays R, Boris T. Keywords are those of ``create_match``."""

    def start(r: User = anna, t: User = boris, **more: Any) -> Match:
        match = open_match(r, wish="R", **more)
        services.join_match(match_id=match.pk, person_id=t.pk, wish="T", invitation=match.invitation)
        return again(match)

    return start


@pytest.fixture
def stored(begin: Begin) -> Match:
    """A match of Ice Battle with both armies lined up."""
    return line_up(begin())


@pytest.fixture
def organiser(dmitri: User) -> Client:
    return sign_in(dmitri)


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the dice race among the games of this process."""
    from tests import dice_game

    monkeypatch.setattr(registry, "GAMES", (*registry.GAMES, "dice"))
    monkeypatch.setitem(sys.modules, "games.dice", dice_game)
    registry.get_game.cache_clear()
    yield
    registry.get_game.cache_clear()


@pytest.fixture
def race(dice: None, anna: User, boris: User) -> Begin:
    """Start a dice race between Anna and Boris, or the people named."""

    def start(*people: User, **more: Any) -> Match:
        people = people or (anna, boris)
        match = open_match(people[0], slug="dice", places=len(people), **{"length": 86400, **more})
        for person in people[1:]:
            services.join_match(match_id=match.pk, person_id=person.pk)
        return again(match)

    return start


@pytest.fixture
def molon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Molon Labe is among the games of this process."""
    if "molon_labe" not in registry.GAMES:
        monkeypatch.setattr(registry, "GAMES", (*registry.GAMES, "molon_labe"))
        registry.get_game.cache_clear()
    yield
    registry.get_game.cache_clear()


@pytest.fixture
def war_of(molon: None, make_person: Callable[..., User]) -> Callable[..., War]:
    """Begin a war of so many people, always the same. Keywords are those of ``begin_war``."""
    people: dict[str, User] = {}

    def begin_for(players: int, **more: Any) -> War:
        for seat, name in list(zip("ABCDEF", WARRIORS, strict=True))[len(people) : players]:
            people[seat] = make_person(name)
        return begin_war({seat: people[seat] for seat in "ABCDEF"[:players]}, **more)

    return begin_for


def open_match(person: User, **more: Any) -> Match:
    wanted = {"slug": "ice_battle", "options": {}, "places": 2, "length": TWO_DAYS, **more}
    return services.create_match(person_id=person.pk, **wanted)


def again(match: Match) -> Match:
    """The match as it is stored now."""
    return Match.objects.get(pk=match.pk)


def seat_of(match: Match, person: User) -> Seat:
    return Seat.objects.get(match=match, player=person)


def file_orders(match: Match, person: User, text: str, ply: int | None = None) -> Filed:
    wanted = again(match).ply if ply is None else ply
    return services.file_orders(match_id=match.pk, person_id=person.pk, ply=wanted, text=text)


def file_all(match: Match, r: str = LAYOUTS["R"], t: str = LAYOUTS["T"]) -> None:
    """File a sheet for both sides of an Ice Battle; nothing is resolved yet."""
    for seat in match.seats.select_related("player"):
        assert seat.player is not None
        file_orders(match, seat.player, {"R": r, "T": t}[seat.name])


def line_up(match: Match) -> Match:
    """Both layouts, revealed: the match waits for turn 1."""
    file_all(match)
    assert services.resolve_ply(match_id=match.pk)
    return again(match)


def mover(match: Match) -> User:
    """Whose turn it is in a sequential game."""
    (seat,) = Seat.objects.filter(match=match, is_to_act=True).select_related("player")
    assert seat.player is not None
    return seat.player


def roll(match: Match, word: str = "roll") -> Match:
    """Let whoever is to move in a dice race move."""
    file_orders(match, mover(match), word)
    return again(match)


def sign_in(person: User, **more: Any) -> Client:
    client = Client(**more)
    client.force_login(person)
    return client


def at_once[T](acts: Sequence[Callable[[], T]]) -> list[T | Exception]:
    """Run every act in a thread with a connection of its own, all at the same moment; what each gave or raised."""
    barrier = threading.Barrier(len(acts))
    given: list[T | Exception] = [RuntimeError("the thread did not end")] * len(acts)

    def run(index: int, act: Callable[[], T]) -> None:
        barrier.wait(PATIENCE)
        try:
            given[index] = act()
        except Exception as error:  # noqa: BLE001  the test judges it
            given[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return given


@contextmanager
def held(match: Match) -> Iterator[None]:
    """Somebody else's transaction has the match locked, for the block."""
    is_held, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=match.pk)
            is_held.set()
            let_go.wait()
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    is_held.wait()
    try:
        yield
    finally:
        let_go.set()
        holder.join()


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    """Limits of attempts lie in the cache, which outlives a test."""
    cache.clear()


@pytest.fixture
def broker() -> Iterator[Any]:
    """The Redis that carries the tasks of this run; its own keys are emptied before and after."""
    import redis
    from django.conf import settings

    with redis.Redis.from_url(settings.REDIS_URL.replace("redis+socket:", "unix:", 1)) as client:
        empty_broker(client)
        yield client
        empty_broker(client)


def wait_for_run(job: str) -> None:
    """Wait until a job of the timer has been done once more; it notes that at its end, so there may be no note yet."""
    beat = Heartbeat.objects.filter(job=job)
    before = wait_until(lambda: [*beat.all()])[0]  # a query set asks only once
    wait_until(lambda: beat.filter(ran_at__gt=before.ran_at).exists())


def empty_broker(client: Any) -> None:
    """Forget this test process's messages and bindings; others run on the same Redis at the same time."""
    from django.conf import settings

    for key in client.scan_iter(f"{settings.HERALD_REDIS_PREFIX}*"):
        client.delete(key)


def rows() -> dict[str, list[dict[str, Any]]]:
    """All that is stored about matches and notices."""
    models = [*apps.get_app_config("matches").get_models(), apps.get_model("accounts", "Notice")]
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}
