"""What the rules say of each number of players, from two to six, with a count of its own."""

from __future__ import annotations

import pytest

from games.chance import ScriptedChance
from games.contract import BadOptions
from games.molon_labe import GAME
from games.molon_labe.atlas import KINGDOM_OF, MAIN_CITIES
from games.molon_labe.names import season_name
from games.molon_labe.tests.field import Lists, play, war
from games.molon_labe.tests.test_ending import last_turn, result
from games.molon_labe.tests.test_turn import chosen

NUMBERS = [2, 3, 4, 5, 6]
ALL = "BSGRCE"


@pytest.mark.parametrize("seats", ["", "A", "ABCDEFG", "AC", "AAB"])
def test_1_two_to_six_seats(seats: str) -> None:
    with pytest.raises(BadOptions):
        GAME.setup(seats, {}, ScriptedChance())


@pytest.mark.parametrize("n", NUMBERS)
def test_1_each_seat_begins_with_four_generals_on_level_1_and_nine_floors(n: int) -> None:
    state = GAME.setup("ABCDEF"[:n], {}, ScriptedChance()).state
    for _ in range(n):
        sheet = GAME.default_orders(state, state.active)
        assert sheet is not None
        state = GAME.resolve(state, {state.active: sheet}, ScriptedChance(6, 4, 2, 1), Lists()).state
    # by default they take the first kingdoms in the order of 1.1
    assert state.kingdoms == ("barbarians", "sarmatians", "greeks", "romans", "carthaginians", "eastern")[:n]
    for kingdom in state.kingdoms:
        generals = [general for general in state.generals if general.kingdom == kingdom]
        assert [(general.number, general.level) for general in generals] == [(1, 1), (2, 1), (3, 1), (4, 1)]
        assert tuple(general.city for general in generals[:3]) == MAIN_CITIES[kingdom]
        assert [state.floors[city] for city in MAIN_CITIES[kingdom]] == [3, 3, 3]
        assert generals[3].city not in KINGDOM_OF
    assert sum(state.floors.values()) == 9 * n
    assert len({general.city for general in state.generals}) == 4 * n
    assert (state.phase, state.season, state.active, state.dice) == ("turn", 0, "A", (6, 4, 2, 1))


def test_1_seasons_are_named_from_spring_264_to_winter_261() -> None:
    assert [str(season_name(n)) for n in (0, 1, 2, 3, 4, 11, 15)] == [
        "264 B.C. Veris", "264 B.C. Aestus", "264 B.C. Autumnus", "264 B.C. Hiemis", "263 B.C. Veris",
        "262 B.C. Hiemis", "261 B.C. Hiemis",
    ]  # fmt: skip
    assert [n for n in range(16) if war(season=n).is_winter] == [3, 7, 11, 15]


@pytest.mark.parametrize("n", NUMBERS)
def test_3_each_seat_has_one_turn_a_season_and_a_war_sixteen_of_them(n: int) -> None:
    state = war(ALL[:n])
    turns: list[tuple[int, str]] = []
    while state.phase == "turn":
        turns.append((state.season, state.active))
        state = play(state, "pass").state
    assert turns == [(season, seat) for season in range(16) for seat in "ABCDEF"[:n]]
    # nobody has razed anything
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.how, dict(outcome.ranks)) == ("nobody", dict.fromkeys("ABCDEF"[:n], 1))


@pytest.mark.parametrize("n", NUMBERS)
@pytest.mark.parametrize(("spared", "is_over"), [(0, True), (1, False)])
def test_8_1_one_floor_of_every_enemy_and_five_in_all(n: int, spared: int, is_over: bool) -> None:
    """The last seat has razed floors of all enemies, or of all but one; five in all or more."""
    hit = ALL[spared : n - 1]
    razed = " ".join(f"{initial}{1 if at else max(1, 6 - len(hit))}" for at, initial in enumerate(hit))
    seat = "ABCDEF"[n - 1]
    step = play(last_turn(6, ALL[:n], **{seat: razed}), "pass")
    assert (step.state.phase == "over") == is_over
    if is_over:
        # all others have razed nothing and lost nothing in this position, so that they share what follows
        assert result(step) == ("five", {**dict.fromkeys("ABCDEF"[: n - 1], 2), seat: 1})


@pytest.mark.parametrize("n", [2, 3, 4, 5])  # of six, one floor of every enemy makes five
def test_8_1_four_floors_in_all_are_too_few(n: int) -> None:
    enemies = ALL[: n - 1]
    floors = " ".join(f"{initial}{1 if at else 4 - (n - 2)}" for at, initial in enumerate(enemies))
    assert play(last_turn(6, ALL[:n], **{"ABCDEF"[n - 1]: floors}), "pass").state.phase == "turn"


@pytest.mark.parametrize("n", NUMBERS)
def test_8_3_several_may_share_the_victory(n: int) -> None:
    """Every seat has razed one floor of each other."""
    razed = {
        seat: " ".join(f"{other}1" for other in ALL[:n] if other != own)
        for seat, own in zip("ABCDEF", ALL[:n], strict=False)
    }
    step = play(last_turn(15, ALL[:n], **razed), "pass")
    assert result(step) == ("shared", dict.fromkeys("ABCDEF"[:n], 1))


def test_8_5_the_towers_of_a_seat_that_left_still_have_to_be_razed() -> None:
    """Enemies are the kingdoms in play: five Greek floors are not enough while nothing is razed of who left."""
    for razed, is_over in (("G5", False), ("G4 C1", True)):
        state = GAME.retire(last_turn(6, "RCG", A=razed), "B", ScriptedChance()).state
        assert (play(state, "pass").state.phase == "over") == is_over


@pytest.mark.parametrize("n", NUMBERS)
def test_8_5_the_last_seat_that_stays_wins_at_once(n: int) -> None:
    state = war(ALL[:n])
    for seat in "ABCDEF"[1:n]:
        assert state.phase == "turn"
        state = GAME.retire(state, seat, ScriptedChance()).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.how, dict(outcome.ranks)) == ("retired", {"A": 1, **dict.fromkeys("ABCDEF"[1:n], 2)})


@pytest.mark.parametrize("n", NUMBERS)
def test_10_1_kth_of_n_has_until_k_nths_of_the_season(n: int) -> None:
    state, shares = war(ALL[:n]), []
    while state.season == 0:
        shares.append(GAME.phase(state).share)
        state = play(state, "pass").state
    assert shares == [k / n for k in range(1, n + 1)]


@pytest.mark.parametrize("n", NUMBERS)
def test_10_1_each_choice_has_an_nth_and_is_no_season(n: int) -> None:
    state = chosen(seats="ABCDEF"[:n])
    phases = [GAME.phase(state)]
    for _ in range(n):
        sheet = GAME.default_orders(state, state.active) or ()
        state = GAME.resolve(state, {state.active: sheet}, ScriptedChance(6, 4, 2, 1), Lists()).state
        phases.append(GAME.phase(state))
    assert [(phase.period, phase.share, phase.is_opening) for phase in phases] == [
        *((k, 1 / n, True) for k in range(n)),
        (n, 1 / n, False),
    ]
