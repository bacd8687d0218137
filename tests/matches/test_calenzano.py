"""Turns of many orders: drafted over several visits, filed whole or in parts, under one deadline."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.calenzano import GAME
from games.calenzano.position import State
from games.matches import services
from tests.matches.battles import Battle, begin_battle
from tests.matches.conftest import sign_in
from tests.matches.test_weight import linked, weight

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def fight(anna: User, boris: User) -> Battle:
    """A turn of Lucca, which Boris leads; the alliance is made, so that no die of it is thrown."""
    battle = begin_battle(anna, boris, alliance_die="own")
    battle.stand("F L20, P C10, F A1", "F L21, K J28, A L24, F A30", "S")
    return battle


def post(client: Client, battle: Battle, act: str, **fields: str | list[str]) -> tuple[int, str]:
    answer = client.post(f"{battle.address}{act}/", {"ply": str(battle.match.ply), **fields})
    return answer.status_code, answer.text if answer.status_code != 302 else ""


def cells(battle: Battle, seat: str) -> set[str]:
    return {figure.cell for figure in battle.state.army(seat)}


def test_parts_of_a_turn_share_one_deadline(fight: Battle) -> None:
    due_at = fight.match.due_at
    fight.file("S", "J28-J27\nmore")
    fight.file("S", "L24-K24\nmore")
    assert (fight.state.parts, fight.match.due_at) == (2, due_at)
    assert cells(fight, "S") == {"L21", "J27", "K24", "A30"}
    fight.pass_deadline()
    # what was filed stands; the deadline only ends the turn
    assert cells(fight, "S") == {"L21", "J27", "K24", "A30"}
    assert (fight.state.active, fight.state.parts) == ("N", 0)
    assert fight.match.due_at is not None
    assert fight.match.due_at > fight.last_ply.resolved_at + timedelta(days=2)


def test_opponent_sees_and_is_told_the_whole_turn_not_its_last_part(fight: Battle) -> None:
    fight.file("S", "J28-J27\nmore")
    fight.file("S", "L24-K24\nmore")
    fight.file("S", "done")
    page = sign_in(fight.people["N"]).get(fight.address).text
    assert "Rider of Lucca J28 goes to J27." in page
    assert "Archer of Lucca L24 goes to K24." in page
    assert re.search(r'aria-label="J27, Rider of Lucca, arrow from J28"', page)
    assert re.search(r'aria-label="K24, Archer of Lucca, arrow from L24"', page)


def test_a_part_is_executed_at_once_and_cannot_be_taken_back(fight: Battle) -> None:
    client = sign_in(fight.people["S"])
    assert post(client, fight, "orders", orders="J28-J27")[0] == 302
    assert "J27" in cells(fight, "S")
    status, page = post(client, fight, "orders", orders="J27-J28")
    assert status == 422
    assert "J27: this figure has its move or shot of the turn already." in page
    assert fight.state.parts == 1


def test_one_press_ends_the_turn_with_what_is_drafted(fight: Battle) -> None:
    client = sign_in(fight.people["S"])
    page = client.get(fight.address).text
    assert re.search(r'name="also" value="pass"[^>]*>Pass: no orders this turn<', page)
    assert "File this part" not in page
    _status, page = post(client, fight, "compose", orders="J28-J27")
    assert re.search(r'name="also" value="done"[^>]*>End the turn<', page)
    assert "File this part" in page
    assert post(client, fight, "orders", orders="J28-J27", also="done")[0] == 302
    assert fight.last_ply.orders[0]["text"] == "J28-J27\ndone"
    assert fight.state.active == "N"


def test_a_draft_survives_visits_and_is_undone_freely(fight: Battle) -> None:
    boris = fight.people["S"]
    post(sign_in(boris), fight, "compose", orders="J28-J27\nL24-L23")
    page = sign_in(boris).get(fight.address).text
    assert re.findall(r"<code>([^<]+)</code>\s*(?:<button|$)", page)[:2] == ["J28-J27", "L24-L23"]
    assert "Without an order so far, 2: L21, A30." in page
    _status, page = post(sign_in(boris), fight, "compose", orders="J28-J27\nL24-L23", drop="0")
    assert "Without an order so far, 3: L21, J28, A30." in page
    assert cells(fight, "S") == {"L21", "J28", "L24", "A30"}
    assert "J28-J27" not in sign_in(fight.people["N"]).get(fight.address).text


def test_orders_of_a_turn_may_change_places_and_those_of_a_layout_need_not(fight: Battle, clara: User) -> None:
    _status, page = post(sign_in(fight.people["S"]), fight, "compose", orders="J28-J27\nL24-L23")
    assert re.findall(r'name="raise" value="(\d)"', page) == ["1"]
    layout = begin_battle(clara, fight.people["S"], is_deployed=False)
    _status, page = post(sign_in(clara), layout, "compose", orders="deploy F K9 L9; P M9")
    assert "<code>deploy F L9</code>" in page
    assert 'name="raise"' not in page


def test_a_button_leads_to_the_next_figure_without_an_order(fight: Battle) -> None:
    client = sign_in(fight.people["S"])

    def following(page: str) -> str:
        found = re.search(r'value="who=(\w+)"[^>]*>Next: ', page)
        return found[1] if found else ""

    assert following(client.get(fight.address).text) == "L21"
    assert following(post(client, fight, "compose", pick="who=L21")[1]) == "L24"
    moved = post(client, fight, "compose", picked=["who=L24", "action=move"], pick="to=L23")[1]
    assert following(moved) == "J28"
    assert following(post(client, fight, "compose", orders="L21-K21\nL24-L23\nJ28-J27\nA30-A31")[1]) == ""


def test_a_whole_turn_is_one_text_and_what_no_longer_fits_is_skipped_with_its_reason(fight: Battle) -> None:
    text = "L24 shot L20\nJ28-J22\nA30-A22\nL21+J22xL20\ndone"
    # L21 stands in the line of the shot, and A30 cannot go so far
    fight.file("S", text)
    assert fight.last_ply.orders[0]["text"] == text
    page = sign_in(fight.people["N"]).get(fight.address).text
    assert "“L24 shot L20” is skipped: nothing may stand between L24 and L20, and no way is clear." in page
    assert "“A30-A22” is skipped: Foot of Lucca A30 cannot reach A22." in page
    assert "“L21+J22xL20” is skipped: J22 is not next to L20." in page
    assert cells(fight, "S") == {"L21", "J22", "L24", "A30"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("deploy F K11", "K11 is not yours to deploy on. Your rows are 1 to 10."),
        ("deploy K O9", "O9 lies in the houses, and cavalry may not stand there."),
        ("deploy C E10", "E10 is a wood, and catapults may not stand there."),
        ("deploy F K9 K9", "K9 is taken already. Each figure needs a cell of its own."),
    ],
)
def test_a_wrong_deployment_is_refused_with_its_reason(anna: User, boris: User, text: str, reason: str) -> None:
    battle = begin_battle(anna, boris, is_deployed=False)
    status, page = post(sign_in(anna), battle, "orders", orders=text)
    assert status == 422
    assert reason in page
    assert not battle.is_filed("N")


def test_a_deployment_with_figures_missing_is_refused(anna: User, boris: User) -> None:
    battle = begin_battle(anna, boris, is_deployed=False)
    status, _page = post(sign_in(anna), battle, "orders", orders="deploy F K9 L9 L10 M10")
    assert status == 422
    assert not battle.is_filed("N")


def test_usual_cells_stand_in_only_for_a_layout_that_is_missing_when_it_counts(anna: User, boris: User) -> None:
    battle = begin_battle(anna, boris, is_deployed=False)
    usual = GAME.write(GAME.default_orders(State(), "N") or ())
    battle.file("N", usual.replace("K9", "K8"))
    battle.pass_deadline()
    assert "K8" in cells(battle, "N")
    assert "K9" not in cells(battle, "N")
    assert {order.to[0] for order in GAME.default_orders(State(), "S") or ()} == cells(battle, "S")


def test_a_wrong_arrival_is_refused_and_the_usual_cells_wait_for_the_deadline(fight: Battle) -> None:
    fight.change(phase="arrival", active="N", is_due=True)
    client = sign_in(fight.people["N"])
    status, page = post(client, fight, "orders", orders="florence K W19")
    assert status == 422
    assert "W19 is not in column X, where the Florentines come in." in page
    assert fight.state.phase == "arrival"
    fight.pass_deadline()
    assert cells(fight, "N") >= {"X17", "X18", "X19", "X20", "X21", "X22", "X23", "X24"}
    assert (fight.state.phase, fight.state.active) == ("turn", "S")


def test_layouts_are_seen_by_nobody_else_until_both_are_in(anna: User, boris: User, clara: User) -> None:
    battle = begin_battle(anna, boris, is_deployed=False)
    usual = GAME.write(GAME.default_orders(State(), "S") or ())
    mine = usual.replace("G24", "A32")
    battle.file("S", mine)
    post(sign_in(boris), battle, "compose", orders=usual.replace("G24", "A31"))
    for reader in (sign_in(anna), sign_in(clara), Client()):
        for address in ("", "news/?n=-1", "history/", "record.txt", "proof.json"):
            answer = reader.get(battle.address + address)
            body = b"".join(answer) if answer.streaming else answer.content
            assert b"A32" not in body
            assert b"A31" not in body
            assert b'href="#cz-S-' not in body.partition(b'id="board"')[2]
    own = sign_in(boris).get(battle.address).text
    assert "A31" in own or "A32" in own
    battle.file("N", GAME.write(GAME.default_orders(State(), "N") or ()))
    assert "A32" not in sign_in(anna).get(battle.address).text  # sealed until the seals are broken
    assert services.resolve_ply(match_id=battle.pk)
    assert "A32" in sign_in(anna).get(battle.address).text


def test_news_of_a_whole_turn_weigh_little(anna: User, boris: User) -> None:
    """News bring the figures, what a dozen and more of them did, the story and the orders; the land stays where it is.

    Twenty-five orders at once weigh more than a move of another game; what they bring is not told twice.
    The dice are others each time.
    """
    battle = begin_battle(anna, boris)
    rng = random.Random(7)
    weights: list[int] = []
    for _ in range(8):
        state = battle.state
        seat = GAME.phase(state).to_act[0]
        other = sign_in(battle.people["S" if seat == "N" else "N"])
        page = other.get(battle.address).text
        shown = dict(re.findall(r'<input type="hidden" name="(n|ply|said|trays|layers)" value="([^"]*)">', page))
        battle.file(seat, GAME.write(GAME.think(GAME.view(state, seat), seat, "greedy", rng)))
        answer = other.get(f"{battle.address}news/", shown, headers=HTMX)
        assert 'id="board"' in answer.text
        weights.append(weight(answer.content))
    assert max(weights) <= 5.5 * 1024, weights
    assert sum(weights) / len(weights) <= 4.5 * 1024, weights


def test_news_of_a_part_weigh_at_most_3_kb(fight: Battle) -> None:
    reader = sign_in(fight.people["N"])
    for part in ("J28-J27\nL24-K24\nmore", "L21xL20\nmore"):
        ply = fight.match.ply
        fight.file("S", part)
        answer = reader.get(f"{fight.address}news/", {"n": 0, "ply": ply, "said": 0}, headers=HTMX)
        assert 'id="board"' in answer.text
        assert weight(answer.content) <= 3 * 1024


@pytest.mark.parametrize("is_deployed", [False, True])
def test_page_weighs_at_most_46_kb(anna: User, boris: User, *, is_deployed: bool) -> None:
    """With its scripts and styles. Its land is a file apart, which the browser keeps."""
    battle = begin_battle(anna, boris, is_deployed=is_deployed)
    for person in (anna, boris):
        html = sign_in(person).get(battle.address).text
        assert weight(html.encode()) + sum(weight(file.read_bytes()) for file in linked(html)) <= 46 * 1024
