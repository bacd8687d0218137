"""A notice is asked again, when it leaves, whether it is still true."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts import services as people
from accounts.models import Notice, User
from games.matches import services
from games.matches.models import Match, Seat
from tests.mail.conftest import LAYOUTS, Begin, Post, file_orders, line_up, play_turn, text_of

# all of them are moves, so nobody is hurt and the match goes on
NORTH = {1: "C2-C3\nD2-D3", 2: "C3-C2\nD3-D2", 3: "C2-C3\nD2-D3"}
SOUTH = {1: "C7-C6\nD7-D6", 2: "C6-C7\nD6-D7", 3: "C7-C6\nD7-D6"}


def states(person: User, *kinds: str) -> list[str]:
    notices = Notice.objects.filter(person=person, kind__in=kinds).order_by("pk")
    return list(notices.values_list("state", flat=True))


@pytest.fixture
def started(post: Post, begin: Begin) -> Match:
    """A match whose beginning has been told."""
    match = begin()
    assert post.send() == {"claimed": 2, "sent": 2}
    post.clear()
    return match


def test_news_come_after_the_delay_and_once(post: Post, started: Match, anna: User, boris: User) -> None:
    line_up(started)
    assert post.send() == {}
    assert post.send_all() == {"claimed": 2, "sent": 2}
    assert post.send_all() == {}
    assert (len(post.to(anna)), len(post.to(boris))) == (1, 1)


def test_a_backlog_leaves_one_current_mail_for_each_person(post: Post, begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    line_up(match)
    for n in range(9):
        play_turn(match, NORTH[1 + n % 2], SOUTH[1 + n % 2])
    counts = post.send_all()
    assert (counts["sent"], counts["dropped"]) == (2, 20)
    assert "Write your orders for turn 10" in text_of(post.only_to(anna))
    assert len(post.to(boris)) == 1


def test_a_backlog_after_the_end_leaves_the_result_alone(post: Post, begin: Begin, anna: User) -> None:
    match = begin()
    line_up(match)
    services.resign(match_id=match.pk, person_id=anna.pk, ply=2)
    post.send_all()
    assert post.only_to(anna)["X-Auto-Response-Suppress"] == "All"
    assert states(anna, "started", "revealed", "result") == ["dropped", "dropped", "sent"]


def test_quick_turns_of_the_same_pair_are_told_once(post: Post, started: Match, anna: User, boris: User) -> None:
    line_up(started)
    for n in (1, 2, 3):
        play_turn(started, NORTH[n], SOUTH[n])
        post.send()
    assert post.mails == []
    post.send_all()
    assert (len(post.to(anna)), len(post.to(boris))) == (1, 1)


def test_who_has_filed_since_is_not_told_to(post: Post, started: Match, anna: User, boris: User) -> None:
    line_up(started)
    file_orders(started, anna, NORTH[1])
    assert post.send_all() == {"claimed": 2, "dropped": 1, "sent": 1}
    assert (len(post.to(anna)), len(post.to(boris))) == (0, 1)


@pytest.mark.django_db(transaction=True)
def test_orders_filed_while_the_batch_is_under_way_count(post: Post, started: Match, anna: User, boris: User) -> None:
    line_up(started)

    def answer(envelope: Any) -> None:
        (told,) = envelope.rcpt_tos
        other, orders = (boris, SOUTH[1]) if told == anna.email else (anna, NORTH[1])
        file_orders(started, other, orders)
        connection.close()

    post.sink.answer = answer
    assert post.send_all() == {"claimed": 2, "dropped": 1, "sent": 1}
    assert len(post.mails) == 1


def test_a_reveal_becomes_a_call_for_orders_when_stories_are_muted(post: Post, started: Match, anna: User) -> None:
    people.mute_kind(person_id=anna.pk, kind="revealed")
    line_up(started)
    post.send_all()
    mail = post.only_to(anna)
    assert text_of(mail).startswith("Your orders for move 2 are wanted by ")
    # the link stops what it calls itself
    assert "No more letters of the kind “Your orders are wanted”" in text_of(mail)


def test_muted_kinds_do_not_come(post: Post, started: Match, anna: User, boris: User) -> None:
    for kind in ("orders", "revealed"):
        people.mute_kind(person_id=anna.pk, kind=kind)
    line_up(started)
    assert post.send_all() == {"claimed": 2, "muted": 1, "sent": 1}
    assert (post.to(anna), len(post.to(boris))) == ([], 1)


def test_two_matches_turning_to_the_same_player_are_both_told(post: Post, begin: Begin, anna: User) -> None:
    one, two = begin(), begin()
    post.send()
    post.clear()
    line_up(one)
    line_up(two)
    assert post.send_all() == {"claimed": 4, "sent": 4}
    assert len({mail["Subject"] for mail in post.to(anna)}) == 2


def test_the_reminder_goes_to_those_who_still_owe_orders(post: Post, started: Match, anna: User, boris: User) -> None:
    file_orders(started, anna, LAYOUTS["R"])
    assert post.send_all("reminder") == {"claimed": 2, "dropped": 1, "sent": 1}
    assert text_of(post.only_to(boris)) != ""
    assert post.to(anna) == []
    assert post.send_all("reminder") == {}


def test_a_reminder_of_a_moved_deadline_is_replaced(post: Post, started: Match, anna: User) -> None:
    services.extend_deadline(match_id=started.pk, organiser_id=anna.pk, reason="A holiday.", hours=24)
    post.send()
    post.clear()
    old, new = Notice.objects.filter(person=anna, kind="reminder").order_by("pk")
    assert new.due_at - old.due_at == timedelta(hours=24)
    assert post.send_all("reminder") == {"claimed": 4, "dropped": 2, "sent": 2}
    assert states(anna, "reminder") == ["dropped", "sent"]


def test_a_reminder_of_another_ply_is_dropped(post: Post, started: Match) -> None:
    old = list(Notice.objects.filter(kind="reminder").values_list("pk", flat=True))
    line_up(started)
    Notice.objects.filter(kind="revealed").update(state="dropped")
    post.send_all("reminder")
    assert set(Notice.objects.filter(pk__in=old).values_list("state", flat=True)) == {"dropped"}
    assert len(post.mails) == 2


def test_a_reminder_after_the_deadline_is_dropped(post: Post, started: Match) -> None:
    past = timezone.now() - timedelta(minutes=1)
    Match.objects.filter(pk=started.pk).update(due_at=past)
    for notice in Notice.objects.filter(kind="reminder"):
        notice.data["due"] = past.isoformat()
        notice.save(update_fields=["data"])
    assert post.send_all("reminder") == {"claimed": 2, "dropped": 2}


def test_a_reminder_does_not_double_the_news_that_leave_with_it(post: Post, started: Match, anna: User) -> None:
    line_up(started)
    post.send_all("reminder", "revealed")
    assert text_of(post.only_to(anna)).startswith("Move 1 is revealed.")


def test_news_of_a_ply_that_others_have_followed_up_still_come(post: Post, started: Match, anna: User) -> None:
    line_up(started)
    # as in a game of three: the others moved on, the reader was told nothing since and has not acted
    notice = Notice.objects.get(person=anna, kind="revealed")
    notice.data["ply"] = 0
    notice.save(update_fields=["data"])
    started.plies.filter(number=1).update(orders=[])
    post.send_all()
    assert len(post.to(anna)) == 1


def test_who_has_lost_the_seat_is_not_called_for_orders(post: Post, started: Match, anna: User) -> None:
    clara = User.objects.create_user("clara@example.org", display_name="Clara")
    line_up(started)
    services.replace_player(
        match_id=started.pk, organiser_id=anna.pk, reason="Anna is ill.", seat="R", person_id=clara.pk
    )
    post.send_all()
    assert states(anna, "revealed", "organiser") == ["dropped", "sent"]
    assert text_of(post.only_to(clara)).startswith("Your orders for move 2 are wanted by ")


def test_an_offer_that_was_withdrawn_is_not_mailed(post: Post, started: Match, anna: User, boris: User) -> None:
    services.offer_draw(match_id=started.pk, person_id=anna.pk, ply=1)
    services.decline_draw(match_id=started.pk, person_id=anna.pk, ply=1)
    assert post.send() == {"claimed": 1, "dropped": 1}
    assert states(boris, "table") == ["dropped"]


def test_a_rematch_that_was_accepted_is_not_mailed(post: Post, started: Match, anna: User, boris: User) -> None:
    services.resign(match_id=started.pk, person_id=anna.pk, ply=1)
    services.rematch(match_id=started.pk, person_id=anna.pk)
    services.rematch(match_id=started.pk, person_id=boris.pk)
    post.send()
    assert states(boris, "table") == ["dropped"]


def test_an_invitation_is_not_mailed_when_the_match_is_full(post: Post, anna: User, boris: User) -> None:
    match = services.create_match(
        person_id=anna.pk, slug="ice_battle", options={}, places=2, length=None, is_invited=True
    )
    services.invite(match_id=match.pk, person_id=anna.pk, address="guest@example.org")
    services.join_match(match_id=match.pk, person_id=boris.pk, invitation=match.invitation)
    post.send()
    assert not [mail for mail in post.mails if mail["To"] == "guest@example.org"]


def test_who_has_left_for_good_gets_nothing(post: Post, begin: Begin, anna: User, boris: User) -> None:
    begin()
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert post.send() == {"claimed": 2, "dropped": 1, "sent": 1}
    assert (post.to(anna), len(post.to(boris))) == ([], 1)


def test_notices_of_a_match_that_is_gone_are_dropped(post: Post, begin: Begin) -> None:
    match = begin()
    Seat.objects.filter(match=match).delete()
    assert post.send() == {"claimed": 2, "dropped": 2}
