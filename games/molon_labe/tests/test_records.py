"""There is a recorded war for each way in which one ends, and the rules lead there. RULES.md 11."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.answers import RecordedAnswers
from games.chance import RecordedChance
from games.molon_labe import GAME
from games.molon_labe.ending import SENTENCES
from games.record import read_record

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


def test_each_way_to_end_has_a_record() -> None:
    assert {path.stem for path in RECORDS} == {*SENTENCES, "agreed"}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_leads_to_its_end(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    state = GAME.setup(record.seats, record.options, RecordedChance(record.plies[0].draws)).state
    for ply in record.plies[1:]:
        chance, answers = RecordedChance(ply.draws), RecordedAnswers(ply.answers)
        if ply.leaver:
            state = GAME.retire(state, ply.leaver, chance).state
        elif ply.sheets:
            ((seat, text),) = ply.sheets.items()
            state = GAME.resolve(state, {seat: GAME.read(state, seat, text)}, chance, answers).state
        assert chance.is_used_up()
        assert answers.is_used_up()
    outcome = GAME.outcome(state)
    assert record.how == path.stem
    if path.stem == "agreed":
        assert outcome is None
    else:
        assert outcome is not None
        assert (outcome.how, dict(outcome.ranks)) == (record.how, dict(record.ranks))
