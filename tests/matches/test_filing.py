"""Orders: drafted, filed once whatever the clicks, refused with a reason, in time to the millisecond."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.matches import clocks, sealing, services
from games.matches.errors import BadOrders, NotAllowed, Stale
from games.matches.models import Match, Ply, Sheet
from games.matches.services import playing
from games.matches.services.playing import Filed
from games.matches.services.table import lock_table
from tests.matches.conftest import (
    LAYOUTS,
    TWO_DAYS,
    Begin,
    again,
    at_once,
    file_all,
    file_orders,
    line_up,
    mover,
    roll,
    seat_of,
    sign_in,
)

pytestmark = pytest.mark.django_db
TURN = "C2-C4\nC4-D4"


@pytest.mark.django_db(transaction=True)
def test_twenty_identical_posts_at_once_file_one_sheet(begin: Begin, anna: User) -> None:
    match = begin()
    file = partial(services.file_orders, match_id=match.pk, person_id=anna.pk, ply=1, text=LAYOUTS["R"])
    given = at_once([file] * 20)
    assert {type(filed) for filed in given} == {Filed}
    assert len({filed.receipt for filed in given if isinstance(filed, Filed)}) == 1
    assert Sheet.objects.filter(match=match).count() == 1
    assert (again(match).news, again(match).ply) == (match.news + 1, 1)


@pytest.mark.django_db(transaction=True)
def test_twenty_identical_posts_in_a_sequential_game_make_one_ply(race: Begin) -> None:
    match = race(options={"goal": "60"})
    file = partial(services.file_orders, match_id=match.pk, person_id=mover(match).pk, ply=1, text="roll")
    given = at_once([file] * 20)
    assert {type(filed) for filed in given} == {Filed}
    assert len({filed.receipt for filed in given if isinstance(filed, Filed)}) == 1
    assert list(Ply.objects.filter(match=match).values_list("number", flat=True)) == [0, 1]


@pytest.mark.django_db(transaction=True)
def test_different_orders_for_the_same_ply_at_once_make_one_ply(race: Begin) -> None:
    match = race(options={"goal": "60"})
    file = partial(services.file_orders, match_id=match.pk, person_id=mover(match).pk, ply=1)
    given = at_once([partial(file, text=text) for text in ("roll", "risk") * 4])
    (ply,) = Ply.objects.filter(match=match, number=1)
    won = [filed for filed in given if isinstance(filed, Filed)]
    assert {type(other) for other in given} == {Filed, Stale}
    assert {filed.orders for filed in won} == {ply.orders[0]["text"]}
    assert len(won) == 4
    assert again(match).ply == 2


@pytest.mark.django_db(transaction=True)
def test_two_who_file_at_the_same_moment_do_not_collide(begin: Begin, anna: User, boris: User) -> None:
    for _ in range(5):
        match = begin()
        acts = [
            partial(services.file_orders, match_id=match.pk, person_id=person.pk, ply=1, text=LAYOUTS[name])
            for person, name in ((anna, "R"), (boris, "T"))
        ]
        assert {type(filed) for filed in at_once(acts)} == {Filed}
        assert Sheet.objects.filter(match=match, filed_at__isnull=False).count() == 2
        assert services.resolve_ply(match_id=match.pk)
        assert {row["text"] for row in Ply.objects.get(match=match, number=1).orders} == set(LAYOUTS.values())


def test_a_double_click_after_the_ply_was_resolved_gives_the_same_receipt(race: Begin) -> None:
    match = race(options={"goal": "60"})
    person = mover(match)
    first = file_orders(match, person, "roll", 1)
    assert file_orders(match, person, " ROLL ", 1).receipt == first.receipt
    assert Ply.objects.filter(match=match).count() == 2


def test_going_back_and_sending_again_changes_nothing(race: Begin) -> None:
    match = race(options={"goal": "60"})
    person = mover(match)
    file_orders(match, person, "roll", 1)
    roll(match)
    with pytest.raises(Stale, match="moved on"):
        file_orders(match, person, "roll", 1)
    assert Ply.objects.filter(match=match).count() == 3


def test_orders_out_of_turn_are_refused(race: Begin, anna: User, boris: User) -> None:
    match = race()
    other = boris if mover(match) == anna else anna
    with pytest.raises(Stale, match="not your turn"):
        file_orders(match, other, "roll")
    assert Ply.objects.filter(match=match).count() == 1


def test_a_sheet_may_be_replaced_until_the_last_one_is_in(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    first = file_orders(match, anna, LAYOUTS["R"])
    second = file_orders(match, anna, "set W A2 B2 C2 D2; H E1; A D1")
    assert second.orders == "set H E1; A D1; W A2 B2 C2 D2"
    assert second.receipt != first.receipt
    assert again(match).news == match.news + 2
    file_orders(match, boris, LAYOUTS["T"])
    with pytest.raises(Stale, match="All sheets are in"):
        file_orders(match, anna, LAYOUTS["R"])
    services.resolve_ply(match_id=match.pk)
    orders = {row["seat"]: row for row in Ply.objects.get(match=match, number=1).orders}
    assert (orders["R"]["text"], orders["R"]["receipt"]) == (second.orders, second.receipt)
    assert sealing.receipt(orders["R"]["salt"], orders["R"]["text"]) == second.receipt


def test_the_same_sheet_again_keeps_its_receipt_and_makes_no_news(begin: Begin, anna: User) -> None:
    match = begin()
    first = file_orders(match, anna, LAYOUTS["R"])
    assert file_orders(match, anna, LAYOUTS["R"].lower()).receipt == first.receipt
    assert again(match).news == match.news + 1


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("C2-C4\nC4-E5", 2, "C4 to E5 is no move"),
        ("D2xD3 101", 1, "you have 100"),
        ("C2-C4\nbah", 2, "“bah” cannot be read"),
        ("C2-C4", None, "not complete"),
        ("", None, "not complete"),
    ],
)
def test_bad_orders_name_line_and_reason_and_change_nothing(
    begin: Begin, anna: User, text: str, line: int | None, reason: str
) -> None:
    match = line_up(begin())
    with pytest.raises(BadOrders) as refused:
        file_orders(match, anna, text)
    assert refused.value.line == line
    assert reason in refused.value.message
    assert not Sheet.objects.filter(match=match, ply=2).exists()
    assert again(match).news == match.news
    assert seat_of(match, anna).is_to_act


def test_strangers_and_those_who_left_cannot_file(race: Begin, anna: User, boris: User, clara: User) -> None:
    match = race(anna, boris, clara)
    person = mover(match)
    services.resign(match_id=match.pk, person_id=person.pk, ply=1)
    with pytest.raises(NotAllowed):
        file_orders(match, person, "roll")


def test_orders_sent_for_a_ply_that_is_over_are_kept_for_the_player(begin: Begin, anna: User) -> None:
    match = line_up(begin())
    answer = sign_in(anna).post(f"/matches/{match.pk}/orders/", {"ply": 1, "orders": "C2-C3\nD2-D3"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "The match has moved on" in page
    assert "C2-C3\nD2-D3" in page
    assert not Sheet.objects.filter(match=match, ply=2).exists()


def test_a_draft_that_was_never_filed_stays_with_its_player(begin: Begin, anna: User, boris: User) -> None:
    match = line_up(begin())
    services.save_draft(match_id=match.pk, person_id=anna.pk, ply=2, text="C2-C3")
    news = again(match).news
    assert news == match.news
    assert "C2-C3" in sign_in(anna).get(f"/matches/{match.pk}/").content.decode()
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    services.sweep()
    mine, other = (sign_in(person).get(f"/matches/{match.pk}/").content.decode() for person in (anna, boris))
    assert "Your unsent orders" in mine
    assert "C2-C3" in mine
    assert "C2-C3" not in other
    with pytest.raises(Stale):
        services.save_draft(match_id=match.pk, person_id=anna.pk, ply=2, text="late")


def test_filing_at_the_deadline_counts_and_a_moment_later_does_not(begin: Begin, anna: User) -> None:
    match = begin()
    due = match.due_at
    assert due is not None
    millisecond = timedelta(milliseconds=1)
    for instant, is_taken in ((due - millisecond, True), (due, True), (due + millisecond, False)):
        assert _is_taken(match, anna, instant) == is_taken
        assert clocks.is_too_late(due, instant) != is_taken


def _is_taken(match: Match, person: User, now: datetime) -> bool:
    """Whether a sheet that arrives at ``now``, the match locked, is taken. Leaves no trace."""
    with transaction.atomic():
        table = lock_table(match.pk)
        table.now = now
        try:
            filed: Filed | None = playing._file(table, table.seat_of(person.pk), LAYOUTS["R"])
        except Stale:
            filed = None
        transaction.set_rollback(True)
    return filed is not None


@pytest.mark.parametrize("is_swept", [False, True])
def test_late_orders_are_refused_whether_or_not_the_sweep_was_quicker(begin: Begin, anna: User, is_swept: bool) -> None:
    match = begin()
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - timedelta(milliseconds=1))
    if is_swept:
        assert services.sweep()["due"] == 1
    with pytest.raises(Stale):
        file_orders(match, anna, "set H A1; A B1; W A2 B2 C2 D2", 1)
    services.sweep()
    rows = Ply.objects.get(match=match, number=1).orders
    assert {row["text"] for row in rows} == set(LAYOUTS.values())  # by chance the default layouts, 8.1 of the rules
    assert {row["by"] for row in rows} == {"time"}


def test_the_deadline_is_the_period_from_the_reveal(begin: Begin) -> None:
    match = begin()
    assert match.started_at is not None
    assert match.due_at == match.started_at + timedelta(seconds=TWO_DAYS)
    match = line_up(match)
    revealed = Ply.objects.get(match=match, number=1).resolved_at
    assert (match.period_started_at, match.due_at) == (revealed, revealed + timedelta(seconds=TWO_DAYS))


def test_a_match_without_limit_has_no_deadline(begin: Begin) -> None:
    match = line_up(begin(length=None))
    assert match.due_at is None
    file_all(match, TURN, "C7-C5\nC5-D5")
    assert again(match).due_at is not None  # all sheets are in: the sweep must find it
    services.resolve_ply(match_id=match.pk)
    assert again(match).due_at is None


def test_who_does_not_move_in_time_loses_where_the_game_has_no_default(race: Begin, anna: User, boris: User) -> None:
    match = race()
    late = mover(match)
    winner = anna if late == boris else boris
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - timedelta(milliseconds=1))
    with pytest.raises(Stale):
        file_orders(match, late, "roll")
    services.sweep()
    ply = Ply.objects.get(match=match, number=1)
    assert (ply.cause, ply.leaver, ply.orders) == ("time", seat_of(match, late).name, [])
    assert (seat_of(match, late).rank, seat_of(match, winner).rank) == (2, 1)
    assert (again(match).state, again(match).due_at) == ("over", None)


def test_of_three_only_the_late_one_leaves_and_the_others_play_on(
    race: Begin, anna: User, boris: User, clara: User
) -> None:
    match = race(anna, boris, clara)
    late = mover(match)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - timedelta(milliseconds=1))
    services.sweep()
    match = again(match)
    assert match.state == "playing"
    assert seat_of(match, late).has_left
    assert mover(match) != late
    assert match.due_at is not None
    assert match.due_at > timezone.now() + timedelta(hours=23)
    services.sweep()
    assert again(match).ply == 2


def test_sheets_and_drafts_are_encrypted_at_rest(begin: Begin, anna: User) -> None:
    match = begin()
    services.save_draft(match_id=match.pk, person_id=anna.pk, ply=1, text=LAYOUTS["R"])
    file_orders(match, anna, LAYOUTS["R"])
    sheet = Sheet.objects.get(match=match)
    assert sealing.unseal(sheet.sealed_draft) == LAYOUTS["R"]
    for stored in (sheet.sealed, sheet.sealed_draft):
        assert "set H" not in stored
        assert stored.startswith("gAAAA")
