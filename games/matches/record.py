"""Stored matches as plain-text records, and records as finished matches of the archive."""

from __future__ import annotations

import hashlib
import secrets

from django.db import transaction
from django.utils import timezone

from games.contract import Event
from games.drawing import Badge
from games.matches import codec, sealing
from games.matches.models import Match, Ply, Seat
from games.matches.selectors.lines import person_name
from games.matches.services.table import ply_hash
from games.record import Record, RecordedPly, recorded_outcome, replay, write_record
from games.registry import get_game

ENDINGS = {Ply.Cause.AGREED: "agreed", Ply.Cause.VOID: "void"}


def match_record(match: Match) -> Record:
    """The record of a match so far; what is not yet resolved is not in it."""
    seats = sorted(Seat.objects.filter(match=match).select_related("player"), key=lambda seat: _order(match, seat.name))
    plies = Ply.objects.filter(match=match).defer("position").order_by("number")
    outcome = match.outcome or {}
    return Record(
        slug=match.slug,
        seats=[seat.name for seat in seats],
        names={seat.name: person_name(seat) for seat in seats},
        options=match.options,
        plies=[_recorded(ply) for ply in plies],
        how=outcome.get("how", ""),
        ranks=outcome.get("ranks", {}),
    )


def export_record(match: Match) -> str:
    """The match as plain text."""
    return write_record(match_record(match))


def _order(match: Match, seat: str) -> int:
    return [about.name for about in get_game(match.slug).about.seats[match.places]].index(seat)


def _recorded(ply: Ply) -> RecordedPly:
    draws, answers = codec.load_draws(ply.draws), codec.load_answers(ply.answers)
    cause = Ply.Cause(ply.cause)
    if cause in ENDINGS:
        return RecordedPly(ply.number, ending=ENDINGS[cause], draws=draws, answers=answers, line=ply.number)
    if cause in (Ply.Cause.RESIGNED, Ply.Cause.TIME) and not ply.orders:
        return RecordedPly(ply.number, leaver=ply.leaver, draws=draws, answers=answers, line=ply.number)
    sheets = {row["seat"]: row["text"] for row in ply.orders}
    return RecordedPly(ply.number, sheets, draws=draws, answers=answers, line=ply.number)


def import_record(record: Record) -> Match:
    """Store a record as a finished match of the archive. Raises BadRecord; ValueError if it has not ended."""
    replayed = replay(record)
    outcome = recorded_outcome(record, replayed[-1].state)
    if outcome is None:
        raise ValueError("the record has not ended; only finished matches go into the archive")
    game, now = get_game(record.slug), timezone.now()
    phase, leavers = game.phase(replayed[-1].state), {ply.leaver for ply in record.plies}
    seed = secrets.token_bytes(32)
    with transaction.atomic():
        match = Match.objects.create(
            slug=record.slug,
            options=game.about.full_options(record.options),
            rules_version=game.about.version,
            places=len(record.seats),
            access=Match.Access.INVITED,
            invitation=secrets.token_urlsafe(16),
            is_archived=True,
            state=Match.State.OVER,
            ply=len(replayed),
            phase=phase.name,
            is_sealed=phase.sealed,
            period=phase.period,
            draw_count=sum(len(ply.draws) for ply in record.plies),
            outcome=codec.plain(outcome),
            started_at=now,
            ended_at=now,
            sealed_seed=sealing.seal(seed.hex()),
            seed_hash=hashlib.sha256(seed).hexdigest(),
        )
        badges = game.badges(replayed[-1].state)
        for place, name in enumerate(record.seats):
            about = game.about.seat(name)
            badge = badges.get(name) or Badge(about.tincture, about.charge)
            Seat.objects.create(
                match=match,
                place=place,
                name=name,
                line="",
                archived_name=record.names.get(name, "")[:40],
                tincture=badge.tincture,
                charge=badge.charge,
                title=codec.plain(badge.title),
                has_left=name in leavers,
                rank=outcome.ranks.get(name),
            )
        for row in replayed:
            sheets = [
                {"seat": seat, "text": text, "salt": "", "receipt": "", "by": "record"}
                for seat, text in row.ply.sheets.items()
            ]
            ply = Ply(
                match=match,
                number=row.ply.number,
                cause=_cause(row.ply),
                leaver=row.ply.leaver,
                orders=sheets,
                draws=codec.plain(row.ply.draws),
                answers=codec.plain(row.ply.answers),
                events=codec.plain([Event(outcome.sentence)] if row.ply.ending else row.events),
                position=codec.dump_state(row.state),
                resolved_at=now,
                previous_hash=match.head_hash,
            )
            ply.hash = match.head_hash = ply_hash(ply)
            ply.save(force_insert=True)
            match.position = ply.position
        match.save(update_fields=["position", "head_hash"])
    return match


def _cause(ply: RecordedPly) -> Ply.Cause:
    if ply.number == 0:
        return Ply.Cause.SETUP
    if ply.leaver:
        return Ply.Cause.RESIGNED
    if ply.ending:
        return Ply.Cause.AGREED if ply.ending == "agreed" else Ply.Cause.VOID
    return Ply.Cause.ORDERS
