"""What is to be translated, and where the translations lie. For development: it needs Babel.

The site has one catalogue in ``locale/``, and each game its own beside its rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation import templatize

LANGUAGES = ("ru",)
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "say")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
SITE = ("accounts", "games", "templates")
SITE_PACKAGES = ("mail", "matches", "ratings", "tournaments")
KINDS = (".py", ".html", ".txt", ".svg")

HEAD = """\
msgid ""
msgstr ""
"Project-Id-Version: Herald\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"
"""

type Found = tuple[str | tuple[str, ...], str | None, list[str]]


@dataclass(frozen=True)
class Domain:
    """A catalogue in one language and the sources it serves; ``name`` is a game's slug, or "site"."""

    name: str
    language: str

    @property
    def source(self) -> Path:
        home = settings.BASE_DIR if self.name == "site" else settings.BASE_DIR / "games" / self.name
        return Path(home) / "locale" / self.language / "LC_MESSAGES" / "django.po"

    @property
    def target(self) -> Path:
        return self.source.with_suffix(".mo")

    def wanted(self) -> Catalog:
        """All messages of the sources, untranslated, in the order of the files."""
        catalog = Catalog(locale=self.language, fuzzy=False)
        for path in _files(self.name):
            place = path.relative_to(settings.BASE_DIR).as_posix()
            for message, context, comments in messages(path):
                catalog.add(message, locations=[(place, 1)], auto_comments=comments, context=context)
        return catalog

    def translated(self) -> Catalog:
        """The translations as they are; none yet if there is no file. Raises PoFileError with the faulty line."""
        if not self.source.exists():
            return Catalog(locale=self.language, fuzzy=False)
        with self.source.open("rb") as file:
            catalog = read_po(file, locale=self.language, abort_invalid=True)
        # else Babel puts the present minute in, and no file would ever equal the next one
        catalog.creation_date = catalog.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
        return catalog

    def updated(self) -> bytes:
        """The ``.po`` with every message that the sources hold now and no other; their translations are kept."""
        catalog = self.translated()
        catalog.update(self.wanted(), no_fuzzy_matching=True)
        result = BytesIO()
        write_po(result, catalog, width=0, omit_header=True, include_lineno=False, ignore_obsolete=True)
        return b"\n".join((self._head(), result.getvalue()))

    def _head(self) -> bytes:
        """What stands above the first message, glossary included."""
        if self.source.exists():
            return self.source.read_bytes().partition(b"\n\n")[0] + b"\n"
        return HEAD.format(language=self.language, plurals=Catalog(locale=self.language).plural_forms).encode()

    def compiled(self) -> bytes:
        """The ``.mo`` of the ``.po``."""
        result = BytesIO()
        write_mo(result, self.translated())
        return result.getvalue()


def domains() -> list[Domain]:
    """The catalogue of the site and one for each game's folder, in every language but English."""
    return [Domain(name, language) for name in ("site", *_games()) for language in LANGUAGES]


def messages(path: Path) -> Iterator[Found]:
    """What a module or a template says: text (or singular and plural), context, comments for translators."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        # by its indents the outcome would be no Python
        text = "\n".join(line.lstrip() for line in templatize(text, origin=str(path)).splitlines())
    found = extract("python", BytesIO(text.encode()), keywords=KEYWORDS, comment_tags=("Translators:",))
    for _line, message, comments, context in found:
        if message:
            yield message, context, comments


def texts(message: Message) -> list[str]:
    """The translation, or all its plural forms; empty ones where there is none yet."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def _games() -> list[str]:
    """Every folder of a game, registered or not yet."""
    packages = {path.parent.name for path in (settings.BASE_DIR / "games").glob("*/*.py")}
    return sorted(packages.difference(SITE_PACKAGES))


def _files(name: str) -> Iterator[Path]:
    base, apart = Path(settings.BASE_DIR), {"tests", "static", "migrations"}
    roots = [base / "games" / name]
    if name == "site":
        roots = [base / root for root in SITE]
        apart |= set(_games())
    for root in roots:
        for path in sorted(root.rglob("*")):
            if path.suffix in KINDS and not apart.intersection(path.relative_to(root).parts):
                yield path
