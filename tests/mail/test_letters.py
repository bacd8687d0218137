"""What the mails say, and what they never say."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

from django.utils import timezone, translation

from accounts.models import Notice, User
from accounts.notices import KINDS
from games.mail.unsubscribing import unsubscribe_path
from games.matches import services
from games.matches.models import Match
from tests.mail.conftest import LAYOUTS, TWO_DAYS, Begin, Post, file_orders, html_of, line_up, play_turn, text_of

BOARD = """\
   A  B  C  D  E  F  G  H
8 .  .  .  TA TH .  .  .  8
7 .  .  TW TW TW TW .  .  7
6 .  .  .  .  .  .  .  .  6
5 .  .  .  .  .  .  .  .  5
4 .  .  .  .  .  .  .  .  4
3 .  .  .  .  .  .  .  .  3
2 .  .  RW RW RW RW .  .  2
1 .  .  .  RA RH .  .  .  1
   A  B  C  D  E  F  G  H
"""


def first_line(mail: EmailMessage) -> str:
    """The first paragraph of the text part."""
    return " ".join(text_of(mail).partition("\n\n")[0].split())


def words_of(mail: EmailMessage) -> str:
    """The text part in one line."""
    return " ".join(text_of(mail).split())


def due_at(match: Match, instant: datetime) -> None:
    """Let the match be due at that instant."""
    Match.objects.filter(pk=match.pk).update(due_at=instant)


def test_the_start_says_side_limit_deadline_and_opponent(post: Post, begin: Begin, anna: User) -> None:
    match = begin()
    post.send()
    mail = post.only_to(anna)
    assert re.fullmatch(
        r"Your match has begun\. Your orders for move 1 are wanted by \w+ \d\d:\d\d \(in 2 days\)\.", first_line(mail)
    )
    words = words_of(mail)
    for part in (
        "Your side: Russians.",
        "Time for each turn: 2 days.",
        "Line up your six warriors on your two home ranks.",
        "If time runs out, this counts instead: set H E1; A D1; W C2 D2 E2 F2",
        "Russians: Anna (you) Teutons: Борис",
        f"Open the match: https://herald.example/matches/{match.pk}/",
        "Times are those of your zone, Europe/Berlin.",
        "Nobody reads replies to this letter.",
    ):
        assert part in words
        assert part.split(": ")[-1] in " ".join(html_of(mail).split())


def test_a_reveal_tells_the_story_the_board_and_what_is_wanted(post: Post, begin: Begin, anna: User) -> None:
    match = begin()
    line_up(match)
    play_turn(match, "C2-C3\nD2-D3", "C7-C6\nD7-D6")
    post.send_all()
    mail = post.only_to(anna)
    assert first_line(mail).startswith("Move 2 is revealed. Your orders for move 3 are wanted by ")
    text = text_of(mail)
    assert "What happened\n\nTurn 1, row 1\n- Russian soldier C2 sets out for C3.\n" in text
    assert "Write your orders for turn 2: two actions, or one archer shot." in words_of(mail)
    assert "If time runs out, this counts instead: E1 def 2; E1 def 2" in words_of(mail)
    match.refresh_from_db()
    assert f"Seal of the move history so far: {match.head_hash[:8]}" in text
    for sentence in ("Turn 1, row 2", "Russian soldier C2 sets out for C3.", "The Teutons pay 1. Points left: 98."):
        assert sentence in text
        assert sentence in html_of(mail)


def test_the_text_part_alone_is_enough(post: Post, begin: Begin, anna: User) -> None:
    match = begin()
    line_up(match)
    post.send_all()
    text = text_of(post.only_to(anna))
    assert f"\n\n{BOARD}R: H E1/4; A D1/3; W C2/3 D2/3 E2/3 F2/3\n" in text
    assert "<" not in text.replace("<https", "")
    assert max(map(len, (line for line in text.splitlines() if "://" not in line))) <= 76


def test_a_reminder_names_match_opponent_deadline_and_what_follows(post: Post, begin: Begin, anna: User) -> None:
    match = begin()
    post.send()
    post.clear()
    post.send_all("reminder")
    mail = post.only_to(anna)
    assert re.fullmatch(
        r"Reminder: your orders for move 1 are wanted by \w+ \d\d:\d\d \(in 2 days\)\.", first_line(mail)
    )
    assert mail["Subject"] == f"Herald: Ice Battle, Anna – Борис (#{match.pk})"
    for part in ("You have not filed them yet.", "Line up your six warriors", "this counts instead: set H E1;"):
        assert part in words_of(mail)


def test_without_a_limit_no_deadline_is_named(post: Post, begin: Begin, anna: User) -> None:
    begin(length=None)
    post.send()
    words = words_of(post.only_to(anna))
    assert words.startswith("Your match has begun. Your orders for move 1 are wanted. ")
    assert "There is no time limit." in words
    assert "time runs out" not in words


def test_each_reads_the_result_from_their_own_side(post: Post, begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    post.send()
    post.clear()
    User.objects.filter(pk=boris.pk).update(language="en")
    services.resign(match_id=match.pk, person_id=boris.pk, ply=1)
    post.send()
    won, lost = post.only_to(anna), post.only_to(boris)
    assert first_line(won) == "The match is over: you won."
    assert first_line(lost) == "The match is over. Anna won."
    for mail in (won, lost):
        assert "Thank you for playing." in words_of(mail)
        assert "ask for a rematch" in words_of(mail)
        assert "wanted by" not in words_of(mail)


def test_an_agreed_draw_is_a_draw(post: Post, begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    post.send()
    for person in (anna, boris):
        services.offer_draw(match_id=match.pk, person_id=person.pk, ply=1)
    post.clear()
    post.send()
    assert first_line(post.only_to(anna)) == "The match is over. Draw."
    assert "The players agreed on a draw." in text_of(post.only_to(anna))


def test_orders_that_time_gave_are_told(post: Post, begin: Begin, anna: User) -> None:
    match = begin()
    post.send()
    post.clear()
    file_orders(match, anna, LAYOUTS["R"])
    due_at(match, timezone.now() - timedelta(seconds=1))
    services.resolve_ply(match_id=match.pk)
    post.send_all()
    assert "Time was up for Teutons: the default orders count." in words_of(post.only_to(anna))


def test_what_an_organiser_did_comes_with_the_reason_word_for_word(
    post: Post, begin: Begin, anna: User, boris: User
) -> None:
    match = begin()
    post.send()
    due_at(match, datetime(2030, 5, 1, 12, 0, tzinfo=UTC))
    Match.objects.filter(pk=match.pk).update(period_started_at=timezone.now())
    post.clear()
    reason = "Anna's train <stands> in the snow & waits."
    services.extend_deadline(match_id=match.pk, organiser_id=anna.pk, reason=reason, hours=24)
    post.send()
    mail = post.only_to(anna)
    assert re.fullmatch(
        r"An organiser has moved the deadline: it is now 2 May 2030 14:00 \(in \d+ days\)\.", first_line(mail)
    )
    assert f"“{reason}”" in text_of(mail)
    assert f"«{reason}»" in text_of(post.only_to(boris))
    assert "Anna&#x27;s train &lt;stands&gt; in the snow &amp; waits." in html_of(mail)


def test_a_seat_given_away_is_told_to_those_who_were_there(post: Post, begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    clara = User.objects.create_user("clara@example.org", display_name="Clara")
    post.send()
    post.clear()
    services.replace_player(match_id=match.pk, organiser_id=anna.pk, reason="Ill.", seat="T", person_id=clara.pk)
    post.send()
    assert first_line(post.only_to(anna)) == "An organiser has given a seat to another player."
    assert "Teutons: Clara plays on in place of Борис." in words_of(post.only_to(anna))
    assert len(post.to(boris)) == 1
    assert first_line(post.only_to(clara)).startswith("Your orders for move 1 are wanted by ")


def test_a_void_match_names_the_reason_and_no_winner(post: Post, begin: Begin, anna: User) -> None:
    match = begin()
    post.send()
    post.clear()
    services.void_match(match_id=match.pk, organiser_id=anna.pk, reason="A fault of ours.")
    post.send()
    mail = post.only_to(anna)
    assert first_line(mail) == "An organiser has ended the match without a result."
    assert "“A fault of ours.”" in text_of(mail)


def test_an_offer_of_a_draw_names_who_offers(post: Post, begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    post.send()
    post.clear()
    services.offer_draw(match_id=match.pk, person_id=boris.pk, ply=1)
    post.send()
    assert first_line(post.only_to(anna)) == "Борис offers you a draw."
    assert post.to(boris) == []


def test_a_rematch_leads_to_the_seat_that_waits(post: Post, begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    services.resign(match_id=match.pk, person_id=anna.pk, ply=1)
    post.send()
    post.clear()
    again = services.rematch(match_id=match.pk, person_id=boris.pk)
    post.send()
    mail = post.only_to(anna)
    assert first_line(mail) == "Борис asks you for a rematch."
    assert mail["Subject"] == f"Herald: Ice Battle, Борис – Anna (#{again.pk})"
    assert f"https://herald.example/join/{again.invitation}/" in text_of(mail)
    assert [part.get_content_type() for part in mail.walk()] == ["multipart/alternative", "text/plain", "text/html"]


def test_a_match_called_off_is_told_to_those_who_had_joined(post: Post, anna: User) -> None:
    # the game has two seats, so one who joins starts it: here the seat is taken without the start
    clara = User.objects.create_user("clara@example.org", display_name="Clara")
    match = services.create_match(person_id=clara.pk, slug="ice_battle", options={}, places=2, length=None)
    match.seats.create(place=1, line="x", player=anna)
    services.cancel_match(match_id=match.pk, person_id=clara.pk)
    post.send()
    assert first_line(post.only_to(anna)) == "Clara has called the match off before it began."
    assert "https://herald.example/lobby/" in text_of(post.only_to(anna))


def test_an_invitation_speaks_the_language_of_whoever_invites(post: Post, anna: User, boris: User) -> None:
    for person in (anna, boris):
        match = services.create_match(
            person_id=person.pk, slug="ice_battle", options={}, places=2, length=TWO_DAYS, is_invited=True
        )
        services.invite(match_id=match.pk, person_id=person.pk, address="Guest@example.org")
    post.send()
    hers, his = post.mails
    assert hers["To"] == his["To"] == "guest@example.org"
    assert first_line(hers) == "Anna invites you to a match of Ice Battle."
    assert "because this person typed your address" in words_of(hers)
    assert "Times are those of" not in words_of(hers)
    assert 'lang="ru"' in html_of(his)


def test_each_mail_is_in_the_readers_language_and_zone(post: Post, begin: Begin, anna: User, boris: User) -> None:
    clara = User.objects.create_user("clara@example.org", display_name="Clara", time_zone="America/New_York")
    matches = [begin(), begin(r=clara), begin()]
    noon = datetime(2030, 1, 15, 12, 0, tzinfo=UTC)
    for match in matches:
        due_at(match, noon)
    post.send()
    said = {anna: ("en", "13:00"), boris: ("ru", "22:00"), clara: ("en", "07:00")}
    assert [mail["To"] for mail in post.mails].count(boris.email) == 3
    for person, (language, time) in said.items():
        for mail in post.to(person):
            assert f'<html lang="{language}">' in html_of(mail)
            assert f" {time} " in first_line(mail)
            assert ("января" in first_line(mail)) == (language == "ru")
            assert person.time_zone in text_of(mail)
    assert (translation.get_language(), timezone.get_current_timezone_name()) == ("en", "UTC")


def test_no_mail_holds_an_order_of_an_open_ply(post: Post, begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    file_orders(match, boris, "set H B8; A C8; W G7 A7 H7 F7")
    post.send_all("started", "reminder")
    services.offer_draw(match_id=match.pk, person_id=boris.pk, ply=1)
    services.extend_deadline(match_id=match.pk, organiser_id=anna.pk, reason="A holiday.", hours=1)
    post.send()
    before = [text_of(mail) + html_of(mail) for mail in post.to(anna)]
    assert len(before) == 3
    # a signature may hold any two letters; nothing else is left out of the search
    for path in (unsubscribe_path(anna.pk, kind) for kind in KINDS):
        before = [words.replace(path, "") for words in before]
    assert not any("B8" in words or "TH" in words or "G7" in words for words in before)
    post.clear()
    file_orders(match, anna, LAYOUTS["R"])
    services.resolve_ply(match_id=match.pk)
    post.send_all()
    assert "T: H B8/4; A C8/3; W G7/3 A7/3 H7/3 F7/3" in text_of(post.only_to(anna))


def test_a_draft_is_not_drawn_into_the_mail(post: Post, begin: Begin, anna: User) -> None:
    match = begin()
    services.save_draft(match_id=match.pk, person_id=anna.pk, ply=1, text=LAYOUTS["R"])
    post.send()
    text = text_of(post.only_to(anna)).partition("If time runs out")[0]
    assert "RH" not in text
    assert "E1" not in text


def test_story_meant_for_one_seat_reaches_no_other(post: Post, begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    line_up(match)
    ply = match.plies.get(number=1)
    ply.events.append(
        {"sentence": {"text": "A spy whispers.", "values": {}}, "to": ["T"], "marks": [], "heading": False}
    )
    match.plies.filter(number=1).update(events=ply.events)
    post.send_all()
    assert "A spy whispers." in text_of(post.only_to(boris))
    mail = post.only_to(anna)
    assert "A spy whispers." not in text_of(mail) + html_of(mail)


def test_names_are_text_and_never_markup(post: Post, begin: Begin, anna: User, boris: User) -> None:
    User.objects.filter(pk=boris.pk).update(display_name="<b>Boris</b> & Co")
    begin()
    post.send()
    mail = post.only_to(anna)
    assert "<b>Boris</b> & Co" in text_of(mail)
    assert "&lt;b&gt;Boris&lt;/b&gt; &amp; Co" in html_of(mail)
    assert "<b>Boris" not in html_of(mail)


def test_every_kind_of_notice_that_is_written_can_be_mailed(post: Post, begin: Begin) -> None:
    begin()
    post.send_all("reminder", "started")
    assert not Notice.objects.exclude(trouble="").exists()
