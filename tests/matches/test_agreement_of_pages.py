"""List, page, seat, rules and notices agree after every step on who is to act."""

from __future__ import annotations

import random

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from games.matches import codec, services
from games.matches.models import Match, Ply, Seat, Sheet
from games.matches.selectors import lists
from games.matches.selectors.access import visible_match
from games.matches.selectors.page import MatchPage
from games.playing import random_sheet
from games.registry import get_game
from tests.matches.conftest import Begin, again, open_match, sign_in

pytestmark = pytest.mark.django_db


def check(match: Match) -> None:
    """Everything that says who is to act says the same."""
    match = again(match)
    game = get_game(match.slug)
    phase = game.phase(codec.load_state(game, match.position))
    filed = set(Sheet.objects.filter(match=match, ply=match.ply, filed_at__isnull=False).values_list("seat", flat=True))
    is_playing = match.state == Match.State.PLAYING
    expected = {name for name in phase.to_act if name not in filed} if is_playing else set()
    seats = list(Seat.objects.filter(match=match).select_related("player"))
    assert {seat.name for seat in seats if seat.is_to_act} == expected
    assert (match.phase, match.is_sealed) == (phase.name, phase.sealed)
    if is_playing:
        # whoever is waited for, or the reveal, has an instant at which the sweep takes it up
        assert match.due_at is not None
    else:
        assert match.due_at is None
    for seat in seats:
        if seat.player is None:
            continue
        owes = seat.name in expected
        listed = {row.pk: row for row in lists.my_matches(seat.player.pk, 1).object_list}
        assert listed[match.pk].is_mine_to_act == owes
        page = MatchPage(*visible_match(match.pk, seat.player.pk), seat.player.pk, now=timezone.now())
        assert page.is_mine_to_act == owes
        assert {line.name for line in page.seats if line.is_to_act} == expected
        if owes:
            assert page.composer is not None
            check_notice(match, seat)


def check_notice(match: Match, seat: Seat) -> None:
    """A person who is to act was told so once, since the last ply was resolved."""
    number = match.ply - 1
    event = f"match/{match.pk}/started" if number == 0 else f"match/{match.pk}/ply/{number}"
    told = Notice.objects.filter(person=seat.player, thread=f"match/{match.pk}", data__ply=number)
    (notice,) = told.filter(kind__in=["started", "orders", "revealed"])
    assert notice.event == event


def play_on(match: Match, rng: random.Random) -> None:
    """One random thing that a person, a robot, a worker or the clock may do."""
    match = again(match)
    game = get_game(match.slug)
    state = codec.load_state(game, match.position)
    owing = list(Seat.objects.filter(match=match, is_to_act=True))
    what = rng.random()
    if not owing:
        services.resolve_ply(match_id=match.pk)
    elif what < 0.04:
        Match.objects.filter(pk=match.pk).update(due_at=match.created_at)
        services.sweep()
    elif what < 0.1 and (person_id := rng.choice(owing).player_id):
        services.offer_draw(match_id=match.pk, person_id=person_id, ply=match.ply)
    else:
        seat = rng.choice(owing)
        if seat.robot:
            services.play_robots(match_id=match.pk)
            return
        assert seat.player_id is not None
        sheet = random_sheet(game, state, seat.name, rng)
        text = game.write(sheet)
        services.file_orders(match_id=match.pk, person_id=seat.player_id, ply=match.ply, text=text)


@pytest.mark.parametrize("seed", range(3))
def test_all_agree_after_every_step_on_the_ice(begin: Begin, anna: User, seed: int) -> None:
    rng = random.Random(seed)
    match = open_match(anna, robots=1) if seed % 2 else begin()
    check(match)
    for _ in range(25):
        if again(match).state != Match.State.PLAYING:
            break
        play_on(match, rng)
        check(match)
    assert Ply.objects.filter(match=match).count() > 5 or again(match).state == Match.State.OVER


@pytest.mark.parametrize("seed", range(2))
def test_all_agree_after_every_step_of_a_dice_race(
    race: Begin, anna: User, boris: User, clara: User, seed: int
) -> None:
    rng = random.Random(seed)
    match = race(*(anna, boris, clara)[: 2 + seed % 2], options={"goal": "60"})
    check(match)
    for _ in range(200):
        if again(match).state != Match.State.PLAYING:
            break
        play_on(match, rng)
        check(match)
    assert again(match).state == Match.State.OVER
    assert Ply.objects.filter(match=match).count() == again(match).ply


def test_the_list_puts_first_what_waits_longest(begin: Begin, anna: User, boris: User) -> None:
    finished, waiting, later, sooner, open_one = begin(), begin(), begin(), begin(length=3600), open_match(anna)
    services.resign(match_id=finished.pk, person_id=boris.pk, ply=1)
    services.file_orders(match_id=waiting.pk, person_id=anna.pk, ply=1, text="set H E1; A D1; W C2 D2 E2 F2")
    rows = lists.my_matches(anna.pk, 1).object_list
    assert [row.pk for row in rows] == [sooner.pk, later.pk, waiting.pk, open_one.pk, finished.pk]
    assert [row.state for row in rows] == [
        "Your orders are wanted",
        "Your orders are wanted",
        "Waiting for the others",
        "Waiting for players",
        "Anna won",
    ]


def test_a_broken_match_leaves_the_list_of_matches_whole(begin: Begin, anna: User) -> None:
    broken, sound = begin(), begin()
    Match.objects.filter(pk=broken.pk).update(position="{")
    page = sign_in(anna).get("/matches/").content.decode()
    assert f'href="/matches/{broken.pk}/"' in page
    assert f'href="/matches/{sound.pk}/"' in page
    services.void_match(match_id=broken.pk, organiser_id=anna.pk, reason="broken")
    assert again(broken).state == Match.State.OVER


def test_players_can_agree_to_end_a_broken_match(begin: Begin, anna: User, boris: User) -> None:
    match = begin()
    Match.objects.filter(pk=match.pk).update(position="{")
    for person in (anna, boris):
        services.offer_draw(match_id=match.pk, person_id=person.pk, ply=1)
    assert again(match).state == Match.State.OVER
