"""F70: nobody who stays away stops a table of more than two, and nobody outside it has a say."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from games.mail.letters import write_letter
from games.mail.relevance import Moot, kind_to_send, look_up
from games.matches import services
from games.matches.errors import MatchError, NotAllowed, Stale
from games.matches.models import Match, Seat, Vote
from games.matches.selectors.story import story_lines
from tests.matches.conftest import again, sign_in
from tests.matches.wars import War

type WarOf = Callable[..., War]
type People = dict[str, User]


@pytest.fixture
def people(make_person: Callable[..., User]) -> People:
    return {seat: make_person(name) for seat, name in zip("ABCD", ("Anna", "Boris", "Clara", "Dora"), strict=True)}


@pytest.fixture
def war(people: People) -> Match:
    """Four at the table; every kingdom is picked by default, then seat D has missed two seasons in a row."""
    first, *rest = people
    match = services.create_match(
        person_id=people[first].pk, slug="molon_labe", options={}, places=4, length=4 * 86400, wish=first
    )
    for seat in rest:
        services.join_match(match_id=match.pk, person_id=people[seat].pk, wish=seat)
    for _ in range(4):
        let_time_pass(match)
    for _ in range(2):
        play_season_without(match, people, "D")
    return again(match)


def let_time_pass(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    assert services.resolve_ply(match_id=match.pk)


def play_season_without(match: Match, people: People, absent: str) -> None:
    """Everybody passes; the absent one is passed over by the clock."""
    period = again(match).period
    while (now := again(match)).period == period and now.state == Match.State.PLAYING:
        seat = Seat.objects.get(match=match, is_to_act=True)
        if seat.name == absent:
            let_time_pass(match)
        else:
            services.file_orders(match_id=match.pk, person_id=people[seat.name].pk, ply=now.ply, text="pass")


def seat_of(match: Match, name: str) -> Seat:
    return Seat.objects.get(match=match, name=name)


def test_two_seasons_by_default_make_a_seat_absent(war: Match) -> None:
    # everybody missed the choice of a kingdom, which is no season
    assert {seat.name: seat.defaults_in_row for seat in war.seats.all()} == {"A": 0, "B": 0, "C": 0, "D": 2}


def test_choice_and_one_season_by_default_make_nobody_absent(war_of: WarOf) -> None:
    war = war_of(3)
    for _ in range(3):
        war.pass_instant()
    assert {seat.defaults_in_row for seat in war.match.seats.all()} == {1}
    with pytest.raises(NotAllowed):
        services.open_vote(match_id=war.pk, person_id=war.people["A"].pk, seat="B", choice="leave")


def test_part_filed_before_an_organiser_gives_more_time_counts_as_being_there(
    war_of: WarOf, make_person: Callable[..., User]
) -> None:
    war, organiser = war_of(3), make_person("Dmitri")
    for acts in (True, False):
        seat = war.to_act
        if acts:
            war.file_part()
        services.extend_deadline(match_id=war.pk, organiser_id=organiser.pk, reason="Storm.", hours=24)
        war.pass_instant()
        assert seat_of(war.match, seat).defaults_in_row == (0 if acts else 1)


def test_more_than_half_of_the_others_carry_a_vote(war: Match, people: People) -> None:
    services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="D", choice="default")
    vote = Vote.objects.get(match=war)
    assert vote.closed_at is None
    services.support_vote(match_id=war.pk, person_id=people["A"].pk, vote_id=vote.pk)
    assert again_vote(vote).closed_at is None  # one voice, however often it is raised
    services.support_vote(match_id=war.pk, person_id=people["B"].pk, vote_id=vote.pk)
    assert again_vote(vote).result == Vote.Result.CARRIED
    assert seat_of(war, "D").is_on_default


def test_seat_on_default_orders_costs_nobody_time(war: Match, people: People) -> None:
    carry(war, people, "default")
    while seat_of(war, "D").is_to_act is False:
        seat = Seat.objects.get(match=war, is_to_act=True)
        services.file_orders(match_id=war.pk, person_id=people[seat.name].pk, ply=again(war).ply, text="pass")
    assert services.play_robots(match_id=war.pk) == 1
    assert not seat_of(war, "D").is_to_act
    assert war.plies.last().orders[0]["by"] == "default"  # type: ignore[union-attr]  # there are plies


def test_one_who_returns_to_default_orders_resumes_at_once(war: Match, people: People) -> None:
    carry(war, people, "default")
    services.come_back(match_id=war.pk, person_id=people["D"].pk)
    seat = seat_of(war, "D")
    assert (seat.is_on_default, seat.defaults_in_row, seat.player) == (False, 0, people["D"])


def test_vote_ends_when_the_absent_one_returns(war: Match, people: People) -> None:
    services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="D", choice="leave")
    vote = Vote.objects.get(match=war)
    services.come_back(match_id=war.pk, person_id=people["D"].pk)
    assert again_vote(vote).result == Vote.Result.RETURNED
    with pytest.raises(Stale):
        services.support_vote(match_id=war.pk, person_id=people["B"].pk, vote_id=vote.pk)
    assert not seat_of(war, "D").has_left


def test_orders_of_the_absent_one_are_a_return(war: Match, people: People) -> None:
    services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="D", choice="leave")
    while not seat_of(war, "D").is_to_act:
        seat = Seat.objects.get(match=war, is_to_act=True)
        services.file_orders(match_id=war.pk, person_id=people[seat.name].pk, ply=again(war).ply, text="pass")
    services.file_orders(match_id=war.pk, person_id=people["D"].pk, ply=again(war).ply, text="pass")
    assert Vote.objects.get(match=war).result == Vote.Result.RETURNED


def test_carried_vote_to_leave_is_a_resignation(war: Match, people: People) -> None:
    carry(war, people, "leave")
    assert seat_of(war, "D").has_left
    assert again(war).state == Match.State.PLAYING
    last = war.plies.latest("number")
    assert last.leaver == "D"
    assert story_lines(last, None)[0].text == "Romans left the match: the others voted so."


def test_substitute_takes_the_offered_seat_once(war: Match, people: People, make_person: Callable[..., User]) -> None:
    eva, fedor = make_person("Eva"), make_person("Fedor")
    with pytest.raises(Stale):
        services.take_over(match_id=war.pk, person_id=eva.pk, seat="D")
    carry(war, people, "substitute")
    services.take_over(match_id=war.pk, person_id=eva.pk, seat="D")
    assert seat_of(war, "D").player == eva
    handover = war.handovers.get()
    assert (handover.seat, handover.ply, handover.cause) == ("D", again(war).ply, "absence")
    assert (handover.before, handover.after) == (people["D"], eva)
    with pytest.raises(Stale):
        services.take_over(match_id=war.pk, person_id=fedor.pk, seat="D")


@pytest.mark.parametrize("choice", ["default", "leave"])
def test_only_members_have_a_say(war: Match, people: People, make_person: Callable[..., User], choice: str) -> None:
    stranger = make_person("Stranger")
    with pytest.raises(NotAllowed):
        services.open_vote(match_id=war.pk, person_id=stranger.pk, seat="D", choice=choice)
    services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="D", choice=choice)
    vote = Vote.objects.get(match=war)
    for person in (stranger, people["D"]):
        with pytest.raises(NotAllowed):
            services.support_vote(match_id=war.pk, person_id=person.pk, vote_id=vote.pk)
    assert vote.ballots.count() == 1


def test_those_who_play_cannot_be_voted_on(war: Match, people: People) -> None:
    with pytest.raises(NotAllowed):
        services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="B", choice="leave")
    with pytest.raises(MatchError):
        services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="D", choice="exile")


def test_one_vote_is_open_at_a_time(war: Match, people: People) -> None:
    services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="D", choice="leave")
    with pytest.raises(Stale):
        services.open_vote(match_id=war.pk, person_id=people["B"].pk, seat="D", choice="default")
    services.drop_vote(match_id=war.pk, person_id=people["A"].pk, vote_id=Vote.objects.get(match=war).pk)
    services.open_vote(match_id=war.pk, person_id=people["B"].pk, seat="D", choice="default")


def test_three_who_stay_away_of_six_stop_nobody(war_of: WarOf, make_person: Callable[..., User]) -> None:
    """The three who play may decide: three of five others, then three of four, then two of three."""
    war = war_of(6)
    for _ in range(2):
        for seat in "ABCDEF":
            if seat in "ACE":
                war.file("pass")
            else:
                war.pass_instant()
    stranger = sign_in(make_person("Stranger"))
    for left, seat in enumerate("BDF"):
        assert stranger.post(f"/matches/{war.pk}/vote/", {"seat": seat, "choice": "leave"}).status_code == 302
        assert Vote.objects.count() == left
        services.open_vote(match_id=war.pk, person_id=war.people["A"].pk, seat=seat, choice="leave")
        vote = Vote.objects.get(closed_at=None)
        stranger.post(f"/matches/{war.pk}/vote/support/", {"vote": vote.pk})
        for voter in ("CE", "CE", "C")[left]:
            assert not seat_of(war.match, seat).has_left
            services.support_vote(match_id=war.pk, person_id=war.people[voter].pk, vote_id=vote.pk)
        assert seat_of(war.match, seat).has_left
    assert sorted(seat.name for seat in war.match.seats.filter(has_left=False)) == ["A", "C", "E"]


def test_vote_about_one_who_resigns_bars_no_other(war_of: WarOf) -> None:
    war = sleeping(war_of(5), "DE")
    services.open_vote(match_id=war.pk, person_id=war.people["A"].pk, seat="D", choice="leave")
    war.resign("D")
    assert Vote.objects.get().result == Vote.Result.DROPPED
    services.open_vote(match_id=war.pk, person_id=war.people["A"].pk, seat="E", choice="leave")


def test_voice_of_one_who_left_counts_no_more(war_of: WarOf) -> None:
    war = sleeping(war_of(5), "E")
    services.open_vote(match_id=war.pk, person_id=war.people["A"].pk, seat="E", choice="default")
    vote = Vote.objects.get()
    services.support_vote(match_id=war.pk, person_id=war.people["B"].pk, vote_id=vote.pk)
    war.resign("A")  # one voice of three others
    assert again_vote(vote).closed_at is None
    page = sign_in(war.people["C"]).get(f"/matches/{war.pk}/").text
    assert "For it: Sarmatians" in " ".join(page.split())
    with pytest.raises(NotAllowed):
        services.drop_vote(match_id=war.pk, person_id=war.people["A"].pk, vote_id=vote.pk)
    services.drop_vote(match_id=war.pk, person_id=war.people["B"].pk, vote_id=vote.pk)
    assert again_vote(vote).result == Vote.Result.DROPPED


def test_fewer_others_may_make_the_voices_enough(war_of: WarOf) -> None:
    war = sleeping(war_of(5), "E")
    services.open_vote(match_id=war.pk, person_id=war.people["A"].pk, seat="E", choice="default")
    services.support_vote(match_id=war.pk, person_id=war.people["B"].pk, vote_id=Vote.objects.get().pk)
    war.resign("C")  # two voices of three others
    assert Vote.objects.get().result == Vote.Result.CARRIED
    assert seat_of(war.match, "E").is_on_default


def test_two_who_are_left_have_nothing_to_vote_about(war_of: WarOf) -> None:
    war = sleeping(war_of(3), "C")
    services.open_vote(match_id=war.pk, person_id=war.people["A"].pk, seat="C", choice="leave")
    war.resign("B")
    assert Vote.objects.get().result == Vote.Result.DROPPED


def test_vote_about_an_offered_seat_ends_when_it_is_taken(war_of: WarOf, make_person: Callable[..., User]) -> None:
    war = sleeping(war_of(4), "D")
    carry(war.match, war.people, "substitute")
    services.open_vote(match_id=war.pk, person_id=war.people["A"].pk, seat="D", choice="leave")
    services.take_over(match_id=war.pk, person_id=make_person("Eva").pk, seat="D")
    assert Vote.objects.latest("pk").result == Vote.Result.DROPPED


def test_voice_of_a_seat_does_not_pass_to_its_substitute(war_of: WarOf, make_person: Callable[..., User]) -> None:
    war = sleeping(war_of(6), "EF")
    services.open_vote(match_id=war.pk, person_id=war.people["E"].pk, seat="F", choice="leave")
    vote = Vote.objects.get()
    services.support_vote(match_id=war.pk, person_id=war.people["A"].pk, vote_id=vote.pk)
    organiser = make_person("Dmitri", is_staff=True)
    services.replace_player(
        match_id=war.pk, organiser_id=organiser.pk, reason="Ill.", seat="E", person_id=make_person("Eva").pk
    )
    assert [ballot.seat for ballot in vote.ballots.all()] == ["A"]


def test_open_page_learns_of_the_vote(war_of: WarOf) -> None:
    war = sleeping(war_of(4), "D")
    reader = sign_in(war.people["B"])

    def news(since: int) -> str:
        asked = {"n": since, "ply": war.match.ply, "said": 0}
        return reader.get(f"/matches/{war.pk}/news/", asked, headers={"HX-Request": "true"}).text

    shown = war.match.news
    services.open_vote(match_id=war.pk, person_id=war.people["A"].pk, seat="D", choice="leave")
    assert 'hx-target="#absence"' in news(shown)
    assert "A vote is open about the seat Romans: let it leave the match." in news(shown)
    shown = war.match.news
    services.come_back(match_id=war.pk, person_id=war.people["D"].pk)
    assert "A vote is open" not in news(shown)


def shown_to(war: War, seat: str) -> str:
    """The match page as the person of a seat reads it."""
    return sign_in(war.people[seat]).get(f"/matches/{war.pk}/").text


def test_all_read_that_a_seat_stands_on_default_orders(war_of: WarOf) -> None:
    war = sleeping(war_of(4), "D")
    told = "default orders play the seat Romans at once, until its player is back"
    assert told not in shown_to(war, "A")
    carry(war.match, war.people, "default")
    assert told in shown_to(war, "A")
    assert told in shown_to(war, "D")
    services.come_back(match_id=war.pk, person_id=war.people["D"].pk)
    assert told not in shown_to(war, "A")


def test_one_who_has_left_is_not_asked_to_come_back(war_of: WarOf) -> None:
    war = sleeping(war_of(4), "D")
    assert "I am back" in shown_to(war, "D")
    carry(war.match, war.people, "leave")
    assert "I am back" not in shown_to(war, "D")


def test_two_who_are_left_are_offered_no_vote(war_of: WarOf) -> None:
    war = sleeping(war_of(3), "C")
    assert "Open a vote" in shown_to(war, "A")
    war.resign("B")
    assert "Open a vote" not in shown_to(war, "A")
    assert "I am back" in shown_to(war, "C")


def test_draw_agreed_after_somebody_left_is_called_one(war_of: WarOf) -> None:
    war = war_of(3)
    war.resign("C")
    for seat in "AB":
        services.offer_draw(match_id=war.pk, person_id=war.people[seat].pk, ply=war.match.ply)
    shown = shown_to(war, "A")
    assert shown.count("<strong>draw</strong>") == 2
    assert " won" not in shown


def sleeping(war: War, seats: str) -> War:
    """The war when these seats have missed two seasons."""
    Seat.objects.filter(match=war.pk, name__in=seats).update(defaults_in_row=2)
    return war


def test_absent_one_is_told_before_and_after(war: Match, people: People) -> None:
    carry(war, people, "leave")
    told = Notice.objects.filter(person=people["D"], kind="table").order_by("pk").values_list("data__what", flat=True)
    assert list(told) == ["missed", "vote", "vote_carried"]


def test_absent_one_is_warned_before_anybody_can_ask_for_a_vote(war: Match, people: People) -> None:
    warning = Notice.objects.get(kind="table")
    assert warning.person == people["D"]
    letter = write_letter(warning, "table", look_up(warning))
    assert letter.lead == "Your seat Romans has been played by default orders for two periods in a row."
    carry(war, people, "substitute")
    assert kind_to_send(warning, look_up(warning)) == "table"


def test_one_who_is_back_is_not_warned_any_more(war: Match, people: People) -> None:
    services.come_back(match_id=war.pk, person_id=people["D"].pk)
    warning = Notice.objects.get(kind="table", data__what="missed")
    with pytest.raises(Moot):
        kind_to_send(warning, look_up(warning))


def test_one_whom_the_others_let_leave_is_not_warned_any_more(war: Match, people: People) -> None:
    carry(war, people, "leave")
    warning = Notice.objects.get(kind="table", data__what="missed")
    with pytest.raises(Moot):
        kind_to_send(warning, look_up(warning))


def test_absence_that_goes_on_is_told_once(war: Match, people: People) -> None:
    play_season_without(war, people, "D")
    assert seat_of(war, "D").defaults_in_row == 3
    assert Notice.objects.filter(kind="table", data__what="missed").count() == 1


def test_absent_one_is_told_who_has_the_seat(war: Match, people: People, make_person: Callable[..., User]) -> None:
    carry(war, people, "substitute")
    eva = make_person("Eva")
    services.take_over(match_id=war.pk, person_id=eva.pk, seat="D")
    told = Notice.objects.filter(kind="table", data__what="substitute")
    assert {notice.person for notice in told} == {people["A"], people["B"], people["C"], people["D"], eva}
    notice = told.get(person=people["D"])
    letter = write_letter(notice, "table", look_up(notice))
    assert letter.lead == "Romans is played by Eva from now on."


def carry(war: Match, people: People, choice: str) -> None:
    services.open_vote(match_id=war.pk, person_id=people["A"].pk, seat="D", choice=choice)
    vote = Vote.objects.get(match=war, closed_at=None)
    services.support_vote(match_id=war.pk, person_id=people["B"].pk, vote_id=vote.pk)


def again_vote(vote: Vote) -> Vote:
    return Vote.objects.get(pk=vote.pk)
