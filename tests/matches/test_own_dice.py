"""Against whoever answers at once: one's own roll stays in the story, and there is a way to look without scripts."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games.matches import services
from games.matches.models import Match
from tests.matches.conftest import again, file_orders, open_match, sign_in
from tests.matches.test_weight import HTMX

pytestmark = pytest.mark.django_db

LAYOUT = "set B20 B40 X25 X50 T70 M30 M60"


@pytest.fixture
def race(anna: User) -> Match:
    """Anna, King Pistachio, is to roll against a practice opponent."""
    match = open_match(anna, slug="two_kings", wish="P", robots=1)
    services.play_robots(match_id=match.pk)
    file_orders(again(match), anna, LAYOUT)
    services.resolve_ply(match_id=match.pk)
    services.play_robots(match_id=match.pk)  # if the dice say that it begins
    return again(match)


def told(html: str) -> list[str]:
    """Whose turns the story tells, one after the other."""
    story = re.search(r'id="story"|hx-target="#story"', html)
    assert story
    return re.findall(r"<h3>Round \d+: King (\w+)</h3>", html[story.end() :])


def test_own_roll_is_told_with_the_answer(race: Match, anna: User) -> None:
    client = sign_in(anna)
    form = {"ply": race.ply, "orders": "roll", "n": race.news}
    assert told(client.post(f"/matches/{race.pk}/orders/", form, headers=HTMX).text) == ["Pistachio"]
    rolled = again(race)
    assert services.play_robots(match_id=race.pk) == 1
    asked = {"n": rolled.news, "ply": rolled.ply}
    for address, values in ((f"/matches/{race.pk}/news/", asked), (f"/matches/{race.pk}/", {})):
        page = client.get(address, values, headers=HTMX if values else {}).text
        assert told(page) == ["Pistachio", "Raspberry"]
        assert f'/history/{rolled.ply - 1}/?step=0">Step through' in page


def test_own_roll_is_not_told_again_after_an_answer_in_its_time(anna: User, boris: User) -> None:
    match = open_match(anna, slug="two_kings", wish="P")
    services.join_match(match_id=match.pk, person_id=boris.pk, wish="R")
    people = {"P": anna, "R": boris}
    for person in people.values():
        file_orders(again(match), person, LAYOUT)
    services.resolve_ply(match_id=match.pk)
    order = [seat.name for seat in again(match).seats.order_by("-is_to_act")]
    for seat in order:
        file_orders(again(match), people[seat], "roll")
    page = sign_in(people[order[0]]).get(f"/matches/{match.pk}/").text
    assert told(page) == [{"P": "Pistachio", "R": "Raspberry"}[order[1]]]


def test_who_waits_without_scripts_has_a_way_to_look_again(race: Match, anna: User) -> None:
    client = sign_in(anna)
    way = f'<noscript><p><a href="/matches/{race.pk}/">See whether anything has happened</a>'
    assert way not in client.get(f"/matches/{race.pk}/").text  # her own turn
    assert way in client.post(f"/matches/{race.pk}/orders/", {"ply": race.ply, "orders": "roll"}, follow=True).text
