"""A full disk, as the system and PostgreSQL report it."""

import re
from typing import Final

_SIGNS: Final = re.compile(r"No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes")


def is_full(reason: str) -> bool:
    """Tell whether an error's words say that a disk is full."""
    return bool(_SIGNS.search(reason))


def sentence(place: object) -> str:
    """Return what to say if the disk with a file or a folder is full."""
    return f"The disk with {place} is full. Free some space, then try again."
