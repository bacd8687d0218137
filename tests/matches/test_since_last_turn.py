"""Between two turns of a reader the others have theirs: page and mail tell them all, and the replay begins there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Notice
from games.mail.letters import write_letter
from games.mail.relevance import look_up
from tests.matches.conftest import sign_in
from tests.matches.wars import War

type WarOf = Callable[..., War]
PEOPLES = ("The Barbarians", "The Sarmatians", "The Greeks", "The Romans")


@pytest.fixture
def war(war_of: WarOf) -> War:
    """Four at the table; the first has played, and so have all the others after that."""
    war = war_of(4)
    for _ in range(4):
        war.file_part()
        war.file("done")
    return war


def told(words: str) -> list[str]:
    """Whose turns are told, in their order."""
    return sorted((people for people in PEOPLES if f": {people}" in words), key=words.index)


def test_page_tells_all_turns_since_the_readers_own(war: War) -> None:
    first = war.match.ply - 6  # the first part of the second seat's turn
    page = sign_in(war.people["A"]).get(f"/matches/{war.pk}/").text
    story = page.partition('id="story"')[2].partition('id="trays"')[0]
    assert told(story) == list(PEOPLES[1:])
    assert f'<a href="/matches/{war.pk}/history/{first}/?step=0">' in story.rpartition("<p>")[2]


def test_page_tells_the_last_turn_alone_to_whoever_had_it(war: War) -> None:
    page = sign_in(war.people["D"]).get(f"/matches/{war.pk}/").text
    assert told(page.partition('id="story"')[2].partition('id="trays"')[0]) == [PEOPLES[3]]


def test_turns_played_by_default_are_no_last_look(war: War) -> None:
    war.pass_instant()  # the first seat sleeps through its second turn
    story = sign_in(war.people["A"]).get(f"/matches/{war.pk}/").text.partition('id="story"')[2].partition("trays")[0]
    assert "The Sarmatians" in story
    assert "Time was up for Barbarians" in story


def test_mail_of_a_turn_tells_them_too(war: War) -> None:
    notice = Notice.objects.filter(person=war.people["A"], kind="revealed").latest("pk")
    letter = write_letter(notice, "orders", look_up(notice))
    assert told(" ".join(line.text for line in letter.story)) == list(PEOPLES[1:])


def sleep_through(war: War, seasons: int) -> int:
    """The first seat gives its orders and then sleeps for that many seasons; the ply after its orders."""
    first = war.match.ply
    war.file("pass")
    for _ in range(seasons):
        while war.to_act != "A":
            war.file_part()
            war.file("done")
        war.pass_instant()
    return first + 1


def story_of(war: War, seat: str) -> str:
    page = sign_in(war.people[seat]).get(f"/matches/{war.pk}/").text
    return page.partition('id="story"')[2].partition('id="trays"')[0]


def test_story_reaches_back_over_seasons_slept_through(war: War) -> None:
    first = sleep_through(war, 3)
    assert war.match.ply - first == 3 * (3 * 2 + 1)  # more than the page otherwise looks back
    story = story_of(war, "A")
    assert story.count(": The Greeks") == 2 * 3
    assert "Steps before these" not in story
    assert f'<a href="/matches/{war.pk}/history/{first}/?step=0">' in story.rpartition("<p>")[2]


def test_of_very_many_steps_the_replay_alone_tells_the_first(war: War) -> None:
    first = sleep_through(war, 9)
    assert war.match.ply - first == 9 * (3 * 2 + 1)
    story = story_of(war, "A")
    assert "Steps before these, since your own last orders: 3." in story
    assert f"/history/{first + 3}/" in story
    assert f"/history/{first + 2}/" not in story
    assert f'<a href="/matches/{war.pk}/history/{first}/?step=0">' in story.rpartition("<p>")[2]
