"""The order composer: a draft as text, and the choices that lead to its next order.

Works for any game from its menu alone. Every choice is a button of a plain form; a
space on the board is a shortcut to the button that names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.contract import AnyGame, Entry, Menu, OrderError, Pick
from games.drawing import Mark
from games.matches.resignation import split_resignation
from games.matches.words import tell

type Picks = Mapping[str, str]


@dataclass(frozen=True)
class Line:
    """One drafted order: its notation, and where it stands among the others."""

    index: int
    text: str
    may_rise: bool


@dataclass(frozen=True)
class Button:
    value: str
    label: str
    space: str
    is_pressed: bool


@dataclass(frozen=True)
class Row:
    """One question and its answers. ``is_open``: the one to be answered now; others are chosen or shortcuts.

    ``is_led``: a button leads from one answer to the next.
    """

    key: str
    question: str
    buttons: Sequence[Button]
    is_open: bool
    is_answered: bool
    is_led: bool = False

    @property
    def is_long(self) -> bool:
        """Many answers that are all on the board: the list is folded, tapping the board is quicker."""
        most = 8 if self.is_answered or self.is_led else 18
        return len(self.buttons) > most and all(button.space for button in self.buttons)

    @property
    def chips(self) -> SafeString:
        """The buttons as HTML: there may be dozens, and a template takes ten times as long."""
        tab = "" if self.is_open or self.is_answered else ' tabindex="-1"'
        return mark_safe("".join(_chip(button, tab) for button in self.buttons))  # noqa: S308  # escaped there


def _chip(button: Button, tab: str) -> str:
    # a button whose words are the name of its space need not name it once more
    space = f' data-space="{escape(button.space)}"' if button.space not in ("", button.label) else ""
    pressed = ' aria-pressed="true"' if button.is_pressed else ""
    value, label = escape(button.value), escape(button.label)
    return f'<button class="chip" name="pick" value="{value}"{space}{pressed}{tab}>{label}</button>'


@dataclass(frozen=True)
class Amount:
    """The number an order still lacks, from 1 to ``most``."""

    label: str
    most: int


@dataclass
class Composer:
    """What the composer shows. ``text`` is the player's own where it cannot be read."""

    text: str
    lines: Sequence[Line] = ()
    rows: Sequence[Row] = ()
    picks: Sequence[tuple[str, str]] = ()
    amount: Amount | None = None
    notes: Sequence[str] = ()
    may_file: bool = False
    problem: str = ""
    problem_line: int | None = None
    marks: Sequence[Mark] = ()
    selected: Sequence[str] = ()
    # tapping once more where the last order went files the sheet
    again: str = ""
    drafted: Sequence[Any] = field(default_factory=tuple)
    has_default: bool = False
    # words and text of what one press adds and files
    at_once: Sequence[tuple[str, str]] = ()
    # whether filing leaves the turn open
    is_part: bool = False
    # the next who has no order yet
    follower: Button | None = None
    # every sheet that may be written, where one order makes one
    sheets: Sequence[str] = ()

    @property
    def written(self) -> SafeString:
        """The sheets as HTML."""
        return mark_safe(" ".join(f"<kbd>{escape(text)}</kbd>" for text in self.sheets))  # noqa: S308  # escaped here


def compose(
    game: AnyGame, state: object, seat: str, text: str, picks: Picks | None = None, number: int | None = None
) -> Composer:
    """Read the draft, add the order that the picks name if they name one, and offer what may follow.

    ``picks`` maps pick keys to values. Picks that no longer fit are forgotten.
    """
    drafted, problem, line = read_draft(game, state, seat, text)
    if problem:
        # the board shows what could be read; the text stays as the player wrote it
        return Composer(text, drafted=drafted, problem=problem, problem_line=line, lines=_lines(game, drafted))
    text = game.write(drafted) if drafted else ""
    menu = game.legal_orders(state, seat, drafted)
    chosen = _fitting(menu, picks or {})
    entry = _settled(menu, chosen)
    asked, again, before = None, "", [pick.value for pick in menu.rest]
    done = next(iter(chosen.values()), "")
    if entry is not None and chosen and (not entry.number or entry.most == 1 or number is not None):
        amount = min(max(number or 1, 1), max(entry.most, 1))
        order = entry.numbered(amount) if entry.number else entry.order
        drafted = (*drafted, order)
        menu, chosen = game.legal_orders(state, seat, drafted), {}
        if not menu.entries:
            again = next((pick.space for pick in reversed(entry.picks) if pick.space), "")
        text = game.write(drafted)
    elif entry is not None and chosen:
        asked = entry
    rows, marks = _rows(_without_at_once(menu), chosen)
    if chosen and not asked:
        marks += game.hints(state, seat, drafted, chosen)
    return Composer(
        text=text,
        lines=_lines(game, drafted),
        rows=rows,
        picks=list(chosen.items()),
        amount=Amount(
            tell(menu.questions[asked.number]) if asked.number in menu.questions else _("How much?"), asked.most
        )
        if asked
        else None,
        notes=[tell(note) for note in menu.notes],
        may_file=menu.may_file or not menu.entries,
        marks=() if asked else marks,
        selected=_spaces(menu, chosen),
        again=again,
        drafted=drafted,
        has_default=not (drafted or menu.at_once) and game.default_orders(state, seat) is not None,
        at_once=[(tell(words), game.write(orders)) for words, orders in menu.at_once],
        is_part=menu.is_part,
        follower=_follower(menu, before, done),
        sheets=[game.write([entry.order]) for entry in menu.entries] if menu.is_single and not drafted else (),
    )


