"""Addresses of the pages about oneself; the sign-in library's lie beside them."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("delete/", views.delete, name="delete_account"),
]
