"""The task queue. Everything due stands in the database: tasks are hints for speed, the sweep is the guarantee."""

import os

# the timer would import it at its first beat, and a signal to stop that came just then would find half a module
import celery.app.amqp  # noqa: F401
from celery import Celery
from django.conf import settings
from kombu.entity import Queue

from config.queues import MAIL, MATCHES, QUEUES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

SWEEP_SECONDS = 2
MAIL_SECONDS = 10
TOURNAMENT_SECONDS = 10
RATING_SECONDS = 10

app = Celery("herald")
app.conf.update(
    broker_url=settings.REDIS_URL or "memory://localhost/",
    broker_transport_options={
        # tasks last seconds; one whose worker was killed comes back after two minutes, not an hour and more
        "visibility_timeout": 120,
        "unacked_restore_interval": 10,
        "unacked_restore_throttle": 1,
        # a hint that finds no broker is given up at once: the sweep makes it good, and nobody waits for it
        "max_retries": 0,
        "global_keyprefix": settings.HERALD_REDIS_PREFIX,
    }
    if settings.REDIS_URL
    else {"polling_interval": 0.1},
    broker_connection_retry_on_startup=True,
    # a worker that is not told which takes from all
    task_queues=[Queue(name) for name in QUEUES],  # type: ignore[no-untyped-call]  # the library's own class
    task_default_queue=MATCHES,
    task_routes={"games.mail.tasks.*": {"queue": MAIL}},
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_redirect_stdouts=False,
    task_ignore_result=True,
    task_store_eager_result=False,
    task_serializer="json",
    accept_content=["json"],
    beat_scheduler="celery.beat:Scheduler",  # the schedule is static: no file to keep
    enable_utc=True,
    timezone="UTC",
    beat_schedule={
        "sweep": {
            "task": "games.matches.tasks.sweep",
            "schedule": SWEEP_SECONDS,
            # a worker that was away finds one sweep waiting, not a heap
            "options": {"expires": SWEEP_SECONDS},
        },
        "mail": {
            "task": "games.mail.tasks.send_notices",
            "schedule": MAIL_SECONDS,
            "options": {"expires": MAIL_SECONDS},
        },
        "tournaments": {
            "task": "games.tournaments.tasks.sweep",
            "schedule": TOURNAMENT_SECONDS,
            "options": {"expires": TOURNAMENT_SECONDS},
        },
        "ratings": {
            "task": "games.ratings.tasks.rate_ended",
            "schedule": RATING_SECONDS,
            "options": {"expires": RATING_SECONDS},
        },
    },
)
app.autodiscover_tasks()
