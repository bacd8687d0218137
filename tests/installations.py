"""Herald as people start it: installations with folder, database and broker of their own."""

import os
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.databases import fresh_database
from tests.mail_sink import SmtpSink
from tests.processes import ROOT, started
from tests.waiting import PATIENCE, free_port, wait_until


@dataclass
class Herald:
    """Herald as people start it."""

    url: str
    var: Path
    log: Path
    process: subprocess.Popen[Any]
    environment: dict[str, str]

    def manage(self, *arguments: str) -> str:
        """Run a management command of this installation; its output."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env={**os.environ, **self.environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


type StartHerald = Callable[..., Herald]


@pytest.fixture
def start_herald(tmp_path: Path) -> Iterator[StartHerald]:
    """Start Herald with a folder of its own: embedded on SQLite, or ``full=True`` with PostgreSQL, Redis and processes.

    Keywords beside ``full`` are variables of its environment.
    """
    with ExitStack() as stack:
        count = 0

        def start(*, full: bool = False, **variables: str) -> Herald:
            nonlocal count
            count += 1
            folder = tmp_path / f"herald{count}"
            folder.mkdir()
            port = free_port()
            environment = {
                "HERALD_VAR": str(folder / "var"),
                "HERALD_PORT": str(port),
                "DATABASE_URL": "",
                "REDIS_URL": "",
            }
            if full:
                environment |= {
                    "DATABASE_URL": stack.enter_context(fresh_database()),
                    "REDIS_URL": os.environ["REDIS_URL"],
                    "HERALD_REDIS_PREFIX": f"{os.environ['HERALD_REDIS_PREFIX']}{folder}:",
                }
            environment |= variables
            command = [sys.executable, "manage.py", "run"]
            process = stack.enter_context(started(command, environment, folder / "log"))
            herald = Herald(f"http://localhost:{port}", folder / "var", folder / "log", process, environment)
            wait_until(lambda: "ready at" in herald.log.read_text() or process.poll() is not None)
            assert process.poll() is None, herald.log.read_text()
            return herald

        yield start


@pytest.fixture(params=["embedded", "full"])
def running_herald(request: pytest.FixtureRequest, start_herald: StartHerald, smtp_sink: SmtpSink) -> Herald:
    """Herald as people start it, once embedded and once full; its mail goes to ``smtp_sink``."""
    return start_herald(full=request.param == "full", HERALD_MAIL_URL=smtp_sink.url)


def fetch(url: str) -> tuple[int, str]:
    """Status and text of a page."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:  # noqa: S310  our own server
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()
