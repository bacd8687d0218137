"""The commands for stored matches: chain, replay, export and import."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.matches import services
from games.matches.models import Match, Ply, Seat
from games.matches.services.table import ply_hash
from games.record import read_record
from tests.matches.conftest import Begin, again, file_all, file_orders, line_up, mover, open_match, roll, seat_of

pytestmark = pytest.mark.django_db

HERO = Path(__file__).resolve().parents[2] / "games" / "ice_battle" / "tests" / "records" / "hero.txt"


def run(command: str, *arguments: object, **options: object) -> str:
    """What a command prints."""
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out, **options)
    return out.getvalue()


def faults(command: str, *arguments: object) -> list[str]:
    """The faults that a command prints before it ends with 1."""
    out = StringIO()
    with pytest.raises(CommandError) as failed:
        call_command(command, *map(str, arguments), stdout=out)
    assert failed.value.returncode == 1
    return out.getvalue().splitlines()


@pytest.fixture
def match(begin: Begin, anna: User) -> Match:
    """A match with the set-up, both layouts and one turn behind it, and Anna's next sheet sealed."""
    match = line_up(begin())
    file_all(match, "C2-C4\nC4-C5\n+E1 def 3", "D8 shot C2")
    services.resolve_ply(match_id=match.pk)
    file_orders(match, anna, "E1 def 1\nE1 def 1")
    assert again(match).ply == 3
    return again(match)


def archive(file: Path = HERO) -> Match:
    run("import_record", file)
    return Match.objects.filter(is_archived=True).latest("pk")


# --- both checks


@pytest.mark.parametrize("command", ["verify_matches", "replay_matches"])
def test_sound_matches_pass(command: str, match: Match, begin: Begin, anna: User, boris: User) -> None:
    resigned, agreed, void = begin(), begin(), begin()
    services.resign(match_id=resigned.pk, person_id=boris.pk, ply=1)
    for person in (anna, boris):
        services.offer_draw(match_id=agreed.pk, person_id=person.pk, ply=1)
    services.void_match(match_id=void.pk, organiser_id=anna.pk, reason="a trial")
    open_match(anna)
    archive()
    assert run(command) == "6 matches are as they should be.\n"
    assert run(command, match.pk) == "1 matches are as they should be.\n"


@pytest.mark.parametrize("command", ["verify_matches", "replay_matches"])
def test_missed_deadline_passes(command: str, begin: Begin) -> None:
    match = begin()
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    assert services.resolve_ply(match_id=match.pk)
    assert Ply.objects.get(match=match, number=1).cause == Ply.Cause.TIME
    assert run(command) == "1 matches are as they should be.\n"


@pytest.mark.parametrize("command", ["verify_matches", "replay_matches"])
def test_match_with_draws_and_leavers_passes(command: str, race: Begin, anna: User, boris: User, clara: User) -> None:
    match = race(anna, boris, clara, options={"goal": "60"})
    for _ in range(3):
        roll(match, "risk")
    services.resign(match_id=match.pk, person_id=clara.pk, ply=4)
    for person in (anna, boris):
        services.offer_draw(match_id=match.pk, person_id=person.pk, ply=5)
    assert [len(ply.draws) for ply in Ply.objects.filter(match=match)] == [4, 2, 2, 2, 0, 0]
    assert run(command) == "1 matches are as they should be.\n"


@pytest.mark.parametrize("command", ["verify_matches", "replay_matches", "export_match"])
def test_unknown_match_is_named(command: str, db: None) -> None:
    with pytest.raises(CommandError, match=r"There is no match 77\."):
        run(command, 77)


# --- the chain


@pytest.mark.parametrize(
    "field", ["cause", "leaver", "orders", "draws", "answers", "events", "position", "resolved_at"]
)
def test_altered_ply_is_named(field: str, match: Match) -> None:
    altered: dict[str, object] = {
        "cause": "time",
        "leaver": "R",
        "orders": [],
        "draws": [{"purpose": "die", "sides": 6, "value": 6}],
        "answers": [{"seat": "R"}],
        "events": [],
        "position": "{}",
        "resolved_at": match.created_at,
    }
    Ply.objects.filter(match=match, number=1).update(**{field: altered[field]})
    assert faults("verify_matches") == [
        f"match {match.pk}, ply 1: its content was altered, its hash does not fit any more"
    ]


