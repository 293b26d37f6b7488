"""What the practice server remembers over a restart: one small SQLite file."""

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
    """JSON texts by kind and number, and files by number; in a file in `folder`.

    Without a folder the texts are kept nowhere, and the files in memory.

    What was committed survives a killed process.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._connection: sqlite3.Connection | None = None
        self._files: dict[int, bytes] = {}

    def open(self) -> None:
        """Open the file; it, and the folder if it is new, are for their owner only."""
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
        """Every key and value of a kind, by key."""
        if not self._connection:
            return []
        query = "SELECT key, value FROM records WHERE kind = ? ORDER BY key"
        return [(int(key), str(value)) for key, value in self._connection.execute(query, (kind,))]

    def put(self, kind: str, key: int, value: str) -> None:
        """Write or replace a record, to be committed."""
        if self._connection:
            self._connection.execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?)", (kind, key, value))

    def remove(self, kind: str, key: int) -> None:
        """Remove a record, to be committed."""
        if self._connection:
            self._connection.execute("DELETE FROM records WHERE kind = ? AND key = ?", (kind, key))

    def file(self, key: int) -> bytes | None:
        """Return what a file holds, if it is there."""
        if not self._connection:
            return self._files.get(key)
        row = self._connection.execute("SELECT content FROM files WHERE key = ?", (key,)).fetchone()
        return bytes(row[0]) if row else None

    def put_file(self, key: int, content: bytes) -> None:
        """Write a file, to be committed."""
        if self._connection:
            self._connection.execute("INSERT OR REPLACE INTO files VALUES (?, ?)", (key, content))
        else:
            self._files[key] = content

    def remove_file(self, key: int) -> None:
        """Remove a file, if it is there, to be committed."""
        self._files.pop(key, None)
        if self._connection:
            self._connection.execute("DELETE FROM files WHERE key = ?", (key,))

    def commit(self) -> None:
        """Make everything since the last commit last, together."""
        if self._connection:
            self._connection.commit()
