"""The profile, and leaving."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.test import Client

from accounts import hooks, services
from accounts.models import Notice, User
from accounts.notices import KINDS, obstacle
from tests.accounts.conftest import PASSWORD, MakePerson, code_in, last_letter, sign_in

pytestmark = pytest.mark.django_db

MUTABLE = ["started", "orders", "revealed", "reminder", "result", "table", "event"]


def profile_of(person: User, **changes: object) -> dict[str, object]:
    return {
        "display_name": person.display_name,
        "language": person.language,
        "time_zone": person.time_zone,
        "reminder_hours": person.reminder_hours,
        "mailed": MUTABLE,
        **changes,
    }


def test_profile_is_only_for_people() -> None:
    answer = Client().get("/accounts/profile/")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/accounts/profile/")


def test_profile_stores_what_is_chosen(anna: User) -> None:
    client = sign_in(anna)
    chosen = profile_of(anna, display_name="Anna R.", time_zone="Asia/Tokyo", reminder_hours=48, mailed=["orders"])
    assert client.post("/accounts/profile/", chosen).status_code == 302
    anna.refresh_from_db()
    assert (anna.display_name, anna.time_zone, anna.reminder_hours) == ("Anna R.", "Asia/Tokyo", 48)
    assert anna.muted == ["started", "revealed", "reminder", "result", "table", "event"]


def test_word_from_the_organisers_cannot_be_muted(anna: User) -> None:
    assert [kind.slug for kind in KINDS.values() if kind.is_mutable] == MUTABLE
    client = sign_in(anna)
    client.post("/accounts/profile/", profile_of(anna, mailed=[]))
    anna.refresh_from_db()
    assert anna.muted == MUTABLE
    anna.muted = [*MUTABLE, "organiser"]
    assert obstacle(Notice(person=anna, kind="organiser")) is None
    assert obstacle(Notice(person=anna, kind="orders")) == Notice.State.MUTED


@pytest.mark.parametrize(("hours", "is_kept"), [(0, True), (1, False), (2, True), (72, True), (73, False), (-1, False)])
def test_reminder_is_off_or_two_to_seventy_two_hours(anna: User, hours: int, is_kept: bool) -> None:
    answer = sign_in(anna).post("/accounts/profile/", profile_of(anna, reminder_hours=hours))
    anna.refresh_from_db()
    assert (answer.status_code, anna.reminder_hours) == ((302, hours) if is_kept else (422, 24))


def test_pages_speak_the_persons_language_whatever_the_browser_asks(make_person: MakePerson) -> None:
    client = sign_in(make_person("Vera", language="ru"))
    page = client.get("/accounts/profile/", headers={"accept-language": "en"})
    assert page.headers["Content-Language"] == "ru"
    assert '<html lang="ru">' in page.text
    other = Client().get("/accounts/login/", headers={"accept-language": "en"})
    assert '<html lang="en">' in other.text


def test_profile_tells_the_last_twenty_notices_and_their_fate(anna: User, boris: User) -> None:
    for number in range(21):
        services.post_notice(person_id=anna.pk, kind="orders", event=f"orders/{number}", thread="match/1")
    services.post_notice(person_id=boris.pk, kind="result", event="result/9", thread="match/9")
    newest = Notice.objects.get(person=anna, event="orders/20")
    services.mark_failed(newest, "550 no such person")
    page = sign_in(anna).get("/accounts/profile/").text
    assert page.count("Your orders are wanted</td>") == 20
    assert page.count("could not be delivered") == 1
    assert "A match has ended</td>" not in page


def test_profile_says_since_when_mail_is_failing(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(
        mail_failing_since=datetime(2026, 11, 3, 9, 15, tzinfo=UTC), time_zone="Europe/Rome"
    )
    page = sign_in(anna).get("/accounts/profile/").text
    assert "Mail to anna@example.com is failing since 3 November 2026, 10:15." in page


@pytest.fixture
def left() -> Iterator[list[User]]:
    """Who has been asked to leave matches."""
    gone: list[User] = []
    hooks.before_delete.append(gone.append)
    hooks.running_matches.append(lambda person: 2)
    yield gone
    hooks.before_delete.pop()
    hooks.running_matches.pop()


def test_deletion_asks_who_it_is_and_says_what_is_lost(anna: User, left: list[User]) -> None:
    client = sign_in(anna)
    assert "2 matches are still running" in client.get("/accounts/delete/").text
    session = client.session
    session["account_authentication_methods"] = []  # as if it had been long ago
    session.save()
    answer = client.post("/accounts/delete/")
    assert answer["Location"] == "/accounts/reauthenticate/?next=%2Faccounts%2Fdelete%2F"
    anna.refresh_from_db()
    assert (anna.is_active, left) == (True, [])

    client.post(answer["Location"], {"password": PASSWORD})
    anna.refresh_from_db()
    assert (anna.is_active, left) == (False, [anna])
    assert "_auth_user_id" not in client.session


def test_person_without_password_confirms_deletion_by_code(anna: User, left: list[User]) -> None:
    anna.set_unusable_password()
    anna.save()
    client = Client()
    client.force_login(anna)
    answer = client.post("/accounts/delete/")
    assert answer["Location"] == "/accounts/reauthenticate/code/?next=%2Faccounts%2Fdelete%2F"
    answer = client.post(answer["Location"], {"recipient": "anna@example.com"})
    client.post(answer["Location"], {"code": code_in(last_letter("anna@example.com"))})
    anna.refresh_from_db()
    assert (anna.is_active, left) == (False, [anna])


def test_deletion_takes_out_the_person_and_leaves_others_alone(anna: User, boris: User) -> None:
    devices = [sign_in(anna), sign_in(anna)]
    boris_device = sign_in(boris)
    Authenticator.objects.create(user=anna, type="totp", data={})
    for person in (anna, boris):
        services.post_notice(
            person_id=person.pk, kind="orders", event="orders/1/2", thread="match/1", data={"name": "Anna"}
        )
    services.post_invitation(
        address="guest@example.com",
        kind="invitation",
        event="invitation/2",
        thread="match/2",
        data={"inviter": anna.pk},
    )
    services.post_notice(person_id=boris.pk, kind="orders", event="orders/3/1", thread="match/3")
    Notice.objects.exclude(thread="match/3").update(subject="Herald: Chess, Anna – Boris")
    Notice.objects.filter(thread="match/3").update(subject="Herald: Chess, Boris – Clara")
    services.delete_account(user=anna, leave=lambda person: None)

    anna.refresh_from_db()
    assert anna.email == f"former-player-{anna.pk}@deleted.invalid"
    assert anna.display_name == f"Former player {anna.pk}"
    assert not anna.has_usable_password()
    assert anna.deleted_at is not None
    for model in (EmailAddress, Authenticator, UserSession):
        assert not model.objects.filter(user=anna).exists()
    assert [*Notice.objects.filter(person=anna).values_list("state", "data")] == [("dropped", {})]
    for device in devices:
        assert device.get("/accounts/profile/").status_code == 302

    boris.refresh_from_db()
    assert boris.is_active
    kept = Notice.objects.filter(person=boris, thread="match/1").values_list("state", "data")
    assert [*kept] == [("waiting", {"name": "Anna"})]
    # conversations begin a new subject, without the name
    assert {*Notice.objects.values_list("thread", "subject")} == {
        ("match/1", ""),
        ("match/2", ""),
        ("match/3", "Herald: Chess, Boris – Clara"),
    }
    assert boris_device.get("/accounts/profile/").status_code == 200


def test_address_of_a_deleted_account_is_free_again(anna: User) -> None:
    services.delete_account(user=anna, leave=lambda person: None)
    Client().post(
        "/accounts/signup/",
        {
            "display_name": "Anna",
            "email": "anna@example.com",
            "password1": PASSWORD,
            "language": "en",
            "time_zone": "UTC",
        },
    )
    assert User.objects.get(email="anna@example.com").pk != anna.pk


def test_deletion_that_cannot_leave_matches_changes_nothing(anna: User) -> None:
    def refuse(person: User) -> None:
        raise RuntimeError("a match cannot be left")

    with pytest.raises(RuntimeError):
        services.delete_account(user=anna, leave=refuse)
    anna.refresh_from_db()
    assert (anna.email, anna.is_active) == ("anna@example.com", True)
