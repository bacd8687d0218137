"""Deadlines that are announced, extended, passed and shown: no notice contradicts what comes next."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from accounts.models import Notice, User
from config.celery import app
from games.mail.letters import write_letter
from games.mail.relevance import Moot, kind_to_send, look_up
from games.matches import clocks, sealing, services
from games.matches.dates import when
from games.matches.errors import MatchError, Stale
from games.matches.models import Intervention, Match, Ply, Seat, Sheet, StandingList
from tests.matches.conftest import LAYOUTS, Begin, again, at_once, line_up, mover, roll, sign_in
from tests.matches.wars import War

type WarOf = Callable[..., War]

MILLISECOND = timedelta(milliseconds=1)


def reminder(match_id: int, person: User) -> Notice:
    """The newest reminder of a person in a match."""
    return Notice.objects.filter(kind="reminder", thread=f"match/{match_id}", person=person).latest("pk")


def leaves(notice: Notice) -> bool:
    """Whether the notice would be mailed now, when all that was to be mailed before it is."""
    Notice.objects.exclude(kind="reminder").update(state=Notice.State.SENT, closed_at=timezone.now())
    try:
        kind_to_send(notice, look_up(notice))
    except Moot:
        return False
    return True


# --- F16


@pytest.mark.django_db(transaction=True)
def test_sweep_last_sheet_and_extension_at_once(begin: Begin, anna: User, boris: User, clara: User) -> None:
    """F16: either the deadline was moved before the ply was resolved, or nobody is told that it was."""
    for _ in range(4):
        match = begin()
        services.file_orders(match_id=match.pk, person_id=anna.pk, ply=1, text=LAYOUTS["R"])
        Match.objects.filter(pk=match.pk).update(due_at=timezone.now() + timedelta(milliseconds=30))
        acts: list[Callable[[], object]] = [
            partial(services.extend_deadline, match_id=match.pk, organiser_id=clara.pk, reason="A storm.", hours=24),
            partial(services.file_orders, match_id=match.pk, person_id=boris.pk, ply=1, text=LAYOUTS["T"]),
            services.sweep,
            services.sweep,
        ]
        given = at_once(acts)
        assert all(isinstance(one, MatchError) or not isinstance(one, Exception) for one in given), given
        services.resolve_ply(match_id=match.pk)
        now, told = again(match), Notice.objects.filter(kind="organiser", thread=f"match/{match.pk}")
        interventions = Intervention.objects.filter(match=match)
        assert told.count() == 2 * interventions.count()
        assert now.ply <= 2
        assert [ply.number for ply in Ply.objects.filter(match=match)] == list(range(now.ply))
        # the sheets are in or the ply is over: nobody is reminded of what is past, and of the rest at its own instant
        for notice in Notice.objects.filter(kind="reminder", thread=f"match/{match.pk}"):
            if leaves(notice):
                assert (notice.data["ply"], datetime.fromisoformat(notice.data["due"])) == (now.ply, now.due_at)


def test_extension_moves_all_that_follow_in_the_season(war_of: WarOf, clara: User) -> None:
    war = war_of(3)
    before = war.due_at
    services.extend_deadline(match_id=war.pk, organiser_id=clara.pk, reason="A storm.", hours=24)
    assert war.due_at == before + timedelta(days=1)
    war.file("pass")
    assert war.due_at == before + timedelta(days=1) + timedelta(days=5) / 3


# --- F17, F37


def test_reminder_is_worded_from_what_stands_when_it_leaves(war_of: WarOf, clara: User) -> None:
    """F17: filed in the meantime, it does not leave; moved in the meantime, only the new one does."""
    war = war_of(3)
    first = reminder(war.pk, war.people["A"])
    assert leaves(first)
    services.extend_deadline(match_id=war.pk, organiser_id=clara.pk, reason="A storm.", hours=24)
    second = reminder(war.pk, war.people["A"])
    assert [leaves(first), leaves(second)] == [False, True]
    assert str(when(war.due_at)) in write_letter(second, "reminder", look_up(second)).lead
    war.file("pass")
    assert not leaves(second)


def test_every_automatic_end_is_announced_and_names_its_rule(war_of: WarOf, begin: Begin, anna: User) -> None:
    """F37: page, first mail and reminder say what counts when time is up."""
    war = war_of(3)
    match = line_up(begin(r=war.people["A"], t=war.people["B"]))
    for pk, sentence in (
        (war.pk, "If time runs out, this counts instead: pass"),
        (match.pk, "If time runs out, this counts instead:"),
    ):
        notice = reminder(pk, war.people["A"])
        assert any(line.startswith(sentence) for line in write_letter(notice, "reminder", look_up(notice)).wanted)
        page = sign_in(war.people["A"]).get(f"/matches/{pk}/").text
        assert sentence in page
        assert "When it passes, the default orders of the rules count; where there are none, the seat loses." in page


def test_end_by_time_is_announced(race: Begin, anna: User) -> None:
    """F37: the dice race has no default orders."""
    match = race()
    notice = reminder(match.pk, mover(match))
    assert "If time runs out, you lose." in write_letter(notice, "reminder", look_up(notice)).wanted


# --- F35


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_loser_by_time_is_the_one_to_act(race: Begin, turns: int) -> None:
    match = race()
    for _ in range(turns):
        match = roll(match)
    late = mover(match)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - MILLISECOND)
    assert services.resolve_ply(match_id=match.pk)
    ranks = {seat.player: seat.rank for seat in Seat.objects.filter(match=match).select_related("player")}
    assert ranks.pop(late) == 2
    assert list(ranks.values()) == [1]


@pytest.mark.django_db(transaction=True)
def test_loser_by_time_while_a_move_arrives(race: Begin, anna: User, boris: User) -> None:
    """F35: the move came in time and the turn is the other's, or it did not and its sender has lost."""
    for wait in (0, 5, 10, 20):
        match = race()
        acting = mover(match)
        Match.objects.filter(pk=match.pk).update(due_at=timezone.now() + timedelta(milliseconds=wait))
        acts: list[Callable[[], object]] = [
            partial(services.file_orders, match_id=match.pk, person_id=acting.pk, ply=1, text="roll"),
            services.sweep,
            services.sweep,
        ]
        at_once(acts)
        while again(match).due_at and clocks.is_too_late(again(match).due_at, timezone.now()):
            services.sweep()
        last = Ply.objects.filter(match=match).latest("number")
        assert last.number == 1
        if last.leaver:
            assert Seat.objects.get(match=match, name=last.leaver).player == acting
            assert Seat.objects.get(match=match, rank=1).player != acting
        else:
            assert [row["seat"] for row in last.orders] == [Seat.objects.get(match=match, player=acting).name]


