from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class RatingsConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "games.ratings"
    verbose_name = gettext_lazy("Ratings")
