"""The picture of the map: cities and ships, towers, generals, and a draft drawn over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from games.drawing import Art, Badge, Board, Lot, Mark, Piece, Space, Tray
from games.molon_labe import figures
from games.molon_labe.actions import dice_text, whole_way
from games.molon_labe.atlas import KINGDOM_OF, KINGDOMS, MAIN_CITIES, MAP
from games.molon_labe.ground import BORDER, HEIGHT, TINCTURE, WIDTH, ground, ground_symbols
from games.molon_labe.names import KINGDOM_NAMES, PLACES, name_of, season_name
from games.molon_labe.paths import cost
from games.molon_labe.position import General, Order, Player, State, View
from games.molon_labe.sheet import actions_of, expected
from games.molon_labe.stands import LEFT
from games.words import Sentence, say

BAND = 40
"""Height of the bands in which the keyboard walks from west to east."""

CHARGES = {
    "barbarians": "axe",
    "sarmatians": "bow",
    "greeks": "wave",
    "romans": "laurel",
    "carthaginians": "crescent",
    "eastern": "star",
}
BADGES = {kingdom: Badge(TINCTURE[kingdom], CHARGES[kingdom], KINGDOM_NAMES[kingdom]) for kingdom in KINGDOMS}

YEARS = ("veris", "aestus", "autumnus", "hiemis")

MAIN_CITY = {
    "barbarians": say("{city}, main city of the Barbarians"),
    "sarmatians": say("{city}, main city of the Sarmatians"),
    "greeks": say("{city}, main city of the Greeks"),
    "romans": say("{city}, main city of the Romans"),
    "carthaginians": say("{city}, main city of the Carthaginians"),
    "eastern": say("{city}, main city of the Eastern Kingdom"),
}
RAZED = {
    "barbarians": say("Floors the Barbarians razed"),
    "sarmatians": say("Floors the Sarmatians razed"),
    "greeks": say("Floors the Greeks razed"),
    "romans": say("Floors the Romans razed"),
    "carthaginians": say("Floors the Carthaginians razed"),
    "eastern": say("Floors the Eastern Kingdom razed"),
}
NONE_YET = say("None yet.")


def _spaces() -> tuple[Space, ...]:
    nodes = sorted(MAP["nodes"], key=lambda node: (node["y"] // BAND, node["x"]))
    spaces: list[Space] = []
    size = figures.CELL
    for node in nodes:
        row = int(node["y"] // BAND)
        column = sum(space.row == row for space in spaces)
        x, y = round(node["x"]) + BORDER - size / 2, round(node["y"]) + BORDER - size / 2
        spaces.append(Space(node["id"], x, y, size, size, row, column, label=_said(node["id"], node["kind"])))
    return tuple(spaces)


def _said(node: str, kind: str) -> Sentence:
    if kind == "ship":
        return say("{sea}, ship", sea=PLACES[node])
    return say(MAIN_CITY[KINGDOM_OF[node]].text, city=PLACES[node]) if node in KINGDOM_OF else PLACES[node]


SPACES = _spaces()

ART = Art(sprite=ground_symbols() + figures.figure_symbols(), style="molon_labe/board.css")


def draw_board(view: View, drafted: Sequence[Order] = ()) -> Board:
    """The map that ``view.seat`` sees, with its own draft as arrows and ghosts."""
    ghosts, marks = _draft(view, actions_of(drafted))
    title = say("Molon Labe, {season}", season=season_name(view.season))
    return Board(
        title=say("Molon Labe, the kingdoms are chosen") if view.phase == "pick" else title,
        width=WIDTH,
        height=HEIGHT,
        spaces=_spaces_of(view),
        pieces=(*_towers(view), *_standards(view), *ghosts),
        text=text_board(view),
        ground=ground(view.season),
        marks=tuple(marks),
        badges={player.seat: BADGES[player.kingdom] for player in view.players if player.kingdom},
        trays=tuple(_trays(view)),
        is_wide=True,
        is_sparse=True,
    )


def _spaces_of(view: View) -> tuple[Space, ...]:
    """The spaces; where the reader's own generals stand a large board begins to be shown."""
    kingdom = view.player(view.seat).kingdom if view.seat else ""
    homes = view.own(kingdom) if kingdom else {}
    return tuple(replace(space, look="home") if space.name in homes else space for space in SPACES)


def _towers(view: View) -> Iterator[Piece]:
    for kingdom in view.kingdoms:
        for city in MAIN_CITIES[kingdom]:
            floors = view.floors[city]
            label = say("tower, floors: {n}", n=floors) if floors else say("the tower is razed")
            yield Piece(city, figures.tower(kingdom, floors), "", label)


def _standards(view: View) -> Iterator[Piece]:
    """The generals; in a city of two that of the seat to act stands where one alone would."""
    held: set[str] = set()
    for general in sorted(view.generals, key=lambda general: general.kingdom != view.kingdom):
        if general.city:
            x = _pole(general.city, general.city in held)
            held.add(general.city)
            yield Piece(general.city, figures.standard(general.kingdom, general.number), "", name_of(general), x=x)
            words = say("level {level}", level=general.level)
            yield Piece(general.city, figures.level(general.level), "", words, x=x)
            if _may_act(view, general):
                yield Piece(general.city, figures.DIE, "", say("may still use a die"), x=x)


def _pole(city: str, is_second: bool) -> int:
    return figures.PLACES["tower" if city in KINGDOM_OF else "town"][is_second != (city in LEFT)]


def _may_act(view: View, general: General) -> bool:
    return bool(
        view.phase == "turn" and view.dice and general.kingdom == view.kingdom and general.number not in view.acted
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


def _trays(view: View) -> Iterator[Tray]:
    """The generals off the map, and the enemy floors razed by each kingdom that has razed any."""
    if view.phase == "pick":
        return
    yield _off_the_map(view)
    razers = [player for player in view.players if any(player.taken.values())]
    for player in razers:
        lots = tuple(
            Lot(figures.floor(kingdom), KINGDOM_NAMES[kingdom], floors)
            for kingdom, floors in player.taken.items()
            if floors
        )
        yield Tray(RAZED[player.kingdom], lots, NONE_YET)
    if not razers:
        yield Tray(say("Razed floors"), (), NONE_YET)


def _off_the_map(view: View) -> Tray:
    lots = tuple(
        Lot(
            figures.lot(general.kingdom, general.number),
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
                way = whole_way(now, order) if general.city else ()
                marks += [Mark("arrow", a, b, label=_step(a), look="draft") for a, b in pairwise((general.city, *way))]
                spent = str(cost(way, now.is_winter)) if way else ""
                marks.append(Mark("drafted", order.to, text=spent))
                after = expected(now, [order]).general(general.kingdom, general.number)
                ghosts += [_ghost(after, order.to in now.foes(now.kingdom))] if after else []
    return ghosts, marks


def _step(start: str) -> Sentence:
    return say("your way from {city}", city=PLACES[start])


def _ghost(general: General, is_second: bool = False) -> Piece:
    return Piece(
        general.city,
        figures.standard(general.kingdom, general.number),
        "",
        say("{who} in {city}, in your draft", who=name_of(general), city=PLACES[general.city]),
        look="ghost",
        x=_pole(general.city, is_second),
    )
