"""Positions written down for tests, and sheets played on them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from games.answers import ListedAnswers
from games.chance import ScriptedChance
from games.contract import Step
from games.molon_labe import GAME
from games.molon_labe.atlas import MAIN_CITIES
from games.molon_labe.position import SEATS, General, Order, Player, State

INITIALS = {
    "B": "barbarians", "S": "sarmatians", "G": "greeks", "R": "romans", "C": "carthaginians", "E": "eastern"
}  # fmt: skip
FOURTH = {"B": "lutetia", "S": "cremni", "G": "demetrias", "R": "antium", "C": "hippo", "E": "nicomedia"}
NEXT_DICE = (3, 3, 2, 1)


class Lists(ListedAnswers):
    """Stop/go lists by seat, written as in a sheet."""

    def __init__(self, **lists: str) -> None:
        super().__init__(lambda seat: entries(lists.get(seat, "")))

    @property
    def asked(self) -> list[tuple[str, str, str]]:
        """Who was asked what, and the words given."""
        return [(answer.seat, answer.purpose, answer.word) for answer in self.given]


def entries(text: str) -> list[Order]:
    """Entries of a stop/go list, as any seat may give them at any time."""
    return list(GAME.read(State((Player("A"),), active="A"), "A", text))


def war(
    kingdoms: str = "RC",
    dice: Sequence[int] = (6, 4, 2, 1),
    season: int = 0,
    active: str = "A",
    floors: Mapping[str, int] | None = None,
    taken: Mapping[str, Mapping[str, int]] | None = None,
    points_win: str = "off",
    **generals: str,
) -> State:
    """The standard position of some kingdoms (initials, in the order of the seats), with differences.

    ``R4="carthago 3"`` is general 4 of the Romans on level 3, ``C1="off(4)"`` may return from
    season 4 on; ``taken`` is by seat.
    """
    places: dict[str, str] = {}
    for initial in kingdoms:
        mains = MAIN_CITIES[INITIALS[initial]]
        places |= {f"{initial}{n}": city for n, city in enumerate((*mains, FOURTH[initial]), start=1)}
    assert generals.keys() <= places.keys()
    places |= generals
    players = tuple(
        Player(seat, INITIALS[initial], taken=(taken or {}).get(seat, {}))
        for seat, initial in zip(SEATS, kingdoms, strict=False)
    )
    standing = {city: 3 for initial in kingdoms for city in MAIN_CITIES[INITIALS[initial]]}
    return State(
        players,
        phase="turn",
        season=season,
        active=active,
        dice=tuple(dice),
        turns=SEATS.index(active),
        generals=tuple(_general(name, text) for name, text in places.items()),
        floors={**standing, **(floors or {})},
        points_win=points_win,
    )


def _general(name: str, text: str) -> General:
    place, _, level = text.partition(" ")
    off = re.fullmatch(r"off\((\d+)\)", place)
    kingdom, number = INITIALS[name[0]], int(name[1])
    if off:
        return General(kingdom, number, "", int(level or 1), int(off[1]))
    return General(kingdom, number, place, int(level or 1))


def read(state: State, text: str, seat: str = "") -> list[Order]:
    """The orders of a text; OrderError if it is refused."""
    return list(GAME.read(state, seat or state.active, text))


def play(state: State, text: str, *draws: int, lists: Lists | None = None) -> Step[State]:
    """A sheet of the seat to act; ``draws`` are battle dice, the next seat's dice follow."""
    sheet = read(state, text)
    assert GAME.legal_orders(state, state.active, sheet).may_file
    return GAME.resolve(state, {state.active: sheet}, ScriptedChance(*draws, *NEXT_DICE), lists or Lists())


def at(state: State, name: str) -> str:
    """A general as ``war`` takes it: place and level."""
    general = state.general(INITIALS[name[0]], int(name[1]))
    assert general is not None
    return f"{general.city or f'off({general.free_from})'} {general.level}"


def told(step: Step[State]) -> list[str]:
    """The sentences of a step."""
    return [str(event.sentence) for event in step.events]
