"""Orders: drafted, filed under seal, resolved together."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import BigAutoField, IntegerField
from django.utils.translation import gettext as _

from accounts.prepared import Prepared, update, upsert
from games.answers import ListedAnswers
from games.contract import Event, OrderError
from games.matches import announce, clocks, sealing
from games.matches.errors import BadOrders, Stale
from games.matches.models import Match, Ply, Seat, Sheet
from games.matches.resignation import ending_of, split_resignation
from games.matches.services import absence, standing
from games.matches.services.ending import give_up
from games.matches.services.retiring import retire_seat
from games.matches.services.table import Table, append_ply, lock_table, read_table
from games.matches.titles import seat_title
from games.matches.words import tell
from games.playing import practice_sheet
from games.words import say

SHEET = ("match", "ply", "seat")
filed_sheets = Prepared(
    lambda match, ply: Sheet.objects.filter(match=match, ply=ply, filed_at__isnull=False),
    BigAutoField(),
    IntegerField(),
)


@dataclass(frozen=True)
class Filed:
    """What a player gets for a sheet: canonical orders and the receipt that proves them.

    ``table`` is the match as the filing left it.
    """

    ply: int
    orders: str
    receipt: str
    table: Table = field(repr=False, compare=False)


def file_orders(*, match_id: int, person_id: int, ply: int, text: str) -> Filed:
    """File the seat's orders for that ply; the same orders twice change nothing.

    A sealed sheet may be replaced until the last one is in. A last line ``resign`` lets the seat leave, in its own
    turn once the orders before it are carried out. Raises NotAllowed, Stale, or BadOrders naming the line.
    """
    with transaction.atomic():
        table = lock_table(match_id)
        seat = table.seat_of(person_id)
        if again := _already_resolved(table, seat, ply, text):
            return again
        table.expect_ply(ply)
        absence.count_return(table, seat)
        orders, resigns = split_resignation(text)
        if not resigns:
            return _file(table, seat, text)
        if orders and table.phase.sealed:
            raise BadOrders(_("A sheet under seal is not carried out before you resign: write “resign” alone."), None)
        if word := ending_of(orders, table.game.about.last_words):
            raise BadOrders(_("“{word}” ends the sheet, so “resign” cannot stand behind it.").format(word=word), None)
        filed = _file(table, seat, orders).orders if orders else ""
        if table.match.state == Match.State.PLAYING:
            give_up(table, seat)
        return Filed(ply, filed, "", table)


def save_draft(*, match_id: int, person_id: int, ply: int, text: str) -> None:
    """Keep the text of orders not yet filed, for that seat alone. Raises NotAllowed, Stale."""
    with transaction.atomic():
        table = lock_table(match_id)
        seat = table.seat_of(person_id)
        table.expect_ply(ply)
        draft = Sheet(match_id=match_id, ply=ply, seat=seat.name, sealed_draft=sealing.seal(text[:5000]))
        upsert([draft], SHEET, ("sealed_draft",))


def resolve_ply(*, match_id: int, is_patient: bool = True) -> bool:
    """Resolve the ply if all sheets are in, given ahead, or its time is up; False when nothing was due.

    Missing sheets are replaced by the game's default orders; a seat for which there are
    none loses on time. Raises Match.DoesNotExist, also for a match at which somebody
    else is now if not patient.
    """
    with transaction.atomic():
        table = lock_table(match_id, is_patient=is_patient)
        if table.match.state != Match.State.PLAYING:
            return False
        missing = [seat for seat in table.seats if seat.is_to_act]
        ahead = {seat.name: given for seat in missing if (given := table.game.ahead(table.state, seat.name))}
        if len(missing) > len(ahead) and not clocks.is_too_late(table.match.due_at, table.now):
            return False
        if not missing and not table.phase.sealed:
            return False
        filed = {
            sheet.seat: json.loads(sealing.unseal(sheet.sealed)) for sheet in filed_sheets(match_id, table.match.ply)
        }
        late = []
        for seat in missing:
            orders = ahead.get(seat.name) or table.game.default_orders(table.state, seat.name)
            if orders is None:
                sentence = say("Time was up for {seat}.", seat=seat_title(table.match.slug, seat))
                retire_seat(table, seat, Ply.Cause.TIME, sentence)
                absence.review_vote(table)
                return True
            filed[seat.name] = {
                "text": table.game.write(orders),
                "salt": sealing.new_salt() if table.phase.sealed else "",
                "by": "ahead" if seat.name in ahead else "time",
            }
            if seat.name not in ahead:
                absence.count_default(table, seat)
                late.append(seat)
        _resolve(table, filed, late)
        return True


def play_robots(*, match_id: int) -> int:
    """File the orders of every practice player, and of every seat on default orders, that owes some; their number.

    It may think for seconds, so it does that without a lock; what it found counts only
    if the match still waits for the same ply.
    """
    done = 0
    while True:
        table = read_table(match_id)
        owing = [seat for seat in table.seats if (seat.robot or seat.is_on_default) and seat.is_to_act]
        if table.match.state != Match.State.PLAYING or not owing:
            return done
        thinker, ply = owing[0], table.match.ply
        orders = _orders_of_nobody(table, thinker)
        with transaction.atomic():
            table = lock_table(match_id)
            seat = table.seat(thinker.name)
            is_same = (seat.robot, seat.is_on_default) == (thinker.robot, thinker.is_on_default)
            if table.match.ply == ply and is_same and seat.is_to_act:
                _file(table, seat, table.game.write(orders), "robot" if seat.robot else "default")
                done += 1


def _orders_of_nobody(table: Table, seat: Seat) -> Sequence[object]:
    """What a practice player orders, or a seat that stands on default orders."""
    if seat.robot:
        return practice_sheet(table.game, table.state, seat.name, seat.robot, random.SystemRandom())
    return table.game.default_orders(table.state, seat.name) or ()


def _file(table: Table, seat: Seat, text: str, by: str = "player") -> Filed:
    match = table.match
    if seat.name not in table.phase.to_act:
        raise Stale(_("It is not your turn: somebody else is to act now."))
    if match.is_sealed and not any(other.is_to_act for other in table.seats):
        if again := _already_filed(table, seat, text):
            return again
        raise Stale(_("All sheets are in; yours can no longer be changed."))
    # what was given ahead is due at once; its seat may be quicker, but the rules let it order nothing else
    if clocks.is_too_late(match.due_at, table.now) and not table.game.ahead(table.state, seat.name):
        raise Stale(_("The time for these orders ran out before they arrived."))
    orders, entries = standing.split_sheet(table, seat, read_sheet(table, seat, text))
    if entries:
        standing.write_list(table, seat, (*standing.read_list(table, seat), *entries))
        if not orders:
            return Filed(match.ply, "", "", table)
    canonical = table.game.write(orders)
    if not table.phase.sealed:
        Sheet.objects.filter(match=match, ply=match.ply, seat=seat.name).delete()  # the draft is no draft any more
        filed = {seat.name: {"text": canonical, "salt": "", "by": by}}
        return _resolve(table, filed, ())[seat.name]
    return _seal_sheet(table, seat, canonical, by)


def read_sheet(table: Table, seat: Seat, text: str) -> Sequence[object]:
    """The orders of a whole sheet. Raises BadOrders for the first line that is refused, or if one is missing.

    Answers in advance alone are no sheet that could lack anything.
    """
    try:
        orders = table.game.read(table.state, seat.name, text)
    except OrderError as error:
        raise BadOrders(tell(error.reason), error.line) from error
    own, entries = standing.split_sheet(table, seat, orders)
    menu = table.game.legal_orders(table.state, seat.name, orders)
    if (own or not entries) and menu.entries and not menu.may_file:
        wanted = next(iter(menu.questions.values()), table.phase.wanted)
        raise BadOrders(_("The sheet is not complete. {wanted}").format(wanted=tell(wanted)))
    return orders


def _seal_sheet(table: Table, seat: Seat, canonical: str, by: str) -> Filed:
    match = table.match
    if not seat.is_to_act:
        before = Sheet.objects.get(match=match, ply=match.ply, seat=seat.name)
        if json.loads(sealing.unseal(before.sealed))["text"] == canonical:
            return Filed(match.ply, canonical, before.receipt, table)
    salt = sealing.new_salt()
    receipt = sealing.receipt(salt, canonical)
    body = json.dumps({"text": canonical, "salt": salt, "by": by})
    sheet = Sheet(
        match=match,
        ply=match.ply,
        seat=seat.name,
        sealed=sealing.seal(body),
        sealed_draft=sealing.seal(canonical),
        receipt=receipt,
        filed_at=table.now,
    )
    upsert([sheet], SHEET, ("sealed", "sealed_draft", "receipt", "filed_at"))
    if seat.is_to_act:
        seat.is_to_act = False
        update(Seat, {"id": seat.pk}, {"is_to_act": False})
    if any(other.is_to_act for other in table.seats):
        table.touch()
    else:
        # due now: the sweep resolves it even if the hint is lost
        table.touch(due_at=table.now)
        announce.hint_resolve(match.pk)
    return Filed(match.ply, canonical, receipt, table)


def _resolve(table: Table, filed: dict[str, dict[str, str]], late: Sequence[Seat]) -> dict[str, Filed]:
    try:
        sheets = {seat: table.game.read(table.state, seat, filed[seat]["text"]) for seat in table.phase.to_act}
    except OrderError:
        # the words of the refusal quote the sheet, and errors end up in logs
        raise RuntimeError("a sheet that was accepted is refused now") from None
    chance, answers = table.chance(), ListedAnswers(lambda name: standing.read_list(table, table.seat(name)))
    step = table.game.resolve(table.state, sheets, chance, answers)
    orders = [{"seat": seat, **filed[seat], "receipt": _receipt(**filed[seat])} for seat in sheets]
    ply = table.match.ply
    append_ply(
        table,
        cause=Ply.Cause.TIME if late else Ply.Cause.ORDERS,
        step=step,
        orders=orders,
        draws=chance.draws,
        answers=answers.given,
        events=_late_notes(table, late, step.state),
    )
    return {row["seat"]: Filed(ply, row["text"], row["receipt"], table) for row in orders}


def _late_notes(table: Table, late: Sequence[Seat], after: object) -> list[Event]:
    """Whose time was up, by the titles that the seats have after it: a kingdom may have been taken for them."""
    badges = table.game.badges(after) if late else {}
    titles = {name: badge.title for name, badge in badges.items() if badge.title}
    return [
        Event(
            say(
                "Time was up for {seat}: the default orders count.",
                seat=titles.get(seat.name) or seat_title(table.match.slug, seat),
            )
        )
        for seat in late
    ]


def _receipt(text: str, salt: str, by: str) -> str:
    """Open orders have neither salt nor receipt: there is nothing to prove."""
    return sealing.receipt(salt, text) if salt else ""


def _already_resolved(table: Table, seat: Seat, ply: int, text: str) -> Filed | None:
    """The seat's own filing of the ply just resolved, when the same text arrives once more."""
    if not 0 <= ply == table.match.ply - 1 or not text.strip():
        return None
    row = next(
        (row for row in Ply.objects.get(match=table.match, number=ply).orders if row["seat"] == seat.name),
        None,
    )
    if row is None or not _is_same(row["text"], text):
        return None
    return Filed(ply, row["text"], row["receipt"], table)


def _already_filed(table: Table, seat: Seat, text: str) -> Filed | None:
    """The seat's own sheet that waits for the reveal, when the same text arrives once more."""
    sheet = Sheet.objects.get(match=table.match, ply=table.match.ply, seat=seat.name)
    filed = json.loads(sealing.unseal(sheet.sealed))["text"]
    return Filed(table.match.ply, filed, sheet.receipt, table) if _is_same(filed, text) else None


def _is_same(one: str, other: str) -> bool:
    return " ".join(one.split()).lower() == " ".join(other.split()).lower()
