"""Stored files: each is named by its key, the SHA-256 of its content, and only we can read it."""

import os
import tempfile
from hashlib import sha256
from pathlib import Path

from bot.values.text import clean


class Files:
    """A folder of files. Whether one is needed is known only to the database, once it has been claimed there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._unclaimed: set[str] = set()

    def put(self, content: bytes, key: str = "") -> str:
        """Store a file and return its key: that of its content, or the given one of a file that got lost.

        After a crash it is there as a whole or not at all. Raises OSError.
        """
        key = key or sha256(content).hexdigest()
        self._unclaimed.add(key)
        path = self.path(key)
        if not path.exists():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=self._folder, prefix=f"{key}.")  # mode 600
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(descriptor)
            Path(name).rename(path)
        return key

    def claim(self, key: str) -> None:
        """Note that the database knows of a file that was stored."""
        self._unclaimed.discard(key)

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
        """Delete a file that no message has, unless it was stored again meanwhile."""
        if key not in self._unclaimed:
            self.path(key).unlink(missing_ok=True)

    def claimed(self) -> list[str]:
        """Return the keys of all files, unfinished ones included, without those that are not claimed yet."""
        names = [path.name for path in self._folder.iterdir()] if self._folder.is_dir() else []
        return [clean(name) for name in names if name.partition(".")[0] not in self._unclaimed]
