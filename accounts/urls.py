"""Addresses of the language switch and of the pages about oneself; the sign-in library's lie beside them."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("language/", views.choose_language, name="set_language"),
    path("profile/", views.profile, name="profile"),
    path("email/", views.ChangeAddress.as_view(), name="account_email"),
    path("delete/", views.delete, name="delete_account"),
]