def test_ply_altered_with_its_hash_is_named(match: Match) -> None:
    for number, fault in (
        (1, f"match {match.pk}, ply 2: does not follow the one before; one of the two was altered"),
        (2, f"match {match.pk}, ply 2: not the one that the match names as its last; one of the two was altered"),
    ):
        ply = Ply.objects.get(match=match, number=number)
        before = ply.events
        ply.events = []
        ply.hash = ply_hash(ply)
        ply.save()
        assert faults("verify_matches") == [fault]
        ply.events = before
        ply.hash = ply_hash(ply)
        ply.save()
    assert run("verify_matches", match.pk) == "1 matches are as they should be.\n"


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        (0, "ply 0: missing; ply 1 comes next"),
        (1, "ply 1: missing; ply 2 comes next"),
        (2, "ply 2: missing; the match has 3 plies"),
    ],
)
def test_missing_ply_is_named(number: int, fault: str, match: Match) -> None:
    Ply.objects.filter(match=match, number=number).delete()
    assert faults("verify_matches") == [f"match {match.pk}, {fault}"]


def test_added_ply_is_named(match: Match) -> None:
    ply = Ply.objects.get(match=match, number=2)
    ply.pk, ply.number = None, 3
    ply.save()
    assert faults("verify_matches") == [f"match {match.pk}, ply 3: was added; the match has 3 plies"]


def test_only_named_matches_are_walked(match: Match, begin: Begin) -> None:
    other = begin()
    Ply.objects.filter(match=other).update(leaver="R")
    assert run("verify_matches", match.pk) == "1 matches are as they should be.\n"
    assert [line.partition(":")[0] for line in faults("verify_matches")] == [f"match {other.pk}, ply 0"]


# --- the replay


def test_altered_position_of_a_ply_is_listed(match: Match) -> None:
    ply = Ply.objects.get(match=match, number=1)
    Ply.objects.filter(pk=ply.pk).update(position=ply.position.replace('"lives":4', '"lives":3'))
    assert faults("replay_matches") == [
        f"match {match.pk}, ply 1: the stored position is not the one that the rules give"
    ]


def test_altered_events_of_a_ply_are_listed(match: Match) -> None:
    Ply.objects.filter(match=match, number=2).update(events=[])
    assert faults("replay_matches") == [f"match {match.pk}, ply 2: the stored events are not those that the rules give"]


