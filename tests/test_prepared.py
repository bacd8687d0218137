"""Statements built once say what Django's own would say. Both kinds of database run these."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, connection
from django.db.models import BigAutoField, CharField
from django.test.utils import CaptureQueriesContext

from accounts.models import Notice, User
from accounts.prepared import Prepared, insert, update, upsert
from games.matches.models import Match, Ply, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
KEY = ("event", "person")


def notice(person: User, event: str, **more: object) -> Notice:
    return Notice(person=person, kind="orders", event=event, thread="match/1", due_at=NOON, **more)


def test_reads_what_the_query_set_reads(django_user_model: type[User]) -> None:
    anna = django_user_model.objects.create_user("anna@example.org", muted=["orders"], mail_failing_since=NOON)
    django_user_model.objects.create_user("boris@example.org")
    by_name = Prepared(lambda name: User.objects.filter(display_name=name), CharField())
    for _ in range(2):
        (found,) = by_name("anna")
        assert found == anna
        assert (found.muted, found.mail_failing_since, found.is_staff) == (["orders"], NOON, False)
        assert by_name("nobody") == []
    found.display_name = "Anna"
    found.save()  # it is an object like any other
    assert User.objects.get(pk=anna.pk).display_name == "Anna"


def test_follows_relations_and_leaves_an_empty_one_empty(django_user_model: type[User]) -> None:
    anna = django_user_model.objects.create_user("anna@example.org")
    match = Match.objects.create(slug="duke", creator=anna, places=2, invitation="i", sealed_seed="s", seed_hash="h")
    for place, player in enumerate((anna, None)):
        Seat.objects.create(match=match, place=place, player=player, line="x")
    seats = Prepared(lambda pk: Seat.objects.filter(match=pk).select_related("match", "player"), BigAutoField())
    with CaptureQueriesContext(connection) as queries:
        first, second = seats(match.pk)
        assert (first.player, second.player, first.match) == (anna, None, match)
        assert first.match.options == {}
    assert len(queries) == 1


def test_a_field_left_out_is_read_when_asked_for(django_user_model: type[User]) -> None:
    anna = django_user_model.objects.create_user("anna@example.org")
    lean = Prepared(lambda pk: User.objects.defer("language").filter(pk=pk), BigAutoField())
    (found,) = lean(anna.pk)
    assert "language" in found.get_deferred_fields()
    assert (found.email, found.language) == ("anna@example.org", "en")


def test_update_changes_the_rows_it_names_and_counts_them(django_user_model: type[User]) -> None:
    anna = django_user_model.objects.create_user("anna@example.org")
    boris = django_user_model.objects.create_user("boris@example.org")
    changes = {"muted": ["orders"], "mail_failing_since": NOON, "is_staff": True}
    assert update(User, {"id": anna.pk, "language": "en"}, changes) == 1
    assert update(User, {"id": anna.pk, "language": "ru"}, {"is_staff": False}) == 0
    anna.refresh_from_db()
    boris.refresh_from_db()
    assert (anna.muted, anna.mail_failing_since, anna.is_staff) == (["orders"], NOON, True)
    assert (boris.muted, boris.mail_failing_since, boris.is_staff) == ([], None, False)
    update(User, {"id": anna.pk}, {"mail_failing_since": None})
    assert User.objects.get(pk=anna.pk).mail_failing_since is None


def test_upsert_ignores_or_renews_what_is_there(django_user_model: type[User]) -> None:
    anna = django_user_model.objects.create_user("anna@example.org")
    boris = django_user_model.objects.create_user("boris@example.org")
    later = NOON.replace(hour=18)
    upsert([notice(anna, "a", data={"ply": 1}), notice(boris, "a")], KEY, ())
    again = notice(anna, "a", data={"ply": 2}, state=Notice.State.SENT)
    again.due_at = later
    upsert([again], KEY, ())
    first = Notice.objects.get(person=anna)
    assert (first.data, first.due_at, first.state) == ({"ply": 1}, NOON, Notice.State.WAITING)
    assert first.created_at is not None
    upsert([again], KEY, ("due_at", "data"))
    first.refresh_from_db()
    assert (first.data, first.due_at, first.state) == ({"ply": 2}, later, Notice.State.WAITING)
    assert Notice.objects.count() == 2
    upsert([], KEY, ())


def test_insert_keeps_the_constraints(django_user_model: type[User]) -> None:
    anna = django_user_model.objects.create_user("anna@example.org")
    match = Match.objects.create(slug="duke", creator=anna, places=2, invitation="i", sealed_seed="s", seed_hash="h")
    ply = Ply(
        match=match, number=0, cause=Ply.Cause.SETUP, draws=[["d6", 3]], position="{}", resolved_at=NOON, hash="0"
    )
    insert(ply)
    stored = Ply.objects.get(match=match)
    assert (stored.number, stored.draws, stored.resolved_at, stored.orders) == (0, [["d6", 3]], NOON, [])
    with pytest.raises(IntegrityError):
        insert(ply)
