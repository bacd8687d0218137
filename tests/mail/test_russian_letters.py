"""Whoever reads Russian gets letters in Russian only, from the first to the last."""

from __future__ import annotations

from accounts.models import Notice, User
from games.matches import services
from games.matches.models import Match
from tests.mail.conftest import Begin, Post, html_of, line_up, play_turn, text_of
from tests.words import english_in


def check(post: Post, boris: User, *parts: str) -> None:
    """All letters to Boris since the last look: no English in any, and together they say every part."""
    mails = post.to(boris)
    assert mails
    for mail in mails:
        assert english_in(f"{mail['Subject']} {text_of(mail)}") == []
        assert english_in(html_of(mail)) == []
    said = " ".join(" ".join(text_of(mail).split()) for mail in mails)
    for part in parts:
        assert part in said
    post.clear()


def test_every_letter_of_a_match_is_russian(post: Post, begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    post.send()
    check(
        post,
        boris,
        "Ваша партия началась. От вас ждут приказов на ход № 1.",
        "(через 2 дня)",
        "Ваша сторона: Тевтонцы.",
    )
    post.send_all("reminder")
    check(post, boris, "Напоминание: от вас ждут приказов на ход № 1.", "Вы их ещё не подали.")
    line_up(match)
    play_turn(match, "E2-E3\nE3-E4", "E7-E6\nE6-E5")
    post.send_all()
    check(post, boris, "Ход № 2 вскрыт.", "Русский воин", "Очки действий: у русских")
    dmitri = User.objects.create_user("dmitri@example.org", display_name="Dmitri", is_staff=True)
    services.extend_deadline(match_id=match.pk, organiser_id=dmitri.pk, reason="Гроза", hours=5)
    post.send()
    check(post, boris, "Организатор перенёс срок.", "Гроза")
    ply = Match.objects.get(pk=match.pk).ply
    services.offer_draw(match_id=match.pk, person_id=anna.pk, ply=ply)
    post.send()
    check(post, boris, "Anna предлагает вам ничью.")
    services.resign(match_id=match.pk, person_id=anna.pk, ply=ply)
    post.send()
    check(post, boris, "Партия окончена: вы победили.")
    services.rematch(match_id=match.pk, person_id=anna.pk)
    post.send()
    check(post, boris, "Anna предлагает вам реванш.")
    assert not Notice.objects.filter(person=boris, state="failed").exists()
