"""Processes that tests start: all end with the test."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from config.processes import die_with_parent

ROOT = Path(__file__).resolve().parent.parent


def end(process: subprocess.Popen[Any]) -> None:
    """Stop a process that leads a session of its own, politely, then whatever is left of the session."""
    process.send_signal(signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(20)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def processes() -> dict[int, int]:
    """Every living process of this machine and its parent."""
    proc = Path("/proc")
    if not (proc / "self" / "stat").exists():
        lines = subprocess.run(["ps", "-axo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
        return {int(pid): int(parent) for pid, parent in map(str.split, lines.splitlines())}
    found = {}
    for stat in proc.glob("[0-9]*/stat"):
        with suppress(OSError):  # it may end while we look
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                found[int(stat.parent.name)] = int(parent)
    return found


def descendants(pid: int) -> set[int]:
    """The processes that ``pid`` has started, and those that they have."""
    parents = processes()
    found, fresh = set[int](), {pid}
    while fresh:
        fresh = {child for child, parent in parents.items() if parent in fresh}
        found |= fresh
    return found


@contextmanager
def started(command: list[str], environment: dict[str, str], log: Path) -> Iterator[subprocess.Popen[Any]]:
    """A process in a session of its own, ended with the block; its words go to ``log``."""
    with log.open("ab") as file:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent,  # noqa: PLW1509  one system call, no locks
        )
    try:
        yield process
    finally:
        end(process)
