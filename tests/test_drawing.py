"""Boards: what is drawn, what is said of it, and that nothing written by people becomes markup."""

import gzip
import random
import re
import struct
from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from games.answers import NoAnswers
from games.chance import RandomChance
from games.drawing import SHAPES, Art, Board, Mark, Piece, Space
from games.heraldry import tincture_defs
from games.ice_battle.board import ART, draw_board, text_board
from games.ice_battle.position import Order, View, Warrior
from games.mail.messages import PICTURE_WIDTH
from games.mail.pictures import board_png
from games.playing import random_sheet
from games.registry import GAMES, get_game
from games.svg import board_svg, sprite_svg
from games.words import say

ARMIES = (
    *(("R", kind, cell) for kind, cell in zip("HAWWWW", ("E1", "D1", "C2", "D2", "E2", "F2"), strict=True)),
    *(("T", kind, cell) for kind, cell in zip("HAWWWW", ("E8", "D8", "C7", "D7", "E7", "F7"), strict=True)),
)
OPENING = View(
    seat="R",
    phase="orders",
    turn=1,
    points=(100, 100),
    warriors=tuple(
        Warrior(f"{side}{kind}{n}", side, kind, cell, 4 if kind == "H" else 3)
        for n, (side, kind, cell) in enumerate(ARMIES)
    ),
    lone_hero="fights",
    how="",
    winner="",
)
SVG = "{http://www.w3.org/2000/svg}"


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - made by our own builder a moment ago


