"""Builds the SVG of a board.

Pure: standard library only. Every text is escaped; looks come from classes and symbols
alone, so that a strict content policy holds. Figures are ``<use>`` of the symbols that
``sprite_svg`` puts on the page once, which keeps each board small.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from functools import lru_cache
from html import escape
from itertools import pairwise
from math import hypot

from games.drawing import Art, Board, Mark, Piece, Space
from games.words import Sentence, say

type Translate = Callable[[str], str]

CHOICES = frozenset({"dot", "leap", "glide", "ring", "leap-ring", "glide-ring", "cross", "bracket"})
"""Shapes that invite: a cell that bears one is marked ``data-live``."""

WORDS: Mapping[str, Sentence] = {
    "dot": say("you may go here"),
    "leap": say("you may jump here"),
    "glide": say("you may slide here"),
    "ring": say("you may attack here"),
    "leap-ring": say("you may attack here by a jump"),
    "glide-ring": say("you may attack here by a slide"),
    "cross": say("you may shoot here"),
    "bracket": say("you may choose this"),
    "drafted": say("in your draft"),
    "filed": say("in your filed orders"),
    "hit": say("hit"),
    "shield": say("defended"),
}
"""What a mark without a label of its own says on the space that bears it."""

NUMBERED = say("{mark} with {number}")
TO, FROM = say("arrow to {space}"), say("arrow from {space}")

_SYMBOL = '<symbol id="m-{}" viewBox="0 0 60 60" overflow="visible">{}</symbol>'
_FRAME = "M6.5 1.5h47a5 5 0 0 1 5 5v47a5 5 0 0 1-5 5h-47a5 5 0 0 1-5-5v-47a5 5 0 0 1 5-5z"


_RING = "M59 30a29 29 0 1 1-58 0a29 29 0 1 1 58 0z"


def _outline(shape: str, path: str, line: str = "m-line", bead: str = "") -> str:
    """A mark drawn twice: a rim that lifts it off any ground, and the line itself; perhaps with a bead on it."""
    sign = bead and f'<path class="m-rim" d="{bead}"/><path class="m-line m-bead" d="{bead}"/>'
    return _SYMBOL.format(shape, f'<path class="m-rim" d="{path}"/><path class="{line}" d="{path}"/>{sign}')


MARKS = "".join(
    (
        _outline("dot", "M37 30a7 7 0 1 1-14 0a7 7 0 1 1 14 0z", "m-full"),
        _outline("leap", "M37 30a7 7 0 1 1-14 0a7 7 0 1 1 14 0z"),
        _outline("glide", "M30 21l9 16h-18z", "m-full"),
        _outline("ring", _RING),
        _outline("leap-ring", _RING, bead="M57 9a5.5 5.5 0 1 1-11 0a5.5 5.5 0 1 1 11 0z"),
        _outline("glide-ring", _RING, bead="M51.5 1l7 12h-14z"),
        _outline("cross", "M47 25a17 17 0 1 1-34 0a17 17 0 1 1 34 0M30 1v13M30 36v9M5 25h13M42 25h13"),
        _outline("bracket", "M4 17V7q0-3 3-3h10M43 4h10q3 0 3 3v10M56 43v10q0 3-3 3H43M17 56H7q-3 0-3-3V43"),
        _outline("drafted", _FRAME, "m-line m-dash"),
        _outline("filed", _FRAME),
        _SYMBOL.format(
            "hit",
            '<path class="m-burst" d="M12 .5l2.4 5.8 5.7-2.4-2.4 5.7 5.8 2.4-5.8 2.4 2.4 5.7-5.7-2.4-2.4 5.8'
            '-2.4-5.8-5.7 2.4 2.4-5.7L.5 12l5.8-2.4-2.4-5.7 5.7 2.4z"/>',
        ),
        _SYMBOL.format(
            "zone", '<path class="m-zone" d="M1 1h58v58h-58zM1 20L20 1M1 40L40 1M1 59L59 1M20 59L59 20M40 59L59 40"/>'
        ),
        _SYMBOL.format("shield", '<path class="m-shield" d="M2 4q10-2 11-3q1 1 11 3v10q0 9-11 14q-11-5-11-14z"/>'),
    )
)
"""Symbols of the shapes, the same in all games, for a space of 60 x 60 units."""


def sprite_svg(art: Art) -> str:
    """Hidden SVG with the symbols of the marks and of a game; put once on a page that shows its boards."""
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true">{MARKS}{art.sprite}</svg>'


def board_svg(
    board: Board,
    translate: Translate,
    *,
    id: str = "board",  # noqa: A002 - it is the element's id, so it is called what HTML calls it
    interactive: bool = True,
) -> str:
    """The board as an ``<svg>`` element: trusted markup, every text in it escaped.

    ``interactive`` boards are grids of labelled cells, one of them reachable by the Tab
    key; others are one image, described by the text board. ``translate`` turns an English
    template into the reader's language. Raises KeyError for a piece or mark on no space.
    """
    pieces: dict[str, list[Piece]] = {space.name: [] for space in board.spaces}
    for piece in board.pieces:
        pieces[piece.space].append(piece)
    title = escape(board.title.render(translate))
    role = f'role="grid" aria-label="{title}"' if interactive else 'role="img"'
    bare = _bare_dots(board, pieces) if interactive else set()
    if bare:
        role += f' data-dot="{escape(WORDS["dot"].render(translate))}"'
    width, height = f"{board.width:g}", f"{board.height:g}"
    parts = [
        f'<svg id="{escape(id)}" class="board-svg" {role} viewBox="0 0 {width} {height}">',
        # on a grid, whose cells have names, the text board would only be read out once more
        f"<title>{title}</title>" if interactive else f"<title>{title}</title><desc>{escape(board.text)}</desc>",
    ]
    whole = f'width="{width}" height="{height}"/>'
    if board.ground:
        parts.append(f'<use aria-hidden="true" href="#{escape(board.ground)}" {whole}')
    spaces = {space.name: space for space in board.spaces}
    if zone := [mark for mark in board.marks if mark.shape == "zone"]:
        parts.append(f'<g class="marks" aria-hidden="true">{_marks(zone, spaces, pieces)}</g>')
    if interactive:
        parts += _grid(board, pieces, bare, translate)
    else:
        parts += [
            f'<g data-space="{escape(space.name)}" transform="translate({space.x:g} {space.y:g})">'
            f"{_figures(space, pieces[space.name])}</g>"
            for space in board.spaces
            if pieces[space.name]
        ]
    if board.names:
        parts.append(f'<use aria-hidden="true" href="#{escape(board.names)}" {whole}')
    if marks := [mark for mark in board.marks if mark.shape != "zone" and mark not in bare]:
        parts.append(f'<g class="marks" aria-hidden="true">{_marks(marks, spaces, pieces)}</g>')
    if interactive:
        parts += [
            f'<g class="marks" data-layer="{n}" aria-hidden="true" hidden="">{_marks(layer.marks, spaces, pieces)}</g>'
            for n, layer in enumerate(board.layers)
        ]
    parts.append("</svg>")
    return "".join(parts)


def _bare_dots(board: Board, pieces: Mapping[str, list[Piece]]) -> set[Mark]:
    """Of a sparse board the dots on which nothing stands: there may be hundreds, so each is drawn within its cell."""
    if not board.is_sparse:
        return set()
    return {mark for mark in board.marks if mark == Mark("dot", mark.at) and not pieces[mark.at]}


def _grid(board: Board, pieces: Mapping[str, list[Piece]], bare: Set[Mark], translate: Translate) -> list[str]:
    said, inviting = _said(board, pieces, translate)
    spaces = sorted(board.spaces, key=lambda space: (space.row, space.column))
    if board.is_sparse:
        spaces = [space for space in spaces if pieces[space.name] or space.name in said] or spaces[:1]
    entrance = next((space.name for space in spaces if space.name in inviting), spaces[0].name)
    parts = []
    row, top = None, 0.0
    for space in spaces:
        if space.row != row:
            end = "" if row is None else "</g>"
            row, top = space.row, space.y
            parts.append(f'{end}<g role="row" data-row="{row}" transform="translate(0 {top:g})">')
        classes, place, rect = _cell(space, top)
        here, words = pieces[space.name], said.get(space.name, ())
        is_bare = Mark("dot", space.name) in bare
        named = ""  # the page's script calls an empty cell by its place, which would be a tenth of what is sent
        if here or space.label or len(words) > is_bare:
            name = space.label.render(translate) if space.label else space.name
            label = escape(", ".join((name, *(piece.label.render(translate) for piece in here), *words)))
            named = f' aria-label="{label}"'
        live = ' data-live=""' if space.name in inviting else ""
        card = next((f' data-card="card-{escape(piece.card)}"' for piece in here if piece.card), "")
        tab = ' tabindex="0"' if space.name == entrance else ""  # the page's script makes the others walkable
        parts += (
            f'<g role="gridcell" class="{classes}" {place}{tab}{named}{live}{card}>{rect}',
            _figures(space, here) if here else "",
            f'<use class="mark dot" href="#m-dot" width="{space.width:g}" height="{space.height:g}"/>'
            if is_bare
            else "",
            "</g>",
        )
    parts.append("</g>")
    return parts


@lru_cache(maxsize=4096)
def _cell(space: Space, top: float) -> tuple[str, str, str]:
    """What never changes of a cell in a row that begins at ``top``: classes, place, rectangle.

    What differs from cell to cell stands together, so that a compressor finds the rest repeated.
    """
    down = f" {space.y - top:g}" if space.y != top else ""
    name = escape(space.name)
    place = f'data-space="{name}" data-col="{space.column}" transform="translate({space.x:g}{down})"'
    rect = f'<rect width="{space.width:g}" height="{space.height:g}"/>'
    return escape(f"cell {space.look}".rstrip()), place, rect


def _figures(space: Space, pieces: list[Piece]) -> str:
    return "".join(
        _figure(piece.symbol, f"{piece.tincture} {piece.look}", piece.x, space.width, space.height)
        + _pips(piece.pips, max(piece.pips, piece.pips_of), space.width, space.height)
        for piece in pieces
    )


@lru_cache(maxsize=1024)
def _figure(symbol: str, looks: str, x: float, width: float, height: float) -> str:
    classes = escape(f"piece {looks}".rstrip())
    beside = f' x="{x:g}"' if x else ""
    return f'<use class="{classes}" href="#{escape(symbol)}"{beside} width="{width:g}" height="{height:g}"/>'


@lru_cache(maxsize=1024)
def _pips(full: int, count: int, width: float, height: float) -> str:
    """Coins in a row at the foot of a space, full ones first."""
    step, y, radius = width / 6, height * 0.88, width * 0.068
    left = (width - step * (count - 1)) / 2
    return "".join(
        f'<circle class="pip{"" if n < full else " gone"}" cx="{left + n * step:g}" cy="{y:g}" r="{radius:.3g}"/>'
        for n in range(count)
    )


def _said(
    board: Board, pieces: Mapping[str, list[Piece]], translate: Translate
) -> tuple[dict[str, list[str]], set[str]]:
    """What the marks say on each space, and the spaces that invite."""
    said: dict[str, list[str]] = defaultdict(list)
    for mark in board.marks:
        if mark.label:
            said[mark.to or mark.at].append(mark.label.render(translate))
        elif mark.shape == "arrow":
            # on a sparse board a space left empty is not drawn for having been left
            for space, other, words in ((mark.at, mark.to, TO), (mark.to, mark.at, FROM)):
                if pieces[space] or not board.is_sparse:
                    said[space].append(say(words.text, space=other).render(translate))
        elif mark.shape != "zone":  # it shades dozens of cells; what may be done in it has marks of its own
            word = WORDS[mark.shape]
            numbered = say(NUMBERED.text, mark=word, number=mark.text) if mark.text else word
            said[mark.at].append(numbered.render(translate))
    return said, {mark.at for mark in board.marks if mark.shape in CHOICES and not mark.look}


FEW = 12
"""Arrows at most, if the page's script is to let figures glide along them: more would be a swarm."""


