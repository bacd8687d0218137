"""What is wanted now, and of whom: the sentences at the head of a match page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.matches.dates import when
from games.matches.selectors.lists import outcome_sentence
from games.matches.words import tell

if TYPE_CHECKING:
    from games.matches.selectors.page import MatchPage


def wanted(page: MatchPage) -> str:
    """One sentence: what is wanted of the reader, or whom the match waits for."""
    if page.is_playing:
        return _wanted_now(page)
    if page.is_over:
        return outcome_sentence(page.match)
    if page.is_open:
        return _("Waiting for players; the match begins when the last seat is taken.")
    return _("This match was called off before it began.")


def _wanted_now(page: MatchPage) -> str:
    if page.all_in:
        return _("All sheets are in; the seals are being broken.")
    if page.is_mine_to_act:
        return tell(page.phase.wanted)
    waiting = ", ".join(line.person for line in page.seats if line.is_to_act)
    if page.my_receipt:
        return _("Your orders are sealed. Waiting for {people}.").format(people=waiting)
    return _("Waiting for {people}.").format(people=waiting)


def pause(page: MatchPage) -> str:
    """That the clock stands still, and since when; nothing while it runs."""
    if not page.is_playing or page.match.paused_at is None:
        return ""
    words = _("The clock stands still since {when}, by an organiser’s wish. You may give orders all the same.")
    return words.format(when=when(page.match.paused_at, page.now))


def when_time_is_up(page: MatchPage) -> str:
    """What happens to the reader if the deadline passes."""
    if not page.due_at or not page.is_mine_to_act or not page.seat_name:
        return ""
    orders = page.game.default_orders(page.state, page.seat_name)
    if orders is None:
        return _("If time runs out, you lose.")
    text = "; ".join(page.game.write(orders).splitlines())
    return _("If time runs out, this counts instead: {orders}").format(orders=text)
