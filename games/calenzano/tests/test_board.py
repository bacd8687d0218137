"""The picture: what it shows of figures, drafts and choices, and how little of it travels."""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from games.answers import NoAnswers
from games.backdrop import TIMES
from games.calenzano import GAME
from games.calenzano.board import ART, draw_board, text_board
from games.calenzano.figures import BASES, PICTURES
from games.calenzano.ground import HEIGHT, WIDTH
from games.calenzano.map_file import BACKDROP
from games.calenzano.names import FIGURES
from games.calenzano.position import Order, State
from games.calenzano.terrain import CELLS
from games.calenzano.tests.field import army, battle, read
from games.calenzano.trays import distance, trays
from games.chance import ScriptedChance
from games.drawing import Board, Mark
from games.svg import board_svg, sprite_svg

SVG = "{http://www.w3.org/2000/svg}"
SPRITE = sprite_svg(ART)
CSS = (Path(__file__).parent.parent / "static" / "calenzano" / "board.css").read_text()


def drawn(state: State, draft: str = "", seat: str = "") -> Board:
    seat = seat or state.active
    return draw_board(GAME.view(state, seat), read(state, draft, seat))


def tree(markup: str) -> ET.Element:
    return ET.fromstring(markup.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))  # noqa: S314  our own


def said(board: Board) -> dict[str, str]:
    cells = tree(board_svg(board, str)).iterfind(f".//{SVG}g[@role='gridcell']")
    return {cell.attrib["data-space"]: cell.attrib.get("aria-label", cell.attrib["data-space"]) for cell in cells}


def marks(board: Board) -> list[tuple[str, str, str, str]]:
    return [(mark.shape, mark.at, mark.to, mark.text) for mark in board.marks]


def zone(state: State, draft: str = "", **picks: str) -> set[str]:
    return {mark.at for mark in GAME.hints(state, state.active, read(state, draft), picks)}


def whole_armies() -> State:
    figures = [order for seat in "NS" for order in GAME.default_orders(State(), seat) or ()]
    assert len(figures) == 18 + 25
    north = ", ".join(f"{order.who[0]} {order.to[0]}" for order in figures[:18])
    south = ", ".join(f"{order.who[0]} {order.to[0]}" for order in figures[18:])
    return battle(north, south, "S")


def test_figures_and_ground_are_told_in_words() -> None:
    board = drawn(battle("F F16, K* X20, A K5", "P N19, C E8, B A32, F E5"))
    assert said(board) == {
        "F16": "F16, Foot of Calenzano",
        "X20": "X20, road, Rider of Florence",
        "K5": "K5, castle, Archer of Calenzano",
        "N19": "N19, among the houses, Pavise foot of Lucca",
        "E8": "E8, Catapult of Lucca",
        "A32": "A32, Crossbowman of Lucca",
        "E5": "E5, Foot of Lucca",
    }


def test_armies_differ_in_shape_and_kinds_in_picture() -> None:
    assert len(set(BASES.values())) == 3
    assert len(set(PICTURES.values())) == 6
    for army_name, kind in FIGURES:
        symbol = re.search(rf'<symbol id="cz-{army_name}-{kind}".*?</symbol>', SPRITE)
        assert symbol
        assert BASES[army_name] in symbol[0]
        assert PICTURES[kind] in symbol[0]


@pytest.mark.parametrize(("kind", "strike", "move"), ["F34", "P33", "K56", "A14", "B23", "C12"])
def test_strike_and_move_stand_on_the_figure(kind: str, strike: str, move: str) -> None:
    symbol = re.search(rf'<symbol id="cz-S-{kind}".*?</symbol>', SPRITE)
    assert symbol
    assert re.findall(r">(\d)</text>", symbol[0]) == [strike, move]


def test_every_class_and_symbol_that_is_drawn_exists() -> None:
    board = drawn(whole_armies(), "G24-G23")
    markup = SPRITE + board_svg(board, str)
    assert set(re.findall(r'href="#(cz-[\w-]+)"', markup)) <= set(re.findall(r' id="(cz-[\w-]+)"', markup))
    classes = {name for names in re.findall(r'class="([^"]+)"', SPRITE) for name in names.split() if name[:3] == "cz-"}
    assert classes <= set(re.findall(r"\.(cz-[\w-]+)", CSS))
    assert set(re.findall(r"var\((--cz-[\w-]+)\)", CSS)) <= set(re.findall(r"(--cz-[\w-]+): light-dark\(", CSS))


def test_picture_needs_neither_style_nor_script() -> None:
    for markup in (SPRITE, board_svg(drawn(whole_armies(), "G24-G23"), str)):
        assert not re.search(r"\sstyle=|<style|<script|\son\w+=", markup)


