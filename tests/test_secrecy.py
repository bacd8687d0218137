"""Orders, drafts and notes are their owner's alone, whichever way one looks, until the orders are revealed to all.

Every search is made twice: before the reveal it must find nothing, after it the orders. So
the searches themselves are known to work.
"""

from __future__ import annotations

import base64
import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from django.apps import apps
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern, RoutePattern
from django.utils import timezone

from accounts.models import Notice, User
from games.mail import outbound
from games.matches import sealing, services
from games.matches.models import Match, Ply, Seat, Sheet
from tests.celery_processes import StartCelery
from tests.matches.conftest import LAYOUTS, again, broker, file_all, file_orders, sign_in
from tests.waiting import wait_until

__all__ = ["broker"]  # a fixture

pytestmark = pytest.mark.django_db

# none of this is possible for the other side or stands in a text of ours
ORDERS = "C7xC6 73\nF7 def 19"
DRAFT = "D7-D4\nF7xG7 29"
NOTES = "Zobeltanz um Mitternacht"
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


# --- searching


def pieces(secret: str) -> set[str]:
    """The text, its lines, and what of them tells as much."""
    found = {secret, *secret.splitlines()}
    found |= {line.partition(" ")[0] for line in secret.splitlines() if re.search(r"[x-]", line.partition(" ")[0])}
    found |= {" / ".join(secret.splitlines()), "; ".join(secret.splitlines())}
    return found


def forms(text: str) -> Iterator[str]:
    """A text as it may stand in what a program writes: plain, escaped, encoded."""
    raw = text.encode()
    yield from (text, json.dumps(text)[1:-1], quote(text), quote(text, safe=""), raw.hex(), raw.hex().upper())
    yield from (repr(text)[1:-1], text.replace(" ", "+"))
    if len(raw) < 12:
        return  # what is sure of a short text in base64 is so short that it stands in many another
    for shift in range(3):  # wherever in a longer text it stands
        coded = base64.b64encode(b"\0" * shift + raw)
        # the first and the last letters depend on the neighbours
        yield coded[4 if shift else 0 : len(raw) * 8 // 6 - 1].decode()


@cache
def all_forms(secret: str) -> set[str]:
    return {form for piece in pieces(secret) for form in forms(piece)}


def found_in(text: str, secrets: Iterable[str]) -> set[str]:
    """Which of the secrets a text gives away."""
    whole = f"{text}\n{unescape(text)}"
    return {secret for secret in secrets if any(form in whole for form in all_forms(secret))}


def leaks(texts: Mapping[str, str], secrets: Iterable[str] = (ORDERS, DRAFT, NOTES)) -> dict[str, set[str]]:
    """Where something was given away, and what."""
    return {place: found for place, text in texts.items() if (found := found_in(text, secrets))}


def test_the_search_finds_a_secret_in_every_form() -> None:
    token = base64.b64encode(b"ab" + ORDERS.encode() + b"cd").decode()
    for text in (f"x {ORDERS} y", json.dumps({"text": ORDERS}), quote(ORDERS), ORDERS.encode().hex(), token, "C7xC6"):
        assert found_in(text, [ORDERS]) == {ORDERS}
    assert found_in("C7&lt;C6 F7-F6 def 2 " + LAYOUTS["T"], [ORDERS, DRAFT, NOTES]) == set()


# --- the scene


@dataclass
class Scene:
    """Turn 1 between Anna and Boris; Boris has filed, then drafted something else, and has notes."""

    match: Match
    anna: User
    boris: User
    clara: User
    dmitri: User
    receipt: str = ""

    def file(self) -> None:
        self.receipt = file_orders(self.match, self.boris, ORDERS).receipt
        services.save_draft(match_id=self.match.pk, person_id=self.boris.pk, ply=2, text=DRAFT)
        services.save_notes(match_id=self.match.pk, person_id=self.boris.pk, text=NOTES)

    def reveal(self) -> None:
        file_orders(self.match, self.anna, "C2-C3\nD2-D3")
        assert services.resolve_ply(match_id=self.match.pk)

    @property
    def readers(self) -> dict[str, Client]:
        """Everybody but Boris."""
        return {
            "opponent": sign_in(self.anna),
            "spectator": sign_in(self.clara),
            "stranger": Client(),
            "admin": sign_in(self.dmitri),
        }


@pytest.fixture
def scene(db: None) -> Scene:
    names = ("Anna", "Boris", "Clara", "Dmitri")
    people = [User.objects.create_user(f"{name.lower()}@example.org", display_name=name) for name in names]
    User.objects.filter(display_name="Dmitri").update(is_staff=True, is_superuser=True)
    anna, boris, clara, dmitri = people
    match = services.create_match(
        person_id=anna.pk, slug="ice_battle", options={}, places=2, length=2 * 86400, wish="R"
    )
    services.join_match(match_id=match.pk, person_id=boris.pk, wish="T")
    file_all(match)
    services.resolve_ply(match_id=match.pk)
    return Scene(again(match), anna, boris, clara, dmitri)


# --- pages


def paths(scene: Scene) -> list[str]:
    """Every address of the site, with each value that could lead to the match or to Boris."""
    values: dict[str, list[object]] = {
        "match_id": [scene.match.pk],
        "number": list(range(scene.match.ply + 2)),
        "slug": [scene.match.slug],
        "token": [scene.match.invitation],
        "app_label": [config.label for config in apps.get_app_configs()],
    }
    found = {f"/{path}" for route in routes(get_resolver().url_patterns, "") for path in filled(route, values)}
    for model in apps.get_models():
        admin = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        for row in model._default_manager.values_list("pk", flat=True):
            found |= {f"{admin}{row}/{page}/" for page in ("change", "history", "delete")}
    return sorted(found)


def routes(patterns: Iterable[URLPattern | URLResolver], prefix: str) -> Iterator[str]:
    for pattern in patterns:
        part = pattern.pattern
        if isinstance(part, RegexPattern):
            # the sign-in library's and the admin's own; what they take leads to no match
            route = (
                re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<\1>", part.regex.pattern).lstrip("^").rstrip("$").replace(r"\Z", "")
            )
        else:
            assert isinstance(part, RoutePattern)
            route = str(part)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, prefix + route)
        else:
            yield prefix + route


