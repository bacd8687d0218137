"""Sentences: gaps, translation, and use as keys."""

from games.words import say


def test_sentence_translates_itself_and_the_sentences_in_its_gaps() -> None:
    words = {"{who} waits.": "{who} ждёт.", "the Duke": "герцог"}
    assert say("{who} waits.", who=say("the Duke")).render(lambda text: words[text]) == "герцог ждёт."


def test_equal_sentences_are_one_key() -> None:
    """Marks carry sentences, and a board keeps each mark once."""
    assert len({say("{n} left", n=2), say("{n} left", n=2), say("{n} left", n=3)}) == 2
