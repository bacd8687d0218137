"""How Herald bends the sign-in library to its ways."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress, Login
from allauth.core import context as library_context
from allauth.mfa.adapter import DefaultMFAAdapter
from anymail.exceptions import AnymailError
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib import messages
from django.core.mail import EmailMessage
from django.forms import BaseForm
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import services
from accounts.letters import write_letter
from accounts.middleware import in_the_ways_of
from accounts.models import User

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Letters in the person's language, sign-up by code, and addresses that only their owner can claim."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": gettext_lazy("This address and password do not belong together."),
        "incorrect_password": gettext_lazy("This is not your password."),
        "incorrect_code": gettext_lazy("This is not the code."),
        "too_many_login_attempts": gettext_lazy("Too many failed attempts. Wait a few minutes, then try again."),
        "rate_limited": gettext_lazy("That was a little too often. Wait a moment, then try again."),
    }

    def is_login_by_code_required(self, login: Login) -> bool:
        # who signs up without a password proves the address by the mailed code instead of the mailed link;
        # an address that is taken (a login without a user) must look the same
        if login.signup:
            return not library_context.request.POST.get("password1")
        return bool(super().is_login_by_code_required(login))

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        user.display_name = form.cleaned_data["display_name"]
        user.language = form.cleaned_data["language"]
        user.time_zone = form.cleaned_data["time_zone"]
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        if email_address.can_set_verified() and not services.drop_unconfirmed(
            address=email_address.email, claimant=email_address.user
        ):
            self.add_message(
                request,
                messages.ERROR,
                "account/messages/email_confirmation_failed.txt",
                {"email": email_address.email},
            )
            return False
        is_confirmed: bool = super().confirm_email(request, email_address)
        if is_confirmed:
            services.note_mail_working(person_id=email_address.user_id)
        return is_confirmed

    def add_message(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """A word of greeting in the language of whoever has just signed in, which the request began without."""
        with in_the_ways_of(request.user if isinstance(request.user, User) else None):
            super().add_message(request, *args, **kwargs)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """A letter in the language and zone of whoever has the address, else in those of this request."""
        to = email if isinstance(email, str) else email[0]
        with in_the_ways_of(User.objects.filter(emailaddress__email=to, is_active=True).first()):
            return write_letter(
                subject=render_to_string(f"{template_prefix}_subject.txt", context),
                text=render_to_string(f"{template_prefix}_message.txt", context | {"email": to}),
                to=to,
                sender=settings.DEFAULT_FROM_EMAIL,
            )

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, AnymailError) as error:
            # SMTP's own errors are OSErrors. The page goes on: the letter can be asked for again
            logger.warning("A letter could not be sent: %s", type(error).__name__)
            messages.error(
                library_context.request, _("Our mail server did not take the letter. Try again in a few minutes.")
            )


class MFAAdapter(DefaultMFAAdapter):
    """Keeps the secrets of second factors encrypted."""

    def encrypt(self, text: str) -> str:
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _fernet().decrypt(encrypted_text.encode()).decode()


def _fernet() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.HERALD_SEAL_KEYS])