def filled(route: str, values: Mapping[str, list[object]]) -> Iterator[str]:
    gap = re.search(r"<(?:\w+:)?(\w+)>", route)
    if gap is None:
        yield route
        return
    for value in values.get(gap[1], ["1", "x"]):
        yield from filled(f"{route[: gap.start()]}{value}{route[gap.end() :]}", values)


def pages(scene: Scene, within: str = "") -> dict[str, str]:
    """What each reader gets at each address that holds ``within``, as a page and as a part of one."""
    shown, readers = {}, scene.readers
    for path in filter(lambda path: within in path, paths(scene)):
        for who, client in readers.items():
            for headers in ({}, HTMX) if "matches/" in path else ({},):
                answer = client.get(path, {"n": "-1"}, headers=headers)
                assert answer.status_code < 500, path
                body = b"".join(answer) if answer.streaming else answer.content
                shown[f"{who} {path} {'part' if headers else ''}"] = f"{answer.headers}\n{body.decode()}"
    return shown


def test_no_page_shows_sealed_orders_before_the_reveal_and_all_show_them_after_it(scene: Scene) -> None:
    scene.file()
    before = pages(scene)
    asked = {place.split()[1] for place in before}
    assert {f"/matches/{scene.match.pk}/", f"/admin/matches/match/{scene.match.pk}/change/"} <= asked
    assert f"/admin/accounts/user/{scene.boris.pk}/change/" in asked
    assert leaks(before) == {}
    own = sign_in(scene.boris).get(f"/matches/{scene.match.pk}/").content.decode()
    assert found_in(own, [ORDERS, DRAFT, NOTES]) >= {DRAFT, NOTES}
    scene.reveal()
    after = leaks(pages(scene, "/matches/"))
    for who in scene.readers:
        for page in ("", "news/", "history/", "history/2/", "record.txt", "proof.json"):
            assert after.get(f"{who} /matches/{scene.match.pk}/{page} ") == {ORDERS}, (who, page)
    assert f"admin /admin/matches/ply/{Ply.objects.get(match=scene.match, number=2).pk}/change/ " in after
    assert set().union(*after.values()) == {ORDERS}  # draft and notes stay his own


def test_answers_to_the_opponents_acts_show_nothing(scene: Scene) -> None:
    scene.file()
    texts = {}
    for act in ("compose", "orders", "chat", "notes", "draw", "draw/decline"):
        for headers in ({}, HTMX):
            for text in ("C2-C3", "C7-C6\nD7-D6", "?", ""):
                data = {"ply": 2, "orders": text, "text": "hello"}
                answer = sign_in(scene.anna, headers=headers).post(f"/matches/{scene.match.pk}/{act}/", data)
                texts[f"{act} {text}"] = f"{answer.headers}\n{answer.content.decode()}"
    assert leaks(texts) == {}


def test_a_page_differs_after_the_opponent_filed_only_in_that_he_has(scene: Scene) -> None:
    for who in ("opponent", "spectator", "stranger"):
        Sheet.objects.filter(match=scene.match, ply=2).delete()
        Seat.objects.filter(match=scene.match).update(is_to_act=True)
        client = scene.readers[who]
        before = settled(client, scene)
        scene.file()
        after = settled(client, scene)
        changed = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
        assert changed, who
        for line in changed:
            words = re.sub(r"<[^>]*>", " ", line[1:]).split()
            allowed = {"to", "act", "has", "filed", scene.receipt[:4], "Waiting", "for", "Anna,", "Anna.", "Boris."}
            assert set(words) <= allowed, (who, line)
        assert any("has filed" in line for line in changed)


def settled(client: Client, scene: Scene) -> list[str]:
    """The match page element by element, without what differs at each request or with the news number."""
    page = client.get(f"/matches/{scene.match.pk}/").content.decode()
    page = re.sub(r'(name="csrfmiddlewaretoken" value|nonce|name="n" value)="[^"]*"', "", page)
    page = re.sub(r"""(X-CSRFToken["'&quot;: ]*)[\w]+""", r"\1", page)
    return re.sub(r"(<[^/])", r"\n\1", page).splitlines()


