"""Settings come from the environment; what is missing or malformed is named, and production has no soft spots."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage

from config.environment import Environment, database, kept_key, mailer, private_folder, site_url
from tests.mail_sink import SmtpSink
from tests.processes import ROOT

SEAL_KEY = "A" * 43 + "="  # 32 bytes of 0
PRODUCTION = {
    "HERALD_ENV": "production",
    "HERALD_URL": "https://herald.example",
    "HERALD_HOSTS": "herald.example",
    "HERALD_SECRET_KEY": "k" * 50,
    "HERALD_SEAL_KEYS": SEAL_KEY,
    "HERALD_MAIL_URL": "smtp://mail.example",
    "HERALD_MAIL_FROM": "Herald <herald@herald.example>",
    "DATABASE_URL": "postgresql://herald@/herald",
}


def manage(var: Path, variables: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("HERALD_")}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**clean, "DATABASE_URL": "", "REDIS_URL": "", "HERALD_VAR": str(var), **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def values(var: Path, variables: dict[str, str], *names: str) -> list[Any]:
    """Settings as a process with these variables has them."""
    code = f"from django.conf import settings; print([getattr(settings, name, None) for name in {names}])"
    done = manage(var, variables, "shell", "--no-imports", "-c", code)
    assert done.returncode == 0, done.stderr
    result: list[Any] = eval(done.stdout)  # noqa: S307  our own line of plain values
    return result


# The reader


def test_empty_value_counts_as_none() -> None:
    env = Environment({"A": " ", "B": " x "})
    assert not env.has("A")
    assert env.text("A", "default") == "default"
    assert env.text("B") == "x"


@pytest.mark.parametrize(
    ("read", "value", "why"),
    [
        (lambda env: env.text("NAME"), "", "is not set"),
        (lambda env: env.choice("NAME", ("a", "b"), "a"), "c", "is “c”; it may be a or b"),
        (lambda env: env.flag("NAME"), "yes", "is “yes”; it may be 0 or 1"),
        (lambda env: env.number("NAME", 1, 1, 9), "ten", "from 1 to 9"),
        (lambda env: env.number("NAME", 1, 1, 9), "10", "from 1 to 9"),
        (lambda env: env.number("NAME", 1, 1, 9), "-1", "from 1 to 9"),
        (lambda env: env.words("NAME"), ", ,", "holds only commas"),
        (lambda env: env.address("NAME", ("redis",)), "http://host", "must begin with redis:"),
        (lambda env: env.address("NAME", ("redis",)), "redis://host:port", "is not an address"),
        (lambda env: site_url(env, "NAME", ("https",), None), "http://herald.example", "must begin with https:"),
        (
            lambda env: site_url(env, "NAME", ("https",), None),
            "https://herald.example/play",
            "must be the bare address",
        ),
        (lambda env: database(env, "NAME", None), "mysql://host/name", "must begin with sqlite: or postgresql:"),
        (lambda env: database(env, "NAME", None), "sqlite://herald.sqlite3", "must name a file"),
        (lambda env: database(env, "NAME", None), "postgresql://host", "must name a database"),
        (lambda env: mailer(env, "NAME"), "", "is not set"),
        (lambda env: mailer(env, "NAME"), "mail.example", "must begin with smtp:"),
        (lambda env: mailer(env, "NAME"), "smtp:?tls=none", "names no mail server"),
        (lambda env: mailer(env, "NAME"), "smtp://mail.example?tls=maybe", "it may be starttls, implicit or none"),
        (lambda env: mailer(env, "NAME"), "anymail+pigeon:?api_key=k", "does not know: “pigeon”"),
    ],
)
def test_malformed_value_is_refused_by_name(read: Any, value: str, why: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        read(Environment({"NAME": value}))
    assert str(refusal.value).startswith("The setting NAME ")
    assert why in str(refusal.value)


def test_refusal_does_not_repeat_a_password() -> None:
    for value in ("http://me:sesame@host/", "redis://me:sesame@host:port", "sesame"):
        with pytest.raises(ImproperlyConfigured) as refusal:
            Environment({"REDIS_URL": value}).address("REDIS_URL", ("redis",))
        assert "sesame" not in str(refusal.value)


def test_database_addresses() -> None:
    def read(url: str) -> dict[str, Any]:
        return database(Environment({"DATABASE_URL": url}), "DATABASE_URL", None)

    sqlite = read("sqlite:////srv/herald.sqlite3")
    assert (sqlite["ENGINE"], sqlite["NAME"]) == ("django.db.backends.sqlite3", Path("/srv/herald.sqlite3"))
    assert sqlite["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert read("sqlite:///herald.sqlite3")["NAME"] == Path.cwd() / "herald.sqlite3"
    server = read("postgresql://her:p%40ss@db.example:5433/herald?sslmode=require")
    assert [server[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")] == [
        *("herald", "her", "p@ss", "db.example", "5433")
    ]
    assert server["OPTIONS"]["sslmode"] == "require"
    socket = read("postgresql://postgres@/herald?host=/run/postgresql&port=5434")
    assert (socket["HOST"], socket["PORT"]) == ("/run/postgresql", "5434")
    assert "host" not in socket["OPTIONS"]


def test_mail_addresses() -> None:
    def read(url: str) -> dict[str, Any]:
        return mailer(Environment({"HERALD_MAIL_URL": url}), "HERALD_MAIL_URL")

    smtp = read("smtp://me%40here:p%2Fw@mail.example:2525?tls=implicit")["OPTIONS"]
    assert (smtp["host"], smtp["port"], smtp["username"], smtp["password"]) == ("mail.example", 2525, "me@here", "p/w")
    assert (smtp["use_ssl"], smtp["use_tls"]) == (True, False)
    assert read("smtp://mail.example")["OPTIONS"]["use_tls"] is True
    assert read("anymail+mailgun:?api_key=k&sender_domain=mg.example") == {
        "BACKEND": "anymail.backends.mailgun.EmailBackend",
        "OPTIONS": {"api_key": "k", "sender_domain": "mg.example"},
    }


def test_mail_reaches_the_server_that_is_named(smtp_sink: SmtpSink, settings: Any) -> None:
    settings.MAILERS = {"default": mailer(Environment({"URL": smtp_sink.url}), "URL")}
    EmailMessage("Hail", "Text", "herald@herald.example", ["anna@herald.example"]).send()
    assert [message.rcpt_tos for message in smtp_sink.messages] == [["anna@herald.example"]]


def test_mail_provider_takes_its_options(settings: Any) -> None:
    from django.core.mail import mailers

    url = "anymail+mailgun:?api_key=k&sender_domain=mg.example"
    settings.MAILERS = {"default": mailer(Environment({"URL": url}), "URL")}
    provider: Any = mailers["default"]
    assert provider.api_key == "k"


# Keys


def test_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "var" / "keys" / "seal"
    keys = iter(["first", "second"])
    assert kept_key("SEAL", file, lambda: next(keys)) == "first"
    assert kept_key("SEAL", file, lambda: next(keys)) == "first"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert list(file.parent.iterdir()) == [file]


def test_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "seal"
    file.write_text("key")
    file.chmod(0o644)
    with pytest.raises(ImproperlyConfigured, match="SEAL cannot be used: others may read"):
        kept_key("SEAL", file, lambda: "other")


def test_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "file" / "var"):
        with pytest.raises(ImproperlyConfigured, match=f"The setting VAR cannot be used, {path} cannot be written"):
            private_folder("VAR", path)


# The whole


def test_development_needs_nothing_and_writes_to_its_folder_alone(tmp_path: Path) -> None:
    var = tmp_path / "var"
    debug, hosts, url = values(var, {}, "DEBUG", "ALLOWED_HOSTS", "HERALD_URL")
    assert (debug, hosts, url) == (False, ["localhost", "127.0.0.1", "[::1]"], "http://localhost:8000")
    assert sorted(str(path.relative_to(var)) for path in var.rglob("*")) == ["keys", "keys/seal", "keys/secret"]


def test_production_is_closed(tmp_path: Path) -> None:
    names = ("DEBUG", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_PROXY_SSL_HEADER")
    assert values(tmp_path, PRODUCTION, *names) == [False, True, True, True, None]
    behind = {**PRODUCTION, "HERALD_PROXY": "1"}
    assert values(tmp_path, behind, *names[-1:]) == [("HTTP_X_FORWARDED_PROTO", "https")]
    assert values(tmp_path, PRODUCTION, "SECURE_HSTS_SECONDS", "MAILERS")[0] == 31_536_000
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", [name for name in PRODUCTION if name != "HERALD_ENV"])
def test_production_refuses_to_start_without(name: str, tmp_path: Path) -> None:
    done = manage(tmp_path, {**PRODUCTION, name: ""}, "run")
    assert done.returncode == 2
    assert done.stderr == f"herald: The setting {name} is not set, and there is no default for it here.\n"


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("HERALD_ENV", "prod", "is “prod”; it may be development or production"),
        ("HERALD_PORT", "80000", "must be a whole number from 1 to 65535"),
        ("HERALD_SECRET_KEY", "short", "is too short"),
        ("HERALD_SEAL_KEYS", f"{SEAL_KEY},x", "holds a key that is not one"),
        ("HERALD_MAIL_FROM", "Herald", "is not a mail address"),
        ("HERALD_DEBUG", "1", "cannot be 1 in production"),
        ("HERALD_URL", "http://herald.example", "must begin with https:"),
        ("REDIS_URL", "localhost:6379", "must begin with redis:"),
    ],
)
def test_malformed_setting_stops_the_start(name: str, value: str, why: str, tmp_path: Path) -> None:
    done = manage(tmp_path, {**PRODUCTION, name: value}, "run")
    assert done.returncode == 2
    assert done.stderr.startswith(f"herald: The setting {name} ")
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def test_every_setting_is_in_the_table() -> None:
    read = set(re.findall(r'"((?:HERALD_|DATABASE_|REDIS_)[A-Z_]+)"', (ROOT / "config" / "settings.py").read_text()))
    table = set(re.findall(r"^\| `([A-Z]+_[A-Z_]+)`", (ROOT / "README.md").read_text(), re.MULTILINE))
    assert table == read
