"""A match as plain text: header tags, one line per ply, draws in braces.

    [Game "ice_battle"]
    [Seats "R T"]
    [R "Anna"]
    [T "Boris"]
    [Option lone_hero "fights"]
    [Outcome "hero"]
    [Ranks "R=1 T=2"]

    0 {seats 2:1}
    1 R: set H E1; A D1; W C2 D2 E2 F2 | T: set H E8; A D8; W C7 D7 E7 F7
    2 R: C2-C4 / C4-D4 / +E1 def 2 | T: ...
    3 R: leaves

The last line may be ``= agreed`` or ``= void`` instead. Lines of one sheet are joined by
`` / ``, sheets by `` | ``; a draw is ``purpose sides:value``.
What standing orders answered stands in angles behind the draws: ``<B g2:stop, C g1:go>``.
Pure: reading one replays it by the rules and names the first line that does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.answers import Answer, RecordedAnswers
from games.chance import Draw, RecordedChance
from games.contract import AnyGame, BadOptions, Event, OrderError, Outcome
from games.registry import get_game
from games.words import Sentence, say

TAG = re.compile(r'\[(\w+)(?: (\w+))? "((?:[^"\\]|\\.)*)"\]')
PLY = re.compile(r"(\d{1,6})(?: \{([^}]*)\})?(?: <([^>]*)>)?(?: (.+))?")
DRAW = re.compile(r"(.+) (\d{1,9}):(\d{1,9})")
ANSWER = re.compile(r"(\S+) (.+):(\w+)")
RANK = re.compile(r"(\w+)=(\d{1,3})")
ENDINGS = ("agreed", "void")


class BadRecord(Exception):
    """A record that cannot be read or replayed: which line, and why."""

    def __init__(self, line: int, reason: Sentence) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


@dataclass(frozen=True)
class RecordedPly:
    """One line: the sheets by seat, or what ended the match; and the draws.

    ``line`` says where it stands: its line in a text, its number in a stored match.
    """

    number: int
    sheets: Mapping[str, str] = field(default_factory=dict)
    leaver: str = ""
    ending: str = ""
    draws: Sequence[Draw] = ()
    answers: Sequence[Answer] = ()
    line: int = 0


@dataclass(frozen=True)
class Record:
    """A whole match. ``names`` are the players' names by seat; ``outcome`` as (how, ranks)."""

    slug: str
    seats: Sequence[str]
    names: Mapping[str, str]
    options: Mapping[str, str]
    plies: Sequence[RecordedPly]
    how: str = ""
    ranks: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class ReplayedPly:
    """A recorded ply carried out again: the state after it, and its events."""

    ply: RecordedPly
    state: object
    events: Sequence[Event]


def write_record(record: Record) -> str:
    """The record as text, a line end at the end."""
    tags = [_tag("Game", record.slug), _tag("Seats", " ".join(record.seats))]
    tags += [_tag(seat, name) for seat, name in record.names.items()]
    tags += [_tag(f"Option {name}", value) for name, value in sorted(record.options.items())]
    if record.how:
        tags.append(_tag("Outcome", record.how))
        ranks = [f"{seat}={record.ranks[seat]}" for seat in record.seats if seat in record.ranks]
        tags.append(_tag("Ranks", " ".join(ranks)))
    return "\n".join([*tags, "", *(_ply_line(ply) for ply in record.plies), ""])


def _tag(name: str, value: str) -> str:
    # a name must not break the line
    value = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{value}"]'


def _ply_line(ply: RecordedPly) -> str:
    parts = [str(ply.number)]
    if ply.draws:
        parts.append("{" + ", ".join(f"{draw.purpose} {draw.sides}:{draw.value}" for draw in ply.draws) + "}")
    if ply.answers:
        parts.append("<" + ", ".join(f"{answer.seat} {answer.purpose}:{answer.word}" for answer in ply.answers) + ">")
    if ply.leaver:
        parts.append(f"{ply.leaver}: leaves")
    elif ply.ending:
        parts.append(f"= {ply.ending}")
    elif ply.sheets:
        parts.append(" | ".join(f"{seat}: {' / '.join(text.splitlines())}" for seat, text in ply.sheets.items()))
    return " ".join(parts)