@pytest.mark.parametrize("time", TIMES)
def test_files_of_the_land_are_those_the_code_makes(time: str) -> None:
    """After a change of the map: ``python -m games.calenzano.map_file``."""
    assert BACKDROP.path("map", time).read_text(encoding="utf-8") == BACKDROP.svg("map", time)


@pytest.mark.parametrize("time", TIMES)
def test_land_covers_the_map_and_shows_each_wood_and_house(time: str) -> None:
    picture = tree(BACKDROP.svg("map", time).replace(' xmlns="http://www.w3.org/2000/svg"', ""))
    assert picture.attrib["viewBox"] == f"0 0 {WIDTH} {HEIGHT}"
    used = [use.attrib["href"] for use in picture.iter(f"{SVG}use")]
    assert sum(name.startswith("#cz-wood-") for name in used) == 74
    assert sum(name.startswith("#cz-house-") for name in used) == 18
    assert {name[1:] for name in used} <= {part.attrib.get("id") for part in picture.iter()}
    style = picture.find(f"{SVG}style")
    assert style is not None
    assert style.text is not None
    classes = {name for part in picture.iter() for name in part.attrib.get("class", "").split()}
    assert classes <= set(re.findall(r"\.(cz-[\w-]+)", style.text))
    assert not re.search(r"var\(|light-dark|url\((?!#)", BACKDROP.svg("map", time))


def test_style_sheet_lays_the_land_of_the_time_under_the_board() -> None:
    assert set(re.findall(r'url\("([^"]+)"\)', CSS)) == {BACKDROP.path("map", time).name for time in TIMES}


def test_names_of_rows_and_columns_lie_under_the_figures_those_of_places_over_them() -> None:
    texts = {
        name: re.findall(r"<text [^>]*>([^<]+)</text>", symbol)
        for name, symbol in re.findall(r'<symbol id="(cz-(?:map|names))"(.*?)</symbol>', SPRITE)
    }
    assert texts["cz-map"][:4] == ["ABCDEFGHIJKLMNOPQRSTUVWX"] * 2 + ["1"] * 2
    assert texts["cz-map"][-1] == "32"
    assert texts["cz-names"][0] == "Calenzano"
    for interactive in (True, False):
        used = re.findall(r'<use [^>]*href="#([^"]+)"', board_svg(drawn(whole_armies()), str, interactive=interactive))
        assert (used[0], used[-1]) == ("cz-map", "cz-names")
        assert len(used) == 2 + 43


def test_board_of_whole_armies_is_small_on_the_wire() -> None:
    """The land is a file apart; an empty cell on which nothing may be done does not travel at all."""
    board = drawn(whole_armies())
    assert len(said(board)) == 43
    assert len(gzip.compress(board_svg(board, str).encode(), mtime=0)) <= 1400
    assert len(gzip.compress(SPRITE.encode(), mtime=0)) <= 2200


def test_a_map_without_figures_still_takes_the_keyboard() -> None:
    assert said(draw_board(GAME.view(State(), None))) == {"A1": "A1, hill"}


def test_draft_shows_ways_and_chances() -> None:
    state = battle("F L20, K N22", "A L24, K M21, F L21")
    board = drawn(state, "L24 shot N22; M21-M20; L21+M20xL20")
    assert marks(board) == [
        ("drafted", "L24", "", ""),
        ("arrow", "L24", "N22", ""),
        ("cross", "N22", "", "2/6"),
        ("arrow", "M21", "M20", ""),
        ("drafted", "M20", "", ""),
        ("drafted", "L21", "", ""),
        ("arrow", "L21", "L20", ""),
        ("drafted", "M20", "", ""),
        ("arrow", "M20", "L20", ""),
        # 3 + 5 against 3
        ("ring", "L20", "", "100%"),
    ]
    assert [(piece.space, piece.look) for piece in board.pieces][-1] == ("M20", "ghost")
    assert "data-live" not in board_svg(board, str)


def test_chances_of_a_shot_and_a_fight_stand_side_by_side() -> None:
    shot_and_fight = (Mark("cross", "L20", text="3/6"), Mark("ring", "L20", text="100%"))
    board = replace(drawn(battle("F L20", "B L21")), marks=shot_and_fight)
    plates = re.findall(r'<rect class="mark-plate" x="(\d+)" y="\d+" width="(\d+)"', board_svg(board, str))
    (left, width), (right, _) = [(int(x), int(width)) for x, width in plates]
    assert left + width <= right


def test_fight_that_will_be_skipped_shows_no_chance() -> None:
    board = drawn(battle("F L20", "F L21"), "L21xL19")
    assert marks(board) == [("drafted", "L21", "", ""), ("arrow", "L21", "L19", "")]


