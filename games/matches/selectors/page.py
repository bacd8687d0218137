"""The match page: what one reader may see of one match, built from that seat's view alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.asides import cards_html
from games.contract import AnyGame, Phase
from games.drawing import Board
from games.matches import clocks, codec, sealing
from games.matches.composer import Composer, Picks, compose
from games.matches.forms import JoinForm
from games.matches.models import Match, Ply, Seat
from games.matches.selectors import beside, wanted
from games.matches.selectors.absence import Absence, absence_page
from games.matches.selectors.beside import Part
from games.matches.selectors.chat import Said, chat_lines
from games.matches.selectors.course import Course
from games.matches.selectors.lines import SeatLine, pace_words, people_of, seat_line
from games.matches.selectors.lists import is_draw, option_words, rematch_wanted_by, result_words
from games.matches.selectors.log import LogLine, SheetLine, log_line, plies_from, sheet_lines
from games.matches.selectors.sheets import Sheets, read_sheets
from games.matches.selectors.standing import StandingPage, standing_page
from games.matches.titles import seat_title
from games.matches.words import speaking, tell
from games.registry import get_game
from games.svg import board_svg, sprite_svg

LOG_LINES = 8


class MatchPage:
    """Everything the templates of a match read; each part is fetched when first asked for."""

    def __init__(
        self,
        match: Match,
        seats: Sequence[Seat],
        person_id: int | None,
        *,
        text: str | None = None,
        picks: Picks | None = None,
        number: int | None = None,
        problem: str = "",
        problem_line: int | None = None,
        since: int | None = None,
        sheets: Sheets | None = None,
        plies: Sequence[Ply] | None = None,
        now: datetime,
    ) -> None:
        """``since`` is the first ply that the reader's open page does not show; None for a page that shows nothing.

        ``sheets`` and ``plies`` (newest first), where whoever makes the page knows them already; else they are read.
        """
        self.match, self._seats, self._person_id, self.now = match, seats, person_id, now
        self.since, self._sheets_known, self._plies = since, sheets, plies
        self._text, self._picks, self._number = text, picks, number
        self._problem, self._problem_line = problem, problem_line
        # what a refusal says, and a chat line or a list of answers that was refused with it
        self.notice, self.said, self.standing_text, self.standing_problem = "", "", "", ""

    # --- who

    @cached_property
    def game(self) -> AnyGame:
        return get_game(self.match.slug)

    @cached_property
    def game_title(self) -> str:
        return tell(self.game.about.title)

    @property
    def game_summary(self) -> str:
        return tell(self.game.about.summary)

    @cached_property
    def people(self) -> str:
        return people_of(self.match, self._seats)

    @property
    def table_seats(self) -> Sequence[Seat]:
        """The seats as they are stored."""
        return self._seats

    @cached_property
    def mine(self) -> Seat | None:
        """The reader's seat."""
        return next((seat for seat in self._seats if seat.player_id == self._person_id is not None), None)

    @cached_property
    def seat_name(self) -> str | None:
        return self.mine.name or None if self.mine else None

    @cached_property
    def seats(self) -> Sequence[SeatLine]:
        return [seat_line(self.match, seat, self.sheets.receipts.get(seat.name, "")) for seat in self._seats]

    @cached_property
    def my_line(self) -> SeatLine | None:
        return next((line for line in self.seats if self.mine and line.name == self.mine.name), None)

    def seat_titled(self, name: str) -> str:
        """What the seat of that name is called."""
        return next((tell(seat_title(self.match.slug, seat)) for seat in self._seats if seat.name == name), name)

    def person_at(self, name: str) -> str:
        """Who plays the seat of that name."""
        return next((line.person for line in self.seats if line.name == name), "")

    @cached_property
    def absence(self) -> Absence:
        """Seats whose players stay away, and what the table votes about them."""
        return absence_page(self.match, self._seats, self.mine, {line.name: line for line in self.seats})

    # --- where it stands

    @property
    def is_open(self) -> bool:
        return self.match.state == Match.State.OPEN

    @property
    def is_playing(self) -> bool:
        return self.match.state == Match.State.PLAYING

    @property
    def is_over(self) -> bool:
        return self.match.state == Match.State.OVER

    @property
    def is_creator(self) -> bool:
        return self.match.creator_id == self._person_id is not None

    @property
    def free(self) -> int:
        return self.match.places - len(self._seats)

    @property
    def empty_places(self) -> range:
        return range(self.free) if self.is_open else range(0)

    @property
    def invitation_link(self) -> str:
        return settings.HERALD_URL + reverse("invitation", args=[self.match.invitation])

    @property
    def join_form(self) -> JoinForm:
        return JoinForm(self.game, self.match.places)

    @cached_property
    def length(self) -> str:
        return pace_words(self.match)

    @cached_property
    def options(self) -> str:
        return option_words(self.match)

    @cached_property
    def state(self) -> object:
        return codec.load_state(self.game, self.match.position)

    @cached_property
    def phase(self) -> Phase:
        return self.game.phase(self.state)

    @cached_property
    def is_mine_to_act(self) -> bool:
        return self.is_playing and self.mine is not None and self.mine.is_to_act

    @cached_property
    def all_in(self) -> bool:
        return self.is_playing and not any(seat.is_to_act for seat in self._seats)

    @cached_property
    def my_receipt(self) -> str:
        return self.sheets.receipts.get(self.seat_name or "", "")

    @cached_property
    def may_order(self) -> bool:
        """Whether the reader may still file or change orders for the ply."""
        if not self.is_playing or self.mine is None or self.mine.has_left or self.all_in:
            return False
        return self.mine.name in self.phase.to_act and not clocks.is_too_late(self.match.due_at, self.now)

    @cached_property
    def wanted(self) -> str:
        """One sentence: what is wanted of the reader, or whom the match waits for."""
        return wanted.wanted(self)

    @cached_property
    def due_at(self) -> datetime | None:
        return self.match.due_at if self.is_playing and not self.all_in else None

    @cached_property
    def pause(self) -> str:
        """That the clock stands still, and since when; nothing while it runs."""
        return wanted.pause(self)

    @cached_property
    def when_time_is_up(self) -> str:
        """What happens to the reader if the deadline passes."""
        return wanted.when_time_is_up(self)

    @cached_property
    def result(self) -> str:
        return result_words(self.match, self._seats)

    @cached_property
    def is_drawn(self) -> bool:
        """Whether the match is over and ended as a draw."""
        return is_draw(self.match, self._seats)

    # --- orders

    @cached_property
    def sheets(self) -> Sheets:
        """What the reader may know of the sheets of this ply and the one before."""
        return read_sheets(self.match, self.seat_name) if self._sheets_known is None else self._sheets_known

    @cached_property
    def draft(self) -> str:
        """The text in the composer: what was just sent, else the draft kept, else what was filed."""
        return self.sheets.draft if self._text is None else self._text

    @cached_property
    def unsent(self) -> str:
        """Orders that were never filed, to be shown beside the composer."""
        return self.sheets.unsent

    @cached_property
    def is_sealed(self) -> bool:
        """Whether the reader's sheet is filed and not being changed."""
        is_unchanged = self._text is None and self.draft == self.sheets.filed
        return bool(self.my_receipt) and (self.all_in or is_unchanged)

    @cached_property
    def composer(self) -> Composer | None:
        if not self.may_order or not self.seat_name or self.is_sealed:
            return None
        made = compose(self.game, self.state, self.seat_name, self.draft, self._picks, self._number)
        if self._problem:
            made.problem, made.problem_line, made.text = self._problem, self._problem_line, self.draft
        return made

    @cached_property
    def standing(self) -> StandingPage | None:
        """What the reader's seat answers in advance, if the game asks."""
        if not self.is_playing or self.mine is None or self.mine.has_left:
            return None
        return standing_page(self.game, self.state, self.mine)

    @cached_property
    def standing_words(self) -> str:
        """What the reader's list of answers now says, in one line; blank in games that ask nothing in advance."""
        if self.standing is None:
            return ""
        if not self.standing.text:
            return _("You have given no answers in advance: the rules answer for you.")
        return _("Answers in force: {answers}").format(answers="; ".join(self.standing.text.splitlines()))

    @cached_property
    def visits(self) -> str:
        """Who may soon ask for the reader's answers in advance, and what these now say; blank if nobody may."""
        return " ".join((*self.standing.notes, self.standing_words)) if self.standing and self.standing.notes else ""

    # --- the board

    @property
    def _filed_orders(self) -> Sequence[object]:
        return (
            self.game.read(self.state, self.seat_name, self.sheets.filed)
            if self.seat_name and self.sheets.filed
            else ()
        )

    @cached_property
    def board(self) -> Board | None:
        if not self.match.position:
            return None
        drafted = self.composer.drafted if self.composer else self._filed_orders
        board = self.game.draw(self.game.view(self.state, self.seat_name), drafted)
        if not (drafted or (self.composer and self.composer.picks)):
            # until the reader begins to plan, the board also shows what happened last
            marks = (*(self.composer.marks if self.composer else ()), *self.course.marks)
            return replace(board, marks=(*board.marks, *marks))
        if self.composer is None:
            return board
        selected = self.composer.selected
        spaces = tuple(
            replace(space, look=f"{space.look} sel".strip()) if space.name in selected else space
            for space in board.spaces
        )
        return replace(board, spaces=spaces, marks=(*board.marks, *self.composer.marks))

    @cached_property
    def is_wide(self) -> bool:
        """Whether the board is a map to be enlarged."""
        return self.board is not None and self.board.is_wide

    @property
    def has_lens(self) -> bool:
        """Whether the board can be enlarged: a map, or on a phone spaces to tap that are smaller than a finger."""
        return self.is_wide or (self.composer is not None and self.board is not None and self.board.is_fine)

    @cached_property
    def board_svg(self) -> SafeString:
        return mark_safe(board_svg(self.board, speaking())) if self.board else SafeString("")  # noqa: S308  # escaped by the builder

    @cached_property
    def trays(self) -> Part:
        return beside.trays(self.board)

    @cached_property
    def layers(self) -> Part:
        return beside.layers(self.board)

    @cached_property
    def cards(self) -> SafeString:
        return mark_safe(cards_html(self.game.art(), speaking()))  # noqa: S308  # escaped there

    @cached_property
    def has_cards(self) -> bool:
        return bool(self.game.art().cards)

    @cached_property
    def sprite(self) -> SafeString:
        return mark_safe(sprite_svg(self.game.art()))  # noqa: S308  # our own art

    @cached_property
    def style(self) -> str:
        return self.game.art().style

    # --- what happened

    @cached_property
    def course(self) -> Course:
        is_whole = self.since is None and self._plies is None and len(self._seats) > 2
        return Course(self.match.pk, self._log, self.seat_name, is_whole=is_whole, before=self._before)

    @cached_property
    def _log(self) -> Sequence[Ply]:
        if self._plies is not None:
            return self._plies
        if self.since is not None:
            return [ply for ply in self._news if ply.number >= self._first_news]
        # of many at a table each may have had a turn of several parts since the reader's own
        first = self.match.ply - max(LOG_LINES, 4 * len(self._seats))
        return plies_from(self.match.pk, first)

    @property
    def _first_news(self) -> int:
        return min(self.since or 0, self.match.ply - 1)

    @cached_property
    def _news(self) -> Sequence[Ply]:
        """The plies that an open page lacks, and the one before them."""
        return plies_from(self.match.pk, self._first_news - 1)

    @property
    def _before(self) -> Sequence[Ply]:
        if self.since is None or self._plies is not None:
            return ()
        return [ply for ply in self._news if ply.number < self._first_news]

    @cached_property
    def log(self) -> Sequence[LogLine]:
        return [self.log_line(ply) for ply in self._log[:LOG_LINES]]

    def log_line(self, ply: Ply) -> LogLine:
        """A ply of this match as the history shows it."""
        return log_line(ply, self.seat_titled)

    @property
    def last_sheets(self) -> Sequence[SheetLine]:
        return sheet_lines(self.course.last, self.seat_titled) if self.course.last else ()

    @cached_property
    def chat(self) -> Sequence[Said]:
        return chat_lines(self.match, self._person_id)

    @property
    def last_said(self) -> int:
        """Number of the newest chat line; 0 if nothing was said."""
        return self.chat[-1].pk if self.chat else 0

    @cached_property
    def notes(self) -> str:
        return sealing.unseal(self.mine.sealed_notes) if self.mine else ""

    @cached_property
    def may_agree(self) -> bool:
        """Whether the reader may offer a draw, answer an offer or resign."""
        return self.is_playing and self.mine is not None and not self.mine.has_left

    @cached_property
    def draw_offered_by(self) -> str:
        """Who of the others offers a draw."""
        return ", ".join(line.person for line in self.seats if line.has_offered_draw and line != self.my_line)

    @cached_property
    def draw_to_answer(self) -> str:
        """Who offers the reader a draw that they have not agreed to yet."""
        is_asked = self.may_agree and self.mine and not self.mine.has_offered_draw
        return self.draw_offered_by if is_asked else ""

    @cached_property
    def offers(self) -> str:
        """A mark of what the reader may agree to: the seats that offer a draw, or that nothing can be offered."""
        if not self.may_agree:
            return "none"
        return " ".join(line.name for line in self.seats if line.has_offered_draw)

    @property
    def may_play_again(self) -> bool:
        """Whether the reader played here and somebody is left to be asked for a rematch."""
        others = [seat for seat in self._seats if seat != self.mine]
        return self.mine is not None and any(seat.robot or (seat.player and seat.player.is_active) for seat in others)

    @cached_property
    def rematch_wanted_by(self) -> str:
        """Who asks the reader to play again."""
        return rematch_wanted_by(self.match, self.mine.player_id) if self.mine and self.mine.player_id else ""

    @cached_property
    def short_hash(self) -> str:
        return self.match.head_hash[:8]
