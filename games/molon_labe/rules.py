"""Molon Labe as the site sees it: the game contract over the position. Source: RULES.md."""

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
from games.drawing import Art, Board, Mark
from games.molon_labe import ending, menu, notation, seasons, sheet, standing
from games.molon_labe.actions import dice_text, fault_of_choice
from games.molon_labe.atlas import KINGDOMS, starting_places
from games.molon_labe.board import ART, draw_board
from games.molon_labe.names import season_name
from games.molon_labe.position import SEATS, Order, Player, State, View
from games.molon_labe.turn import play
from games.words import say

HOUR, DAY = 3600, 86400

TABLE = (
    SeatAbout("A", say("First player"), "sable", ""),
    SeatAbout("B", say("Second player"), "argent", ""),
    SeatAbout("C", say("Third player"), "tenne", ""),
    SeatAbout("D", say("Fourth player"), "olive", ""),
    SeatAbout("E", say("Fifth player"), "gules", ""),
    SeatAbout("F", say("Sixth player"), "azure", ""),
)
"""Shields until a kingdom is chosen; from then on the kingdom's own is shown."""

ABOUT = About(
    slug="molon_labe",
    title=say("Molon Labe"),
    summary=say(
        "Come and take it: up to six kingdoms around the Mediterranean, four generals each, sixteen seasons "
        "to raze towers by land and sea."
    ),
    seats={players: TABLE[:players] for players in range(2, len(TABLE) + 1)},
    # the seats have no kingdom yet: two of those that they may choose
    arms=(("or", "star"), ("purpure", "crescent")),
    options=(
        Option(
            "points_win",
            say("If nobody has razed a floor of every enemy"),
            (Choice("off", say("the war is a draw")), Choice("on", say("the best standing wins on points"))),
            say("With six players it often happens that nobody fulfils the condition."),
        ),
    ),
    clock=ClockAbout(
        label=say("Length of a season, shared by all players"),
        lengths=(12 * HOUR, DAY, 2 * DAY, 3 * DAY, 4 * DAY, 5 * DAY, 7 * DAY, 10 * DAY, 14 * DAY),
        default=3 * DAY,
    ),
    source=say("After the board game Molon Labe (B.C. Studio, Krasnodar, 2015)."),
    version=1,
    last_words=("done", "more", "pass"),
)


class MolonLabe(Game[State, Order, View]):
    """Two to six seats, turns in order, dice, stop/go lists as standing orders."""

    about = ABOUT
    state_type = State

    def setup(self, seats: Sequence[Seat], options: Options, chance: Chance) -> Step[State]:
        if len(seats) not in ABOUT.seats or sorted(seats) != sorted(SEATS[: len(seats)]):
            raise BadOptions(say("Molon Labe has two to six seats, A to F."))
        points_win = ABOUT.full_options(options)["points_win"]
        state = State(tuple(map(Player, seats)), active=seats[0], points_win=points_win)
        return Step(state, (Event(say("The map is empty. In turn each player chooses a kingdom.")),))

    def phase(self, state: State) -> Phase:
        players = len(state.players)
        if state.phase == "over":
            return Phase("over", (), False, say("The war is over."), players + state.season)
        if state.phase == "pick":
            wanted = say("Choose a kingdom and the place of general 4.")
            place = [player.seat for player in state.players].index(state.active)
            return Phase("pick", (state.active,), False, wanted, place, 1 / players, is_opening=True)
        wanted = say(
            "{season}. Your dice: {dice}.",
            season=season_name(state.season),
            dice=dice_text(state.dice).replace(" ", "\u00a0"),
        )
        if not state.dice:
            wanted = say("{season}. All your dice are used: end your turn.", season=season_name(state.season))
        # Those whose turn is over keep their place in the count when they leave, so that
        # nobody else has less time for it. RULES.md 10.1
        share = (state.turns + 1) / (state.turns + len(seasons.waiting(state)))
        return Phase("turn", (state.active,), False, wanted, players + state.season, share)

    def legal_orders(self, state: State, seat: Seat, drafted: Sequence[Order] = ()) -> Menu[Order]:
        return menu.menu(state, seat, drafted)

    def hints(self, state: State, seat: Seat, drafted: Sequence[Order], picks: Mapping[str, str]) -> Sequence[Mark]:
        return menu.hints(state, seat, drafted, picks)

    def refusal(self, state: State, seat: Seat, order: Order, drafted: Sequence[Order] = ()) -> Refusal | None:
        return sheet.refusal(state, seat, order, drafted)

    def read(self, state: State, seat: Seat, text: str, drafted: Sequence[Order] = ()) -> Sequence[Order]:
        return notation.read(state, seat, text, drafted)

    def write(self, orders: Sequence[Order]) -> str:
        return notation.write(orders)

    def resolve(
        self, state: State, sheets: Mapping[Seat, Sequence[Order]], chance: Chance, answers: Answers
    ) -> Step[State]:
        orders = sheets[state.active]
        if state.phase == "pick":
            return seasons.choose(state, sheet.actions_of(orders)[0], chance)
        return play(state, orders, chance, answers)

    def retire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:
        return seasons.retire(state, seat, chance)

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            players=state.players,
            phase=state.phase,
            season=state.season,
            active=state.active,
            dice=state.dice,
            acted=state.acted,
            parts=state.parts,
            turns=state.turns,
            generals=state.generals,
            floors=state.floors,
            points_win=state.points_win,
            how=state.how,
            seat=seat,
        )

    def draw(self, view: View, drafted: Sequence[Order] = ()) -> Board:
        return draw_board(view, drafted)

    def art(self) -> Art:
        return ART

    def default_orders(self, state: State, seat: Seat) -> Sequence[Order] | None:
        if state.phase == "over" or seat != state.active:
            return None
        if state.phase == "turn":
            return [Order("done" if state.parts else "pass")]
        kingdom = next(name for name in KINGDOMS if name not in state.kingdoms)
        choices = (Order("take", 4, (place,), kingdom=kingdom) for place in starting_places(kingdom))
        return [next(order for order in choices if fault_of_choice(state, order) is None)]

    def standing_orders(self, state: State, seat: Seat) -> Menu[Order]:
        if state.phase == "over" or state.player(seat).has_left:
            return Menu()
        return standing.menu(state, seat)

    def standing_list(self, orders: Sequence[Order]) -> Sequence[Order]:
        return standing.merged(orders)
