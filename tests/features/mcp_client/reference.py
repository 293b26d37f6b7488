"""The official reference server, installed once into `build/` from npm, as users do."""

import fcntl
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

import pytest

FOLDER: Final = Path(__file__).parents[3] / "build" / "reference_servers"
PACKAGES: Final = {
    "everything": "@modelcontextprotocol/server-everything@2026.8.31",
}
INSTALL_SECONDS: Final = 240


def command(name: str) -> str:
    """Return the command of a package. Skips the test if it can't be installed, and says why."""
    file = FOLDER / "node_modules" / ".bin" / f"mcp-{PACKAGES[name].partition('/')[2].partition('@')[0]}"
    if problem := _problem(file):
        pytest.skip(f"{PACKAGES[name]} can't be installed: {problem}")
    return str(file)


@cache
def _problem(file: Path) -> str:
    """Install the packages, unless they are there, and return why that fails."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:  # so that no other worker installs meanwhile
        fcntl.flock(lock, fcntl.LOCK_EX)
        if file.exists():
            return ""
        install = [shutil.which("npm") or "npm", "install", "--no-audit", "--no-fund", "--no-save", *PACKAGES.values()]
        try:
            subprocess.run(install, cwd=FOLDER, check=True, capture_output=True, timeout=INSTALL_SECONDS)
        except FileNotFoundError as error:
            return f"there is no {error.filename}"
        except subprocess.SubprocessError as error:
            return f"{type(error).__name__}, exit code {getattr(error, 'returncode', None)}"
        return "" if file.exists() else "it has no such command"
