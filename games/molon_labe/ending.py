"""How a war ends, and who has won it. RULES.md 8."""

from __future__ import annotations

from dataclasses import dataclass

from games.contract import Outcome
from games.molon_labe.atlas import KINGDOM_OF
from games.molon_labe.names import PEOPLES, listed
from games.molon_labe.position import SEASONS, Player, State
from games.words import Sentence, say

GOAL = 5
"""Floors razed that end the war, together with one of every enemy. RULES.md 8.1."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What counts for a seat: enemies hit of how many, floors razed, own floors standing."""

    seat: str
    kingdom: str
    hit: int
    enemies: int
    razed: int
    own: int

    @property
    def points(self) -> int:
        """RULES.md 8.3."""
        return self.razed + self.own

    @property
    def qualifies(self) -> bool:
        """Whether it has razed a floor of every enemy. RULES.md 8.2."""
        return self.hit == self.enemies

    @property
    def worth(self) -> tuple[int, int, int]:
        """The greater comes first; all who qualify have hit equally many. RULES.md 8.3 and 8.4."""
        return self.hit, self.points, self.razed


def standings(state: State) -> list[Standing]:
    """The seats still playing, the best first."""
    found = [_standing(state, player) for player in state.playing]
    return sorted(found, key=lambda standing: standing.worth, reverse=True)


def _standing(state: State, player: Player) -> Standing:
    enemies = [kingdom for kingdom in state.kingdoms if kingdom != player.kingdom]
    taken = [player.taken.get(kingdom, 0) for kingdom in enemies]
    own = sum(floors for city, floors in state.floors.items() if KINGDOM_OF[city] == player.kingdom)
    return Standing(player.seat, player.kingdom, sum(map(bool, taken)), len(enemies), sum(taken), own)


def how_it_ends(state: State) -> str:
    """The way in which the game ends with the season that is over; empty if it goes on. RULES.md 8.1 to 8.4."""
    order = standings(state)
    is_reached = any(standing.qualifies and standing.razed >= GOAL for standing in order)
    if not is_reached and state.season < SEASONS - 1:
        return ""
    is_tied = order[0].worth == order[1].worth
    if order[0].qualifies:
        return "shared" if is_tied else "five" if is_reached else "winter"
    if state.points_win == "on":
        return "points_equal" if is_tied else "points"
    return "nobody"


def outcome(state: State) -> Outcome | None:
    """The result with its reason; None while the war goes on."""
    if state.phase != "over":
        return None
    order = standings(state)
    worths = [standing.worth for standing in order]
    ranks = {
        standing.seat: 1 if state.how in ("nobody", "retired") else worths.index(standing.worth) + 1
        for standing in order
    }
    last = len(order) + 1
    ranks |= {player.seat: last for player in state.players if player.has_left}
    return Outcome(state.how, sentence(state), ranks)


def sentence(state: State) -> Sentence:
    """Who has won and why."""
    best, *others = standings(state)
    if state.how == "retired" and not best.kingdom:
        return say("All others have left before the war. The last player wins.")
    winners = [best, *(standing for standing in others if standing.worth == best.worth)]
    who = listed([PEOPLES[standing.kingdom] for standing in winners])
    return Sentence(SENTENCES[state.how].text, {"who": who, "points": best.points})


SENTENCES = {
    "retired": say("All others have left the war. Winner: {who}."),
    "five": say("The aim is reached: five floors razed, of every enemy at least one. Winner: {who}, points: {points}."),
    "winter": say("The last winter is over. Winner: {who}, points: {points}."),
    "shared": say("Equal in points and in floors razed, they share the victory: {who}. Points: {points}."),
    "nobody": say("The last winter is over, and nobody has razed a floor of every enemy. The war is a draw."),
    "points": say("Victory on points, nobody fulfilled the condition. Winner: {who}, points: {points}."),
    "points_equal": say(
        "Nobody fulfilled the condition, and the first are equal in all: {who}. Points: {points}. A draw."
    ),
}
"""What is said of each way to end. RULES.md 11."""
