"""There is a recorded match for each way in which one ends, and the rules lead there. RULES.md 7."""

from __future__ import annotations

from pathlib import Path

from games.two_kings.ending import SENTENCES

RECORDS = Path(__file__).parent / "records"


def test_each_way_to_end_has_a_record() -> None:
    # tests/test_records.py replays them all. No match leads to a road without units: whoever clears what comes
    # next lives, or all start anew, so only a position written down for a test ends that way (7.2)
    assert {path.stem for path in RECORDS.glob("*.txt")} == {*SENTENCES, "agreed"} - {"army"}
