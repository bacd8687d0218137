"""The Battle of the Two Kings as the site sees it: the game contract over the position. Source: RULES.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
from games.two_kings import auto, ending, menu, notation, orders, turn
from games.two_kings.board import ART, BADGES, draw_board
from games.two_kings.names import KINGS
from games.two_kings.position import SEATS, Order, State, View
from games.words import Sentence, say

HOUR, DAY = 3600, 86400

ABOUT = About(
    slug="two_kings",
    title=say("The Two Kings"),
    summary=say(
        "Pistachio against Raspberry: lay seven traps on the enemy's road, then race three units along "
        "eighty squares to his castle. One die, quick turns."
    ),
    seats={2: tuple(SeatAbout(seat, KINGS[seat], BADGES[seat].tincture, BADGES[seat].charge) for seat in SEATS)},
    options=(
        Option(
            "holds",
            say("Units that hold"),
            (Choice("on", say("a unit may hold instead of rolling")), Choice("off", say("all units always roll"))),
            say("If all always roll, everything after the layout is luck, as in the game of 1963."),
        ),
    ),
    clock=ClockAbout(
        label=say("Time for each turn"),
        lengths=(300, HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 14 * DAY),
        default=2 * DAY,
    ),
    source=say("After La battaglia dei due Re, a game of the Corriere dei Piccoli (1963)."),
    version=1,
)


class TwoKings(Game[State, Order, View]):
    """Two seats in turn; sealed layouts, one die, orders that play on by themselves."""

    about = ABOUT
    state_type = State

    def setup(self, seats: Sequence[Seat], options: Options, chance: Chance) -> Step[State]:
        if sorted(seats) != list(SEATS):
            raise BadOptions(say("The Two Kings have two seats, P and R."))
        holds = ABOUT.full_options(options)["holds"]
        return Step(State(holds=holds), (Event(say("The roads are empty. Both kings lay their traps in secret.")),))

    def phase(self, state: State) -> Phase:
        if state.phase == "layout":
            return Phase("layout", SEATS, True, say("Lay your seven obstacles on the enemy's road."), 0)
        if state.phase == "over":
            return Phase("over", (), False, say("The match is over."), state.turn)
        return Phase("turn", (state.active,), False, _wanted(state), state.turn)

    def legal_orders(self, state: State, seat: Seat, drafted: Sequence[Order] = ()) -> Menu[Order]:
        return menu.menu(state, seat, drafted)

    def refusal(self, state: State, seat: Seat, order: Order, drafted: Sequence[Order] = ()) -> Refusal | None:
        return orders.refusal(state, seat, order, drafted)

    def read(self, state: State, seat: Seat, text: str, drafted: Sequence[Order] = ()) -> Sequence[Order]:
        return notation.read(state, seat, text, drafted)

    def write(self, orders: Sequence[Order]) -> str:
        return notation.write(orders)

    def resolve(
        self, state: State, sheets: Mapping[Seat, Sequence[Order]], chance: Chance, answers: Answers
    ) -> Step[State]:
        if state.phase == "layout":
            return turn.begin(state, sheets, chance)
        return turn.play(state, sheets[state.active][0], chance)

    def retire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:
        if state.phase == "over":
            return Step(state)
        over = ending.retired(state, seat)
        return Step(over, (Event(ending.sentence(over)),))

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            phase=state.phase,
            turn=state.turn,
            active=state.active,
            armies=state.armies,
            holds=state.holds,
            how=state.how,
            winner=state.winner,
            seat=seat,
        )

    def draw(self, view: View, drafted: Sequence[Order] = ()) -> Board:
        return draw_board(view, drafted)

    def art(self) -> Art:
        return ART

    def default_orders(self, state: State, seat: Seat) -> Sequence[Order] | None:
        if state.phase == "layout":
            return orders.USUAL_LAYOUT
        if state.phase == "over" or seat != state.active:
            return None
        return self.ahead(state, seat) or [Order("roll")]

    def ahead(self, state: State, seat: Seat) -> Sequence[Order]:
        if state.phase != "turn" or seat != state.active:
            return ()
        going_on = auto.running(state.army(seat))
        return (going_on,) if going_on else ()


def _wanted(state: State) -> Sentence:
    left = state.army(state.active).auto.left
    if left:
        return say("Round {n}. The auto order plays on; turns left: {left}.", n=state.round, left=left)
    return say("Round {n}: roll the die for your units.", n=state.round)
