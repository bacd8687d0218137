"""Tournaments: the event, who takes part, its rounds, who meets whom, and what organisers did.

Scores and standings are not stored: they follow from fixtures, and ``games.tournaments.formats``
reckons them. Everything is written by ``games.tournaments.services``.
"""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.matches.models import Match
from games.tournaments.formats.course import EventState, RoundState
from games.tournaments.formats.model import Bye, Format


def default_tie_breaks() -> list[str]:
    return ["direct", "buchholz", "sonneborn_berger", "wins"]


def draw_lot() -> str:
    return secrets.token_hex(8)


class Event(models.Model):
    """A tournament. ``lot`` is the announced text from which all its lots are drawn."""

    class State(models.TextChoices):
        DRAFT = EventState.DRAFT, _("being prepared")
        SIGNUP = EventState.SIGNUP, _("open for sign-up")
        RUNNING = EventState.RUNNING, _("running")
        PAUSED = EventState.PAUSED, _("paused")
        FINISHED = EventState.FINISHED, _("finished")
        CANCELLED = EventState.CANCELLED, _("called off")

    class Kind(models.TextChoices):
        ROUND_ROBIN = Format.ROUND_ROBIN, _("round robin")
        SWISS = Format.SWISS, _("Swiss")
        SINGLE = Format.SINGLE, _("single elimination")
        DOUBLE = Format.DOUBLE, _("double elimination")
        GROUPS = Format.GROUPS, _("groups, then knock-out")
        TABLES = Format.TABLES, _("tables of several players")

    class Access(models.TextChoices):
        OPEN = "open", _("anybody may sign up")
        INVITED = "invited", _("only with the link")

    class Decision(models.TextChoices):
        SEED = "seed", _("the better seed goes on")
        LOT = "lot", _("by lot")

    class RoundEnd(models.TextChoices):
        WAIT = "wait", _("wait for the organiser to adjudicate")
        DRAW = "draw", _("count what is unfinished as drawn")
        EXTEND = "extend", _("extend once by as much again, then wait for the organiser")

    title = models.CharField(_("title"), max_length=80)
    description = models.TextField(_("rules and words for the players"), blank=True)
    slug = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("options of the game"), default=dict, blank=True)
    length = models.PositiveIntegerField(_("time for each turn, seconds"), null=True, blank=True)

    format = models.CharField(_("format"), max_length=20, choices=Kind, default=Kind.SWISS)
    rounds = models.PositiveSmallIntegerField(
        _("rounds"),
        default=5,
        validators=[MinValueValidator(1), MaxValueValidator(30)],
        help_text=_("Swiss and tables; the other formats have as many as they need."),
    )
    cycles = models.PositiveSmallIntegerField(
        _("cycles"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(4)],
        help_text=_("Round robin and groups: how often everybody meets everybody."),
    )
    legs = models.PositiveSmallIntegerField(
        _("matches in a pairing"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(2)],
        help_text=_("Two are played at the same time, with the seats swapped."),
    )
    groups = models.PositiveSmallIntegerField(
        pgettext_lazy("of a tournament", "groups"), default=2, validators=[MinValueValidator(1)]
    )
    advancing = models.PositiveSmallIntegerField(
        _("how many of each group go on"), default=2, validators=[MinValueValidator(1)]
    )
    has_third_place = models.BooleanField(_("match for the third place"), default=True)
    table_size = models.PositiveSmallIntegerField(
        _("players at a table"), default=4, validators=[MinValueValidator(3), MaxValueValidator(6)]
    )
    tie_breaks = models.JSONField(_("tie-breaks, in this order"), default=default_tie_breaks)
    replays = models.PositiveSmallIntegerField(
        _("replays of a drawn knock-out match"), default=1, validators=[MaxValueValidator(3)]
    )
    decision = models.CharField(_("and then it is decided"), max_length=10, choices=Decision, default=Decision.SEED)
    lot = models.CharField(_("text of the lots"), max_length=32, default=draw_lot, editable=False)
    has_half_byes = models.BooleanField(_("a bye on request gives half a point"), default=False)

    round_days = models.PositiveSmallIntegerField(
        _("days for a round"), null=True, blank=True, help_text=_("Empty: a round ends with its last match.")
    )
    at_round_end = models.CharField(_("at the end of a round"), max_length=10, choices=RoundEnd, default=RoundEnd.WAIT)
    access = models.CharField(_("sign-up"), max_length=10, choices=Access, default=Access.OPEN)
    invitation = models.CharField(max_length=32, default=draw_lot, editable=False)
    capacity = models.PositiveSmallIntegerField(
        _("most entrants"), null=True, blank=True, help_text=_("Who comes later is put on the waiting list.")
    )
    min_rating = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    max_rating = models.PositiveSmallIntegerField(
        _("highest rating"), null=True, blank=True, help_text=_("A player without a rating counts as 1500.")
    )
    late_until = models.PositiveSmallIntegerField(
        _("late entries until round"), default=0, help_text=_("Swiss and tables only; 0: none after the start.")
    )
    organisers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, verbose_name=_("organisers"), related_name="organised_events", blank=True
    )

    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFT, editable=False)
    paused_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True, editable=False)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [models.Index(fields=["state", "-id"], name="event_state")]

    def __str__(self) -> str:
        return self.title


