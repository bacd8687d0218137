"""Matches as organisers see them."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.matches import sealing, services
from games.matches.models import Heartbeat, Intervention, Match, Ply, Seat, Sheet
from games.matches.record import import_record
from games.matches.services.table import lock_table
from games.record import read_record
from tests.matches.admin_pages import LIST, cells, page_of, text_of
from tests.matches.conftest import Begin, again, file_all, file_orders, line_up, open_match, roll

pytestmark = pytest.mark.django_db

RECORD = Path(__file__).resolve().parents[2] / "games" / "ice_battle" / "tests" / "records" / "lives.txt"


def listed(page: str) -> list[int]:
    return [int(pk) for pk in re.findall(r'<th class="field-id"><a href="/admin/matches/match/(\d+)/', page)]


# --- looking


def test_list_says_who_plays_whose_orders_are_awaited_and_until_when(
    organiser: Client, begin: Begin, anna: User
) -> None:
    match = line_up(begin())
    file_orders(match, anna, "E1 def 1\nE1 def 1")
    started, due = (f"{at:%-d %b %H:%M}".replace(" ", "\u00a0") for at in (match.started_at, match.due_at) if at)
    assert cells(text_of(organiser, LIST)) == {
        "id": str(match.pk),
        "game": "Ice Battle",
        "players": "Anna – Boris",
        "state": "being played",
        "ply": "2",
        "awaited": "Boris",
        "due_short": due,
        "started_short": started,
    }


def test_awaited_are_those_whom_the_position_awaits(organiser: Client, race: Begin, anna: User, boris: User) -> None:
    match = race(anna, boris, options={"goal": "60"})
    for _ in range(4):
        (to_act,) = lock_table(match.pk).phase.to_act
        player = Seat.objects.get(match=match, name=to_act).player
        assert cells(text_of(organiser, LIST))["awaited"] == str(player)
        roll(match)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", [0, 1, 2, 3]),
        ("?q=anna", [0, 1]),
        ("?q=clara@example", [2]),
        ("?q=boris", [0, 2]),
        ("?q=Olga", [3]),
        ("?q={0}", [0]),
        ("?q=999999999999999999999", []),
        ("?q=nobody", []),
        ("?state__exact=open", [1]),
        ("?state__exact=over", [3]),
        ("?game=ice_battle", [0, 1, 2, 3]),
        ("?game=chess", []),
    ],
)
def test_matches_are_found(
    query: str, found: list[int], organiser: Client, begin: Begin, anna: User, boris: User, clara: User
) -> None:
    first = begin()
    offered = open_match(anna)
    third = begin(boris, clara)
    record = import_record(read_record(RECORD.read_text().replace("Anna", "Olga").replace("Boris", "Peter")))
    matches = [first, offered, third, record]
    page = text_of(organiser, LIST + query.format(*(match.pk for match in matches)))
    assert sorted(listed(page)) == sorted(matches[n].pk for n in found)


def test_lists_cost_the_same_however_many_matches_there_are(organiser: Client, begin: Begin) -> None:
    line_up(begin())
    organiser.get(LIST)
    costs = []
    for more in (0, 5):
        for _ in range(more):
            line_up(begin())
        with CaptureQueriesContext(connection) as taken:
            assert len(listed(text_of(organiser, LIST))) == 1 + more
        costs.append(len(taken))
    # session, person, count, matches, their seats, the players of these
    assert costs == [6, 6]


def test_match_shows_its_last_fifty_plies_and_a_way_to_all(organiser: Client, begin: Begin) -> None:
    match = line_up(begin())
    services.void_match(match_id=match.pk, organiser_id=match.creator_id or 0, reason="enough")
    (last,) = Ply.objects.filter(match=match, number=2)
    for number in range(3, 55):
        last.pk, last.number = None, number
        last.save()
    Match.objects.filter(pk=match.pk).update(ply=55)
    numbers = re.findall(rf"Ply (\d+) of match {match.pk}\b", text_of(organiser, page_of(match)))
    assert [int(number) for number in numbers] == [*range(54, 4, -1)]
    address = f"/admin/matches/ply/?match__id__exact={match.pk}"
    assert f'href="{address}"' in text_of(organiser, page_of(match))
    assert text_of(organiser, address).count('<th class="field-__str__">') == 50
    assert text_of(organiser, address + "&p=2").count('<th class="field-__str__">') == 5


def test_resolved_ply_is_shown_with_its_story(organiser: Client, begin: Begin) -> None:
    match = line_up(begin())
    file_all(match, "E1 def 1\nD1-C1", "D8 shot C2")
    services.resolve_ply(match_id=match.pk)
    assert "E1 def 1 / D1-C1" in text_of(organiser, page_of(match))
    page = text_of(organiser, f"/admin/matches/ply/{Ply.objects.get(match=match, number=2).pk}/change/")
    assert "E1 def 1 / D1-C1" in page
    assert "Russian archer goes from D1 to C1." in page


def test_draws_of_a_ply_are_shown(organiser: Client, race: Begin) -> None:
    match = roll(race(options={"goal": "60"}))
    ply = Ply.objects.get(match=match, number=1)
    (draw,) = ply.draws
    page = text_of(organiser, f"/admin/matches/ply/{ply.pk}/change/")
    assert f"{draw['purpose']}: {draw['value']} / 6" in page


@pytest.mark.parametrize("model", ["match", "ply", "intervention"])
def test_nothing_is_added_changed_or_deleted_there(model: str, organiser: Client, begin: Begin, dmitri: User) -> None:
    match = begin()
    services.extend_deadline(match_id=match.pk, organiser_id=dmitri.pk, reason="a storm", hours=1)
    row = {"match": again(match), "ply": Ply.objects.get(match=match), "intervention": Intervention.objects.get()}[
        model
    ]
    path = f"/admin/matches/{model}/"
    assert organiser.get(path + "add/").status_code == 403
    assert organiser.post(path + "add/", {}).status_code == 403
    assert organiser.post(f"{path}{row.pk}/change/", {"state": "over", "number": 7, "reason": ""}).status_code == 403
    assert organiser.post(f"{path}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    organiser.post(path, {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    after = type(row)._default_manager.get(pk=row.pk)
    fields = [field.attname for field in row._meta.concrete_fields]
    assert {name: getattr(after, name) for name in fields} == {name: getattr(row, name) for name in fields}


@pytest.mark.parametrize("model", ["sheet", "chatline", "seat", "heartbeat"])
def test_what_holds_secrets_has_no_page(model: str, organiser: Client) -> None:
    assert organiser.get(f"/admin/matches/{model}/").status_code == 404


# --- secrets


def admin_pages(match: Match) -> list[str]:
    plies = [f"/admin/matches/ply/{ply.pk}/change/" for ply in Ply.objects.filter(match=match)]
    acts = [f"{LIST}{match.pk}/act/{act}/" for act in ("extend", "replace", "void")]
    return [
        "/admin/",
        LIST,
        page_of(match),
        f"{LIST}{match.pk}/history/",
        "/admin/matches/ply/",
        "/admin/matches/intervention/",
        "/admin/admin/logentry/",
        "/admin/accounts/notice/",
        *plies,
        *acts,
    ]


def test_no_page_shows_a_filed_order_before_the_reveal(
    organiser: Client, begin: Begin, anna: User, boris: User, dmitri: User
) -> None:
    match = line_up(begin())
    services.extend_deadline(match_id=match.pk, organiser_id=dmitri.pk, reason="a storm", hours=1)
    file_orders(match, anna, "F2-F5\nE1 def 17")
    sheet = Sheet.objects.get(match=match, ply=2, seat="R")
    secrets = ("F2-F5", "F2 - F5", "def 17", sheet.sealed, sheet.sealed_draft)
    for path in admin_pages(match):
        page = text_of(organiser, path)
        assert [secret for secret in secrets if secret in page] == [], path

    file_orders(match, boris, "E8 def 1\nE8 def 1")
    services.resolve_ply(match_id=match.pk)
    # the same search finds it when it is no secret any more
    assert "F2-F5 / E1 def 17" in text_of(organiser, page_of(match))


def test_no_page_shows_seed_position_notes_draft_or_invitation(organiser: Client, begin: Begin, anna: User) -> None:
    match = line_up(begin())
    services.save_notes(match_id=match.pk, person_id=anna.pk, text="strike on the left")
    services.save_draft(match_id=match.pk, person_id=anna.pk, ply=2, text="E1 def 19")
    match, seat = again(match), Seat.objects.get(match=match, name="R")
    draft = Sheet.objects.get(match=match, ply=2, seat="R")
    secrets = {
        "seed": sealing.unseal(match.sealed_seed),
        "sealed seed": match.sealed_seed,
        "invitation": match.invitation,
        "position": '"warriors"',
        "quoted position": "&quot;warriors&quot;",
        "notes": "strike on the left",
        "sealed notes": seat.sealed_notes,
        "draft": "E1 def 19",
        "sealed draft": draft.sealed_draft,
    }
    assert all(secrets.values())
    for path in admin_pages(match):
        page = text_of(organiser, path)
        assert [name for name, secret in secrets.items() if secret in page] == [], path


# --- a broken match


@pytest.mark.parametrize("fault", [{"position": "not a position"}, {"slug": "gone"}])
def test_broken_match_breaks_no_page(fault: dict[str, object], organiser: Client, begin: Begin) -> None:
    sound, broken = begin(), line_up(begin())
    Match.objects.filter(pk=broken.pk).update(**fault)
    Ply.objects.filter(match=broken, number=1).update(position="not a position", events=[{"sentence": 7}])
    assert listed(text_of(organiser, LIST)) == [broken.pk, sound.pk]
    for path in admin_pages(broken):
        text_of(organiser, path)
    ply = Ply.objects.get(match=broken, number=1)
    assert "cannot be read" in text_of(organiser, f"/admin/matches/ply/{ply.pk}/change/")


@pytest.mark.parametrize("fault", [{"position": "not a position"}, {"slug": "gone"}])
def test_broken_match_can_be_ended(fault: dict[str, object], organiser: Client, begin: Begin) -> None:
    match = line_up(begin())
    Match.objects.filter(pk=match.pk).update(**fault)
    organiser.post(f"{LIST}{match.pk}/act/void/", {"reason": "it is broken"})
    assert again(match).state == Match.State.OVER
    assert "Ended without a result" in text_of(organiser, page_of(match))


# --- the sweep


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (None, "The sweep has not run yet."),
        (59, 'class="success">The sweep last ran '),
        (61, 'class="warning">The sweep last ran '),
        (7200, "(2 hours ago)"),
    ],
)
def test_front_page_says_when_the_sweep_last_ran(seconds: int | None, said: str, organiser: Client) -> None:
    if seconds is not None:
        Heartbeat.objects.create(job="sweep", ran_at=timezone.now() - timedelta(seconds=seconds))
    page = text_of(organiser, "/admin/")
    assert said in page
    assert ("look whether worker and beat are running" in page) == (seconds != 59)


def test_front_page_tells_of_matches_that_the_sweep_could_not_move(organiser: Client, stored: Match) -> None:
    services.sweep()
    assert "could not move on" not in text_of(organiser, "/admin/")
    Match.objects.filter(pk=stored.pk).update(position="not a position", due_at=timezone.now() - timedelta(hours=1))
    services.sweep()
    assert "It could not move on 1 match;" in text_of(organiser, "/admin/")
