"""The tools that servers had when they were last connected, so that a bot that starts knows them at once.

A call that a killed bot had made is then known for what it is, before its server is connected again.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from bot.private_files import store
from bot.values.mcp import RemoteTool

_FOLDER: Final = "mcp"


class KnownTools:
    """The tools, in a file for each server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / _FOLDER

    def read(self, server: str) -> Sequence[RemoteTool]:
        """Return the tools of a server; none where they aren't known, or were stored by another version."""
        try:
            return tuple(RemoteTool(**tool) for tool in json.loads(self._file(server).read_bytes()))
        except (OSError, ValueError, TypeError):
            return ()

    def store(self, server: str, tools: Sequence[RemoteTool]) -> None:
        """Store the tools of a server. Raises OSError."""
        store(self._file(server), json.dumps([asdict(tool) for tool in tools]))

    def _file(self, server: str) -> Path:
        return self._folder / f"{server}.tools.json"
