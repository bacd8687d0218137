"""How a match ends before its time, and what is said at the table meanwhile."""

from __future__ import annotations

import re

import pytest

from accounts.models import Notice, User
from games.matches import sealing, services
from games.matches.errors import MatchError, NotAllowed, Stale
from games.matches.models import ChatLine, Match, Ply, Seat
from tests.matches.conftest import Begin, again, file_all, file_orders, line_up, mover, roll, seat_of, sign_in

pytestmark = pytest.mark.django_db


def offers(match_id: int) -> set[str]:
    return set(Seat.objects.filter(match=match_id, has_offered_draw=True).values_list("name", flat=True))


def how(match: Match) -> object:
    return match.outcome and match.outcome["how"]


def test_a_draw_is_agreed_when_both_say_so(begin: Begin, anna: User, boris: User) -> None:
    match = line_up(begin())
    services.offer_draw(match_id=match.pk, person_id=anna.pk, ply=2)
    services.offer_draw(match_id=match.pk, person_id=anna.pk, ply=2)
    assert offers(match.pk) == {"R"}
    assert again(match).news == match.news + 1
    (notice,) = Notice.objects.filter(kind="table")
    assert (notice.person, notice.data["what"], notice.data["ply"]) == (boris, "draw", 2)
    services.offer_draw(match_id=match.pk, person_id=boris.pk, ply=2)
    match = again(match)
    assert (match.state, how(match)) == ("over", "agreed")
    assert Ply.objects.get(match=match, number=2).cause == "agreed"
    assert [seat_of(match, person).rank for person in (anna, boris)] == [1, 1]


@pytest.mark.parametrize(("is_agreed", "marks"), [(True, ["draw", "draw"]), (False, ["won"])])
def test_the_table_says_beside_each_seat_how_it_came_out(
    is_agreed: bool, marks: list[str], begin: Begin, anna: User, boris: User
) -> None:
    match = line_up(begin())
    if is_agreed:
        for person in (anna, boris):
            services.offer_draw(match_id=match.pk, person_id=person.pk, ply=2)
    else:
        services.resign(match_id=match.pk, person_id=boris.pk, ply=2)
    page = sign_in(anna).get(f"/matches/{match.pk}/").text
    assert re.findall(r'class="seat-state"[^>]*><strong>(\w+)</strong>', page) == marks


