"""Lists of matches: the lobby, one's own, the archive. Every list costs the same number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Case, F, IntegerField, QuerySet, Value, When
from django.utils.translation import gettext as _

from games import registry
from games.matches.models import Match, Seat
from games.matches.selectors.lines import SeatLine, pace_words, people_of, seat_line
from games.matches.words import tell
from games.registry import get_game
from games.words import Sentence

PAGE = 20


@dataclass(frozen=True)
class MatchRow:
    """One line of a list. ``is_mine_to_act``: the reader owes orders; ``state`` says so in words."""

    pk: int
    slug: str
    game: str
    people: str
    seats: Sequence[SeatLine]
    state: str
    due_at: datetime | None
    ended_at: datetime | None
    length: str
    options: str
    free: int
    is_mine_to_act: bool
    is_open: bool
    is_over: bool
    is_paused: bool


def my_matches(person_id: int, page: int) -> Page[Any]:
    """The person's matches: to act first (earliest deadline first), then waiting, then finished."""
    mine = (
        Seat.objects.filter(player_id=person_id, match__slug__in=registry.GAMES)
        .exclude(match__state=Match.State.CANCELLED)
        .select_related("match")
        .annotate(
            group=Case(
                When(match__state=Match.State.PLAYING, is_to_act=True, then=Value(0)),
                When(match__state=Match.State.PLAYING, then=Value(1)),
                When(match__state=Match.State.OPEN, then=Value(2)),
                default=Value(3),
                output_field=IntegerField(),
            )
        )
        .order_by(
            "group", F("match__due_at").asc(nulls_last=True), F("match__ended_at").desc(nulls_last=True), "-match_id"
        )
    )
    found = _paged(mine, page)
    to_act = {seat.match_id for seat in found.object_list if seat.is_to_act}
    found.object_list = _rows([seat.match for seat in found.object_list], to_act)
    return found


def open_matches(person_id: int | None, page: int, slug: str = "") -> Page[Any]:
    """Matches that anybody may join, the newest first."""
    matches = Match.objects.filter(state=Match.State.OPEN, access=Match.Access.OPEN, slug__in=registry.GAMES)
    if slug:
        matches = matches.filter(slug=slug)
    return _match_page(matches.order_by("-created_at"), page)


def offered_matches() -> list[MatchRow]:
    """Matches being played in which a seat is offered to a substitute."""
    offered = Seat.objects.filter(is_offered=True, match__state=Match.State.PLAYING, match__slug__in=registry.GAMES)
    matches = {seat.match_id: seat.match for seat in offered.select_related("match")[:PAGE]}
    return _rows(list(matches.values()), set()) if matches else []


def watchable_matches(page: int) -> Page[Any]:
    """Matches being played or played to the end that others may watch, the latest first."""
    # in the words of the index "match_to_watch"
    matches = Match.objects.filter(
        state__in=[Match.State.PLAYING, Match.State.OVER], is_watchable=True, slug__in=registry.GAMES
    )
    return _match_page(matches.order_by("-started_at"), page)


def count_to_act(person_id: int) -> int:
    """How many matches wait for the person's orders."""
    return Seat.objects.filter(player_id=person_id, is_to_act=True, match__state=Match.State.PLAYING).count()


def _match_page(matches: QuerySet[Match], page: int) -> Page[Any]:
    found = _paged(matches, page)
    found.object_list = _rows(list(found.object_list), set())
    return found


def _paged(rows: QuerySet[Any], page: int) -> Page[Any]:
    return Paginator(rows, PAGE).get_page(page)


def _rows(matches: Sequence[Match], to_act: set[int]) -> list[MatchRow]:
    seats: dict[int, list[Seat]] = {match.pk: [] for match in matches}
    for seat in Seat.objects.filter(match__in=seats).select_related("player").order_by("match", "place"):
        seats[seat.match_id].append(seat)
    return [_row(match, seats[match.pk], match.pk in to_act) for match in matches]


def _row(match: Match, seats: Sequence[Seat], is_mine_to_act: bool) -> MatchRow:
    about = get_game(match.slug).about
    return MatchRow(
        pk=match.pk,
        slug=match.slug,
        game=tell(about.title),
        people=people_of(match, seats),
        seats=[seat_line(match, seat) for seat in seats],
        state=_state_words(match, seats, is_mine_to_act),
        due_at=match.due_at if match.state == Match.State.PLAYING else None,
        ended_at=match.ended_at,
        length=pace_words(match),
        options=option_words(match),
        free=match.places - len(seats),
        is_mine_to_act=is_mine_to_act,
        is_open=match.state == Match.State.OPEN,
        is_over=match.state == Match.State.OVER,
        is_paused=match.state == Match.State.PLAYING and match.paused_at is not None,
    )


def rematch_wanted_by(match: Match, person_id: int) -> str:
    """Who asks this person to play a match again; nothing if nobody does, or if they have taken their seat."""
    open_ones = Match.objects.filter(rematch_of=match, state=Match.State.OPEN).select_related("creator")
    following = open_ones.exclude(seats__player=person_id).first()
    return str(following.creator) if following and following.creator else ""


def option_words(match: Match) -> str:
    """The options that differ from the usual game, in words."""
    return "; ".join(
        f"{tell(option.label)}: {tell(choice.label)}"
        for option in get_game(match.slug).about.options
        for choice in option.choices[1:]
        if match.options.get(option.name) == choice.value
    )


def _state_words(match: Match, seats: Sequence[Seat], is_mine_to_act: bool) -> str:
    if is_mine_to_act:
        return _("Your orders are wanted")
    if match.state == Match.State.OPEN:
        return _("Waiting for players")
    if match.state == Match.State.OVER:
        return result_words(match, seats)
    return _("Waiting for the others")


def result_words(match: Match, seats: Sequence[Seat]) -> str:
    """Who won, by name; or that nobody did."""
    outcome = match.outcome or {}
    ranks = outcome.get("ranks", {})
    best = [seat for seat in seats if ranks.get(seat.name) == 1]
    if outcome.get("how") == "void" or not ranks:
        return _("Ended without a result")
    if is_draw(match, seats):
        return _("Draw")
    return _("{people} won").format(people=people_of(match, best))


def is_draw(match: Match, seats: Sequence[Seat]) -> bool:
    """Whether nobody came behind anybody, or those who had not left agreed so."""
    outcome = match.outcome or {}
    ranks = outcome.get("ranks", {})
    return outcome.get("how") == "agreed" or all(ranks.get(seat.name) == 1 for seat in seats)


def outcome_sentence(match: Match) -> str:
    """How the match ended, in the game's words."""
    sentence = (match.outcome or {}).get("sentence")
    return tell(_sentence(sentence)) if sentence else ""


def _sentence(row: dict[str, Any]) -> Sentence:
    return Sentence(
        row["text"],
        {name: _sentence(value) if isinstance(value, dict) else value for name, value in row["values"].items()},
    )
