"""Giving up as the last line of a sheet, which every game allows: the orders before it are carried out first."""

from __future__ import annotations

import re
from collections.abc import Collection

_LAST_LINE = re.compile(r"(?:^|[\r\n;])[ \t]*resign[ \t\r\n;]*$", re.IGNORECASE)


def split_resignation(text: str) -> tuple[str, bool]:
    """The text without a last line that says ``resign``, and whether there was one."""
    found = _LAST_LINE.search(text)
    return (text[: found.start()].strip(), True) if found else (text, False)


def ending_of(orders: str, last_words: Collection[str]) -> str:
    """That of a game's ``last_words`` with which the orders end, so that not even ``resign`` may follow; or empty."""
    last = re.split(r"[\r\n;]", orders)[-1].strip().lower()
    return last if last in last_words else ""
