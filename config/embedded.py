"""Herald in one process: web server, Celery worker and timer as threads, with nothing kept that the database lacks."""

import os
import signal
import socket
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Protocol

from celery.beat import Scheduler, Service
from django.core.wsgi import get_wsgi_application
from waitress.server import create_server

from config.celery import app
from config.processes import Patience

WEB_THREADS = 8
WORKER_THREADS = 2


class Part(Protocol):
    """What Celery's worker and its timer have in common."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


class Kept:
    """A part in a thread of its own, started anew when it dies."""

    def __init__(self, name: str, make: Callable[[], Part]) -> None:
        self.name = name
        self._make = make
        self._patience = Patience()
        self.start()

    def start(self) -> None:
        self.part = self._make()
        self.thread = threading.Thread(target=self.part.start, name=self.name, daemon=True)
        self.thread.start()

    def revive(self, say: Callable[[str], None]) -> bool:
        """Start the part again if it has died; False when it dies too often for that to help."""
        if self.thread.is_alive():
            return True
        if self._patience.is_at_end():
            say(f"The {self.name} dies again and again; stopping.")
            return False
        say(f"The {self.name} died; starting it again.")
        self.start()
        return True


def make_worker() -> Part:
    worker: Part = app.WorkController(
        pool_cls="threads",
        concurrency=WORKER_THREADS,
        hostname="worker@herald",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    return worker


def make_timer() -> Part:
    timer: Part = Service(app, max_interval=5, scheduler_cls=Scheduler)
    return timer


def serve(listener: socket.socket, on_ready: Callable[[], None], say: Callable[[str], None]) -> int:
    """Serve pages from a bound socket until SIGINT or SIGTERM; the exit code."""
    server: Any = create_server(
        get_wsgi_application(),
        sockets=[listener],
        threads=WEB_THREADS,
        ident="Herald",
        clear_untrusted_proxy_headers=False,  # the setting HERALD_PROXY decides whether they count
    )
    parts = [Kept("worker", make_worker), Kept("timer", make_timer)]
    stopping = threading.Event()
    code = 0

    def watch() -> None:
        nonlocal code
        while not stopping.wait(1):
            if not all(part.revive(say) for part in parts):
                code = 1
                os.kill(os.getpid(), signal.SIGTERM)
                return

    def stop(number: int, frame: FrameType | None) -> None:
        for signum in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signum, signal.SIG_IGN)
        stopping.set()
        raise SystemExit

    for signum in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signum, stop)
    threading.Thread(target=watch, name="watch", daemon=True).start()
    try:
        on_ready()
        server.run()  # ends at SystemExit by itself, once the requests under way are answered
    except SystemExit:
        server.close()  # told to stop before it was running
    finally:
        stopping.set()
        for part in parts:
            part.part.stop()
        parts[0].thread.join(10)
    return code
