"""``manage.py messages``: compile the translations, for which Django's own command would need GNU gettext."""

from argparse import ArgumentParser
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


def compiled(source: Path) -> bytes:
    """The ``.mo`` of a ``.po`` file. Raises PoFileError with the line that cannot be read."""
    with source.open("rb") as file:
        catalog = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
    result = BytesIO()
    write_mo(result, catalog)
    return result.getvalue()


def sources() -> list[Path]:
    """Every ``.po`` file of this project."""
    folders = [settings.BASE_DIR / "locale", *settings.BASE_DIR.glob("*/locale"), *settings.BASE_DIR.glob("*/*/locale")]
    return sorted(source for folder in folders for source in folder.glob("*/LC_MESSAGES/django.po"))


class Command(BaseCommand):
    help = "Compile the translations of every locale folder."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="only tell which compiled files are behind")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        behind = []
        for source in sources():
            target, content = source.with_suffix(".mo"), compiled(source)
            if not target.exists() or target.read_bytes() != content:
                behind.append(str(target.relative_to(settings.BASE_DIR)))
                if not check:
                    target.write_bytes(content)
        if check and behind:
            raise CommandError(f"Behind their source, run ./herald messages: {', '.join(behind)}")
        self.stdout.write("\n".join(behind) or "All translations are compiled.")