def test_altered_orders_are_listed(match: Match) -> None:
    ply = Ply.objects.get(match=match, number=2)
    ply.orders[0]["text"] = "C2-C3\nC4-C5"
    ply.save()
    assert faults("replay_matches") == [
        f"match {match.pk}, ply 2: R: C4 holds no warrior of yours. Your warriors stand on C3, D1, D2, E1, E2, F2."
    ]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"position": "{}"}, "position: stored is {}, the rules give {"),
        ({"ply": 4}, "ply: stored is 4, the rules give 3"),
        ({"phase": "setup"}, "phase: stored is ('setup', True), the rules give ('orders', True)"),
        ({"draw_count": 5}, "number of draws: stored is 5, the rules give 0"),
    ],
)
def test_altered_cache_of_a_match_is_listed(changes: dict[str, object], fault: str, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(**changes)
    assert faults("replay_matches")[0].startswith(f"match {match.pk}, {fault}")


def test_altered_result_is_listed(begin: Begin, boris: User) -> None:
    match = begin()
    services.resign(match_id=match.pk, person_id=boris.pk, ply=1)
    match.refresh_from_db()
    assert match.outcome
    match.outcome["ranks"] = {"R": 2, "T": 1}
    match.save()
    assert faults("replay_matches") == [f"match {match.pk}, ply 1: the ranks are not those of the rules"]


def test_seat_wrongly_to_act_is_listed(match: Match) -> None:
    # Anna's sheet is in, Boris's is not
    Seat.objects.filter(match=match, name="R").update(is_to_act=True)
    Seat.objects.filter(match=match, name="T").update(is_to_act=False)
    assert faults("replay_matches") == [
        f"match {match.pk}, to act of R: stored is True, the rules give False",
        f"match {match.pk}, to act of T: stored is False, the rules give True",
    ]


def test_broken_match_does_not_hide_the_others(match: Match, begin: Begin) -> None:
    unknown, garbled = begin(), begin()
    Match.objects.filter(pk=unknown.pk).update(slug="gone")
    Ply.objects.filter(match=garbled).update(orders=[7], cause="orders")
    assert faults("replay_matches") == [
        f"match {unknown.pk}, no game is called gone",
        f"match {garbled.pk}, cannot be replayed: TypeError: 'int' object is not subscriptable",
    ]


def test_rules_version_is_told_beside_a_difference(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(rules_version=7)
    assert run("replay_matches") == "1 matches are as they should be.\n"
    Ply.objects.filter(match=match, number=2).update(events=[])
    assert faults("replay_matches")[1:] == [
        f"match {match.pk}, it began under version 7 of the rules; this is version 1"
    ]


# --- records


def test_export_holds_what_was_resolved_and_no_sealed_sheet(match: Match) -> None:
    assert run("export_match", match.pk) == (
        '[Game "ice_battle"]\n[Seats "R T"]\n[R "Anna"]\n[T "Boris"]\n[Option lone_hero "fights"]\n\n'
        "0\n"
        "1 R: set H E1; A D1; W C2 D2 E2 F2 | T: set H E8; A D8; W C7 D7 E7 F7\n"
        "2 R: C2-C4 / C4-C5 / +E1 def 3 | T: D8 shot C2\n"
    )


def test_match_that_has_not_begun_has_no_record(anna: User) -> None:
    match = open_match(anna)
    with pytest.raises(CommandError, match="has not begun"):
        run("export_match", match.pk)


def test_import_becomes_a_finished_match_that_anybody_can_watch_and_replay(db: None) -> None:
    match = archive()
    assert (match.state, match.is_archived, match.ply) == ("over", True, 7)
    assert match.outcome
    assert (match.outcome["how"], match.outcome["ranks"]) == ("hero", {"R": 1, "T": 2})
    assert [(seat.name, seat.archived_name, seat.player_id, seat.rank) for seat in match.seats.all()] == [
        ("R", "Anna", None, 1),
        ("T", "Boris", None, 2),
    ]
    client = Client()
    listed = client.get("/watch/").text
    assert f'href="/matches/{match.pk}/"' in listed
    assert "Ice Battle · from a record" in listed
    about = client.get(f"/matches/{match.pk}/").text
    assert ("<dd>from a record</dd>" in about, "<dt>Entered</dt>" in about) == (True, True)
    for path in ("", "history/", "history/6/", "history/6/?step=3", "proof/"):
        assert client.get(f"/matches/{match.pk}/{path}").status_code == 200
    assert client.get(f"/matches/{match.pk}/record.txt").text == HERO.read_text()


@pytest.mark.parametrize("file", sorted(HERO.parent.glob("*.txt")), ids=lambda file: file.stem)
def test_import_and_export_give_the_record_again(file: Path, db: None) -> None:
    match = archive(file)
    assert run("export_match", match.pk) == file.read_text()
    assert run("verify_matches") == run("replay_matches") == "1 matches are as they should be.\n"


def test_exported_match_comes_back_the_same(begin: Begin, anna: User, tmp_path: Path) -> None:
    match = line_up(begin())
    services.resign(match_id=match.pk, person_id=anna.pk, ply=2)
    file = tmp_path / "record.txt"
    file.write_text(run("export_match", match.pk))
    assert "\n2 R: leaves\n" in file.read_text()
    again = archive(file)
    assert run("export_match", again.pk) == file.read_text()
    assert [seat.has_left for seat in again.seats.all()] == [True, False]


def test_draws_come_back_the_same(race: Begin, anna: User, tmp_path: Path) -> None:
    match = race(options={"goal": "60"})
    seat = seat_of(match, mover(match))
    roll(match, "risk")
    services.resign(match_id=match.pk, person_id=anna.pk, ply=2)
    text = run("export_match", match.pk)
    draws = [draw for ply in read_record(text).plies for draw in ply.draws]
    assert len([draw for draw in draws if draw.purpose == f"risk of {seat.name}"]) == 2
    file = tmp_path / "record.txt"
    file.write_text(text)
    assert run("export_match", archive(file).pk) == text


def test_check_stores_nothing(db: None) -> None:
    assert run("import_record", HERO, check=True) == f"{HERO}: 7 plies, all of them fit.\n"
    assert Match.objects.count() == 0


@pytest.mark.parametrize("check", [True, False])
def test_bad_record_is_refused_with_line_and_reason(check: bool, db: None, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(HERO.read_text().replace("F6-G6", "F6-G5"))
    with pytest.raises(CommandError) as refused:
        run("import_record", file, check=check)
    assert str(refused.value) == (
        f"{file}: line 12: R: F6 to G5 is no move. A warrior moves one to three cells straight along a file or a rank."
    )
    assert Match.objects.count() == 0


def test_unfinished_record_is_checked_but_not_stored(match: Match, tmp_path: Path) -> None:
    file = tmp_path / "running.txt"
    file.write_text(run("export_match", match.pk))
    assert run("import_record", file, check=True).endswith(": 3 plies, all of them fit.\n")
    with pytest.raises(CommandError, match="has not ended"):
        run("import_record", file)
    assert not Match.objects.filter(is_archived=True).exists()


def test_file_that_cannot_be_read_is_named(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"absent\.txt: No such file"):
        run("import_record", tmp_path / "absent.txt")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    with pytest.raises(CommandError, match=r"picture\.png: is not a text"):
        run("import_record", tmp_path / "picture.png")
