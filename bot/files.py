"""Stored files: each is named by its key, the SHA-256 of its content, and only we can read it."""

import os
import tempfile
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from bot.values.text import clean


class Files:
    """A folder of files. Whether a file is needed is known only to the database."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, content: bytes, key: str = "") -> str:
        """Store a file and return its key: that of its content, or the given one of a file that got lost.

        After a crash it is there as a whole or not at all. Raises OSError.
        """
        key = key or sha256(content).hexdigest()
        path = self.path(key)
        if not path.exists():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=self._folder, prefix=".")  # mode 600
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(descriptor)
            Path(name).rename(path)
        return key

    def get(self, key: str) -> bytes | None:
        """Return a file's content, or None if it is not there."""
        try:
            return self.path(key).read_bytes()
        except OSError:
            return None

    def has(self, key: str) -> bool:
        """Tell whether a file is there."""
        return self.path(key).is_file()

    def path(self, key: str) -> Path:
        """Return where a file is, if it is there."""
        return self._folder / key

    def delete(self, key: str) -> None:
        """Delete a file, if it is there."""
        self.path(key).unlink(missing_ok=True)

    def older_than(self, seconds: float) -> Iterator[str]:
        """Yield the keys of files that were stored longer ago, unfinished ones included."""
        before = time.time() - seconds
        if self._folder.is_dir():
            for entry in os.scandir(self._folder):
                if entry.stat(follow_symlinks=False).st_mtime < before:
                    yield clean(entry.name)