def read_record(text: str) -> Record:
    """The record in ``text``. Raises BadRecord."""
    tags: dict[str, str] = {}
    options: dict[str, str] = {}
    plies: list[RecordedPly] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not (bare := line.strip()):
            continue
        if found := TAG.fullmatch(bare):
            name, second, value = found.groups()
            value = re.sub(r"\\(.)", r"\1", value)
            if second is None:
                tags[name] = value
            else:
                options[second] = value
        elif found := PLY.fullmatch(bare):
            plies.append(_read_ply(number, *found.groups()))
        else:
            raise BadRecord(number, say("this is neither a tag nor a ply"))
    for tag in ("Game", "Seats"):
        if tag not in tags:
            raise BadRecord(1, say("the tag {tag} is missing", tag=tag))
    seats = tags["Seats"].split()
    ranks = dict(_rank(pair) for pair in tags.get("Ranks", "").split())
    return Record(
        slug=tags["Game"],
        seats=seats,
        names={seat: tags.get(seat, "") for seat in seats},
        options=options,
        plies=plies,
        how=tags.get("Outcome", ""),
        ranks=ranks,
    )


def _rank(pair: str) -> tuple[str, int]:
    found = RANK.fullmatch(pair)
    if not found:
        raise BadRecord(1, say("“{pair}” is no rank; write for example R=1", pair=pair))
    return found[1], int(found[2])


def _read_ply(line: int, number: str, draws: str | None, answers: str | None, rest: str | None) -> RecordedPly:
    drawn = []
    for text in (draws or "").split(", ") if draws else ():
        found = DRAW.fullmatch(text)
        if not found:
            raise BadRecord(line, say("“{draw}” is no draw; write for example {{die 6:4}}", draw=text))
        drawn.append(Draw(found[1], int(found[2]), int(found[3])))
    ply = RecordedPly(int(number), draws=tuple(drawn), answers=_read_answers(line, answers), line=line)
    if not rest:
        return ply
    if rest.startswith("= "):
        if rest[2:] not in ENDINGS:
            raise BadRecord(line, say("“{ending}” is no ending; write = agreed or = void", ending=rest[2:]))
        return replace(ply, ending=rest[2:])
    sheets: dict[str, str] = {}
    for sheet in rest.split(" | "):
        seat, sign, orders = sheet.partition(": ")
        if not sign:
            raise BadRecord(line, say("“{sheet}” names no seat; write for example R: and its orders", sheet=sheet))
        if seat in sheets:
            raise BadRecord(line, say("{seat} has two sheets", seat=seat))
        if rest == f"{seat}: leaves":
            return replace(ply, leaver=seat)
        sheets[seat] = "\n".join(orders.split(" / "))
    return replace(ply, sheets=sheets)


def _read_answers(line: int, text: str | None) -> tuple[Answer, ...]:
    given = []
    for part in (text or "").split(", ") if text else ():
        found = ANSWER.fullmatch(part)
        if not found:
            raise BadRecord(line, say("“{answer}” is no answer; write for example <B g2:stop>", answer=part))
        given.append(Answer(*found.groups()))
    return tuple(given)


