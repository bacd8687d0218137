"""Losses, last chances and the end. RULES.md 8."""

from __future__ import annotations

from dataclasses import replace

from games.calenzano import story
from games.calenzano.data import ARMIES
from games.calenzano.names import SIDES
from games.calenzano.position import FOE, SEATS, State
from games.contract import Outcome
from games.words import Sentence, say

LIMIT, CLOSING_LIMIT = 20, 10
QUIET_TURNS = 20

DRAWS = {
    "both_extinct": say("Nobody is left on the field. The battle is a draw."),
    "closing": say("No turn is left, and nobody leads by more than 10. The battle is a draw."),
    "quiet": say("Twenty turns have passed without a loss. The battle is a draw."),
}


def base(state: State, seat: str) -> int:
    """The size of a seat's army, the Florentines who came included. RULES.md 8.2."""
    return sum(ARMIES[seat].values()) + (state.came if seat == "N" else 0)


def limit(state: State) -> int:
    """The difference of losses that may stand. RULES.md 8.3."""
    return CLOSING_LIMIT if state.is_closing else LIMIT


def check(state: State) -> tuple[State, list[Sentence]]:
    """The position after a turn, over or with the next seat as ``active``, and what is said of it. RULES.md 8."""
    mover, trailing, gap = state.active, _trailing(state), abs(state.losses[0] - state.losses[1])
    told: list[Sentence] = []
    empty = [seat for seat in SEATS if not state.army(seat)]
    if empty:
        over = _over(state, "both_extinct") if len(empty) == 2 else _over(state, "extinct", FOE[empty[0]])
        return over, [sentence(over)]
    chance_of = state.chance_of
    if chance_of and trailing == chance_of and gap >= state.gap:
        over = _over(state, "points_20" if state.gap > LIMIT else "points_10", FOE[chance_of])
        return over, [sentence(over)]
    if chance_of:
        told.append(story.saved(chance_of, gap))
    after = _count_down(state, mover)
    if after.is_closing and not state.is_closing:
        told.append(story.closing(after.closing_turns))
    after = replace(after, chance_of="", gap=0, quiet=0 if state.has_fallen else state.quiet + 1)
    if gap > limit(after) and not chance_of:
        told.append(story.last_chance(trailing, gap))
        return replace(after, active=trailing, chance_of=trailing, gap=gap), told
    if after.is_closing and after.turns_left == (0, 0):
        after = _over(after, "closing")
    elif after.quiet >= QUIET_TURNS:
        after = _over(after, "quiet")
    else:
        return replace(after, active=FOE[mover]), told
    return after, [*told, sentence(after)]


def _trailing(state: State) -> str:
    """The seat with more losses, empty if there is none."""
    north, south = state.losses
    return "" if north == south else "N" if north > south else "S"


def _count_down(state: State, mover: str) -> State:
    """8.5: closing begins when an army is below half; then each turn but last chances is counted."""
    if not state.is_closing:
        if all(2 * len(state.army(seat)) >= base(state, seat) for seat in SEATS):
            return state
        return replace(state, is_closing=True, turns_left=(state.closing_turns, state.closing_turns))
    if state.chance_of:
        return state
    north, south = (max(left - (seat == mover), 0) for seat, left in zip(SEATS, state.turns_left, strict=True))
    return replace(state, turns_left=(north, south))


def retired(state: State, seat: str) -> State:
    """The end when ``seat`` leaves the game. RULES.md 8.9."""
    return _over(state, "retired", FOE[seat])


def _over(state: State, how: str, winner: str = "") -> State:
    return replace(state, phase="over", how=how, winner=winner, chance_of="", is_due=False)


def outcome(state: State) -> Outcome | None:
    """The result with its reason; None while the battle goes on."""
    if state.phase != "over":
        return None
    ranks = {seat: 1 if state.winner in ("", seat) else 2 for seat in SEATS}
    return Outcome(state.how, sentence(state), ranks)


def sentence(state: State) -> Sentence:
    """Who has won and why."""
    if not state.winner:
        return DRAWS[state.how]
    winner, loser = SIDES[state.winner], SIDES[FOE[state.winner]]
    if state.how == "extinct":
        return say("{loser} has nobody left on the field. {winner} wins.", loser=loser, winner=winner)
    if state.how == "retired":
        return say("{loser} leaves the field. {winner} wins.", loser=loser, winner=winner)
    return say(
        "{loser} had one last turn and has not lessened the difference. Losses: Calenzano {north}, Lucca {south}. "
        "{winner} wins.",
        loser=loser,
        winner=winner,
        north=state.losses[0],
        south=state.losses[1],
    )
