"""Organisers' acts where they touch secrets, and lists that survive a match nobody can read."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.matches import services
from games.matches.errors import Stale
from games.matches.models import Match, Seat, Sheet
from tests.matches.conftest import LAYOUTS, Begin, again

SECRET = "set H A7; A H8; W B7 C8 F8 G7"


def test_substitute_never_gets_what_the_one_before_had_filed(
    begin: Begin, anna: User, boris: User, clara: User, dmitri: User
) -> None:
    match = begin()
    services.save_notes(match_id=match.pk, person_id=boris.pk, text="watch the archer")
    services.file_orders(match_id=match.pk, person_id=boris.pk, ply=1, text=SECRET)
    services.replace_player(match_id=match.pk, organiser_id=dmitri.pk, reason="Ill.", seat="T", person_id=clara.pk)
    seat = Seat.objects.get(match=match, name="T")
    assert (seat.player, seat.is_to_act, seat.sealed_notes) == (clara, True, "")
    assert not Sheet.objects.filter(match=match, seat="T").exists()
    browser = Client()
    browser.force_login(clara)
    assert SECRET not in browser.get(f"/matches/{match.pk}/").text
    services.file_orders(match_id=match.pk, person_id=clara.pk, ply=1, text=LAYOUTS["T"])
    assert again(match).ply == 1


def test_nobody_is_replaced_while_the_seals_are_broken(
    begin: Begin, anna: User, boris: User, clara: User, dmitri: User
) -> None:
    match = begin()
    for person, side in ((anna, "R"), (boris, "T")):
        services.file_orders(match_id=match.pk, person_id=person.pk, ply=1, text=LAYOUTS[side])
    with pytest.raises(Stale):
        services.replace_player(match_id=match.pk, organiser_id=dmitri.pk, reason="Ill.", seat="T", person_id=clara.pk)


def test_match_of_an_unknown_game_breaks_no_list(begin: Begin, anna: User) -> None:
    """F63: one match that cannot be read leaves the others in place."""
    lost, found = begin(), begin()
    Match.objects.filter(pk=lost.pk).update(slug="forgotten_game")
    browser = Client()
    browser.force_login(anna)
    for address in ("/matches/", "/watch/", "/lobby/"):
        answer = browser.get(address)
        assert answer.status_code == 200
        assert f"/matches/{lost.pk}/" not in answer.text
    assert f"/matches/{found.pk}/" in browser.get("/matches/").text
