"""Which way imports go: the rules of the games know nothing but themselves and the contract."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.registry import GAMES

ROOT = Path(__file__).parent.parent
CONTRACT = ("games.contract", "games.chance", "games.drawing", "games.words", "games.heraldry", "games.backdrop")
PURE = (
    *CONTRACT,
    "games.answers",
    "games.record",
    "games.registry",
    "games.playing",
    "games.svg",
    "games.asides",
    "games.arena",
)


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, at its top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def is_within(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def strangers(path: Path, allowed: tuple[str, ...]) -> list[str]:
    """Imports that are neither of the standard library nor of ``allowed``."""
    return [
        module
        for module in imported(path)
        if module.partition(".")[0] not in sys.stdlib_module_names and not is_within(module, allowed)
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_game_imports_the_contract_and_itself_alone(slug: str) -> None:
    folder = ROOT / "games" / slug
    files = [path for path in folder.rglob("*.py") if "tests" not in path.parts]
    assert folder / "__init__.py" in files
    assert {path.name: found for path in files if (found := strangers(path, (*CONTRACT, f"games.{slug}")))} == {}


@pytest.mark.parametrize("module", PURE)
def test_pure_module_imports_the_standard_library_and_pure_modules(module: str) -> None:
    path = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    assert strangers(path, PURE) == []


@pytest.mark.parametrize("slug", GAMES)
def test_game_brings_its_rules(slug: str) -> None:
    assert (ROOT / "games" / slug / "RULES.md").is_file()


def test_loading_every_game_loads_no_django() -> None:
    code = (
        "import sys; from games.registry import all_games; assert all_games();"
        "print([name for name in ('django', 'celery', 'msgspec', 'config', 'accounts') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("source", ["import django", "def f():\n    from games import ice_battle", "import games.mail"])
def test_stranger_is_found_wherever_it_is_imported(source: str, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(source)
    assert len(strangers(path, CONTRACT)) == 1
