"""Giving up as the last line of a sheet, which every game allows: the orders before it are carried out first."""

from __future__ import annotations

import re

_LAST_LINE = re.compile(r"(?:^|[\r\n;])[ \t]*resign[ \t\r\n;]*$", re.IGNORECASE)

# what ends a sheet in the games that have it: nothing stands behind it
_ENDINGS = ("done", "more", "pass")


def split_resignation(text: str) -> tuple[str, bool]:
    """The text without a last line that says ``resign``, and whether there was one."""
    found = _LAST_LINE.search(text)
    return (text[: found.start()].strip(), True) if found else (text, False)


def ending_of(orders: str) -> str:
    """The word with which the orders end themselves, so that not even ``resign`` may follow; empty if none."""
    last = re.split(r"[\r\n;]", orders)[-1].strip().lower()
    return last if last in _ENDINGS else ""
