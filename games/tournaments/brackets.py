"""Knock-out brackets as pictures: columns of matches, lines from each to the one it leads to."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.tournaments.formats.bracket import Bracket, Node
from games.tournaments.formats.knockout import Empty, Guest

WIDTH, HEIGHT, GAP, ROW = 180, 44, 36, 64
LETTERS = 20
# what is wider is printed across the sheet
PAPER = 900


def bracket_svg(bracket: Bracket, names: Mapping[int, str]) -> SafeString:
    """The bracket as SVG with classes only; losers' rounds and finals below or behind the winners'."""
    spots = _spots(bracket)
    width = max(x for x, _y in spots.values()) + WIDTH + 2
    height = max(y for _x, y in spots.values()) + HEIGHT + 22
    lines = [_link(spots, node) for node in bracket.nodes.values() if node.key in spots]
    boxes = [_box(bracket, names, key, spot) for key, spot in spots.items()]
    title = escape(_("Bracket"))
    style = "bracket is-wide" if width > PAPER else "bracket"
    return mark_safe(  # noqa: S308  every text is escaped
        f'<svg class="{style}" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">'
        f"<title>{title}</title>{''.join(lines)}{''.join(boxes)}</svg>"
    )


def _spots(bracket: Bracket) -> dict[str, tuple[int, int]]:
    """The upper left corner of every match that is drawn."""
    spots: dict[str, tuple[int, int]] = {}
    first = sum(key.startswith("W1.") for key in bracket.nodes)
    below = first * ROW + 24
    last = 0
    for key, (one, other) in bracket.guests.items():
        if "." not in key or (one, other) == (Empty.NOBODY, Empty.NOBODY):
            continue
        side, number, place = key[0], *map(int, key[1:].split("."))
        step = 1 << (number - 1 if side == "W" else (number - 1) // 2)
        top = 0 if side == "W" else below
        middle = (place - 1) * step * ROW + (step - 1) * ROW // 2
        spots[key] = ((number - 1) * (WIDTH + GAP), 18 + top + middle)
        last = max(last, number)
    for offset, key in enumerate(key for key in ("F", "F2") if key in bracket.nodes):
        if key == "F2" and bracket.last != "F2":
            continue
        spots[key] = ((last + offset) * (WIDTH + GAP), 18 + first * ROW // 2)
    if "T" in bracket.nodes:
        spots["T"] = ((last - 1) * (WIDTH + GAP), 18 + max(first * ROW // 2 + ROW // 2, ROW))
    return spots


def _link(spots: Mapping[str, tuple[int, int]], node: Node) -> str:
    x, y = spots[node.key]
    paths = []
    for how, source in node.feeds:
        if how == "winner" and source in spots:
            left, top = spots[source]
            start, end = left + WIDTH, top + HEIGHT // 2
            paths.append(f'<path d="M{start} {end}H{start + GAP // 2}V{y + HEIGHT // 2}H{x}"/>')
    return "".join(paths)


def _box(bracket: Bracket, names: Mapping[int, str], key: str, spot: tuple[int, int]) -> str:
    x, y = spot
    verdict = bracket.verdicts.get(key)
    rows = []
    for index, guest in enumerate(bracket.guests[key]):
        is_winner = verdict is not None and isinstance(guest, int) and verdict.winner == guest
        style = "won" if is_winner else "name"
        rows.append(f'<text class="{style}" x="{x + 8}" y="{y + 17 + 20 * index}">{_name(guest, names)}</text>')
    label = f'<text class="slot" x="{x}" y="{y - 4}">{escape(key)}</text>'
    return f'<g>{label}<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="4"/>{"".join(rows)}</g>'


def _name(guest: Guest, names: Mapping[int, str]) -> str:
    """A name as far as there is room, the whole of it to be pointed at."""
    if guest == Empty.NOBODY:
        return "–"
    if not isinstance(guest, int):
        return ""
    name = names[guest]
    if len(name) <= LETTERS:
        return escape(name)
    return f"{escape(name[: LETTERS - 1])}…<title>{escape(name)}</title>"
