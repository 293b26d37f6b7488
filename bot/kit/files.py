"""Stored files: each is named by its key, the SHA-256 of its content, and only we can read it."""

import os
import tempfile
import threading
import time
from hashlib import sha256
from pathlib import Path
from typing import Final

from bot.kit.text import clean

_CLAIMED_WITHIN_SECONDS: Final = 900.0
"""Seconds to claim a stored or held file in. After them, it counts as abandoned."""


class Files:
    """A folder of files. Whether one is needed is known only to the database, once it has been claimed there.

    Files are stored and deleted in several threads.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._unclaimed: dict[str, float] = {}  # with the times when they are given up, by the monotonic clock
        self._claimed_since: set[str] = set()
        """Keys claimed since files were last listed: a look at the database for that list may have missed them."""
        self._lock = threading.Lock()

    def put(self, content: bytes, key: str = "") -> str:
        """Store a file and return its key: that of its content, or the given one of a file that got lost.

        After a crash it is there as a whole or not at all. Raises OSError.
        """
        key = key or sha256(content).hexdigest()
        with self._lock:
            self._wait_for_claim(key)
            is_here = self.has(key)
        if not is_here:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=self._folder, prefix=f"{key}.")  # mode 600
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(descriptor)
            Path(name).rename(self.path(key))
        return key

    def hold(self, key: str) -> bool:
        """Tell whether a file is there; if it is, nothing deletes it until it is claimed."""
        with self._lock:
            if is_here := self.has(key):
                self._wait_for_claim(key)
            return is_here

    def claim(self, key: str) -> None:
        """Note that the database knows of a file that was stored or held."""
        with self._lock:
            self._claimed_since.add(key)
            self._unclaimed.pop(key, None)

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
        """Delete a listed file that no message has, unless one was given it since."""
        with self._lock:
            if key not in self._unclaimed and key not in self._claimed_since:
                self.path(key).unlink(missing_ok=True)

    def claimed(self) -> list[str]:
        """Return the keys of all files, unfinished ones included, without those that are not claimed yet."""
        with self._lock:
            self._claimed_since.clear()
            now = time.monotonic()
            self._unclaimed = {key: until for key, until in self._unclaimed.items() if until > now}
        names = [path.name for path in self._folder.iterdir()] if self._folder.is_dir() else []
        return [clean(name) for name in names if name.partition(".")[0] not in self._unclaimed]

    def _wait_for_claim(self, key: str) -> None:
        self._unclaimed[key] = time.monotonic() + _CLAIMED_WITHIN_SECONDS
