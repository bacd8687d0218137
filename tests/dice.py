"""Matches of the suite roll the same dice at every run: a failure can be had again, and none comes by bad luck.

``--dice WORD`` rolls others, to find what holds only for some rolls.
"""

import random
import secrets
from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any

import hypothesis
import pytest
from django.db.models.signals import pre_save

FIRST_MATCH = 10_001
"""Draws go by the match's number too; numbers the database gives out stay below this one."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--dice", default="", metavar="WORD", help="roll other dice than at every run")


def pytest_configure(config: pytest.Config) -> None:
    hypothesis.settings.register_profile("same", derandomize=True, database=None)
    if not config.getoption("--dice"):
        hypothesis.settings.load_profile("same")


@pytest.fixture(autouse=True)
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Seeds, lines, numbers and practice players of the matches that this process begins go by the test's name."""
    from games.matches.models import Match
    from games.matches.services import playing, seating

    rng = random.Random(request.config.getoption("--dice") + request.node.nodeid)
    numbers = count(FIRST_MATCH)

    def give_number(instance: Match, raw: bool, **more: Any) -> None:
        if instance.pk is None and not raw:
            instance.pk = next(numbers)

    drawn = SimpleNamespace(
        token_bytes=rng.randbytes,
        token_hex=lambda size: rng.randbytes(size).hex(),
        token_urlsafe=lambda size: rng.randbytes(size).hex(),
        compare_digest=secrets.compare_digest,
    )
    monkeypatch.setattr(seating, "secrets", drawn)
    monkeypatch.setattr(playing, "random", SimpleNamespace(SystemRandom=lambda: random.Random(rng.random())))
    pre_save.connect(give_number, sender=Match, weak=False, dispatch_uid="same dice")
    yield
    pre_save.disconnect(sender=Match, dispatch_uid="same dice")
