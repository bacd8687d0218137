"""Addresses of the mailbox."""

from django.urls import path

from accounts import mailbox_views

urlpatterns = [
    path("", mailbox_views.letters, name="mailbox"),
    path("<str:name>/", mailbox_views.letter, name="mailbox_letter"),
    path("<str:name>/html/", mailbox_views.letter_html, name="mailbox_letter_html"),
    path("<str:name>/raw/", mailbox_views.letter_raw, name="mailbox_letter_raw"),
]
