"""Links by which a person turns one kind of mail off, from the mail itself and without signing in."""

from __future__ import annotations

from django.core import signing
from django.urls import reverse

from accounts.models import User
from accounts.notices import KINDS, Kind

# names what is signed: no other signed text of the site passes for it, and these pass for no other
SALT = "games.mail.unsubscribe"


def unsubscribe_path(person_id: int, kind: str) -> str:
    """Path of the page for one person and kind; it never expires."""
    return reverse("unsubscribe", args=[signing.Signer(salt=SALT).sign_object([person_id, kind])])


def read_token(token: str) -> tuple[User, Kind] | None:
    """Whose mail of which kind a link is about; None for a link that is damaged or whose person is gone."""
    try:
        person_id, slug = signing.Signer(salt=SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    person = User.objects.filter(pk=person_id, is_active=True).first()
    kind = KINDS.get(slug)
    return (person, kind) if person and kind and kind.is_mutable else None
