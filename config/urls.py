"""Where everything lies."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.matches.urls")),
    path("", include("games.tournaments.urls")),
    path("", include("games.ratings.urls")),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("mail/", include("games.mail.urls")),
]
if not settings.HERALD_PRODUCTION:
    urlpatterns.append(path("mailbox/", include("accounts.mailbox_urls")))