# --- mails, logs, broker, database


def letters() -> dict[str, str]:
    """Send all that waits; the mails as they travel and what their parts say."""
    Notice.objects.filter(state="waiting").exclude(kind="reminder").update(due_at=timezone.now())
    outbound.send_due()
    texts = {}
    for number, letter in enumerate(mail.outbox):
        message = letter.message()
        assert isinstance(message, EmailMessage)
        parts = [part.get_payload(decode=True) for part in message.walk() if not part.is_multipart()]
        said = "\n".join(part.decode(errors="replace") for part in parts if isinstance(part, bytes))
        texts[f"mail {number} to {letter.to[0]}"] = f"{message}\n{said}"
    return texts


def test_no_mail_shows_sealed_orders(scene: Scene) -> None:
    scene.file()
    services.offer_draw(match_id=scene.match.pk, person_id=scene.boris.pk, ply=2)
    services.extend_deadline(match_id=scene.match.pk, organiser_id=scene.dmitri.pk, reason="a holiday", hours=1)
    Notice.objects.filter(kind="reminder").update(due_at=timezone.now())
    before = letters()
    assert {letter.to[0] for letter in mail.outbox} == {"anna@example.org", "boris@example.org"}
    assert leaks(before) == {}
    mail.outbox.clear()
    scene.reveal()
    told = letters()
    # the story tells the blow in words; 6.3 of the rules: it meets nobody
    assert {place.split()[-1] for place in told} == {"anna@example.org", "boris@example.org"}
    assert all("C6" in text and "C7" in text for text in told.values())


def test_no_log_line_shows_sealed_orders_even_when_things_break(
    scene: Scene, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level("DEBUG")
    scene.file()
    with pytest.raises(Exception, match="is refused now") as failed:
        break_and_resolve(scene)
    services.sweep()
    assert f"match {scene.match.pk} could not be moved on" in caplog.text
    heard = capfd.readouterr()
    # what was asked of the database is logged in debugging alone, and holds the sealed texts only
    assert leaks({"log": caplog.text, "out": heard.out, "err": heard.err, "error": repr(failed.getrepr())}) == {}


def break_and_resolve(scene: Scene) -> None:
    """Let the sealed sheet be one that the rules refuse, as after a fault in the stored position."""
    match = again(scene.match)
    Match.objects.filter(pk=match.pk).update(position=match.position.replace('"C7"', '"B6"'))
    file_orders(scene.match, scene.anna, "C2-C3\nD2-D3")
    services.resolve_ply(match_id=scene.match.pk)


@pytest.mark.django_db(transaction=True)
def test_no_broker_message_and_no_worker_shows_sealed_orders(
    scene: Scene, broker: Any, celery_processes: StartCelery
) -> None:
    scene.file()
    file_orders(scene.match, scene.anna, "C2-C3\nD2-D3")
    held = {repr(key): repr(contents(broker, key)) for key in broker.keys("*")}
    decoded = [base64.b64decode(part) for text in held.values() for part in re.findall(r"[\w+/]{40,}={0,2}", text)]
    assert any(b"chord" in part for part in decoded)  # what Celery writes into every task
    assert leaks({**held, "decoded": repr(decoded)}) == {}
    worker = celery_processes("worker")
    wait_until(lambda: again(scene.match).ply == 3)
    assert leaks({"log": worker.log.read_text()}) == {}


def contents(broker: Any, key: bytes) -> object:
    kind = broker.type(key)
    if kind == b"list":
        return broker.lrange(key, 0, -1)
    if kind == b"hash":
        return broker.hgetall(key)
    if kind == b"set":
        return broker.smembers(key)
    if kind == b"zset":
        return broker.zrange(key, 0, -1)
    return broker.get(key)


def dump() -> dict[str, str]:
    """Every row of every table as text."""
    texts = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608  our own tables
            texts[table] = "\n".join(str(row) for row in cursor.fetchall())
    return texts


def test_a_dump_of_the_database_shows_no_sealed_orders(scene: Scene) -> None:
    scene.file()
    stored = dump()
    assert "gAAAA" in stored["matches_sheet"]
    assert leaks(stored) == {}
    scene.reveal()
    assert leaks(dump()) == {"matches_ply": {ORDERS}}


def test_the_receipt_proves_afterwards_what_was_filed(scene: Scene) -> None:
    scene.file()
    page = sign_in(scene.anna).get(f"/matches/{scene.match.pk}/").content.decode()
    assert scene.receipt[:4] in page
    scene.reveal()
    row = next(row for row in Ply.objects.get(match=scene.match, number=2).orders if row["seat"] == "T")
    assert (row["text"], row["receipt"]) == (ORDERS, scene.receipt)
    assert sealing.receipt(row["salt"], ORDERS) == scene.receipt
    assert sealing.receipt(row["salt"], ORDERS + " ") != scene.receipt
