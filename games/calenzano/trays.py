"""What lies beside the map: the fallen of each side, and how far the end is."""

from __future__ import annotations

from collections import Counter

from games.calenzano import ending
from games.calenzano.data import ALLIES, ARMIES
from games.calenzano.figures import card_of, symbol
from games.calenzano.names import FIGURES, SIDES, joined
from games.calenzano.position import SEATS, State
from games.drawing import Lot, Tray
from games.words import Sentence, say

FALLEN = {
    "N": say("Fallen of Calenzano: {n} of {all}"),
    "S": say("Fallen of Lucca: {n} of {all}"),
}


def trays(state: State) -> tuple[Tray, ...]:
    """The fallen of both sides by kind, then what still separates them from the end."""
    if state.phase == "deploy":
        return ()
    end = () if state.phase == "over" else (Tray(say("How far the end is"), (), joined(distance(state), " ")),)
    return (*(_fallen(state, seat, lost) for seat, lost in zip(SEATS, state.losses, strict=True)), *end)


def _fallen(state: State, seat: str, lost: int) -> Tray:
    standing = Counter(("ally" if figure.is_ally else seat, figure.kind) for figure in state.army(seat))
    whole = Counter({(seat, kind): n for kind, n in ARMIES[seat].items()})
    if seat == "N" and state.came == sum(ALLIES.values()):
        # of fewer nobody remembers who came
        whole += Counter({("ally", kind): n for kind, n in ALLIES.items()})
    lots = tuple(
        Lot(symbol(army, kind), FIGURES[army, kind], n, card_of(kind)) for (army, kind), n in (whole - standing).items()
    )
    return Tray(say(FALLEN[seat].text, n=lost, all=ending.base(state, seat)), lots, say("None yet."))


def distance(state: State) -> list[Sentence]:
    """The difference of losses and what it may be, what is left until closing or its end, turns without a loss."""
    north, south = state.losses
    gap, limit = abs(north - south), ending.limit(state)
    said = [say("Losses are equal.")]
    if gap:
        behind = "N" if north > south else "S"
        said = [say("Behind by losses: {side}, {n}.", side=SIDES[behind], n=gap)]
    if state.chance_of:
        said.append(say("The difference must fall below {n} in this turn.", n=state.gap))
    else:
        said.append(say("More than {limit} brings the side behind its last chance.", limit=limit))
    if state.is_closing:
        left = state.turns_left
        said.append(say("Turns left: Calenzano {north}, Lucca {south}.", north=left[0], south=left[1]))
    else:
        more = {seat: len(state.army(seat)) - (ending.base(state, seat) + 1) // 2 + 1 for seat in SEATS}
        said.append(
            say(
                "Losses until an army is below half, and more than 10 are enough: Calenzano {north}, Lucca {south}.",
                north=more["N"],
                south=more["S"],
            )
        )
    if state.quiet:
        said.append(say("Turns without a loss: {n} of {most}.", n=state.quiet, most=ending.QUIET_TURNS))
    return said
