"""The Duke's board: every face drawn as the table says, told in words, light on the wire."""

import gzip
import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from games.asides import cards_html, gallery_html, layers_html, notes_html, trays_html
from games.chance import ScriptedChance
from games.drawing import Board, Mark
from games.duke import GAME
from games.duke.board import SPACES, draw_board
from games.duke.cards import ART, card_of, face_words
from games.duke.data import FACES
from games.duke.faces import COLOURS, SIDES, symbol_of
from games.duke.position import Order, Tile, View
from games.duke.text import text_board
from games.heraldry import tincture_defs
from games.svg import board_svg, sprite_svg

SVG = "{http://www.w3.org/2000/svg}"
SPRITE = sprite_svg(ART)
OPENING = View(
    seat="1",
    to_act="1",
    objective="duke",
    phase="turn",
    period=3,
    tiles=(
        Tile("b1", "1", "footman"),
        Tile("c1", "1", "duke"),
        Tile("d1", "1", "footman"),
        Tile("c6", "2", "footman"),
        Tile("d6", "2", "duke"),
        Tile("e6", "2", "footman"),
    ),
    bags=(("footman", "pikeman", "pikeman", "pikeman", "wizard"), ("pikeman",)),
    captured=((), ()),
    table=(),
    drawn="",
    mountain="",
    fortress="",
    flags=("", ""),
    points=(0, 0),
    quiet=0,
    times=1,
    threats=(),
    how="",
    winner="",
)
RICH = replace(
    OPENING,
    tiles=(
        Tile("c1", "1", "duke", "back"),
        Tile("a2", "1", "champion", "back"),
        Tile("d4", "1", "ranger"),
        Tile("c3", "2", "knight", "back"),
        Tile("d6", "2", "duke"),
    ),
    captured=(("footman", "footman"), ("seer",)),
    mountain="b5",
    fortress="d4",
)


def tree(markup: str) -> ET.Element:
    return ET.fromstring(markup.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))  # noqa: S314 - our own


def labels(board: Board) -> dict[str, str]:
    cells = tree(board_svg(board, str)).iterfind(f".//{SVG}g[@role='gridcell']")
    return {cell.attrib["data-space"]: cell.attrib.get("aria-label", cell.attrib["data-space"]) for cell in cells}


def zipped(text: str) -> int:
    return len(gzip.compress(text.encode(), mtime=0))


def named(markup: str) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', markup))


def test_every_face_of_both_sides_has_a_symbol() -> None:
    wanted = {
        symbol_of(colour, kind, side, is_turned=turned)
        for colour in COLOURS
        for kind in FACES
        for side in SIDES
        for turned in (False, True)
    }
    assert len(wanted) == 12 * 2 * 2 * 2
    assert wanted - named(SPRITE) == set()


def test_symbols_are_named_once_and_those_used_are_there() -> None:
    names = re.findall(r'\bid="([^"]+)"', SPRITE)
    assert [name for name, n in Counter(names).items() if n > 1] == []
    boards = "".join(board_svg(draw_board(replace(RICH, seat=seat)), str) for seat in (None, "1", "2"))
    used = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', SPRITE + boards + cards_html(ART, str))
    assert {href or url for href, url in used} - {*names, *named(tincture_defs())} == set()


@pytest.mark.parametrize("kind", FACES)
@pytest.mark.parametrize("up", [0, 1], ids=SIDES)
def test_grid_of_a_face_bears_its_icons(kind: str, up: int) -> None:
    grid = tree(SPRITE).find(f".//{SVG}g[@id='dk-{kind}-{SIDES[up]}']")
    assert grid is not None
    drawn = Counter(use.attrib["href"] for use in grid)
    assert drawn == {f"#dk-{icon}": len(squares) for icon, squares in FACES[kind][up].items()}


