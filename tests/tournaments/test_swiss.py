"""Two Swiss events, worked by hand, and what the pairing must do in a corner.

The hand follows the order of badness in ``games.tournaments.formats.swiss``. A seat's
balance is written +1 for one more first than second; a pair's seat trouble is
(balance of the first + 1) squared plus (balance of the second - 1) squared, in the better
order. All floats are squared in half points.
"""

from __future__ import annotations

from dataclasses import replace

from games.tournaments.formats.course import next_round, standings
from games.tournaments.formats.model import POINT, Bye, Entrant, Format, Pairing, Plan, Played, points_text

DRAWN = 0


def field(count: int) -> list[Entrant]:
    return [Entrant(number, number) for number in range(1, count + 1)]


def play(draft: list[Pairing], winners: dict[tuple[int, int], int]) -> list[Pairing]:
    """The round with its results; ``winners`` names each pair in ascending order."""
    return [pairing if pairing.bye else replace(pairing, games=(_game(pairing, winners),)) for pairing in draft]


def _game(pairing: Pairing, winners: dict[tuple[int, int], int]) -> Played:
    first, second = pairing.seats
    winner = winners[min(first, second), max(first, second)]
    return Played(pairing.seats, {one: 1 if winner in (one, DRAWN) else 2 for one in pairing.seats})


def seats(draft: list[Pairing]) -> list[tuple[int, ...]]:
    return [pairing.seats for pairing in draft]


def reasons(pairing: Pairing) -> list[str]:
    return [str(reason) for reason in pairing.reasons]


def test_swiss_of_eight_by_hand() -> None:
    plan, entrants, history = Plan(Format.SWISS, rounds=3), field(8), list[list[Pairing]]()

    # Round 1. One group of eight: 1-4 meet 5-8. On every other board the higher sits first.
    draft = next_round(plan, entrants, history)
    assert seats(draft) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    assert reasons(draft[0]) == [
        "Seeds 1 and 5: the upper half meets the lower half.",
        "Equal in seats: the higher placed sits first on every other board.",
    ]
    history.append(play(draft, {(1, 5): 1, (2, 6): 2, (3, 7): DRAWN, (4, 8): 8}))

    # Round 2. 1: {1+, 2-, 8+}; half: {3+, 7-}; 0: {4-, 5-, 6+}. Three winners: one floats, the lowest if
    # possible: 8. To 3 or to 7 (3-7 have met, so the other must float on to the 0s). 8+ 3+ costs seat
    # trouble 4+0, 8+ 7- costs 0, and 3+ then finds 4- at 0: so 8-7, 3-4. 5- and 6+ remain, as do 1+ and 2-.
    # Boards by the higher score, then the lower one.
    draft = next_round(plan, entrants, history)
    assert seats(draft) == [(2, 1), (7, 8), (4, 3), (5, 6)]
    assert reasons(draft[0]) == ["Both have 1.", "Who has sat first less often sits first."]
    assert reasons(draft[1])[0] == "1 meets ½: their own groups left nobody for them."
    history.append(play(draft, {(1, 2): 1, (7, 8): 8, (3, 4): 3, (5, 6): DRAWN}))

    # Round 3. 2: {1, 8}; 1½: {3}; 1: {2}; ½: {5, 6, 7}; 0: {4}. All have sat once on each side.
    # 1-8 have not met. 3 and 2 are alone in their groups: 1½ meets 1. Of the three at ½ one meets 4:
    # 5-6 have met, so 7 stays. 6 to 4 costs (2-1)^2 = 1 and 5-7 costs (2-0-1)^2 = 1, together 2;
    # 5 to 4 costs (2-0)^2 = 4. So 6-4 and 5-7. The higher placed changes seats: 1, 3 and 6 sat second.
    draft = next_round(plan, entrants, history)
    assert seats(draft) == [(1, 8), (3, 2), (7, 5), (6, 4)]
    assert reasons(draft[0]) == [
        "Both have 2.",
        "Equal in seats: the higher placed takes the other seat than last time.",
    ]
    history.append(play(draft, {(1, 8): 1, (2, 3): DRAWN, (5, 7): 7, (4, 6): 4}))
    assert next_round(plan, entrants, history) == []

    # 1 has 3. 8: beat 4 and 7; 3: drew 7 and 2, beat 4: both 2, not met. Buchholz 8: 1+1½+3 = 5½; 3: 1½+1+1½ = 4.
    # 2 and 7 have 1½, not met. Buchholz 2: ½+3+2 = 5½; 7: 2+2+½ = 4½. 4 has 1.
    # 5 and 6 have ½ and drew each other. Buchholz 5: 3+½+1½ = 5; 6: 1½+½+1 = 3.
    rows = standings(plan, entrants, history)
    assert [(row.place, row.entrant.id, points_text(row.score), points_text(row.breaks[1])) for row in rows] == [
        (1, 1, "3", "4"),
        (2, 8, "2", "5½"),
        (3, 3, "2", "4"),
        (4, 2, "1½", "5½"),
        (5, 7, "1½", "4½"),
        (6, 4, "1", "4½"),
        (7, 5, "½", "5"),
        (8, 6, "½", "3"),
    ]


