"""Every sentence of the site and of each game has its Russian, in step with the sources, and compiled."""

import re
import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo

from config.translations import KEYWORDS, Domain, domains, texts
from games.registry import GAMES

ROOT = Path(__file__).parent.parent
DOMAINS = [domain for domain in domains() if domain.name in ("site", *GAMES)]
each_domain = pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)


def messages(catalog: Catalog) -> dict[tuple[str, ...], Message]:
    """All messages by context, text and plural."""
    return {
        (message.context or "", *([message.id] if isinstance(message.id, str) else message.id)): message
        for message in catalog
        if message.id
    }


def gaps(text: str) -> list[str]:
    """What a translation must keep: gaps of both kinds, and tags."""
    braces = [f"{{{name}}}" for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    return sorted({*braces, *re.findall(r"%\(\w+\)[sd]", text), *re.findall(r"</?\w+[^>]*>", text)})


@each_domain
def test_catalogue_has_every_sentence_and_no_other(domain: Domain) -> None:
    wanted = messages(domain.wanted()).keys()
    assert wanted
    assert messages(domain.translated()).keys() == wanted


@each_domain
def test_every_sentence_is_translated(domain: Domain) -> None:
    found = messages(domain.translated())
    assert [key for key, message in found.items() if message.fuzzy or not all(texts(message))] == []
    assert {len(texts(message)) for message in found.values()} <= {1, 3}


@each_domain
def test_translation_keeps_gaps_and_tags(domain: Domain) -> None:
    # a plural's English forms hold the same gaps
    wrong = {
        key: texts(message)
        for key, message in messages(domain.translated()).items()
        if any(gaps(text) != gaps(key[-1]) for text in texts(message))
    }
    assert wrong == {}


@each_domain
def test_translation_is_compiled(domain: Domain) -> None:
    with domain.target.open("rb") as file:
        compiled = messages(read_mo(file))
    source = messages(domain.translated())
    assert {key[:2]: texts(message) for key, message in compiled.items()} == {
        key[:2]: texts(message) for key, message in source.items()
    }


def test_a_sentence_has_one_translation_in_all_catalogues() -> None:
    """Django lays the catalogues on top of each other, so that one of two would be lost."""
    said: dict[tuple[str, ...], dict[str, list[str]]] = {}
    for domain in DOMAINS:
        for key, message in messages(domain.translated()).items():
            said.setdefault(key, {})[domain.name] = texts(message)
    assert {key: by for key, by in said.items() if len({tuple(forms) for forms in by.values()}) > 1} == {}


def test_no_other_name_hides_a_sentence_from_the_catalogues() -> None:
    """What collects the sentences knows the functions by name: ``gettext as _t`` would leave them untranslated."""
    packages = ("accounts", "config", "games")
    sources = [path.read_text() for package in packages for path in (ROOT / package).rglob("*.py")]
    assert {name for source in sources for name in aliases(source)} <= KEYWORDS.keys()


def aliases(source: str) -> set[str]:
    """The names under which a module imports the functions of gettext."""
    return set(re.findall(r"import \w*gettext\w* as (\w+)", source))
