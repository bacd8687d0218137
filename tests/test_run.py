"""Herald as one command: it starts, keeps its parts alive, and leaves nothing behind."""

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path

import pytest

from config.embedded import Kept
from config.processes import commands
from tests.installations import Herald, StartHerald, fetch
from tests.processes import ROOT, descendants, processes
from tests.test_settings import PRODUCTION
from tests.waiting import PATIENCE, free_port, wait_until


def refusal(var: Path, *arguments: str, **variables: str) -> tuple[int, str]:
    """Exit code and words of a start that must fail."""
    done = subprocess.run(
        [sys.executable, "manage.py", "run", *arguments],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": "", "REDIS_URL": "", "HERALD_VAR": str(var), **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    return done.returncode, done.stderr


# Refusals


def test_port_that_is_taken_is_told_before_anything_is_changed(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        words = f"herald: Port {port} is taken. Is Herald running already? Else choose another: --port {port + 1}\n"
        assert refusal(tmp_path, "--port", str(port)) == (2, words)
    assert [path.name for path in tmp_path.iterdir()] == ["keys"]


def test_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    var = tmp_path / "var"
    var.write_text("a file in its place")
    code, words = refusal(var, "--port", str(free_port()))
    assert code == 2
    assert words == f"herald: The setting HERALD_VAR cannot be used, {var} cannot be written: File exists.\n"


def test_database_that_does_not_answer_is_told(tmp_path: Path) -> None:
    url = f"postgresql://herald@/herald?host={tmp_path}&connect_timeout=2"
    code, words = refusal(tmp_path, "--port", str(free_port()), DATABASE_URL=url)
    assert code == 2
    assert words.startswith("herald: The database cannot be used (setting DATABASE_URL): ")
    assert "Traceback" not in words


@pytest.mark.parametrize("port", ["0", "65536"])
def test_port_that_there_is_not_is_told(tmp_path: Path, port: str) -> None:
    words = f"herald: The port must be a number from 1 to 65535, not {port}.\n"
    assert refusal(tmp_path, "--port", port) == (2, words)


def test_redis_that_does_not_answer_is_told(tmp_path: Path) -> None:
    url = f"redis+socket://{tmp_path}/nobody"
    code, words = refusal(tmp_path, "--port", str(free_port()), REDIS_URL=url)
    assert code == 2
    assert words.startswith("herald: Redis cannot be used (setting REDIS_URL): ")
    assert "Traceback" not in words


def test_development_listens_on_this_machine_alone(tmp_path: Path) -> None:
    code, words = refusal(tmp_path, "--host", "192.0.2.1", "--port", str(free_port()))
    assert (code, words) == (2, "herald: In development Herald listens on this machine alone, not on 192.0.2.1.\n")


# Life and end


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("full", [False, True], ids=["embedded", "full"])
def test_signal_stops_everything(start_herald: StartHerald, full: bool, signum: signal.Signals) -> None:
    herald = start_herald(full=full)
    assert fetch(f"{herald.url}/accounts/login/")[0] == 200
    family = family_of_six(herald) if full else descendants(herald.process.pid)
    assert full or not family  # embedded is one process
    herald.process.send_signal(signum)
    assert herald.process.wait(PATIENCE) == 0
    assert family & processes().keys() == set()
    log = herald.log.read_text()
    assert log.endswith("herald: stopped\n")
    assert "Traceback" not in log


def test_embedded_start_makes_its_folder(start_herald: StartHerald) -> None:
    herald = start_herald()
    assert herald.log.read_text() == f"herald: ready at {herald.url}/  (Ctrl-C stops)\n"
    assert {path.name for path in herald.var.iterdir()} - {"herald.sqlite3-wal", "herald.sqlite3-shm"} == {
        *("herald.sqlite3", "keys", "static")
    }


def test_static_files_are_served_for_ever(start_herald: StartHerald) -> None:
    herald = start_herald()
    (style,) = (herald.var / "static" / "css").glob("herald.*.css")
    status, text = fetch(f"{herald.url}/static/css/{style.name}")
    assert (status, text) == (200, style.read_text())


@pytest.mark.parametrize("full", [False, True], ids=["embedded", "full"])
def test_production_serves_behind_its_proxy_alone(start_herald: StartHerald, tmp_path: Path, full: bool) -> None:
    variables = {**PRODUCTION, "HERALD_PROXY": "1"}
    del variables["DATABASE_URL"]
    if not full:
        variables["DATABASE_URL"] = f"sqlite:///{tmp_path / 'herald.sqlite3'}"
    herald = start_herald(full=full, **variables)

    def ask(**headers: str) -> tuple[int, str | None]:
        connection = HTTPConnection("127.0.0.1", int(herald.environment["HERALD_PORT"]), timeout=PATIENCE)
        try:
            connection.request("GET", "/accounts/login/", headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.getheader("Location")
        finally:
            connection.close()

    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
    assert ask(Host="herald.example", **forwarded) == (200, None)
    assert ask(Host="herald.example") == (301, "https://herald.example/accounts/login/")
    assert ask(Host="other.example", **forwarded) == (400, None)


def test_killed_supervisor_leaves_nothing(start_herald: StartHerald) -> None:
    herald = start_herald(full=True)
    family = family_of_six(herald)
    herald.process.kill()
    wait_until(lambda: not family & processes().keys())


def test_dead_processes_are_started_again(start_herald: StartHerald) -> None:
    herald = start_herald(full=True)
    parents = processes()
    children = sorted(pid for pid, parent in parents.items() if parent == herald.process.pid)
    for pid in children:
        os.kill(pid, signal.SIGKILL)
    words = [
        f"The {name} died with code -9; starting it again." for name in ("web server", "worker", "post office", "timer")
    ]
    wait_until(lambda: all(line in herald.log.read_text() for line in words))
    wait_until(lambda: is_up(herald))
    family_of_six(herald)
    assert not descendants(herald.process.pid) & set(children)


def family_of_six(herald: Herald) -> set[int]:
    """The processes of a Herald that is up: web server with its two workers, worker, post office and timer."""
    wait_until(lambda: len(descendants(herald.process.pid)) == 6)
    return descendants(herald.process.pid)


def is_up(herald: Herald) -> bool:
    try:
        return fetch(f"{herald.url}/accounts/login/")[0] == 200
    except OSError:
        return False


class Brittle:
    """A part that ends at once."""

    def start(self) -> None:
        started.set()

    def stop(self) -> None:
        raise AssertionError("nobody stops it")


started = threading.Event()


def test_dead_thread_is_started_again_but_not_for_ever() -> None:
    said: list[str] = []
    kept = Kept("worker", Brittle)
    answers = []
    for _ in range(3):
        kept.thread.join()
        answers.append(kept.revive(said.append))
    assert answers == [True, True, False]
    assert said == [
        *["The worker died; starting it again."] * 2,
        "The worker dies again and again; stopping.",
    ]


def test_living_thread_is_left_alone() -> None:
    end = threading.Event()

    class Steady(Brittle):
        def start(self) -> None:
            end.wait(PATIENCE)

    kept = Kept("timer", Steady)
    thread = kept.thread
    said: Callable[[str], None] = pytest.fail
    assert kept.revive(said)
    assert kept.thread is thread
    end.set()
    thread.join()


def test_readme_gives_a_supervisor_the_same_processes() -> None:
    """Each line says only what Herald's own start says too, and where the web server listens."""
    readme = (ROOT / "README.md").read_text()
    told = [shlex.split(line) for line in re.findall(r"^ +\.venv/bin/((?:granian|celery) .*)$", readme, re.MULTILINE)]
    own = list(commands("127.0.0.1", 8000).values())
    assert len(told) == len(own)
    for words, command in zip(told, own, strict=True):
        assert [word for word in words if word not in command] == []
    assert "--port" in told[0]
    assert "--pidfile" in told[-1]  # without it the timer leaves a file beside the program
