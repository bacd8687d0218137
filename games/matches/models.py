"""The match: who plays what, what was ordered, what came of it.

The plies are the truth; the position on the match is their cache. Fields and
constraints only: everything is written by ``games.matches.services``.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class Match(models.Model):
    """One played instance of a game.

    ``ply`` is the number of the ply being waited for and guards every write; ``news``
    rises with whatever somebody else may see. ``due_at`` is the instant at which the
    ply is resolved with what was filed; with every sheet in, it is now.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waiting for players")
        PLAYING = "playing", _("being played")
        OVER = "over", _("over")
        CANCELLED = "cancelled", _("called off")

    class Access(models.TextChoices):
        OPEN = "open", _("anybody may join")
        INVITED = "invited", _("by invitation only")

    slug = models.CharField(_("game"), max_length=40)
    options = models.JSONField(default=dict)
    rules_version = models.PositiveSmallIntegerField(_("version of the rules"), default=1)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="created_matches",
        verbose_name=_("begun by"),
    )
    places = models.PositiveSmallIntegerField()
    access = models.CharField(_("who may join"), max_length=10, choices=Access, default=Access.OPEN)
    invitation = models.CharField(max_length=32, unique=True)
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch", verbose_name=_("rematch of")
    )
    is_watchable = models.BooleanField(_("others may watch"), default=True)
    is_archived = models.BooleanField(_("from a record"), default=False)

    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    position = models.TextField(blank=True)
    ply = models.PositiveIntegerField(_("ply"), default=0)
    news = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=30, blank=True)
    is_sealed = models.BooleanField(default=False)
    head_hash = models.CharField(_("last link of the log"), max_length=64, blank=True)
    outcome = models.JSONField(null=True, blank=True)

    # seconds for one period (a turn, a season); none means no limit
    length = models.PositiveIntegerField(null=True, blank=True)
    period = models.PositiveIntegerField(default=0)
    period_started_at = models.DateTimeField(_("time runs since"), null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    # since when the clock stands still, and the deadline that it is to go on to: ``due_at`` is none meanwhile
    paused_at = models.DateTimeField(_("clock stands still since"), null=True, blank=True)
    held_due_at = models.DateTimeField(null=True, blank=True)

    # the seed stays encrypted until the match has ended; its hash is public from the start
    sealed_seed = models.TextField()
    seed_hash = models.CharField(_("SHA-256 of the seed"), max_length=64)
    draw_count = models.PositiveIntegerField(_("draws so far"), default=0)

    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(state="playing"), name="match_due"),
            models.Index(fields=["-created_at"], condition=Q(state="open"), name="match_open"),
            models.Index(fields=["-ended_at"], condition=Q(state="over"), name="match_ended"),
            models.Index(
                fields=["-started_at", "slug"],
                condition=Q(state__in=["playing", "over"], is_watchable=True),
                name="match_to_watch",
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(state="playing") | (Q(started_at__isnull=False) & ~Q(position="")),
                name="match_playing_has_position",
            ),
            models.CheckConstraint(
                condition=~Q(state="over") | (Q(ended_at__isnull=False) & Q(due_at__isnull=True)),
                name="match_over_has_ended",
            ),
        ]

    def __str__(self) -> str:
        return gettext("Match {n}").format(n=self.pk)


class Seat(models.Model):
    """A place at the table. ``name`` is the game's; it is given when the match starts.

    ``is_to_act``: the seat still owes its orders for the ply being waited for.
    ``robot`` names the practice opponent that plays it, if any.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=10, blank=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("player"),
    )
    robot = models.CharField(_("practice player"), max_length=20, blank=True)
    wish = models.CharField(max_length=10, blank=True)
    tincture = models.CharField(max_length=20, blank=True)
    charge = models.CharField(max_length=20, blank=True)
    # a sentence of the game's: what the seat has come to be called in play
    title = models.JSONField(null=True, blank=True)
    # the player's own contribution to the dice, fixed before the first draw
    line = models.CharField(max_length=100)
    is_to_act = models.BooleanField(_("to act"), default=False)
    has_left = models.BooleanField(_("has left"), default=False)
    has_offered_draw = models.BooleanField(_("offers a draw"), default=False)
    rank = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    # who played it, in a match that came from a record
    archived_name = models.CharField(_("name in the record"), max_length=40, blank=True)
    sealed_notes = models.TextField(blank=True)
    # periods in a row that default orders alone have played, the last of them, and what the others decided
    defaults_in_row = models.PositiveSmallIntegerField(default=0)
    counted_period = models.PositiveIntegerField(null=True, blank=True)
    is_on_default = models.BooleanField(default=False)
    is_offered = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "place"], name="seat_place"),
            models.UniqueConstraint(fields=["match", "name"], condition=~Q(name=""), name="seat_name"),
            models.UniqueConstraint(
                fields=["match", "player"], condition=Q(player__isnull=False), name="seat_player_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "match"], name="seat_of_player"),
            models.Index(
                fields=["match"],
                condition=Q(is_to_act=True) & (~Q(robot="") | Q(is_on_default=True)),
                name="seat_robot_to_act",
            ),
            models.Index(fields=["match"], condition=Q(is_offered=True), name="seat_offered"),
        ]

    def __str__(self) -> str:
        return f"{self.name or self.place} in {self.match_id}"


class Sheet(models.Model):
    """A seat's orders for one ply, encrypted: a draft until it is filed.

    The receipt (SHA-256 of salt and orders) is public once filed.
    """

    pk: Any = models.CompositePrimaryKey("match", "ply", "seat")
    match = models.ForeignKey(Match, models.CASCADE, related_name="sheets")
    ply = models.PositiveIntegerField()
    seat = models.CharField(max_length=10)
    sealed = models.TextField(blank=True)
    sealed_draft = models.TextField(blank=True)
    receipt = models.CharField(max_length=64, blank=True)
    filed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"sheet of {self.seat} for {self.match_id}/{self.ply}"


class StandingList(models.Model):
    """What a seat says whenever the rules ask it, encrypted; changed at any time, secret for good."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="standing", primary_key=True)
    sealed = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"standing orders of {self.seat_id}"


