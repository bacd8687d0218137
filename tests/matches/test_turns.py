"""Games with one order a ply: what filing answers, what it weighs and costs, and plans for a load driver."""

from __future__ import annotations

import json
import random
import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.matches import codec, services
from games.matches.models import Match, Seat
from games.playing import practice_sheet, random_sheet
from games.registry import get_game
from tests.matches.conftest import again, file_orders, open_match, sign_in
from tests.matches.test_queries import FRAME
from tests.matches.test_weight import HTMX, linked, weight

pytestmark = pytest.mark.django_db

PLIES = 60
KILO = 1024


@pytest.fixture
def duke(anna: User, boris: User) -> Match:
    """Anna, who has Light, and Boris have set up."""
    match = open_match(anna, slug="duke", wish="1")
    services.join_match(match_id=match.pk, person_id=boris.pk, wish="2")
    for person, text in ((anna, "setup c1 b1 d1"), (boris, "setup d6 c6 e6")):
        file_orders(again(match), person, text)
    return again(match)


def targets(html: str) -> list[str]:
    return re.findall(r'hx-target="#([^"]+)"', html)


def test_an_order_is_answered_with_all_that_it_changed(duke: Match, anna: User) -> None:
    """Nothing is left to ask for, and the next step of the same turn is taken for the ply that it belongs to."""
    client = sign_in(anna, headers=HTMX)
    form = {"ply": duke.ply, "orders": "draw", "n": duke.news}
    answer = client.post(f"/matches/{duke.pk}/orders/", form)
    assert {"wanted", "composer", "board-place", "story", "trays", "news-values"} <= {*targets(answer.text)}
    assert "draw {" in answer.text
    assert f'name="ply" value="{duke.ply + 1}"' in answer.text
    # who had missed something is not told that this was all
    placing = re.findall(r"<kbd>([^<]+)</kbd>", answer.text)
    assert all(re.fullmatch("@[a-f][1-6]", order) for order in placing)
    form = {"ply": duke.ply + 1, "orders": placing[0], "n": duke.news}
    assert "news-values" not in targets(client.post(f"/matches/{duke.pk}/orders/", form).text)


def test_trays_and_layers_are_sent_to_pages_that_show_others(duke: Match, anna: User) -> None:
    client = sign_in(anna, headers=HTMX)
    page = client.get(f"/matches/{duke.pk}/", headers={"HX-Request": ""}).text
    shown = dict(re.findall(r'name="(trays|layers)" value="(\w+)"', page))
    assert {*shown} == {"trays", "layers"}

    def look(**marks: str) -> set[str]:
        values: dict[str, int | str] = {"n": duke.news - 1, "ply": duke.ply - 1, "said": 0, **marks}
        return {*targets(client.get(f"/matches/{duke.pk}/news/", values).text)} & {"trays", "layers"}

    assert look() == {"trays", "layers"}
    assert look(trays=shown["trays"], layers="0") == {"layers"}
    assert look(**shown) == set()


def test_news_and_answers_of_a_random_game_weigh_at_most_3_kb(duke: Match, anna: User, boris: User) -> None:
    rng, clients = random.Random(8), {"1": sign_in(anna, headers=HTMX), "2": sign_in(boris, headers=HTMX)}
    shown: dict[str, dict[str, str]] = {"1": {}, "2": {}}
    weights, queries = [], set()

    def take_in(seat: str, answer: Any) -> None:
        shown[seat] |= dict(re.findall(r'name="(n|trays|layers)" value="(\w+)"', answer.text))
        weights.append(weight(answer.content))

    match, game = duke, get_game("duke")
    for _ in range(PLIES):
        seat = Seat.objects.get(match=match, is_to_act=True).name
        other = "2" if seat == "1" else "1"
        text = game.write(random_sheet(game, codec.load_state(game, match.position), seat, rng))
        form = {"ply": match.ply, "orders": text, **shown[seat]}
        with CaptureQueriesContext(connection) as asked:
            take_in(seat, clients[seat].post(f"/matches/{match.pk}/orders/", form))
        queries.add(len([query for query in asked if not query["sql"].startswith(FRAME)]))
        values: dict[str, int | str] = {**shown[other], "n": match.news, "ply": match.ply, "said": 0}
        take_in(other, clients[other].get(f"/matches/{match.pk}/news/", values))
        match = again(match)
        if match.state != Match.State.PLAYING:
            break
    assert len(weights) > 30
    assert max(weights) <= 3 * KILO
    assert max(queries) <= 12
    html = Client().get(f"/matches/{match.pk}/").text
    assert weight(html.encode()) + sum(weight(file.read_bytes()) for file in linked(html)) <= 45 * KILO