# --- F38


def test_clock_stands_still_after_the_end(war_of: WarOf) -> None:
    war = war_of(2)
    assert 'class="due' in sign_in(war.people["A"]).get(f"/matches/{war.pk}/").text
    war.resign("A")
    for seat in "AB":
        page = sign_in(war.people[seat]).get(f"/matches/{war.pk}/").text
        assert 'class="due' not in page
        assert "If time runs out" not in page


# --- F40, F41


@pytest.mark.parametrize(
    ("zone", "before", "after"),
    [
        # the last Sunday of March 2027 is the 28th, of October the 31st; in the States it is 14 March
        ("Europe/Rome", "27 March 13:00", "29 March 14:00"),
        ("America/New_York", "27 March 08:00", "29 March 08:00"),
        ("Asia/Vladivostok", "27 March 22:00", "29 March 22:00"),
        ("Europe/Rome", "30 October 14:00", "31 October 13:00"),
        ("America/New_York", "30 October 08:00", "31 October 08:00"),
    ],
)
def test_deadline_beyond_a_change_of_clocks_has_its_own_offset(zone: str, before: str, after: str) -> None:
    """F41: shown with the offset in force at the deadline, not with today's."""
    month = 3 if "March" in before else 10
    now = datetime(2027, month, 10, 12, tzinfo=UTC)
    days = [int(text.split()[0]) for text in (before, after)]
    with translation.override("en"):
        shown = [when(datetime(2027, month, day, 12, tzinfo=UTC), now, ZoneInfo(zone)) for day in days]
    assert [text.partition(" (")[0] for text in shown] == [before, after]