def test_icon_stands_where_the_owner_reads_it() -> None:
    # the Knight's front jumps to (-1, 2) and (1, 2): left and right of the middle, far up
    grid = tree(SPRITE).find(f".//{SVG}g[@id='dk-knight-front']")
    assert grid is not None
    jumps = [use for use in grid if use.attrib["href"] == "#dk-jump"]
    assert [(float(use.attrib["x"]) < 30, float(use.attrib["y"]) < 10) for use in jumps] == [
        (True, True),
        (False, True),
    ]
    turned = tree(SPRITE).find(f".//{SVG}symbol[@id='dk-dark-knight-front-turned']")
    assert turned is not None
    assert [use.get("transform") for use in turned if use.attrib["href"] == "#dk-knight-front"] == ["rotate(180 30 30)"]
    assert [use.get("transform") for use in turned if use.attrib["href"] == "#dk-knight"] == [None]


def test_tiles_face_away_from_their_owner() -> None:
    def symbols(seat: str | None) -> dict[str, str]:
        return {piece.space: piece.symbol for piece in draw_board(replace(OPENING, seat=seat)).pieces}

    assert (symbols("1")["c1"], symbols("1")["d6"]) == ("dk-light-duke-front", "dk-dark-duke-front-turned")
    assert (symbols("2")["c1"], symbols("2")["d6"]) == ("dk-light-duke-front-turned", "dk-dark-duke-front")
    assert symbols(None) == symbols("1")


def test_own_rank_lies_below() -> None:
    for seat, first, last in (("1", "a6", "f1"), ("2", "f1", "a6")):
        order = sorted(SPACES[seat], key=lambda space: (space.y, space.x))
        assert (order[0].name, order[-1].name) == (first, last)
        assert len({space.name for space in order}) == 36
    assert draw_board(replace(OPENING, seat="2")).ground == "dk-table-dark"


def test_coordinates_stand_in_the_margin_of_both_boards() -> None:
    for ground, bottom in (("dk-table-light", "abcdef"), ("dk-table-dark", "fedcba")):
        symbol = tree(SPRITE).find(f".//{SVG}symbol[@id='{ground}']")
        assert symbol is not None
        texts = [(float(text.attrib["y"]), float(text.attrib["x"]), text.text) for text in symbol.iter(f"{SVG}text")]
        assert "".join(str(text) for y, _, text in sorted(texts) if y > 400) == bottom
        assert len(texts) == 24


def test_tiles_are_told_in_words() -> None:
    said = labels(draw_board(OPENING))
    assert said["c1"] == "c1, light Duke, front"
    assert said["e6"] == "e6, dark Footman, front"
    assert said["a3"] == "a3"
    said = labels(draw_board(RICH))
    assert said["c3"] == "c3, dark Knight, back"
    assert said["b5"] == "b5, Mountain"
    assert said["d4"] == "d4, light Ranger, front, in the Fortress"
    assert labels(draw_board(replace(RICH, fortress="e2")))["e2"] == "e2, Fortress"


def test_flags_lie_free_or_are_carried() -> None:
    board = draw_board(replace(RICH, objective="score", flags=("a2", "f6"), points=(2, 1)))
    assert labels(board)["a2"] == "a2, light Champion, back, carries the light flag"
    assert labels(board)["f6"] == "f6, dark flag"
    assert str(board.title) == "The Duke, points: Light 2, Dark 1"


def test_threatened_duke_bears_a_shield_and_names_the_danger() -> None:
    board = draw_board(replace(RICH, threats=("c3",)))
    assert [(mark.shape, mark.at, mark.to) for mark in board.marks] == [("arrow", "c3", "c1"), ("shield", "c1", "")]
    assert labels(board)["c1"] == "c1, light Duke, back, the Knight on c3 threatens it, in danger"
    assert draw_board(RICH).marks == ()