def test_a_plan_for_a_load_driver_is_played_by_what_it_says(db: None) -> None:
    """As the driver does it: find an order in the page, file it, find the next in the other player's news."""
    out = StringIO()
    call_command("bench_plan", "duke", matches=2, plies=8, stdout=out)
    plan = json.loads(out.getvalue())
    assert len(plan["matches"]) == 2
    orders, version = re.compile(plan["move_re"]), re.compile(plan["ver_re"])
    row = plan["matches"][0]
    mover = row["first"]
    clients = [Client(headers={**HTMX, "Cookie": player["cookie"]}) for player in row["players"]]
    html = clients[mover].get(row["play"], headers={"HX-Request": ""}).text
    for _ in range(4):
        found = orders.findall(html)
        assert found
        assert "draw" not in found  # after it the same player would be to act again
        before = version.findall(html)[0]
        values = {"$MOVE": found[0], "$VERSION": before}
        form = {name: values[value] for name, value in plan["form"].items()}
        assert clients[mover].post(row["move"], form).status_code == 200
        mover = 1 - mover
        html = clients[mover].get(row["state"]).text
        assert version.findall(html)[0] == str(int(before) + 1)


@pytest.mark.parametrize("game", ["ice_battle", "molon_labe"])
def test_no_plan_is_made_for_other_games(game: str, db: None) -> None:
    with pytest.raises(CommandError, match="not played by two in turn"):
        call_command("bench_plan", game, matches=1, stdout=StringIO())
    assert not User.objects.filter(email__startswith="bench").exists()


def test_the_lobby_tells_the_strengths_of_the_practice_opponents_apart(anna: User) -> None:
    page = " ".join(sign_in(anna).get("/games/duke/new/").text.split())
    told = [
        f"A practice opponent: {words}</label>" for words in ("page, the weakest", "squire", "knight, the strongest")
    ]
    assert [page.count(words) for words in told] == [1, 1, 1]


def test_the_only_level_of_a_game_is_not_ranked(anna: User) -> None:
    page = sign_in(anna).get("/games/calenzano/new/").content.decode()
    assert "A practice opponent: greedy, attacks wherever the odds are good</label>" in page


# --- The Duke's aims, from the lobby to the end

FORM = {"opponents": "open", "length": "172800", "is_watchable": "on", "wish": ""}
OBJECTIVES = ("duke", "score", "flag", "dark_rider", "logistics")


def begin_in_lobby(person: User, objective: str, terrain: str, *, mountain: str = "") -> Any:
    options = {"objective": objective, "mountain": mountain or terrain, "fortress": terrain}
    form = FORM | {f"option_{name}": value for name, value in options.items()}
    return sign_in(person).post("/games/duke/new/", form)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_every_aim_is_played_from_the_lobby_to_its_end(objective: str, anna: User, boris: User) -> None:
    assert begin_in_lobby(anna, objective, "off" if objective == "dark_rider" else "on").status_code == 302
    match = Match.objects.get()
    sign_in(boris).post(f"/matches/{match.pk}/join/", {"wish": ""})
    game, rng, match = get_game("duke"), random.Random(2), again(match)
    while match.state == Match.State.PLAYING:
        seat = Seat.objects.get(match=match, is_to_act=True)
        assert seat.player is not None
        # one who thinks a little against one who does not, so that it comes to an end
        level = "page" if seat.player == anna else "random"
        sheet = practice_sheet(game, codec.load_state(game, match.position), seat.name, level, rng)
        form = {"ply": match.ply, "orders": game.write(sheet)}
        assert sign_in(seat.player).post(f"/matches/{match.pk}/orders/", form).status_code == 302
        match = again(match)
    assert match.outcome is not None
    assert match.outcome["how"] not in ("retired", "void")
    assert Seat.objects.get(match=match, player=anna).rank == 1
    assert "Anna won" in sign_in(boris).get(f"/matches/{match.pk}/").text


@pytest.mark.parametrize(("mountain", "fortress"), [("on", "off"), ("off", "on"), ("on", "on")])
def test_the_lobby_says_that_the_dark_rider_has_no_terrain(mountain: str, fortress: str, anna: User) -> None:
    answer = begin_in_lobby(anna, "dark_rider", fortress, mountain=mountain)
    assert answer.status_code == 422
    assert "The Dark Rider is played without terrain." in answer.text
    assert not Match.objects.exists()
