"""Backups: written and read by PostgreSQL's own programs, restored in one transaction.

A backup is an archive in pg_dump's custom format with our tables and nothing else. When it is restored, the tables are
made by our own migrations and only their rows come from the file: none of its statements is run.
"""

from bot.database.backup.restoring import Restored, restore
from bot.database.backup.writing import write

__all__ = ["Restored", "restore", "write"]
