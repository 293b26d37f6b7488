"""A folder like the repository, as somebody has it who cloned it."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from tests.forks import REPOSITORY, environment

PYTHON = f"PYTHON={REPOSITORY / '.venv/bin/python'}"
"""Makefile variable with the Python of the installed packages."""
PARTS = (
    *("Makefile", "pyproject.toml", "requirements.txt", "requirements-dev.txt", "requirements-local.txt"),
    *(".env.example", "bot", "practice", "migrations", "deploy", "tests"),
)


@cache
def _is_installed() -> bool:
    """Tell whether what is in .venv is what make would install."""
    would_do = subprocess.run(
        ["make", "-n", "bench", PYTHON], cwd=REPOSITORY, env=environment(), capture_output=True, text=True, check=False
    )
    return not would_do.returncode and "install.py" not in would_do.stdout


@contextmanager
def cloned(*, installed: bool = True) -> Iterator[Path]:
    """Yield a folder like the repository without anybody's settings, in one with room for data.

    What is `installed` is that of the repository.
    """
    if installed and not _is_installed():
        pytest.skip("what is in .venv is not what make would install, and a test installs nothing")
    parent = Path(tempfile.mkdtemp(prefix="keepsake-clone-"))
    parent.chmod(0o711)  # root's database server has to reach the data
    folder = parent / "keepsake"
    folder.mkdir()
    for part in (*PARTS, *([".venv"] if installed else [])):
        (folder / part).symlink_to(REPOSITORY / part)
    yield folder
    shutil.rmtree(parent)
