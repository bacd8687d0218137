"""``manage.py run``: the whole of Herald as one command in the foreground."""

import errno
import os
import socket
import sys
from argparse import ArgumentParser
from io import StringIO
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection
from redis import Redis, RedisError

from config import embedded, processes

LOOPBACK = ("127.0.0.1", "localhost")


class Trouble(Exception):
    """A reason not to start, in words for the person at the keyboard."""


class Command(BaseCommand):
    help = "Start web server, worker and timer; Ctrl-C stops them all."
    requires_system_checks = ()  # they ask the database, which comes after the port

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=settings.HERALD_PORT)
        parser.add_argument("--host", default="127.0.0.1", help="in development only this machine itself may connect")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        try:
            code = self.run(host, port)
        except (Trouble, ImproperlyConfigured) as trouble:
            self.say(str(trouble))
            code = 2
        sys.exit(code)

    def run(self, host: str, port: int) -> int:
        if not settings.HERALD_PRODUCTION and host not in LOOPBACK:
            raise Trouble(f"In development Herald listens on this machine alone, not on {host}.")
        if not 1 <= port <= 65535:
            raise Trouble(f"The port must be a number from 1 to 65535, not {port}.")
        listener = claim(host, port)
        if "HERALD_URL" not in os.environ and not settings.HERALD_PRODUCTION:
            settings.HERALD_URL = f"http://localhost:{port}"
        prepare()
        if not settings.REDIS_URL:
            code = embedded.serve(listener, self.greet, self.say)
        else:
            # the web server binds the port itself, in workers that come and go
            listener.close()
            environment = {**os.environ, "HERALD_URL": settings.HERALD_URL}
            code = processes.supervise(host, port, environment, lambda: answers(host, port), self.greet, self.say)
        self.say("stopped")
        return code

    def greet(self) -> None:
        self.say(f"ready at {settings.HERALD_URL}/  (Ctrl-C stops)")

    def say(self, words: str) -> None:
        print(f"herald: {words}", file=sys.stderr, flush=True)


def claim(host: str, port: int) -> socket.socket:
    """A socket bound to the port, before anything is changed. Raises Trouble if it is taken or forbidden."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise Trouble(
                f"Port {port} is taken. Is Herald running already? Else choose another: --port {port + 1}"
            ) from None
        raise Trouble(f"Cannot listen on {host}, port {port}: {error.strerror}.") from None
    return listener


def answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=1).close()
    except OSError:
        return False
    return True


def prepare() -> None:
    """Bring database and static files up to date. Raises Trouble if one cannot be used."""
    # without the pool: it would hide why the database does not answer, and leave threads to a supervisor that forks
    options = connection.settings_dict["OPTIONS"]
    pool = options.pop("pool", None)
    try:
        call_command("check", stdout=StringIO())  # that all is well need not be said
        call_command("migrate", verbosity=0, interactive=False)
        call_command("collectstatic", verbosity=0, interactive=False)
    except OperationalError as error:
        raise Trouble(f"The database cannot be used (setting DATABASE_URL): {str(error).strip()}") from None
    except OSError as error:
        raise Trouble(f"Cannot write {error.filename} (setting HERALD_VAR): {error.strerror}.") from None
    finally:
        connection.close()
        if pool:
            options["pool"] = pool
    if settings.REDIS_URL:
        reach_broker(settings.CACHES["default"]["LOCATION"])


def reach_broker(address: str) -> None:
    """Raises Trouble if Redis does not answer: the sign-in page counts attempts there."""
    try:
        with Redis.from_url(address, socket_connect_timeout=5) as broker:
            broker.ping()
    except RedisError as error:
        raise Trouble(f"Redis cannot be used (setting REDIS_URL): {error}") from None
