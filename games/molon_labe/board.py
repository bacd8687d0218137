"""The picture of the map: cities and ships, towers, generals, and a draft drawn over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.drawing import Art, Badge, Board, Lot, Mark, Piece, Space, Tray
from games.molon_labe.actions import dice_text, whole_way
from games.molon_labe.atlas import MAIN_CITIES, MAP
from games.molon_labe.names import PLACES, name_of, season_name
from games.molon_labe.position import FLOORS, HIGHEST_LEVEL, General, Order, Player, State, View
from games.molon_labe.sheet import actions_of, expected
from games.words import Sentence, say

WIDTH, HEIGHT = MAP["canvas"]["width"], MAP["canvas"]["height"]
SIZE = 34
BAND = 40
"""Height of the bands in which the keyboard walks from west to east."""

BADGES = {
    "barbarians": Badge("vert", ""),
    "sarmatians": Badge("sea-green", ""),
    "greeks": Badge("azure", ""),
    "romans": Badge("gules", ""),
    "carthaginians": Badge("purpure", ""),
    "eastern": Badge("or", ""),
}

YEARS = ("veris", "aestus", "autumnus", "hiemis")


def _spaces() -> tuple[Space, ...]:
    nodes = sorted(MAP["nodes"], key=lambda node: (node["y"] // BAND, node["x"]))
    spaces: list[Space] = []
    for node in nodes:
        row = int(node["y"] // BAND)
        column = sum(space.row == row for space in spaces)
        x, y = round(node["x"] - SIZE / 2, 1), round(node["y"] - SIZE / 2, 1)
        spaces.append(Space(node["id"], x, y, SIZE, SIZE, row, column, f"ml-{node['kind']}"))
    return tuple(spaces)


SPACES = _spaces()


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="ml-{name}" viewBox="0 0 60 60">{body}</symbol>'


ART = Art(
    sprite="".join(
        (
            f'<symbol id="ml-map" viewBox="0 0 {WIDTH} {HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}"/></symbol>',
            _symbol("tower", '<path d="M18 56V22h-4V8h8v6h4V8h8v6h4V8h8v14h-4v34z"/>'),
            *(
                _symbol(
                    f"standard-{kingdom}", f'<path fill="url(#hatch-{badge.tincture})" d="M16 4h28v30l-14 8-14-8z"/>'
                )
                for kingdom, badge in BADGES.items()
            ),
        )
    ),
    style="molon_labe/board.css",
)


def draw_board(view: View, drafted: Sequence[Order] = ()) -> Board:
    """The map that ``view.seat`` sees, with its own draft as arrows and ghosts."""
    ghosts, marks = _draft(view, actions_of(drafted))
    towers = [
        Piece(
            city,
            "ml-tower",
            BADGES[kingdom].tincture,
            say("tower, floors: {n}", n=view.floors[city]),
            view.floors[city],
            FLOORS,
        )
        for kingdom in view.kingdoms
        for city in MAIN_CITIES[kingdom]
        if view.floors[city]
    ]
    title = say("Molon Labe, {season}", season=season_name(view.season))
    return Board(
        title=say("Molon Labe, the kingdoms are chosen") if view.phase == "pick" else title,
        width=WIDTH,
        height=HEIGHT,
        spaces=SPACES,
        pieces=(*towers, *(_piece(general) for general in view.generals if general.city), *ghosts),
        text=text_board(view),
        ground="ml-map",
        marks=tuple(marks),
        badges={player.seat: BADGES[player.kingdom] for player in view.players if player.kingdom},
        trays=(_off_the_map(view),) if view.phase != "pick" else (),
    )


def text_board(view: State) -> str:
    """The position in notation: season, then each player with dice, generals, towers and floors taken."""
    season = f"{264 - view.season // 4} B.C. {YEARS[view.season % 4]}"
    return "\n".join(
        line for part in ([season], *(_player_lines(view, player) for player in view.players)) for line in part
    )


def _player_lines(view: State, player: Player) -> Iterator[str]:
    head = f"{player.seat}: {player.kingdom or '-'}"
    if player.has_left:
        head += ", has left"
    elif player.seat == view.active and view.phase == "turn":
        head += f", to act, dice {dice_text(view.dice) or '-'}"
    elif player.seat == view.active and view.phase == "pick":
        head += ", to choose"
    yield head
    if not player.kingdom:
        return
    generals = [general for general in view.generals if general.kingdom == player.kingdom]
    if generals:
        yield "  generals: " + "; ".join(_general_text(view, general) for general in generals)
    yield "  towers: " + "; ".join(f"{city} {view.floors[city]}" for city in MAIN_CITIES[player.kingdom])
    if player.taken:
        yield "  razed: " + "; ".join(f"{kingdom} {floors}" for kingdom, floors in player.taken.items())


def _general_text(view: State, general: General) -> str:
    place = general.city or f"off({general.free_from})"
    acted = " acted" if general.kingdom == view.kingdom and general.number in view.acted else ""
    return f"g{general.number} {place} level {general.level}{acted}"


def _piece(general: General) -> Piece:
    tincture = BADGES[general.kingdom].tincture
    return Piece(
        general.city, f"ml-standard-{general.kingdom}", tincture, _with_level(general), general.level, HIGHEST_LEVEL
    )


def _with_level(general: General) -> Sentence:
    return say("{who}, level {level}", who=name_of(general), level=general.level)


def _off_the_map(view: State) -> Tray:
    lots = tuple(
        Lot(
            f"ml-standard-{general.kingdom}",
            say(
                "{who}, level {level}, may return from {season} on",
                who=name_of(general),
                level=general.level,
                season=season_name(general.free_from),
            ),
            1,
        )
        for general in view.generals
        if not general.city
    )
    return Tray(say("Off the map"), lots, say("All generals are on the map."))


def _draft(view: View, orders: Sequence[Order]) -> tuple[list[Piece], list[Mark]]:
    """Ghosts and marks of a draft, as if nobody stopped anybody."""
    ghosts: list[Piece] = []
    marks: list[Mark] = []
    for number, order in enumerate(orders):
        now = expected(view, orders[:number])
        general = now.general(now.kingdom, order.general) if order.general and now.kingdom else None
        match order.kind:
            case "take":
                mains = MAIN_CITIES[order.kingdom]
                generals = [General(order.kingdom, n, city) for n, city in enumerate((*mains, order.to), start=1)]
                ghosts += [_ghost(each) for each in generals]
                marks += [Mark("drafted", each.city) for each in generals]
            case "raze" if general:
                marks.append(Mark("drafted", general.city, label=say("you raze a floor here")))
            case "move" | "back" if general:
                nodes = (general.city, *whole_way(now, order)) if general.city else ()
                marks += [Mark("arrow", a, b, look="draft") for a, b in pairwise(nodes)]
                marks.append(Mark("drafted", order.to))
                after = expected(now, [order]).general(general.kingdom, general.number)
                ghosts += [_ghost(after)] if after else []
    return ghosts, marks


def _ghost(general: General) -> Piece:
    return Piece(
        general.city,
        f"ml-standard-{general.kingdom}",
        BADGES[general.kingdom].tincture,
        say("{who} in {city}, in your draft", who=name_of(general), city=PLACES[general.city]),
        look="ghost",
    )
