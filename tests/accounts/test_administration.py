"""People and notices as those who run the site see them, and who is let in."""

import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.contrib.admin.models import LogEntry
from django.test import Client

from accounts import services
from accounts.models import Notice, User
from tests.accounts.conftest import PASSWORD, MakePerson, sign_in

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXP"


@pytest.fixture
def production(settings: Any) -> None:
    settings.HERALD_PRODUCTION = True


def current_code() -> str:
    return str(format_hotp_value(hotp_value(SECRET, int(time.time()) // 30)))


def test_admin_sign_in_goes_the_common_way(dmitri: User) -> None:
    answer = Client().get("/admin/login/?next=/admin/")
    assert answer["Location"].startswith("/accounts/login/")


def test_staff_need_no_second_factor_in_development(dmitri: User) -> None:
    assert sign_in(dmitri).get("/admin/").status_code == 200


def test_staff_without_second_factor_are_led_to_set_one_up(dmitri: User, production: None) -> None:
    client = sign_in(dmitri)
    for path in ("/admin/", "/admin/accounts/user/"):
        answer = client.get(path)
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/2fa/")


def test_session_without_the_second_factor_must_show_it_first(dmitri: User, production: None) -> None:
    client = sign_in(dmitri)  # signed in before the factor was set up elsewhere
    TOTP.activate(dmitri, SECRET)
    answer = client.get("/admin/")
    assert answer["Location"] == "/accounts/2fa/reauthenticate/?next=%2Fadmin%2F"
    client.post(answer["Location"], {"code": current_code()})
    assert client.get("/admin/").status_code == 200


def test_signing_in_with_the_second_factor_opens_the_administration(dmitri: User, production: None) -> None:
    TOTP.activate(dmitri, SECRET)
    client = Client()
    answer = client.post("/accounts/login/", {"login": dmitri.email, "password": PASSWORD})
    assert answer["Location"] == "/accounts/2fa/authenticate/"
    assert "_auth_user_id" not in client.session
    client.post(answer["Location"], {"code": current_code()})
    assert client.get("/admin/").status_code == 200


def test_secret_of_a_second_factor_is_stored_encrypted(dmitri: User) -> None:
    TOTP.activate(dmitri, SECRET)
    assert SECRET not in str(Authenticator.objects.get().data)
    assert Authenticator.objects.get().wrap().validate_code(current_code())


def test_player_is_not_let_in(anna: User) -> None:
    assert sign_in(anna).get("/admin/").status_code in (302, 403)
    assert "Site administration" not in sign_in(anna).get("/admin/", follow=True).text


@pytest.mark.parametrize(
    "path", ["/admin/accounts/user/", "/admin/accounts/user/{anna}/change/", "/admin/accounts/notice/"]
)
def test_admin_pages_show_no_password(dmitri: User, anna: User, path: str) -> None:
    services.post_notice(person_id=anna.pk, kind="orders", event="orders/1/2", thread="match/1")
    page = sign_in(dmitri).get(path.format(anna=anna.pk))
    assert page.status_code == 200
    assert "Anna" in page.text
    assert anna.password not in page.text


def test_people_are_found_by_name_and_address(dmitri: User, anna: User, boris: User) -> None:
    page = sign_in(dmitri).get("/admin/accounts/user/?q=anna@").text
    assert ("anna@example.com" in page, "boris@example.com" in page) == (True, False)


def test_person_cannot_be_deleted_there(dmitri: User, anna: User) -> None:
    client = sign_in(dmitri)
    assert client.post(f"/admin/accounts/user/{anna.pk}/delete/", {"post": "yes"}).status_code == 403
    client.post("/admin/accounts/user/", {"action": "delete_selected", "_selected_action": [anna.pk], "post": "yes"})
    assert User.objects.filter(pk=anna.pk, is_active=True).exists()


def anonymise(client: Client, person: User, reason: str) -> str:
    chosen = {"action": "anonymise", "_selected_action": [person.pk], "reason": reason}
    return client.post("/admin/accounts/user/", chosen, follow=True).text


def test_anonymising_wants_a_reason_and_logs_it(dmitri: User, anna: User) -> None:
    client = sign_in(dmitri)
    assert "write the reason" in anonymise(client, anna, "  ")
    anna.refresh_from_db()
    assert anna.is_active

    anonymise(client, anna, "asked by letter")
    anna.refresh_from_db()
    assert (anna.is_active, anna.display_name) == (False, f"Former player {anna.pk}")
    assert "Anonymised: asked by letter" in LogEntry.objects.get().change_message


def test_staff_cannot_make_themselves_more(make_person: MakePerson, anna: User) -> None:
    from django.contrib.auth.models import Permission

    helper = make_person("Helga", is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    form = {
        "display_name": "Helga",
        "language": "en",
        "time_zone": "UTC",
        "reminder_hours": 24,
        "is_active": "on",
        "is_staff": "on",
        "is_superuser": "on",
    }
    sign_in(helper).post(f"/admin/accounts/user/{helper.pk}/change/", form)
    helper.refresh_from_db()
    assert (helper.is_staff, helper.is_superuser) == (True, False)


def test_failed_notice_is_found_and_sent_again(dmitri: User, anna: User) -> None:
    services.post_notice(person_id=anna.pk, kind="orders", event="orders/1/2", thread="match/1")
    services.mark_failed(Notice.objects.get(), "550 no such person")
    client = sign_in(dmitri)
    assert "550 no such person" in client.get("/admin/accounts/notice/?state__exact=failed").text
    assert "orders/1/2" not in client.get("/admin/accounts/notice/?state__exact=waiting").text
    client.post("/admin/accounts/notice/", {"action": "send_again", "_selected_action": [Notice.objects.get().pk]})
    notice = Notice.objects.get()
    assert (notice.state, notice.attempts) == ("waiting", 0)


def test_notice_cannot_be_edited(dmitri: User, anna: User) -> None:
    services.post_notice(person_id=anna.pk, kind="orders", event="orders/1/2", thread="match/1")
    pk = Notice.objects.get().pk
    assert sign_in(dmitri).post(f"/admin/accounts/notice/{pk}/change/", {"state": "sent"}).status_code == 403
    assert Notice.objects.get().state == "waiting"
