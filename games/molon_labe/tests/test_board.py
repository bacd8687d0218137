"""The board in words and with a draft on it."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from games.asides import trays_html
from games.backdrop import TIMES
from games.chance import ScriptedChance
from games.drawing import Board, Mark
from games.heraldry import CHARGES, TINCTURES, tincture_defs
from games.molon_labe import GAME
from games.molon_labe.atlas import CITIES, MAP, NODES
from games.molon_labe.board import ART, BADGES
from games.molon_labe.ground import CELLS, outline
from games.molon_labe.map_file import BACKDROP
from games.molon_labe.position import State
from games.molon_labe.stands import LEFT, hidden
from games.molon_labe.tests.field import play, read, war
from games.svg import board_svg, sprite_svg

SVG = "{http://www.w3.org/2000/svg}"


def text(state: State) -> list[str]:
    return GAME.draw(GAME.view(state, None)).text.splitlines()


def test_text_board_tells_the_whole_position() -> None:
    state = war("RCG", season=5, R1="off(6) 3", taken={"A": {"greeks": 2}}, floors={"sparta": 1})
    assert text(GAME.retire(state, "B", ScriptedChance()).state) == [
        "263 B.C. aestus",
        "A: romans, to act, dice 6 4 2 1",
        "  generals: g1 off(6) level 3; g2 capua level 1; g3 tarentum level 1; g4 antium level 1",
        "  towers: roma 3; capua 3; tarentum 3",
        "  razed: greeks 2",
        "B: carthaginians, has left",
        "  towers: carthago 3; leptis 3; gades 3",
        "C: greeks",
        "  generals: g1 pella level 1; g2 athenae level 1; g3 sparta level 1; g4 demetrias level 1",
        "  towers: pella 3; athenae 3; sparta 1",
    ]


def test_text_board_marks_who_has_acted_and_who_is_to_choose() -> None:
    assert "g4 caralis level 1 acted" in text(play(war(), "g4-caralis 2").state)[2]
    assert text(GAME.setup("AB", {}, ScriptedChance()).state)[1:] == ["A: -, to choose", "B: -"]


def test_board_has_a_space_for_each_node_and_a_shield_for_each_kingdom() -> None:
    board = GAME.draw(GAME.view(war("RC"), "A"))
    assert {space.name for space in board.spaces} == set(NODES)
    assert {seat: badge.tincture for seat, badge in board.badges.items()} == {"A": "gules", "B": "purpure"}


def test_draft_shows_ways_and_ghosts() -> None:
    state = war(R1="off(0)", R2="gades", C3="siga")
    board = GAME.draw(GAME.view(state, "A"), read(state, "g4-caralis 4; g2 raze 6"))
    assert [(mark.shape, mark.at, mark.to, mark.text) for mark in board.marks] == [
        ("arrow", "antium", "tyrrhenum", ""), ("arrow", "tyrrhenum", "caralis", ""), ("drafted", "caralis", "", "2"),
        ("drafted", "gades", "", ""),
    ]  # fmt: skip
    assert [(piece.space, str(piece.label)) for piece in board.pieces if piece.look == "ghost"] == [
        ("caralis", "Roman general 4 in Caralis, in your draft")
    ]
    back = GAME.draw(GAME.view(state, "A"), read(state, "g1 back roma 6"))
    assert [(mark.shape, mark.at) for mark in back.marks] == [("drafted", "roma")]
    choice = GAME.setup("AB", {}, ScriptedChance()).state
    board = GAME.draw(GAME.view(choice, "A"), read(choice, "take romans antium"))
    assert [piece.space for piece in board.pieces] == ["roma", "capua", "tarentum", "antium"]


def test_in_winter_a_way_by_land_costs_two_each() -> None:
    state = war(season=3, R2="paestum")
    board = GAME.draw(GAME.view(state, "A"), read(state, "g1-capua 4"))  # roma, antium or luceria, capua
    assert [mark.text for mark in board.marks if mark.shape == "drafted"] == ["4"]
    assert board.ground == "ml-winter-3"


def test_places_are_told_in_words() -> None:
    state = war(R1="carthago 3", C1="hadrumetum", floors={"carthago": 2, "leptis": 0})
    said = labels(GAME.draw(GAME.view(state, "A")))
    assert said["carthago"] == (
        "Carthago, main city of the Carthaginians, tower, floors: 2, Roman general 1, level 3, may still use a die"
    )
    assert said["leptis"] == (
        "Leptis Magna, main city of the Carthaginians, the tower is razed, Carthaginian general 2, level 1"
    )
    # where nothing stands and nothing may be done is ground, which came with the page
    assert not {"tyrrhenum", "caralis", "gelonus"} & said.keys()


def test_places_that_may_be_chosen_are_told_whether_anything_stands_there_or_not() -> None:
    marks = (Mark("dot", "caralis"), Mark("ring", "gelonus"))
    said = labels(replace(GAME.draw(GAME.view(war(), "A")), marks=marks))
    assert "tyrrhenum" not in said
    assert said["caralis"] == "Caralis, you may go here"
    assert said["gelonus"] == "Gelonus, main city of the Sarmatians, you may attack here"


def test_nothing_razed_is_said_once() -> None:
    trays = GAME.draw(GAME.view(war("BSGRCE"), None)).trays
    assert [(str(tray.title), tray.lots) for tray in trays] == [("Off the map", ()), ("Razed floors", ())]


def test_only_generals_that_may_act_bear_a_die() -> None:
    def dice(state: State) -> list[str]:
        pieces = GAME.draw(GAME.view(state, "A")).pieces
        return [piece.space for piece in pieces if piece.symbol == "ml-die"]

    state = war(R1="off(2)")
    assert dice(state) == ["capua", "tarentum", "antium"]
    assert dice(play(state, "g4-caralis 2").state) == ["capua", "tarentum"]
    ended = play(state, "g4-caralis 2; done").state  # the next seat's dice are thrown
    assert dice(ended) == ["carthago", "leptis", "gades", "hippo"]


def test_two_generals_in_a_city_stand_apart() -> None:
    def standing(city: str) -> set[tuple[str, float]]:
        pieces = GAME.draw(GAME.view(war("RCG", R4=city, G4="felsina"), "A")).pieces
        return {(piece.symbol, piece.x) for piece in pieces if piece.space == city and "level" not in piece.symbol}

    # that of the seat to act stands where one alone would: at the right, in Felsina at the left
    assert {("ml-romans-4", 38), ("ml-carthaginians-1", -22)} <= standing("carthago")
    assert {("ml-romans-4", -9), ("ml-greeks-4", 26)} <= standing("felsina")


def test_standard_hides_no_neighbour_that_it_need_not() -> None:
    # at the right it would stand behind the tower of Athenae, cover the sign of Patavium, that of Luceria
    assert {"corinthus", "felsina", "capua"} <= LEFT
    assert not {"roma", "caralis", "elis"} & LEFT
    for node in MAP["nodes"]:
        if node["id"] in CITIES:
            side = int(node["id"] in LEFT)
            assert hidden(node, side) <= hidden(node, 1 - side) + 0.02
    places = {node["id"]: node for node in MAP["nodes"]}
    assert hidden(places["elis"], 0) < 0.01  # nothing of the name of Corinthus


def test_trays_hold_razed_floors_and_generals_off_the_map() -> None:
    state = war("RCG", R1="off(2) 3", taken={"A": {"greeks": 2, "carthaginians": 1}})
    trays = {str(tray.title): tray for tray in GAME.draw(GAME.view(state, None)).trays}
    assert [(lot.symbol, lot.count) for lot in trays["Floors the Romans razed"].lots] == [
        ("ml-floor-greeks", 2), ("ml-floor-carthaginians", 1),
    ]  # fmt: skip
    assert trays.keys() == {"Off the map", "Floors the Romans razed"}
    assert [str(lot.label) for lot in trays["Off the map"].lots] == [
        "Roman general 1, level 3, may return from 264 B.C. Autumnus on"
    ]


def test_symbols_are_named_once_and_those_used_are_there() -> None:
    sprite = sprite_svg(ART)
    names = re.findall(r'\bid="([^"]+)"', sprite)
    assert [name for name, n in Counter(names).items() if n > 1] == []
    boards = [GAME.draw(GAME.view(war("BSGRCE", season=season), None)) for season in range(16)]
    boards.append(GAME.draw(GAME.view(war(R1="off(2)", floors={"roma": 0}, taken={"A": {"carthaginians": 1}}), None)))
    drawn = "".join(board_svg(board, str) + trays_html(board.trays, str) for board in boards)
    used = {href or url for href, url in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', sprite + drawn)}
    patterns = set(re.findall(r'\bid="([^"]+)"', tincture_defs()))
    assert used - {*names, *patterns} == set()
    assert all(mark_or_tag not in sprite for mark_or_tag in ("style=", "<script", "<style"))


@pytest.mark.parametrize("name", BACKDROP.drawings)
@pytest.mark.parametrize("time", TIMES)
def test_files_of_the_map_are_those_the_code_makes(name: str, time: str) -> None:
    """After a change of the map: ``python -m games.molon_labe.map_file``."""
    file = BACKDROP.svg(name, time)
    assert BACKDROP.path(name, time).read_text(encoding="utf-8") == file
    assert not re.search(r"var\(|light-dark|url\((?!#)|<text", file)
    picture = ET.fromstring(file)  # noqa: S314 - our own
    used = [use.attrib["href"][1:] for use in picture.iter(f"{SVG}use")]
    assert (used.count("ml-town"), used.count("ml-wall"), used.count("ml-ship")) == (84, 18, 30)
    assert set(used) <= {part.attrib.get("id") for part in picture.iter()}
    style = picture.findtext(f"{SVG}style") or ""
    classes = {name for part in picture.iter() for name in part.attrib.get("class", "").split()}
    assert classes <= set(re.findall(r"\.(ml-[\w-]+)", style))


def test_style_sheet_lays_the_map_of_season_and_time_under_the_board() -> None:
    css = (BACKDROP.folder / "board.css").read_text(encoding="utf-8")
    assert set(re.findall(r'url\("([^"]+)"\)', css)) == {
        BACKDROP.path(name, time).name for name in BACKDROP.drawings for time in TIMES
    }
    # where the sea is closed the style sheet sees it by the name of the ground
    grounds = [GAME.draw(GAME.view(war(season=season), None)).ground for season in range(16)]
    assert [n for n, name in enumerate(grounds) if f"#{name}".startswith("#ml-winter-")] == [3, 7, 11, 15]
    assert css.count('[href^="#ml-winter-"]') == 4


def test_all_names_are_written_over_the_map() -> None:
    names = re.search(r'<symbol id="ml-names".*?</symbol>', ART.sprite)
    assert names
    texts = re.findall(r"<text[^>]*>([^<]+)</text>", names[0])
    assert {node["name"] for node in MAP["nodes"] if node["kind"] == "city"} <= set(texts)


def test_every_season_has_its_place_on_the_border() -> None:
    # clockwise: four along the top, down the right side, back along the foot, up the left side
    corners = [(x, y) for x, y, *_ in CELLS]
    assert corners[0] == (44, 0)
    assert corners[3] == (44 + 3 * 400, 0)
    assert corners[4] == (1688 - 44, 44)
    assert corners[8] == (1688 - 44 - 400, 1088 - 44)
    assert corners[15] == (0, 44)
    assert len(set(corners)) == 16


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("M10.4,20.6L13,20Z", "M10 21l3-1z"),  # 10 21 to 13 20
        ("M0,0C1,2 3.2,4 5,6C6,6 7,8 4,5", "M0 0c1 2 3 4 5 6 1 0 2 2-1-1"),
    ],
)
def test_outlines_become_relative_and_whole(path: str, data: str) -> None:
    assert outline(path) == data


def test_art_and_board_are_light() -> None:
    assert len(gzip.compress(ART.sprite.encode(), mtime=0)) <= 5_500
    board = GAME.draw(GAME.view(war("BSGRCE"), "A"))
    assert len(gzip.compress(board_svg(board, str).encode(), mtime=0)) <= 2_000


def test_charges_tell_the_kingdoms_apart() -> None:
    assert len({(badge.tincture, badge.charge) for badge in BADGES.values()}) == 6
    assert len({badge.charge for badge in BADGES.values()}) == 6
    assert all(CHARGES[badge.charge] and badge.tincture in TINCTURES for badge in BADGES.values())


def labels(board: Board) -> dict[str, str]:
    svg = board_svg(board, str).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    cells = ET.fromstring(svg).iterfind(f".//{SVG}g[@role='gridcell']")  # noqa: S314 - our own
    return {cell.attrib["data-space"]: cell.attrib.get("aria-label", cell.attrib["data-space"]) for cell in cells}
