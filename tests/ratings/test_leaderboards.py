"""The tables of ratings, the organisers' ledgers, and the version of the policy."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.ratings import leaderboards, services
from games.ratings.auditing import rating_faults
from games.ratings.models import Conduct, Rating, RatingEvent, Verdict
from games.ratings.policy import VERSION
from tests.matches.conftest import Begin, line_up, sign_in
from tests.ratings.conftest import resign

pytestmark = pytest.mark.django_db


def rate(person: User, mu: float, sigma: float, matches: int, slug: str = "duke") -> None:
    Rating.objects.create(person=person, slug=slug, mu=mu, sigma=sigma, matches=matches)


def people(count: int) -> list[User]:
    return [User.objects.create_user(f"p{n}@example.org", display_name=f"Player {n:02}") for n in range(count)]


def table(address: str, reader: Client | None = None) -> list[list[str]]:
    """The cells of the only table of a page, without its heads."""
    answer = (reader or Client()).get(address)
    assert answer.status_code == 200
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", answer.text.partition("<tbody>")[2].partition("</tbody>")[0], re.DOTALL)
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in rows]
    return [[" ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split()) for cell in row] for row in cells]


def test_ranking_is_by_rating_equals_share_a_rank_and_the_provisional_are_apart(begin: Begin, boris: User) -> None:
    """A mean of 30 is 1500 + 24 x 5; two deviations of 2 are 96, of 6.25 exactly 300, of 6.5 are 312."""
    anna, dora, emil, fritz = people(4)
    rate(anna, 30, 2, 40)
    rate(boris, 30, 6.25, 12)
    rate(dora, 20, 3, 25)
    rate(emil, 45, 6.5, 4)
    rate(fritz, 25, 25 / 3, 1)
    rate(fritz, 50, 2, 99, slug="ice_battle")
    resign(line_up(begin()), boris)
    services.rate_ended()
    Conduct.objects.filter(person=boris).update(asked=8, in_time=7)
    assert table("/ratings/duke/") == [
        ["1", "Boris", "1620 ± 300", "12", "87 %"],
        ["1", "Player 00", "1620 ± 96", "40", "–"],
        ["3", "Player 01", "1380 ± 144", "25", "–"],
    ]
    assert table("/ratings/duke/?show=provisional") == [
        ["Player 02", "1980 ± 312", "4", "–"],
        ["Player 03", "1500 ± 400", "1", "–"],
    ]


def test_reliability_in_the_table_is_that_on_the_players_page(begin: Begin, anna: User, boris: User) -> None:
    for _ in range(3):
        resign(line_up(begin()), boris)
    services.rate_ended()
    asked = sum(Conduct.objects.filter(person=anna).values_list("asked", flat=True))
    Conduct.objects.filter(person=anna).update(in_time=1)
    rate(anna, 25, 1, 3)
    ((_rank, _name, _rating, _matches, in_time),) = table("/ratings/duke/")
    assert in_time == f"{100 * 3 // asked} %"
    assert f"{100 * 3 // asked} % in time: 3 of {asked} sheets" in Client().get(f"/players/{anna.pk}/").text


def test_those_who_have_gone_stand_in_no_table() -> None:
    anna, boris = people(2)
    rate(anna, 30, 2, 5)
    rate(boris, 29, 2, 5)
    User.objects.filter(pk=anna.pk).update(deleted_at=datetime.now(UTC))
    assert [row[:2] for row in table("/ratings/duke/")] == [["1", "Player 01"]]


def test_pages_of_the_table_and_its_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboards, "PAGE", 2)
    everybody = people(5)
    for number, person in enumerate(everybody):
        rate(person, 40 - number, 2, 9)
    assert [row[0] for row in table("/ratings/duke/?page=2")] == ["3", "4"]
    assert [row[0] for row in table("/ratings/duke/?page=99")] == ["5"]
    assert [row[0] for row in table("/ratings/duke/?page=no")] == ["1", "2"]
    reader = sign_in(everybody[0])
    reader.get("/ratings/duke/")
    counts = []
    for address in ("/ratings/duke/", "/ratings/duke/?page=2"):
        with CaptureQueriesContext(connection) as captured:
            page = reader.get(address)
        counts.append(len(captured))
        assert page.text.count('<tr class="mine">') == (address == "/ratings/duke/")
    # session and user, the count, the people of the page, how they kept the time
    assert counts == [5, 5]


def test_tables_are_found_from_policy_rules_and_player(begin: Begin, anna: User, boris: User) -> None:
    resign(line_up(begin()), boris)
    services.rate_ended()
    for address in ("/ratings/", "/games/ice_battle/", f"/players/{anna.pk}/"):
        assert 'href="/ratings/ice_battle/' in Client().get(address).text, address
    assert Client().get("/ratings/chess/").status_code == 404


def test_verdicts_keep_the_version_that_the_policy_shows(begin: Begin, boris: User) -> None:
    match = resign(line_up(begin()), boris)
    services.rate_ended()
    assert Verdict.objects.get(match=match).policy == VERSION
    page = " ".join(re.sub(r"<[^>]+>", " ", Client().get("/ratings/").text).split())
    assert f"Version {VERSION} of this policy, in force since 29 November 2026." in page


def test_what_an_older_policy_decided_is_not_judged_by_the_present_one(begin: Begin, boris: User) -> None:
    match = resign(line_up(begin()), boris)
    services.rate_ended()
    Verdict.objects.filter(match=match).update(reason=Verdict.Reason.OPTION)
    assert [*rating_faults()] == [f"match {match.pk}: counted as “option”, should be “rated”"]
    Verdict.objects.filter(match=match).update(policy=VERSION - 1)
    assert [*rating_faults()] == []


def test_organisers_look_at_the_ledger_and_change_nothing(begin: Begin, anna: User, boris: User) -> None:
    match = resign(line_up(begin()), boris)
    services.rate_ended()
    olga = sign_in(User.objects.create_superuser("olga@example.org", display_name="Olga"))
    event = RatingEvent.objects.get(person=anna)
    for address in (
        "/admin/ratings/ratingevent/",
        "/admin/ratings/ratingevent/?game=ice_battle&verdict__policy=1",
        "/admin/ratings/ratingevent/?q=anna",
        f"/admin/ratings/ratingevent/?q={match.pk}",
        f"/admin/ratings/ratingevent/{event.pk}/change/",
        "/admin/ratings/verdict/",
        "/admin/ratings/verdict/?reason__exact=&game=ice_battle",
        f"/admin/ratings/verdict/?q={match.pk}",
        f"/admin/ratings/verdict/{match.pk}/change/",
    ):
        with CaptureQueriesContext(connection) as captured:
            page = olga.get(address)
        assert page.status_code == 200, address
        assert len(captured) < 20, address
        assert str(match.pk) in page.text, address
    assert "1563\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}387" in olga.get("/admin/ratings/ratingevent/?q=anna").text
    assert "1437" not in olga.get("/admin/ratings/ratingevent/?q=anna").text
    assert olga.post(f"/admin/ratings/ratingevent/{event.pk}/change/", {"mu": "99"}).status_code == 403
    assert olga.post(f"/admin/ratings/ratingevent/{event.pk}/delete/", {"post": "yes"}).status_code == 403
    assert olga.get("/admin/ratings/ratingevent/add/").status_code == 403
    assert sign_in(boris).get("/admin/ratings/ratingevent/").status_code == 302


def test_nothing_is_wanting_in_the_migrations() -> None:
    call_command("makemigrations", "ratings", check=True, dry_run=True, verbosity=0)
