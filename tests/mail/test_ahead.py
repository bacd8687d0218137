"""Orders for several turns play on by themselves; whoever gave them is called when a decision is wanted."""

from __future__ import annotations

import gzip
from collections import Counter

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.matches import services
from games.matches.errors import BadOrders
from games.matches.models import Match, Ply, Seat
from games.matches.selectors.story import story_lines
from tests.mail.conftest import TWO_DAYS, Post, html_of, text_of
from tests.words import english_in, read_russian

LAYOUT = "set B20 B40 X25 X50 T70 M30 M60"
ALL_AT_ONCE = "set T2 B3 B4 X5 X6 M7 M8"
"""Whoever is left behind these walks on alone, so that the match is short."""


def begin_race(anna: User, boris: User, layout: str = LAYOUT) -> Match:
    """A match of the Two Kings with both layouts shown; Anna is King Pistachio."""
    match = services.create_match(person_id=anna.pk, slug="two_kings", options={}, places=2, length=TWO_DAYS, wish="P")
    services.join_match(match_id=match.pk, person_id=boris.pk)
    for person in (anna, boris):
        services.file_orders(match_id=match.pk, person_id=person.pk, ply=1, text=layout)
    assert services.resolve_ply(match_id=match.pk)
    match.refresh_from_db()
    return match


@pytest.fixture
def race(anna: User, boris: User) -> Match:
    return begin_race(anna, boris)


def mover(match: Match) -> User:
    (seat,) = Seat.objects.filter(match=match, is_to_act=True).select_related("player")
    assert seat.player is not None
    return seat.player


def order(match: Match, text: str) -> None:
    """Whoever is to act orders."""
    services.file_orders(match_id=match.pk, person_id=mover(match).pk, ply=match.ply, text=text)
    match.refresh_from_db()


def test_a_match_of_autos_costs_at_most_one_mail_per_stop_and_player(post: Post, anna: User, boris: User) -> None:
    race = begin_race(anna, boris, ALL_AT_ONCE)
    post.send_all()
    post.clear()
    stops: Counter[str] = Counter()
    while race.state == Match.State.PLAYING:
        stops[mover(race).email] += 1
        order(race, "auto 10")
        # the worker plays on; mails leave as soon as they may
        post.send_all()
        while services.resolve_ply(match_id=race.pk):
            post.send_all()
        race.refresh_from_db()
    by = Counter(row["by"] for ply in Ply.objects.filter(match=race, number__gt=1) for row in ply.orders)
    assert by["ahead"] > by["player"] == stops.total()
    for person in (anna, boris):
        mails = post.to(person)
        # one for every stop but perhaps the first, which the reveal of the layouts told; and the result
        assert stops[person.email] - 1 <= len(mails) - 1 <= stops[person.email]


def test_the_mail_of_a_stop_tells_all_that_was_played(post: Post, race: Match) -> None:
    order(race, "auto 4")
    order(race, "auto 4")
    post.send_all()
    post.clear()
    while services.resolve_ply(match_id=race.pk):
        post.send_all()
    called = mover(race)
    own = Ply.objects.filter(match=race, orders__0__by="player", number__in=[2, 3])
    seat = Seat.objects.get(match=race, player=called)
    since = own.get(orders__0__seat=seat.name).number + 1
    told = Ply.objects.filter(match=race, number__gte=since)
    assert [mail["To"] for mail in post.mails] == [called.email]
    text = text_of(post.only_to(called))
    with translation.override(called.language):
        for ply in told:
            for line in story_lines(ply, seat.name):
                assert " ".join(line.text.split()) in " ".join(text.split())
    assert len(told) > 3


def test_the_page_tells_what_went_by_since_the_own_order(race: Match, anna: User) -> None:
    while mover(race) != anna:
        order(race, "roll")
    order(race, "auto 2")
    order(race, "auto 2")
    while services.resolve_ply(match_id=race.pk):
        race.refresh_from_db()
    client = Client()
    client.force_login(anna)
    page = client.get(f"/matches/{race.pk}/").text
    own = Ply.objects.filter(match=race, orders__0__seat="P", orders__0__by="player").latest("number").number
    told = Ply.objects.filter(match=race, number__gt=own)
    assert len(told) > 1
    for ply in Ply.objects.filter(match=race, number__gt=1):
        sentences = [line.text for line in story_lines(ply, "P") if not line.is_heading]
        assert all(sentence in page for sentence in sentences) == (ply.number > own)
    # whoever has just ordered is told of that alone
    order(race, "roll")
    page = client.get(f"/matches/{race.pk}/").text
    assert page.count("<h3>Round") == 1


