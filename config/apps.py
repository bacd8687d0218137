"""Wiring at start."""

from django.apps import AppConfig


class WiringConfig(AppConfig):
    name = "config"
    label = "wiring"

    def ready(self) -> None:
        """Make our Celery app the current one in every process that uses Django."""
        from config import celery  # noqa: F401, PLC0415  needs the settings, which are ready only now
