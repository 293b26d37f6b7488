"""Logins at servers by OAuth: kept in the data folder, in a file for each server."""

from pathlib import Path
from typing import TYPE_CHECKING

from bot.kit.private_files import store

if TYPE_CHECKING:
    import httpx2

_FOLDER = "mcp"


class Logins:
    """The stored logins. `auth` imports the SDK."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / _FOLDER

    def auth(self, server: str, url: str) -> "httpx2.Auth | None":
        """Return what adds a stored login to requests; None without one."""
        if not self.file(server).exists():
            return None
        from bot.features.mcp_client.oauth import stored_login  # noqa: PLC0415 - as in its docstring

        return stored_login(url, self, server)

    def file(self, server: str) -> Path:
        """Return where a server's login is stored."""
        return self._folder / f"{server}.json"

    def store(self, server: str, content: str) -> None:
        """Store a login, which only we can read. Raises OSError."""
        store(self.file(server), content)