def test_news_of_a_turn_weigh_at_most_3_kb(race: Match, anna: User) -> None:
    """The land, the castles and the roads are sent once with the page."""
    client = Client()
    client.force_login(anna)
    weights = []
    while race.state == Match.State.PLAYING:
        known = race.ply
        order(race, "roll")
        seen = {"n": race.news - 1, "ply": known, "said": 0}
        news = client.get(f"/matches/{race.pk}/news/", seen, headers={"HX-Request": "true"})
        assert 'id="board"' in news.text
        weights.append(len(gzip.compress(news.content, compresslevel=6, mtime=0)))
    assert max(weights) <= 3 * 1024


def test_drafting_a_layout_weighs_at_most_3_kb(anna: User, boris: User) -> None:
    """Seventy-six squares on which a trap may lie."""
    match = services.create_match(person_id=anna.pk, slug="two_kings", options={}, places=2, length=TWO_DAYS, wish="P")
    services.join_match(match_id=match.pk, person_id=boris.pk)
    client = Client()
    client.force_login(anna)
    step = {"ply": "1", "picked": "what=B", "pick": "square=20"}
    drafted = client.post(f"/matches/{match.pk}/compose/", step, headers={"HX-Request": "true"})
    assert "<code>set B20</code>" in drafted.text
    assert len(gzip.compress(drafted.content, compresslevel=6, mtime=0)) <= 3 * 1024


def test_a_race_is_told_in_russian(post: Post, race: Match, boris: User) -> None:
    client = Client()
    client.force_login(boris)
    for _ in range(8):
        read_russian(client, f"/matches/{race.pk}/")
        order(race, "auto 10")
        while services.resolve_ply(match_id=race.pk):
            pass
        race.refresh_from_db()
        if race.state != Match.State.PLAYING:
            break
    assert "Раунд" in read_russian(client, f"/matches/{race.pk}/")
    if race.state == Match.State.PLAYING:
        services.resign(match_id=race.pk, person_id=boris.pk, ply=race.ply)
    read_russian(client, f"/matches/{race.pk}/")
    read_russian(client, f"/matches/{race.pk}/history/2/?step=1")
    post.send_all("result")
    assert english_in(html_of(post.to(boris)[-1])) == []


def test_an_auto_is_due_at_once_and_is_no_overrun(race: Match) -> None:
    order(race, "auto 3")
    order(race, "roll")
    seat = Seat.objects.get(match=race, is_to_act=True)
    assert race.due_at is not None
    assert race.due_at <= Ply.objects.get(match=race, number=race.ply - 1).resolved_at
    assert seat.player_id is not None
    with pytest.raises(BadOrders, match="plays on by itself"):
        services.file_orders(match_id=race.pk, person_id=seat.player_id, ply=race.ply, text="hold A")
    # the sweep makes good a lost hint
    services.sweep()
    race.refresh_from_db()
    last = Ply.objects.get(match=race, number=race.ply - 1)
    assert (last.cause, [(row["seat"], row["text"], row["by"]) for row in last.orders]) == (
        Ply.Cause.ORDERS,
        [(seat.name, "roll", "ahead")],
    )
    assert race.due_at is not None
    assert (race.due_at - last.resolved_at).total_seconds() == TWO_DAYS


def test_a_seat_may_resign_while_its_auto_runs(race: Match) -> None:
    order(race, "auto 3")
    order(race, "roll")
    person = mover(race)
    services.resign(match_id=race.pk, person_id=person.pk, ply=race.ply)
    race.refresh_from_db()
    assert (race.state, (race.outcome or {})["how"]) == (Match.State.OVER, "retired")


def test_practice_players_autos_play_on(anna: User) -> None:
    match = services.create_match(
        person_id=anna.pk, slug="two_kings", options={}, places=2, length=TWO_DAYS, wish="P", robots=1
    )
    services.play_robots(match_id=match.pk)
    services.file_orders(match_id=match.pk, person_id=anna.pk, ply=1, text=LAYOUT)
    services.resolve_ply(match_id=match.pk)
    match.refresh_from_db()
    while match.state == Match.State.PLAYING:
        assert services.sweep()["failed"] == 0
        match.refresh_from_db()
        seat = Seat.objects.filter(match=match, is_to_act=True).first()
        if seat and seat.player_id and not services.resolve_ply(match_id=match.pk):
            order(match, "auto 10")
        match.refresh_from_db()
    assert match.outcome is not None
