"""Addresses within the site that every move asks for."""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse


@lru_cache(maxsize=4096)
def address(name: str, *values: object) -> str:
    """Where a page or an act is found; working that out takes as long as asking the database something."""
    return reverse(name, args=values)
