"""Giving up as the last line of a sheet, which every game allows: the orders before it are carried out first."""

from __future__ import annotations

import re

_LAST_LINE = re.compile(r"(?:^|[\r\n;])[ \t]*resign[ \t\r\n;]*$", re.IGNORECASE)


def split_resignation(text: str) -> tuple[str, bool]:
    """The text without a last line that says ``resign``, and whether there was one."""
    found = _LAST_LINE.search(text)
    return (text[: found.start()].strip(), True) if found else (text, False)
