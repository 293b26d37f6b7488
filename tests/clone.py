"""A copy of the repository, as somebody has it who cloned it."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.forks import REPOSITORY, environment

PYTHON = f"PYTHON={REPOSITORY / '.venv/bin/python'}"
"""Makefile variable with the Python of the installed packages."""
PARTS = (
    *("Makefile", "pyproject.toml", "requirements.txt", "requirements-dev.txt", "requirements-local.txt"),
    *(".env.example", "bot", "practice", "migrations", "deploy"),
)


@contextmanager
def cloned(*, installed: bool = True) -> Iterator[Path]:
    """Yield a copy of the repository without anybody's settings, in a folder with room for data.

    What is `installed` is that of the repository.
    """
    venv = REPOSITORY / ".venv"
    would_do = subprocess.run(
        ["make", "-n", "bench", PYTHON], cwd=REPOSITORY, env=environment(), capture_output=True, text=True, check=False
    )
    if installed and (would_do.returncode or "install.py" in would_do.stdout):
        pytest.skip("what is in .venv is not what make would install, and a test installs nothing")
    parent = Path(tempfile.mkdtemp(prefix="keepsake-clone-"))
    parent.chmod(0o711)  # root's database server has to reach the data
    folder = parent / "keepsake"
    folder.mkdir()
    for part in PARTS:
        source = REPOSITORY / part
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, folder / part)
    shutil.copytree(REPOSITORY / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    if installed:
        (folder / ".venv").symlink_to(venv)
    yield folder
    shutil.rmtree(parent)