def _marks(marks: Sequence[Mark], spaces: Mapping[str, Space], pieces: Mapping[str, list[Piece]]) -> str:
    is_few = sum(mark.shape == "arrow" for mark in marks) <= FEW
    return "".join(
        _arrow(mark, spaces, bool(pieces[mark.at]), is_told=is_few and not mark.look)
        if mark.shape == "arrow"
        else _mark(mark, spaces)
        for mark in marks
    )


def _mark(mark: Mark, spaces: Mapping[str, Space]) -> str:
    space = spaces[mark.at]
    use = (
        f'<use class="{_classes(mark)}" href="#m-{escape(mark.shape)}" x="{space.x:g}" y="{space.y:g}" '
        f'width="{space.width:g}" height="{space.height:g}"/>'
    )
    if not mark.text:
        return use
    text = escape(mark.text)
    if mark.shape == "shield":
        x, y = space.x + space.width * 0.217, space.y + space.height * 0.3
        return f'{use}<text class="mark-text" x="{x:g}" y="{y:g}">{text}</text>'
    width = 12 + 7 * len(mark.text)
    # at somebody near one may shoot or strike, and neither chance hides the other
    x, y = space.x - 11 if mark.shape == "cross" else space.x + space.width - width + 2, space.y - 2
    return (
        f'{use}<rect class="mark-plate" x="{x:g}" y="{y:g}" width="{width}" height="20" rx="5"/>'
        f'<text class="mark-text" x="{x + width / 2:g}" y="{y + 15:g}">{text}</text>'
    )


