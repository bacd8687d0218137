"""The games' sentences in the language of the moment."""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import get_language, gettext

from games.words import Sentence


def tell(sentence: Sentence) -> str:
    """The sentence in the language that is active now."""
    return sentence.render(translated)


def translated(text: str) -> str:
    """The text in the language that is active now; a page asks a hundred times for much the same."""
    return _in_language(text, get_language()) if text else ""


@lru_cache(maxsize=8192)
def _in_language(text: str, _language: str | None) -> str:
    return gettext(text)
