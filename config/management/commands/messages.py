"""``manage.py messages``: renew the catalogues, for which Django's own commands would need GNU gettext."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.translations import domains, texts


class Command(BaseCommand):
    help = "Bring the catalogues in step with the sources, compile them and count what is not translated yet."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("only", nargs="*", metavar="NAME", help='"site" or the folder of a game; all without one')
        parser.add_argument("--check", action="store_true", help="only tell which files are behind")

    def handle(self, *args: Any, only: list[str], check: bool, **options: Any) -> None:
        unknown = set(only) - {domain.name for domain in domains()}
        if unknown:
            raise CommandError(f"There is no catalogue {', '.join(sorted(unknown))}.")
        behind = []
        for domain in domains():
            if only and domain.name not in only:
                continue
            for path, write in ((domain.source, domain.updated), (domain.target, domain.compiled)):
                content = write()
                if path.exists() and path.read_bytes() == content:
                    continue
                behind.append(str(path.relative_to(settings.BASE_DIR)))
                if not check:
                    self._put(path, content)
            missing = sum(not all(texts(message)) for message in domain.translated() if message.id)
            if missing:
                self.stdout.write(f"{domain.name} ({domain.language}): {missing} not translated yet")
        if check and behind:
            raise CommandError(f"Behind their source, run ./herald messages: {', '.join(behind)}")
        self.stdout.write("\n".join(behind) or "All translations are in step.")

    def _put(self, path: Path, content: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
