"""What the files of an export are called."""

from datetime import datetime
from pathlib import Path

from bot.errors import StartError


def names(at: datetime) -> tuple[str, str]:
    """Return the names of the file for programs and of the one to be read."""
    return f"keepsake-{at:%Y-%m-%d}.json", f"keepsake-{at:%Y-%m-%d}.md"


def files(place: Path, at: datetime) -> tuple[Path, Path]:
    """Return the two files in a folder, or of the name that is given for the first. Raises StartError."""
    if place.is_dir():
        json, markdown = names(at)
        return place / json, place / markdown
    if place.suffix != ".json":
        raise StartError(f"{place} is neither a folder that is there nor the name of a file that ends in .json.")
    return place, place.with_suffix(".md")
