"""Celery's worker and timer as processes of their own."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.databases import database_url
from tests.processes import started
from tests.waiting import wait_until


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
