"""Addresses of people as players, and of the policy."""

from django.urls import path

from games.ratings import views

# the converter is that of games.matches.urls
urlpatterns = [
    path("players/<number:person_id>/", views.player, name="player"),
    path("ratings/", views.policy, name="ratings"),
    path("ratings/<slug:slug>/", views.leaderboard, name="leaderboard"),
]
