"""Keeping secrets: sealed texts, and the receipts that prove them later."""

from __future__ import annotations

import hashlib
import secrets
from functools import cache

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


@cache
def _box(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def seal(text: str) -> str:
    """``text`` encrypted with the newest of the site's keys; blank stays blank."""
    return _box(tuple(settings.HERALD_SEAL_KEYS)).encrypt(text.encode()).decode() if text else ""


def unseal(token: str) -> str:
    """The text again. Raises cryptography's InvalidToken if no key fits."""
    return _box(tuple(settings.HERALD_SEAL_KEYS)).decrypt(token.encode()).decode() if token else ""


def new_salt() -> str:
    """128 random bits in hexadecimal."""
    return secrets.token_hex(16)


def receipt(salt: str, orders: str) -> str:
    """SHA-256 over salt, a line end and the orders, all in UTF-8; 64 hexadecimal digits."""
    return hashlib.sha256(f"{salt}\n{orders}".encode()).hexdigest()
