"""There is a recorded match for each way in which the battle ends. RULES.md 11."""

from pathlib import Path

from games.calenzano.ending import DRAWS

RECORDS = Path(__file__).parent / "records"


def test_each_way_to_end_has_a_record() -> None:
    wins = {"extinct", "points_20", "points_10", "retired"}
    assert {path.stem for path in RECORDS.glob("*.txt")} == wins | set(DRAWS) | {"agreed"}
    for path in RECORDS.glob("*.txt"):
        assert f'[Outcome "{path.stem}"]' in path.read_text(encoding="utf-8")
