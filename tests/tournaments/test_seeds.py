"""Seeds set by the organisers, until the first round is published."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Notice, User
from games.matches.errors import MatchError, Stale
from games.ratings.models import Rating
from games.tournaments import services
from games.tournaments.models import Act, Entry, Event, Place
from tests.tournaments.conftest import Hold, entry_of


def seeds_of(event: Event) -> dict[str, int | None]:
    entries = Entry.objects.filter(event=event).select_related("person")
    return {str(entry.person): entry.seed for entry in entries}


def give(event: Event, by: User, **seeds: int) -> None:
    """Set seeds by the names of players."""
    entries = {str(entry.person): entry.pk for entry in Entry.objects.filter(event=event).select_related("person")}
    services.set_seeds(event_id=event.pk, by=by.pk, seeds={entries[name]: seed for name, seed in seeds.items()})


def first_round(event: Event) -> list[tuple[str, ...]]:
    """Who meets in the preview, in the order of seats."""
    found: dict[int, list[str]] = {}
    for place in Place.objects.filter(round__event=event).order_by("pairing__board", "seat"):
        found.setdefault(place.pairing_id, []).append(str(place.entry.person))
    return [tuple(names) for names in found.values()]


def test_seeds_by_hand_rule_over_ratings_and_newcomers_follow(hold: Hold, players: list[User], dmitri: User) -> None:
    event = hold(3)
    Rating.objects.create(person=players[4], slug="ice_battle", mu=30, sigma=4, matches=9)
    give(event, dmitri, Anna=3, Boris=1, Clara=2)
    services.sign_up(event_id=event.pk, person_id=players[3].pk)
    services.sign_up(event_id=event.pk, person_id=players[4].pk)
    services.withdraw(event_id=event.pk, person_id=players[2].pk)
    services.start(event_id=event.pk, by=dmitri.pk)
    # Clara is gone; Emma is rated above Dario
    assert seeds_of(event) == {"Boris": 1, "Anna": 2, "Emma": 3, "Dario": 4}


@pytest.mark.parametrize(
    ("form", "pairs"),
    [
        # a bracket of four: 1-4, 2-3
        ("single", [("Dario", "Anna"), ("Clara", "Boris")]),
        # the upper half meets the lower, seats by turns: 1-3, 4-2
        ("swiss", [("Dario", "Boris"), ("Anna", "Clara")]),
        # Berger: 1-4, 2-3
        ("round_robin", [("Dario", "Anna"), ("Clara", "Boris")]),
    ],
)
def test_a_previewed_first_round_follows_new_seeds(
    form: str, pairs: list[tuple[str, ...]], hold: Hold, dmitri: User
) -> None:
    event = hold(4, format=form)
    services.start(event_id=event.pk, by=dmitri.pk)
    give(event, dmitri, Dario=1, Clara=2, Boris=3, Anna=4)
    assert first_round(event) == pairs
    told = Notice.objects.filter(event=f"event/{event.pk}/{Act.objects.get(act='seeded').pk}")
    assert told.count() == 4
    give(event, dmitri)
    assert seeds_of(event) == {"Anna": 1, "Boris": 2, "Clara": 3, "Dario": 4}


def test_groups_are_dealt_by_seeds_set_by_hand(hold: Hold, dmitri: User) -> None:
    """To and fro: A has seeds 1 and 4, B has 2 and 3."""
    event = hold(4, format="groups", groups=2, advancing=1)
    services.start(event_id=event.pk, by=dmitri.pk)
    give(event, dmitri, Anna=1, Boris=4, Clara=2, Dario=3)
    assert first_round(event) == [("Anna", "Boris"), ("Clara", "Dario")]


def test_somebody_who_left_before_the_first_round_goes_behind(hold: Hold, players: list[User], dmitri: User) -> None:
    event = hold(4)
    services.start(event_id=event.pk, by=dmitri.pk)
    services.withdraw(event_id=event.pk, person_id=players[0].pk)
    give(event, dmitri, Boris=3, Clara=2, Dario=1)
    assert seeds_of(event) == {"Dario": 1, "Clara": 2, "Boris": 3, "Anna": 4}


def test_what_is_wrong_with_the_seeds_is_named(hold: Hold, dmitri: User) -> None:
    event = hold(4)
    with pytest.raises(MatchError) as raised:
        give(event, dmitri, Anna=1, Boris=1, Clara=7)
    assert raised.value.message == (
        "No seed for: Dario. Seed 1 is given to several: Anna, Boris. "
        "Seed 7 (Clara) is out of range: the seeds go from 1 to 4. Given to nobody: 2, 3, 4."
    )
    assert set(seeds_of(event).values()) == {None}


def test_seeds_stand_once_the_first_round_is_published(hold: Hold, dmitri: User) -> None:
    event = hold(2)
    services.start(event_id=event.pk, by=dmitri.pk)
    services.publish_round(event_id=event.pk, by=dmitri.pk, number=1)
    with pytest.raises(Stale):
        give(event, dmitri, Anna=2, Boris=1)


def test_seeds_are_set_at_the_desk_and_shown_on_the_page(
    hold: Hold, players: list[User], dmitri: User, client: Client
) -> None:
    event = hold(3)
    client.force_login(dmitri)
    address = f"/admin/tournaments/event/{event.pk}/act/seeds/"
    fields = {person: f"seed_{entry_of(event, person).pk}" for person in players[:3]}
    form = client.get(address)
    assert [form.context["form"][name].value() for name in fields.values()] == [1, 2, 3]
    wrong = client.post(address, dict.fromkeys(fields.values(), 2))
    assert "Seed 2 is given to several: Anna, Boris, Clara." in wrong.text
    client.post(address, dict(zip(fields.values(), (2, 3, 1), strict=True)))
    assert seeds_of(event) == {"Anna": 2, "Boris": 3, "Clara": 1}
    page = client.get(f"/events/{event.pk}/").text
    entrants = page[page.index('class="entrants"') :]
    assert entrants.index("Clara") < entrants.index("Anna") < entrants.index("Boris")
    assert "seed 3" in entrants
    client.post(address, dict.fromkeys(fields.values(), ""))
    assert set(seeds_of(event).values()) == {None}