@pytest.mark.parametrize(("month", "day", "shown"), [(3, 27, "10:00"), (10, 30, "09:00"), (6, 15, "10:00")])
def test_lengths_are_kept_over_a_change_of_clocks(month: int, day: int, shown: str) -> None:
    """F40: twelve hours from 20:00 UTC are 08:00 UTC, whatever the clocks on the wall do in the night."""
    began = datetime(2027, month, day, 20, tzinfo=UTC)
    due = clocks.deadline(began, 12 * 3600, 1)
    assert due == datetime(2027, month, day + 1, 8, tzinfo=UTC)
    assert f" {shown} (" in when(due, began, ZoneInfo("Europe/Rome"))


def test_beat_runs_in_utc_and_by_intervals() -> None:
    """F40: no task hangs on a time of day."""
    assert (app.conf.timezone, app.conf.enable_utc) == ("UTC", True)
    assert all(isinstance(task["schedule"], int) for task in app.conf.beat_schedule.values())


# --- F43, F44, F49


def test_one_reminder_for_each_deadline(war_of: WarOf, clara: User) -> None:
    """F43: sweeps that ran twice or not at all add none; a moved deadline has one of its own."""
    war = war_of(3)
    for _ in range(3):
        services.sweep()
    ours = Notice.objects.filter(kind="reminder", person=war.people["A"], data__ply=war.match.ply)
    assert [row.data["due"] for row in ours] == [war.due_at.isoformat()]
    services.extend_deadline(match_id=war.pk, organiser_id=clara.pk, reason="A storm.", hours=1)
    assert max(row.data["due"] for row in ours.all()) == war.due_at.isoformat()
    assert ours.all().count() == 2
    assert len({row.event for row in ours.all()}) == 2


@pytest.mark.parametrize("is_swept", [False, True])
@pytest.mark.parametrize(("offset", "counts"), [(-1, True), (0, True), (1, False)])
def test_instant_decides_and_not_the_sweep(
    war_of: WarOf, monkeypatch: pytest.MonkeyPatch, offset: int, counts: bool, is_swept: bool
) -> None:
    """F44: judged by the server's instant inside the lock, to the millisecond, whether or not a sweep came by."""
    war = war_of(3)
    person, ply, instant = war.people["A"].pk, war.match.ply, war.due_at + offset * MILLISECOND
    monkeypatch.setattr(timezone, "now", lambda: instant)
    if is_swept:
        services.sweep()
    assert war.match.ply == ply + (is_swept and not counts)
    if counts:
        services.file_orders(match_id=war.pk, person_id=person, ply=ply, text="go all; done")
    else:
        with pytest.raises(Stale):
            services.file_orders(match_id=war.pk, person_id=person, ply=ply, text="go all; done")
    services.sweep()
    (row,) = Ply.objects.get(match=war.pk, number=ply).orders
    assert (row["text"], row["by"]) == (("done", "player") if counts else ("pass", "time"))
    # of a sheet that came too late nothing counts, its answers in advance neither
    assert StandingList.objects.filter(seat__match=war.pk).exists() == counts


@pytest.mark.django_db(transaction=True)
def test_six_who_file_at_the_same_instant(war_of: WarOf) -> None:
    """F49: drafts and answers of all six are stored, each its own, and whoever is not to act is told so."""
    war = war_of(6)
    ply = war.match.ply
    drafts = at_once(
        [
            partial(
                services.save_draft, match_id=war.pk, person_id=war.people[seat].pk, ply=ply, text=f"g1 go all {seat}"
            )
            for seat in "ABCDEF"
        ]
    )
    assert drafts == [None] * 6
    kept = {sheet.seat: sealing.unseal(sheet.sealed_draft) for sheet in Sheet.objects.filter(match=war.pk, ply=ply)}
    assert kept == {seat: f"g1 go all {seat}" for seat in "ABCDEF"}
    lists = at_once(
        [
            partial(services.change_standing, match_id=war.pk, person_id=war.people[seat].pk, text="go all")
            for seat in "ABCDEF"
        ]
    )
    assert lists == ["go all"] * 6
    filed = at_once(
        [
            partial(services.file_orders, match_id=war.pk, person_id=war.people[seat].pk, ply=ply, text="pass")
            for seat in "ABCDEF"
        ]
    )
    assert [isinstance(one, MatchError) for one in filed] == [False, *[True] * 5]
    assert {str(one) for one in filed[1:]} <= {
        "It is not your turn: somebody else is to act now.",
        "The match has moved on since you opened this page. Look again before you decide.",
    }
    assert StandingList.objects.filter(seat__match=war.pk).count() == 6
    assert war.match.ply == ply + 1
