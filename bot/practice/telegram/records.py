"""What the practice server remembers over a restart: one small SQLite file."""

import os
import sqlite3
from pathlib import Path

_FILE = "chats.sqlite"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS records (
    kind TEXT NOT NULL, key INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID
"""


class Records:
    """JSON texts by kind and number, in a file in `folder`, or nowhere without one.

    What was committed survives a killed process.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._connection: sqlite3.Connection | None = None

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
        self._connection.execute(_SCHEMA)

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

    def commit(self) -> None:
        """Make everything since the last commit last, together."""
        if self._connection:
            self._connection.commit()
