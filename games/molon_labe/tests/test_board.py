"""The board in words and with a draft on it."""

from __future__ import annotations

from games.chance import ScriptedChance
from games.molon_labe import GAME
from games.molon_labe.atlas import NODES
from games.molon_labe.position import State
from games.molon_labe.tests.field import play, read, war


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
    assert [(mark.shape, mark.at, mark.to) for mark in board.marks] == [
        ("arrow", "antium", "tyrrhenum"), ("arrow", "tyrrhenum", "caralis"), ("drafted", "caralis", ""),
        ("drafted", "gades", ""),
    ]  # fmt: skip
    assert [(piece.space, str(piece.label)) for piece in board.pieces if piece.look == "ghost"] == [
        ("caralis", "Roman general 4 in Caralis, in your draft")
    ]
    back = GAME.draw(GAME.view(state, "A"), read(state, "g1 back roma 6"))
    assert [(mark.shape, mark.at) for mark in back.marks] == [("drafted", "roma")]
    choice = GAME.setup("AB", {}, ScriptedChance()).state
    board = GAME.draw(GAME.view(choice, "A"), read(choice, "take romans antium"))
    assert [piece.space for piece in board.pieces] == ["roma", "capua", "tarentum", "antium"]
