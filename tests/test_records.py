"""Finished matches of every game, replayed by the rules; and what is said of records that do not fit."""

from dataclasses import replace
from pathlib import Path

import pytest

from games.chance import Draw
from games.record import BadRecord, Record, RecordedPly, read_record, recorded_outcome, replay, write_record
from games.registry import GAMES

ROOT = Path(__file__).resolve().parent.parent
RECORDS = {f"{slug}/{file.stem}": file for slug in GAMES for file in sorted(ROOT.glob(f"games/{slug}/tests/records/*"))}

every_record = pytest.mark.parametrize("file", RECORDS.values(), ids=RECORDS)
HERO = RECORDS["ice_battle/hero"].read_text()


def complaint(text: str) -> tuple[int, str]:
    """Line and reason with which a text is refused."""
    with pytest.raises(BadRecord) as refused:
        replay(read_record(text))
    return refused.value.line, str(refused.value.reason)


def altered(old: str, new: str) -> str:
    assert HERO.count(old) == 1
    return HERO.replace(old, new)


def test_records_show_every_way_an_ice_battle_ends() -> None:
    assert {name.partition("/")[2] for name in RECORDS if name.startswith("ice_battle/")} == {
        "hero",
        "both_heroes",
        "lone_hero",
        "both_lost",
        "lives",
        "points",
        "equal",
        "retired",
        "agreed",
    }


@every_record
def test_record_replays_to_its_stated_outcome(file: Path) -> None:
    record = read_record(file.read_text())
    assert (record.how, bool(record.ranks)) == (file.stem, True)
    outcome = recorded_outcome(record, replay(record)[-1].state)
    assert outcome is not None
    assert (outcome.how, outcome.ranks) == (record.how, record.ranks)


@every_record
def test_record_is_written_as_it_was_read(file: Path) -> None:
    assert write_record(read_record(file.read_text())) == file.read_text()


@every_record
def test_altered_order_is_named_with_its_line(file: Path) -> None:
    record = read_record(file.read_text())
    for number, ply in enumerate(record.plies):
        if ply.sheets:
            seat = next(iter(ply.sheets))
            spoilt = replace(ply, sheets={**ply.sheets, seat: "no such order"})
            text = write_record(replace(record, plies=[*record.plies[:number], spoilt, *record.plies[number + 1 :]]))
            line, reason = complaint(text)
            assert (line, reason.startswith(f"{seat}: ")) == (ply.line, True)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (
            altered("F6-G6", "F6-G5"),
            12,
            "R: F6 to G5 is no move. A warrior moves one to three cells straight along a file or a rank.",
        ),
        # three against a defence of three does not hit, so the Master lives on
        (altered("F8xE8 6", "F8xE8 3"), 15, "the record claims “hero”, the rules say “-”"),
        (altered("F6-G6 / G6-G7", "F6-G6"), 12, "R: the sheet is not complete"),
        (altered("R: F6-G6 / G6-G7 | ", ""), 12, "sheets are wanted from R, T"),
        (altered("R: F6-G6", "X: F6-G6"), 12, "sheets are wanted from R, T"),
        (altered("T: C4-C3", "R: C4-C3"), 12, "R has two sheets"),
        (altered("\n3 R", "\n4 R"), 12, "ply 4 is out of order; 3 comes here"),
        (altered("\n3 R", "\n3 {die 6:1} R"), 12, "more draws are recorded than the rules ask for"),
        (altered("\n3 R", "\n3 {die six} R"), 12, "“die six” is no draw; write for example {die 6:4}"),
        (altered("\n0\n", "\n0 R: leaves\n"), 9, "ply 0 is the set-up and takes no orders"),
        (altered("3 R: F6-G6", "once upon a time"), 12, "this is neither a tag nor a ply"),
        (HERO + "7 R: E1 def 1 / E1 def 1 | T: D7-D6 / D6-D5\n", 16, "the game was over before this ply"),
        (HERO + "7 = agreed\n", 16, "the game was over before this ply"),
        (altered("\n3 R", "\n3 = agreed\n4 R"), 12, "an ending must be the last ply"),
        (altered("\n3 R", "\n3 = lost\n4 R"), 12, "“lost” is no ending; write = agreed or = void"),
        (altered("\n3 R", "\n3 X: leaves\n4 R"), 12, "there is no seat X"),
        (altered("R=1 T=2", "R=2 T=1"), 15, "the ranks are not those of the rules"),
        (altered("R=1 T=2", "R=first"), 1, "“R=first” is no rank; write for example R=1"),
        (altered('"R T"', '"R S"'), 1, "these are not the seats of this game"),
        (altered('"fights"', '"flees"'), 9, "Unknown choice: flees"),
        (altered("ice_battle", "fire_battle"), 1, "no game is called fire_battle"),
        (altered('[Seats "R T"]', ""), 1, "the tag Seats is missing"),
        ("\n".join(HERO.splitlines()[:8]), 1, "the record has no plies"),
        ("", 1, "the tag Game is missing"),
    ],
)
def test_fault_is_named_with_line_and_reason(text: str, line: int, reason: str) -> None:
    assert complaint(text) == (line, reason)


def test_first_of_several_faults_is_named() -> None:
    text = altered("F6-G6", "F6-G5").replace("G7-G8", "G7-H8")
    assert complaint(text)[0] == 12


def test_names_survive_whatever_they_hold() -> None:
    names = {"R": 'Anna "the\nOwl" \\ [x]', "T": "Борис\u2028II"}
    record = Record("ice_battle", ["R", "T"], names, {"lone_hero": "fights"}, [RecordedPly(0)])
    assert read_record(write_record(record)).names == {"R": 'Anna "the Owl" \\ [x]', "T": "Борис II"}


def test_draws_stand_in_braces() -> None:
    draws = (Draw("seats", 2, 1), Draw("die of A", 6, 4))
    text = write_record(Record("ice_battle", ["R", "T"], {}, {}, [RecordedPly(0, draws=draws)]))
    assert "\n0 {seats 2:1, die of A 6:4}\n" in text
    assert read_record(text).plies[0].draws == draws


def test_drawn_seats_are_no_draw_of_the_rules() -> None:
    assert replay(read_record(altered("\n0\n", "\n0 {seats 2:1}\n")))


def test_who_left_a_match_that_others_agree_to_end_comes_last() -> None:
    plies = [RecordedPly(0), RecordedPly(1, leaver="B"), RecordedPly(2, ending="agreed")]
    outcome = recorded_outcome(Record("any", ["A", "B", "C"], {}, {}, plies), None)
    assert outcome is not None
    assert outcome.ranks == {"A": 1, "B": 2, "C": 1}
