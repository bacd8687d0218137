"""The practice player: it tries actions by the rules, finds what is plain to see, and plays every aim to the end."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from games.answers import NoAnswers
from games.arena import contest
from games.chance import RandomChance
from games.duke import GAME
from games.duke.data import KINDS
from games.duke.evaluation import middling, sample
from games.duke.position import Order, State
from games.duke.rules import ABOUT
from games.duke.tables import PLACE
from games.duke.tests.field import play, position, started
from games.duke.trial import RELOCATIONS, placed, trial_of, written
from games.playing import random_sheet

LEVELS = [level.value for level in ABOUT.levels]
OBJECTIVES = ["duke", "score", "flag", "dark_rider", "logistics"]
TERRAIN = {"mountain": "on", "fortress": "on"}

every_objective = pytest.mark.parametrize("objective", OBJECTIVES)


def options(objective: str) -> dict[str, str]:
    return {"objective": objective, **({} if objective == "dark_rider" else TERRAIN)}


def random_game(objective: str, seed: int) -> Iterator[tuple[State, Order, State]]:
    """Decisions of a random game from the first turn on: before, order, after."""
    rng = random.Random(seed)
    chance = RandomChance(rng)
    state = started(**options(objective))
    while state.phase != "over":
        sheet = random_sheet(GAME, state, state.seat, rng)
        after = GAME.resolve(state, {state.seat: sheet}, chance, NoAnswers()).state
        if state.phase in ("turn", "place", "relocate"):
            yield state, sheet[0], after
        state = after


def thought(state: State, level: str = "page", seed: int = 1) -> str:
    sheet = GAME.think(GAME.view(state, state.seat), state.seat, level, random.Random(seed))
    return GAME.write(sheet)


def possible(state: State) -> set[Order]:
    """What the practice player believes may be ordered."""
    actions = trial_of(state).every()
    if state.drawn:
        return {written(a) for a in actions if a.how == PLACE and placed(a) == state.drawn}
    return {Order("draw") if a.how == PLACE else written(a) for a in actions}


@every_objective
@pytest.mark.parametrize("seed", range(4))
def test_actions_tried_are_those_of_the_rules(objective: str, seed: int) -> None:
    for state, _order, _after in random_game(objective, seed):
        allowed = {entry.order for entry in GAME.legal_orders(state, state.seat).entries}
        if state.phase == "relocate":
            assert possible(state) <= allowed
            assert len(possible(state)) == min(RELOCATIONS, len(allowed) - 1) + 1
        else:
            assert possible(state) == allowed


@every_objective
@pytest.mark.parametrize("seed", range(4))
def test_an_action_tried_leads_where_the_rules_lead_and_can_be_taken_back(objective: str, seed: int) -> None:
    tried = 0
    for state, order, after in random_game(objective, seed):
        trial = trial_of(state)
        found = [
            action
            for action in trial.every()
            if written(action) == order and (action.how != PLACE or placed(action) == state.drawn)
        ]
        if not found:  # the draw itself, or a square too dangerous to try for a flag
            assert order.kind in ("draw", "plant")
            continue
        before = trial.key()
        trial.push(found[0])
        tried += 1
        if after.phase != "over":
            assert trial.winner is None
            assert trial.key() == trial_of(after).key()
            assert trial.value() == trial_of(after).value()
        elif not after.is_guarded and after.winner:
            assert trial.winner == int(after.winner) - 1
        elif after.how in ("checkmate", "stuck"):
            assert trial.actions() == []
        trial.pop()
        assert (trial.key(), trial.winner) == (before, None)
    assert tried > 3


@pytest.mark.parametrize("level", LEVELS)
def test_mate_in_one_is_found(level: str) -> None:
    # on f3 the Duke looks up the file; the Footman shuts its own Duke in and reaches neither f4 nor f5
    state = position("duke b3, footman a1", "duke f6, footman e6")
    assert thought(state, level) == "b3-f3"
    assert play(state, "b3-f3").how == "checkmate"


@pytest.mark.parametrize("level", LEVELS)
def test_a_tile_is_not_taken_at_the_price_of_the_duke(level: str) -> None:
    state = position("duke a1, footman b1, footman f6", "duke e4, pikeman f5")
    assert play(state, "f6xf5", "e4-a4").how == "checkmate"
    assert thought(state, level).startswith("b1-")


@pytest.mark.parametrize("level", LEVELS)
def test_a_free_tile_is_taken(level: str) -> None:
    # nothing of Dark's reaches d3; the Footman on e6 keeps its Duke from the file of a1
    state = position("duke a1, footman b1, footman d2", "duke f6, footman e6, wizard d3")
    assert thought(state, level) == "d2-d3"


def test_a_point_that_wins_is_scored() -> None:
    # from c3 the Footman steps beside the flag on c5
    state = position("duke a1, footman c3", "duke f6, footman e6", objective="score", flags=("b1", "c5"), points=(2, 2))
    assert thought(state) == "c3-c4"


def test_the_flag_is_brought_home_before_anything_is_taken() -> None:
    # the Footman on b2 carries Dark's flag; b1 is home. The Wizard on b3 is free to take
    state = position("duke d1, footman b2", "duke f6, wizard b3", objective="flag", flags=("d6", "b2"))
    assert thought(state) == "b2-b1"


def test_a_draw_stands_for_the_middle_of_the_bag() -> None:
    bag = [0] * len(KINDS)
    for kind in ("footman", "knight", "general"):
        bag[KINDS.index(kind)] = 1
    assert [KINDS[number] for number in sample(bag, 3)] == ["footman", "knight", "general"]
    assert [KINDS[number] for number in sample(bag, 9)] == ["footman", "knight", "general"]
    assert KINDS[middling(tuple(bag))] == "knight"


@every_objective
def test_the_same_view_and_seed_give_the_same_sheet(objective: str) -> None:
    for state, _order, _after in islice(random_game(objective, 3), 0, 30, 5):
        other = replace(state, history=("another",), passed=not state.passed)
        assert GAME.view(other, "1") == GAME.view(state, "1")
        assert thought(other, seed=7) == thought(state, seed=7)


@every_objective
def test_what_is_thought_may_be_filed_in_every_phase_and_beats_random_play(objective: str) -> None:
    tally = contest(GAME, ("page", "random"), options(objective), games=2, seed=5, max_plies=400)
    assert (tally.wins, tally.draws, tally.losses) == (2, 0, 0)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(KeyError):
        thought(started(), "emperor")
