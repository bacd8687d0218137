"""The board as text, for mails and for readers of screens."""

from __future__ import annotations

from collections import Counter

from games.duke.geometry import FILES, RANKS
from games.duke.position import SEATS, View

TEXT_KEY = "CAPITALS: 1 Light, small: 2 Dark, ': back up"


def text_board(view: View) -> str:
    """The board in notation, rank 6 above: two letters a tile, ``'`` with its back up; then what else there is.

    ``^`` is the Mountain, ``#`` the Fortress, also before a tile in it; ``!`` is a flag.
    """
    on = {view.mountain: "^", view.fortress: "#"}
    for tile in view.tiles:
        letters = tile.kind[:2].upper() if tile.seat == SEATS[0] else tile.kind[:2]
        on[tile.square] = on.get(tile.square, "") + letters + ("'" if tile.side == "back" else "")
    for square in view.flags:
        on[square] = on.get(square, "") + "!"
    files = "  " + "".join(file.ljust(5) for file in FILES).rstrip()
    ranks = [f"{rank} {''.join(on.get(file + rank, '.').ljust(5) for file in FILES)}{rank}" for rank in reversed(RANKS)]
    return "\n".join((files, *ranks, files, TEXT_KEY, *_legend(view)))


def _legend(view: View) -> list[str]:
    lines = []
    if view.mountain:
        lines.append(f"Mountain ^ {view.mountain}")
    if view.fortress:
        lines.append(f"Fortress # {view.fortress}")
    lines += [f"Flag of {seat} ! {square}" for seat, square in zip(SEATS, view.flags, strict=True) if square]
    if view.objective == "score":
        lines.append(f"Points {view.points[0]}:{view.points[1]}")
    for title, pairs in (("Bag of", view.bags), ("Captured of", view.captured)):
        lines += [f"{title} {seat}: {_counted(kinds)}" for seat, kinds in zip(SEATS, pairs, strict=True) if kinds]
    if view.table:
        lines.append(f"On the table: {_counted(view.table)}")
    if view.times > 1:
        lines.append("This position stands for the second time")
    if view.drawn:
        lines.append(f"Drawn by {view.to_act}: {view.drawn.capitalize()}")
    return lines


def _counted(kinds: tuple[str, ...]) -> str:
    counts = Counter(kinds).items()
    return ", ".join(kind.capitalize() + (f" {count}" if count > 1 else "") for kind, count in counts)
