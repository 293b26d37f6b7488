"""How this Keepsake was started, and where its code is."""

import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
"""Folder of the packages: a clone, or the site-packages of an installed wheel."""


def is_clone() -> bool:
    """Tell whether this is a clone of the repository, not an installed wheel."""
    return (ROOT / "pyproject.toml").exists()


def called() -> str:
    """Return what starts Keepsake: the command of the installed wheel, or Python with the package."""
    return "keepsake" if Path(sys.argv[0]).name == "keepsake" else "python -m bot"


def command(arguments: str) -> str:
    """Return a command line as the user types it, such as `keepsake token add NAME`."""
    return f"{called()} {arguments}"
