"""The sentences that tell how a turn went. Every name stands where a sentence begins, or after a colon."""

from __future__ import annotations

from collections.abc import Sequence

from games.calenzano.names import DIRECTIONS, SIDES, joined, on_cell
from games.calenzano.notation import write
from games.calenzano.position import Figure, Order, State
from games.words import Sentence, say


def deployed() -> Sentence:
    return say("Both armies are deployed.")


def opening_dice(north: int, south: int, starter: str) -> Sentence:
    """The dice for who begins; ``starter`` is empty when they are equal. RULES.md 2.2."""
    if not starter:
        return say("Who begins? Calenzano throws {n}, Lucca {m}: they throw again.", n=north, m=south)
    return say(
        "Who begins? Calenzano throws {n}, Lucca {m}: the lower begins. It is {side}.",
        n=north,
        m=south,
        side=SIDES[starter],
    )


def alliance(die: int) -> Sentence:
    """The die of the alliance. RULES.md 2.3."""
    if die < 6:
        return say("The die of the alliance shows {die}: Florence does not stir.", die=die)
    return say("The die of the alliance shows 6: Florence sides with Calenzano!")


def nobody_comes() -> Sentence:
    return say("No cell of column X is free: the Florentines stay away for good.")


def turn(state: State) -> Sentence:
    """The heading of a turn or of a further part of it."""
    values: dict[str, str | int | Sentence] = {"n": state.turn, "side": SIDES[state.active], "part": state.parts + 1}
    if state.parts:
        return say("Turn {n}: {side}, part {part}", **values)
    return say("Turn {n}: {side}", **values)


def arrived(allies: Sequence[Figure]) -> Sentence:
    return say("The Florentines arrive. {all}.", all=joined([on_cell(figure) for figure in allies]))


def skipped(order: Order, reason: Sentence) -> Sentence:
    return say("“{order}” is skipped: {reason}.", order=write([order]), reason=reason)


def passed(side: str) -> Sentence:
    return say("{side} gives no orders.", side=SIDES[side])


def moved(figure: Figure, end: str) -> Sentence:
    return say("{who} goes to {end}.", who=on_cell(figure), end=end)


def shot(shooter: Figure, target: Figure, die: int, *, is_hit: bool) -> Sentence:
    """A shot and its die; the fall is told apart."""
    values: dict[str, str | int | Sentence] = {"who": on_cell(shooter), "cell": target.cell, "die": die}
    if is_hit:
        return say("{who} shoots at {cell} and throws {die}: a hit.", **values)
    return say("{who} shoots at {cell} and throws {die}: a miss.", **values)


def thrown(figure: Figure, aim: Sequence[str], dice: Sequence[int], impact: str) -> Sentence:
    """A stone and where it lands; ``impact`` is empty off the board."""
    way = joined(
        [say("{n} {direction}", n=die, direction=DIRECTIONS[each]) for die, each in zip(dice, aim, strict=True)]
    )
    if impact:
        return say("{who} throws a stone, {way}: it lands on {cell}.", who=on_cell(figure), way=way, cell=impact)
    return say("{who} throws a stone, {way}: it is lost beyond the map.", who=on_cell(figure), way=way)


def clash(attackers: Sequence[Figure], attacked: Sequence[Figure]) -> Sentence:
    """Who meets whom."""
    return say(
        "Mêlée. Attacking: {attackers}. Attacked: {attacked}.",
        attackers=joined([on_cell(figure) for figure in attackers]),
        attacked=joined([on_cell(figure) for figure in attacked]),
    )


def totals(strengths: tuple[int, int], dice: tuple[int, int]) -> Sentence:
    """The sums of a throw, and who has won by it."""
    ours, theirs = strengths[0] + dice[0], strengths[1] + dice[1]
    values: dict[str, str | int | Sentence] = {
        "a": strengths[0],
        "b": dice[0],
        "ours": ours,
        "c": strengths[1],
        "d": dice[1],
        "theirs": theirs,
    }
    if ours == theirs:
        return say("Attack {a} + {b} = {ours}, defence {c} + {d} = {theirs}: equal, both throw again.", **values)
    if ours > theirs:
        return say("Attack {a} + {b} = {ours}, defence {c} + {d} = {theirs}: the attack wins.", **values)
    return say("Attack {a} + {b} = {ours}, defence {c} + {d} = {theirs}: the defence wins.", **values)


def fallen(figures: Sequence[Figure]) -> Sentence:
    """Who leaves the board, as they stood."""
    return say("Off the board: {all}.", all=joined([on_cell(figure) for figure in figures]))


def closing(turns: int) -> Sentence:
    """RULES.md 8.5."""
    return say(
        "An army is below half. From now on a lead of more than 10 decides; turns left to each side: {n}.", n=turns
    )


def last_chance(side: str, gap: int) -> Sentence:
    """RULES.md 8.6."""
    return say(
        "{side} is {gap} losses behind and has one last turn to lessen the difference.", side=SIDES[side], gap=gap
    )


def saved(side: str, gap: int) -> Sentence:
    """RULES.md 8.4."""
    return say("{side} has saved itself: the difference is now {gap}.", side=SIDES[side], gap=gap)