def read_draft(game: AnyGame, state: object, seat: str, text: str) -> tuple[Sequence[Any], str, int | None]:
    """The orders of a draft, or the longest beginning of it that can be read, with what is wrong after it."""
    text, resigns = split_resignation(text)
    try:
        orders = tuple(game.read(state, seat, text))
        return orders, _("“resign” takes effect when you file the sheet.") if resigns else "", None
    except OrderError as error:
        problem, at = tell(error.reason), error.line
    lines = text.replace(";", "\n").splitlines()
    for end in range(len(lines) - 1, 0, -1):
        try:
            return tuple(game.read(state, seat, "\n".join(lines[:end]))), problem, at
        except OrderError:
            continue
    return (), problem, at


def without(game: AnyGame, state: object, seat: str, text: str, index: int) -> str:
    """The draft's text without one order; the others stay, fit or not."""
    drafted, problem, _line = read_draft(game, state, seat, text)
    if problem:
        return "\n".join(_cut(_raw_lines(text), index))
    return game.write(_cut(list(drafted), index))


def raised(game: AnyGame, state: object, seat: str, text: str, index: int) -> str:
    """The draft's text with an order and the one before it exchanged."""
    drafted, problem, _line = read_draft(game, state, seat, text)
    if problem:
        return "\n".join(_exchanged(_raw_lines(text), index))
    return game.write(_exchanged(list(drafted), index))


def _raw_lines(text: str) -> list[str]:
    return [line.strip() for line in text.replace(";", "\n").splitlines() if line.strip()]


def _cut[T](items: list[T], index: int) -> list[T]:
    return [item for i, item in enumerate(items) if i != index]


def _exchanged[T](items: list[T], index: int) -> list[T]:
    if 0 < index < len(items):
        items[index - 1], items[index] = items[index], items[index - 1]
    return items


def _lines(game: AnyGame, drafted: Sequence[Any]) -> list[Line]:
    return [Line(i, game.write([order]), _may_rise(game, drafted, i)) for i, order in enumerate(drafted)]


def _may_rise(game: AnyGame, drafted: Sequence[Any], index: int) -> bool:
    """Whether it means something which of two orders comes first; within a line, as in a layout, it does not."""
    pair = drafted[index - 1 : index + 1]
    return index > 0 and "\n" in game.write(pair) and game.write(_exchanged(list(pair), 1)) != game.write(pair)


def _fitting(menu: Menu[Any], picks: Picks) -> dict[str, str]:
    """Those of the picks that some entry fits, taken in turn."""
    chosen: dict[str, str] = {}
    for key, value in picks.items():
        if _matching(menu, {**chosen, key: value}):
            chosen[key] = value
    return chosen


def _matching(menu: Menu[Any], chosen: Picks) -> list[Entry[Any]]:
    if not chosen:
        return list(menu.entries)
    wanted = set(chosen.items())
    return [entry for entry in menu.entries if wanted <= {(pick.key, pick.value) for pick in entry.picks}]


def _without_at_once(menu: Menu[Any]) -> Menu[Any]:
    """The menu without what has a button of its own."""
    words = [orders[0] for _words, orders in menu.at_once if len(orders) == 1]
    if not words:
        return menu
    return replace(menu, entries=tuple(e for e in menu.entries if len(e.picks) > 1 or e.order not in words))


def _follower(menu: Menu[Any], before: Sequence[str], done: str) -> Button | None:
    """Who comes after ``done`` among those without an order, as they were ``before`` the last choice."""
    rest = {pick.value: pick for pick in menu.rest}
    at = before.index(done) + 1 if done in before else 0
    follower = next((value for value in (*before[at:], *rest) if value in rest and value != done), None)
    if follower is None:
        return None
    pick = rest[follower]
    return Button(f"{pick.key}={pick.value}", tell(pick.label), pick.space, False)


