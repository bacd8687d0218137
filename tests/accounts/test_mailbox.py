"""The mailbox: every letter, outside production only."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.mail import EmailMessage, EmailMultiAlternatives, mailers
from django.test import Client

from accounts import mailbox

PICTURE = b"\x89PNG\r\n\x1a\n a picture"


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Path) -> Path:
    settings.HERALD_VAR = tmp_path
    settings.MAILERS = {
        "default": {"BACKEND": "accounts.mailbox.MailboxBackend"},
        "kept": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"},
    }
    return tmp_path / "mails"


def send(subject: str, body: str = "Words.") -> None:
    EmailMessage(subject, body, "herald@example.com", ["anna@example.com"]).send()


def test_letter_is_stored_as_it_is_sent(own_folder: Path) -> None:
    send("Your orders are wanted")
    [name] = mailbox.names()
    assert (own_folder / f"{name}.eml").stat().st_mode & 0o077 == 0 or own_folder.stat().st_mode & 0o077 == 0
    letter = mailbox.outside(name)
    assert (letter.to, letter.subject) == ("anna@example.com", "Your orders are wanted")
    assert mailbox.text_of(mailbox.read(name)) == "Words.\n"


def test_letter_is_passed_on_if_there_is_a_mail_server(settings: Any, mailoutbox: list[EmailMessage]) -> None:
    settings.MAILERS = settings.MAILERS | {"onward": settings.MAILERS["kept"]}
    send("Passed on")
    assert [letter.subject for letter in mailoutbox] == ["Passed on"]
    assert len(mailbox.names()) == 1
    assert "onward" in mailers


@pytest.mark.django_db
def test_newest_letters_come_first_fifty_to_a_page() -> None:
    for number in range(51):
        send(f"Letter {number}")
    first = Client().get("/mailbox/").text
    assert re.findall(r"<strong>(Letter \d+)</strong>", first) == [f"Letter {number}" for number in range(50, 0, -1)]
    second = Client().get("/mailbox/?page=2").text
    assert re.findall(r"<strong>(Letter \d+)</strong>", second) == ["Letter 0"]


@pytest.mark.django_db
def test_html_part_stands_in_a_sandbox_with_its_pictures() -> None:
    letter = EmailMultiAlternatives("With a board", "Text & board", "herald@example.com", ["anna@example.com"])
    letter.attach_alternative('<p style="color:red">Board <img src="cid:board@herald"></p>', "text/html")
    image: Any = __import__("email.message", fromlist=["MIMEPart"]).MIMEPart()
    image.set_content(PICTURE, maintype="image", subtype="png", cid="<board@herald>", disposition="inline")
    letter.attach(image)
    letter.send()
    [name] = mailbox.names()

    page = Client().get(f"/mailbox/{name}/")
    assert "Text &amp; board" in page.text
    assert f'src="/mailbox/{name}/html/"' in page.text
    assert "color:red" not in page.text

    part = Client().get(f"/mailbox/{name}/html/")
    assert '<img src="data:image/png;base64,iVBORw0KGgogYSBwaWN0dXJl">' in part.text
    rules = dict(rule.split(" ", 1) for rule in part.headers["Content-Security-Policy"].split("; "))
    assert rules == {
        "default-src": "'none'",
        "style-src": "'unsafe-inline'",
        "img-src": "data:",
        "frame-ancestors": "'self'",
        "sandbox": "allow-popups allow-popups-to-escape-sandbox",
    }


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["nothing", "..", "0" * 20 + "-00000000", "%2e%2e%2fkeys%2fsecret"])
@pytest.mark.parametrize("part", ["", "html/", "raw/"])
def test_other_names_are_not_found(name: str, part: str) -> None:
    send("A letter")
    assert Client().get(f"/mailbox/{name}/{part}").status_code == 404


def test_production_has_no_mailbox(tmp_path: Path) -> None:
    program = (
        "import django; django.setup()\n"
        "from django.conf import settings\n"
        "from django.urls import get_resolver\n"
        "print('mailbox' in get_resolver().reverse_dict, 'profile' in get_resolver().reverse_dict,"
        " 'mailbox' in str(settings.MAILERS))"
    )

    def told(**environment: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "HERALD_VAR": str(tmp_path), **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    assert told(HERALD_ENV="development") == "True True True"
    assert (
        told(
            HERALD_ENV="production",
            HERALD_URL="https://herald.example",
            HERALD_HOSTS="herald.example",
            HERALD_SECRET_KEY="x" * 50,
            HERALD_SEAL_KEYS=Fernet.generate_key().decode(),
            HERALD_MAIL_URL="smtp://mail.example",
            HERALD_MAIL_FROM="desk@herald.example",
        )
        == "False True False"
    )
