"""The sign-up form. It stands apart from the other forms because the sign-in library imports those."""

from typing import Any

from allauth.account.forms import SignupForm as LibraryForm
from django.utils.translation import gettext as _


class SignupForm(LibraryForm):
    """Asks for a password, but takes none for an answer: then mailed codes do."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Address for mail")
        self.fields["email"].help_text = _("You sign in with it and letters go there. Nobody else sees it.")
        password = self.fields["password1"]
        password.help_text = _(
            "Eight characters or more, and nothing easily guessed. Or leave it empty: we mail you a code instead."
        )
        for field in (self.fields["email"], password):
            field.widget.attrs.pop("placeholder", None)
