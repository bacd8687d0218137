"""The database of a test for processes that it starts, and fresh ones beside it."""

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import quote

import psycopg


def database_url() -> str:
    """The address of the database that this test uses, for processes it starts."""
    from django.db import connection

    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings['NAME']}"
    who = quote(settings["USER"]) + (f":{quote(settings['PASSWORD'])}" if settings["PASSWORD"] else "")
    query = f"?host={settings['HOST']}" + (f"&port={settings['PORT']}" if settings["PORT"] else "")
    return f"postgresql://{who}@/{settings['NAME']}{query}"


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
