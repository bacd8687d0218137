"""News in one breath, for those who hear an open page instead of seeing it."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.matches.selectors.page import MatchPage
from games.matches.selectors.story import deeds


def headline(page: MatchPage, *, has_moved_on: bool, has_new_chat: bool) -> str:
    """What has happened since the page last heard: deeds of a new ply, who has filed or offers a draw, a chat line."""
    return " ".join(_sentences(page, has_moved_on=has_moved_on, has_new_chat=has_new_chat))


def _sentences(page: MatchPage, *, has_moved_on: bool, has_new_chat: bool) -> Iterator[str]:
    if has_moved_on:
        yield from (line.text for line in page.course.story if deeds([line]))
        yield page.wanted
    elif page.is_playing:
        for line in page.seats:
            if line.has_filed and line != page.my_line:
                yield _("{person} has filed.").format(person=line.person)
    if page.draw_offered_by:
        yield _("{people} offers a draw.").format(people=page.draw_offered_by)
    if has_new_chat and page.chat and not page.chat[-1].is_mine:
        said = page.chat[-1]
        yield _("{person} says: {text}").format(person=said.person, text=said.text)
