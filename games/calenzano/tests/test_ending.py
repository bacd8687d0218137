"""Losses, last chances, closing, the end. RULES.md 8."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.calenzano import GAME
from games.calenzano.ending import check
from games.calenzano.position import Figure, State
from games.calenzano.tests.field import battle, play
from games.chance import ScriptedChance


def army(side: str, number: int) -> tuple[Figure, ...]:
    """That many figures, N in the north and S in the south, far from each other."""
    rows = (12, 13) if side == "N" else (28, 29)
    cells = [column + str(row) for row in rows for column in "ABCDEFGHIJKLMNOPQRSTUVWX"]
    return tuple(Figure(side, "F", cell) for cell in cells[:number])


def after_turn(mover: str, losses: tuple[int, int], alive: tuple[int, int], **rest: Any) -> State:
    """The position at the end of a turn of ``mover``, before the check."""
    figures = army("N", alive[0]) + army("S", alive[1])
    state = State(phase="turn", turn=9, period=9, active=mover, figures=figures, losses=losses, is_allied=True)
    return replace(state, **{"has_fallen": True, **rest})


def turn_passes(state: State) -> State:
    """The check of a turn without loss, and the next turn begun."""
    return play(state, "pass").state


# --- worked examples


def test_example_18_last_chance_is_lost() -> None:
    state, _ = check(after_turn("N", (3, 24), (23, 1), came=8))
    assert (state.active, state.chance_of, state.gap) == ("S", "S", 21)
    over, _ = check(replace(state, has_fallen=False))
    assert (over.how, over.winner) == ("points_20", "N")
    assert GAME.outcome(over).ranks == {"N": 1, "S": 2}  # type: ignore[union-attr]  # over, so there is one


def test_example_19_who_has_just_moved_plays_again() -> None:
    state, _ = check(after_turn("S", (2, 13), (16, 12)))
    assert (state.is_closing, state.turns_left) == (True, (2, 2))
    assert (state.active, state.chance_of, state.gap) == ("S", "S", 11)
    over, _ = check(replace(state, has_fallen=False))
    assert (over.phase, over.how, over.winner) == ("over", "points_10", "N")


def test_example_20_two_turns_each_after_closing_has_begun() -> None:
    losses = [(5, 13), (6, 13), (6, 14), (7, 14), (7, 15)]
    state = after_turn("N", losses[0], (13, 12))
    left = []
    for (north, south), mover in zip(losses, "NSNSN", strict=True):
        assert (state.phase, state.active) == ("turn", mover)
        state, _ = check(replace(state, losses=(north, south), has_fallen=True))
        left.append(state.turns_left)
    assert left == [(2, 2), (2, 1), (1, 1), (1, 0), (0, 0)]
    assert (state.phase, state.how, state.winner) == ("over", "closing", "")
    assert GAME.outcome(state).ranks == {"N": 1, "S": 1}  # type: ignore[union-attr]  # over, so there is one


def test_example_21_saved_by_a_smaller_gap() -> None:
    state = after_turn("S", (3, 13), (15, 12), is_closing=True, turns_left=(1, 1), chance_of="S", gap=11)
    after, told = check(state)
    assert (after.phase, after.active, after.chance_of, after.turns_left) == ("turn", "N", "", (1, 1))
    assert [str(sentence) for sentence in told] == ["Lucca has saved itself: the difference is now 10."]


# --- the rules one by one


@pytest.mark.parametrize(
    ("alive", "how", "winner"),
    [((0, 5), "extinct", "S"), ((5, 0), "extinct", "N"), ((0, 0), "both_extinct", "")],
)
def test_army_without_figures_loses_at_once(alive: tuple[int, int], how: str, winner: str) -> None:
    state, _ = check(after_turn("N", (18 - alive[0], 25 - alive[1]), alive))
    assert (state.phase, state.how, state.winner) == ("over", how, winner)


def test_extinct_comes_before_the_last_chance() -> None:
    state, _ = check(after_turn("S", (5, 25), (13, 0), chance_of="S", gap=20, is_closing=True))
    assert (state.how, state.winner) == ("extinct", "N")


@pytest.mark.parametrize(("came", "alive", "is_closing"), [(0, 9, False), (0, 8, True), (8, 13, False), (8, 12, True)])
def test_closing_begins_below_half_of_all_who_came(came: int, alive: int, *, is_closing: bool) -> None:
    state, _ = check(after_turn("N", (18 + came - alive, 0), (alive, 25), came=came))
    assert state.is_closing == is_closing


@pytest.mark.parametrize(("alive", "is_closing"), [(13, False), (12, True)])
def test_half_of_lucca_is_twelve_and_a_half(alive: int, *, is_closing: bool) -> None:
    state, _ = check(after_turn("N", (9, 25 - alive), (9, alive)))
    assert state.is_closing == is_closing


def test_closing_stays_when_the_allies_come() -> None:
    state, _ = check(after_turn("N", (10, 3), (16, 22), came=8, is_closing=True, turns_left=(2, 2)))
    assert (state.is_closing, state.turns_left) == (True, (1, 2))


@pytest.mark.parametrize(("losses", "has_chance"), [((2, 12), False), ((1, 12), True)])
def test_exactly_ten_is_not_enough(losses: tuple[int, int], *, has_chance: bool) -> None:
    state, _ = check(after_turn("N", losses, (16, 13), is_closing=True, turns_left=(2, 2)))
    assert bool(state.chance_of) == has_chance


def test_eleven_is_not_enough_before_closing() -> None:
    state, _ = check(after_turn("N", (1, 12), (17, 13)))
    assert (state.is_closing, state.chance_of, state.active) == (False, "", "S")


@pytest.mark.parametrize(
    ("losses", "how"),
    [((3, 15), "points_10"), ((3, 16), "points_10"), ((4, 15), ""), ((15, 4), ""), ((25, 13), "")],
)
def test_last_chance_is_kept_only_by_a_smaller_gap(losses: tuple[int, int], how: str) -> None:
    state = after_turn("S", losses, (8, 9), is_closing=True, turns_left=(2, 2), chance_of="S", gap=12)
    after, _ = check(state)
    assert after.how == how


def test_turn_that_saves_gives_no_new_chance_but_the_next_one_does() -> None:
    state = after_turn("S", (4, 15), (14, 10), is_closing=True, turns_left=(2, 2), chance_of="S", gap=12)
    after, _ = check(state)
    assert (after.active, after.chance_of) == ("N", "")
    again, _ = check(replace(after, has_fallen=False))
    assert (again.active, again.chance_of, again.gap, again.turns_left) == ("S", "S", 11, (1, 2))


def test_last_chance_counts_no_closing_turn() -> None:
    state = after_turn("S", (4, 14), (14, 11), is_closing=True, turns_left=(1, 1), chance_of="S", gap=11)
    after, _ = check(state)
    assert after.turns_left == (1, 1)


def test_last_chance_comes_before_the_draw_of_closing() -> None:
    """8.6 before 8.7: nobody has a turn left, but the gap is too large; once saved it is a draw all the same."""
    state = after_turn("N", (3, 14), (15, 11), is_closing=True, turns_left=(1, 0))
    after, _ = check(state)
    assert (after.turns_left, after.phase, after.active, after.chance_of, after.gap) == ((0, 0), "turn", "S", "S", 11)
    saved, _ = check(replace(after, losses=(4, 14)))
    assert (saved.phase, saved.how, saved.winner) == ("over", "closing", "")


def test_last_chance_comes_before_the_draw_without_a_loss() -> None:
    """8.6 before 8.7."""
    state = after_turn(
        "N", (3, 14), (15, 11), is_closing=True, turns_left=(2, 2), quiet=19, has_fallen=False, closing_turns=5
    )
    after, _ = check(state)
    assert (after.quiet, after.phase, after.chance_of) == (20, "turn", "S")


@pytest.mark.parametrize(("mover", "plays"), [("N", "S"), ("S", "S")])
def test_trailing_seat_plays_next_whoever_has_moved(mover: str, plays: str) -> None:
    """8.6."""
    after, _ = check(after_turn(mover, (2, 13), (16, 12)))
    assert (after.active, after.chance_of) == (plays, "S")
    north, _ = check(after_turn(mover, (11, 0), (7, 25)))
    assert (north.active, north.chance_of) == ("N", "N")


def test_seat_no_longer_trailing_is_saved_and_the_other_gets_no_chance_yet() -> None:
    """8.4 and 8.6: nobody gets a last chance in the check that saves, not even the other seat."""
    state = after_turn("S", (25, 13), (1, 12), came=8, is_closing=True, turns_left=(2, 2), chance_of="S", gap=11)
    after, _ = check(state)
    assert (after.phase, after.active, after.chance_of, after.turns_left) == ("turn", "N", "", (2, 2))
    again, _ = check(replace(after, has_fallen=False))
    assert (again.active, again.chance_of, again.gap) == ("N", "N", 12)


def test_closing_and_the_chance_are_told() -> None:
    _, told = check(after_turn("S", (2, 13), (16, 12)))
    assert [str(sentence) for sentence in told] == [
        "An army is below half. From now on a lead of more than 10 decides; turns left to each side: 2.",
        "Lucca is 11 losses behind and has one last turn to lessen the difference.",
    ]
    _, later = check(after_turn("N", (3, 12), (15, 13), is_closing=True, turns_left=(2, 2)))
    assert later == []


def test_turns_left_never_fall_below_zero() -> None:
    state = after_turn("N", (4, 14), (14, 11), is_closing=True, turns_left=(0, 1))
    after, _ = check(state)
    assert (after.turns_left, after.how) == ((0, 1), "")


def test_option_gives_five_closing_turns() -> None:
    after, _ = check(after_turn("N", (5, 13), (13, 12), closing_turns=5))
    assert after.turns_left == (5, 5)


def test_twenty_turns_without_a_loss_are_a_draw() -> None:
    state = battle("F A1", "F A30", seat="N", quiet=18, is_closing=False)
    state = replace(state, figures=army("N", 18) + army("S", 25))
    state = turn_passes(state)
    assert (state.quiet, state.phase) == (19, "turn")
    over = turn_passes(state)
    assert (over.how, over.winner) == ("quiet", "")


def test_loss_begins_the_quiet_count_anew() -> None:
    figures = (*army("N", 18), *army("S", 24), Figure("S", "A", "L20"), Figure("N", "F", "L24"))
    state = replace(battle(quiet=18), figures=figures)
    after = play(state, "L20 shot L24; done", 4).state
    assert (after.quiet, after.losses) == (0, (1, 0))
    assert play(replace(state, quiet=3), "L20 shot L24; done", 1).state.quiet == 4


def test_loss_in_an_earlier_part_counts_for_the_turn() -> None:
    figures = (*army("N", 18), *army("S", 24), Figure("S", "A", "L20"), Figure("N", "F", "L24"))
    state = replace(battle(quiet=18), figures=figures)
    after = play(play(state, "L20 shot L24", 4).state, "done").state
    assert after.quiet == 0


def test_die_of_the_alliance_is_thrown_before_a_last_chance_too() -> None:
    state = after_turn("S", (2, 13), (16, 12), is_allied=False)
    after = play(state, "pass", 6).state
    assert (after.phase, after.active, after.chance_of) == ("arrival", "N", "S")
    after = play(after, "florence K X19 X20 X21 X22; F X18 X23; B X17 X24").state
    assert (after.phase, after.active, after.chance_of) == ("turn", "S", "S")
    assert play(after, "pass").state.winner == "N"


@pytest.mark.parametrize("phase", ["deploy", "turn", "arrival"])
@pytest.mark.parametrize(("seat", "winner"), [("N", "S"), ("S", "N")])
def test_who_leaves_loses(phase: str, seat: str, winner: str) -> None:
    state = State() if phase == "deploy" else battle("F A1", "F A30", seat="N", phase=phase)
    over = GAME.retire(state, seat, ScriptedChance()).state
    assert (over.phase, over.how, over.winner) == ("over", "retired", winner)
    assert GAME.phase(over).to_act == ()
    assert GAME.retire(over, winner, ScriptedChance()).state == over


def test_every_end_has_its_sentence() -> None:
    state = battle("F A1", "F A30", losses=(3, 24), winner="N", phase="over")
    sentences = {
        how: str(GAME.outcome(replace(state, how=how)).sentence)  # type: ignore[union-attr]  # over, so there is one
        for how in ("extinct", "points_20", "points_10", "retired")
    }
    assert sentences["extinct"] == "Lucca has nobody left on the field. Calenzano wins."
    assert sentences["points_20"] == (
        "Lucca had one last turn and has not lessened the difference. Losses: Calenzano 3, Lucca 24. Calenzano wins."
    )
    assert sentences["retired"] == "Lucca leaves the field. Calenzano wins."
