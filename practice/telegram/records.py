"""The practice server's state across restarts, in one small SQLite file."""

import os
import sqlite3
from pathlib import Path

_FILE = "chats.sqlite"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS records (
    kind TEXT NOT NULL, key INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files (key INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT
"""


class Records:
    """JSON texts by kind and number, and files by number, stored in `folder`.

    What was committed survives a killed process. Without a folder, files are kept in memory and texts are not kept.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._connection: sqlite3.Connection | None = None
        self._files: dict[int, bytes] = {}

    def open(self) -> None:
        """Open the file, readable by its owner only; a new folder is private too."""
        if not self._folder:
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = self._folder / _FILE
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, mode=0o600))
        file.chmod(0o600)
        self._connection = sqlite3.connect(file)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.executescript(_SCHEMA)

    def close(self) -> None:
        """Close the file."""
        if self._connection:
            self._connection.close()
            self._connection = None

    def all(self, kind: str) -> list[tuple[int, str]]:
        """Return all keys and values of a kind, sorted by key."""
        if not self._connection:
            return []
        query = "SELECT key, value FROM records WHERE kind = ? ORDER BY key"
        return [(int(key), str(value)) for key, value in self._connection.execute(query, (kind,))]

    def put(self, kind: str, key: int, value: str) -> None:
        """Write or replace a record; `commit` makes it durable."""
        if self._connection:
            self._connection.execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?)", (kind, key, value))

    def remove(self, kind: str, key: int) -> None:
        """Remove a record; `commit` makes it durable."""
        if self._connection:
            self._connection.execute("DELETE FROM records WHERE kind = ? AND key = ?", (kind, key))

    def file(self, key: int) -> bytes | None:
        """Return the content of a file, or None."""
        if not self._connection:
            return self._files.get(key)
        row = self._connection.execute("SELECT content FROM files WHERE key = ?", (key,)).fetchone()
        return bytes(row[0]) if row else None

    def put_file(self, key: int, content: bytes) -> None:
        """Write a file; `commit` makes it durable."""
        if self._connection:
            self._connection.execute("INSERT OR REPLACE INTO files VALUES (?, ?)", (key, content))
        else:
            self._files[key] = content

    def remove_file(self, key: int) -> None:
        """Remove a file if it exists; `commit` makes it durable."""
        self._files.pop(key, None)
        if self._connection:
            self._connection.execute("DELETE FROM files WHERE key = ?", (key,))

    def commit(self) -> None:
        """Commit all changes since the last commit together."""
        if self._connection:
            self._connection.commit()
