"""Groups, in which everybody meets everybody, then a knock-out among the best of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.tournaments.formats.bracket import Bracket, bracket_size
from games.tournaments.formats.model import Bye, Entrant, History, Pairing, Plan
from games.tournaments.formats.robin import pair_robin, robin_rounds
from games.tournaments.formats.scores import ranked
from games.words import say


def group_name(index: int) -> str:
    """The slot of the n-th group, from 0."""
    return f"G{chr(ord('A') + index)}"


def split_groups(plan: Plan, entrants: Sequence[Entrant]) -> dict[str, list[Entrant]]:
    """Who is in which group: dealt by seed to and fro, so that the groups are equally strong."""
    seeded = sorted(entrants, key=lambda entrant: entrant.seed)
    groups: dict[str, list[Entrant]] = {group_name(index): [] for index in range(group_count(plan, len(seeded)))}
    for place, entrant in enumerate(seeded):
        turn, index = divmod(place, len(groups))
        groups[group_name(len(groups) - 1 - index if turn % 2 else index)].append(entrant)
    return groups


def group_count(plan: Plan, entrants: int) -> int:
    """The groups announced, or as many as have two entrants at least."""
    return max(1, min(plan.groups, entrants // 2))


def group_rounds(plan: Plan, entrants: Sequence[Entrant]) -> int:
    """How many rounds the group stage has."""
    return max(robin_rounds(len(group), plan.cycles) for group in split_groups(plan, entrants).values())


def pair_groups(plan: Plan, entrants: Sequence[Entrant], history: History) -> list[Pairing]:
    """The next round: of all groups, then of the bracket."""
    number = len(history) + 1
    if number <= group_rounds(plan, entrants):
        groups = split_groups(plan, entrants)
        pairings = [pairing for slot, group in groups.items() for pairing in pair_robin(plan, group, number, slot)]
        return pairings or [_rest(entrant) for entrant in entrants if entrant.is_in(number)]
    return group_bracket(plan, entrants, history).draft()


def group_bracket(plan: Plan, entrants: Sequence[Entrant], history: History) -> Bracket:
    """The knock-out of those who came through; seeded when the group stage has been played.

    First the winners of the groups by merit, then the seconds, and so on; two of one group
    do not meet in the first round if another order avoids it.
    """
    stage = group_rounds(plan, entrants)
    # whoever is disqualified only later was in it when it was drawn
    entrants = [replace(one, is_disqualified=one.is_disqualified and not one.is_in(stage + 1)) for one in entrants]
    levels: list[list[tuple[str, Entrant]]] = [[] for _ in range(plan.advancing)]
    by_merit = {row.entrant.id: place for place, row in enumerate(ranked(plan, entrants, history[:stage]))}
    for slot, group in split_groups(plan, entrants).items():
        through = [row.entrant for row in ranked(plan, group, group_history(history[:stage], slot))]
        through = [entrant for entrant in through if entrant.is_in(stage + 1)][: plan.advancing]
        for level, entrant in zip(levels, through, strict=False):
            level.append((slot, entrant))
    seeded: list[tuple[str, Entrant]] = []
    for level in levels:
        _place(seeded, sorted(level, key=lambda pair: by_merit[pair[1].id]), sum(len(one) for one in levels))
    return Bracket(plan, [entrant for _slot, entrant in seeded], history)


def group_history(history: History, slot: str) -> list[list[Pairing]]:
    """The rounds with the pairings of one group alone."""
    return [[pairing for pairing in pairings if pairing.slot == slot] for pairings in history]


def _rest(entrant: Entrant) -> Pairing:
    return Pairing((entrant.id,), bye=Bye.REST, reasons=(say("The groups that still had to play have left."),))


def _place(seeded: list[tuple[str, Entrant]], level: list[tuple[str, Entrant]], total: int) -> None:
    """Give one level the next seeds, by merit, but not against one's own group at once."""
    size = bracket_size(total)
    while level:
        against = size - len(seeded)  # in the first round the seeds of two opponents add up to size + 1
        taken = seeded[against - 1][0] if against <= len(seeded) else ""
        chosen = next((pair for pair in level if pair[0] != taken), level[0])
        level.remove(chosen)
        seeded.append(chosen)
