"""Recorded games show every way to end that can come about. RULES.md 10.5."""

from pathlib import Path

from games.duke.ending import DRAWS, WINS


def test_there_is_a_record_for_each_way_to_end() -> None:
    records = {path.stem for path in (Path(__file__).parent / "records").glob("*.txt")}
    # two passes in a row cannot come about in play (R21); agreement is the site's word
    assert records == {*WINS, *DRAWS, "agreed"} - {"passes"}