def test_who_has_moved_is_paler_until_the_turn_is_over() -> None:
    state = battle("F A1", "F L21, F L24")
    moved = GAME.resolve(state, {"S": read(state, "L21-L22")}, ScriptedChance(), NoAnswers()).state
    assert [(p.space, p.look) for p in drawn(moved).pieces] == [("A1", ""), ("L22", "spent"), ("L24", "")]
    over = GAME.resolve(moved, {"S": [Order("done")]}, ScriptedChance(), NoAnswers()).state
    assert {piece.look for piece in drawn(over).pieces} == {""}


def test_fire_zone_is_what_could_be_hit() -> None:
    """Around L24: houses at M24 and K25 screen, a figure screens what is behind it, own cells are no targets."""
    state = battle("F L22", "B L24, F N22")
    found = zone(state, who="L24")
    assert {"L23", "L22", "K23", "I24", "L28"} <= found
    assert not {"L21", "L20", "N24", "P24", "N22", "O21", "L19", "L24"} & found
    assert zone(state, who="N22") == set()
    assert zone(state, who="L24", action="move") == set()
    assert zone(state, "L24-L25", who="L25") == set()
    assert zone(battle("F A1", "A F15"), who="F15") == set()  # nobody shoots out of a wood


def test_stone_shades_where_it_may_fall() -> None:
    state = battle("F A1", "C L24")
    assert zone(state, who="L24", action="cat", to="N") >= {"L23", "L18", "L12", "R12", "F12"}
    assert {cell[0] for cell in zone(state, who="L24", action="cat", to="N")} == set("FGHIJKLMNOPQR")
    # before a direction is chosen: straight ways with one die or two, a stone with two flying twice as far at most
    star = zone(state, who="L24")
    assert {"L12", "L32", "A24", "X24", "X12", "T32", "D32"} <= star
    assert {cell for cell in star if cell[0] == "M"} == {"M23", "M25", "M24"}


def test_trays_count_the_fallen_of_each_kind() -> None:
    state = battle("F A1, K* X19", "F A30, C A31", losses=(24, 23), came=8)
    north, south, end = trays(state)
    assert str(north.title) == "Fallen of Calenzano: 24 of 26"
    assert {(str(lot.label), lot.count) for lot in north.lots} == {
        ("Foot of Calenzano", 3),
        ("Pavise foot of Calenzano", 3),
        ("Rider of Calenzano", 3),
        ("Archer of Calenzano", 4),
        ("Crossbowman of Calenzano", 3),
        ("Catapult of Calenzano", 1),
        ("Rider of Florence", 3),
        ("Foot of Florence", 2),
        ("Crossbowman of Florence", 2),
    }
    assert sum(lot.count for lot in south.lots) == 23
    assert str(end.title) == "How far the end is"
    assert trays(State()) == ()


@pytest.mark.parametrize(
    ("changes", "sentences"),
    [
        (
            {},
            [
                "Losses are equal.",
                "More than 20 brings the side behind its last chance.",
                # 18 and 25 stand: below half are 8 and 12
                "Losses until an army is below half, and more than 10 are enough: Calenzano 10, Lucca 13.",
            ],
        ),
        (
            {"losses": (3, 8), "is_closing": True, "turns_left": (2, 1), "quiet": 4},
            [
                "Behind by losses: Lucca, 5.",
                "More than 10 brings the side behind its last chance.",
                "Turns left: Calenzano 2, Lucca 1.",
                "Turns without a loss: 4 of 20.",
            ],
        ),
        (
            {"losses": (3, 24), "chance_of": "S", "gap": 21},
            [
                "Behind by losses: Lucca, 21.",
                "The difference must fall below 21 in this turn.",
                "Losses until an army is below half, and more than 10 are enough: Calenzano 10, Lucca 13.",
            ],
        ),
    ],
)
def test_distance_to_the_end_is_told(changes: dict[str, Any], sentences: Sequence[str]) -> None:
    state = battle(
        ", ".join(f"F {cell}" for cell in CELLS[:18]), ", ".join(f"F {cell}" for cell in CELLS[-25:]), **changes
    )
    assert [str(sentence) for sentence in distance(state)] == sentences


def test_text_board_shows_grounds_and_figures() -> None:
    text = text_board([*army("N", "K* X20"), *army("S", "F L21")])
    rows = text.splitlines()
    assert len(rows) == 1 + 32 + 1 + 2
    assert rows[20].endswith("NK= 20")
    assert "SF=" in rows[21]
    assert rows[-2:] == ["N: K* X20", "S: F L21"]


def test_cards_tell_of_every_kind() -> None:
    names = {card.name for card in ART.cards}
    assert {piece.card for piece in drawn(whole_armies()).pieces} == names
    assert set(ART.gallery) == names
    for card in ART.cards:
        assert [face.symbol in SPRITE for face in card.faces] == [True, True]