def test_swiss_of_nine_by_hand() -> None:
    plan, entrants, history = Plan(Format.SWISS, rounds=3), field(9), list[list[Pairing]]()

    # Round 1. The lowest, 9, has the bye and a point.
    draft = next_round(plan, entrants, history)
    assert seats(draft) == [(1, 5), (6, 2), (3, 7), (8, 4), (9,)]
    assert (draft[4].bye, reasons(draft[4])) == (
        Bye.FREE,
        ["An odd number: the bye goes to the lowest place, 0."],
    )
    history.append(play(draft, {(1, 5): 1, (2, 6): 6, (3, 7): 3, (4, 8): 4}))

    # Round 2. 1: {1+, 3+, 4-, 6+, 9}; 0: {2-, 5-, 7-, 8+}. The bye: 8, the lowest without one.
    # Five at 1: one floats. Seat trouble: - with + costs 0, + with balance 0 costs 1, - with 0 costs 1,
    # like with like 4. If 9 floats: 1 + (4-: 0) + (+ +: 4) + (- -: 4) = 9. If a + floats:
    # 0 + 0 + (+ 9: 1) + (- -: 4) = 5. If 4- floats: 4 + 4 + 1 + 4 = 13. So 1, 3 or 6 floats; by order the lowest, 6
    # (1 against 9 and 16 and more). It has met 2: meets 5 for 1 (7 costs 4, and 2-5 then 1 more), and 2-7 costs 0.
    # 4 meets 1 (0) and 3 meets 9 (3-1-... (4-1-2)^2 = 1), against 4-3 (1) and 1-9 (4).
    draft = next_round(plan, entrants, history)
    assert seats(draft) == [(4, 1), (9, 3), (5, 6), (2, 7), (8,)]
    assert draft[4].bye == Bye.FREE
    history.append(play(draft, {(1, 4): 1, (3, 9): 3, (5, 6): 6, (2, 7): DRAWN}))

    # Round 3. 2: {1, 3, 6}; 1: {4, 8+, 9+}; ½: {2, 7--}; 0: {5}. The bye: 5. One of the twos floats to a one, the
    # other two ones go down to 2 and 7, who have met: 4 + 1 + 1. Seat trouble is 4 in every case that has 7 first.
    # 6 floated last time, so 1 or 3 floats: 3 costs 1, and 1-6 costs 1, together 2; 1 costs 4. 3 has met 9; it meets 4
    # (0). Then 8 and 9 meet 2 and 7: 2 for order either way; in the ranking 8-2 and 9-7 lie nearer (4+4, not 9+1).
    draft = next_round(plan, entrants, history)
    assert seats(draft) == [(1, 6), (3, 4), (2, 8), (7, 9), (5,)]
    assert reasons(draft[3])[1] == "Who has sat first less often sits first."
    history.append(play(draft, {(1, 6): DRAWN, (3, 4): 3, (2, 8): 2, (7, 9): 7}))

    # 3 has 3; 1 and 6 have 2½ and drew each other. Buchholz 1: 5 (1) + 4 (1) + 6 (2½) = 4½;
    # 6: 2 (1½) + 5 (1) + 1 (2½) = 5.
    # 2 and 7 have 1½ and drew. 2: 6 (2½) + 7 (1½) + 8 (1) = 5; 7: 3 (3) + 2 (1½) + 9 (1) = 5½.
    # 4, 5, 8 and 9 have 1 and have not all met. 4: 8 (1) + 1 (2½) + 3 (3) = 6½. 5: 1 (2½) + 6 (2½) + its own 1 = 6.
    # 8: 4 (1) + its own 1 + 2 (1½) = 3½; 9: its own 1 + 3 (3) + 7 (1½) = 5½.
    rows = standings(plan, entrants, history)
    assert [(row.place, row.entrant.id, points_text(row.score), points_text(row.breaks[1])) for row in rows] == [
        (1, 3, "3", "3½"),
        (2, 6, "2½", "5"),
        (3, 1, "2½", "4½"),
        (4, 7, "1½", "5½"),
        (5, 2, "1½", "5"),
        (6, 4, "1", "6½"),
        (7, 5, "1", "6"),
        (8, 9, "1", "5½"),
        (9, 8, "1", "3½"),
    ]


