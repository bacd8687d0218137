"""What has happened in a match, as one seat is told it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from django.utils.safestring import SafeString, mark_safe

from games.drawing import Mark
from games.matches.links import address
from games.matches.models import Ply
from games.matches.selectors.story import Line, deeds, in_short, story_html, story_lines
from games.matches.selectors.unread import Unread, since_own_dice, since_own_orders, unread


class Course:
    """The newest plies of a match, newest first, and their story for a seat (None: a spectator).

    ``is_whole``: the reader has not been told any of it, so that it reaches back to the seat's own last orders.
    ``before`` went before them and has been told already.
    """

    def __init__(
        self, match_id: int, plies: Sequence[Ply], seat: str | None, *, is_whole: bool, before: Sequence[Ply] = ()
    ) -> None:
        self._match_id, self.plies, self._seat, self._is_whole = match_id, plies, seat, is_whole
        self._before = before

    @cached_property
    def last(self) -> Ply | None:
        return self.plies[0] if self.plies else None

    @cached_property
    def story(self) -> Sequence[Line]:
        """The last ply's."""
        return story_lines(self.last, self._seat) if self.last else []

    @cached_property
    def marks(self) -> Sequence[Mark]:
        """What the last ply did, for the board after it."""
        return deeds(self.story)

    @cached_property
    def story_html(self) -> SafeString:
        return story_html(self.story, self._address(self.last.number)) if self.last else SafeString("")

    @cached_property
    def earlier_html(self) -> SafeString:
        """What went by before the last ply since the reader's own last orders, each ply in short."""
        told = (story_html(in_short(story_lines(ply, self._seat)), self._address(ply.number)) for ply in self._earlier)
        return mark_safe("".join(told))  # noqa: S308  # escaped there

    @cached_property
    def _earlier(self) -> Sequence[Ply]:
        """The plies before the last one that the reader is told of as well, the earliest first."""
        return self._unread.plies[:0:-1]

    @cached_property
    def _unread(self) -> Unread:
        # an answer that comes at once would take away what the reader has just rolled
        if rolled := since_own_dice((*self.plies, *self._before), self._seat):
            return Unread(rolled)
        return (
            unread(self._match_id, self.plies, self._seat)
            if self._is_whole
            else Unread(since_own_orders(self.plies, self._seat))
        )

    @property
    def untold(self) -> int:
        """How many plies lie between the reader's own last orders and the first that is told."""
        return self._unread.untold

    @property
    def replay_address(self) -> str:
        """Where the replay of what is told begins."""
        if self.untold:
            return self._address(self._unread.first)
        first = next((ply for ply in self._earlier if story_lines(ply, self._seat)), self.last)
        return self._address(first.number) if first else ""

    def _address(self, number: int) -> str:
        return address("ply", self._match_id, number)
