"""Stored matches checked against themselves: the chain of hashes, and the log refolded by the rules.

Read only. Each fault is a sentence for whoever runs the site.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F

from games.matches import codec
from games.matches.models import Match, Ply, Sheet
from games.matches.record import match_record
from games.matches.services.table import Table, lock_table, ply_hash
from games.record import BadRecord, Record, ReplayedPly, recorded_outcome, replay
from games.registry import get_game

PLIES_AT_ONCE = 100


def chain_faults(match: Match) -> Iterator[str]:
    """Where the plies of a match are not the chain that was written. ``match`` is as it was read at one instant."""
    previous, expected = "", 0
    # what was added since the match was read is not its business
    plies = Ply.objects.filter(match=match, number__lt=match.ply).order_by("number")
    for ply in plies.iterator(chunk_size=PLIES_AT_ONCE):
        if ply.number != expected:
            yield f"ply {expected}: missing; ply {ply.number} comes next"
        elif ply.previous_hash != previous:
            yield f"ply {ply.number}: does not follow the one before; one of the two was altered"
        if ply_hash(ply) != ply.hash:
            yield f"ply {ply.number}: its content was altered, its hash does not fit any more"
        previous, expected = ply.hash, ply.number + 1
    if expected < match.ply:
        yield f"ply {expected}: missing; the match has {match.ply} plies"
    elif match.head_hash != previous:
        yield f"ply {expected - 1}: not the one that the match names as its last; one of the two was altered"
    if extra := Ply.objects.filter(match=match.pk, number__gte=F("match__ply")).order_by("number").first():
        yield f"ply {extra.number}: was added; the match has {match.ply} plies"


def replay_faults(match: Match) -> list[str]:
    """Where the rules of today give something else than is stored of a match."""
    with transaction.atomic():  # locked, so that nothing moves while it is compared
        table = lock_table(match.pk)
        if table.match.state not in (Match.State.PLAYING, Match.State.OVER):
            return []
        try:
            faults = [*_differences(table)]
        except BadRecord as error:
            faults = [f"ply {error.line}: {error.reason}"]
        except Exception as error:  # noqa: BLE001  whatever ails one match, the others are to be looked at too
            faults = [f"cannot be replayed: {type(error).__name__}: {error}"]
        return faults


def _differences(table: Table) -> Iterator[str]:
    match = table.match
    try:
        version = get_game(match.slug).about.version
    except KeyError:
        yield f"no game is called {match.slug}"
        return
    record = match_record(match)
    replayed = replay(record)
    faults = [*_ply_faults(match, replayed), *_cache_faults(table, record, replayed[-1].state)]
    yield from faults
    if faults and match.rules_version != version:
        yield f"it began under version {match.rules_version} of the rules; this is version {version}"


def _ply_faults(match: Match, replayed: Sequence[ReplayedPly]) -> Iterator[str]:
    plies = Ply.objects.filter(match=match).order_by("number").iterator(chunk_size=PLIES_AT_ONCE)
    for row, ply in zip(replayed, plies, strict=True):
        if codec.dump_state(row.state) != ply.position:
            yield f"ply {ply.number}: the stored position is not the one that the rules give"
        own = _own_events(ply, is_archived=match.is_archived)
        if len(ply.events) < own or ply.events[own:] != _as_stored(row.events):
            yield f"ply {ply.number}: the stored events are not those that the rules give"


def _own_events(ply: Ply, *, is_archived: bool) -> int:
    """How many events the site puts before those of the rules: who left, who ran out of time, what was agreed."""
    if ply.cause in (Ply.Cause.AGREED, Ply.Cause.VOID):
        return 1
    if ply.leaver:
        return 0 if is_archived else 1
    return sum(row["by"] == "time" for row in ply.orders)


def _cache_faults(table: Table, record: Record, state: object) -> Iterator[str]:
    """Where the match and its seats say something else than the last position."""
    match, phase = table.match, table.game.phase(state)
    outcome = recorded_outcome(record, state)
    filed = Sheet.objects.filter(match=match, ply=match.ply, filed_at__isnull=False).values_list("seat", flat=True)
    to_act = set() if outcome else set(phase.to_act) - set(filed)
    ranks = outcome.ranks if outcome else {}
    leavers = {ply.leaver for ply in record.plies}
    stored_and_given: dict[str, tuple[object, object]] = {
        "position": (match.position, codec.dump_state(state)),
        "ply": (match.ply, len(record.plies)),
        "phase": ((match.phase, match.is_sealed), (phase.name, phase.sealed)),
        "state": (match.state, Match.State.OVER if outcome else Match.State.PLAYING),
        "outcome": (_result(match.outcome), _result(_as_stored(outcome))),
        "number of draws": (match.draw_count, sum(len(ply.draws) for ply in record.plies)),
    }
    for seat in table.seats:
        stored_and_given |= {
            f"to act of {seat.name}": (seat.is_to_act, seat.name in to_act),
            f"has left of {seat.name}": (seat.has_left, seat.name in leavers),
            f"rank of {seat.name}": (seat.rank, ranks.get(seat.name)),
        }
    for name, (stored, given) in stored_and_given.items():
        if stored != given:
            yield f"{name}: stored is {_short(stored)}, the rules give {_short(given)}"


def _as_stored(value: object) -> Any:
    """Dataclasses as a JSON column gives them back."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _result(outcome: dict[str, Any] | None) -> tuple[object, object] | None:
    # the sentence of a match ended by an organiser holds the reason, which no rule gives
    return (outcome["how"], outcome["ranks"]) if outcome else None


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