def test_withdrawn_and_absent_are_not_paired_and_a_latecomer_is() -> None:
    plan, entrants = Plan(Format.SWISS, rounds=3, asked_points=POINT // 2), field(6)
    history = [play(next_round(plan, entrants, []), {(1, 4): 1, (2, 5): 2, (3, 6): 3})]
    entrants[0] = replace(entrants[0], left=2)
    entrants[1] = replace(entrants[1], absent=frozenset({2}))
    entrants.append(Entrant(7, 7, joined=2))
    draft = next_round(plan, entrants, history)
    assert {one for pairing in draft if pairing.bye is None for one in pairing.seats} == {3, 4, 5, 6, 7} - {
        pairing.seats[0] for pairing in draft if pairing.bye == Bye.FREE
    }
    assert [pairing.seats for pairing in draft if pairing.bye == Bye.ASKED] == [(2,)]
    after = standings(plan, entrants, [*history, draft])
    assert {row.entrant.id: points_text(row.score) for row in after}[2] == "1½"


def test_rematch_comes_only_when_nothing_else_is_left_and_says_so() -> None:
    plan, entrants = Plan(Format.SWISS, rounds=2), field(2)
    history = [play(next_round(plan, entrants, []), {(1, 2): 1})]
    (pairing,) = next_round(plan, entrants, history)
    assert pairing.seats == (2, 1)
    assert "They have met before; no round without a rematch is possible." in reasons(pairing)


def test_leaders_meet_in_the_last_round_whatever_seats_they_have_had() -> None:
    """1 and 2 have won twice and sat second twice, 5 and 6 have lost twice and sat first twice. 3 and 4 have drawn.

    With a round to come 1-2 and 5-6 may not meet, as somebody would hold a seat a third time running. 1 has met 4
    and 5, 2 has met 5 and 6, so 1-6 (16 in half points squared), 2-3 (1) and 4-5 (1) remain, or 1-6 (16), 2-4 (9)
    and 3-5 (9). In the last round 1-2 may meet, and the others: 3-5 (9) and 4-6 (1), nearer in rank than 3-6 and 4-5.
    """
    entrants = field(6)
    first = [Pairing((4, 1)), Pairing((5, 2)), Pairing((6, 3))]
    second = [Pairing((5, 1)), Pairing((6, 2)), Pairing((3, 4))]
    history = [
        play(first, {(1, 4): 1, (2, 5): 2, (3, 6): 3}),
        play(second, {(1, 5): 1, (2, 6): 2, (3, 4): DRAWN}),
    ]
    early = next_round(Plan(Format.SWISS, rounds=4), entrants, history)
    assert {frozenset(pair) for pair in seats(early)} == {frozenset(pair) for pair in ((1, 6), (2, 3), (4, 5))}
    last = next_round(Plan(Format.SWISS, rounds=3), entrants, history)
    assert seats(last)[0] == (1, 2)
    assert {frozenset(pair) for pair in seats(last)} == {frozenset(pair) for pair in ((1, 2), (3, 5), (4, 6))}
    assert "In the last round those in the lead meet whatever seats they have had." in reasons(last[0])