class Entry(models.Model):
    """A place in an event; whoever substitutes takes it over with all that belongs to it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("on the waiting list")
        ENTERED = "entered", _("takes part")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries", verbose_name=_("tournament"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="entries", verbose_name=_("person")
    )
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.ENTERED)
    # 1 is the strongest; given at the start by rating, equals in the order of sign-up
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    joined_round = models.PositiveSmallIntegerField(_("first round"), default=1)
    # the first round in which the place is not paired any more
    left_round = models.PositiveSmallIntegerField(_("left before round"), null=True, blank=True)
    absences = models.JSONField(_("rounds off"), default=list, blank=True)
    entered_at = models.DateTimeField(_("signed up"), auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering: ClassVar = ["event", "seed", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "person"], name="entry_person_once"),
            models.UniqueConstraint(fields=["event", "seed"], condition=Q(seed__isnull=False), name="entry_seed_once"),
        ]

    def __str__(self) -> str:
        return str(self.person)


class Round(models.Model):
    """One round: first a preview for the organisers, then published with its matches."""

    class State(models.TextChoices):
        PREVIEW = RoundState.PREVIEW, _("pairing preview")
        PUBLISHED = RoundState.PUBLISHED, _("published")
        RUNNING = RoundState.RUNNING, _("running")
        CLOSED = RoundState.CLOSED, _("closed")
        ANNULLED = RoundState.ANNULLED, _("annulled")

    event = models.ForeignKey(Event, models.CASCADE, related_name="played_rounds", verbose_name=_("tournament"))
    number = models.PositiveSmallIntegerField(_("round"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PREVIEW)
    due_at = models.DateTimeField(_("ends"), null=True, blank=True)
    is_extended = models.BooleanField(default=False)
    # the organisers were told that the end has come and the round waits for them
    is_reported = models.BooleanField(default=False)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering: ClassVar = ["event", "number", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], condition=~Q(state="annulled"), name="round_number"),
            models.UniqueConstraint(
                fields=["event"], condition=Q(state__in=["preview", "published", "running"]), name="round_one_open"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(state__in=["published", "running"]), name="round_due"),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.number}"


class Pairing(models.Model):
    """A table of a round, or with ``bye`` somebody without an opponent, and why."""

    class Bye(models.TextChoices):
        FREE = Bye.FREE, _("bye")
        ASKED = Bye.ASKED, _("bye on request")
        REST = Bye.REST, _("rests")
        WALKOVER = Bye.WALKOVER, _("walkover")
        EMPTY = Bye.EMPTY, _("goes on without a match")

    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    board = models.PositiveSmallIntegerField()
    slot = models.CharField(max_length=10, blank=True)
    bye = models.CharField(max_length=10, choices=Bye, blank=True)
    # sentences as {"text", "values"}, translated when shown
    reasons = models.JSONField(default=list)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering: ClassVar = ["round", "board"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["round", "board"], name="pairing_board")]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.board}"


class Place(models.Model):
    """Who sits at a pairing; nobody sits at two of one round."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="places")
    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="places")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="places")
    seat = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["pairing", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="place_once_a_round"),
            models.UniqueConstraint(fields=["pairing", "seat"], name="place_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.pairing_id}"


class Fixture(models.Model):
    """One match of a pairing. ``seats`` are entries in the order of the game's seats.

    ``ranks`` maps entries to places, 1 the best; None while it is open, empty when nobody
    gets anything. ``match`` is None until it has been made, and where there never was one.
    """

    class How(models.TextChoices):
        OPEN = "open", _("not decided yet")
        PLAYED = "played", _("played")
        FORFEIT = "forfeit", _("forfeited")
        ADJUDICATED = "adjudicated", _("adjudicated")
        DRAWN = "drawn", _("counted as drawn at the end of the round")
        VOID = "void", _("void")

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="fixtures")
    number = models.PositiveSmallIntegerField()
    seats = models.JSONField()
    match = models.OneToOneField(Match, models.PROTECT, null=True, blank=True, related_name="fixture")
    how = models.CharField(max_length=12, choices=How, default=How.OPEN)
    ranks = models.JSONField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pairing", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pairing", "number"], name="fixture_number"),
            models.CheckConstraint(
                condition=Q(how="open", ranks__isnull=True) | (~Q(how="open") & Q(ranks__isnull=False)),
                name="fixture_open_has_no_ranks",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["match"], condition=Q(how="open"), name="fixture_open")]

    def __str__(self) -> str:
        return f"{self.pairing_id}/{self.number}"


class Act(models.Model):
    """What happened in an event, by whom and why; never changed."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="acts", verbose_name=_("tournament"))
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name=_("by"))
    act = models.CharField(_("act"), max_length=20)
    round = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    detail = models.JSONField(_("detail"), default=dict, blank=True)
    done_at = models.DateTimeField(_("done"), auto_now_add=True)

    class Meta:
        verbose_name = _("act in a tournament")
        verbose_name_plural = _("acts in tournaments")
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.act} {self.event_id}"
