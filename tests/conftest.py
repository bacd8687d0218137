"""How the suite runs; what tests share lies in the modules named below."""

from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.databases import database_url, on_server

pytest_plugins = ["tests.mail_sink", "tests.celery_processes", "tests.installations", "tests.browsers"]

DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


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
