"""A last line ``resign``: the seat leaves once the orders before it are carried out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games.matches import services
from games.matches.composer import compose
from games.matches.errors import BadOrders, NotAllowed
from games.matches.models import Ply, Seat
from games.matches.resignation import ending_of, split_resignation
from games.matches.selectors.story import story_lines
from games.molon_labe.atlas import CITIES, KINGDOM_OF, NEIGHBOURS
from games.registry import get_game
from tests.matches.conftest import Begin, again, file_orders, line_up, sign_in
from tests.matches.wars import War

type WarOf = Callable[..., War]


@pytest.mark.parametrize(
    ("text", "rest", "resigns"),
    [
        ("resign", "", True),
        ("g4-caralis 2\nresign", "g4-caralis 2", True),
        ("g4-caralis 2; Resign ;\n", "g4-caralis 2", True),
        ("resign\ng4-caralis 2", "resign\ng4-caralis 2", False),
        ("I resign", "I resign", False),
        ("", "", False),
    ],
)
def test_only_a_last_line_is_a_resignation(text: str, rest: str, resigns: bool) -> None:
    assert split_resignation(text) == (rest, resigns)


@pytest.mark.django_db
def test_orders_before_it_are_carried_out_and_no_battles_follow(war_of: WarOf) -> None:
    """Rules of Molon Labe, 8: the orders before `resign` are executed, then the turn ends without battles."""
    war = war_of(3)
    # the end of the turn would bring a battle here, as the tests of seasons show
    foe = war.state.general("sarmatians", 1)
    near = next(city for city in NEIGHBOURS[foe.city] if city in CITIES and city not in KINGDOM_OF)
    war.place("barbarians 1", near)
    war.change(dice=(4, 3, 2, 1))
    leaver, number, order = war.to_act, war.match.ply, f"g1-{foe.city} 1"
    war.file(f"{order}\nresign")
    moved, left = Ply.objects.filter(match=war.pk, number__gte=number).order_by("number")
    assert (moved.cause, moved.orders[0]["text"]) == (Ply.Cause.ORDERS, order)
    assert (left.cause, left.leaver) == (Ply.Cause.RESIGNED, leaver)
    told = [line.text for ply in (moved, left) for line in story_lines(ply, None)]
    assert any("goes from" in text for text in told)
    assert not any(text.startswith("Battle in") for text in told)
    assert war.state.general("sarmatians", 1) == foe
    assert Seat.objects.get(match=war.pk, name=leaver).has_left
    assert war.to_act != leaver


@pytest.mark.django_db
def test_a_refused_order_before_it_keeps_the_seat(war_of: WarOf) -> None:
    war = war_of(3)
    number = war.match.ply
    with pytest.raises(BadOrders, match="not on the map"):
        war.file("g1-xyzzy 6\nresign")
    assert war.match.ply == number
    assert not Seat.objects.filter(match=war.pk, has_left=True).exists()


@pytest.mark.django_db
@pytest.mark.parametrize("ending", ["done", "more", "pass", "g1 stop; Done "])
def test_it_does_not_follow_what_ends_the_sheet(war_of: WarOf, ending: str) -> None:
    """Rules of Molon Labe, 4.6: `done`, `more`, `pass` and `resign` stand only as the last line of a sheet."""
    war = war_of(3)
    number = war.match.ply
    word = ending.rsplit(maxsplit=1)[-1].lower()
    with pytest.raises(BadOrders, match=f"“{word}” ends the sheet"):
        war.file(f"{ending}\nresign")
    assert war.match.ply == number
    assert not Seat.objects.filter(match=war.pk, has_left=True).exists()


@pytest.mark.parametrize(
    ("slug", "orders", "word"),
    [
        ("calenzano", "F11 n\nDONE", "done"),  # its rules, 10.2
        ("molon_labe", "g4-caralis 2; more", "more"),
        ("molon_labe", "done\ng4-caralis 2", ""),
        ("two_kings", "done", ""),  # no word of this game
    ],
)
def test_each_game_names_what_ends_its_sheets(slug: str, orders: str, word: str) -> None:
    assert ending_of(orders, get_game(slug).about.last_words) == word


@pytest.mark.django_db
def test_under_seal_it_stands_alone(begin: Begin, anna: User) -> None:
    match = line_up(begin())
    with pytest.raises(BadOrders, match="write “resign” alone"):
        file_orders(match, anna, "E2-E3\nE3-E4\nresign")
    assert again(match).state == "playing"
    file_orders(match, anna, "resign")
    assert again(match).state == "over"
    assert Ply.objects.get(match=match, number=2).cause == Ply.Cause.RESIGNED
    with pytest.raises(NotAllowed):
        services.file_orders(match_id=match.pk, person_id=anna.pk, ply=2, text="resign")


@pytest.mark.django_db
def test_a_draft_says_when_it_takes_effect(war_of: WarOf) -> None:
    war = war_of(3)
    made = compose(war.game, war.state, war.to_act, "resign")
    assert (made.problem, made.text) == ("“resign” takes effect when you file the sheet.", "resign")


@pytest.mark.django_db
def test_whoever_has_left_is_promised_no_turn(war_of: WarOf) -> None:
    war = war_of(3)
    services.resign(match_id=war.pk, person_id=war.people["A"].pk, ply=war.match.ply)
    left, waiting = (sign_in(war.people[seat]).get(f"/matches/{war.pk}/").text for seat in "AC")
    assert "You have left this match" in left
    assert "when it is your turn" not in left
    assert "when it is your turn" in waiting
