"""How a match ends. RULES.md 7 and 8."""

from __future__ import annotations

from dataclasses import replace

from games.contract import Outcome
from games.duke.actions import can_act, home
from games.duke.engine import DRAWN_PLIES
from games.duke.geometry import NUMBERS
from games.duke.names import SIDES
from games.duke.position import FLAGGED, FOE, SEATS, State, arrived_pikemen, position_key, threats
from games.words import Sentence, say

POINTS = 3
PIKEMEN = 3
"""Pikemen that decide a Dark Rider, arrived or captured. RULES.md 8.4."""

WINS = {
    "checkmate": say("The Duke cannot be saved. {winner} wins."),
    "stuck": say("{loser} can do nothing any more. {winner} wins."),
    "points": say("{winner} has 3 points and wins."),
    "flag": say("The enemy's flag is home. {winner} wins."),
    "no_tiles": say("{loser} has no tile left on the board. {winner} wins."),
    "knight": say("The Knight is captured. {winner} wins."),
    "edge": say("Three Pikemen have reached the far edge. {winner} wins."),
    "pikemen": say("Three Pikemen are captured. {winner} wins."),
    "retired": say("{loser} leaves the game. {winner} wins."),
}
DRAWS = {
    "repetition": say("The same position stands for the third time. The game is a draw."),
    "fifty": say("Fifty full turns without a capture, a new tile or a point. The game is a draw."),
    "passes": say("Both sides pass. The game is a draw."),
}


def judge_action(state: State) -> State:
    """The position after an action of ``state.seat``: over if that action has won. RULES.md 8."""
    seat, foe = state.seat, FOE[state.seat]
    if max(state.points) >= POINTS:
        return over(state, "points", seat)
    if state.objective == "flag" and (flag := state.goal_flag(seat)) and home(seat) >> NUMBERS[flag] & 1:
        return over(state, "flag", seat)
    if state.objective in FLAGGED and all(tile.seat == seat for tile in state.tiles):
        return over(state, "no_tiles", seat)
    if state.objective == "dark_rider":
        return _judge_rider(state, foe)
    return state


def _judge_rider(state: State, foe: str) -> State:
    lost = len(state.captured[0])
    if state.captured[1]:
        return over(state, "knight", "1")
    if lost >= PIKEMEN:
        return over(state, "pikemen", "2")
    if foe == "2" and arrived_pikemen(state).bit_count() >= PIKEMEN and lost < PIKEMEN - 1:
        return over(state, "edge", "1")
    return state


def judge_turn(state: State) -> State:
    """The position at the start of a turn, counted: over if its player has lost or the game is drawn. RULES.md 7."""
    key = position_key(state)
    state = replace(state, history=(*state.history, key))
    if state.is_guarded and not can_act(state):
        how = "checkmate" if threats(state) else "stuck"
        return over(state, how, FOE[state.seat])
    if state.history.count(key) >= 3:
        return over(state, "repetition")
    if state.quiet >= DRAWN_PLIES:
        return over(state, "fifty")
    return state


def over(state: State, how: str, winner: str = "") -> State:
    """The position with nothing more to do."""
    return replace(state, phase="over", how=how, winner=winner)


def retired(state: State, seat: str) -> State:
    """The end when ``seat`` leaves. RULES.md 7.6."""
    return over(state, "retired", FOE[seat])


def outcome(state: State) -> Outcome | None:
    """The result with its reason; None while the game goes on."""
    if state.phase != "over":
        return None
    ranks = {seat: 1 if state.winner in ("", seat) else 2 for seat in SEATS}
    return Outcome(state.how, sentence(state), ranks)


def sentence(state: State) -> Sentence:
    """Who has won and why."""
    if not state.winner:
        return DRAWS[state.how]
    return say(WINS[state.how].text, winner=SIDES[state.winner], loser=SIDES[FOE[state.winner]])
