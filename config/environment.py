"""Reads settings from the environment; what is missing or malformed is refused by its name."""

import contextlib
import os
import stat
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


class Environment:
    """The variables of one process. An empty value counts as none."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values

    def has(self, name: str) -> bool:
        return bool(self._values.get(name, "").strip())

    def text(self, name: str, default: str | None = None) -> str:
        """The value, else ``default``. Raises ImproperlyConfigured if there is neither."""
        if self.has(name):
            return self._values[name].strip()
        if default is None:
            raise refused(name, "is not set, and there is no default for it here")
        return default

    def choice(self, name: str, choices: Iterable[str], default: str) -> str:
        value = self.text(name, default)
        if value not in choices:
            raise refused(name, f"is “{value}”; it may be {' or '.join(choices)}")
        return value

    def flag(self, name: str) -> bool:
        return self.choice(name, ("0", "1"), "0") == "1"

    def number(self, name: str, default: int, lowest: int, highest: int) -> int:
        value = self.text(name, str(default))
        if not value.isascii() or not value.isdigit() or not lowest <= int(value) <= highest:
            raise refused(name, f"is “{value}”; it must be a whole number from {lowest} to {highest}")
        return int(value)

    def words(self, name: str, default: str | None = None) -> list[str]:
        """The parts of a list with commas, at least one."""
        words = [word.strip() for word in self.text(name, default).split(",") if word.strip()]
        if not words:
            raise refused(name, "holds only commas")
        return words

    def address(self, name: str, schemes: Iterable[str], default: str | None = None) -> SplitResult:
        """The value taken apart as an address with one of ``schemes``."""
        value = self.text(name, default)
        # the value itself is not repeated: it may hold a password
        try:
            address = urlsplit(value)
            _ = address.port
        except ValueError as error:
            raise refused(name, f"is not an address: {error}") from error
        if address.scheme not in schemes:
            raise refused(name, f"must begin with {' or '.join(f'{scheme}:' for scheme in schemes)}")
        return address


def refused(name: str, why: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"The setting {name} {why}.")


def site_url(env: Environment, name: str, schemes: Iterable[str], default: str | None) -> str:
    """The address people type, without a slash at its end."""
    address = env.address(name, schemes, default)
    if not address.hostname or address.path.strip("/") or address.query or address.fragment:
        raise refused(name, "must be the bare address of the site, like https://herald.example")
    return f"{address.scheme}://{address.netloc}"


def database(env: Environment, name: str, default: str | None) -> dict[str, Any]:
    """Django's settings of the database at ``sqlite:///file`` or ``postgresql://user:password@host:port/name``.

    A socket's folder stands in the query: ``postgresql://user@/name?host=/run/postgresql``.
    """
    address = env.address(name, ("sqlite", "postgresql", "postgres"), default)
    path = unquote(address.path)
    if address.scheme == "sqlite":
        if address.netloc or len(path) < 2:
            raise refused(
                name, "must name a file after three slashes: sqlite:///herald.sqlite3, or four: sqlite:////srv/…"
            )
        file = Path(path[1:]).absolute()
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": file,
            "OPTIONS": {
                # a transaction that reads before it writes would fail under others' writing if it took its lock late
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL",
            },
            # tests need a file, not memory: server, worker and browser share it
            "TEST": {"NAME": file.with_name(f"test_{file.name}")},
        }
    query = dict(parse_qsl(address.query))
    host = query.pop("host", address.hostname or "")
    port = query.pop("port", str(address.port or ""))
    if len(path) < 2:
        raise refused(name, "must name a database, as in postgresql://user:password@host/herald")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": path[1:],
        "USER": unquote(address.username or ""),
        "PASSWORD": unquote(address.password or ""),
        "HOST": host,
        "PORT": port,
        "OPTIONS": {
            **query,
            "pool": {"min_size": 1, "max_size": 10, "timeout": 15},
            # what a connection has asked twice the server need not plan again: half of its work for a move
            "server_side_binding": True,
            "prepare_threshold": 2,
        },
    }


def mailer(env: Environment, name: str) -> dict[str, Any]:
    """Django's settings of the mail server or provider.

    ``smtp://user:password@host:port?tls=starttls`` (or ``implicit``, or ``none``), or a provider that django-anymail
    knows with its options as it names them: ``anymail+mailgun:?api_key=…&sender_domain=…``.
    """
    value = env.text(name)
    query = dict(parse_qsl(urlsplit(value).query))
    if value.startswith("anymail+"):
        provider = urlsplit(value).scheme.removeprefix("anymail+")
        backend = f"anymail.backends.{provider.replace('-', '_')}"
        if not provider or find_spec(backend) is None:
            raise refused(name, f"names a provider that django-anymail does not know: “{provider}”")
        return {"BACKEND": f"{backend}.EmailBackend", "OPTIONS": query}
    address = env.address(name, ("smtp", "anymail+provider"))
    tls = query.get("tls", "starttls")
    if not address.hostname:
        raise refused(name, "names no mail server")
    if tls not in ("starttls", "implicit", "none"):
        raise refused(name, f"asks for tls={tls}; it may be starttls, implicit or none")
    return {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": {
            "host": address.hostname,
            "port": address.port,
            "username": unquote(address.username or ""),
            "password": unquote(address.password or ""),
            "use_tls": tls == "starttls",
            "use_ssl": tls == "implicit",
            "timeout": 20,
        },
    }


def private_folder(name: str, path: Path) -> Path:
    """Make a folder that only its owner may enter, if it is not there. Raises ImproperlyConfigured if that fails."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise refused(name, f"cannot be used, {path} cannot be written: {error.strerror}") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise refused(name, f"cannot be used, {path} cannot be written")
    return path


def kept_key(name: str, file: Path, make: Callable[[], str]) -> str:
    """The key in ``file``, made at the first call and readable by its owner alone."""
    private_folder(name, file.parent)
    try:
        if not file.exists():
            draft = file.with_name(f".{file.name}.{os.getpid()}")
            draft.touch(mode=0o600)
            draft.write_text(make())
            with contextlib.suppress(FileExistsError):  # of two first starts one wins, and both use its key
                os.link(draft, file)
            draft.unlink()
        if stat.S_IMODE(file.stat().st_mode) & 0o077 and os.name == "posix":
            raise refused(name, f"cannot be used: others may read the key in {file} (chmod 600 {file})")
        return file.read_text().strip()
    except OSError as error:
        raise refused(name, f"cannot be used, the key in {file} cannot be read or made: {error.strerror}") from error
