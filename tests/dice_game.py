"""A race with dice, by the contract: what Ice Battle does not need, the tests play with this.

Two or three seats take turns, one order each: ``roll`` adds a die to the seat's points,
``risk`` adds two dice, or takes all points away if they are equal. The order of seats is
drawn at the start. Whoever reaches the goal wins; whoever does not move in time loses.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.chance import Chance
from games.contract import (
    About,
    Answers,
    Choice,
    ClockAbout,
    Entry,
    Event,
    Game,
    Menu,
    Option,
    Options,
    Outcome,
    Phase,
    Pick,
    Refusal,
    Seat,
    SeatAbout,
    Step,
    match_notation,
)
from games.drawing import Art, Badge, Board, Space
from games.words import say

NAMES = ("A", "B", "C")
SEATS = (
    SeatAbout("A", say("First cup"), "gules", "sword"),
    SeatAbout("B", say("Second cup"), "sable", "cross"),
    SeatAbout("C", say("Third cup"), "azure", ""),
)


@dataclass(frozen=True, slots=True)
class State:
    """``playing`` are the seats still in the race, the one to move first; points by seat name."""

    playing: tuple[str, ...]
    points: Mapping[str, int]
    goal: int
    turn: int = 1
    winner: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    word: str


class DiceRace(Game[State, Order, State]):
    """Sequential, with draws, without default orders."""

    about = About(
        slug="dice",
        title=say("Dice race"),
        summary=say("First to the goal."),
        seats={2: SEATS[:2], 3: SEATS},
        options=(Option("goal", say("Goal"), (Choice("12", say("twelve")), Choice("60", say("sixty")))),),
        clock=ClockAbout(say("Time for each turn"), (3600, 86400), 86400),
        source=say("Made for the tests."),
        version=1,
    )
    state_type = State

    def setup(self, seats: Sequence[Seat], options: Options, chance: Chance) -> Step[State]:
        goal = int(self.about.full_options(options)["goal"])
        order = tuple(chance.shuffle(seats, "who begins"))
        return Step(State(order, dict.fromkeys(seats, 0), goal), (Event(say("{seat} begins.", seat=order[0])),))

    def phase(self, state: State) -> Phase:
        to_act = () if state.winner else state.playing[:1]
        return Phase("over" if state.winner else "roll", to_act, False, say("Roll the dice."), state.turn)

    def legal_orders(self, state: State, seat: Seat, drafted: Sequence[Order] = ()) -> Menu[Order]:
        if drafted or state.winner:
            return Menu(may_file=bool(drafted))
        entries = [Entry(Order(word), (Pick("word", word, say(word)),)) for word in ("roll", "risk")]
        return Menu(tuple(entries), questions={"word": say("How many dice?")})

    def refusal(self, state: State, seat: Seat, order: Order, drafted: Sequence[Order] = ()) -> Refusal | None:
        if drafted or order.word not in ("roll", "risk"):
            return Refusal(say("Either roll or risk."))
        return None

    def read(self, state: State, seat: Seat, text: str, drafted: Sequence[Order] = ()) -> Sequence[Order]:
        return match_notation(self, state, seat, text, drafted)

    def write(self, orders: Sequence[Order]) -> str:
        return "\n".join(order.word for order in orders)

    def resolve(
        self, state: State, sheets: Mapping[Seat, Sequence[Order]], chance: Chance, answers: Answers
    ) -> Step[State]:
        ((seat, (order,)),) = sheets.items()
        thrown = [chance.pick(6, f"{order.word} of {seat}") for _ in range(1 if order.word == "roll" else 2)]
        points = state.points[seat] + sum(thrown)
        if len(thrown) == 2 and thrown[0] == thrown[1]:
            points = 0
        told = Event(say("{seat} throws {dice}.", seat=seat, dice=" ".join(map(str, thrown))))
        after = replace(
            state,
            playing=(*state.playing[1:], seat),
            points={**state.points, seat: points},
            turn=state.turn + 1,
            winner=seat if points >= state.goal else "",
        )
        return Step(after, (told,))

    def retire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:
        rest = tuple(other for other in state.playing if other != seat)
        turn = state.turn + (state.playing[0] == seat)
        return Step(replace(state, playing=rest, turn=turn, winner=rest[0] if len(rest) == 1 else ""))

    def outcome(self, state: State) -> Outcome | None:
        if not state.winner:
            return None
        ranks = {seat: 1 if seat == state.winner else 2 for seat in state.points}
        return Outcome("goal", say("{seat} wins the race.", seat=state.winner), ranks)

    def think(self, view: State, seat: Seat, level: str, rng: random.Random) -> Sequence[Order]:
        return [Order("roll")]

    def view(self, state: State, seat: Seat | None) -> State:
        return state

    def draw(self, view: State, drafted: Sequence[Order] = ()) -> Board:
        spaces = tuple(Space(seat, 40 * i, 0, 40, 40, 0, i) for i, seat in enumerate(view.points))
        badges = {seat.name: Badge(seat.tincture, seat.charge) for seat in SEATS if seat.name in view.points}
        return Board(say("Dice race"), 120, 40, spaces, (), str(dict(view.points)), badges=badges)

    def art(self) -> Art:
        return Art("", "css/boards.css")


GAME: Game[State, Order, State] = DiceRace()
