"""Every sentence of every game has its Russian, with the same gaps, compiled."""

import string
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from games.registry import GAMES

ROOT = Path(__file__).parent.parent
KEYWORDS = {"say": None, "gettext_noop": None}


def sentences(slug: str) -> set[str]:
    """The templates of all sentences in the game's code, its tests left out."""
    found = extract_from_dir(str(ROOT / "games" / slug), [("**.py", "python")], keywords=KEYWORDS)
    return {str(text) for file, _, text, _, _ in found if not file.startswith("tests/")}


def russian_source(slug: str) -> Path:
    return ROOT / "games" / slug / "locale" / "ru" / "LC_MESSAGES" / "django.po"


def russian(slug: str) -> dict[str, str]:
    return texts(read_po(BytesIO(russian_source(slug).read_bytes()), locale="ru", abort_invalid=True))


def texts(catalog: Catalog) -> dict[str, str]:
    return {str(message.id): str(message.string) for message in catalog if message.id and not message.fuzzy}


def gaps(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("slug", GAMES)
def test_every_sentence_is_translated_and_no_other(slug: str) -> None:
    found = sentences(slug)
    assert found
    translated = russian(slug)
    assert found - translated.keys() == set()
    assert translated.keys() - found == set()


@pytest.mark.parametrize("slug", GAMES)
def test_translation_keeps_the_gaps(slug: str) -> None:
    assert {text: said for text, said in russian(slug).items() if gaps(text) != gaps(said)} == {}


@pytest.mark.parametrize("slug", GAMES)
def test_translation_is_compiled(slug: str) -> None:
    with russian_source(slug).with_suffix(".mo").open("rb") as file:
        assert texts(read_mo(file)) == russian(slug)
