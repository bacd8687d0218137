"""What tests share: a mail server, Celery workers, Herald itself as processes, a browser."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page
from pytest_django.plugin import DjangoDbBlocker

from config.processes import die_with_parent

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60
DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}

# Playwright's synchronous interface leaves an event loop in the test's thread, where Django would refuse queries
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_configure() -> None:
    from django.conf import settings

    # pages of the test client need no collected files; `running_herald` serves the real ones
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    # clearing the cache would empty Redis, under the feet of others that run at the same time
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The run's database. PostgreSQL would not drop it while a process that was killed still counts as connected."""
    yield
    from django.db import connection

    if connection.vendor != "postgresql":
        return
    with django_db_blocker.unblock():
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]  # of this backend alone
    with on_server(database_url()) as server:
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
            [connection.settings_dict["NAME"]],
        )


@pytest.fixture(autouse=True)
def plain_language() -> Iterator[None]:
    """A page that was read in Russian leaves that language with the thread; the next test begins in English."""
    from django.utils import translation

    translation.activate("en")
    yield
    translation.activate("en")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what touches the database, unless once is enough, so that it can be run a second time on another one."""
    for item in items:
        if item.get_closest_marker("once"):
            continue
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES:
            item.add_marker("database")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """What cannot be tested here fails: a run that skipped something has not shown what it claims to."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def wait_until[T](what: Callable[[], T], seconds: float = PATIENCE) -> T:
    """Ask again and again until the answer is true, and give it back. Raises TimeoutError."""
    deadline = time.monotonic() + seconds
    while not (answer := what()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not so within {seconds} s: {what}")
        time.sleep(0.05)
    return answer


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


# Mail


@dataclass
class SmtpSink:
    """A real mail server that keeps what it takes. ``answer`` replies to each message instead of taking it."""

    port: int = 0
    messages: list[Envelope] = field(default_factory=list)
    # called with each message; a line such as "451 try later" or "550 no such person" refuses it
    answer: Callable[[Envelope], str | None] = lambda envelope: None
    # seconds before each answer, for a server that hangs
    delay: float = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802  aiosmtpd's name
        await asyncio.sleep(self.delay)
        if refusal := self.answer(envelope):
            return refusal
        self.messages.append(envelope)
        return "250 taken"

    @property
    def url(self) -> str:
        """For the setting HERALD_MAIL_URL."""
        return f"smtp://127.0.0.1:{self.port}?tls=none"


@pytest.fixture
def smtp_sink() -> Iterator[SmtpSink]:
    sink = SmtpSink(port=free_port())
    controller = Controller(sink, hostname="127.0.0.1", port=sink.port)
    controller.start()
    try:
        yield sink
    finally:
        controller.stop()


# Processes


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


def database_url() -> str:
    """The address of the database that this test uses, for processes it starts."""
    from django.db import connection

    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings['NAME']}"
    who = quote(settings["USER"]) + (f":{quote(settings['PASSWORD'])}" if settings["PASSWORD"] else "")
    query = f"?host={settings['HOST']}" + (f"&port={settings['PORT']}" if settings["PORT"] else "")
    return f"postgresql://{who}@/{settings['NAME']}{query}"


@dataclass
class Worker:
    process: subprocess.Popen[Any]
    log: Path


type StartCelery = Callable[..., Worker]


@pytest.fixture
def celery_processes(transactional_db: None, tmp_path: Path) -> Iterator[StartCelery]:
    """Start Celery processes on this test's database and Redis: ``start("worker")``, ``start("beat")``."""
    from config.celery import app

    app.control.purge()  # hints of tests before, which a worker would have to work through first
    with ExitStack() as stack:
        count = 0

        def start(kind: str, **environment: str) -> Worker:
            nonlocal count
            count += 1
            options = {
                "worker": ["--pool", "threads", "--concurrency", "2", "--without-gossip", "--without-mingle"],
                "beat": ["--pidfile", ""],
            }[kind]
            log = tmp_path / f"{kind}{count}.log"
            command = [sys.executable, "-m", "celery", "-A", "config", kind, "--loglevel", "INFO", *options]
            process = stack.enter_context(started(command, {"DATABASE_URL": database_url(), **environment}, log))
            sign = {"worker": " ready.", "beat": "beat: Starting"}[kind]
            wait_until(lambda: sign in log.read_text() or process.poll() is not None)
            assert process.poll() is None, log.read_text()
            return Worker(process, log)

        yield start


@pytest.fixture
def worker(celery_processes: StartCelery) -> Worker:
    """A Celery worker process that takes this test's tasks from Redis."""
    return celery_processes("worker")


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


@contextmanager
def on_server(address: str) -> Iterator[psycopg.Connection]:
    """A connection to the PostgreSQL that holds the database of that address, but to none of the run's databases."""
    head, _, query = address.partition("?")
    with psycopg.connect(f"{head.rpartition('/')[0]}/postgres?{query}", autocommit=True) as connection:
        yield connection


@contextmanager
def fresh_database() -> Iterator[str]:
    """An empty database on the PostgreSQL of this run (one is started where the run is on SQLite); its address."""
    from tests import services

    with ExitStack() as stack:
        address = os.environ["DATABASE_URL"]
        if address.startswith("sqlite"):
            address = stack.enter_context(services.postgresql())
        head, _, query = address.partition("?")
        server = head.rpartition("/")[0]
        name = f"herald_{os.getpid()}_{time.monotonic_ns()}"
        with on_server(address) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
            try:
                yield f"{server}/{name}?{query}"
            finally:
                connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


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


# Browser


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    arguments = {
        **browser_type_launch_args,
        "args": [
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--disable-quic",
            "--disable-sync",
            "--no-first-run",
        ],
    }
    if os.geteuid() == 0:
        arguments["args"].append("--no-sandbox")
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if program:  # else Playwright's own
        arguments["executable_path"] = program
    return arguments


PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}


@dataclass
class Person:
    """Somebody at a browser of their own. ``complaints`` is what the browser's console said of our pages."""

    page: Page
    context: BrowserContext
    complaints: list[str]


type Sit = Callable[..., Person]


@pytest.fixture
def sit(browser: Browser) -> Iterator[Sit]:
    """Seat people at browsers: ``sit(PHONE)``; other keywords are those of a browser context.

    The test fails at its end if a console showed an error or a script failed.
    """
    people: list[Person] = []

    def sit_down(viewport: dict[str, int] = DESKTOP, **options: Any) -> Person:
        context = browser.new_context(viewport=viewport, **options)  # type: ignore[arg-type]  # a plain dict will do
        context.set_default_timeout(PATIENCE * 1000 / 3)
        person = Person(context.new_page(), context, [])

        def listen(message: ConsoleMessage) -> None:
            # 422 is how a refused form answers; browsers write a line about it
            if message.type in ("error", "warning") and "status of 422" not in message.text:
                person.complaints.append(message.text)

        person.page.on("console", listen)
        person.page.on("pageerror", lambda error: person.complaints.append(str(error)))
        people.append(person)
        return person

    yield sit_down
    complaints = [complaint for person in people for complaint in person.complaints]
    for person in people:
        person.context.close()
    assert complaints == []


@pytest.fixture
def desktop(sit: Sit) -> Page:
    return sit(DESKTOP).page


@pytest.fixture
def phone(sit: Sit) -> Page:
    return sit(PHONE, has_touch=True, is_mobile=True).page
