"""Sentences with named gaps, built in the rules and translated at the edge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

type Value = str | int | Sentence


@dataclass(frozen=True, slots=True)
class Sentence:
    """An English sentence with ``{named}`` gaps and what fills them.

    A value that is itself a sentence is translated too; text and numbers stand as they are.
    """

    text: str
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def render(self, translate: Callable[[str], str] = str) -> str:
        """The sentence as text, each template passed through ``translate`` first."""
        filled = {
            name: value.render(translate) if isinstance(value, Sentence) else value
            for name, value in self.values.items()
        }
        template = translate(self.text)
        return template.format(**filled) if filled else template

    def __str__(self) -> str:
        return self.render()


def say(text: str, /, **values: Value) -> Sentence:
    """A sentence for players. Its template is collected for translation by this name."""
    return Sentence(text, values)
