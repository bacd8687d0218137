"""An order sheet as it grows: what it makes of the field, and which order may follow. RULES.md 3."""

from __future__ import annotations

from collections.abc import Sequence

from games.calenzano import layout
from games.calenzano.catapults import COMPASS, bends
from games.calenzano.data import KINDS
from games.calenzano.field import Field
from games.calenzano.melee import Fray
from games.calenzano.position import Figure, Order, State
from games.calenzano.terrain import BIT, NEAR, bits
from games.contract import Refusal
from games.words import Sentence, say


class Draft:
    """The orders of ``seat`` so far, and ``field`` as it will be if all of them succeed and nobody falls.

    A cell that was entered holds the figure that entered it last. While the Florentines
    are due and none is placed, ``field`` holds them on their usual cells.
    """

    def __init__(self, state: State, seat: str, orders: Sequence[Order] = ()) -> None:
        self.state, self.seat = state, seat
        self.orders: list[Order] = []
        self.placements: list[Order] = []
        self.fights: list[Order] = []
        self.field = Field(state.figures)
        if self.is_due:
            self._land(layout.usual_arrival(state.figures))
        for order in orders:
            self.add(order)

    @property
    def is_due(self) -> bool:
        """Whether the Florentines are to be placed by this sheet, which has not done so yet."""
        return self.state.is_due and not self.orders

    @property
    def is_ended(self) -> bool:
        return bool(self.orders) and self.orders[-1].is_last

    @property
    def is_melee(self) -> bool:
        """Whether only fights may follow. RULES.md 3.3."""
        return self.state.is_melee or bool(self.fights)

    @property
    def is_placing(self) -> bool:
        """Whether a layout has begun that needs further figures."""
        if not self.placements:
            return False
        return len(self.placements) < layout.wanted_by(self.placements[0].kind, self.seat, self.state.figures)

    def is_idle(self, figure: Figure) -> bool:
        """Whether the figure came in this turn and takes no orders yet. RULES.md 3.1."""
        return figure.is_ally and self.state.are_allies_waiting

    @property
    def fray(self) -> Fray:
        """Those named in fights, in earlier parts of the turn and here."""
        own, foes = self.state.fray
        return Fray(bits(own), bits(foes)).joined(self.field, self.seat, self.fights)

    def _land(self, placements: Sequence[Order]) -> None:
        self.field = Field([*self.state.figures, *layout.placed(self.seat, placements)])

    def add(self, order: Order) -> None:
        """Take in an order that may follow."""
        self.orders.append(order)
        match order.kind:
            case "deploy" | "florence":
                self.placements.append(order)
                self._land(self.placements)
            case "move":
                self.field.move(order.who[0], order.to[0])
            case "shot" | "cat":
                self.field.mark(order.who[0], did="shot")
            case "fight":
                self.fights.append(order)

    def fault(self, order: Order) -> Sentence | None:
        """Why ``order`` may not follow; None when it may."""
        if general := self._general_fault(order):
            return general
        if self.state.phase == "deploy":
            return self._deploy_fault(order)
        if self.state.phase == "arrival" or order.is_placement or self.is_placing:
            return self._placement_fault(order)
        if self.is_ended:
            return say("“{word}” ends the turn, so nothing stands behind it.", word=self.orders[-1].kind)
        return None if order.is_last else self._action_fault(order)

    def _general_fault(self, order: Order) -> Sentence | None:
        if self.state.phase == "over":
            return say("The battle is over; there is nothing to order.")
        if self.seat != self.state.active and self.state.phase != "deploy":
            return say("It is not your turn.")
        return None if is_well_formed(order) else say("This is no order of the battle of Calenzano.")

    def _deploy_fault(self, order: Order) -> Sentence | None:
        if order.kind != "deploy":
            return say(
                "First the army is deployed: the word “deploy”, then each kind with its cells, as in F K9 L9; C L5"
            )
        return layout.deploy_fault(self.seat, order, self.placements)

    def _placement_fault(self, order: Order) -> Sentence | None:
        if order.kind == "deploy":
            return say("The armies are deployed already.")
        if order.kind == "florence":
            if self.state.phase == "turn" and not self.state.is_due:
                return say("No Florentines come in this turn.")
            if len(self.placements) != len(self.orders):
                return say("The Florentines come before anything else: let “florence” be the first order.")
            return layout.arrival_fault(order, self.placements, self.state.figures)
        if self.state.phase == "arrival":
            return say("Only the Florentines are placed now, as in: florence K X19 X20; F X18")
        return say(
            "First all Florentines are placed; these are still missing: {all}.",
            all=layout.army_words(layout.missing("florence", self.seat, self.placements)),
        )

    def _action_fault(self, order: Order) -> Sentence | None:
        if order.kind != "fight" and self.is_melee:
            return say("After the first fight of a turn only fights may follow.")
        for cell in order.who:
            figure = self.field.own(self.seat, cell)
            if figure is None:
                return self._nobody(cell)
            if order.kind != "fight" and figure.did:
                return say("{cell}: this figure has its move or shot of the turn already.", cell=cell)
        return None

    def _nobody(self, cell: str) -> Sentence:
        near = [
            other
            for other, figure in self.field.figures.items()
            if figure.side == self.seat and BIT[other] & NEAR[cell]
        ]
        if not near:
            return say("{cell} holds no figure of yours when this order comes.", cell=cell)
        cells = ", ".join(sorted(near))
        return say(
            "{cell} holds no figure of yours when this order comes. Close to it: {cells}.", cell=cell, cells=cells
        )


def refusal(state: State, seat: str, order: Order, drafted: Sequence[Order]) -> Refusal | None:
    """Why ``order`` may not follow ``drafted``; None when it may."""
    fault = Draft(state, seat, drafted).fault(order)
    return Refusal(fault) if fault else None


def is_well_formed(order: Order) -> bool:
    """Whether notation could have brought forth the order. RULES.md 10."""
    who, to = order.who, order.to
    match order.kind:
        case "pass" | "done":
            return not who and not to
        case "deploy" | "florence":
            return len(who) == len(to) == 1 and who[0] in KINDS and to[0] in BIT
        case "move" | "shot":
            return len(who) == len(to) == 1 and who[0] in BIT and to[0] in BIT and (who != to or order.kind == "shot")
        case "cat":
            return len(who) == 1 and who[0] in BIT and _is_aim(to)
        case "fight":
            cells = (*who, *to)
            return min(len(who), len(to)) == 1 and len(set(cells)) == len(cells) and all(cell in BIT for cell in cells)
    return False


def _is_aim(to: tuple[str, ...]) -> bool:
    return len(to) in (1, 2) and to[0] in COMPASS and (len(to) == 1 or to[1] in bends(to[0]))
