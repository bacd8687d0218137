"""Season timers of a table of many: whoever sleeps, every season ends in time and the next begins at once."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import permutations

import pytest
from django.utils import timezone

from accounts.models import Notice
from games.matches import services
from games.matches.errors import Stale
from games.matches.models import Match, Ply, Seat, Vote
from games.matches.selectors.story import story_lines
from games.molon_labe.atlas import CITIES, KINGDOM_OF, NEIGHBOURS
from games.playing import random_sheet
from tests.matches.conftest import at_once
from tests.matches.wars import War

type WarOf = Callable[..., War]

NUMBERS = [2, 3, 4, 5, 6]
SEASON = timedelta(days=5)
MOMENT = timedelta(minutes=5)


def is_at(instant: datetime, wanted: datetime) -> bool:
    """Whether both are the same instant, but for what rounding takes."""
    return abs(instant - wanted) < timedelta(milliseconds=1)


def is_now(instant: datetime) -> bool:
    return timedelta(0) <= timezone.now() - instant < MOMENT


@pytest.mark.parametrize("n", NUMBERS)
def test_picking_has_its_share_of_the_length_for_each_seat(war_of: WarOf, n: int) -> None:
    war = war_of(n, is_chosen=False)
    for k in range(n):
        assert war.to_act == "ABCDEF"[k]
        assert is_now(war.started_at)
        assert is_at(war.due_at, war.started_at + SEASON / n)
        if k % 2:
            war.wind(timedelta(hours=3))
            war.file(war.game.write(war.game.default_orders(war.state, war.to_act) or ()))
        else:
            war.pass_instant()
    assert war.match.phase == "turn"


@pytest.mark.parametrize("n", NUMBERS)
def test_kth_of_n_has_until_its_share_of_the_season(war_of: WarOf, n: int) -> None:
    """Unused time flows on, parts win none, and the next season begins when all are done."""
    war = war_of(n)
    started_at = war.started_at
    for k in range(1, n + 1):
        assert war.to_act == "ABCDEF"[k - 1]
        assert is_at(war.due_at, started_at + SEASON * k / n)
        if k % 2:
            war.file_part()
            assert is_at(war.due_at, started_at + SEASON * k / n)
        war.file("done")
    assert is_now(war.started_at)
    assert war.started_at > started_at
    assert is_at(war.due_at, war.started_at + SEASON / n)
    assert war.state.season == 1


@pytest.mark.parametrize("n", NUMBERS)
def test_a_season_of_sleepers_ends_at_its_length(war_of: WarOf, n: int) -> None:
    war = war_of(n)
    for k in range(1, n + 1):
        assert is_at(war.due_at, war.started_at + SEASON * k / n)
        war.pass_instant()
        (row,) = war.last_ply.orders
        assert (row["seat"], row["text"], row["by"]) == ("ABCDEF"[k - 1], "pass", "time")
    assert war.state.season == 1
    assert is_now(war.started_at)


def test_parts_already_filed_stand_and_their_battles_are_fought(war_of: WarOf) -> None:
    war = war_of(3)
    # two neighbouring generals of the first two kingdoms; the move between them costs one point
    foe = war.state.general("sarmatians", 1)
    near = next(city for city in NEIGHBOURS[foe.city] if city in CITIES and city not in KINGDOM_OF)
    war.place("barbarians 1", near)
    war.change(dice=(4, 3, 2, 1))
    war.file(f"g1-{foe.city} 1\nmore")
    assert war.to_act == "A"
    war.pass_instant()
    (row,) = war.last_ply.orders
    assert (row["text"], row["by"]) == ("done", "time")
    told = [line.text for line in story_lines(war.last_ply, None)]
    assert any(text.startswith("Battle in") for text in told)
    assert war.to_act == "B"


def test_one_who_comes_too_late_is_told_and_changes_nothing(war_of: WarOf) -> None:
    war = war_of(3)
    war.wind(war.due_at - timezone.now() + timedelta(milliseconds=1))
    with pytest.raises(Stale):
        war.file("pass")
    assert war.to_act == "A"


@pytest.mark.parametrize("n", [3, 5])
def test_no_seat_that_resigns_brings_a_running_instant_nearer(war_of: WarOf, n: int) -> None:
    """For each k whose instant runs, and each other seat that leaves then; the season still ends at its length."""
    for k, leaver in permutations("ABCDEF"[:n], 2):
        war = war_of(n)
        started_at = war.started_at
        while war.to_act != k:
            war.file("pass")
        before = war.due_at
        war.resign(leaver)
        assert war.to_act == k
        assert war.due_at >= before
        last = war.due_at
        while war.started_at == started_at:
            assert war.due_at >= last
            last = war.due_at
            war.file("pass")
        assert is_at(last, started_at + SEASON)


@pytest.mark.parametrize("k", "ABCD")
def test_seat_to_act_that_resigns_leaves_the_next_no_less(war_of: WarOf, k: str) -> None:
    war = war_of(4)
    while war.to_act != k:
        war.file("pass")
    before, season = war.due_at, war.state.season
    war.resign(k)
    if k == "D":
        assert war.state.season == season + 1
        assert is_at(war.due_at, war.started_at + SEASON / 3)
    else:
        assert war.to_act == chr(ord(k) + 1)
        assert war.due_at >= before


@pytest.mark.parametrize("k", "ABC")
def test_seat_voted_out_brings_no_running_instant_nearer(war_of: WarOf, k: str) -> None:
    war = war_of(4)
    while war.to_act != k:
        war.file("pass")
    before = war.due_at
    Seat.objects.filter(match=war.pk, name="D").update(defaults_in_row=2)
    services.open_vote(match_id=war.pk, person_id=war.people["A"].pk, seat="D", choice="leave")
    vote = Vote.objects.get(match=war.pk)
    services.support_vote(match_id=war.pk, person_id=war.people["B"].pk, vote_id=vote.pk)
    assert Seat.objects.get(match=war.pk, name="D").has_left
    assert (war.to_act, war.due_at >= before) == (k, True)


def test_leaving_during_the_choice_brings_no_instant_nearer(war_of: WarOf) -> None:
    war = war_of(4, is_chosen=False)
    before = war.due_at
    war.resign("C")
    assert war.due_at >= before
    war.pass_instant()
    assert war.to_act == "B"
    war.pass_instant()
    assert war.to_act == "D"


def test_match_being_played_always_has_a_next_instant(war_of: WarOf) -> None:
    """F34: whatever is done, something is due until the match is over."""
    rng = random.Random(264)
    for players in NUMBERS:
        war = war_of(players, is_chosen=False)
        for _ in range(40):
            if war.match.state != Match.State.PLAYING:
                break
            deed = rng.choices(("file", "sleep", "resign", "vote"), (12, 4, 0.4, 0.6))[0]
            if deed == "file":
                sheet = random_sheet(war.game, war.state, war.to_act, rng)
                war.file(war.game.write(sheet))
            elif deed == "sleep":
                war.pass_instant()
            else:
                gone = rng.choice([seat.name for seat in war.match.seats.filter(has_left=False)])
                war.resign(gone)
            assert not Match.objects.filter(state=Match.State.PLAYING, due_at=None).exists()
            assert war.match.state == Match.State.OVER or war.due_at > timezone.now()
            assert war.match.state == Match.State.OVER or war.match.seats.filter(is_to_act=True).count() == 1


def test_everything_through_the_one_sweep(war_of: WarOf) -> None:
    war = war_of(3)
    assert services.sweep()["due"] == 0
    war.wind(war.due_at - timezone.now() + timedelta(milliseconds=1))
    assert services.sweep()["due"] == 1
    assert war.to_act == "B"
    assert services.sweep()["due"] == 0


def test_one_sweep_makes_up_for_all_that_an_outage_missed(war_of: WarOf) -> None:
    """The season that should have ended meanwhile ends at once; the next has its full length."""
    war = war_of(5)
    war.wind(SEASON * 2)
    assert services.sweep() == {"due": 1, "robots": 0, "failed": 0}
    assert (war.state.season, war.to_act) == (1, "A")
    assert is_now(war.started_at)
    assert is_at(war.due_at, war.started_at + SEASON / 5)


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_do_it_once(war_of: WarOf) -> None:
    war = war_of(3)
    before = war.match.ply
    war.wind(war.due_at - timezone.now() + timedelta(milliseconds=1))
    given = at_once([services.sweep] * 4)
    assert all(isinstance(found, dict) and found["failed"] == 0 for found in given)
    assert (war.match.ply, war.to_act) == (before + 1, "B")
    told = Notice.objects.filter(kind="orders", event=f"match/{war.pk}/ply/{before}")
    assert [notice.person for notice in told] == [war.people["B"]]


def test_each_turn_has_its_notice_and_each_season_is_told_to_all(war_of: WarOf) -> None:
    war = war_of(3)
    first = war.last_ply.number
    for _ in range(3):
        war.file("pass")
    told = {
        number: sorted(
            Notice.objects.filter(event=f"match/{war.pk}/ply/{first + number}").values_list(
                "kind", "person__display_name"
            )
        )
        for number in range(4)
    }
    everybody = [("revealed", "Ada"), ("revealed", "Bruno"), ("revealed", "Carla")]
    assert told == {0: everybody, 1: [("orders", "Bruno")], 2: [("orders", "Carla")], 3: everybody}
    for number, story in (
        (first, ["A new season: 264 B.C. Veris"]),
        (first + 3, ["The season is over: 264 B.C. Veris.", "A new season: 264 B.C. Aestus"]),
    ):
        lines = [line.text for line in story_lines(Ply.objects.get(match=war.pk, number=number), None)]
        assert [line for line in lines if "season" in line] == story


def test_each_instant_has_a_reminder_of_its_own(war_of: WarOf) -> None:
    war = war_of(3)
    due = war.due_at
    war.file_part()
    war.file("done")
    reminders = Notice.objects.filter(kind="reminder", thread=f"match/{war.pk}")
    # a part is a ply of its own; the reminder of the one before is dropped when it is about to leave
    assert {(row.person, row.data["due"]) for row in reminders.filter(data__ply__gte=war.match.ply - 2)} == {
        (war.people["A"], due.isoformat()),
        (war.people["B"], war.due_at.isoformat()),
    }
