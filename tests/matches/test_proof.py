"""What anybody can check afterwards: dice, receipts, the chain of plies."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User
from games.matches import sealing, services
from games.matches.models import Match, Ply, Seat
from games.matches.proof import checked_draws
from games.matches.services.table import ply_hash
from tests.matches.conftest import Begin, again, file_orders, line_up, mover, roll, sign_in

pytestmark = pytest.mark.django_db


def play_to_the_end(match: Match) -> Match:
    rng = random.Random(4)
    while match.state == Match.State.PLAYING:
        match = roll(match, rng.choice(["roll", "risk"]))
    return match


def proof_of(match: Match) -> dict[str, Any]:
    answer = Client().get(f"/matches/{match.pk}/proof.json")
    assert answer["Content-Type"] == "application/json"
    found: dict[str, Any] = answer.json()
    return found


def check(proof: dict[str, Any], folder: Path) -> tuple[int, list[str]]:
    """What the script says of a proof, run as people run it: alone, with nothing of Herald at hand."""
    path = folder / "proof.json"
    path.write_text(json.dumps(proof, ensure_ascii=False), encoding="utf-8")
    script = finders.find("matches/check_draws.py")
    assert isinstance(script, str)
    done = subprocess.run(
        [sys.executable, "-I", "-S", script, str(path)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_draws_follow_from_the_revealed_seed(race: Begin) -> None:
    match = play_to_the_end(race(options={"goal": "60"}))
    seed = sealing.unseal(match.sealed_seed)
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == match.seed_hash
    plies = list(Ply.objects.filter(match=match).order_by("number"))
    draws = checked_draws(match, list(match.seats.all()), plies, seed)
    assert [draw.again for draw in draws] == [draw.value for draw in draws]
    assert [draw.count for draw in draws] == list(range(match.draw_count))
    assert [draw.purpose for draw in draws[:2]] == ["seats", "who begins"]
    assert len(draws) > 10
    other = checked_draws(match, list(match.seats.all()), plies, "00" * 32)
    assert [draw.again for draw in other] != [draw.value for draw in other]


def test_every_seat_has_a_say_in_the_draws(race: Begin) -> None:
    match = play_to_the_end(race(options={"goal": "60"}, line="mine alone"))
    plies, seats = list(Ply.objects.filter(match=match).order_by("number")), list(match.seats.all())
    assert seats[0].line == "mine alone"
    assert len(seats[1].line) == 16  # drawn for whoever gives none
    for seat in seats:
        kept, seat.line = seat.line, "another"
        draws = checked_draws(match, seats, plies, sealing.unseal(match.sealed_seed))
        assert [draw.again for draw in draws] != [draw.value for draw in draws]
        seat.line = kept


def test_the_script_confirms_a_finished_match(race: Begin, tmp_path: Path) -> None:
    match = play_to_the_end(race(options={"goal": "60"}, line='Глаз «☃» \\ " \x7f'))
    code, said = check(proof_of(match), tmp_path)
    plies = Ply.objects.filter(match=match).count()
    assert said == [f"match {match.pk}: {plies} plies, {plies - 1} sheets, {match.draw_count} draws", "All of it fits."]
    assert code == 0


def test_the_script_finds_whatever_was_altered(race: Begin, begin: Begin, anna: User, tmp_path: Path) -> None:
    diced, sealed = proof_of(play_to_the_end(race(options={"goal": "60"}))), line_up(begin())
    services.resign(match_id=sealed.pk, person_id=anna.pk, ply=2)

    def altered(sound: dict[str, Any] = diced, **paths: Any) -> dict[str, Any]:
        proof: dict[str, Any] = json.loads(json.dumps(sound))
        for path, value in paths.items():
            *way, last = path.split("__")
            place: Any = proof
            for step in way:
                place = place[int(step) if step.isdecimal() else step]
            place[last] = value
        return proof

    value = diced["plies"][1]["draws"][0]["value"] % 6 + 1
    for proof, fault in (
        (altered(seed="ab" * 32), "the seed is not the one"),
        (altered(plies__1__draws__0__value=value), "ply 1: draw 2"),
        (altered(plies__1__orders__0__text="pass"), "ply 1: the log records other orders"),
        (altered(proof_of(sealed), plies__1__orders__1__text="set"), "ply 1: the receipt of"),
        (altered(plies__2__hash="0" * 64), "ply 2: the hash does not fit"),
        (altered(plies__2__previous_hash="0" * 64), "ply 2: does not follow"),
    ):
        code, said = check(proof, tmp_path)
        assert code == 1
        assert any(line.startswith(fault) for line in said), (fault, said)
    gone = altered()
    del gone["plies"][1]
    assert "ply 2: does not follow the ply before it" in check(gone, tmp_path)[1]


def test_the_script_checks_what_is_open_while_the_match_goes_on(race: Begin, tmp_path: Path) -> None:
    match = roll(race(options={"goal": "60"}))
    proof = proof_of(match)
    assert (proof["seed"], [ply["body"] for ply in proof["plies"]]) == ("", [None, None])
    code, said = check(proof, tmp_path)
    assert (code, said[-1]) == (0, "All of it fits.")
    assert "The seed is secret until the match has ended: the draws cannot be checked yet." in said


def test_the_hash_of_a_ply_is_of_json_that_anybody_can_write() -> None:
    """Our JSON encoder and Python's own write the same, whatever is in a text."""
    value = {"b": ["".join(map(chr, range(0x100))), "Ѳ☃😀\u2028\u2029"], "a": {"z": None, "Y": True, "é": -5}}
    ours = msgspec.json.encode(value, order="sorted").decode()
    assert ours == json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def test_the_chain_runs_through_all_plies_as_they_are_stored(begin: Begin, anna: User, boris: User) -> None:
    match = line_up(begin())
    for person in (anna, boris):
        services.offer_draw(match_id=match.pk, person_id=person.pk, ply=2)
    plies = list(Ply.objects.filter(match=match).order_by("number"))
    assert [ply.number for ply in plies] == [0, 1, 2]
    before = ""
    for ply in plies:
        assert (ply.previous_hash, ply_hash(ply)) == (before, ply.hash)
        before = ply.hash
    assert again(match).head_hash == before
    ply = plies[1]
    ply.orders = [{**ply.orders[0], "text": ply.orders[0]["text"] + " "}, *ply.orders[1:]]
    assert ply_hash(ply) != ply.hash


