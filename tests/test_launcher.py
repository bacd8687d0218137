"""``./herald`` prepares the environment, and says in a sentence what is missing."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.processes import ROOT

# a uv that writes down what it is asked for; FAIL names the subcommand that fails
UV = """\
#!/bin/sh
echo "$@" >> "$UV_LOG"
case "$1" in "$FAIL") echo "no route to host"; exit 1;; esac
case "$1 $2" in
  "--version ") echo uv;;
  "venv "*) for last; do :; done; mkdir -p "$last/bin"; ln -s "$REAL_PYTHON" "$last/bin/python";;
  "pip sync") sleep 0.3;;
esac
"""
MANAGE = "import sys; print('managed', *sys.argv[1:])"


class Tree:
    """A copy of the launcher with a fake uv, and nothing else on PATH but what the test puts there."""

    def __init__(self, base: Path) -> None:
        self.root = base / "tree"
        self.path = base / "path"
        self.log = base / "uv.log"
        for folder in (self.root, self.path):
            folder.mkdir()
        shutil.copy(ROOT / "herald", self.root)
        (self.root / "manage.py").write_text(MANAGE)
        for lock in ("requirements.lock", "requirements-dev.lock"):
            (self.root / lock).write_text(lock)
        self.program("uv", UV)
        for tool in ("sh", "mkdir", "ln", "sleep"):
            (self.path / tool).symlink_to(str(shutil.which(tool)))
        self.environment = {
            "PATH": str(self.path),
            "HOME": str(base),
            "UV_LOG": str(self.log),
            "REAL_PYTHON": sys.executable,
        }

    def program(self, name: str, text: str) -> Path:
        file = self.path / name
        file.write_text(text)
        file.chmod(0o755)
        return file

    def start(self, *arguments: str, python: Path | None = None, **variables: str) -> subprocess.Popen[str]:
        """Start the launcher, under the interpreter that ``python`` claims to be."""
        command = [sys.executable, "herald", *arguments]
        if python:
            code = f"import runpy, sys; sys.executable = {str(python)!r}; sys.argv = {['herald', *arguments]}"
            command = [sys.executable, "-c", f"{code}; runpy.run_path('herald', run_name='__main__')"]
        return subprocess.Popen(
            command,
            cwd=self.root,
            env={**self.environment, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, python: Path | None = None, **variables: str) -> tuple[int, str, str]:
        """Exit code, standard output and standard error."""
        process = self.start(*arguments, python=python, **variables)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def asked_of_uv(self) -> list[str]:
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if line != "--version"]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def sync(tree: Tree, lock: str) -> str:
    return f"pip sync --require-hashes --compile-bytecode --python {tree.root}/.venv/bin/python {tree.root}/{lock}"


def test_first_start_builds_the_environment_and_the_second_finds_it(tree: Tree) -> None:
    assert tree.run("manage", "check", "--deploy")[:2] == (0, "managed check --deploy\n")
    assert tree.asked_of_uv() == [
        f"venv --quiet --clear --python {sys.executable} {tree.root}/.venv",
        sync(tree, "requirements.lock"),
    ]
    tree.log.unlink()
    (tree.path / "uv").unlink()
    assert tree.run("run", "--port", "8001") == (0, "managed run --port 8001\n", "")


def test_changed_lock_is_installed(tree: Tree) -> None:
    tree.run("manage")
    tree.log.unlink()
    (tree.root / "requirements.lock").write_text("changed")
    assert tree.run("manage")[0] == 0
    assert tree.asked_of_uv() == [sync(tree, "requirements.lock")]


def test_environment_of_a_developer_stays_one(tree: Tree) -> None:
    tree.run("messages")
    assert tree.asked_of_uv()[-1] == sync(tree, "requirements-dev.lock")
    tree.log.unlink()
    assert tree.run("run")[0] == 0
    assert tree.asked_of_uv() == []
    (tree.root / "requirements-dev.lock").write_text("changed")
    assert tree.run("run")[0] == 0
    assert tree.asked_of_uv() == [sync(tree, "requirements-dev.lock")]
    stamp = hashlib.sha256(b"changed").hexdigest()
    assert (tree.root / ".venv" / ".herald").read_text() == f"dev {stamp}"


def test_two_first_starts_at_once_install_once(tree: Tree) -> None:
    processes = [tree.start("manage", name) for name in ("one", "two")]
    assert sorted(process.communicate(timeout=60)[0] for process in processes) == ["managed one\n", "managed two\n"]
    assert tree.asked_of_uv().count(sync(tree, "requirements.lock")) == 1


def test_interrupted_installation_is_done_again(tree: Tree) -> None:
    code, _, err = tree.run("run", FAIL="pip")
    assert code == 2
    assert "Installing the packages of requirements.lock failed. Is the network there?\n\nno route to host" in err
    assert "Traceback" not in err
    assert tree.run("run")[:2] == (0, "managed run\n")


def test_old_python_alone_is_named_with_the_way_to_a_new_one(tree: Tree) -> None:
    old = tree.program("python3", "#!/bin/sh\necho 3 8\n")
    code, out, err = tree.run("run", python=old, FAIL="venv")
    assert (code, out) == (2, "")
    assert f"Herald needs Python 3.12 or newer, and there is none here (found: 3.8 at {old})." in err
    assert "sudo apt install python3.13" in err
    assert "Traceback" not in err


def test_python_too_old_for_uv_is_named_too(tree: Tree) -> None:
    (tree.path / "uv").unlink()
    ancient = tree.program("python3", '#!/bin/sh\ncase "$1" in -c) echo 3 6;; *) exit 1;; esac\n')
    code, _, err = tree.run("run", python=ancient)
    assert code == 2
    assert f"Herald needs Python 3.12 or newer, and there is none here (found: 3.6 at {ancient})." in err


def test_newer_python_beside_an_old_one_is_found(tree: Tree) -> None:
    old = tree.program("python3", "#!/bin/sh\necho 3 8\n")
    new = tree.root.parent / ".pyenv" / "versions" / "3.13.0" / "bin" / "python"
    new.parent.mkdir(parents=True)
    new.write_text("#!/bin/sh\necho 3 13\n")
    new.chmod(0o755)
    assert tree.run("run", python=old)[0] == 0
    assert tree.asked_of_uv()[0] == f"venv --quiet --clear --python {new} {tree.root}/.venv"


def test_broken_uv_on_the_path_is_not_used(tree: Tree) -> None:
    tree.program("uv", "#!/bin/sh\nexit 127\n")
    own = tree.root / ".uv" / "bin" / "uv"
    own.parent.mkdir(parents=True)
    own.write_text(UV)
    own.chmod(0o755)
    assert tree.run("run")[:2] == (0, "managed run\n")
    assert tree.asked_of_uv()[-1] == sync(tree, "requirements.lock")


def test_python_without_venv_is_told(tree: Tree) -> None:
    (tree.path / "uv").unlink()
    # answers its version, and nothing else
    bare = tree.program("python3", '#!/bin/sh\ncase "$2" in *version_info*) echo 3 13;; *) exit 1;; esac\n')
    code, _, err = tree.run("run", python=bare)
    assert code == 2
    assert f"{bare} cannot make environments" in err
    assert "sudo apt install python3-venv" in err


@pytest.mark.parametrize(
    "hinder",
    [
        lambda tree: (tree.root / ".herald.lock").mkdir(),
        lambda tree: (tree.root / "requirements.lock").unlink(),
    ],
    ids=["no right to write", "no lock file"],
)
def test_what_cannot_be_read_or_written_is_named(tree: Tree, hinder: Callable[[Tree], None]) -> None:
    hinder(tree)
    code, _, err = tree.run("run")
    assert code == 2
    assert err.startswith("herald: ")
    assert str(tree.root) in err
    assert "Traceback" not in err


def test_unknown_command_lists_the_known(tree: Tree) -> None:
    code, _, err = tree.run("rum")
    assert code == 2
    assert err.startswith("herald: There is no command “rum”.\n\nusage: ./herald COMMAND")


def test_launcher_parses_on_old_pythons() -> None:
    import ast

    ast.parse((ROOT / "herald").read_text(), feature_version=(3, 7))
    assert os.access(ROOT / "herald", os.X_OK)
