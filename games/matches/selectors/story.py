"""The story of a ply, and the positions it passes through, for stepping back and forth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.answers import RecordedAnswers
from games.chance import RecordedChance
from games.drawing import Mark
from games.matches import codec
from games.matches.models import Match, Ply
from games.matches.words import tell
from games.registry import get_game
from games.svg import board_svg


@dataclass(frozen=True)
class Line:
    """One sentence of a story. ``index`` numbers it within its ply."""

    index: int
    text: str
    is_heading: bool
    marks: Sequence[Mark]


def story_lines(ply: Ply, seat: str | None) -> list[Line]:
    """What the seat (None: a spectator) may read of a ply, in its order."""
    return [
        Line(i, tell(event.sentence), event.heading, event.marks)
        for i, event in enumerate(codec.load_events(ply.events))
        if not event.to or seat in event.to
    ]


def story_html(lines: Iterable[Line], address: str) -> SafeString:
    """A story as list items, each sentence leading to its board at the ply's ``address``."""
    # dozens of lines, and a template takes ten times as long for them
    items = (
        f'<li class="is-heading"><h3>{escape(line.text)}</h3></li>'
        if line.is_heading
        else f'<li><p><a href="{address}?step={line.index}">{escape(line.text)}</a></p></li>'
        for line in lines
    )
    return mark_safe("".join(items))  # noqa: S308  # the words are escaped, the address is our own


def in_short(lines: Sequence[Line]) -> list[Line]:
    """A story as one paragraph under its heading."""
    head = [line for line in lines if line.is_heading][:1]
    rest = [line for line in lines if line not in head]
    return [*head, replace(rest[0], text=" ".join(line.text for line in rest))] if rest else head


def deeds(story: Iterable[Line]) -> tuple[Mark, ...]:
    """What a ply did, for the board after it: moves made and harm done, not what was only meant."""
    marks = [mark for line in story for mark in line.marks if mark.shape in ("arrow", "hit") and mark.look != "draft"]
    return tuple(dict.fromkeys(marks))


def ply_board(match: Match, number: int, seat: str | None, step: int | None = None) -> SafeString:
    """The board after a ply or, with ``step``, as it stood at that sentence of its story.

    Raises Ply.DoesNotExist; a step that the story has not got shows the final position.
    """
    game = get_game(match.slug)
    plies = {ply.number: ply for ply in Ply.objects.filter(match=match, number__in=[number - 1, number])}
    if number not in plies:
        raise Ply.DoesNotExist
    ply = plies[number]
    state = codec.load_state(game, ply.position)
    marks: tuple[Mark, ...] = ()
    lines = {line.index: line for line in story_lines(ply, seat)}
    if step is None:
        marks = deeds(lines.values())
    elif step in lines:
        event = codec.load_events(ply.events)[step]
        marks = event.marks
        if event.scene is not None:
            state = _scenes(match, plies[number - 1], ply)[event.scene]
    board = game.draw(game.view(state, seat))
    return mark_safe(board_svg(replace(board, marks=(*board.marks, *marks)), gettext, interactive=False))  # noqa: S308  # escaped by the builder


def _scenes(match: Match, before: Ply, ply: Ply) -> Sequence[object]:
    game = get_game(match.slug)
    state = codec.load_state(game, before.position)
    sheets = {row["seat"]: game.read(state, row["seat"], row["text"]) for row in ply.orders}
    chance, answers = RecordedChance(codec.load_draws(ply.draws)), RecordedAnswers(codec.load_answers(ply.answers))
    return game.resolve(state, sheets, chance, answers).scenes