def test_the_seed_is_nowhere_before_the_end(race: Begin, dmitri: User, caplog: pytest.LogCaptureFixture) -> None:
    match = roll(race(options={"goal": "60"}))
    seed = sealing.unseal(match.sealed_seed)
    person = mover(match)
    readers = [Client(), sign_in(person), sign_in(dmitri)]
    paths = [
        f"/matches/{match.pk}/{page}" for page in ("", "proof/", "proof.json", "history/", "history/1/", "record.txt")
    ]
    paths += [f"/admin/matches/match/{match.pk}/change/", "/admin/matches/match/"]
    shown = [client.get(path).content.decode() for client in readers for path in paths]
    stored = [str(vars(row)) for model in (Match, Seat, Ply) for row in model.objects.all()]
    for text in (*shown, *stored, caplog.text):
        assert seed not in text
    assert any(match.seed_hash in text for text in shown)
    services.resign(match_id=match.pk, person_id=person.pk, ply=match.ply)
    assert seed in Client().get(f"/matches/{match.pk}/proof/").content.decode()
    assert proof_of(match)["seed"] == seed


def test_the_proof_page_shows_receipts_that_fit(begin: Begin, anna: User) -> None:
    match = begin()
    receipt = file_orders(match, anna, "set H E1; A D1; W C2 D2 E2 F2").receipt
    assert receipt not in Client().get(f"/matches/{match.pk}/proof/").content.decode()
    assert receipt in sign_in(anna).get(f"/matches/{match.pk}/").content.decode()
    match = line_up(match)
    page = Client().get(f"/matches/{match.pk}/proof/").content.decode()
    assert receipt in page
