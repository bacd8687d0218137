"""How a match of the Two Kings ends. RULES.md 7."""

from __future__ import annotations

from dataclasses import replace

from games.contract import Outcome
from games.two_kings.names import KINGS
from games.two_kings.position import FOE, SEATS, State
from games.words import Sentence, say

SENTENCES = {
    "king": say("{winner} reaches the enemy castle and takes the king. {winner} wins."),
    "bridge": say("{loser} has lost the last two units on the drawbridge. {winner} wins."),
    "army": say("{loser} has no unit left. {winner} wins."),
    "rounds": say("After 200 rounds nobody has taken a king. The match is a draw."),
    "retired": say("{loser} gives up. {winner} wins."),
}


def over(state: State, how: str, winner: str = "") -> State:
    """The position after the end; turn and side to move stay as they were. RULES.md 3."""
    return replace(state, phase="over", how=how, winner=winner)


def outcome(state: State) -> Outcome | None:
    """The result with its reason; None while the match goes on."""
    if state.phase != "over":
        return None
    ranks = {seat: 1 if state.winner in ("", seat) else 2 for seat in SEATS}
    return Outcome(state.how, sentence(state), ranks)


def sentence(state: State) -> Sentence:
    """Who has won and why."""
    words = SENTENCES[state.how]
    if not state.winner:
        return words
    return say(words.text, winner=KINGS[state.winner], loser=KINGS[FOE[state.winner]])


def retired(state: State, seat: str) -> State:
    """The end when ``seat`` leaves the game. RULES.md 7.4."""
    return over(state, "retired", FOE[seat])