def replay(record: Record) -> list[ReplayedPly]:
    """Carry the record out by the rules. Raises BadRecord for the first line that does not fit."""
    try:
        game = get_game(record.slug)
    except KeyError as error:
        raise BadRecord(1, say("no game is called {slug}", slug=record.slug)) from error
    if list(record.seats) not in [[seat.name for seat in table] for table in game.about.seats.values()]:
        raise BadRecord(1, say("these are not the seats of this game"))
    done: list[ReplayedPly] = []
    state: object = None
    for expected, ply in enumerate(record.plies):
        if ply.number != expected:
            raise BadRecord(
                ply.line,
                say("ply {number} is out of order; {expected} comes here", number=ply.number, expected=expected),
            )
        if expected and game.outcome(state):
            raise BadRecord(ply.line, say("the game was over before this ply"))
        if ply.ending and ply is not record.plies[-1]:
            raise BadRecord(ply.line, say("an ending must be the last ply"))
        state, events = _carry_out(game, record, state, ply)
        done.append(ReplayedPly(ply, state, events))
    if not done:
        raise BadRecord(1, say("the record has no plies"))
    _check_outcome(record, state)
    return done


def _carry_out(game: AnyGame, record: Record, state: object, ply: RecordedPly) -> tuple[object, Sequence[Event]]:
    # who sits where was drawn by the site, before the game began
    chance = RecordedChance([draw for draw in ply.draws if draw.purpose != "seats"])
    answers = RecordedAnswers(ply.answers)
    try:
        if ply.number == 0:
            if ply.sheets or ply.leaver or ply.ending:
                raise BadRecord(ply.line, say("ply 0 is the set-up and takes no orders"))
            step = game.setup(record.seats, game.about.full_options(record.options), chance)
        elif ply.ending:
            return state, ()
        elif ply.leaver:
            step = game.retire(state, _seat(record, ply, ply.leaver), chance)
        else:
            step = game.resolve(state, _sheets(game, record, state, ply), chance, answers)
    except BadOptions as error:
        raise BadRecord(ply.line, error.reason) from error
    except ValueError as error:
        raise BadRecord(ply.line, say("the draws or answers do not fit: {error}", error=str(error))) from error
    if not chance.is_used_up():
        raise BadRecord(ply.line, say("more draws are recorded than the rules ask for"))
    if not answers.is_used_up():
        raise BadRecord(ply.line, say("more answers are recorded than the rules ask for"))
    return step.state, step.events


def _seat(record: Record, ply: RecordedPly, seat: str) -> str:
    if seat not in record.seats:
        raise BadRecord(ply.line, say("there is no seat {seat}", seat=seat))
    return seat


def _sheets(game: AnyGame, record: Record, state: object, ply: RecordedPly) -> Mapping[str, Sequence[object]]:
    wanted = game.phase(state).to_act
    if set(ply.sheets) != set(wanted):
        raise BadRecord(ply.line, say("sheets are wanted from {seats}", seats=", ".join(wanted)))
    sheets = {}
    for seat, text in ply.sheets.items():
        try:
            orders = game.read(state, seat, text)
        except OrderError as error:
            raise BadRecord(ply.line, say("{seat}: {reason}", seat=seat, reason=error.reason)) from error
        menu = game.legal_orders(state, seat, orders)
        if menu.entries and not menu.may_file:
            raise BadRecord(ply.line, say("{seat}: the sheet is not complete", seat=seat))
        sheets[seat] = orders
    return sheets


def _check_outcome(record: Record, state: object) -> None:
    last = record.plies[-1].line
    outcome = recorded_outcome(record, state)
    how = outcome.how if outcome else ""
    if record.how and record.how != how:
        reason = say("the record claims “{claimed}”, the rules say “{how}”", claimed=record.how, how=how or "-")
        raise BadRecord(last, reason)
    if record.ranks and dict(record.ranks) != dict(outcome.ranks if outcome else {}):
        raise BadRecord(last, say("the ranks are not those of the rules"))


def recorded_outcome(record: Record, state: object) -> Outcome | None:
    """How the record ended: by the rules, or by what its last ply says. None while it goes on."""
    ending = record.plies[-1].ending
    if not ending:
        return get_game(record.slug).outcome(state)
    if ending == "void":
        return Outcome("void", say("Ended without a result."), {})
    leavers = {ply.leaver for ply in record.plies}
    ranks = {seat: 2 if seat in leavers else 1 for seat in record.seats}
    return Outcome("agreed", say("The players agreed on a draw."), ranks)
