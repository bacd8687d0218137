"""The battle of Calenzano as the site sees it: the game contract over the position. Source: RULES.md."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from games.calenzano import ending, greedy, layout, menu, notation, turn
from games.calenzano.board import ART, BADGES, draw_board
from games.calenzano.draft import refusal
from games.calenzano.hints import hints
from games.calenzano.names import SIDES
from games.calenzano.position import SEATS, Order, State, View
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
from games.drawing import Art, Board, Mark
from games.words import Sentence, say

HOUR, DAY = 3600, 86400

ABOUT = About(
    slug="calenzano",
    title=say("Calenzano 1325"),
    summary=say(
        "Castruccio's men march on Calenzano: hills, woods, bows, catapults and mêlée on a campaign map, "
        "and Florence may still join in."
    ),
    seats={2: tuple(SeatAbout(seat, SIDES[seat], BADGES[seat].tincture, BADGES[seat].charge) for seat in SEATS)},
    options=(
        Option(
            "closing_turns",
            say("Turns left to each side once an army is below half"),
            (Choice("2", say("two")), Choice("5", say("five"))),
            say("The original has two, and then most battles are drawn; with five fewer are."),
        ),
        Option(
            "alliance_die",
            say("The die that may bring Florence in"),
            (Choice("every", say("before every turn")), Choice("own", say("before the turns of Calenzano only"))),
            say("Before the turns of Calenzano only, no turn of Lucca waits for the Florentines to be placed."),
        ),
        Option(
            "allies_wait",
            say("The Florentines, in a turn of Calenzano in which they come"),
            (Choice("off", say("act at once")), Choice("on", say("wait for a turn"))),
        ),
    ),
    clock=ClockAbout(
        label=say("Time for each turn"),
        lengths=(300, HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 14 * DAY),
        default=3 * DAY,
    ),
    source=say(
        "After La battaglia di Calenzano 1325 by F. Prudenziati (2008); the map and the lists of figures are ours."
    ),
    version=1,
    levels=(Choice("greedy", say("greedy, attacks wherever the odds are good")),),
    last_words=("done", "more", "pass"),
)


class Calenzano(Game[State, Order, View]):
    """Two seats in turn; sealed layouts, dice, turns filed whole or in parts."""

    about = ABOUT
    state_type = State

    def setup(self, seats: Sequence[Seat], options: Options, chance: Chance) -> Step[State]:
        if sorted(seats) != list(SEATS):
            raise BadOptions(say("The battle of Calenzano has two seats, N and S."))
        full = ABOUT.full_options(options)
        state = State(
            alliance_die=full["alliance_die"],
            allies_wait=full["allies_wait"],
            closing_turns=int(full["closing_turns"]),
        )
        return Step(state, (Event(say("The map is empty. Both armies deploy in secret.")),))

    def phase(self, state: State) -> Phase:
        if state.phase == "deploy":
            return Phase("deploy", SEATS, True, say("Deploy your army on your ten rows."), 0)
        if state.phase == "over":
            return Phase("over", (), False, say("The battle is over."), state.period)
        return Phase(state.phase, (state.active,), False, _wanted(state), state.period)

    def legal_orders(self, state: State, seat: Seat, drafted: Sequence[Order] = ()) -> Menu[Order]:
        return menu.menu(state, seat, drafted)

    def hints(self, state: State, seat: Seat, drafted: Sequence[Order], picks: Mapping[str, str]) -> Sequence[Mark]:
        return hints(state, seat, drafted, picks)

    def refusal(self, state: State, seat: Seat, order: Order, drafted: Sequence[Order] = ()) -> Refusal | None:
        return refusal(state, seat, order, drafted)

    def read(self, state: State, seat: Seat, text: str, drafted: Sequence[Order] = ()) -> Sequence[Order]:
        return notation.read(state, seat, text, drafted)

    def write(self, orders: Sequence[Order]) -> str:
        return notation.write(orders)

    def resolve(
        self, state: State, sheets: Mapping[Seat, Sequence[Order]], chance: Chance, answers: Answers
    ) -> Step[State]:
        if state.phase == "deploy":
            return turn.deploy(state, sheets, chance)
        if state.phase == "arrival":
            return turn.arrive(state, sheets[state.active])
        return turn.play(state, sheets[state.active], chance)

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
            period=state.period,
            turn=state.turn,
            active=state.active,
            figures=state.figures,
            is_allied=state.is_allied,
            is_due=state.is_due,
            is_fresh=state.is_fresh,
            came=state.came,
            losses=state.losses,
            is_closing=state.is_closing,
            turns_left=state.turns_left,
            chance_of=state.chance_of,
            gap=state.gap,
            quiet=state.quiet,
            has_fallen=state.has_fallen,
            parts=state.parts,
            is_melee=state.is_melee,
            fray=state.fray,
            alliance_die=state.alliance_die,
            allies_wait=state.allies_wait,
            closing_turns=state.closing_turns,
            how=state.how,
            winner=state.winner,
        )

    def draw(self, view: View, drafted: Sequence[Order] = ()) -> Board:
        return draw_board(view, drafted)

    def art(self) -> Art:
        return ART

    def default_orders(self, state: State, seat: Seat) -> Sequence[Order] | None:
        if state.phase == "deploy":
            return layout.usual_deployment(seat)
        if seat != state.active or state.phase == "over":
            return None
        if state.phase == "arrival":
            return layout.usual_arrival(state.figures)
        return [Order("done" if state.parts else "pass")]

    def think(self, view: View, seat: Seat, level: str, rng: random.Random) -> Sequence[Order]:
        return greedy.think(view, seat, rng)


def _wanted(state: State) -> Sentence:
    if state.phase == "arrival":
        return say("The Florentines come before Lucca's turn {n}: place them in column X.", n=state.turn)
    if state.is_due:
        return say("The Florentines come: place them in column X, then write your orders for turn {n}.", n=state.turn)
    if state.chance_of:
        return say("Write your orders for turn {n}, your last chance: lessen the difference of losses.", n=state.turn)
    if state.parts:
        return say("Go on with turn {n}, or end it.", n=state.turn)
    return say("Write your orders for turn {n}.", n=state.turn)
