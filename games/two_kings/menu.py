"""What may be added to a draft, as choices a person can make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from games.contract import Entry, Menu, Pick
from games.two_kings import auto
from games.two_kings.names import KINGS, OBSTACLE_NAMES, UNIT_NAMES
from games.two_kings.orders import refusal
from games.two_kings.position import FOE, LAST, MOST_TURNS, OBSTACLES, UNITS, Order, State, may_lie_on
from games.words import say

ROLL = Pick("what", "roll", say("Roll for all"))
HOLD = Pick("what", "hold", say("Let some hold"))
AUTO = Pick("what", "auto", say("Roll for several turns"))

AT_ONCE = (
    (say("Roll"), (Order("roll"),)),
    (say("Roll on until something happens"), (Order("auto", turns=MOST_TURNS),)),
)

NOBODY = Pick("who", "-", say("nobody holds"))

QUESTIONS = {
    "what": say("What does your army do?"),
    "who": say("Who holds and does not roll?"),
    "turns": say("For how many turns, if nothing happens?"),
}


def menu(state: State, seat: str, drafted: Sequence[Order]) -> Menu[Order]:
    """The orders that may follow ``drafted``. RULES.md 2 and 8."""
    if state.phase == "layout":
        return _layout_menu(seat, drafted)
    if state.phase == "over" or seat != state.active:
        return Menu()
    if drafted:
        return Menu(may_file=True)
    going_on = auto.running(state.army(seat))
    if going_on:
        label = say("Your auto order plays on")
        return Menu((Entry(going_on, (Pick("what", going_on.kind, label),)),), questions=QUESTIONS)
    entries = tuple(entry for entry in _turns(state.holds) if refusal(state, seat, entry.order, ()) is None)
    return Menu(entries, questions=QUESTIONS, at_once=AT_ONCE)


@lru_cache(2)
def _turns(holds: str) -> tuple[Entry[Order], ...]:
    """Every order that a turn may ask for."""
    return tuple(_entries(holds))


def _entries(holds: str) -> Iterator[Entry[Order]]:
    yield Entry(Order("roll"), (ROLL,))
    groups = [group for size in (1, 2) for group in combinations(UNITS, size)] if holds == "on" else []
    for group in groups:
        yield Entry(Order("hold", group), (HOLD, _who(group)))
    for group in ((), *groups):
        yield Entry(Order("auto", group, 1), (AUTO, _who(group)), "turns", MOST_TURNS)


def _who(group: tuple[str, ...]) -> Pick:
    if not group:
        return NOBODY
    label = UNIT_NAMES[group[0]]
    if len(group) == 2:
        label = say("{one} and {two}", one=label, two=UNIT_NAMES[group[1]])
    return Pick("who", " ".join(group), label)


def _layout_menu(seat: str, drafted: Sequence[Order]) -> Menu[Order]:
    """Obstacles of the first kind that is still missing, so that the board leads through the layout."""
    laid = [order.what for order in drafted]
    notes = (
        say("They lie on the road of: {king}", king=KINGS[FOE[seat]]),
        say("Laid: {n} of {all}.", n=len(laid), all=sum(OBSTACLES.values())),
    )
    letter = next((letter for letter, number in OBSTACLES.items() if laid.count(letter) < number), "")
    if not letter:
        return Menu(may_file=True, notes=notes)
    taken = {order.square for order in drafted}
    entries = tuple(
        _placement(FOE[seat], letter, square)
        for square in range(2, LAST)
        if square not in taken and may_lie_on(FOE[seat], square)
    )
    where = say("Where does it lie: {what}?", what=OBSTACLE_NAMES[letter])
    questions = {"what": say("What do you lay?"), "square": where}
    return Menu(entries, questions=questions, notes=notes)


@lru_cache(640)
def _placement(road: str, letter: str, square: int) -> Entry[Order]:
    what = Pick("what", letter, OBSTACLE_NAMES[letter])
    label = say("{n}", n=square)
    return Entry(
        Order("place", what=letter, square=square), (what, Pick("square", str(square), label, f"{road}{square}", "dot"))
    )
