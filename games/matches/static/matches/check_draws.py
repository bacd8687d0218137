#!/usr/bin/env python3
"""Check a match of Herald without Herald: its dice, its seals and its log.

    python3 check_draws.py herald-12-proof.json

The file is the one that the proof page of the match offers. Nothing but Python 3.8 or later
is needed. Leaves with 0 if everything fits, with 1 and a line for each fault if not.

What is checked:
- the SHA-256 of the seed is the one published before the match began;
- each draw is HMAC-SHA256 of the seed over [lines, match, ply, count, purpose, attempt], taken
  modulo the number of sides, plus one; an attempt that would favour low numbers is not used;
- each receipt is the SHA-256 of salt, line end and orders;
- each ply carries the hash of the one before, and its own is the SHA-256 of that and of all it
  records, as JSON without blanks and with sorted keys.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from pathlib import Path
from typing import Any, Iterator  # noqa: UP035  for old Pythons

Proof = Any  # what the file holds


def draw(seed: bytes, lines: list[str], match: str, ply: int, count: int, purpose: str, sides: int) -> int:
    limit = (1 << 256) - (1 << 256) % sides
    attempt = 0
    while True:
        message = json.dumps([lines, match, ply, count, purpose, attempt]).encode()
        number = int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest(), "big")
        if number < limit:
            return number % sides + 1
        attempt += 1


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def check_seed(proof: Proof) -> Iterator[str]:
    if proof["seed"] and hashlib.sha256(bytes.fromhex(proof["seed"])).hexdigest() != proof["seed_hash"]:
        yield "the seed is not the one whose SHA-256 was published"


def check_draws(proof: Proof) -> Iterator[str]:
    if not proof["seed"] or proof["is_archived"]:
        return
    seed, match, count = bytes.fromhex(proof["seed"]), str(proof["match"]), 0
    for ply in proof["plies"]:
        for drawn in ply["draws"]:
            purpose, value = drawn["purpose"], drawn["value"]
            again = draw(seed, proof["lines"], match, ply["number"], count, purpose, drawn["sides"])
            if again != value:
                yield f"ply {ply['number']}: draw {count} ({purpose}) was {value}, the seed gives {again}"
            count += 1


def check_receipts(proof: Proof) -> Iterator[str]:
    for ply in proof["plies"]:
        for sheet in ply["orders"]:
            if sheet["receipt"] and sha256(sheet["salt"] + "\n" + sheet["text"]) != sheet["receipt"]:
                yield f"ply {ply['number']}: the receipt of {sheet['seat']} does not fit the orders"


def check_chain(proof: Proof) -> Iterator[str]:
    before = ""
    for number, ply in enumerate(proof["plies"]):
        if ply["number"] != number or ply["previous_hash"] != before:
            yield f"ply {ply['number']}: does not follow the ply before it"
        before, body = ply["hash"], ply["body"]
        if body is None:
            continue
        hashed = [ply["previous_hash"], *body]
        if sha256(json.dumps(hashed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)) != ply["hash"]:
            yield f"ply {ply['number']}: the hash does not fit what is recorded"
        if body[:2] != [proof["match"], ply["number"]] or body[4:6] != [ply["orders"], ply["draws"]]:
            yield f"ply {ply['number']}: the log records other orders or draws"


def main(path: str) -> int:
    proof = json.loads(Path(path).read_text(encoding="utf-8"))
    faults = [fault for check in (check_seed, check_draws, check_receipts, check_chain) for fault in check(proof)]
    for fault in faults:
        print(fault)
    draws = sum(len(ply["draws"]) for ply in proof["plies"])
    sheets = sum(len(ply["orders"]) for ply in proof["plies"])
    print(f"match {proof['match']}: {len(proof['plies'])} plies, {sheets} sheets, {draws} draws")
    if proof["is_archived"]:
        print("The match came from a record: its draws were not made here and cannot be checked.")
    elif not proof["seed"]:
        print("The seed is secret until the match has ended: the draws cannot be checked yet.")
    print(f"{len(faults)} faults" if faults else "All of it fits.")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
