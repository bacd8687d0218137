from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User


class TournamentsConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "games.tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # models can be imported only now
        from accounts import hooks  # noqa: PLC0415
        from games.tournaments import services  # noqa: PLC0415

        def leave(user: User) -> None:
            services.leave_all(person_id=user.pk)

        # first, so that what the person still plays counts as forfeited in its event
        hooks.before_delete.insert(0, leave)
