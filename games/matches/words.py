"""The games' sentences in the language of the moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from django.utils.translation import get_language, gettext

from games.words import Sentence


def tell(sentence: Sentence) -> str:
    """The sentence in the language that is active now."""
    return sentence.render(speaking())


def translated(text: str) -> str:
    """The text in the language that is active now."""
    return speaking()(text)


def speaking() -> Callable[[str], str]:
    """What gives a text in the language that is active now; whoever has many texts asks for it once."""
    return _speaker(get_language())


@cache
def _speaker(language: str | None) -> Callable[[str], str]:
    def speak(text: str) -> str:
        return _in_language(text, language) if text else ""

    return speak


@lru_cache(maxsize=8192)
def _in_language(text: str, _language: str | None) -> str:
    # a page asks a hundred times for much the same
    return gettext(text)
