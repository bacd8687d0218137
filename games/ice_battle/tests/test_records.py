"""There is a recorded match for each way in which an Ice Battle ends. RULES.md 9."""

from pathlib import Path

from games.ice_battle.ending import DRAWS

RECORDS = Path(__file__).parent / "records"


def test_each_way_to_end_has_a_record() -> None:
    wins = {"hero", "lone_hero", "lives", "points", "retired"}
    # a draw that the players agree on is the site's own ending, the same in every game
    assert {path.stem for path in RECORDS.glob("*.txt")} == wins | set(DRAWS) | {"agreed"}
    for path in RECORDS.glob("*.txt"):
        assert f'[Outcome "{path.stem}"]' in path.read_text(encoding="utf-8")