def test_a_draw_may_be_declined_and_taken_back(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    for person in (boris, anna):  # declined by the other, taken back by oneself
        services.offer_draw(match_id=match.pk, person_id=anna.pk, ply=1)
        services.decline_draw(match_id=match.pk, person_id=person.pk, ply=1)
        assert offers(match.pk) == set()
    with pytest.raises(Stale, match="No draw is offered"):
        services.decline_draw(match_id=match.pk, person_id=boris.pk, ply=1)
    assert again(match).state == "playing"


def test_an_offer_lapses_when_the_ply_is_resolved(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    services.offer_draw(match_id=match.pk, person_id=anna.pk, ply=1)
    file_all(match)
    services.resolve_ply(match_id=match.pk)
    assert offers(match.pk) == set()
    with pytest.raises(Stale):
        services.offer_draw(match_id=match.pk, person_id=boris.pk, ply=1)
    services.offer_draw(match_id=match.pk, person_id=boris.pk, ply=2)
    assert again(match).state == "playing"


def test_a_draw_among_three_needs_all_who_still_play(race: Begin, anna: User, boris: User, clara: User) -> None:
    match = race(anna, boris, clara)
    services.resign(match_id=match.pk, person_id=clara.pk, ply=1)
    with pytest.raises(NotAllowed):
        services.offer_draw(match_id=match.pk, person_id=clara.pk, ply=2)
    services.offer_draw(match_id=match.pk, person_id=anna.pk, ply=2)
    assert again(match).state == "playing"
    services.offer_draw(match_id=match.pk, person_id=boris.pk, ply=2)
    assert again(match).state == "over"
    assert [seat_of(match, person).rank for person in (anna, boris, clara)] == [1, 1, 2]


@pytest.mark.parametrize("phase", ["setup", "orders", "filed", "all in"])
def test_one_may_resign_in_every_phase(begin: Begin, anna: User, boris: User, phase: str) -> None:
    match = begin()
    if phase == "orders":
        match = line_up(match)
    if phase == "filed":
        file_orders(match, anna, "set H E1; A D1; W C2 D2 E2 F2")
    if phase == "all in":
        file_all(match)
    ply = again(match).ply
    services.resign(match_id=match.pk, person_id=anna.pk, ply=ply)
    match = again(match)
    assert (match.state, how(match), match.due_at) == ("over", "retired", None)
    assert [seat_of(match, person).rank for person in (anna, boris)] == [2, 1]
    assert Ply.objects.get(match=match, number=ply).leaver == seat_of(match, anna).name
    assert Notice.objects.filter(kind="result").count() == 2
    with pytest.raises(Stale):
        services.resign(match_id=match.pk, person_id=boris.pk, ply=ply)
    assert not services.resolve_ply(match_id=match.pk)


def test_resigning_refers_to_the_ply_one_saw(begin: Begin, anna: User) -> None:
    match = line_up(begin())
    with pytest.raises(Stale):
        services.resign(match_id=match.pk, person_id=anna.pk, ply=1)
    assert again(match).state == "playing"


def test_who_resigns_among_three_leaves_the_others_to_play(race: Begin, anna: User, boris: User, clara: User) -> None:
    match = race(anna, boris, clara, options={"goal": "60"})
    gone = mover(match)
    services.resign(match_id=match.pk, person_id=gone.pk, ply=1)
    match = again(match)
    assert (match.state, match.ply) == ("playing", 2)
    for _ in range(4):
        assert mover(match) != gone
        match = roll(match)
    with pytest.raises(NotAllowed):
        services.resign(match_id=match.pk, person_id=gone.pk, ply=match.ply)


def test_chat_is_for_those_at_the_table(begin: Begin, anna: User, clara: User) -> None:
    match = begin()
    services.say_line(match_id=match.pk, person_id=anna.pk, text="  Good luck!  ")
    services.say_line(match_id=match.pk, person_id=anna.pk, text="   ")
    assert [(line.seat, line.text) for line in ChatLine.objects.all()] == [("R", "Good luck!")]
    assert again(match).news == match.news + 1
    with pytest.raises(NotAllowed):
        services.say_line(match_id=match.pk, person_id=clara.pk, text="hello")
    with pytest.raises(MatchError, match="500"):
        services.say_line(match_id=match.pk, person_id=anna.pk, text="x" * 501)
    services.say_line(match_id=match.pk, person_id=anna.pk, text="x" * 500)
    assert ChatLine.objects.count() == 2


def test_chat_goes_on_after_one_has_resigned(begin: Begin, anna: User) -> None:
    match = begin()
    services.resign(match_id=match.pk, person_id=anna.pk, ply=1)
    services.say_line(match_id=match.pk, person_id=anna.pk, text="Well played")
    assert ChatLine.objects.count() == 1


def test_notes_are_private_and_encrypted_and_no_news(begin: Begin, anna: User, boris: User, clara: User) -> None:
    match = begin()
    services.save_notes(match_id=match.pk, person_id=anna.pk, text="Watch the left wing")
    seat = seat_of(match, anna)
    assert "wing" not in seat.sealed_notes
    assert sealing.unseal(seat.sealed_notes) == "Watch the left wing"
    assert seat_of(match, boris).sealed_notes == ""
    assert again(match).news == match.news
    services.save_notes(match_id=match.pk, person_id=anna.pk, text="")
    assert seat_of(match, anna).sealed_notes == ""
    with pytest.raises(MatchError, match="too long"):
        services.save_notes(match_id=match.pk, person_id=anna.pk, text="x" * 10_001)
    with pytest.raises(NotAllowed):
        services.save_notes(match_id=match.pk, person_id=clara.pk, text="mine?")
