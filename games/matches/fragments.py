"""The parts of a match page as HTML: for the page when it is opened, and one by one for htmx when they change.

What every move sends again is written by Jinja2, whose templates are compiled to Python: Django's own take
several times as long, and that was a quarter of what a move costs. The rest is in the page's own template.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import engines
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from jinja2 import Environment, Template

from games import heraldry
from games.matches.dates import when
from games.matches.links import address
from games.matches.selectors.log import LogLine
from games.matches.selectors.page import MatchPage
from games.matches.words import translated

# where a part stands on the page, and how htmx puts it there
PLACES = {
    "wanted": ("#wanted", "innerMorph"),
    "strip": ("#strip", "innerMorph"),
    "composer": ("#composer", "innerHTML"),
    "board": ("#board-place", "innerMorph"),
    "trays": ("#trays", "innerMorph"),
    "layers": ("#layers", "innerMorph"),
    "story": ("#story", "innerHTML"),
    "log": ("#log", "innerHTML"),
    "log_lines": ("#log ol", "afterbegin"),
    "absence": ("#absence", "innerMorph"),
    "agreement": ("#agreement", "innerMorph"),
    "chat": ("#chat", "innerHTML"),
    "chat_text": ("#chat-text", "outerHTML"),
    "standing": ("#standing", "innerHTML"),
    "notes_state": ("#notes-state", "innerHTML"),
    "news_values": ("#news-values", "innerHTML"),
}

# those that are written in the page's own template
IN_PAGE = {"log", "absence", "agreement", "chat", "chat_text", "standing", "notes_state"}


def environment(**options: Any) -> Environment:
    """Jinja2 with the words that the parts use."""
    made = Environment(**options, trim_blocks=True)  # noqa: S701  # Django asks for escaping in its options
    made.globals |= {"_": translated, "seal": _seal, "url": address, "when": when, "is_soon": _is_soon}
    made.filters["join_lines"] = lambda text: "; ".join(text.splitlines())
    return made


class Fragments:
    """The parts of one page, each made when it is first asked for. Templates read ``html.wanted`` and so on."""

    def __init__(self, page: MatchPage, request: HttpRequest, *, moved_on: bool = False) -> None:
        self._page, self._request, self._moved_on = page, request, moved_on

    @property
    def wanted(self) -> SafeString:
        # a token marks the page as one person's own, so it is made only for the form that needs it
        token = self._token if self._page.draw_to_answer else ""
        return self._written("wanted", moved_on=self._moved_on, token=token)

    @property
    def strip(self) -> SafeString:
        return self._written("strip")

    @property
    def composer(self) -> SafeString:
        """The order composer, or what stands in its place, and orders that were never sent."""
        page = self._page
        if page.composer or page.is_sealed:
            made = self._written(
                "composer" if page.composer else "sealed",
                composer=page.composer,
                token=self._token,
                compose=address("compose", page.match.pk),
                file_orders=address("file_orders", page.match.pk),
            )
        else:
            made = self._told("idle")
        after = ""
        if page.unsent:
            after = self._told("unsent")
        elif page.seat_name:
            after = (
                f'<i data-kept-from="orders-{page.match.pk}-{escape(page.seat_name)}-{page.match.ply - 1}" hidden></i>'
            )
        return mark_safe(made + after)  # noqa: S308  # both are escaped

    @property
    def board(self) -> SafeString:
        return self._page.board_svg or self._told("unseated")

    @property
    def trays(self) -> SafeString:
        return self._page.trays.html

    @property
    def layers(self) -> SafeString:
        return self._page.layers.html

    @property
    def marks_beside(self) -> Mapping[str, str]:
        """The marks of what lies beside the board."""
        return {"trays": self._page.trays.mark, "layers": self._page.layers.mark}

    @property
    def story(self) -> SafeString:
        return self._written("story")

    @property
    def log_lines(self) -> SafeString:
        return self.lines(self._page.log)

    def lines(self, log: Sequence[LogLine]) -> SafeString:
        """Plies as lines of the move history."""
        return self._written("log_lines", log=log)

    @property
    def news_values(self) -> SafeString:
        return self._written("news_values")

    def states(self, name: str) -> Mapping[str, SafeString]:
        """What the seats that ``states`` or ``my_state`` stands for are at, by their names."""
        page = self._page
        lines = page.seats if name == "states" else [line for line in page.seats if line == page.my_line]
        return {seat.name: self._written("state", seat=seat) for seat in lines}

    def part(self, name: str) -> SafeString:
        """A part by its name in ``PLACES``."""
        found: SafeString = self._told(f"match.html#{name}") if name in IN_PAGE else getattr(self, name)
        return found

    @cached_property
    def _token(self) -> SafeString:
        if self._request.htmx:  # type: ignore[attr-defined]  # the page's header carries it
            return SafeString("")
        value = escape(get_token(self._request))
        return mark_safe(f'<input type="hidden" name="csrfmiddlewaretoken" value="{value}">')  # noqa: S308  # escaped here

    def _written(self, name: str, **more: Any) -> SafeString:
        template: Template = engines["parts"].env.get_template(f"{name}.html")  # type: ignore[attr-defined]  # Jinja2's own
        return mark_safe(template.render({"page": self._page, **more}))  # noqa: S308  # it escapes by itself

    def _told(self, name: str) -> SafeString:
        file = name if "#" in name else f"{name}.html"
        context = {"page": self._page, "html": self, "text": self._page.unsent}
        return mark_safe(render_to_string(f"matches/{file}", context, self._request))  # noqa: S308  # as above


def partials(
    html: Fragments, names: Iterable[str], *, shown: Mapping[str, str], told: str = "", is_whole: bool = False
) -> str:
    """The named parts for htmx, and ``told`` for those who hear the page.

    ``states`` stands for the state of every seat, ``my_state`` for that of the reader's, ``board`` also for what lies
    beside it unless the page has that (``shown``: the marks it shows). With ``is_whole`` the page takes these for all
    the news there are.
    """
    return "\n".join(_partials(html, [*names, *(["news_values"] if is_whole else [])], shown, told))


def _partials(html: Fragments, names: Iterable[str], shown: Mapping[str, str], told: str) -> Iterator[str]:
    for name in names:
        if name in ("states", "my_state"):
            for seat, state in html.states(name).items():
                yield _partial(f"#state-{seat}", "innerHTML", state)
            continue
        yield _partial(*PLACES[name], html.part(name))
        if name == "board":
            for beside, mark in html.marks_beside.items():
                if mark != shown[beside]:
                    yield _partial(*PLACES[beside], html.part(beside))
    if told:
        yield _partial("#live", "innerMorph", escape(told))


def _partial(where: str, swap: str, html: str) -> str:
    return f'<hx-partial hx-target="{where}" hx-swap="{swap}">{html}</hx-partial>'


def _seal(letters: str, *, is_broken: bool = False) -> SafeString:
    return mark_safe(heraldry.seal(letters, "", is_broken=is_broken))  # noqa: S308  # the builder escapes every text


def _is_soon(instant: datetime) -> bool:
    return instant - timezone.now() < timedelta(days=1)
