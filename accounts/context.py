"""What every page may ask about people's part of the site."""

from django.conf import settings
from django.http import HttpRequest


def mailbox(request: HttpRequest) -> dict[str, bool]:
    """Whether there is a mailbox to show."""
    return {"mailbox_enabled": not settings.HERALD_PRODUCTION}
