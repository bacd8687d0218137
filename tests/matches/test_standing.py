"""Standing answers: private, in force at the instant somebody enters, and nobody waits for them."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from itertools import permutations
from pathlib import Path

import pytest
from django.core.management import call_command

from accounts.models import Notice, User
from games.mail.letters import write_letter
from games.mail.relevance import look_up
from games.matches import services
from games.matches.errors import BadOrders, NotAllowed
from games.matches.models import Match, Sheet, StandingList
from games.matches.record import export_record
from games.molon_labe.atlas import CITIES, KINGDOM_OF, NEIGHBOURS
from tests.matches.conftest import sign_in
from tests.matches.wars import War

# by default the first two kingdoms go to the first two seats
MINE, FOE = "barbarians", "sarmatians"
SECRET = "g3 go greeks"


@pytest.fixture
def war(war_of: Callable[..., War]) -> War:
    """Seat A is to act; next to its general 1 stands general 1 of seat B, and behind that one a city is free."""
    war = war_of(3)
    start, between, _end = way(war)
    war.place(f"{MINE} 1", start)
    war.place(f"{FOE} 1", between)
    war.change(dice=(6, 4, 3, 2))
    return war


def way(war: War) -> tuple[str, str, str]:
    """Three places in a row that are plain cities, with no general of others on them."""
    taken = {general.city for general in war.state.generals if (general.kingdom, general.number) != (MINE, 1)}
    plain = CITIES - KINGDOM_OF.keys() - (taken - {foe_city(war)})
    return next(
        (start, between, end)
        for between in sorted(plain)
        for start, end in permutations(NEIGHBOURS[between], 2)
        if {start, end} <= plain
    )


def foe_city(war: War) -> str:
    return str(war.state.general(FOE, 1).city)


def march(war: War) -> str:
    """General 1 of seat A tries to pass general 1 of seat B; the word it was given."""
    start, between = war.state.general(MINE, 1).city, foe_city(war)
    end = next(
        city
        for city in NEIGHBOURS[between]
        if city in CITIES and city != start and not any(general.city == city for general in war.state.generals)
    )
    war.file(f"g1-{between}-{end} 2\nmore", "A")
    (answer,) = war.last_ply.answers
    assert (answer["seat"], answer["purpose"].split()[:2]) == ("B", [FOE, "g1"])
    assert war.state.general(MINE, 1).city == {"go": end, "stop": between}[answer["word"]]
    return str(answer["word"])


def change(war: War, seat: str, text: str, *, is_whole: bool = False) -> str:
    return services.change_standing(match_id=war.pk, person_id=war.people[seat].pk, text=text, is_whole=is_whole)


def test_whoever_says_nothing_says_stop(war: War) -> None:
    assert march(war) == "stop"


def test_list_in_force_when_the_general_enters_counts(war: War) -> None:
    change(war, "B", "go all")
    change(war, "B", f"g1 stop {MINE}")
    change(war, "B", "go all")  # one for all empties the list first
    assert march(war) == "go"


def test_most_specific_entry_answers(war: War) -> None:
    change(war, "B", f"go all\ng1 stop {MINE}\ng2 go")
    assert march(war) == "stop"


def test_entries_in_a_sheet_go_to_the_list_and_not_to_the_log(war: War) -> None:
    war.file(f"{SECRET}\npass", "A")
    (row,) = war.last_ply.orders
    assert row["text"] == "pass"
    assert change(war, "A", "g2 go") == f"{SECRET}\ng2 go"


def test_message_of_entries_alone_ends_nothing(war: War) -> None:
    ply = war.match.ply
    war.file(SECRET, "A")
    assert (war.match.ply, war.to_act) == (ply, "A")
    assert StandingList.objects.filter(seat__match=war.pk, seat__name="A").exists()


def test_changing_the_list_disturbs_nobody(war: War) -> None:
    """An open page has no news, and a draft stays."""
    anna, boris = sign_in(war.people["A"]), sign_in(war.people["B"])
    before = war.match
    services.save_draft(match_id=war.pk, person_id=war.people["A"].pk, ply=before.ply, text="pass")
    answer = boris.post(f"/matches/{war.pk}/standing/", {"list": "go all", "save": "1"})
    assert answer.status_code in (200, 302)
    assert change(war, "B", "g1 stop") == "go all\ng1 stop"
    assert (war.match.ply, war.match.news) == (before.ply, before.news)
    news = anna.get(
        f"/matches/{war.pk}/news/", {"n": before.news, "ply": before.ply, "said": 0}, headers={"HX-Request": "true"}
    )
    assert news.status_code == 204
    assert Sheet.objects.filter(match=war.pk, ply=before.ply, seat="A").exists()
    assert not Notice.objects.filter(
        thread=f"match/{war.pk}", created_at__gt=before.period_started_at, kind="table"
    ).exists()


def test_nobody_else_can_read_the_list(war: War, make_person: Callable[..., User]) -> None:
    change(war, "B", SECRET)
    admin = make_person("Dmitri", is_staff=True, is_superuser=True)
    stranger = make_person("Olga")
    for who in (war.people["A"], war.people["C"], admin, stranger):
        browser = sign_in(who)
        for path in ("", "history/", "record.txt", "proof/", "proof.json", f"history/{war.match.ply - 1}/"):
            assert SECRET not in browser.get(f"/matches/{war.pk}/{path}").text
    assert SECRET in sign_in(war.people["B"]).get(f"/matches/{war.pk}/").text
    browser = sign_in(admin)
    assert SECRET not in browser.get(f"/admin/matches/match/{war.pk}/change/").text
    dump = StringIO()
    call_command("dumpdata", "matches", "accounts", stdout=dump)
    assert SECRET not in dump.getvalue()
    assert "matches.standinglist" in dump.getvalue()  # it is there, and sealed
    assert SECRET not in export_record(war.match)


def test_refused_entries_change_nothing_and_keep_their_text(war: War) -> None:
    change(war, "B", "go all")
    for text in ("g2 stop all", "stop", "g5 go", "stop atlantis", "pass"):
        with pytest.raises(BadOrders):
            change(war, "B", text)
        answer = sign_in(war.people["B"]).post(f"/matches/{war.pk}/standing/", {"list": text, "save": "1"})
        assert text in answer.text
    assert change(war, "B", "") == "go all"


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["without scripts", "with"])
def test_refusal_stands_beside_the_list(war: War, headers: dict[str, str]) -> None:
    """The list lies far below the head of the page."""
    browser = sign_in(war.people["B"], headers=headers)
    page = browser.post(f"/matches/{war.pk}/standing/", {"list": "go everywhere", "save": "1"}).text
    fold = page[page.index("Nobody waits for your word") : page.index("Keep the list as written")]
    assert 'role="alert"' in fold
    assert "everywhere" in fold.partition('role="alert"')[2].partition("</p>")[0]
    assert page.count('class="error" role="alert"') == 1
    assert headers or "<details open><summary>Your answers in advance" in page


def test_only_players_have_a_list(war: War, make_person: Callable[..., User]) -> None:
    with pytest.raises(NotAllowed):
        services.change_standing(match_id=war.pk, person_id=make_person("Olga").pk, text="go all")


def test_answers_are_replayed_from_the_log_and_the_record(war_of: Callable[..., War], tmp_path: Path) -> None:
    war = war_of(2)
    for seat, text in (("A", "go all"), ("B", "stop all")):
        change(war, seat, text)
    for _ in range(40):  # until somebody has met somebody
        if any(ply.answers for ply in war.match.plies.all()):
            break
        file_boldest(war)
    assert any(ply.answers for ply in war.match.plies.all())
    change(war, "A", "stop all")  # what the lists say later changes nothing of the past
    change(war, "B", "go all")
    out = StringIO()
    call_command("replay_matches", stdout=out)
    assert out.getvalue() == "1 matches are as they should be.\n"
    war.resign("B")
    record = tmp_path / "war.txt"
    record.write_text(export_record(war.match), encoding="utf-8")
    call_command("import_record", str(record), stdout=StringIO())
    archived = Match.objects.get(is_archived=True)
    assert [ply.answers for ply in archived.plies.all()] == [ply.answers for ply in war.match.plies.all()]
    assert archived.plies.last().position == war.last_ply.position  # type: ignore[union-attr]  # there are plies


def file_boldest(war: War) -> None:
    """March through the nearest enemy if the dice allow it, else towards somebody, else pass."""
    ways = [
        entry.order
        for entry in war.game.legal_orders(war.state, war.to_act).entries
        if entry.order.kind == "move" and set(entry.order.way[:-1]) & war.state.foes(war.state.kingdom).keys()
    ]
    war.file(war.game.write([ways[0]]) if ways else "pass")


def test_those_who_may_be_visited_are_told_what_their_list_says(war: War) -> None:
    """On the page and in the mail of the turn, each reader their own list alone."""
    change(war, "B", SECRET)
    war.file("pass", "A")
    assert "Answers in force: g3 go greeks" in sign_in(war.people["B"]).get(f"/matches/{war.pk}/").text
    notice = Notice.objects.get(person=war.people["B"], event=f"match/{war.pk}/ply/{war.last_ply.number}")
    letter = write_letter(notice, "orders", look_up(notice))
    assert any("g3 go greeks" in line for line in letter.wanted)
    war.file("pass", "B")
    notice = Notice.objects.get(person=war.people["C"], event=f"match/{war.pk}/ply/{war.last_ply.number}")
    letter = write_letter(notice, "orders", look_up(notice))
    assert any("You have given no answers in advance" in line for line in letter.wanted)
    assert not any(SECRET in line for line in (*letter.wanted, *letter.opening, *(line.text for line in letter.story)))


def test_visit_that_may_come_is_told_at_the_head_of_the_page(war: War) -> None:
    """With what the list now says, and a change of the list shows there at once."""
    reader = sign_in(war.people["B"])
    header = reader.get(f"/matches/{war.pk}/").text.partition('class="board"')[0]
    assert "The Barbarians are to act and can reach your generals in:" in header
    assert "You have given no answers in advance" in header
    answer = reader.post(
        f"/matches/{war.pk}/standing/", {"list": SECRET, "save": "1"}, headers={"HX-Request": "true"}
    ).text
    assert f"Answers in force: {SECRET}" in answer.partition('hx-target="#standing"')[0]
    for other in ("A", "C"):
        assert SECRET not in sign_in(war.people[other]).get(f"/matches/{war.pk}/").text
