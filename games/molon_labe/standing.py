"""The stop/go list of a seat. RULES.md 5.6."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.contract import Entry, Menu, Pick, Refusal
from games.molon_labe import paths
from games.molon_labe.actions import ready_generals
from games.molon_labe.atlas import KINGDOMS
from games.molon_labe.names import KINGDOM_NAMES, PEOPLES, way_name
from games.molon_labe.position import GENERALS, Order, State
from games.words import say

WORDS = {"stop": say("Stop!"), "go": say("You may go!")}


def merged(entries: Iterable[object]) -> tuple[Order, ...]:
    """The list after its entries were given one after the other; whatever is no entry is left out.

    A new entry takes the place of the one with the same general and kingdom; one for all
    empties the list first.
    """
    kept: dict[tuple[int, str], Order] = {}
    for entry in entries:
        if isinstance(entry, Order) and entry.is_entry:
            key = (entry.general, entry.kingdom)
            if key == (0, ""):
                kept.clear()
            kept.pop(key, None)
            kept[key] = entry
    return tuple(kept.values())


def word(entries: Iterable[object], general: int, kingdom: str) -> str:
    """What general ``general`` says to one of ``kingdom``: ``stop`` or ``go``; the most specific entry counts."""
    kinds = {(entry.general, entry.kingdom): entry.kind for entry in merged(entries)}
    for key in ((general, kingdom), (general, ""), (0, kingdom), (0, "")):
        if key in kinds:
            return kinds[key]
    return "stop"


def refusal(order: Order) -> Refusal | None:
    """Why an entry is none; whoever plays may change the list at any time."""
    if order.general not in (0, *GENERALS):
        return Refusal(say("You have no general {n}. Your generals are g1 to g4.", n=order.general))
    if order.kingdom and order.kingdom not in KINGDOMS:
        return Refusal(say("{kingdom} is no kingdom.", kingdom=order.kingdom))
    return None


def menu(state: State, seat: str) -> Menu[Order]:
    """Every entry there is, and which of the seat's generals those who are to act can reach."""
    cities = _within_reach(state, seat)
    if not cities:
        return _MENU
    note = say(
        "{who} are to act and can reach your generals in: {cities}.",
        who=PEOPLES[state.kingdom],
        cities=way_name(cities),
    )
    return replace(_MENU, notes=(note, say("Where your list says nothing, their word is “Stop!”.")))


def _within_reach(state: State, seat: str) -> list[str]:
    """Cities of the seat's generals that a move of this turn may enter."""
    kingdom = state.player(seat).kingdom
    if state.phase != "turn" or seat == state.active or not kingdom or not state.dice:
        return []
    foes = frozenset(state.foes(state.kingdom))
    most = max(state.dice) // paths.cost_of_passage(state.is_winter)
    starts = [general.city for general in ready_generals(state) if general.city]
    reached = {city for start in starts for city in paths.targets(start, foes, state.is_winter, most)}
    return sorted(reached & state.own(kingdom).keys())


def _entries() -> tuple[Entry[Order], ...]:
    generals = {0: say("All your generals"), **{n: say("Your general {n}", n=n) for n in GENERALS}}
    kingdoms = {"": say("to everybody"), **KINGDOM_NAMES}
    return tuple(
        Entry(
            Order(kind, general, kingdom=kingdom),
            (Pick("word", kind, said), Pick("general", f"g{general}", who), Pick("kingdom", kingdom or "all", whom)),
        )
        for kind, said in WORDS.items()
        for general, who in generals.items()
        for kingdom, whom in kingdoms.items()
    )


_MENU = Menu(
    _entries(),
    may_file=True,
    questions={
        "word": say("What is said to an enemy who enters the city of a general of yours?"),
        "general": say("Which of your generals says so?"),
        "kingdom": say("To whom?"),
    },
)