def _settled(menu: Menu[Any], chosen: Picks) -> Entry[Any] | None:
    found = _matching(menu, chosen)
    return found[0] if len(found) == 1 else None


def _rows(menu: Menu[Any], chosen: Picks) -> tuple[list[Row], list[Mark]]:
    rows: list[Row] = []
    marks: list[Mark] = []
    is_open_found = is_on_board = False
    before: dict[str, str] = {}
    for key in dict.fromkeys(pick.key for entry in menu.entries for pick in entry.picks):
        # a question answered may be answered anew: its buttons ignore the later answers
        others = dict(before) if key in chosen else dict(chosen)
        found = _matching(menu, others)
        offered = _distinct(pick for entry in found for pick in entry.picks if pick.key == key)
        if key in chosen:
            before[key] = chosen[key]
        if not offered or (len(offered) == 1 and not offered[0].space):
            continue  # where there is no choice nothing is asked
        is_answered = key in chosen
        is_open = not is_answered and not is_open_found
        is_open_found |= is_open
        # while the open question is answered on the board, a tap there means nothing that comes later
        is_on_board |= is_open and any(pick.space for pick in offered)
        is_shortcut = not is_answered and not is_open and bool(chosen) and not is_on_board
        if is_open or is_shortcut:
            picks = [pick for entry in found for pick in entry.picks if pick.key == key]
            marks += dict.fromkeys(
                Mark(pick.mark, pick.space, text=pick.text) for pick in picks if pick.space and pick.mark
            )
        shown = offered
        if not is_open and not is_answered:
            shown = [pick for pick in offered if pick.space] if is_shortcut else []
        if shown:
            question = tell(menu.questions[key]) if key in menu.questions else ""
            buttons = [
                Button(f"{key}={pick.value}", tell(pick.label), pick.space, chosen.get(key) == pick.value)
                for pick in shown
            ]
            is_led = any(pick.key == key for pick in menu.rest[:1])
            rows.append(Row(key, question, buttons, is_open, is_answered, is_led))
    if menu.entries and not rows and not chosen:
        rows.append(_only_row(menu))
    return rows, marks


def _only_row(menu: Menu[Any]) -> Row:
    """The one thing that can be done: it is not asked about, but somebody must say it."""
    pick = menu.entries[0].picks[0]
    question = tell(menu.questions[pick.key]) if pick.key in menu.questions else ""
    return Row(pick.key, question, [Button(f"{pick.key}={pick.value}", tell(pick.label), "", False)], True, False)


def _distinct(picks: Iterable[Pick]) -> list[Pick]:
    """One pick for each value, the first that has it."""
    found: dict[str, Pick] = {}
    for pick in picks:
        found.setdefault(pick.value, pick)
    return list(found.values())


def _spaces(menu: Menu[Any], chosen: Picks) -> list[str]:
    """The board's spaces that stand for what was chosen."""
    picks = [pick for entry in _matching(menu, chosen)[:1] for pick in entry.picks] if chosen else []
    return [pick.space for pick in picks if pick.space and chosen.get(pick.key) == pick.value]


@dataclass(frozen=True)
class Draft:
    """What the composer's form asks for: the text, the picks so far, a number."""

    text: str
    picks: dict[str, str]
    number: int | None = None


def step(game: AnyGame, state: object, seat: str, form: Any) -> Draft:
    """Read one press of a composer button (a Django QueryDict): which draft comes of it.

    ``pick`` and ``picked`` are ``key=value``; ``drop`` and ``raise`` name an order by its
    index; ``fill`` takes the default orders, ``clear`` empties, ``back`` forgets the picks.
    """
    text = form.get("orders", "")
    if "clear" in form:
        return Draft("", {})
    if "fill" in form:
        return Draft(game.write(game.default_orders(state, seat) or ()), {})
    for name, change in (("drop", without), ("raise", raised)):
        if (index := _number(form.get(name, ""))) is not None:
            return Draft(change(game, state, seat, text, index), {})
    if "back" in form:
        return Draft(text, {})
    picks = dict(_pair(text) for text in form.getlist("picked"))
    for pick in form.getlist("pick"):
        key, value = _pair(pick)
        # answering a question anew forgets what was answered after it
        if key in picks:
            kept = list(picks)[: list(picks).index(key)]
            picks = {name: picks[name] for name in kept}
        picks[key] = value
    return Draft(text, picks, None if "pick" in form else _number(form.get("number", "")))


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 6 else None


def _pair(text: str) -> tuple[str, str]:
    key, _sign, value = text.partition("=")
    return key, value
