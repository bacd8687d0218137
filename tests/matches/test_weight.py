"""How many bytes cross the wire, compressed: for a match of Ice Battle, and for a war of six on a large map."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User
from games.matches import services
from games.playing import playout, random_sheet
from games.registry import get_game
from tests.matches.battles import begin_battle
from tests.matches.conftest import Begin, sign_in
from tests.matches.wars import War

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def weight(content: bytes) -> int:
    """As the site compresses its pages; the padding of random length that it adds against guessing is left out."""
    return len(gzip.compress(content, compresslevel=6, mtime=0))


def linked(html: str) -> list[Path]:
    """The scripts and style sheets of a page, as files."""
    links = re.findall(r'<script[^>]+src="/static/([^"]+)"|<link rel="stylesheet" href="/static/([^"]+)"', html)
    files = [finders.find(script or style) for script, style in links]
    return [Path(str(file)) for file in files if file]


def test_news_of_a_reveal_weighs_at_most_3_kb(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    client = sign_in(anna)
    game = get_game("ice_battle")
    played = playout(game, 2, game.about.full_options({}), random.Random(7), 100)
    people = {"R": anna, "T": boris}
    weights = []
    for number, ply in enumerate(played.log[1:], start=1):
        for seat, text in ply.sheets.items():
            services.file_orders(match_id=match.pk, person_id=people[seat].pk, ply=number, text=text)
        services.resolve_ply(match_id=match.pk)
        answer = client.get(f"/matches/{match.pk}/news/", {"n": 0, "ply": number, "said": 0}, headers=HTMX)
        assert 'id="board"' in answer.text
        weights.append(weight(answer.content))
    assert max(weights) <= 3 * 1024


def test_a_match_page_with_scripts_and_styles_weighs_at_most_45_kb(begin: Begin, anna: User) -> None:
    html = sign_in(anna).get(f"/matches/{begin().pk}/").text
    files = linked(html)
    assert {file.suffix for file in files} == {".css", ".js"}
    assert weight(html.encode()) + sum(weight(file.read_bytes()) for file in files) <= 45 * 1024


def test_news_of_a_turn_among_six_weigh_little_more_than_3_kb(war_of: Callable[..., War]) -> None:
    """An open page asks with the marks of what it shows beside the map. The dice are others each time."""
    war, rng = war_of(6), random.Random(264)
    reader = sign_in(war.people["B"])
    weights = []
    for _ in range(24):
        page = reader.get(f"/matches/{war.pk}/").text
        shown = dict(re.findall(r'<input type="hidden" name="(n|ply|said|trays|layers)" value="([^"]*)">', page))
        war.file(war.game.write(random_sheet(war.game, war.state, war.to_act, rng)))
        answer = reader.get(f"/matches/{war.pk}/news/", shown, headers=HTMX)
        assert 'id="board"' in answer.text
        weights.append(weight(answer.content))
    assert max(weights) <= 4 * 1024, weights
    assert sum(weights) / len(weights) <= 2.5 * 1024, weights


def test_a_match_page_of_six_on_a_map_weighs_at_most_46_kb(war_of: Callable[..., War]) -> None:
    """Its map is a file apart, which the browser keeps."""
    war = war_of(6)
    html = sign_in(war.people["A"]).get(f"/matches/{war.pk}/").text
    assert weight(html.encode()) + sum(weight(file.read_bytes()) for file in linked(html)) <= 46 * 1024


def test_a_page_that_deploys_an_army_weighs_at_most_45_kb(anna: User, boris: User) -> None:
    """Calenzano's heaviest: every figure of the seat may be placed on every cell of its zone."""
    battle = begin_battle(anna, boris, is_deployed=False)
    for person in battle.people.values():
        html = sign_in(person).get(battle.address).text
        assert weight(html.encode()) + sum(weight(file.read_bytes()) for file in linked(html)) <= 45 * 1024


def test_no_news_weighs_nothing(begin: Begin, anna: User) -> None:
    match = begin()
    answer = sign_in(anna).get(f"/matches/{match.pk}/news/", {"n": match.news}, headers=HTMX)
    assert (answer.status_code, answer.content) == (204, b"")


def test_htmx_is_not_loaded_for_a_part(begin: Begin, anna: User) -> None:
    match = begin()
    client: Client = sign_in(anna)
    answer = client.get(f"/matches/{match.pk}/news/", {"n": 0, "ply": -1, "said": 0}, headers=HTMX)
    assert linked(answer.text) == []
