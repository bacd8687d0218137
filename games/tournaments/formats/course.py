"""The course of an event: what comes next, what a round still waits for, who stands where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from games.tournaments.formats.bracket import Bracket
from games.tournaments.formats.groups import group_bracket, group_rounds, pair_groups
from games.tournaments.formats.knockout import Empty, Verdict, is_settled
from games.tournaments.formats.model import Entrant, Format, History, Pairing, Plan, Round
from games.tournaments.formats.robin import pair_robin, robin_rounds
from games.tournaments.formats.scores import Standing, ranked
from games.tournaments.formats.swiss import pair_swiss
from games.tournaments.formats.tables import pair_tables
from games.words import say


class EventState(StrEnum):
    DRAFT = "draft"
    SIGNUP = "signup"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class RoundState(StrEnum):
    PREVIEW = "preview"
    PUBLISHED = "published"
    RUNNING = "running"
    CLOSED = "closed"
    ANNULLED = "annulled"


class Wrong(Exception):
    """A step that the state does not allow."""


# act: where it may begin, and where it leads
EVENT_ACTS: Mapping[str, tuple[frozenset[EventState], EventState]] = {
    "open_signup": (frozenset({EventState.DRAFT}), EventState.SIGNUP),
    "close_signup": (frozenset({EventState.SIGNUP}), EventState.DRAFT),
    "start": (frozenset({EventState.DRAFT, EventState.SIGNUP}), EventState.RUNNING),
    "pause": (frozenset({EventState.RUNNING}), EventState.PAUSED),
    "resume": (frozenset({EventState.PAUSED}), EventState.RUNNING),
    "finish": (frozenset({EventState.RUNNING}), EventState.FINISHED),
    "cancel": (
        frozenset({EventState.DRAFT, EventState.SIGNUP, EventState.RUNNING, EventState.PAUSED}),
        EventState.CANCELLED,
    ),
}
ROUND_ACTS: Mapping[str, tuple[frozenset[RoundState], RoundState]] = {
    "publish": (frozenset({RoundState.PREVIEW}), RoundState.PUBLISHED),
    "begin": (frozenset({RoundState.PUBLISHED}), RoundState.RUNNING),
    "close": (frozenset({RoundState.RUNNING}), RoundState.CLOSED),
    "reopen": (frozenset({RoundState.CLOSED}), RoundState.RUNNING),
    "annul": (frozenset({RoundState.PREVIEW}), RoundState.ANNULLED),
}


def advance_event(state: EventState, act: str) -> EventState:
    """Where an act leads; the same state again if it has been done already. Raises Wrong."""
    return _advance(EVENT_ACTS, state, act)


def advance_round(state: RoundState, act: str) -> RoundState:
    """Where an act leads a round; the same state again if it has been done already. Raises Wrong."""
    return _advance(ROUND_ACTS, state, act)


def _advance[S: StrEnum](acts: Mapping[str, tuple[frozenset[S], S]], state: S, act: str) -> S:
    sources, target = acts[act]
    if state != target and state not in sources:
        raise Wrong(f"{act} in {state}")
    return target


def next_round(plan: Plan, entrants: Sequence[Entrant], history: History) -> list[Pairing]:
    """Pairings and byes of the round after those played; an empty list ends the event.

    ``entrants`` are all who ever took part.
    """
    number = len(history) + 1
    starters = sorted((entrant for entrant in entrants if entrant.joined == 1), key=lambda one: one.seed)
    if plan.format in (Format.SINGLE, Format.DOUBLE):
        return Bracket(plan, starters, history).draft()
    if plan.format == Format.GROUPS:
        return [_repeated(plan, pairing, history) for pairing in pair_groups(plan, starters, history)]
    if sum(entrant.is_in(number) for entrant in entrants) < 2:
        return []
    match plan.format:
        case Format.SWISS:
            return pair_swiss(plan, entrants, history) if number <= plan.rounds else []
        case Format.TABLES:
            return pair_tables(plan, entrants, history) if number <= plan.rounds else []
    return [_repeated(plan, pairing, history) for pairing in pair_robin(plan, starters, number)]


def _repeated(plan: Plan, pairing: Pairing, history: History) -> Pairing:
    """Says of a pairing of a round robin if it comes too often, as organisers have changed an earlier round."""
    again = say("They have met as often as planned already: an earlier round was changed.")
    times = sum(set(one.seats) == set(pairing.seats) for pairings in history for one in pairings if one.bye is None)
    is_cycle = plan.format == Format.ROUND_ROBIN or pairing.slot.startswith("G")
    if pairing.bye is None and is_cycle and times >= plan.cycles:
        return replace(pairing, reasons=(*pairing.reasons, again))
    return pairing


def rounds_planned(plan: Plan, entrants: Sequence[Entrant]) -> int | None:
    """How many rounds the event has; None where it depends on the results."""
    match plan.format:
        case Format.SWISS | Format.TABLES:
            return plan.rounds
        case Format.ROUND_ROBIN:
            return robin_rounds(sum(entrant.joined == 1 for entrant in entrants), plan.cycles)
    return None


def waits_for(plan: Plan, entrants: Sequence[Entrant], number: int, pairings: Round) -> list[Pairing]:
    """The pairings that keep a round from closing: unsettled ones with somebody in them who has not left."""
    by_id = {entrant.id: entrant for entrant in entrants}
    return [
        pairing
        for pairing in pairings
        if not is_settled(plan, pairing) and any(by_id[one].is_in(number + 1) for one in pairing.seats)
    ]


def bracket_of(plan: Plan, entrants: Sequence[Entrant], history: History) -> Bracket | None:
    """The bracket as it stands; None for a format without one, or while its groups are being played."""
    starters = sorted((entrant for entrant in entrants if entrant.joined == 1), key=lambda one: one.seed)
    if len(starters) < 2:
        return None
    if plan.format in (Format.SINGLE, Format.DOUBLE):
        return Bracket(plan, starters, history)
    if plan.format != Format.GROUPS:
        return None
    stage = group_rounds(plan, starters)
    is_over = len(history) >= stage and all(is_settled(plan, one) for pairings in history[:stage] for one in pairings)
    bracket = group_bracket(plan, starters, history) if is_over else None
    return bracket if bracket is not None and len(bracket.seeded) > 1 else None


def standings(plan: Plan, entrants: Sequence[Entrant], history: History) -> list[Standing]:
    """Everybody's place: by points, or in a bracket by how far they came, equals sharing a place.

    While a bracket is played, those still in it share the first place; in a double elimination the unbeaten come
    before the others.
    """
    rows = ranked(plan, entrants, history)
    bracket = bracket_of(plan, entrants, history)
    if bracket is None:
        return rows
    if not history:
        return [replace(row, place=1) for row in rows]
    number = len(history) + 1
    reached = {row.entrant.id: _reached(bracket, row.entrant, number) for row in rows}
    kept = {row.entrant.id: -row.place if plan.format == Format.GROUPS else 0 for row in rows}

    def merit(row: Standing) -> tuple[bool, int, int]:
        far = reached[row.entrant.id]
        return (not row.entrant.is_disqualified, far, 0 if far else kept[row.entrant.id])

    ordered = sorted(rows, key=lambda row: row.entrant.seed)
    ordered.sort(key=merit, reverse=True)
    merits = [merit(row) for row in ordered]
    return [replace(row, place=merits.index(merit(row)) + 1) for row in ordered]


def _reached(bracket: Bracket, entrant: Entrant, now: int) -> int:
    """How far somebody came, as a number that only compares; 0 for who never was in the bracket. ``now``: a round."""
    one = entrant.id
    if all(entrant.id != one for entrant in bracket.seeded):
        return 0
    if bracket.champion == one:
        return 1000
    last = bracket.verdicts.get(bracket.last)
    if last is not None and last.loser == one:
        return 999
    third = bracket.verdicts.get("T")
    if third is not None and one in (third.winner, third.loser):
        return 998 if third.winner == one else 997
    if entrant.is_in(now) and _is_still_in(bracket, one):
        is_unbeaten = all(found.loser != one for found in bracket.verdicts.values())
        return 901 if is_unbeaten else 900
    played = [
        number
        for number, pairings in enumerate(bracket.history, start=1)
        for pairing in pairings
        if one in pairing.seats and pairing.slot in bracket.nodes
    ]
    return max(played, default=0) + 1


def _is_still_in(bracket: Bracket, one: int) -> bool:
    """Whether somebody has a place in the bracket that is not decided; that for the third leads no further."""
    return any(
        one in guests and bracket.verdicts.get(key, Verdict()).winner == Empty.OPEN
        for key, guests in bracket.guests.items()
        if key != "T"
    )


def champion(plan: Plan, entrants: Sequence[Entrant], history: History) -> int | None:
    """Who has won an event that is over; None if nobody is left who could have.

    The place of a winner who was disqualified afterwards falls to the next.
    """
    bracket = bracket_of(plan, entrants, history)
    shut_out = {entrant.id for entrant in entrants if entrant.is_disqualified}
    if bracket is not None and bracket.champion not in shut_out:
        return bracket.champion if isinstance(bracket.champion, int) else None
    rows = [row for row in standings(plan, entrants, history) if not row.entrant.is_disqualified]
    return rows[0].entrant.id if rows else None
