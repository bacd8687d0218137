"""What each kind of mail says, in the language and zone of the moment.

A letter knows only what the recipient's seat may see: the position's view, and the events
that are meant for it. Sheets are never read here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Notice, User
from games.heraldry import TINCTURES
from games.mail.letter import Letter, Picture, Player, site_address
from games.mail.relevance import Live
from games.matches.dates import when
from games.matches.models import Intervention, Ply, Seat, Vote
from games.matches.selectors.lines import person_name
from games.matches.selectors.page import MatchPage
from games.matches.selectors.story import Line, deeds, in_short, story_lines
from games.matches.selectors.unread import since_own_orders
from games.matches.titles import seat_title
from games.matches.words import tell
from games.tournaments.selectors.telling import decision_lines, end_lines, leaving_lines, round_lines

# what a mail tells at most of a long absence; the match page has it all
PLIES_TOLD = 3
# orders given ahead play many plies before anybody is called; their mail tells them all in short
PLIES_SUMMED = 40


@dataclass(frozen=True)
class Desk:
    """What a letter is written from."""

    notice: Notice
    live: Live
    page: MatchPage
    plies: Sequence[Ply] = field(default=())

    @property
    def deadline(self) -> str:
        return when(self.page.due_at, self.live.now) if self.page.due_at else ""


def write_letter(notice: Notice, kind: str, live: Live) -> Letter:
    """The letter for a notice that becomes a mail of ``kind``."""
    page = MatchPage(live.match, live.seats, notice.person_id, now=live.now)
    desk = Desk(notice, live, page, _plies_to_tell(notice, kind, live))
    letter = WRITERS[kind](desk)
    letter = replace(letter, subject=_subject(desk))
    if not letter.link:
        link = site_address(reverse("match", args=[live.match.pk]))
        letter = replace(letter, link=link, link_label=letter.link_label or _("Open the match"))
    if not page.is_playing and not page.is_over:
        return letter
    return replace(letter, picture=_picture(desk), players=_players(desk), seal=page.short_hash)


# --- the kinds


def _started(desk: Desk) -> Letter:
    page, seat = desk.page, desk.page.my_line
    assert seat is not None  # a player without a seat is not told
    side = _("All seats are taken. Your side: {side}.").format(side=seat.title)
    opening = [*round_lines(desk.live.match.pk), side]
    opening.append(f"{tell(page.game.about.clock.label)}: {page.length}.")
    if page.options:
        opening.append(_("What differs from the usual game: {options}.").format(options=page.options))
    return Letter(
        subject="",
        lead=" ".join((_("Your match has begun."), _call(desk))),
        opening=opening,
        story=_story(desk),
        wanted=_wanted(desk),
    )


def _orders(desk: Desk) -> Letter:
    return Letter(subject="", lead=_call(desk), story=_story(desk), wanted=_wanted(desk))


def _revealed(desk: Desk) -> Letter:
    story = _story(desk)
    told = _("Move {n} is revealed.").format(n=desk.page.match.ply - 1)
    if desk.plies and len(desk.plies[-1].orders) == 1:
        # nothing was sealed: a round of turns is over, and the rules have a headline for the next
        told = next((f"{line.text}." for line in reversed(story) if line.is_heading), told)
    return Letter(subject="", lead=" ".join((told, _call(desk))), story=story, wanted=_wanted(desk))


def _reminder(desk: Desk) -> Letter:
    lead = _("Reminder: your orders for move {n} are wanted by {when}.")
    return Letter(
        subject="",
        lead=lead.format(n=desk.page.match.ply, when=desk.deadline),
        opening=[_("You have not filed them yet.")],
        wanted=_wanted(desk),
    )


def _result(desk: Desk) -> Letter:
    story = _story(desk)
    how = desk.page.wanted
    opening = [] if any(line.text == how for line in story) else [how]
    opening += leaving_lines(desk.live.match.pk, desk.notice.person)
    closing = [_("Thank you for playing. On the match page you can ask for a rematch and step through every move.")]
    return Letter(subject="", lead=_result_lead(desk.page), opening=opening, story=story, closing=closing)


def _result_lead(page: MatchPage) -> str:
    mine = page.mine
    winners = [line for line in page.seats if line.rank == 1]
    if mine is not None and mine.rank == 1 and len(winners) == 1:
        return _("The match is over: you won.")
    return _("The match is over. {result}.").format(result=page.result)


def _organiser(desk: Desk) -> Letter:
    act = Intervention.objects.get(pk=desk.notice.data["intervention"])
    page = desk.page
    opening = []
    match act.action:
        case "extend":
            due = when(datetime.fromisoformat(act.detail["due"]), desk.live.now)
            lead = _("An organiser has moved the deadline: it is now {when}.").format(when=due)
            opening = [*end_lines(desk.live.match.pk)]
        case "replace":
            side = page.seat_titled(act.detail["seat"])
            lead = _("An organiser has given a seat to another player.")
            opening = [
                _("{side}: {after} plays on in place of {before}.").format(
                    side=side, before=_name(act.detail["before"]), after=_name(act.detail["after"])
                )
            ]
        case "void":
            opening = [*decision_lines(desk.live.match.pk)]
            lead = (
                _("An organiser has decided the match.")
                if opening
                else _("An organiser has ended the match without a result.")
            )
        case "pause":
            since = when(datetime.fromisoformat(act.detail["since"]), desk.live.now)
            lead = _("An organiser has stopped the clock of your match. It stands still since {when}.")
            lead = lead.format(when=since)
            opening = [_("You may give orders all the same; nobody loses time until it runs again.")]
        case "resume":
            lead, opening = _clock_runs(act, desk)
        case _:
            lead = _("An organiser has changed something in your match.")
    if act.reason:
        opening.append(_("The reason the organiser gives:"))
    return Letter(subject="", lead=lead, opening=opening, quote=act.reason, wanted=_wanted(desk))


def _clock_runs(act: Intervention, desk: Desk) -> tuple[str, list[str]]:
    """That the clock of the match runs again, how long it stood still, and until when."""
    since, until = (when(datetime.fromisoformat(act.detail[key]), desk.live.now) for key in ("since", "until"))
    said = [_("It stood still from {since} to {until}.").format(since=since, until=until)]
    if due := act.detail.get("due"):
        moved = when(datetime.fromisoformat(due), desk.live.now)
        said.append(_("The deadline has moved by as long: it is now {when}.").format(when=moved))
    return _("The clock of your match runs again."), said


def _table(desk: Desk) -> Letter:
    page, data = desk.page, desk.notice.data
    match data["what"]:
        case "draw":
            lead = _("{person} offers you a draw.").format(person=page.draw_offered_by)
            opening = [_("You can accept or decline on the match page. The offer lapses with the next move.")]
            return Letter(subject="", lead=lead, opening=opening, wanted=_wanted(desk))
        case "rematch":
            lead = _("{person} asks you for a rematch.").format(person=_name(data.get("inviter")))
            opening = [
                _("It is the same game with the sides turned round, and begins when you take your seat."),
                f"{tell(page.game.about.clock.label)}: {page.length}.",
            ]
            return Letter(
                subject="",
                lead=lead,
                opening=opening,
                link=_invitation_address(desk),
                link_label=_("Look at the rematch"),
            )
        case "cancelled":
            return _cancelled(page)
    return _seat_news(desk)


def _seat_news(desk: Desk) -> Letter:
    """What the table decides about an absent seat, and who comes or comes back."""
    data = desk.notice.data
    vote = Vote.objects.filter(pk=data.get("vote")).first()
    seat = desk.page.seat_titled(vote.seat if vote else data["seat"])
    is_mine = desk.page.seat_name == (vote.seat if vote else data["seat"])
    choice = vote.get_choice_display() if vote else ""
    opening = []
    match data["what"]:
        case "vote":
            lead = _("A vote is open about the seat {seat}: {choice}.").format(seat=seat, choice=choice)
            opening.append(_("It has been played by default orders for two periods in a row."))
            opening.append(
                _("This is your seat. Give your orders, or say on the match page that you are back, and the vote ends.")
                if is_mine
                else _("It is carried by more than half of the other seats. Your voice counts on the match page.")
            )
        case "missed":
            lead = _("Your seat {seat} has been played by default orders for two periods in a row.").format(seat=seat)
            opening.append(
                _(
                    "The others may now vote to offer it to a substitute, to let it stand on default orders, "
                    "or to let it leave."
                )
            )
            opening.append(_("Give your orders, or say on the match page that you are back, and nothing comes of it."))
        case "vote_carried":
            lead = _("The vote about the seat {seat} is carried: {choice}.").format(seat=seat, choice=choice)
            if is_mine and vote and vote.choice != Vote.Choice.LEAVE:
                opening.append(
                    _("You can still come back: give your orders, or say on the match page that you are here.")
                )
        case "vote_dropped":
            lead = _("The vote about the seat {seat} was dropped.").format(seat=seat)
        case "back":
            lead = _("{seat} is played again by its own player.").format(seat=seat)
        case _:
            lead = _("{seat} is played by {person} from now on.").format(
                seat=seat, person=desk.page.person_at(data["seat"])
            )
    return Letter(subject="", lead=lead, opening=opening, wanted=_wanted(desk))


def _cancelled(page: MatchPage) -> Letter:
    creator = str(page.match.creator or _("nobody"))
    return Letter(
        subject="",
        lead=_("{person} has called the match off before it began.").format(person=creator),
        opening=[_("Nothing is left for you to do. You will find other matches in the lobby.")],
        link=site_address(reverse("lobby")),
        link_label=_("Open the lobby"),
    )


def _invitation(desk: Desk) -> Letter:
    page = desk.page
    lead = _("{person} invites you to a match of {game}.").format(
        person=_name(desk.notice.data.get("inviter")), game=page.game_title
    )
    opening = [
        tell(page.game.about.summary),
        f"{tell(page.game.about.clock.label)}: {page.length}.",
    ]
    if page.options:
        opening.append(_("What differs from the usual game: {options}.").format(options=page.options))
    closing = [
        _(
            "You were written to because this person typed your address; it is kept for nothing else. "
            "If you do not want to play, leave this letter unanswered."
        )
    ]
    return Letter(
        subject="",
        lead=lead,
        opening=opening,
        closing=closing,
        link=_invitation_address(desk),
        link_label=_("Look at the invitation"),
    )


WRITERS: Mapping[str, Callable[[Desk], Letter]] = {
    "started": _started,
    "orders": _orders,
    "revealed": _revealed,
    "reminder": _reminder,
    "result": _result,
    "organiser": _organiser,
    "table": _table,
    "invitation": _invitation,
}


# --- what several kinds say


def _subject(desk: Desk) -> str:
    """The same through the match, whatever the mail is about: inboxes sort conversations by it."""
    live, page = desk.live, desk.page
    people = page.people
    if page.is_open and live.match.rematch_of_id:
        here = {seat.player_id for seat in live.seats}
        before = Seat.objects.filter(match=live.match.rematch_of_id).exclude(player__in=here).exclude(player=None)
        people = " – ".join([people, *(person_name(seat) for seat in before.select_related("player"))])
    return " ".join(f"Herald: {page.game_title}, {people} (#{live.match.pk})".split())


def _call(desk: Desk) -> str:
    """Kind, move and deadline for whoever is to act; for others, whom the match waits for."""
    page = desk.page
    if not page.is_mine_to_act:
        return page.wanted
    if not desk.deadline:
        return _("Your orders for move {n} are wanted.").format(n=page.match.ply)
    return _("Your orders for move {n} are wanted by {when}.").format(n=page.match.ply, when=desk.deadline)


def _wanted(desk: Desk) -> list[str]:
    page = desk.page
    if not page.is_playing:
        return []
    # the list is the reader's own: a mail goes to one seat alone
    standing = [page.standing_words] if page.standing_words else []
    if not page.is_mine_to_act:
        return [page.wanted, *standing]
    wanted = [page.wanted]
    if desk.deadline:
        wanted.append(_("You have until {when}.").format(when=desk.deadline))
        wanted.append(page.when_time_is_up)
    else:
        wanted.append(page.pause or _("There is no time limit."))
    return [*wanted, *standing]


def _plies_to_tell(notice: Notice, kind: str, live: Live) -> Sequence[Ply]:
    """The plies whose story the mail tells, the earliest first: usually the last one."""
    if kind not in ("started", "orders", "revealed", "result"):
        return ()
    last = live.match.ply - 1
    plies = Ply.objects.filter(match=live.match).defer("position").order_by("-number")
    if kind in ("orders", "result") and live.seat and (ahead := since_own_orders(plies[:PLIES_SUMMED], live.seat.name)):
        return ahead[::-1]
    first = min(notice.data.get("ply", last), last) if kind in ("orders", "revealed") else last
    return list(plies.filter(number__gte=max(first, last + 1 - PLIES_TOLD)))[::-1]


def _story(desk: Desk) -> list[Line]:
    told = [story_lines(ply, desk.page.seat_name) for ply in desk.plies]
    if len(told) > PLIES_TOLD:
        told[:-1] = map(in_short, told[:-1])
    return [line for lines in told for line in lines]


def _picture(desk: Desk) -> Picture | None:
    """The board without any draft, with what happened last marked on it."""
    page = desk.page
    if not page.match.position:
        return None
    board = page.game.draw(page.game.view(page.state, page.seat_name))
    told = [line.text for line in page.course.story if not line.is_heading]
    alt = " ".join([f"{tell(board.title)}.", *told[-1:]])
    marked = replace(board, marks=(*board.marks, *deeds(page.course.story)))
    return Picture(marked, page.game.art(), alt, [tell(note) for note in board.notes])


def _players(desk: Desk) -> list[Player]:
    return [
        Player(
            tell(seat_title(desk.live.match.slug, seat)),
            person_name(seat),
            TINCTURES[seat.tincture].colour,
            seat == desk.live.seat,
        )
        for seat in desk.live.seats
    ]


def _invitation_address(desk: Desk) -> str:
    return site_address(reverse("invitation", args=[desk.live.match.invitation]))


def _name(person_id: int | None) -> str:
    person = User.objects.filter(pk__in=[person_id]).first()
    return str(person or _("nobody"))
