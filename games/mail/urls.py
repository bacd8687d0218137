"""Addresses that mails link to."""

from django.urls import path

from games.mail import views

urlpatterns = [
    path("unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
]
