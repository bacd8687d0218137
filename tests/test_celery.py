"""The queue on real parts: a worker process, a timer process, Redis between them."""

import subprocess
import sys

import pytest
from django.conf import settings

from games.matches.tasks import sweep
from tests.celery_processes import StartCelery, Worker
from tests.installations import StartHerald
from tests.waiting import wait_until

NAME = "games.matches.tasks.sweep"


def test_worker_takes_what_a_process_sends(worker: Worker) -> None:
    task = sweep.delay()
    wait_until(lambda: f"Task {NAME}[{task.id}] succeeded" in worker.log.read_text())


def test_timer_sends_the_sweep(celery_processes: StartCelery) -> None:
    worker = celery_processes("worker")
    celery_processes("beat")
    wait_until(lambda: f"Task {NAME}" in worker.log.read_text())
    wait_until(lambda: "succeeded" in worker.log.read_text())


@pytest.mark.parametrize("full", [False, True], ids=["embedded", "full"])
def test_herald_sweeps(start_herald: StartHerald, full: bool) -> None:
    herald = start_herald(full=full, HERALD_LOG="INFO")
    wait_until(lambda: f"Sending due task sweep ({NAME})" in herald.log.read_text())


def test_timer_may_be_stopped_at_its_first_beat() -> None:
    """Its handler of signals needs this module whole, so that it must not be first imported by a beat."""
    asked = "import sys, config.celery; print('celery.app.amqp' in sys.modules)"
    told = subprocess.check_output([sys.executable, "-c", asked], cwd=settings.BASE_DIR, text=True)
    assert told == "True\n"
