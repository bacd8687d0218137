"""Hand to hand: parties, the half rule, strikes and chances. RULES.md 7."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from games.calenzano.data import KINDS
from games.calenzano.field import Field
from games.calenzano.names import SIDES
from games.calenzano.position import FOE, Figure, Order
from games.calenzano.terrain import BIT, COVER, FOREST, NEAR, bits, spread
from games.words import Sentence, say

IN_COVER, IN_WOOD = 1, -2


class Fray:
    """Those named in the fights of a turn, on the cells where they stand when melee begins. RULES.md 7.3."""

    def __init__(self, own: int = 0, foes: int = 0) -> None:
        self.own, self.foes = own, foes

    def joined(self, field: Field, side: str, fights: Iterable[Order]) -> Fray:
        """The fray with those who are named in further fights."""
        own, foes = self.own, self.foes
        for fight in fights:
            own |= bits(fight.who) & field.sides[side]
            foes |= bits(fight.to) & field.sides[FOE[side]]
        return Fray(own, foes)

    def most(self, fight: Order) -> int:
        """How many figures may take part in that fight, one of the fray's."""
        own, foes = bits(fight.who) & self.own, bits(fight.to) & self.foes
        while True:
            more_own, more_foes = own | spread(foes) & self.own, foes | spread(own) & self.foes
            if (more_own, more_foes) == (own, foes):
                break
            own, foes = more_own, more_foes
        if own.bit_count() < 2 or foes.bit_count() < 2:
            return own.bit_count() + foes.bit_count()
        return (own.bit_count() + foes.bit_count() + 1) // 2


def fault(field: Field, side: str, fight: Order, fray: Fray) -> Sentence | None:
    """Why the fight cannot be fought now; None if it can. RULES.md 7.1 to 7.3."""
    reason = _party_fault(field, side, fight) or _distance_fault(fight)
    if reason:
        return reason
    size, most = len(fight.who) + len(fight.to), fray.most(fight)
    if size > most:
        return say("{n} figures are more than half of this mêlée: at most {most}", n=size, most=most)
    return None


def _party_fault(field: Field, side: str, fight: Order) -> Sentence | None:
    for cell in fight.who:
        figure = field.own(side, cell)
        if figure is None:
            return nobody(side, cell)
        if figure.did == "shot":
            return say("{cell} has shot in this turn and starts no fight", cell=cell)
    for cell in fight.to:
        if field.foe(side, cell) is None:
            return say("no enemy stands on {cell}", cell=cell)
    for cell in (*fight.who, *fight.to):
        if field.figures[cell].has_fought:
            return say("{cell} has fought in this turn already", cell=cell)
    return None


def nobody(side: str, cell: str) -> Sentence:
    """That an order names a cell on which none of its side stands."""
    return say("no figure of {side} stands on {cell}", side=SIDES[side], cell=cell)


def _distance_fault(fight: Order) -> Sentence | None:
    single, others = (fight.to[0], fight.who) if len(fight.to) == 1 else (fight.who[0], fight.to)
    far = next((cell for cell in others if not NEAR[single] & BIT[cell]), None)
    return say("{cell} is not next to {other}", cell=far, other=single) if far else None


def strike(figure: Figure, *, is_attacked: bool) -> int:
    """What the figure adds to its party's die. RULES.md 7.4."""
    bit = BIT[figure.cell]
    total = KINDS[figure.kind].strike
    if is_attacked and bit & COVER:
        total += IN_COVER
    if figure.kind == "K" and bit & FOREST:
        total += IN_WOOD
    return max(total, 0)


def strengths(attackers: Sequence[Figure], attacked: Sequence[Figure]) -> tuple[int, int]:
    """The strikes of both parties, summed."""
    return (
        sum(strike(figure, is_attacked=False) for figure in attackers),
        sum(strike(figure, is_attacked=True) for figure in attacked),
    )


@cache
def win_percent(lead: int) -> int:
    """The attacker's chance in percent, if its strikes exceed the other's by ``lead``; equal totals roll again."""
    pairs = [(one + lead > two, one + lead < two) for one in range(1, 7) for two in range(1, 7)]
    wins, losses = sum(won for won, _ in pairs), sum(lost for _, lost in pairs)
    return round(100 * wins / (wins + losses))
