"""Ice Battle as the site sees it: the game contract over the position. Source: RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from games.chance import Chance
from games.contract import (
    About,
    Answers,
    BadOptions,
    Choice,
    ClockAbout,
    Event,
    Game,
    Menu,
    Option,
    Options,
    Outcome,
    Phase,
    Refusal,
    Seat,
    SeatAbout,
    Step,
)
from games.drawing import Art, Board
from games.ice_battle import ending, menu, notation, sheet
from games.ice_battle.board import ART, draw_board
from games.ice_battle.position import HOME_RANKS, LIVES, SEATS, Order, State, View, Warrior
from games.ice_battle.turn import play_turn
from games.words import say

HOUR, DAY = 3600, 86400

ABOUT = About(
    slug="ice_battle",
    title=say("Ice Battle"),
    summary=say(
        "Nevsky against the Master on a frozen lake: six warriors a side, secret orders, both sides move at once."
    ),
    seats={
        2: (
            SeatAbout("R", say("Russians"), "gules", "sword"),
            SeatAbout("T", say("Teutons"), "sable", "cross"),
        )
    },
    options=(
        Option(
            "lone_hero",
            say("A hero left alone"),
            (Choice("fights", say("fights on")), Choice("loses", say("loses the battle"))),
            say("What happens to a side when its hero is the only warrior it has left."),
        ),
    ),
    clock=ClockAbout(
        label=say("Time for each turn"),
        lengths=(300, HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 14 * DAY),
        default=2 * DAY,
    ),
    source=say("After the rules of Daniil Markov (2011), played with tin soldiers on a chess board."),
    version=1,
)


class IceBattle(Game[State, Order, View]):
    """Two seats, sealed sheets, no chance."""

    about = ABOUT
    state_type = State

    def setup(self, seats: Sequence[Seat], options: Options, chance: Chance) -> Step[State]:
        if sorted(seats) != list(SEATS):
            raise BadOptions(say("An Ice Battle has two seats, R and T."))
        lone_hero = ABOUT.full_options(options)["lone_hero"]
        return Step(State(lone_hero=lone_hero), (Event(say("The ice is empty. Both sides line up in secret.")),))

    def phase(self, state: State) -> Phase:
        if state.phase == "setup":
            return Phase("setup", SEATS, True, say("Line up your six warriors on your two home ranks."), 0)
        if state.phase == "orders":
            wanted = say("Write your orders for turn {turn}: two actions, or one archer shot.", turn=state.turn)
            return Phase("orders", SEATS, True, wanted, state.turn)
        return Phase("over", (), True, say("The battle is over."), state.turn)

    def legal_orders(self, state: State, seat: Seat, drafted: Sequence[Order] = ()) -> Menu[Order]:
        return menu.menu(state, seat, drafted)

    def refusal(self, state: State, seat: Seat, order: Order, drafted: Sequence[Order] = ()) -> Refusal | None:
        return sheet.refusal(state, seat, order, drafted)

    def read(self, state: State, seat: Seat, text: str, drafted: Sequence[Order] = ()) -> Sequence[Order]:
        return notation.read(state, seat, text, drafted)

    def write(self, orders: Sequence[Order]) -> str:
        return notation.write(orders)

    def resolve(
        self, state: State, sheets: Mapping[Seat, Sequence[Order]], chance: Chance, answers: Answers
    ) -> Step[State]:
        if state.phase == "setup":
            return _line_up(state, sheets)
        return play_turn(state, sheets)

    def retire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:
        if state.phase == "over":
            return Step(state)
        over = ending.retired(state, seat)
        return Step(over, (Event(ending.sentence(over)),))

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            phase=state.phase,
            turn=state.turn,
            points=state.points,
            warriors=state.warriors,
            lone_hero=state.lone_hero,
            how=state.how,
            winner=state.winner,
        )

    def draw(self, view: View, drafted: Sequence[Order] = ()) -> Board:
        return draw_board(view, drafted)

    def art(self) -> Art:
        return ART

    def default_orders(self, state: State, seat: Seat) -> Sequence[Order] | None:
        if state.phase == "setup":
            back, front = HOME_RANKS[seat]
            cells = [("H", "E" + back), ("A", "D" + back), *(("W", file + front) for file in "CDEF")]
            return [Order("place", kind, cell) for kind, cell in cells]
        if state.phase == "over":
            return None
        hero = next(warrior for warrior in state.army(seat) if warrior.kind == "H")
        strength = 2 if state.points_of(seat) >= 4 else 1
        return [Order("defence", hero.cell, strength=strength)] * 2


def _line_up(state: State, sheets: Mapping[Seat, Sequence[Order]]) -> Step[State]:
    """Show both layouts together and begin turn 1. RULES.md 2.2."""
    warriors = tuple(warrior for seat in SEATS for warrior in _army(seat, sheets[seat]))
    begun = replace(state, phase="orders", turn=1, warriors=warriors)
    return Step(begun, (Event(say("Both armies stand on the ice.")),))


def _army(seat: Seat, layout: Sequence[Order]) -> Iterator[Warrior]:
    soldiers = 0
    for order in layout:
        soldiers += order.who == "W"
        number = str(soldiers) if order.who == "W" else ""
        yield Warrior(seat + order.who + number, seat, order.who, order.to, LIVES[order.who])
