"""The Duke as the site sees it: the game contract over the position. Source: RULES.md."""

from __future__ import annotations

import random
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
from games.drawing import Art, Badge, Board
from games.duke import ending, explain, menu, notation, opening, turn
from games.duke.actions import has_room, must_pass
from games.duke.board import ART, BADGES, draw_board
from games.duke.geometry import SQUARES
from games.duke.names import SIDES, TILES
from games.duke.position import SEATS, Order, State, View, threats
from games.duke.thinking import LEVELS, think
from games.words import Sentence, say

HOUR, DAY = 3600, 86400
OFF, ON = Choice("off", say("no")), Choice("on", say("yes"))

ABOUT = About(
    slug="duke",
    title=say("The Duke"),
    summary=say("Corner the enemy's Duke with tiles that turn over whenever they act. Open to see, deep to play."),
    seats={
        2: tuple(SeatAbout(seat, SIDES[seat], BADGES[seat].tincture, BADGES[seat].charge) for seat in SEATS),
    },
    options=(
        Option(
            "objective",
            say("Aim of the game"),
            (
                Choice("duke", say("Capture the Duke")),
                Choice("score", say("Score: three points beside the enemy's flag")),
                Choice("flag", say("Bring the enemy's flag home")),
                Choice("dark_rider", say("The Dark Rider: five Pikemen against a Knight"), is_rated=False),
                Choice("logistics", say("Logistics: pick your tiles first")),
            ),
        ),
        Option("mountain", say("Mountain"), (OFF, ON), say("On a random empty square. Not with the Dark Rider.")),
        Option("fortress", say("Fortress"), (OFF, ON), say("On a random empty square. Not with the Dark Rider.")),
    ),
    clock=ClockAbout(
        label=say("Time for each turn"),
        lengths=(300, HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 14 * DAY),
        default=2 * DAY,
    ),
    source=say("After the Russian rules of the board game The Duke."),
    version=1,
    levels=LEVELS,
    last_words=("pass",),
)


class Duke(Game[State, Order, View]):
    """Two seats in turn, nothing hidden; chance draws tiles and terrain."""

    about = ABOUT
    state_type = State

    def setup(self, seats: Sequence[Seat], options: Options, chance: Chance) -> Step[State]:
        if tuple(seats) != SEATS:
            raise BadOptions(say("The Duke has two seats, 1 and 2."))
        return opening.opening(ABOUT.full_options(options))

    def phase(self, state: State) -> Phase:
        to_act = () if state.phase == "over" else (state.seat,)
        return Phase(state.phase, to_act, False, _wanted(state), state.period)

    def legal_orders(self, state: State, seat: Seat, drafted: Sequence[Order] = ()) -> Menu[Order]:
        return menu.menu(state, seat, drafted)

    def refusal(self, state: State, seat: Seat, order: Order, drafted: Sequence[Order] = ()) -> Refusal | None:
        reason = explain.fault(state, seat, order, drafted)
        return Refusal(reason) if reason else None

    def read(self, state: State, seat: Seat, text: str, drafted: Sequence[Order] = ()) -> Sequence[Order]:
        return notation.read(state, seat, text, drafted)

    def write(self, orders: Sequence[Order]) -> str:
        return notation.write(orders)

    def resolve(
        self, state: State, sheets: Mapping[Seat, Sequence[Order]], chance: Chance, answers: Answers
    ) -> Step[State]:
        sheet = sheets[state.seat]
        match state.phase:
            case "pick":
                return opening.pick(state, sheet[0])
            case "setup":
                return opening.set_up(state, sheet, chance)
            case "deploy":
                return opening.deploy(state, sheet, chance)
            case "flags":
                return opening.plant(state, sheet[0], chance)
            case "relocate":
                return turn.relocate(state, sheet[0])
        return turn.play(state, sheet[0], chance)

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
            to_act="" if state.phase == "over" else state.seat,
            objective=state.objective,
            phase=state.phase,
            period=state.period,
            tiles=state.tiles,
            bags=state.bags,
            captured=state.captured,
            table=state.table,
            drawn=state.drawn,
            mountain=state.mountain,
            fortress=state.fortress,
            flags=state.flags,
            points=state.points,
            quiet=state.quiet,
            times=_times(state),
            threats=_threats(state),
            how=state.how,
            winner=state.winner,
        )

    def draw(self, view: View, drafted: Sequence[Order] = ()) -> Board:
        return draw_board(view, drafted)

    def badges(self, state: State) -> Mapping[Seat, Badge]:
        return BADGES

    def art(self) -> Art:
        return ART

    def think(self, view: View, seat: Seat, level: str, rng: random.Random) -> Sequence[Order]:
        return think(view, seat, level, rng)


def _threats(state: State) -> tuple[str, ...]:
    if not state.is_guarded:
        return ()
    return tuple(sorted(SQUARES[stand.square] for stand in threats(state)))


def _times(state: State) -> int:
    """How often the position at the start of this turn has stood. RULES.md 7.4."""
    return state.history.count(state.history[-1]) if state.phase in ("turn", "place") and state.history else 0


def _wanted(state: State) -> Sentence:
    if state.phase == "place":
        return say("Put the tile you drew beside your Duke: {tile}.", tile=TILES[state.drawn])
    if state.phase != "turn":
        return WANTED[state.phase]
    if state.is_guarded and threats(state):
        return say("Guard! Save your Duke.")
    if has_room(state):
        return say("Move a tile or draw a new one.")
    return say("You can do nothing this turn but pass.") if must_pass(state) else say("Move a tile.")


WANTED = {
    "pick": say("Take a type of tile from the table."),
    "setup": say("Set up your Duke and two Footmen."),
    "deploy": say("Deploy on your home edge."),
    "flags": say("Place a flag."),
    "relocate": say("Move your flag, or let it stay."),
    "over": say("The game is over."),
}
