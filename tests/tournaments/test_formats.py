"""Brackets, round robins, groups, tables, tie-breaks and states; and events played at random."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from games.tournaments.formats.bracket import double_nodes, seed_order, single_nodes
from games.tournaments.formats.course import (
    EventState,
    RoundState,
    Wrong,
    advance_event,
    advance_round,
    champion,
    next_round,
    standings,
    waits_for,
)
from games.tournaments.formats.knockout import Empty, verdict, wanted_game
from games.tournaments.formats.model import POINT, Bye, Entrant, Format, Pairing, Plan, Played
from games.tournaments.formats.scores import ranked
from games.tournaments.formats.simulation import simulate
from games.tournaments.formats.tables import table_sizes

KNOCKOUT = Plan(Format.SINGLE, replays=1)


def field(count: int) -> list[Entrant]:
    return [Entrant(number, number) for number in range(1, count + 1)]


def by_id(entrants: list[Entrant]) -> dict[int, Entrant]:
    return {entrant.id: entrant for entrant in entrants}


def won(seats: tuple[int, ...], winner: int) -> Played:
    return Played(seats, {one: 1 if one == winner else 2 for one in seats})


def drawn(seats: tuple[int, ...]) -> Played:
    return Played(seats, dict.fromkeys(seats, 1))


def stronger_wins(draft: list[Pairing]) -> list[Pairing]:
    return [
        pairing if pairing.bye else replace(pairing, games=(won(pairing.seats, min(pairing.seats)),))
        for pairing in draft
    ]


# --- brackets


def test_seeds_one_and_two_meet_only_at_the_end() -> None:
    assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 64])
def test_bracket_has_a_place_for_every_defeat(count: int) -> None:
    size = 1 << max(1, (count - 1).bit_length())
    assert len(single_nodes(count, has_third_place=False)) == size - 1
    # everybody but the champion loses twice; the last node is the second final
    assert len(double_nodes(count)) == 2 * size - 1


def test_six_in_a_single_elimination_by_hand() -> None:
    """Bracket of 8: 1-8, 4-5, 2-7, 3-6. Seeds 7 and 8 are empty, so 1 and 2 have no opponent in round 1."""
    entrants = field(6)
    first = next_round(KNOCKOUT, entrants, [])
    assert [(pairing.slot, pairing.seats, pairing.bye) for pairing in first] == [
        ("W1.1", (1,), Bye.EMPTY),
        ("W1.2", (4, 5), None),
        ("W1.3", (2,), Bye.EMPTY),
        ("W1.4", (3, 6), None),
    ]
    assert str(first[0].reasons[0]) == "Nobody is on the other side of the bracket here (seed 1)."
    history = [stronger_wins(first)]
    second = next_round(KNOCKOUT, entrants, history)
    assert [(pairing.slot, pairing.seats) for pairing in second] == [("W2.1", (1, 4)), ("W2.2", (2, 3))]
    history.append(stronger_wins(second))
    third = next_round(KNOCKOUT, entrants, history)
    assert [(pairing.slot, pairing.seats) for pairing in third] == [("W3.1", (1, 2)), ("T", (4, 3))]
    history.append(stronger_wins(third))
    assert next_round(KNOCKOUT, entrants, history) == []
    assert champion(KNOCKOUT, entrants, history) == 1
    rows = [(row.place, row.entrant.id) for row in standings(KNOCKOUT, entrants, history)]
    assert rows == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6)]


def test_final_of_a_double_elimination_is_played_again_when_the_unbeaten_lose() -> None:
    plan, entrants = Plan(Format.DOUBLE), field(4)
    history: list[list[Pairing]] = []
    slots = []
    while draft := next_round(plan, entrants, history):
        slots.append([pairing.slot for pairing in draft])
        # 2 wins everything but the first meeting with 1; 1 wins everything until the finals
        is_final = draft[0].slot.startswith("F")
        history.append(
            [replace(one, games=(won(one.seats, max(one.seats) if is_final else min(one.seats)),)) for one in draft]
        )
    # 1-4, 2-3; then 1-2 above and 4-3 below; 3-2 below; the final 1-2, and once more
    assert slots == [["W1.1", "W1.2"], ["W2.1", "L1.1"], ["L2.1"], ["F"], ["F2"]]
    assert champion(plan, entrants, history) == 2
    assert [row.entrant.id for row in standings(plan, entrants, history)] == [2, 1, 3, 4]


def test_standings_while_a_double_elimination_is_played() -> None:
    """Eight of them, the stronger wins. After round 3 seed 1 waits for the final; 2 has lost to 1, and 3 and 4 have
    come down and won there: all three are in with one defeat. 5 and 6 went out in the third round, 7 and 8 in the
    second.
    """
    plan, entrants = Plan(Format.DOUBLE), field(8)
    history: list[list[Pairing]] = []
    for _ in range(3):
        history.append(stronger_wins(next_round(plan, entrants, history)))
    rows = standings(plan, entrants, history)
    assert [(row.place, row.entrant.id) for row in rows] == [
        (1, 1),
        (2, 2),
        (2, 3),
        (2, 4),
        (5, 5),
        (5, 6),
        (7, 7),
        (7, 8),
    ]


def test_drawn_pairing_is_played_again_with_swapped_seats_and_then_decided_by_seed() -> None:
    entrants, pairing = field(2), Pairing((2, 1), slot="W1.1")
    assert wanted_game(KNOCKOUT, pairing) == (2, 1)
    pairing = replace(pairing, games=(drawn((2, 1)),))
    assert verdict(KNOCKOUT, pairing, 1, by_id(entrants)).winner == Empty.OPEN
    assert wanted_game(KNOCKOUT, pairing) == (1, 2)
    pairing = replace(pairing, games=(*pairing.games, drawn((1, 2))))
    assert wanted_game(KNOCKOUT, pairing) is None
    found = verdict(KNOCKOUT, pairing, 1, by_id(entrants))
    assert (found.winner, str(found.reason)) == (1, "Drawn, and decided by the seeding, as announced.")


def test_lot_is_the_same_for_everybody_who_draws_it() -> None:
    """SHA-256 of "oak/W1.1" begins with 95e300a5, odd; of "ink/W1.1" with f13b6dda, even."""
    pairing = Pairing((1, 2), (drawn((1, 2)), drawn((2, 1))), "W1.1")
    winners = [
        verdict(replace(KNOCKOUT, decision="lot", lot=lot), pairing, 1, by_id(field(2))).winner
        for lot in ("oak", "ink")
    ]
    assert winners == [2, 1]


def test_two_who_forfeit_are_both_out_and_the_next_has_no_opponent() -> None:
    entrants = field(4)
    first = next_round(KNOCKOUT, entrants, [])
    played = [
        replace(first[0], games=(Played((1, 4), {}, is_played=False),)),
        replace(first[1], games=(won((2, 3), 2),)),
    ]
    (final, third) = next_round(KNOCKOUT, entrants, [played])
    assert (final.slot, final.seats, final.bye) == ("W2.1", (2,), Bye.EMPTY)
    assert (third.slot, third.seats, third.bye) == ("T", (3,), Bye.EMPTY)
    assert champion(KNOCKOUT, entrants, [played, [final, third]]) == 2


def test_place_of_a_disqualified_champion_falls_to_the_next() -> None:
    entrants = field(2)
    history = [stronger_wins(next_round(KNOCKOUT, entrants, []))]
    entrants[0] = replace(entrants[0], left=2, is_disqualified=True)
    assert champion(KNOCKOUT, entrants, history) == 2
    assert [row.entrant.id for row in standings(KNOCKOUT, entrants, history)] == [2, 1]


# --- round robin and groups


@pytest.mark.parametrize("count", [4, 5, 8])
def test_everybody_meets_everybody_twice_with_seats_swapped(count: int) -> None:
    plan, entrants = Plan(Format.ROUND_ROBIN, cycles=2), field(count)
    history: list[list[Pairing]] = []
    while draft := next_round(plan, entrants, history):
        history.append(stronger_wins(draft))
    met = Counter(pairing.seats for pairings in history for pairing in pairings if pairing.bye is None)
    assert met == {(a, b): 1 for a in range(1, count + 1) for b in range(1, count + 1) if a != b}


def test_the_best_of_each_group_go_on_and_do_not_meet_their_own_group_at_once() -> None:
    """Dealt to and fro: A 1 4 5 8, B 2 3 6 7. Through: 1 and 4, 2 and 3.

    The winners are seeds 1 and 2. Seed 3 meets seed 2, so it goes to A's second, 4, and seed 4 to B's, 3.
    """
    plan, entrants = Plan(Format.GROUPS, groups=2, advancing=2), field(8)
    history: list[list[Pairing]] = []
    for _ in range(3):
        history.append(stronger_wins(next_round(plan, entrants, history)))
    draft = next_round(plan, entrants, history)
    assert [(pairing.slot, pairing.seats) for pairing in draft] == [("W1.1", (1, 3)), ("W1.2", (2, 4))]


# --- tables


@pytest.mark.parametrize(
    ("count", "wished", "sizes"),
    [(3, 6, [3]), (7, 4, [4, 3]), (12, 4, [4, 4, 4]), (12, 6, [6, 6]), (13, 4, [5, 4, 4]), (2, 4, [])],
)
def test_tables_are_as_near_the_wished_size_as_can_be(count: int, wished: int, sizes: list[int]) -> None:
    assert table_sizes(Plan(Format.TABLES, sizes=(3, 4, 5, 6), table_size=wished), count) == sizes


def test_nine_at_tables_of_three_meet_nearly_all_others_in_four_rounds() -> None:
    """Four rounds of three tables hold 36 pairs, as many as nine people make; the search may miss a few."""
    plan, entrants = Plan(Format.TABLES, rounds=4, sizes=(3, 4, 5, 6), table_size=3, lot="nine"), field(9)
    history: list[list[Pairing]] = []
    while draft := next_round(plan, entrants, history):
        history.append(
            [replace(one, games=(Played(one.seats, {a: i for i, a in enumerate(one.seats, 1)}),)) for one in draft]
        )
    met = Counter(
        frozenset((a, b)) for pairings in history for one in pairings for a in one.seats for b in one.seats if a < b
    )
    assert len(met) >= 30
    firsts = Counter(pairing.seats[0] for pairings in history for pairing in pairings)
    assert sorted(firsts.values()) == [1] * 6 + [2] * 3


def test_points_by_rank_share_a_point_at_every_table() -> None:
    """Of four: first 1, two who share second beat one and equal one of three: 3/6, last 0."""
    game = Played((1, 2, 3, 4), {1: 1, 2: 2, 3: 2, 4: 4})
    assert [game.points(one) for one in (1, 2, 3, 4)] == [POINT, POINT // 2, POINT // 2, 0]


# --- how ties are broken


def test_tie_breaks_by_hand() -> None:
    """Round robin of four: 1 beats 2, 2 beats 3, 3 beats 1, all beat 4.

    1, 2 and 3 have 2 each, and in their own encounters 1 each. Sonneborn-Berger: each beat one of 2 points and one
    of 0: 2. Median Buchholz of 2, 2 and 0: 2; of 4 (2, 2, 2): 2.
    """
    results = [{(1, 2): 1, (3, 4): 3}, {(1, 3): 3, (2, 4): 2}, {(1, 4): 1, (2, 3): 2}]
    history = [[Pairing(pair, (won(pair, winner),)) for pair, winner in one.items()] for one in results]
    plan = Plan(Format.ROUND_ROBIN, tie_breaks=("direct", "sonneborn_berger", "median", "wins", "ranks"))
    rows = ranked(plan, field(4), history)
    assert [(row.place, row.entrant.id, row.score // POINT) for row in rows] == [
        (1, 1, 2),
        (1, 2, 2),
        (1, 3, 2),
        (4, 4, 0),
    ]
    # opponents' ranks: two who share rank 1 and one of rank 4; for 4 three of rank 1
    assert [value // POINT for value in rows[0].breaks] == [1, 2, 2, 2, 6]
    assert [value // POINT for value in rows[3].breaks] == [0, 0, 2, 0, 3]


def test_sonneborn_berger_at_a_table_counts_whom_one_has_beaten() -> None:
    """1 before 2 before 3 have 1, ½ and 0. 1 has beaten ½ and 0; 2 has beaten 0 and gets nothing for 1."""
    history = [[Pairing((1, 2, 3), (Played((1, 2, 3), {1: 1, 2: 2, 3: 3}),))]]
    plan = Plan(Format.TABLES, sizes=(3,), tie_breaks=("sonneborn_berger",))
    assert [row.breaks[0] for row in ranked(plan, field(3), history)] == [POINT // 2, 0, 0]


def test_direct_encounter_at_tables_is_who_came_before_whom() -> None:
    """By places 1 2 3, then 4 3 5, then 6 5 7: 2, 3 and 5 have ½, but 2 has not met 5, so that nothing is compared.

    Without 2, who is disqualified, 3 and 5 are left: at their table 3 came before 5.
    """
    tables = [{1: 1, 2: 2, 3: 3}, {4: 1, 3: 2, 5: 3}, {6: 1, 5: 2, 7: 3}]
    history = [[Pairing((*ranks,), (Played((*ranks,), ranks),))] for ranks in tables]
    plan = Plan(Format.TABLES, sizes=(3,), tie_breaks=("direct",))
    entrants = field(7)
    rows = {row.entrant.id: (row.score, row.breaks) for row in ranked(plan, entrants, history)}
    assert [rows[one] for one in (2, 3, 5)] == [(POINT // 2, (0,))] * 3
    entrants[1] = replace(entrants[1], is_disqualified=True)
    rows = {row.entrant.id: (row.score, row.breaks) for row in ranked(plan, entrants, history)}
    assert (rows[3], rows[5]) == ((POINT // 2, (POINT,)), (POINT // 2, (0,)))


def test_match_that_is_on_counts_for_no_tie_break_yet() -> None:
    """1 has beaten 2, who has nothing, and plays 3: Buchholz 0, not its own point for the match that is open."""
    history = [[Pairing((1, 2), (won((1, 2), 1),))], [Pairing((1, 3), (Played((1, 3)),))]]
    rows = ranked(Plan(Format.SWISS, tie_breaks=("buchholz",)), field(3), history)
    assert (rows[0].entrant.id, rows[0].breaks) == (1, (0,))


def test_direct_encounter_decides_between_two_who_met() -> None:
    """3 beat 1; both have 2 of 3."""
    results = [{(1, 2): 1, (3, 4): 3}, {(1, 3): 3, (2, 4): 2}, {(1, 4): 1, (2, 3): 0}]
    history = [
        [Pairing(pair, (won(pair, winner) if winner else drawn(pair),)) for pair, winner in one.items()]
        for one in results
    ]
    history[2][1] = Pairing((2, 3), (Played((2, 3), {}, is_played=False),))
    rows = ranked(Plan(Format.ROUND_ROBIN, tie_breaks=("direct",)), field(4), history)
    assert [row.entrant.id for row in rows] == [3, 1, 2, 4]


def test_the_disqualified_stand_last_and_hold_no_round_up() -> None:
    entrants = field(4)
    entrants[0] = replace(entrants[0], left=2, is_disqualified=True)
    entrants[3] = replace(entrants[3], left=2, is_disqualified=True)
    plan = Plan(Format.SWISS, rounds=1)
    played = [Pairing((1, 4), (Played((1, 4)),)), Pairing((2, 3), (won((2, 3), 3),))]
    assert waits_for(plan, entrants, 1, played) == []
    assert [row.entrant.id for row in ranked(plan, entrants, [played])] == [3, 2, 1, 4]


# --- states


def test_every_step_is_its_own_second_time() -> None:
    assert advance_event(EventState.SIGNUP, "start") == EventState.RUNNING
    assert advance_event(EventState.RUNNING, "start") == EventState.RUNNING
    assert advance_round(RoundState.PREVIEW, "publish") == RoundState.PUBLISHED
    assert advance_round(RoundState.CLOSED, "close") == RoundState.CLOSED


@pytest.mark.parametrize(("state", "act"), [("finished", "start"), ("cancelled", "resume"), ("draft", "finish")])
def test_no_step_leads_out_of_an_end(state: str, act: str) -> None:
    with pytest.raises(Wrong):
        advance_event(EventState(state), act)


# --- at random


@pytest.mark.parametrize("form", list(Format))
def test_random_events_end_and_keep_their_rules(form: Format) -> None:
    assert {seed: problems for seed in range(20) if (problems := simulate(form, seed).problems)} == {}