def _arrow(mark: Mark, spaces: Mapping[str, Space], from_figure: bool, *, is_told: bool) -> str:
    """From the middle of one space, or the edge of a figure there, to just inside the other.

    Steps of whole units, each from the last: a turn of many moves is mostly arrows.
    """
    start, end = spaces[mark.at], spaces[mark.to]
    x1, y1 = start.x + start.width / 2, start.y + start.height / 2
    x2, y2 = end.x + end.width / 2, end.y + end.height / 2
    length = hypot(x2 - x1, y2 - y1) or 1
    along, across = (x2 - x1) / length, (y2 - y1) / length
    size = start.width * 0.2
    tip = length - end.width * 0.48
    neck = tip - size
    tail = min(start.width * (0.44 if from_figure else 0), neck)
    wing = size * 0.55
    points = (
        (x1 + along * tail, y1 + across * tail),
        (x1 + along * neck, y1 + across * neck),
        (x1 + along * tip, y1 + across * tip),
        (x1 + along * neck - across * wing, y1 + across * neck + along * wing),
        (x1 + along * neck + across * wing, y1 + across * neck - along * wing),
    )
    whole = [(round(x), round(y)) for x, y in points]
    shaft, head, one, other = (f"{x - u} {y - v}" for (u, v), (x, y) in pairwise(whole))
    line, point = f"M{whole[0][0]} {whole[0][1]}l{shaft}", f"l{one} {other}z"
    way = f"{line}m{head}{point}".replace(" -", "-")
    body = f'<path class="way" d="{way}"/>'
    if mark.look:
        # the line of a draft is dashed, its point never: dashes would leave nothing of it to know it by
        body = f'<path class="way" d="{line}"/><path class="way tip" d="M{whole[2][0]} {whole[2][1]}{point}"/>'
    ends = f' data-at="{escape(mark.at)}" data-to="{escape(mark.to)}"' if is_told else ""
    return f'<g class="{_classes(mark)}"{ends}><path class="m-rim" d="{way}"/>{body}</g>'


def _classes(mark: Mark) -> str:
    return escape(f"mark {mark.shape} {mark.look}".rstrip())