def test_attacked_squares_are_a_layer_to_call_up() -> None:
    dark, light = draw_board(OPENING).layers
    # Footmen move one square along rank and file, the Duke slides along the rank as far as its own Footmen let it
    assert str(light.title) == "Squares that Light attacks"
    assert str(light.words) == "a1, e1, b2, d2"
    assert [(mark.shape, mark.at) for mark in light.marks] == [("dot", at) for at in ("a1", "e1", "b2", "d2")]
    assert str(dark.words) == "c5, e5, b6, f6"
    svg = board_svg(draw_board(OPENING), str)
    assert svg.count('data-layer="') == 2
    assert "you may" not in svg
    folds = layers_html(draw_board(OPENING).layers, str)
    assert '<details class="layer" data-shows="0"><summary>Squares that Dark attacks</summary>' in folds


def test_bags_and_captured_tiles_are_counted() -> None:
    trays = {str(tray.title): [(str(lot.label), lot.count) for lot in tray.lots] for tray in draw_board(RICH).trays}
    assert trays == {
        "Light's bag": [("light Footman", 1), ("light Pikeman", 3), ("light Wizard", 1)],
        "Dark's bag": [("dark Pikeman", 1)],
        "Captured light tiles": [("light Footman", 2)],
        "Captured dark tiles": [("dark Seer", 1)],
    }
    html = trays_html(draw_board(RICH).trays, str)
    assert 'popovertarget="card-light-pikeman" aria-label="light Pikeman: 3"' in html


def test_a_drawn_tile_lies_before_its_player_and_no_more_in_the_bag() -> None:
    trays = draw_board(replace(OPENING, phase="place", drawn="pikeman")).trays
    assert [(lot.symbol, lot.count) for lot in trays[0].lots] == [("dk-light-pikeman-front", 1)]
    bags = [[(str(lot.label), lot.count) for lot in tray.lots] for tray in trays[1:3]]
    assert bags == [
        [("light Footman", 1), ("light Pikeman", 2), ("light Wizard", 1)],
        [("dark Pikeman", 1)],
    ]


def test_a_drawn_tile_is_no_longer_offered_once_its_player_has_left() -> None:
    trays = draw_board(replace(OPENING, phase="over", to_act="", drawn="pikeman")).trays
    assert "Drawn, to be placed" not in [str(tray.title) for tray in trays]


def test_a_drawn_tile_is_shown_to_its_player_wherever_it_may_be_put() -> None:
    view = replace(OPENING, phase="place", drawn="seer", bags=(("seer",), ()))
    # b1 and d1 are taken by Footmen, so c2 alone is left beside the Duke on c1
    offered = [piece for piece in draw_board(view).pieces if "offer" in piece.look]
    assert [(piece.space, piece.symbol, str(piece.label)) for piece in offered] == [
        ("c2", symbol_of("light", "seer", "front"), "Seer: may be put here")
    ]
    for other in (replace(view, seat="2"), replace(view, seat=None)):
        assert not [piece for piece in draw_board(other).pieces if "offer" in piece.look]
    drafted = draw_board(view, (Order("place", to="c2"),))
    assert [piece.look for piece in drafted.pieces if piece.space == "c2"] == ["ghost"]


def test_every_tile_on_board_and_trays_has_a_card() -> None:
    board = draw_board(RICH)
    named_cards = {piece.card for piece in board.pieces if piece.card} | {
        lot.card for tray in board.trays for lot in tray.lots
    }
    cards = {card.name: card for card in ART.cards}
    assert len(cards) == 24
    assert named_cards - cards.keys() == set()
    assert [face.symbol for face in cards[card_of("dark", "seer")].faces] == ["dk-dark-seer-front", "dk-dark-seer-back"]
    assert 'data-card="card-dark-knight"' in board_svg(board, str)
    assert gallery_html(ART, str).count("<section") == 12


def test_faces_are_told_in_words() -> None:
    assert str(face_words(FACES["bowman"][1])) == (
        "Moves: 1 forward, 1 backward and 1 to either side. Strikes: 2 forward, 1 forward and 1 to either side."
    )
    assert str(face_words(FACES["ranger"][1])) == (
        "Jumps: 2 backward and 1 to either side. Slides: diagonally forward."
    )


