"""Pairings changed by hand, in every format: what may be exchanged, what that breaks, and how the event goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from accounts.models import User
from games.matches.errors import MatchError
from games.tournaments import services
from games.tournaments.formats.changes import Change
from games.tournaments.formats.course import bracket_of, champion, next_round
from games.tournaments.formats.model import Entrant, Format, Pairing, Plan, Played
from games.tournaments.models import Act, Event, Place
from games.tournaments.models import Pairing as Row
from tests.tournaments.conftest import Hold, entry_of, open_fixtures, weaker_resign

AGAIN = "They have met as often as planned already: an earlier round was changed."


def field(count: int) -> list[Entrant]:
    return [Entrant(number, number) for number in range(1, count + 1)]


def won(seats: tuple[int, ...], winner: int) -> Played:
    return Played(seats, {one: 1 if one == winner else 2 for one in seats})


def stronger_wins(draft: list[Pairing]) -> list[Pairing]:
    return [one if one.bye else replace(one, games=(won(one.seats, min(one.seats)),)) for one in draft]


def sit(draft: list[Pairing], *tables: tuple[int, ...]) -> list[Pairing]:
    """The draft with other people at its tables."""
    return [replace(one, seats=table) for one, table in zip(draft, tables, strict=True)]


def broken(
    plan: Plan, count: int, history: list[list[Pairing]], *tables: tuple[int, ...]
) -> dict[tuple[int, ...], list[str]]:
    """What tables set by hand in the next round break, in words."""
    draft = next_round(plan, field(count), history)
    found = Change(plan, field(count), history, draft, tables).troubles()
    return {table: [str(one) for one in sentences] for table, sentences in found.items()}


# --- round robin: four by Berger meet 1-4 2-3, 4-3 1-2, 2-4 3-1


def test_robin_says_who_would_meet_too_often_and_who_not_at_all() -> None:
    assert broken(Plan(Format.ROUND_ROBIN), 4, [], (1, 3), (2, 4)) == {
        (1, 3): ["These two would meet 2 times in all.", "Seeds 1 and 4 would meet 0 times in all."],
        (2, 4): ["These two would meet 2 times in all.", "Seeds 2 and 3 would meet 0 times in all."],
    }


def test_robin_is_mended_in_the_round_that_was_to_bring_the_pair() -> None:
    plan, entrants = Plan(Format.ROUND_ROBIN), field(4)
    history = [stronger_wins(sit(next_round(plan, entrants, []), (1, 3), (2, 4)))]
    history.append(stronger_wins(next_round(plan, entrants, history)))
    draft = next_round(plan, entrants, history)
    assert [(one.seats, str(one.reasons[-1])) for one in draft] == [((2, 4), AGAIN), ((3, 1), AGAIN)]
    assert broken(plan, 4, history, (4, 1), (3, 2)) == {}


def test_robin_says_whose_seats_would_be_out_of_balance() -> None:
    """2 sits first in rounds 1 and 3; first in round 2 as well makes three."""
    plan = Plan(Format.ROUND_ROBIN)
    history = [stronger_wins(next_round(plan, field(4), []))]
    assert broken(plan, 4, history, (4, 3), (2, 1)) == {(2, 1): ["Seed 2 would sit first 3 times oftener in all."]}
    assert broken(replace(plan, legs=2), 4, history, (4, 3), (2, 1)) == {}


def test_robin_of_five_says_who_would_rest_twice() -> None:
    """Five meet 2-5 3-4 while 1 rests; 2 rests in round 3, and 5 meets 1 in round 5."""
    assert broken(Plan(Format.ROUND_ROBIN), 5, [], (2,), (1, 5), (3, 4)) == {
        (2,): ["This player would rest 2 times in all.", "Seeds 2 and 5 would meet 0 times in all."],
        (1, 5): ["These two would meet 2 times in all."],
    }


# --- brackets: eight begin 1-8 4-5 2-7 3-6


def test_bracket_says_which_seeds_could_meet_too_early() -> None:
    plan = Plan(Format.SINGLE)
    assert broken(plan, 8, [], (1, 2), (4, 5), (8, 7), (3, 6)) == {
        (1, 2): ["Seeds 1 and 2 could meet in round 1 already."]
    }
    assert broken(plan, 8, [], (1, 8), (2, 5), (4, 7), (3, 6)) == {
        (2, 5): ["Seeds 1 and 2 could meet in round 2 already."]
    }
    assert broken(plan, 8, [], (8, 1), (5, 4), (7, 2), (6, 3)) == {}


def test_bracket_says_who_gets_another_ones_bye() -> None:
    """Six: 1 and 2 have nobody against them."""
    assert broken(Plan(Format.SINGLE), 6, [], (4,), (1, 5), (2,), (3, 6)) == {
        (4,): ["No match in the first round for seed 4, while better seeds have to play."]
    }


def test_bracket_drawn_anew_goes_on_from_who_really_won() -> None:
    plan, entrants = Plan(Format.SINGLE), field(4)
    history = [stronger_wins(sit(next_round(plan, entrants, []), (1, 2), (4, 3)))]
    draft = next_round(plan, entrants, history)
    assert [(one.slot, one.seats) for one in draft] == [("W2.1", (1, 3)), ("T", (2, 4))]
    bracket = bracket_of(plan, entrants, history)
    assert bracket is not None
    assert (bracket.guests["W1.1"], bracket.guests["W1.2"]) == ((1, 2), (4, 3))


def test_later_round_of_a_bracket_says_for_whom_the_place_was() -> None:
    """Of eight 1, 4, 2 and 3 come through: 1-4, 2-3."""
    plan = Plan(Format.SINGLE)
    history = [stronger_wins(next_round(plan, field(8), []))]
    assert broken(plan, 8, history, (1, 3), (2, 4)) == {
        (1, 3): ["By the bracket this place is for others, seeds 1, 4."],
        (2, 4): ["By the bracket this place is for others, seeds 2, 3."],
    }


def test_swapped_seats_in_the_final_do_not_bring_a_second_one() -> None:
    """The unbeaten 1 sits second and wins: nobody is left with one defeat."""
    plan, entrants, history = Plan(Format.DOUBLE), field(4), list[list[Pairing]]()
    while (draft := next_round(plan, entrants, history))[0].slot != "F":
        history.append(stronger_wins(draft))
    history.append(stronger_wins(sit(draft, draft[0].seats[::-1])))
    assert next_round(plan, entrants, history) == []
    assert champion(plan, entrants, history) == 1


# --- at the desk


def place(client: Client, event: Event, *tables: tuple[int, ...], **more: str) -> str:
    data = {f"seat-{board}-{seat}": str(one) for board, table in enumerate(tables, 1) for seat, one in enumerate(table)}
    return client.post(f"/admin/tournaments/event/{event.pk}/pairing/", {**data, **more}, follow=True).text


@pytest.fixture
def desk(dmitri: User, client: Client) -> Client:
    client.force_login(dmitri)
    return client


def test_first_round_of_a_bracket_is_changed_and_played(
    desk: Client, hold: Hold, players: list[User], dmitri: User
) -> None:
    event = hold(4, format="single")
    services.start(event_id=event.pk, by=dmitri.pk)
    one, two, three, four = (entry_of(event, person).pk for person in players[:4])
    page = place(desk, event, (one, two), (four, three), **{"swap-2": "on"})
    assert "Anna – Boris: Seeds 1 and 2 could meet in round 1 already." in page
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    assert [fixture.seats for fixture in open_fixtures(event)] == [[one, two], [three, four]]
    weaker_resign(event)
    services.sweep()
    final = Place.objects.filter(pairing__slot="W2.1").order_by("seat").values_list("entry", flat=True)
    assert list(final) == [one, three]
    # the final and the match for the third place keep their people
    page = place(desk, event, (one, two), (three, four))
    assert "Boris cannot play at W2.1" in page


def test_group_keeps_its_people(desk: Client, hold: Hold, players: list[User], dmitri: User) -> None:
    """A has 1, 4, 5, 8 and B has 2, 3, 6, 7."""
    event = hold(8, format="groups", groups=2, advancing=1)
    services.start(event_id=event.pk, by=dmitri.pk)
    one, two, three, four, five, six, seven, eight = (entry_of(event, person).pk for person in players[:8])
    page = place(desk, event, (one, two), (four, five), (eight, seven), (three, six))
    assert "Boris cannot play at GA" in page
    page = place(desk, event, (one, five), (four, eight), (two, seven), (three, six))
    assert "Anna – Emma: These two would meet 2 times in all." in page


def test_drawn_tables_get_their_own_reasons_back(desk: Client, hold: Hold, players: list[User], dmitri: User) -> None:
    event = hold(4)
    services.start(event_id=event.pk, by=dmitri.pk)
    before = list(Row.objects.order_by("board").values_list("reasons", flat=True))
    one, two, three, four = (entry_of(event, person).pk for person in players[:4])
    place(desk, event, (three, one), (four, two))
    assert "Set by the organiser." in str(Row.objects.get(board=1).reasons)
    place(desk, event, (one, three), (four, two))
    assert list(Row.objects.order_by("board").values_list("reasons", flat=True)) == before


def test_pairing_anew_takes_changes_back_and_a_second_time_does_nothing(hold: Hold, dmitri: User) -> None:
    event = hold(4)
    services.start(event_id=event.pk, by=dmitri.pk)
    drawn = list(Place.objects.order_by("pairing__board", "seat").values_list("entry", flat=True))
    services.change_pairing(event_id=event.pk, by=dmitri.pk, tables=[drawn[1::-1], drawn[2:]])
    for _ in range(2):
        services.pair_round(event_id=event.pk, by=dmitri.pk)
    assert list(Place.objects.order_by("pairing__board", "seat").values_list("entry", flat=True)) == drawn
    assert list(Act.objects.filter(act__in=["paired", "changed"]).order_by("pk").values_list("act", flat=True)) == [
        "paired",
        "changed",
        "paired",
    ]


def test_who_is_missing_or_named_twice_is_named(hold: Hold, players: list[User], dmitri: User) -> None:
    event = hold(4)
    services.start(event_id=event.pk, by=dmitri.pk)
    one, two, three, _four = (entry_of(event, person).pk for person in players[:4])
    with pytest.raises(MatchError) as raised:
        services.change_pairing(event_id=event.pk, by=dmitri.pk, tables=[(one, two), (two, three)])
    assert raised.value.message == (
        "Named more than once: Boris. Missing: Dario. Everybody who is present must be named exactly once."
    )


def test_who_has_left_is_not_put_at_a_table(hold: Hold, players: list[User], dmitri: User) -> None:
    """4 leaves during the first round, and 3 loses it: in the match for the third place 3 has a walkover."""
    event = hold(8, format="single")
    services.start(event_id=event.pk, by=dmitri.pk)
    services.withdraw(event_id=event.pk, person_id=players[7].pk)
    entries = [entry_of(event, person).pk for person in players[:8]]
    one, two, three, four, five, six, seven, eight = entries
    # 8 is gone, so that 1 has a walkover; nobody may be paired with 8
    with pytest.raises(MatchError, match="1 of those named are not in this round"):
        services.change_pairing(
            event_id=event.pk, by=dmitri.pk, tables=[(one,), (eight, five), (two, seven), (three, six)]
        )
    services.change_pairing(event_id=event.pk, by=dmitri.pk, tables=[(five,), (four, one), (two, seven), (three, six)])
