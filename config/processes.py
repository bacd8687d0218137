"""Herald as processes of their own, worker and timer among them, under a supervisor that leaves none behind."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from types import FrameType

from django.conf import settings

from config.queues import MAIL, MATCHES

PR_SET_PDEATHSIG = 1
STOP_SECONDS = 15
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


class Patience:
    """How often something that dies is started again: a third death within a minute is one too many."""

    def __init__(self) -> None:
        self._deaths: list[float] = []

    def is_at_end(self) -> bool:
        """Note a death. True when it is one too many."""
        now = time.monotonic()
        self._deaths = [*(death for death in self._deaths if now - death < 60), now]
        return len(self._deaths) >= 3


def commands(host: str, port: int) -> dict[str, list[str]]:
    """The processes of a whole installation, the same that an operator may run one by one."""
    celery = [sys.executable, "-m", "celery", "--quiet", "-A", "config"]
    worker = [*celery, "worker", "--pool", "threads", "--loglevel", settings.HERALD_LOG]
    worker += ["--without-gossip", "--without-mingle"]
    return {
        "web server": [
            *(sys.executable, "-m", "granian", "--interface", "wsgi", "--host", host, "--port", str(port)),
            *("--workers", "2", "--blocking-threads", "4", "--respawn-failed-workers"),
            *("--workers-kill-timeout", "10", "--log-level", settings.HERALD_LOG.lower(), "config.wsgi:application"),
        ],
        "worker": [*worker, "--concurrency", "4", "--queues", MATCHES],
        "post office": [*worker, "--concurrency", "1", "--queues", MAIL],
        "timer": [*celery, "beat", "--loglevel", settings.HERALD_LOG, "--pidfile", ""],
    }


def die_with_parent(signum: signal.Signals = signal.SIGTERM) -> None:
    """Ask the kernel to stop this process when the one that started it is killed; runs between fork and exec."""
    if LIBC:
        LIBC.prctl(PR_SET_PDEATHSIG, signum)


class Child:
    """One process, leader of its own session so that Ctrl-C at the terminal reaches only the supervisor."""

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.name = name
        self._command = command
        self._environment = environment
        self._patience = Patience()
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command,
            cwd=settings.BASE_DIR,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=die_with_parent,  # noqa: PLW1509  the supervisor has one thread
        )

    def revive(self, say: Callable[[str], None]) -> bool:
        """Start the process again if it has died; False when it dies too often for that to help."""
        code = self.process.poll()
        if code is None:
            return True
        self.kill()
        if self._patience.is_at_end():
            say(f"The {self.name} dies again and again (now with code {code}); stopping.")
            return False
        say(f"The {self.name} died with code {code}; starting it again.")
        self.start()
        return True

    def stop(self) -> None:
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """Leave nothing of the process's session, also when only its leader is gone."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def _signal(self, signum: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signum)


def supervise(
    host: str,
    port: int,
    environment: Mapping[str, str],
    is_ready: Callable[[], bool],
    on_ready: Callable[[], None],
    say: Callable[[str], None],
) -> int:
    """Keep the processes of an installation alive until SIGINT or SIGTERM; the exit code."""
    is_stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal is_stopping
        is_stopping = True

    for signum in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signum, stop)
    children: list[Child] = []
    is_told = False
    try:
        children += [Child(name, command, environment) for name, command in commands(host, port).items()]
        while not is_stopping:
            if not all(child.revive(say) for child in children):
                return 1
            if not is_told and is_ready():
                on_ready()
                is_told = True
            time.sleep(0.2)
        return 0
    finally:
        for child in children:
            child.stop()
        deadline = time.monotonic() + STOP_SECONDS
        for child in children:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.process.wait(max(0.1, deadline - time.monotonic()))
            child.kill()