def test_every_face_is_the_same_to_both_sides() -> None:
    # the words rely on it
    for faces in FACES.values():
        for face in faces:
            for squares in face.values():
                assert {(-dx, dy) for dx, dy in squares} == set(squares)


def test_draft_is_drawn_over_the_board() -> None:
    board = draw_board(OPENING, (Order("move", "b1", "b2"),))
    ghost = board.pieces[-1]
    assert (ghost.space, ghost.symbol, ghost.look) == ("b2", "dk-light-footman-back", "ghost")
    # the arrow lies over the frame, which would hide its point
    assert board.marks == (Mark("drafted", "b2"), Mark("arrow", "b1", "b2", look="draft"))
    struck = draw_board(RICH, (Order("strike", "a2", "a3"),))
    assert labels(struck)["a3"] == "a3, your strike from a2"
    setup = replace(OPENING, phase="setup", seat="2", to_act="2", tiles=())
    placed = draw_board(setup, (Order("setup", to="c6", who="duke"), Order("setup", to="c5", who="footman")))
    assert [(piece.space, piece.symbol) for piece in placed.pieces] == [
        ("c6", "dk-dark-duke-front"),
        ("c5", "dk-dark-footman-front"),
    ]


def test_points_stand_beside_the_board() -> None:
    notes = draw_board(replace(RICH, objective="score", flags=("a2", "f6"), points=(2, 1))).notes
    assert [str(note) for note in notes] == ["Points: Light 2, Dark 1; 3 win."]
    assert "Points: Light 2" in notes_html(notes, str)


def test_text_board_shows_tiles_terrain_and_what_lies_beside() -> None:
    view = replace(RICH, objective="score", flags=("a2", "f6"), points=(2, 1))
    assert text_board(view) == (
        "  a    b    c    d    e    f\n"
        "6 .    .    .    du   .    !    6\n"
        "5 .    ^    .    .    .    .    5\n"
        "4 .    .    .    #RA  .    .    4\n"
        "3 .    .    kn'  .    .    .    3\n"
        "2 CH'! .    .    .    .    .    2\n"
        "1 .    .    DU'  .    .    .    1\n"
        "  a    b    c    d    e    f\n"
        "CAPITALS: 1 Light, small: 2 Dark, ': back up\n"
        "Mountain ^ b5\n"
        "Fortress # d4\n"
        "Flag of 1 ! a2\n"
        "Flag of 2 ! f6\n"
        "Points 2:1\n"
        "Bag of 1: Footman, Pikeman 3, Wizard\n"
        "Bag of 2: Pikeman\n"
        "Captured of 1: Footman 2\n"
        "Captured of 2: Seer"
    )


def test_two_letters_tell_the_kinds_apart() -> None:
    assert len({kind[:2] for kind in FACES}) == 12


def test_art_is_light_on_the_wire() -> None:
    assert zipped(SPRITE) <= 7000
    assert zipped(SPRITE + cards_html(ART, str)) <= 8000
    assert zipped(board_svg(draw_board(RICH), str)) <= 2000


def test_looks_are_classes_only() -> None:
    board = draw_board(RICH)
    for markup in (board_svg(board, str), SPRITE, cards_html(ART, str), trays_html(board.trays, str)):
        assert "style" not in markup


def test_deployed_riders_are_seen_before_they_are_filed() -> None:
    """What a seat deploys in the Dark Rider is named by its square alone; the kind is the seat's own."""
    state = GAME.setup(("1", "2"), GAME.about.full_options({"objective": "dark_rider"}), ScriptedChance()).state
    drafted = GAME.read(state, "1", "deploy a1 b1 c1 d1 e1")
    ghosts = [piece for piece in GAME.draw(GAME.view(state, "1"), drafted).pieces if "ghost" in piece.look]
    assert [(ghost.space, str(ghost.label)) for ghost in ghosts] == [
        (square, "light Pikeman, front") for square in ("a1", "b1", "c1", "d1", "e1")
    ]
