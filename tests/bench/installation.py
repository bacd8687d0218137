"""Herald as running processes, and the processor time they take."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(roots: set[int]) -> float:
    """User and system time so far of these processes and all that came of them, ended ones included. Linux only."""
    parents, times = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it may end while we look
            fields = stat.read_text().rpartition(")")[2].split()
            pid = int(stat.parent.name)
            parents[pid], times[pid] = int(fields[1]), sum(map(int, fields[11:15]))
    found, fresh = set(roots), set(roots)
    while fresh:
        fresh = {pid for pid, parent in parents.items() if parent in fresh} - found
        found |= fresh
    return sum(times.get(pid, 0) for pid in found) / TICKS


def children() -> set[int]:
    """Processes that this one has started."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == os.getpid():
                found.add(int(stat.parent.name))
    return found


@dataclass(frozen=True)
class Installation:
    """A running server. ``roots`` are the processes whose work is its own."""

    port: int
    plan: dict[str, Any]
    roots: set[int]

    def cpu(self) -> float:
        return cpu_seconds(self.roots)


@contextmanager
def installed(
    folder: Path, variables: Mapping[str, str], matches: int, games: Sequence[str], services: set[int]
) -> Iterator[Installation]:
    """Seed and start an installation in a folder of its own; it is stopped with the block.

    ``services`` are the processes of its database and broker, if it has any of its own.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("HERALD_")},
        "HERALD_VAR": str(folder / "var"),
        "HERALD_NOTICE_DELAY": "3600",  # letters are not what is measured
        "HERALD_PORT": str(port),
        "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
        "DATABASE_URL": "",
        "REDIS_URL": "",
        **variables,
    }
    seeded = subprocess.run(
        [sys.executable, "-m", "tests.bench.seed", str(matches), *games],
        cwd=ROOT,
        env=environment | {"REDIS_URL": ""},
        stdout=subprocess.PIPE,
        check=True,
        timeout=5 * PATIENCE,
    )
    log = folder / "log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "run"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + PATIENCE
        while "ready at" not in log.read_text():
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(log.read_text())
            time.sleep(0.1)
        yield Installation(port, json.loads(seeded.stdout), services | {process.pid})
    finally:
        process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
