"""Who is signed in: the two rows that every request reads."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.db.models import BigAutoField, CharField, DateTimeField
from django.utils import timezone

from accounts.models import User
from accounts.prepared import Prepared

live_session = Prepared(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now), CharField(), DateTimeField()
)
user_by_id = Prepared(lambda pk: User.objects.filter(pk=pk), BigAutoField())


class SessionStore(DatabaseStore):
    """Django's own sessions in the database."""

    def _get_session_from_db(self) -> Session | None:
        found = live_session(self.session_key, timezone.now())
        if not found:
            self._session_key = None
            return None
        return found[0]


class Backend(AuthenticationBackend):
    """The sign-in library's own backend."""

    def get_user(self, user_id: int) -> User | None:
        found = user_by_id(user_id)
        return found[0] if found and self.user_can_authenticate(found[0]) else None
