"""Order sheets and layouts as text. RULES.md 10."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from games.calenzano.catapults import COMPASS, bends
from games.calenzano.data import ALLIES, KINDS
from games.calenzano.draft import Draft
from games.calenzano.position import Order, State
from games.calenzano.terrain import BIT
from games.contract import Illegal, Unreadable
from games.words import say

CELL = r"([A-Z][0-9]+)"
CELLS = r"([A-Z][0-9]+(?: ?\+ ?[A-Z][0-9]+)*)"
AIM = r"([NESW]{1,2})(?: ?\+ ?([NESW]{1,2}))?"

FORMS = {
    kind: re.compile(pattern, re.ASCII | re.IGNORECASE)
    for kind, pattern in (
        ("move", f"{CELL} ?- ?{CELL}"),
        ("shot", f"{CELL} SHOT {CELL}"),
        ("cat", f"{CELL} CAT {AIM}(?: AT {CELL})?"),
        ("fight", f"{CELLS} ?X ?{CELLS}"),
        ("last", "(PASS|DONE|MORE)"),
        ("layout", "(DEPLOY|FLORENCE)(?: (.*))?"),
    )
}
GROUP = re.compile(r"([FPKABC])(?: (.*))?", re.ASCII | re.IGNORECASE)
LINE_END = re.compile(r"\r\n|[\r\n]")
BLANKS = re.compile(r"[ \t]+")

KIND_ORDER = {"deploy": "".join(KINDS), "florence": "".join(ALLIES)}
"""The order in which a layout is written."""


def write(orders: Iterable[Order]) -> str:
    """The orders as text, one a line; placements make one line together."""
    orders = list(orders)
    lines = []
    if placements := [order for order in orders if order.is_placement]:
        word = placements[0].kind
        groups = (
            " ".join([kind, *(order.to[0] for order in placements if order.who[0] == kind)])
            for kind in KIND_ORDER[word]
            if any(order.who[0] == kind for order in placements)
        )
        lines.append(f"{word} " + "; ".join(groups))
    lines += [_line(order) for order in orders if not order.is_placement]
    return "\n".join(lines)


def _line(order: Order) -> str:
    match order.kind:
        case "move":
            return f"{order.who[0]}-{order.to[0]}"
        case "shot":
            return f"{order.who[0]} shot {order.to[0]}"
        case "cat":
            return f"{order.who[0]} cat {'+'.join(order.to)}"
        case "fight":
            return f"{'+'.join(order.who)}x{'+'.join(order.to)}"
    return order.kind


def read(state: State, seat: str, text: str, drafted: Sequence[Order]) -> list[Order]:
    """The orders in ``text``, each allowed after those before it.

    A line counts from 1; ``;`` begins a new one, which inside a layout may be a further group.
    Placements come back in the order in which they are written. ``more`` keeps the turn open, which a sheet
    without ``done`` does anyhow, so it is checked and left out. Raises Unreadable or Illegal.
    """
    draft = Draft(state, seat, drafted)
    orders: list[Order] = []
    is_closed = False
    for number, order in _orders(text):
        if is_closed:
            raise Illegal(say("“more” stands only as the last order."), number)
        if order.kind == "more":
            _check_more(draft, number)
            is_closed = True
            continue
        if reason := draft.fault(order):
            raise Illegal(reason, number)
        draft.add(order)
        orders.append(order)
    placements = [order for order in orders if order.is_placement]
    placements.sort(key=lambda order: KIND_ORDER[order.kind].index(order.who[0]))
    return placements + orders[len(placements) :]


def _check_more(draft: Draft, number: int) -> None:
    if draft.state.phase != "turn" or draft.seat != draft.state.active:
        raise Illegal(say("Only a turn can be kept open with “more”."), number)
    if not draft.orders:
        raise Illegal(say("“more” follows the orders of a part, and this sheet has none."), number)
    if draft.is_ended:
        raise Illegal(say("“{word}” ends the turn, so nothing stands behind it.", word=draft.orders[-1].kind), number)


def _orders(text: str) -> Iterator[tuple[int, Order]]:
    """Each order with its line; those of a layout one by one. A line break ends a layout, ``;`` does not."""
    number = 0
    for line in LINE_END.split(text):
        word = ""
        for part in line.split(";"):
            number += 1
            piece = BLANKS.sub(" ", part).strip(" ")
            if not piece:
                continue
            if begun := FORMS["layout"].fullmatch(piece):
                word, piece = begun[1].lower(), begun[2] or ""
                if not piece:
                    raise Unreadable(
                        say("Behind “{word}” stand the kinds with their cells, as in: {word} K X19 X20", word=word),
                        number,
                    )
            if not word or not (begun or GROUP.fullmatch(piece)):
                word = ""
                yield number, _order(piece, number)
                continue
            for kind, cell in _group(piece, number):
                yield number, Order(word, (kind,), (cell,))


def _group(piece: str, number: int) -> Iterator[tuple[str, str]]:
    found = GROUP.fullmatch(piece)
    if not found:
        raise Unreadable(
            say(
                "“{group}” is no group of a layout, such as F K9 L9. The kinds are F (foot), P (pavise foot), "
                "K (cavalry), A (archers), B (crossbowmen), C (catapults).",
                group=piece,
            ),
            number,
        )
    if not found[2]:
        raise Unreadable(
            say("The group {kind} names no cell. Write its cells behind it.", kind=found[1].upper()), number
        )
    for cell in found[2].split(" "):
        yield found[1].upper(), _cell(cell, number)


def _order(piece: str, number: int) -> Order:
    for kind, form in FORMS.items():
        if found := form.fullmatch(piece):
            return _read_form(kind, [group or "" for group in found.groups()], number)
    if GROUP.fullmatch(piece):
        raise Unreadable(
            say("“{line}” stands alone. The groups of a layout stand in one line, with ; between them.", line=piece),
            number,
        )
    raise Unreadable(
        say(
            "“{line}” cannot be read. Write a move as L26-L21, a shot as K16 shot N22, a stone as L24 cat N or "
            "L24 cat N+NE, a fight as M19+M18xN19; and done at the end of the turn.",
            line=piece,
        ),
        number,
    )


def _read_form(kind: str, parts: Sequence[str], number: int) -> Order:
    match kind:
        case "move" | "shot":
            start, end = (_cell(part, number) for part in parts)
            if kind == "move" and start == end:
                raise Unreadable(say("A move goes to another cell than {cell}.", cell=start), number)
            return Order(kind, (start,), (end,))
        case "cat":
            cell, first, second, remark = parts
            if remark:
                _cell(remark, number)
            return Order("cat", (_cell(cell, number),), _aim(first.upper(), second.upper(), number))
        case "fight":
            own, foes = ([_cell(cell, number) for cell in re.findall(CELL, part, re.IGNORECASE)] for part in parts)
            return _fight(own, foes, number)
    return Order(parts[0].lower())


def _aim(first: str, second: str, number: int) -> tuple[str, ...]:
    if first not in COMPASS:
        raise Unreadable(say("“{word}” is no direction. They are {all}.", word=first, all=", ".join(COMPASS)), number)
    if second and second not in bends(first):
        raise Unreadable(
            say("After {first} the second die goes {all}.", first=first, all=", ".join(bends(first))), number
        )
    return (first, second) if second else (first,)


def _fight(own: list[str], foes: list[str], number: int) -> Order:
    if len(own) > 1 and len(foes) > 1:
        raise Unreadable(say("In a fight one side is a single figure. Split it, as in L14xM15; L16+L17xM16."), number)
    cells = [*own, *foes]
    if twice := next((cell for cell in cells if cells.count(cell) > 1), None):
        raise Unreadable(say("{cell} is named twice in one fight.", cell=twice), number)
    return Order("fight", tuple(own), tuple(foes))


def _cell(text: str, number: int) -> str:
    cell = text.upper()
    if cell not in BIT:
        raise Unreadable(say("{cell} is not on the board. Cells are A1 to X32.", cell=cell), number)
    return cell
