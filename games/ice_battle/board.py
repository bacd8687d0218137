"""The picture of an Ice Battle: the ice, the tin soldiers, and a draft drawn over them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from games.drawing import Art, Badge, Board, Mark, Piece, Space
from games.ice_battle.names import name_of
from games.ice_battle.position import FILES, LIVES, RANKS, SEATS, TURNS, Order, View, Warrior
from games.words import Sentence, say

CELL, MARGIN = 60, 26
SIZE = 8 * CELL + 2 * MARGIN

SPACES = tuple(
    Space(file + rank, MARGIN + column * CELL, MARGIN + row * CELL, CELL, CELL, row, column)
    for row, rank in enumerate(reversed(RANKS))
    for column, file in enumerate(FILES)
)

POINTS = say("Action points: Russians {russians}, Teutons {teutons}. Turn {turn} of {all}.")

BADGES = {"R": Badge("gules", "sword"), "T": Badge("sable", "cross")}

# The file is a picture of its own; on a page its comments and line ends are left out.
_DRAWING = Path(__file__).with_name("art.svg").read_text(encoding="utf-8")
ART = Art(
    sprite=re.sub(r"<!--.*?-->|\n\s*", "", _DRAWING, flags=re.DOTALL),
    style="ice_battle/board.css",
)


def draw_board(view: View, drafted: Sequence[Order] = ()) -> Board:
    """The board that ``view.seat`` sees, with its own draft as ghosts, arrows and numbers."""
    pieces = [_piece(warrior) for warrior in view.warriors]
    ghosts, marks = _draft(view, drafted)
    title = (
        say("Ice Battle, the armies line up")
        if view.phase == "setup"
        else say("Ice Battle, turn {turn}", turn=view.turn)
    )
    return Board(
        title=title,
        width=SIZE,
        height=SIZE,
        spaces=SPACES,
        pieces=(*pieces, *ghosts),
        text=text_board(view.warriors),
        ground="ib-ice",
        marks=tuple(marks),
        badges=BADGES,
        notes=tuple(_notes(view)),
    )


def _notes(view: View) -> Iterator[Sentence]:
    """What both sides have left to spend, open to all. RULES.md 8."""
    if view.phase != "setup":
        russians, teutons = view.points
        yield say(POINTS.text, russians=russians, teutons=teutons, turn=view.turn, all=TURNS)


def text_board(warriors: Iterable[Warrior]) -> str:
    """The board in notation: side and kind on each cell, below it the lives left (``C2/3``)."""
    on = {warrior.cell: warrior.side + warrior.kind for warrior in warriors}
    files = "   " + "  ".join(FILES)
    ranks = [
        f"{rank} {' '.join(on.get(file + rank, '.').ljust(2) for file in FILES)} {rank}" for rank in reversed(RANKS)
    ]
    legend = []
    for side in SEATS:
        kinds: dict[str, list[str]] = {}
        for warrior in warriors:
            if warrior.side == side:
                kinds.setdefault(warrior.kind, []).append(f"{warrior.cell}/{warrior.lives}")
        if kinds:
            legend.append(f"{side}: " + "; ".join(" ".join((kind, *cells)) for kind, cells in kinds.items()))
    return "\n".join((files, *ranks, files, *legend))


def _piece(warrior: Warrior) -> Piece:
    return Piece(
        space=warrior.cell,
        symbol=f"ib-{warrior.side}{warrior.kind}",
        tincture=BADGES[warrior.side].tincture,
        label=_with_lives(name_of(warrior), warrior.lives),
        pips=warrior.lives,
        pips_of=LIVES[warrior.kind],
    )


def _with_lives(name: Sentence, lives: int) -> Sentence:
    if lives == 1:
        return say("{warrior}, 1 life", warrior=name)
    return say("{warrior}, {n} lives", warrior=name, n=lives)


def _draft(view: View, drafted: Sequence[Order]) -> tuple[list[Piece], list[Mark]]:
    """Ghosts and marks of a draft; each warrior's earlier move is taken as successful."""
    ghosts: list[Piece] = []
    marks: list[Mark] = []
    expected = {warrior.cell: warrior for warrior in view.warriors if warrior.side == view.seat}
    for order in drafted:
        warrior = expected.get(order.who)
        match order.kind:
            case "place":
                side = view.seat or SEATS[0]
                placed = Warrior("", side, order.who, order.to, LIVES[order.who])
                ghosts.append(_piece(placed))
                marks.append(Mark("drafted", order.to))
            case "move":
                marks.append(Mark("arrow", order.who, order.to, look="draft"))
                marks.append(Mark("drafted", order.to))
                if warrior:
                    moved = replace(expected.pop(order.who), cell=order.to)
                    expected[order.to] = moved
                    ghosts.append(replace(_piece(moved), pips=0, pips_of=0, look="ghost"))
            case "attack":
                said = say("your attack from {space}, strength {n}", space=order.who, n=order.strength)
                marks.append(Mark("arrow", order.who, order.to, look="draft"))
                marks.append(Mark("ring", order.to, text=str(order.strength), label=said, look="draft"))
            case "shot":
                said = say("your shot from {space}", space=order.who)
                marks.append(Mark("drafted", order.who))
                marks.append(Mark("cross", order.to, label=said, look="draft"))
            case "defence":
                said = say("your defence, strength {n}", n=order.strength)
                marks.append(Mark("shield", order.who, text=str(order.strength), label=said, look="draft"))
    return ghosts, marks
