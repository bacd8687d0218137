"""How an Ice Battle ends. RULES.md 7."""

from __future__ import annotations

from dataclasses import replace

from games.contract import Outcome
from games.ice_battle.names import HEROES, SIDES
from games.ice_battle.position import FOE, SEATS, State
from games.words import Sentence, say

DRAWS = {
    "both_heroes": say("Both heroes have fallen at once. The battle is a draw."),
    "both_lost": say("Both sides have lost at once. The battle is a draw."),
    "equal": say("The last turn is over with equal lives and points. The battle is a draw."),
}


def judge(state: State) -> State:
    """The position after a row: over if a seat has lost. RULES.md 7.1 to 7.3."""
    heroless = [seat for seat in SEATS if all(warrior.kind != "H" for warrior in state.army(seat))]
    lost = [seat for seat in SEATS if seat in heroless or _is_alone(state, seat)]
    if not lost:
        return state
    if len(lost) == len(SEATS):
        return _over(state, "both_heroes" if lost == heroless else "both_lost")
    return _over(state, "hero" if heroless else "lone_hero", FOE[lost[0]])


def _is_alone(state: State, seat: str) -> bool:
    return state.lone_hero == "loses" and len(state.army(seat)) == 1


def tally(state: State) -> State:
    """The end after the last turn: more lives, then more points. RULES.md 7.4."""
    for how, sums in (("lives", [lives_of(state, seat) for seat in SEATS]), ("points", list(state.points))):
        if sums[0] != sums[1]:
            return _over(state, how, SEATS[sums.index(max(sums))])
    return _over(state, "equal")


def lives_of(state: State, seat: str) -> int:
    """Lives of the seat's whole army."""
    return sum(warrior.lives for warrior in state.army(seat))


def retired(state: State, seat: str) -> State:
    """The end when ``seat`` leaves the game. RULES.md 7.5."""
    return _over(state, "retired", FOE[seat])


def _over(state: State, how: str, winner: str = "") -> State:
    return replace(state, phase="over", how=how, winner=winner)


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
    hero = HEROES[FOE[state.winner]]
    russians, teutons = (lives_of(state, seat) for seat in SEATS)
    match state.how:
        case "hero":
            return say("{hero} has fallen. {winner} win.", hero=hero, winner=winner)
        case "lone_hero":
            return say("{hero} is alone on the ice. {winner} win.", hero=hero, winner=winner)
        case "lives":
            return say(
                "The last turn is over. Lives: Russians {russians}, Teutons {teutons}. {winner} win.",
                russians=russians,
                teutons=teutons,
                winner=winner,
            )
        case "points":
            return say(
                "The last turn is over with equal lives. Points: Russians {russians}, Teutons {teutons}. {winner} win.",
                russians=state.points[0],
                teutons=state.points[1],
                winner=winner,
            )
    return say("{loser} leave the field. {winner} win.", loser=loser, winner=winner)
