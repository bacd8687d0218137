"""SQLite as the embedded server uses it: many writers wait for each other, none is turned away."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.processes import ROOT


def test_eight_writers_never_find_the_database_locked(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'herald.sqlite3'}",
        "REDIS_URL": "",
        "HERALD_VAR": str(tmp_path),
        "HERALD_LOG": "ERROR",
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.matches.writers", "4"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    assert counts.pop("rounds") >= 8
    assert counts == {}
    assert done.stderr == ""
