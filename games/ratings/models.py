"""Ratings: what each match that ended came to, in the order in which it was counted.

Verdicts and rating events are only ever added; a rating is the last event of its person
and game, kept so that lists are quick. Everything is written by ``games.ratings.services``.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match


class Ledger(models.Model):
    """The matches of one game in the order in which they were counted; locked while one is added."""

    slug = models.CharField(primary_key=True, max_length=40)
    length = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.slug


class Verdict(models.Model):
    """Whether a match that ended is rated, and if not, why. ``number`` is its place in the game's ledger, from 1.

    ``policy`` is the version of the written policy by which it and its rating events were made.
    """

    class Reason(models.TextChoices):
        RATED = "", _("rated")
        VOID = "void", _("it ended without a result")
        PRACTICE = "practice", _("a practice opponent took part")
        OPTION = "option", _("an option makes the sides too unequal")
        NO_LIMIT = "no_limit", _("it had no time limit")
        SHORT = "short", _("it ended before two players had filed orders of their own")
        HANDED_OVER = "handed_over", _("fewer than two players kept their seats")

    match = models.OneToOneField(
        Match, models.CASCADE, primary_key=True, related_name="verdict", verbose_name=_("match")
    )
    slug = models.CharField(_("game"), max_length=40)
    number = models.PositiveIntegerField(_("number in the ledger"))
    reason = models.CharField(_("rated"), max_length=20, choices=Reason, blank=True)
    policy = models.PositiveSmallIntegerField(_("version of the policy"), db_default=1)
    # when the match ended; that of the latest tells where to look for the next
    ended_at = models.DateTimeField(_("ended"), db_index=True)

    class Meta:
        verbose_name = _("verdict on a match")
        verbose_name_plural = _("verdicts on matches")
        constraints: ClassVar = [models.UniqueConstraint(fields=["slug", "number"], name="verdict_number")]

    def __str__(self) -> str:
        return f"{self.slug} {self.number}: {self.reason or 'rated'}"


class RatingEvent(models.Model):
    """What one match did to one person's rating; never changed.

    The person's number stays, also of somebody who is struck from the database: the
    ratings of the others follow from it.
    """

    verdict = models.ForeignKey(Verdict, models.CASCADE, related_name="events", verbose_name=_("match"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        db_constraint=False,
        related_name="rating_events",
        verbose_name=_("player"),
    )
    place = models.PositiveSmallIntegerField(_("place"))
    mu_before = models.FloatField(_("mean before"))
    sigma_before = models.FloatField(_("deviation before"))
    mu = models.FloatField(_("mean"))
    sigma = models.FloatField(_("deviation"))

    class Meta:
        verbose_name = _("rating event")
        verbose_name_plural = _("rating events")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["verdict", "person"], name="rating_event_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.verdict_id}: {self.mu:.2f}"


class Rating(models.Model):
    """How strong a person is at one game: the sum of the events."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    slug = models.CharField(max_length=40)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["person", "slug"], name="rating_of_person")]

    def __str__(self) -> str:
        return f"{self.person_id} at {self.slug}: {self.mu:.2f}"


class Conduct(models.Model):
    """How a person kept the time of a match, rated or not.

    ``asked`` counts the sheets that were wanted, ``in_time`` those that came from the
    person; ``seconds`` has the time that each of these took.
    """

    verdict = models.ForeignKey(Verdict, models.CASCADE, related_name="conduct")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="conduct")
    asked = models.PositiveIntegerField()
    in_time = models.PositiveIntegerField()
    seconds = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["verdict", "person"], name="conduct_once")]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.verdict_id}: {self.in_time}/{self.asked}"
