"""Forms for passkeys and security keys, whose library leaves the name of the name untranslated."""

from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.utils.translation import gettext_lazy as _


class AddKeyForm(AddWebAuthnForm):
    """A new key; without a name it gets one."""

    name = forms.CharField(label=_("Name of the key"), required=False)


class EditKeyForm(EditWebAuthnForm):
    """Another name for a key."""

    name = forms.CharField(label=_("Name of the key"))
