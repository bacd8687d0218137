"""The games' sentences in the language of the moment."""

from __future__ import annotations

from django.utils.translation import gettext

from games.words import Sentence


def tell(sentence: Sentence) -> str:
    """The sentence in the language that is active now."""
    return sentence.render(lambda text: gettext(text) if text else "")
