from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from accounts.models import User


class MatchesConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "games.matches"
    verbose_name = gettext_lazy("Matches")

    def ready(self) -> None:
        # models can be imported only now
        from accounts import hooks  # noqa: PLC0415
        from games.matches import services  # noqa: PLC0415

        def leave(user: User) -> None:
            services.leave_all(person_id=user.pk)

        def count(user: User) -> int:
            return services.count_running(person_id=user.pk)

        hooks.before_delete.append(leave)
        hooks.running_matches.append(count)
