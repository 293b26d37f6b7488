"""New files that only we can read: there complete or not at all, and never in the place of another."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot import full_disk
from bot.errors import StartError
from bot.full_disk import is_full


@contextmanager
def complete(file: Path) -> Iterator[Path]:
    """Yield a new file beside the named one, which takes that name if the block ends well. Raises StartError."""
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
            full_disk.sentence(file.parent.absolute()) if is_full(reason) else f"{file} can't be written ({reason})."
        ) from error


def _refuse_existing(file: Path) -> None:
    if os.path.lexists(file):
        raise StartError(f"{file} already exists. Choose another name, or remove it.")
