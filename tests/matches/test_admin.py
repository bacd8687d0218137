"""Matches as organisers see them, and what they may do to one."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Notice, User
from games.matches import sealing, services
from games.matches.models import Heartbeat, Intervention, Match, Ply, Seat, Sheet
from games.matches.record import import_record
from games.matches.services.table import lock_table
from games.record import read_record
from tests.matches.conftest import Begin, again, file_all, file_orders, line_up, open_match, roll, sign_in

pytestmark = pytest.mark.django_db

RECORD = Path(__file__).resolve().parents[2] / "games" / "ice_battle" / "tests" / "records" / "lives.txt"
LIST = "/admin/matches/match/"


@pytest.fixture
def organiser(dmitri: User) -> Client:
    return sign_in(dmitri)


def page_of(match: Match) -> str:
    return f"{LIST}{match.pk}/change/"


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.text


def cells(page: str) -> dict[str, str]:
    """The first row of a list: column to text."""
    row = page.partition("<tbody>")[2].partition("</tr>")[0]
    found = re.findall(r'<t[dh] class="field-(\w+)[^>]*>(.*?)</t[dh]>', row)
    return {name: re.sub(r"<[^>]+>", "", value) for name, value in found}


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


# --- acts

ACTS: dict[str, Callable[[User], dict[str, object]]] = {
    "extend": lambda clara: {"hours": 12},
    "replace": lambda clara: {"seat": "T", "person": clara.pk},
    "void": lambda clara: {},
}
every_act = pytest.mark.parametrize("act", ACTS)


@pytest.fixture
def stored(begin: Begin) -> Match:
    return line_up(begin())


def act_on(client: Client, match: Match, act: str, fields: dict[str, object], reason: str = "Boris is at sea") -> str:
    answer = client.post(f"{LIST}{match.pk}/act/{act}/", {**fields, "reason": reason}, follow=True)
    assert answer.status_code == 200
    return answer.text


@every_act
def test_running_match_offers_the_act(act: str, organiser: Client, stored: Match) -> None:
    address = f'href="{LIST}{stored.pk}/act/{act}/"'
    assert address in text_of(organiser, page_of(stored))
    services.void_match(match_id=stored.pk, organiser_id=stored.creator_id or 0, reason="enough")
    assert address not in text_of(organiser, page_of(stored))


@every_act
@pytest.mark.parametrize("reason", ["", "   "])
def test_act_without_a_reason_changes_nothing(
    act: str, reason: str, organiser: Client, stored: Match, clara: User
) -> None:
    told = Notice.objects.count()
    page = act_on(organiser, stored, act, ACTS[act](clara), reason)
    assert "Nothing was changed." in page
    assert "This field is required." in page
    after = again(stored)
    assert (after.news, after.due_at, after.state) == (stored.news, stored.due_at, stored.state)
    assert not Seat.objects.filter(match=stored, player=clara).exists()
    assert (Intervention.objects.count(), LogEntry.objects.count(), Notice.objects.count()) == (0, 0, told)


@every_act
def test_act_is_logged_and_told_to_the_players(
    act: str, organiser: Client, stored: Match, anna: User, clara: User, dmitri: User
) -> None:
    page = act_on(organiser, stored, act, ACTS[act](clara))
    assert "Done. The players are told by mail." in page
    done = Intervention.objects.get()
    assert (done.match, done.organiser, done.action, done.reason) == (stored, dmitri, act, "Boris is at sea")
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (dmitri, str(stored.pk))
    assert entry.change_message.endswith(": Boris is at sea")
    assert Notice.objects.filter(person=anna, kind="organiser", data__intervention=done.pk).count() == 1
    assert "Boris is at sea" in text_of(organiser, page_of(stored))
    assert "Boris is at sea" in text_of(organiser, "/admin/matches/intervention/")


def test_extending_moves_the_deadline(organiser: Client, stored: Match) -> None:
    act_on(organiser, stored, "extend", {"hours": 12})
    assert stored.due_at is not None
    assert again(stored).due_at == stored.due_at + timedelta(hours=12)


@pytest.mark.parametrize("hours", ["0", "1441", "-3", "many", ""])
def test_senseless_hours_are_refused(hours: str, organiser: Client, stored: Match) -> None:
    assert "Nothing was changed." in act_on(organiser, stored, "extend", {"hours": hours})
    assert again(stored).due_at == stored.due_at


def test_replacing_gives_the_seat_to_another(organiser: Client, stored: Match, anna: User, clara: User) -> None:
    act_on(organiser, stored, "replace", {"seat": "T", "person": clara.pk})
    assert {seat.name: seat.player for seat in Seat.objects.filter(match=stored)} == {"R": anna, "T": clara}


def test_person_at_the_table_cannot_take_a_second_seat(organiser: Client, stored: Match, anna: User) -> None:
    page = act_on(organiser, stored, "replace", {"seat": "T", "person": anna.pk})
    assert "That person has a seat in this match already." in page
    assert LogEntry.objects.count() == Intervention.objects.count() == 0


def test_former_player_cannot_take_a_seat(organiser: Client, stored: Match, clara: User) -> None:
    User.objects.filter(pk=clara.pk).update(is_active=False, deleted_at=timezone.now())
    assert "Nothing was changed." in act_on(organiser, stored, "replace", {"seat": "T", "person": clara.pk})
    assert not Seat.objects.filter(player=clara).exists()


def test_voiding_ends_without_a_result(organiser: Client, stored: Match) -> None:
    act_on(organiser, stored, "void", {})
    after = again(stored)
    assert (after.state, after.due_at) == (Match.State.OVER, None)
    assert after.outcome
    assert (after.outcome["how"], after.outcome["ranks"]) == ("void", {})


@every_act
def test_act_on_a_match_that_is_over_changes_nothing(act: str, organiser: Client, stored: Match, clara: User) -> None:
    services.void_match(match_id=stored.pk, organiser_id=clara.pk, reason="first")
    before = again(stored)
    assert "Nothing was changed." in act_on(organiser, stored, act, ACTS[act](clara))
    assert (again(stored).news, Intervention.objects.count()) == (before.news, 1)


@every_act
def test_only_those_who_may_change_matches_act(
    act: str, stored: Match, clara: User, make_person: Callable[..., User]
) -> None:
    looker = make_person("Lena", is_staff=True)
    looker.user_permissions.set(
        Permission.objects.filter(content_type__app_label="matches", codename__startswith="view")
    )
    client = sign_in(looker)
    assert "/act/" not in text_of(client, page_of(stored))
    path = f"{LIST}{stored.pk}/act/{act}/"
    assert client.get(path).status_code == 403
    assert client.post(path, {**ACTS[act](clara), "reason": "because"}).status_code == 403
    assert sign_in(clara).post(path, {"reason": "because"}).status_code == 302
    assert Intervention.objects.count() == 0


def test_unknown_act_or_match_is_not_found(organiser: Client, stored: Match) -> None:
    assert organiser.get(f"{LIST}{stored.pk}/act/win/").status_code == 404
    assert organiser.get(f"{LIST}{stored.pk + 1}/act/void/").status_code == 404


# --- people who go


def test_person_who_is_gone_leaves_the_match_to_the_others(organiser: Client, stored: Match, boris: User) -> None:
    assert organiser.post(f"/admin/accounts/user/{boris.pk}/delete/", {"post": "yes"}).status_code == 403
    boris.delete()
    assert (again(stored).state, Ply.objects.filter(match=stored).count()) == (Match.State.PLAYING, 2)
    assert cells(text_of(organiser, LIST))["players"] == "Anna – nobody"
    assert "Teutons: nobody" in text_of(organiser, f"{LIST}{stored.pk}/act/replace/")


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
