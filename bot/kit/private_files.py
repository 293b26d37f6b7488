"""Files that only we can read: after a crash each is there as a whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.kit.errors import StartError, disk_full, is_disk_full


def store(file: Path, content: str) -> None:
    """Write a file, or replace it: after a crash it is the old one or the new one. Raises OSError."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")  # mode 600
    new = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as written:
            written.write(content)
            written.flush()
            os.fsync(descriptor)
        new.rename(file)
    finally:
        new.unlink(missing_ok=True)


@contextmanager
def complete(file: Path) -> Iterator[Path]:
    """Yield a new file beside the named one, which takes that name if the block ends well, unless that is taken.

    Raises StartError.
    """
    _refuse_existing(file)
    try:
        descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        os.close(descriptor)
        new = Path(name)
        try:
            yield new
            _refuse_existing(file)
            new.rename(file)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise StartError(
            disk_full(file.parent.absolute()) if is_disk_full(reason) else f"{file} can't be written ({reason})."
        ) from error


def _refuse_existing(file: Path) -> None:
    if os.path.lexists(file):
        raise StartError(f"{file} already exists. Choose another name, or remove it.")