def tree(board: Board, *, interactive: bool = True) -> ET.Element:
    svg = board_svg(board, str, interactive=interactive)
    return parse(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def labels(board: Board) -> dict[str, str]:
    cells = tree(board).iterfind(f".//{SVG}g[@role='gridcell']")
    return {cell.attrib["data-space"]: cell.attrib.get("aria-label", cell.attrib["data-space"]) for cell in cells}


def with_marks(*marks: Mark) -> Board:
    return replace(draw_board(OPENING), marks=marks)


def test_board_escapes_every_text() -> None:
    evil = "<script>'\"&"
    board = Board(
        title=say("{name}", name=evil),
        width=60,
        height=60,
        spaces=(Space(evil, 0, 0, 60, 60, 0, 0, look=evil),),
        pieces=(Piece(evil, evil, evil, say("{name}", name=evil), look=evil),),
        text=evil,
        ground=evil,
        marks=(
            Mark("shield", evil, text=evil, label=say("{name}", name=evil), look=evil),
            Mark("ring", evil, text=evil),
        ),
    )
    for interactive in (True, False):
        svg = board_svg(board, str, id=evil, interactive=interactive)
        assert "<script" not in svg
        assert parse(svg).find("title").text == evil  # type: ignore[union-attr]  # it is there
    assert parse(svg).find("desc").text == evil  # type: ignore[union-attr]  # it is there


def test_board_is_a_grid_of_labelled_cells() -> None:
    root = tree(draw_board(OPENING))
    assert root.attrib["role"] == "grid"
    assert root.attrib["aria-label"] == "Ice Battle, turn 1"
    rows = root.findall(f"{SVG}g[@role='row']")
    assert [len(row.findall(f"{SVG}g[@role='gridcell']")) for row in rows] == [8] * 8
    cells = root.findall(f".//{SVG}g[@role='gridcell']")
    assert [cell.get("tabindex") for cell in cells].count("0") == 1
    said = labels(draw_board(OPENING))
    assert said["A8"] == "A8"
    assert said["C2"] == "C2, Russian soldier, 3 lives"
    assert said["E8"] == "E8, Master, 4 lives"


def test_cell_names_a_last_life_in_the_singular() -> None:
    view = replace(OPENING, warriors=(Warrior("RW1", "R", "W", "C2", 1),))
    assert labels(draw_board(view))["C2"] == "C2, Russian soldier, 1 life"


def test_board_speaks_the_readers_language() -> None:
    russian = {"{warrior}, {n} lives": "{warrior}, жизни: {n}", "Russian soldier": "русский воин"}
    svg = board_svg(draw_board(OPENING), lambda text: russian.get(text, text))
    assert 'aria-label="C2, русский воин, жизни: 3"' in svg


def test_board_without_interaction_is_one_image() -> None:
    root = tree(draw_board(OPENING), interactive=False)
    assert root.attrib["role"] == "img"
    assert root.findall(f".//{SVG}g[@role='gridcell']") == []
    said = text_board(OPENING.warriors)
    assert root.find(f"{SVG}desc").text == said  # type: ignore[union-attr]  # it is there
    assert len(root.findall(f".//{SVG}use[@class]")) == 12


def test_lives_are_coins_and_lost_ones_empty_places() -> None:
    view = replace(OPENING, warriors=(Warrior("RH", "R", "H", "E1", 3),))
    coins = tree(draw_board(view)).findall(f".//{SVG}circle")
    assert [coin.attrib["class"] for coin in coins] == ["pip", "pip", "pip", "pip gone"]


def test_every_symbol_that_a_board_uses_is_drawn() -> None:
    drafted = (Order("move", "C2", "C4"), Order("attack", "C4", "C5", 7), Order("defence", "E1", "", 3, extra=True))
    shapes = [shape for shape in SHAPES if shape != "arrow"]
    boards = (draw_board(OPENING, drafted), with_marks(*(Mark(shape, "C5") for shape in shapes)))
    page = sprite_svg(ART) + tincture_defs()
    svgs = [board_svg(board, str) for board in boards]
    drawn = set(re.findall(r'\bid="([^"]+)"', page))
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', "".join((page, *svgs))))
    names = {href or url for href, url in used}
    assert len([name for name in names if name.startswith("ib-")]) == 13  # the ice, six figures, a body for each
    assert names - drawn == set()


def test_looks_are_classes_only() -> None:
    for markup in (board_svg(draw_board(OPENING), str), sprite_svg(ART)):
        assert "style" not in markup


def test_opening_board_is_small_on_the_wire() -> None:
    svg = board_svg(draw_board(OPENING), str).encode()
    assert len(gzip.compress(svg, mtime=0)) <= 1300


def test_marks_invite_and_say_so() -> None:
    board = with_marks(Mark("dot", "C3"), Mark("ring", "C7"), Mark("cross", "D7", label=say("a fine shot")))
    said = labels(board)
    assert said["C3"] == "C3, you may go here"
    assert said["C7"] == "C7, Teuton soldier, 3 lives, you may attack here"
    assert said["D7"] == "D7, Teuton soldier, 3 lives, a fine shot"
    live = tree(board).findall(f".//{SVG}g[@data-live]")
    assert [(cell.attrib["data-space"], cell.get("tabindex")) for cell in live] == [
        ("C7", "0"),
        ("D7", None),
        ("C3", None),
    ]


def test_sparse_board_leaves_the_names_of_empty_cells_to_the_page() -> None:
    """What invites on them is drawn within the cell, and the page's script says it of them all."""
    board = replace(with_marks(Mark("dot", "C3"), Mark("ring", "C7"), Mark("arrow", "B3", "B5")), is_sparse=True)
    cells = {cell.attrib["data-space"]: cell for cell in tree(board).findall(f".//{SVG}g[@role='gridcell']")}
    assert "B5" not in cells  # nothing stands there, and the arrow is told where somebody does
    assert cells["C3"].attrib.get("aria-label") is None
    assert [use.attrib["href"] for use in cells["C3"].findall(f"{SVG}use")] == ["#m-dot"]
    assert tree(board).attrib["data-dot"] == "you may go here"
    assert cells["C7"].attrib["aria-label"] == "C7, Teuton soldier, 3 lives, you may attack here"
    assert "data-dot" not in tree(replace(board, marks=())).attrib


def test_arrow_is_told_at_both_ends() -> None:
    said = labels(with_marks(Mark("arrow", "B3", "B5")))
    assert said["B3"] == "B3, arrow to B5"
    assert said["B5"] == "B5, arrow from B3"


def test_arrow_of_a_draft_has_a_point_of_its_own() -> None:
    """Only its line is dashed, so that a way of one step is still an arrow."""
    root = tree(with_marks(Mark("arrow", "B3", "B4", look="draft"), Mark("arrow", "C3", "C4")))
    drafted, done = ([path.attrib["class"] for path in mark] for mark in root.iterfind(f".//{SVG}g[@class]")
                     if mark.attrib["class"].startswith("mark arrow"))  # fmt: skip
    assert (drafted, done) == (["m-rim", "way", "way tip"], ["m-rim", "way"])


def test_mark_on_no_space_is_an_error() -> None:
    with pytest.raises(KeyError):
        board_svg(with_marks(Mark("dot", "Z9")), str)


def test_draft_is_drawn_over_the_board() -> None:
    drafted = (Order("move", "C2", "C4"), Order("attack", "C4", "C5", 7), Order("defence", "E1", "", 3, extra=True))
    board = draw_board(OPENING, drafted)
    ghost = board.pieces[-1]
    assert (ghost.space, ghost.symbol, ghost.look) == ("C4", "ib-RW", "ghost")
    assert [(mark.shape, mark.at, mark.to, mark.text) for mark in board.marks] == [
        ("arrow", "C2", "C4", ""),
        ("drafted", "C4", "", ""),
        ("arrow", "C4", "C5", ""),
        ("ring", "C5", "", "7"),
        ("shield", "E1", "", "3"),
    ]
    assert labels(board)["E1"] == "E1, Nevsky, 4 lives, your defence, strength 3"
    assert "data-live" not in board_svg(board, str)


def test_drafted_layout_shows_the_seats_own_figures() -> None:
    view = replace(OPENING, seat="T", phase="setup", turn=0, warriors=())
    board = draw_board(view, (Order("place", "H", "E8"), Order("place", "W", "C7")))
    assert [(piece.space, piece.symbol, piece.pips) for piece in board.pieces] == [
        ("E8", "ib-TH", 4),
        ("C7", "ib-TW", 3),
    ]
    assert [(mark.shape, mark.at) for mark in board.marks] == [("drafted", "E8"), ("drafted", "C7")]


def test_text_board_shows_figures_and_lives() -> None:
    warriors = (
        Warrior("RH", "R", "H", "E1", 4),
        Warrior("RW1", "R", "W", "C4", 1),
        Warrior("RW2", "R", "W", "H2", 3),
        Warrior("TA", "T", "A", "A8", 2),
    )
    assert text_board(warriors) == (
        "   A  B  C  D  E  F  G  H\n"
        "8 TA .  .  .  .  .  .  .  8\n"
        "7 .  .  .  .  .  .  .  .  7\n"
        "6 .  .  .  .  .  .  .  .  6\n"
        "5 .  .  .  .  .  .  .  .  5\n"
        "4 .  .  RW .  .  .  .  .  4\n"
        "3 .  .  .  .  .  .  .  .  3\n"
        "2 .  .  .  .  .  .  .  RW 2\n"
        "1 .  .  .  .  RH .  .  .  1\n"
        "   A  B  C  D  E  F  G  H\n"
        "R: H E1/4; W C4/1 H2/3\n"
        "T: A A8/2"
    )


def test_mail_picture_is_a_png_of_twice_the_width() -> None:
    png = board_png(draw_board(OPENING), ART, str, width=300)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (600, 600)
    assert len(png) <= 100_000


def test_mail_picture_has_figures_colours_and_coordinates() -> None:
    board = draw_board(OPENING)
    full = board_png(board, ART, str, width=150)
    unnamed = Art(re.sub(r"<text.*?</text>", "", ART.sprite), ART.style)
    assert (
        len(
            {full, board_png(replace(board, pieces=()), ART, str, width=150), board_png(board, unnamed, str, width=150)}
        )
        == 3
    )


@pytest.mark.parametrize("slug", GAMES)
def test_mail_picture_is_light(slug: str) -> None:
    game, rng = get_game(slug), random.Random(1)
    seats = [seat.name for seat in game.about.seats[max(game.about.seats)]]
    state = game.setup(seats, {}, RandomChance(rng)).state
    for _ in range(8):
        sheets = {seat: random_sheet(game, state, seat, rng) for seat in game.phase(state).to_act}
        state = game.resolve(state, sheets, RandomChance(rng), NoAnswers()).state
    png = board_png(game.draw(game.view(state, None)), game.art(), str, PICTURE_WIDTH)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert len(png) <= 80_000


def test_mail_picture_shows_of_the_sprite_only_what_is_used() -> None:
    """A group of the sprite that no symbol holds is not seen, though no ground covers it."""
    board = Board(say("A board"), 10, 10, (Space("a", 0, 0, 10, 10, 0, 0),), (Piece("a", "s", "", say("it")),), "a: s")
    symbol = '<symbol id="s" viewBox="0 0 10 10"><use href="#g"/></symbol>'
    group = '<g id="g"><rect width="5" height="10" fill="#ff0000"/></g>'
    with_piece = board_png(board, Art(symbol + group, ART.style), str, width=5)
    without = board_png(replace(board, pieces=()), Art(symbol + group, ART.style), str, width=5)
    assert pixels(with_piece) == {(255, 0, 0, 255): 50, (0, 0, 0, 0): 50}
    assert pixels(without) == {(0, 0, 0, 0): 100}


def pixels(png: bytes) -> dict[object, int]:
    colours = Image.open(BytesIO(png)).convert("RGBA").getcolors()
    assert colours is not None
    return {colour: count for count, colour in colours}