class Ply(models.Model):
    """One resolved step, never changed: a link of the match's hash chain.

    ``orders`` is a list of {seat, text, salt, receipt, by}; ``events`` of the contract's
    events; ``position`` is the position after it.
    """

    class Cause(models.TextChoices):
        SETUP = "setup", _("the match began")
        ORDERS = "orders", _("orders")
        TIME = "time", _("time was up")
        RESIGNED = "resigned", _("resigned")
        AGREED = "agreed", _("agreed draw")
        VOID = "void", _("ended as void")

    match = models.ForeignKey(Match, models.CASCADE, related_name="plies", verbose_name=_("match"))
    number = models.PositiveIntegerField(_("number"))
    cause = models.CharField(_("cause"), max_length=10, choices=Cause)
    # the seat that left the match by this ply, if one did
    leaver = models.CharField(_("who left"), max_length=10, blank=True)
    orders = models.JSONField(default=list)
    draws = models.JSONField(default=list)
    answers = models.JSONField(default=list)
    events = models.JSONField(default=list)
    position = models.TextField()
    resolved_at = models.DateTimeField(_("resolved"))
    previous_hash = models.CharField(_("link before it"), max_length=64, blank=True)
    hash = models.CharField(_("link of the log"), max_length=64)

    class Meta:
        verbose_name = _("ply")
        verbose_name_plural = _("plies")
        ordering: ClassVar = ["match", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="ply_number"),
        ]

    def __str__(self) -> str:
        return gettext("Ply {n} of match {match}").format(n=self.number, match=self.match_id)


class Vote(models.Model):
    """What becomes of an absent seat: asked of the others, one vote at a time in a match."""

    class Choice(models.TextChoices):
        SUBSTITUTE = "substitute", _("offer the seat to a substitute")
        DEFAULT = "default", _("let it stand on default orders")
        LEAVE = "leave", _("let it leave the match")

    class Result(models.TextChoices):
        CARRIED = "carried", _("carried")
        RETURNED = "returned", _("the player came back")
        DROPPED = "dropped", _("dropped")

    match = models.ForeignKey(Match, models.CASCADE, related_name="votes")
    seat = models.CharField(max_length=10)
    choice = models.CharField(max_length=10, choices=Choice)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    result = models.CharField(max_length=10, choices=Result, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match"], condition=Q(closed_at=None), name="vote_one_open")
        ]

    def __str__(self) -> str:
        return f"{self.choice} for {self.seat} in {self.match_id}"


class Ballot(models.Model):
    """One seat's voice for a vote."""

    vote = models.ForeignKey(Vote, models.CASCADE, related_name="ballots")
    seat = models.CharField(max_length=10)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["vote", "seat"], name="ballot_once")]

    def __str__(self) -> str:
        return f"{self.seat} for {self.vote_id}"


class Handover(models.Model):
    """A seat that went from one person to another in the midst of a match. ``ply`` is the first of the one who came."""

    class Cause(models.TextChoices):
        ABSENCE = "absence"  # the table offered it to a substitute
        ORGANISER = "organiser"

    match = models.ForeignKey(Match, models.CASCADE, related_name="handovers")
    seat = models.CharField(max_length=10)
    ply = models.PositiveIntegerField()
    before = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    after = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    cause = models.CharField(max_length=10, choices=Cause)

    def __str__(self) -> str:
        return f"{self.seat} of {self.match_id} from ply {self.ply}"


class ChatLine(models.Model):
    """Something said at the table. ``seat`` is how the speaker was known then."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="chat")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    seat = models.CharField(max_length=10, blank=True)
    text = models.CharField(max_length=500)
    said_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = [F("id").asc()]

    def __str__(self) -> str:
        return f"{self.seat}: {self.text[:30]}"


class Intervention(models.Model):
    """What an organiser did to a match, and why."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="interventions", verbose_name=_("match"))
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, verbose_name=_("organiser"))
    action = models.CharField(_("act"), max_length=20)
    reason = models.CharField(_("reason"), max_length=300)
    detail = models.JSONField(_("details"), default=dict)
    done_at = models.DateTimeField(_("done"), auto_now_add=True)

    class Meta:
        verbose_name = _("act of an organiser")
        verbose_name_plural = _("acts of organisers")

    def __str__(self) -> str:
        return self.reason


class Heartbeat(models.Model):
    """When a periodic job last ran, and what it found."""

    job = models.CharField(primary_key=True, max_length=40)
    ran_at = models.DateTimeField()
    found = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.job
