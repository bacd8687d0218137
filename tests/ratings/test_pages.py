"""What players see of their ratings: on their page, on the match page, in the policy."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.matches import services as matches
from games.matches.models import Match
from games.ratings import services
from games.ratings.models import Conduct
from games.ratings.plot import MOST_POINTS, Point, rating_plot
from games.ratings.skill import Skill
from tests.matches.conftest import Begin, line_up, open_match, sign_in
from tests.ratings.conftest import resign, run_out
from tests.words import read_russian

pytestmark = pytest.mark.django_db


def page_of(person: User, reader: Client | None = None) -> str:
    answer = (reader or Client()).get(f"/players/{person.pk}/")
    assert answer.status_code == 200
    return answer.text


def words_of(page: str) -> str:
    main = re.sub(r"<(svg|script).*?</\1>", "", page.partition("<main")[2].partition("</main>")[0], flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


def test_page_of_a_player_shows_rating_course_and_reliability(begin: Begin, anna: User, boris: User) -> None:
    match = line_up(begin())
    run_out(match)  # default orders for both
    resign(match, boris)
    services.rate_ended()
    Conduct.objects.filter(person=anna).update(seconds=[3600, 5 * 3600, 7 * 3600])
    page = page_of(anna)
    words = words_of(page)
    # a first win between beginners: 1563, and 2 x 24 x 8.07
    assert "Ice Battle 1563 ± 387 1 rated match · provisional" in words
    assert "50 % in time: 1 of 2 sheets Half of the answers came within 5 hours." in words
    assert "Boris 1 1563 +63" in words
    assert f'href="/matches/{match.pk}/"' in page
    assert '<svg class="rating-plot"' in page
    assert "<title>Ice Battle: 1563 after 1 rated match, between 1500 and 1563 so far</title>" in page
    assert " style=" not in page
    assert "Anna 1 1437" not in words_of(page_of(boris))
    assert "Anna 2 1437 −63" in words_of(page_of(boris))


def test_only_those_who_sat_there_are_led_to_a_match_that_nobody_may_watch(
    begin: Begin, anna: User, boris: User
) -> None:
    match = resign(line_up(begin(is_watchable=False)), boris)
    services.rate_ended()
    link = f'href="/matches/{match.pk}/"'
    assert link not in page_of(anna)
    assert link in page_of(anna, sign_in(boris))


def test_page_tells_nothing_of_strangers_and_of_those_who_have_gone(begin: Begin, anna: User, clara: User) -> None:
    assert Client().get(f"/players/{clara.pk}/").status_code == 404
    assert Client().get("/players/987654321/").status_code == 404
    assert sign_in(clara).get(f"/players/{clara.pk}/").status_code == 200
    resign(line_up(begin()), anna)
    services.rate_ended()
    User.objects.filter(pk=anna.pk).update(deleted_at=datetime.now(UTC))
    words = words_of(page_of(anna))
    assert "has left Herald" in words
    assert "1437" not in words


def test_own_profile_shows_the_same(begin: Begin, anna: User, boris: User) -> None:
    resign(line_up(begin()), boris)
    services.rate_ended()
    page = sign_in(anna).get("/accounts/profile/").text
    assert "Ice Battle 1563 ± 387" in words_of(page)
    assert f'href="/players/{anna.pk}/"' in page


@pytest.mark.parametrize("played", [1, 4])
def test_page_of_a_player_costs_the_same_however_many_matches(
    begin: Begin, anna: User, boris: User, played: int
) -> None:
    for _ in range(played):
        resign(line_up(begin()), boris)
    services.rate_ended()
    client = sign_in(boris)
    with CaptureQueriesContext(connection) as made:
        client.get(f"/players/{anna.pk}/")
    # session and reader; the person and whether a match was played; ratings, their course, conduct, last matches,
    # those who played them, and which of them the reader may see
    assert len(made) == 10


def test_match_says_beforehand_whether_it_counts(begin: Begin, anna: User, boris: User) -> None:
    def said(match: Match, reader: User = anna) -> str:
        return words_of(sign_in(reader).get(f"/matches/{match.pk}/").text)

    rated = begin()
    assert "The result will count for the ratings." in said(rated)
    assert "Not rated: it had no time limit." in said(begin(length=None))
    assert "Not rated: a practice opponent took part." in said(open_match(anna, robots=1))
    resign(line_up(rated), boris)
    services.rate_ended()
    assert "Anna 1563 (+63), Boris 1437 (−63)" in said(rated)
    void = begin()
    matches.void_match(match_id=void.pk, organiser_id=anna.pk, reason="a test")
    services.rate_ended()
    assert "Not rated: it ended without a result." in said(void)


def test_match_page_leads_to_its_players(begin: Begin, anna: User, boris: User) -> None:
    page = Client().get(f"/matches/{begin().pk}/").text
    assert f'href="/players/{anna.pk}/"' in page
    assert f'href="/players/{boris.pk}/"' in page
    assert 'href="/ratings/"' in page


def test_policy_is_shown_to_everybody() -> None:
    words = words_of(Client().get("/ratings/").text)
    assert "A beginner has 1500 ± 400." in words
    assert "Above ± 300 a rating is called provisional." in words


def test_ratings_are_told_in_russian(begin: Begin, anna: User, boris: User) -> None:
    match = resign(line_up(begin()), boris)
    void = begin()
    matches.void_match(match_id=void.pk, organiser_id=anna.pk, reason="проба")
    services.rate_ended()
    for address in (f"/players/{anna.pk}/", "/ratings/", f"/matches/{match.pk}/", f"/matches/{void.pk}/"):
        read_russian(Client(), address)
    User.objects.filter(pk=anna.pk).update(language="ru")
    read_russian(sign_in(User.objects.get(pk=anna.pk)), "/accounts/profile/")


# --- the plot


def course(numbers: list[float]) -> list[Point]:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    return [Point(start + timedelta(days=n), Skill(mu, 1.0)) for n, mu in enumerate(numbers)]


def test_plot_runs_from_the_first_to_the_last_number() -> None:
    # margins of 48 about 1500 and 1596: the axis goes from 1400 to 1700
    picture = rating_plot("Hex & Co", course([25, 29]))
    assert re.findall(r'<text class="number"[^>]*>(\d+)<', picture) == ["1400", "1500", "1600", "1700"]
    (line,) = re.findall(r'<path class="line" d="M([^"]+)"', picture)
    # 142 units for 300 points: 1500 lies 200 below the top, at 10 + 94.7; 1596 lies 104 below, at 10 + 49.2
    assert line == "46 104.7L390 59.2"
    assert "Hex &amp; Co" in picture
    assert rating_plot("Hex", course([25])) == ""


def test_plot_of_a_long_course_is_thinned_and_keeps_its_ends() -> None:
    picture = rating_plot("Hex", course([25 + n / 100 for n in range(1000)]))
    (line,) = re.findall(r'<path class="line" d="M([^"]+)"', picture)
    assert len(line.split("L")) == MOST_POINTS
    assert "1740 after 999 rated matches" in picture
