"""Knock-out brackets as graphs: every place is fed by a seed, or by who won or lost another place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from games.tournaments.formats.knockout import Empty, Guest, Verdict, verdict
from games.tournaments.formats.model import Bye, Entrant, Format, History, Pairing, Plan
from games.words import Sentence, say

type Feed = tuple[str, str]  # ("seed", "3"), ("winner", "W1.1"), ("loser", "W1.1")


@dataclass(frozen=True, slots=True)
class Node:
    """A place in the bracket: W2.1 is the first match of the second winners' round, L of the losers', F the final."""

    key: str
    feeds: tuple[Feed, Feed]


def seed_order(size: int) -> list[int]:
    """Seeds from top to bottom of a bracket of ``size``, a power of two, so that 1 and 2 can meet only at the end."""
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def bracket_size(count: int) -> int:
    return 1 << max(1, (count - 1).bit_length())


def single_nodes(count: int, *, has_third_place: bool) -> list[Node]:
    """The places of a single elimination, round by round; the place for the third is T."""
    nodes, rounds = _winners(bracket_size(count))
    if has_third_place and rounds > 1:
        nodes.append(Node("T", (("loser", f"W{rounds - 1}.1"), ("loser", f"W{rounds - 1}.2"))))
    return nodes


def double_nodes(count: int) -> list[Node]:
    """The places of a double elimination. F is the final, F2 is played if F is lost by who had not lost before."""
    nodes, rounds = _winners(bracket_size(count))
    last = "W1.1"
    if rounds > 1:
        width, drop = bracket_size(count) // 4, 1
        feeds: list[Feed] = [("loser", f"W1.{place}") for place in range(1, 2 * width + 1)]
        while True:
            nodes += [Node(f"L{drop}.{place + 1}", (feeds[2 * place], feeds[2 * place + 1])) for place in range(width)]
            # those who come down enter from the other end, so that early opponents meet late
            down = [("loser", f"W{drop // 2 + 2}.{place}") for place in range(width, 0, -1)]
            drop += 1
            nodes += [
                Node(f"L{drop}.{place + 1}", (("winner", f"L{drop - 1}.{place + 1}"), down[place]))
                for place in range(width)
            ]
            feeds = [("winner", f"L{drop}.{place}") for place in range(1, width + 1)]
            drop += 1
            if width == 1:
                break
            width //= 2
        last = f"L{drop - 1}.1"
    lower: Feed = ("winner", last) if rounds > 1 else ("loser", last)
    nodes.append(Node("F", (("winner", f"W{rounds}.1"), lower)))
    nodes.append(Node("F2", (("winner", "F"), ("loser", "F"))))
    return nodes


def _winners(size: int) -> tuple[list[Node], int]:
    order = seed_order(size)
    nodes = [
        Node(f"W1.{place + 1}", (("seed", str(order[2 * place])), ("seed", str(order[2 * place + 1]))))
        for place in range(size // 2)
    ]
    number, width = 1, size // 4
    while width:
        number += 1
        nodes += [
            Node(
                f"W{number}.{place}",
                (("winner", f"W{number - 1}.{2 * place - 1}"), ("winner", f"W{number - 1}.{2 * place}")),
            )
            for place in range(1, width + 1)
        ]
        width //= 2
    return nodes, number


@dataclass
class Bracket:
    """A bracket with what was played in it. ``seeded`` lists the entrants, the strongest first."""

    plan: Plan
    seeded: Sequence[Entrant]
    history: History
    nodes: Mapping[str, Node] = field(init=False)

    def __post_init__(self) -> None:
        is_double = self.plan.format == Format.DOUBLE
        count = len(self.seeded)
        nodes = double_nodes(count) if is_double else single_nodes(count, has_third_place=self.plan.has_third_place)
        self.nodes = {node.key: node for node in nodes}

    @cached_property
    def pairings(self) -> dict[str, Pairing]:
        """What has been paired so far, by place."""
        return {
            pairing.slot: pairing for pairings in self.history for pairing in pairings if pairing.slot in self.nodes
        }

    @cached_property
    def verdicts(self) -> dict[str, Verdict]:
        by_id = {entrant.id: entrant for entrant in self.seeded}
        return {
            pairing.slot: verdict(self.plan, pairing, number, by_id)
            for number, pairings in enumerate(self.history, start=1)
            for pairing in pairings
            if pairing.slot in self.nodes
        }

    @cached_property
    def guests(self) -> dict[str, tuple[Guest, Guest]]:
        """Who comes to each place, as far as it is known."""
        found: dict[str, tuple[Guest, Guest]] = {}
        for key, node in self.nodes.items():  # feeds always come before what they feed
            found[key] = self._came(key, (self._guest(node.feeds[0], found), self._guest(node.feeds[1], found)))
            if key == "F2" and not self._is_reset(found["F"][0]):
                found[key] = (Empty.NOBODY, Empty.NOBODY)
        return found

    def _came(self, key: str, wanted: tuple[Guest, Guest]) -> tuple[Guest, Guest]:
        """Who really came to a place: where organisers have exchanged people, not those who were to come."""
        pairing = self.pairings.get(key)
        if pairing is None or set(pairing.seats) <= set(wanted):
            return wanted
        return (pairing.seats[0], pairing.seats[1] if len(pairing.seats) > 1 else Empty.NOBODY)

    @cached_property
    def last(self) -> str:
        """The place whose winner is the champion."""
        if self.plan.format == Format.DOUBLE:
            return "F2" if self.guests["F2"] != (Empty.NOBODY, Empty.NOBODY) else "F"
        return max((key for key in self.nodes if key != "T"), key=lambda key: int(key[1:].partition(".")[0]))

    @property
    def champion(self) -> Guest:
        return self._guest(("winner", self.last), self.guests)

    def draft(self) -> list[Pairing]:
        """What can be paired next: every place whose two guests are known. None: all is decided."""
        number, busy, pairings = len(self.history) + 1, set[int](), []
        in_it = {entrant.id for entrant in self.seeded if entrant.is_in(number)}
        for key, guests in self.guests.items():
            people = [guest for guest in guests if isinstance(guest, int)]
            if key in self.pairings or Empty.OPEN in guests or not people or busy.intersection(people):
                continue
            here = [guest for guest in people if guest in in_it]
            if len(here) == 2:
                pairings.append(Pairing((here[0], here[1]), slot=key, reasons=(self._why(key),)))
            elif len(people) == 2:
                # both gone: whoever is named first holds the place, and is found gone again further up
                one = here[0] if here else people[0]
                gone = say("The opponent has left the event.")
                pairings.append(Pairing((one,), slot=key, bye=Bye.WALKOVER, reasons=(gone,)))
            else:
                seed = self._seed(people[0])
                why = say("Nobody is on the other side of the bracket here (seed {n}).", n=seed)
                pairings.append(Pairing((people[0],), slot=key, bye=Bye.EMPTY, reasons=(why,)))
            busy.update(pairings[-1].seats)
        return pairings

    def _why(self, key: str) -> Sentence:
        if key.startswith("W1."):
            first, second = (self._seed(guest) for guest in self.guests[key])
            size = bracket_size(len(self.seeded))
            return say("Seed {a} meets seed {b} in a bracket of {n}.", a=first, b=second, n=size)
        one, other = (self._origin(key, side) for side in (0, 1))
        return say("Place {key} of the bracket: {a} meets {b}.", key=key, a=one, b=other)

    def _seed(self, guest: Guest) -> int:
        return next(place for place, one in enumerate(self.seeded, start=1) if one.id == guest)

    def _origin(self, key: str, side: int) -> Sentence:
        how, source = self.nodes[key].feeds[side]
        return say("the winner of {key}", key=source) if how == "winner" else say("the loser of {key}", key=source)

    def _guest(self, feed: Feed, known: Mapping[str, tuple[Guest, Guest]]) -> Guest:
        how, source = feed
        if how == "seed":
            return self.seeded[int(source) - 1].id if int(source) <= len(self.seeded) else Empty.NOBODY
        if source in self.verdicts:
            found = self.verdicts[source]
            return found.winner if how == "winner" else found.loser
        if known[source] == (Empty.NOBODY, Empty.NOBODY):
            return Empty.NOBODY
        if how == "loser" and Empty.NOBODY in known[source]:
            return Empty.NOBODY
        return Empty.OPEN

    def _is_reset(self, unbeaten: Guest) -> bool:
        """Whether the final was lost by who had not lost before, so that both have lost once; True while not known."""
        final = self.verdicts.get("F")
        return final is None or final.winner == Empty.OPEN or final.loser == unbeaten
