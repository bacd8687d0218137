"""``manage.py perft`` counts what the rules count, and says what is wrong with its arguments."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

POSITIONS = Path(__file__).parent.parent / "games" / "duke" / "tests" / "data" / "positions.json"


def rows(*arguments: str) -> list[dict[str, object]]:
    """The lines that the command prints."""
    out = StringIO()
    call_command("perft", *arguments, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_perft_counts_the_set_ups_depth_by_depth() -> None:
    found = rows("duke", "--depth", "2")
    assert [(row["position"], row["depth"], row["count"], row["nodes"]) for row in found] == [
        ("set-up", 1, 15, 15),
        ("set-up", 2, 225, 240),
        ("set-up, Mountain on d3", 1, 15, 15),
        ("set-up, Mountain on d3", 2, 225, 240),
    ]
    assert {row["game"] for row in found} == {"duke"}
    assert all(row["nodes_per_second"] is None or row["nodes_per_second"] for row in found)


def test_perft_counts_each_position_of_a_file() -> None:
    positions = json.loads(POSITIONS.read_text())["positions"]
    found = rows("duke", "--depth", "1", "--positions", str(POSITIONS))
    assert [(row["position"], row["count"]) for row in found] == [
        (position["label"], position["perft"][0]) for position in positions
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["ice_battle"], "No game called ice_battle counts its actions."),
        (["chess"], "No game called chess counts its actions."),
        (["../duke"], "No game called ../duke counts its actions."),
        (["duke", "--depth", "0"], "--depth takes a whole number from 1."),
        (
            ["duke", "--positions", "/nowhere/at/all"],
            "The file of positions cannot be read: No such file or directory.",
        ),
    ],
)
def test_perft_says_what_is_wrong(arguments: list[str], complaint: str) -> None:
    with pytest.raises(CommandError) as refused:
        rows(*arguments)
    assert str(refused.value) == complaint


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"positions": [{"label": "x"}]}', '{"positions": 3}'])
def test_perft_refuses_a_file_without_positions(text: str, tmp_path: Path) -> None:
    path = tmp_path / "positions.json"
    path.write_text(text)
    with pytest.raises(CommandError, match=r"^The file holds no positions of duke: "):
        rows("duke", "--positions", str(path))
