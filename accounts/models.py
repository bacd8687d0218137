"""People, and what they must be told."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    """Makes people who are known by their address."""

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        # no mail server in use tells letters by case; two accounts that do would only confuse
        return (email or "").strip().lower()

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(email=self.normalize_email(email), **fields)
        user.display_name = user.display_name or user.email.partition("@")[0][:40]
        user.set_password(password)
        user.save()
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractUser):
    """A person. ``email`` signs in and receives mail; ``display_name`` is what others see."""

    username = None  # type: ignore[assignment]  # the address takes its place
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(_("address"), unique=True)
    display_name = models.CharField(_("display name"), max_length=40)
    language = models.CharField(
        _("language"),
        max_length=5,
        choices=[("en", "English"), ("ru", "Русский")],
        default="en",
    )
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    # hours before a deadline; 0 means no reminder
    reminder_hours = models.PositiveSmallIntegerField(
        _("reminder, hours before a deadline"),
        default=24,
        validators=[MaxValueValidator(72)],
    )
    # kinds of notice the person does not want by mail
    muted = models.JSONField(_("kinds of notice not wanted"), default=list, blank=True)
    mail_failing_since = models.DateTimeField(_("mail fails since"), null=True, blank=True, editable=False)
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True, editable=False)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = UserManager()  # type: ignore[misc,assignment]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return gettext("Former player {n}").format(n=self.pk) if self.deleted_at else self.display_name

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class Notice(models.Model):
    """One thing that one person must be told, written in the transaction that made it true.

    Somebody without an account (an invited address) has ``address`` in place of ``person``.
    ``event`` names it uniquely for the person; ``thread`` is the conversation it belongs
    to (``match/12``); ``data`` holds what the mail needs to be worded from the live state.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer true")
        MUTED = "muted", _("not wanted")
        FAILED = "failed", _("failed")

    person = models.ForeignKey(
        User, models.CASCADE, related_name="notices", null=True, blank=True, verbose_name=_("person")
    )
    address = models.EmailField(_("address"), blank=True)
    kind = models.CharField(_("kind"), max_length=20)
    event = models.CharField(_("event"), max_length=120)
    thread = models.CharField(_("conversation"), max_length=40)
    data = models.JSONField(default=dict)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    due_at = models.DateTimeField(_("due"))
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0, validators=[MinValueValidator(0)])
    # a worker that took the notice has until then to send it
    leased_until = models.DateTimeField(_("taken by a worker until"), null=True, blank=True)
    message_id = models.CharField(_("number of the mail"), max_length=120, blank=True)
    # of the mail that was sent; those that follow in the conversation take it over
    subject = models.CharField(_("subject"), max_length=200, blank=True)
    trouble = models.TextField(_("trouble"), blank=True)
    created_at = models.DateTimeField(_("written"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "person"], name="notice_once_per_person_and_event"),
            models.UniqueConstraint(
                fields=["address", "event"],
                condition=models.Q(person=None),
                name="notice_once_per_address_and_event",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(state="waiting"),
                name="notice_due",
            ),
            models.Index(fields=["thread", "person"], name="notice_thread"),
        ]

    def __str__(self) -> str:
        return gettext("Notice {n}").format(n=self.pk)
