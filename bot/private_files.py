"""Files that only we can read."""

import os
import tempfile
from pathlib import Path


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
