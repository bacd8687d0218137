"""What mail programs read: conversations, lists, loops, and the shape of the message."""

from __future__ import annotations

import struct
from email.message import EmailMessage
from itertools import pairwise

import pytest

from accounts.models import User
from games.mail.unsubscribing import unsubscribe_path
from games.matches import services
from games.matches.models import Match
from tests.mail.conftest import Begin, Post, html_of, line_up, play_turn

MARCH, BACK = ("C2-C3\nD2-D3", "C7-C6\nD7-D6"), ("C3-C2\nD3-D2", "C6-C7\nD6-D7")


@pytest.fixture
def mails(post: Post, begin: Begin, anna: User) -> list[EmailMessage]:
    """Anna's five mails of one match, and the first of another."""
    match = begin()
    post.send()
    line_up(match)
    post.send_all()
    for sheets in (MARCH, BACK):
        play_turn(match, *sheets)
        post.send_all()
    services.resign(match_id=match.pk, person_id=anna.pk, ply=4)
    post.send()
    begin()
    post.send()
    return post.to(anna)


def test_one_conversation_for_each_match(mails: list[EmailMessage]) -> None:
    one, other = (mail["Message-ID"] for mail in mails[4:])
    assert len({mail["Message-ID"] for mail in mails}) == 6
    roots = [mail["References"].split()[0] for mail in mails]
    assert len(set(roots[:5])) == 1
    assert roots[5] != roots[0]
    assert not {one, other} & set(roots)
    assert mails[0]["In-Reply-To"] == mails[0]["References"] == roots[0]
    for before, mail in pairwise(mails[:5]):
        assert mail["In-Reply-To"] == before["Message-ID"]
        assert mail["References"].split() == [roots[0], before["Message-ID"]]
    assert mails[5]["In-Reply-To"] == roots[5]


def test_the_subject_names_the_match_and_stays(mails: list[EmailMessage], post: Post, boris: User) -> None:
    first, second = sorted(Match.objects.values_list("pk", flat=True))
    subject = "Herald: Ice Battle, Anna – Борис (#{})"
    assert [mail["Subject"] for mail in mails] == [subject.format(first)] * 5 + [subject.format(second)]
    assert {mail["Subject"].partition(", ")[2] for mail in post.to(boris)[:5]} == {f"Anna – Борис (#{first})"}


def test_the_subject_stays_when_somebody_changes_their_name(post: Post, begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    post.send()
    User.objects.filter(pk=boris.pk).update(display_name="Boris the Bold")
    line_up(match)
    post.send_all()
    subjects = [mail["Subject"] for mail in post.to(anna)]
    assert len(subjects) > 1
    assert len(set(subjects)) == 1


def test_mails_are_marked_as_those_of_a_program(mails: list[EmailMessage]) -> None:
    for mail in mails:
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail["X-Auto-Response-Suppress"] == "All"
        assert mail["From"] == "Herald <herald@herald.example>"
        assert mail["List-Id"] == "Herald <matches.herald.example>"
        assert mail["Reply-To"] is None


def test_each_kind_can_be_stopped_by_one_click(mails: list[EmailMessage], anna: User) -> None:
    for mail, kind in zip(mails, ["started", "revealed", "revealed", "revealed", "result", "started"], strict=True):
        assert mail["List-Unsubscribe"] == f"<https://herald.example{unsubscribe_path(anna.pk, kind)}>"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_word_from_the_organisers_cannot_be_stopped(post: Post, begin: Begin, anna: User) -> None:
    match = begin()
    post.send()
    post.clear()
    services.extend_deadline(match_id=match.pk, organiser_id=anna.pk, reason="A holiday.", hours=24)
    post.send()
    assert post.only_to(anna)["List-Unsubscribe"] is None


def test_text_comes_first_and_the_picture_beside_the_html(mails: list[EmailMessage]) -> None:
    for mail in mails:
        assert [part.get_content_type() for part in mail.walk()] == [
            "multipart/alternative",
            "text/plain",
            "multipart/related",
            "text/html",
            "image/png",
        ]


def test_the_board_is_an_inline_picture_with_words_for_it(mails: list[EmailMessage]) -> None:
    mail = mails[1]
    (picture,) = [part for part in mail.walk() if part.get_content_maintype() == "image"]
    png = picture.get_payload(decode=True)
    assert isinstance(png, bytes)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (900, 900)
    assert picture.get_content_disposition() == "inline"
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in html_of(mail)
    assert 'alt="Ice Battle, turn 1. Both armies stand on the ice."' in html_of(mail)


def test_names_cannot_write_headers(post: Post, begin: Begin, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(display_name="Anna\r\nBcc: all@example.org")
    match = begin()
    post.send()
    assert post.only_to(anna)["Subject"] == f"Herald: Ice Battle, Anna Bcc: all@example.org – Борис (#{match.pk})"
    assert post.only_to(anna)["Bcc"] is None
