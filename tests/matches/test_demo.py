"""What there is to look at after ``./herald demo``."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.db.models import F
from django.test import Client

from accounts.models import Notice, User
from games import registry
from games.matches import demo as demo_matches
from games.matches.models import ChatLine, Match, Seat, Sheet
from games.registry import GAMES
from games.tournaments.models import Event, Fixture

pytestmark = pytest.mark.django_db

NAMES = ["Anna", "Boris", "Clara", "Dmitri"]


def demo() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def sign_ins(printed: str) -> dict[str, str]:
    """Address to password, as printed."""
    return dict(re.findall(r"^  (\S+@\S+) +(\S+)", printed, re.MULTILINE))


def may_sign_in(address: str, password: str) -> bool:
    client = Client()
    answer = client.post("/accounts/login/", {"login": address, "password": password})
    return answer.status_code == 302 and client.get("/matches/").status_code == 200


def test_four_people_sign_in_with_what_is_printed() -> None:
    printed = demo()
    assert list(sign_ins(printed)) == [f"{name.lower()}@herald.example" for name in NAMES]
    assert all(may_sign_in(address, password) for address, password in sign_ins(printed).items())
    assert len(set(sign_ins(printed).values())) == 4
    assert EmailAddress.objects.filter(verified=True, primary=True).count() == 4
    assert "/accounts/login/" in printed
    assert "/mailbox/" in printed
    staff = User.objects.filter(is_staff=True, is_superuser=True)
    assert [person.display_name for person in staff] == ["Dmitri"]


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_shown_at_every_stage(slug: str) -> None:
    demo()
    matches = Match.objects.filter(slug=slug, fixture=None)
    anna = User.objects.get(display_name="Anna")
    assert matches.filter(state="open", access="open").count() == 1
    invited = matches.get(state="open", access="invited")
    assert Notice.objects.filter(kind="invitation", address=anna.email, data__match=invited.pk).exists()

    playing = matches.filter(state="playing")
    wanted = Seat.objects.filter(match__in=playing, player=anna, is_to_act=True)
    assert wanted.exists()
    sealed = Sheet.objects.filter(match__in=playing, ply=F("match__ply"), filed_at__isnull=False)
    assert sealed.exists() == playing.filter(is_sealed=True).exists()
    assert Seat.objects.filter(match__in=playing).exclude(robot="").count() == 1
    lengths = sorted(match.length or 0 for match in playing)
    assert lengths[0] < lengths[1]

    over = matches.get(state="over", is_archived=False)
    assert over.outcome
    assert sorted(seat.rank or 0 for seat in over.seats.all()) in ([1, 1], [1, 2])
    assert ChatLine.objects.filter(match=over).count() == 3
    assert matches.filter(is_archived=True, state="over").count() == 1


def test_matches_of_the_demo_are_as_played() -> None:
    password = sign_ins(demo())["anna@herald.example"]
    client = Client()
    client.post("/accounts/login/", {"login": "anna@herald.example", "password": password})
    for match in Match.objects.exclude(state="open"):
        assert client.get(f"/matches/{match.pk}/").status_code == 200
    for command in ("verify_matches", "replay_matches"):
        call_command(command, stdout=StringIO())


def test_one_tournament_is_in_its_second_round_and_one_takes_entries() -> None:
    anna = sign_ins(demo())["anna@herald.example"]
    running, coming = Event.objects.order_by("pk")
    assert (running.state, coming.state) == ("running", "signup")
    states = Fixture.objects.filter(pairing__round__event=running).order_by("pairing__round", "pairing__board")
    assert [how for (how,) in states.values_list("how")] == ["played", "played", "open", "played"]
    client = Client()
    client.post("/accounts/login/", {"login": "anna@herald.example", "password": anna})
    assert "Herald Open" in client.get("/events/").text
    assert "Standings" in client.get(f"/events/{running.pk}/").text
    assert "Take part" in client.get(f"/events/{coming.pk}/").text
    for command in ("check_standings", "check_ratings"):
        call_command(command, *([running.pk] if command == "check_standings" else []), stdout=StringIO())


def test_second_run_adds_nothing_and_says_how_to_sign_in() -> None:
    first = sign_ins(demo())
    counts = User.objects.count(), Match.objects.count(), Notice.objects.count(), Event.objects.count()
    printed = demo()
    assert "The demo is there already; nothing was added." in printed
    assert (User.objects.count(), Match.objects.count(), Notice.objects.count(), Event.objects.count()) == counts
    assert list(sign_ins(printed)) == list(first)
    assert all(may_sign_in(address, password) for address, password in sign_ins(printed).items())


def test_demo_goes_on_with_the_games_that_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(*slugs: str) -> tuple[bool, list[str]]:
        monkeypatch.setattr(registry, "GAMES", slugs)
        is_new = demo_matches.fill().is_new
        return is_new, [*Match.objects.order_by("pk").values_list("slug", flat=True)]

    is_new, first = fill("ice_battle")
    assert (is_new, set(first)) == (True, {"ice_battle"})
    is_new, both = fill("ice_battle", "two_kings")
    assert (is_new, both[: len(first)], set(both[len(first) :])) == (True, first, {"two_kings"})
    assert fill("ice_battle", "two_kings") == (False, both)
    assert User.objects.count() == 4


def test_production_has_no_demo(settings: Any) -> None:
    settings.HERALD_PRODUCTION = True
    with pytest.raises(CommandError, match="not in production"):
        demo()
    assert User.objects.count() == 0
