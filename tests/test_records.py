"""The recorded matches of every game replay to the end they state."""

from pathlib import Path

import pytest

from games.record import BadRecord, read_record, replay, write_record
from games.registry import GAMES

ROOT = Path(__file__).parent.parent
RECORDS = sorted(path for slug in GAMES for path in (ROOT / "games" / slug / "tests" / "records").glob("*.txt"))


def name(path: Path) -> str:
    return f"{path.parent.parent.parent.name}-{path.stem}"


@pytest.mark.parametrize("path", RECORDS, ids=name)
def test_record_replays_to_its_outcome(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    assert record.slug == path.parent.parent.parent.name
    assert record.how
    assert len(replay(record)) == len(record.plies)


@pytest.mark.parametrize("path", RECORDS, ids=name)
def test_record_is_written_as_it_was_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert write_record(read_record(text)) == text


@pytest.mark.parametrize("path", RECORDS, ids=name)
def test_record_with_another_outcome_does_not_replay(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read_record(text)
    with pytest.raises(BadRecord):
        replay(read_record(text.replace(f'[Outcome "{record.how}"]', '[Outcome "otherwise"]')))
    with pytest.raises(BadRecord):
        replay(read_record(text.replace("=1", "=3")))


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_records(slug: str) -> None:
    assert [path for path in RECORDS if path.is_relative_to(ROOT / "games" / slug)]
