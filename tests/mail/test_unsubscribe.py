"""Turning a kind of mail off from the mail itself."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts.models import Notice, User
from games.mail.unsubscribing import unsubscribe_path
from games.matches import services
from games.matches.models import Match, Seat
from tests.mail.conftest import Begin, Post, html_of, line_up, text_of


def test_one_click_turns_the_kind_off_without_signing_in(anna: User) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(
        unsubscribe_path(anna.pk, "revealed"),
        "List-Unsubscribe=One-Click",
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code == 200
    anna.refresh_from_db()
    assert anna.muted == ["revealed"]


def test_looking_changes_nothing_and_shows_a_button(client: Client, anna: User) -> None:
    page = client.get(unsubscribe_path(anna.pk, "reminder"))
    anna.refresh_from_db()
    assert anna.muted == []
    words = page.content.decode()
    assert '<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">' in words
    assert "Reminder before a deadline" in words


def test_the_page_says_how_to_turn_it_on_again(client: Client, anna: User) -> None:
    path = unsubscribe_path(anna.pk, "reminder")
    told = client.post(path, {"List-Unsubscribe": "One-Click"}).content.decode()
    assert "To have it again, tick it in your profile." in told
    assert 'href="/accounts/profile/"' in told
    again = client.get(path).content.decode()
    assert "<h1>No more letters of this kind</h1>" in again


def test_the_page_speaks_the_persons_language(client: Client, boris: User) -> None:
    page = client.get(unsubscribe_path(boris.pk, "reminder"))
    assert '<html lang="ru"' in page.content.decode()


@pytest.mark.parametrize("kind", ["organiser", "nonsense"])
def test_what_cannot_be_muted_is_not(client: Client, anna: User, kind: str) -> None:
    answer = client.post(unsubscribe_path(anna.pk, kind), {"List-Unsubscribe": "One-Click"})
    anna.refresh_from_db()
    assert (answer.status_code, anna.muted) == (404, [])


def test_a_link_is_good_for_one_person_and_kind_alone(client: Client, anna: User, boris: User) -> None:
    hers, his = unsubscribe_path(anna.pk, "result"), unsubscribe_path(boris.pk, "reminder")
    spliced = hers.rpartition(":")[0] + ":" + his.rpartition(":")[2]
    answer = client.post(spliced, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 404
    assert "This link does not work" in answer.content.decode()
    for person in (anna, boris):
        person.refresh_from_db()
        assert person.muted == []


def test_following_every_link_of_every_mail_changes_nothing(
    post: Post, begin: Begin, anna: User, boris: User, client: Client
) -> None:
    match = begin()
    post.send()
    line_up(match)
    post.send_all()
    post.send_all("reminder")
    services.offer_draw(match_id=match.pk, person_id=anna.pk, ply=2)
    services.extend_deadline(match_id=match.pk, organiser_id=anna.pk, reason="A holiday.", hours=24)
    post.send()
    services.resign(match_id=match.pk, person_id=anna.pk, ply=2)
    again = services.rematch(match_id=match.pk, person_id=anna.pk)
    services.invite(match_id=again.pk, person_id=anna.pk, address="guest@example.org")
    post.send()
    kinds = set(Notice.objects.filter(state="sent").values_list("kind", flat=True))
    assert kinds == {"started", "revealed", "reminder", "table", "organiser", "result", "invitation"}

    links = set()
    for mail in post.mails:
        links |= set(re.findall(r"https://herald\.example[^\s\"<>]*", text_of(mail) + html_of(mail)))
        links |= set(re.findall(r"<(https://[^>]*)>", mail["List-Unsubscribe"] or ""))
    assert len(links) >= 8
    before = snapshot()
    for link in links:
        assert client.get(urlsplit(link).path).status_code < 500
        assert client.head(urlsplit(link).path).status_code < 500
    assert snapshot() == before


def snapshot() -> list[object]:
    return [list(model.objects.order_by("pk").values()) for model in (User, Notice, Match, Seat)]
