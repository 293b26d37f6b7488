"""All listed servers."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import structlog

from bot.errors import ToolServerFailed
from bot.language import mark, rendered
from bot.mcp_servers.known import KnownTools
from bot.mcp_servers.listed import ServerList, read
from bot.mcp_servers.logins import Logins
from bot.mcp_servers.server import McpServer
from bot.values.mcp import ServerState

CONNECT_SECONDS: Final = 120.0
"""Longest that a server may take to start: one of npm or PyPI may be downloaded first."""

log = structlog.get_logger()


class McpServers:
    """The servers that the owner has listed. `on_change` is called with the state of each whenever it changes.

    Each may take `connect_seconds` to start.
    """

    def __init__(
        self, listed: ServerList, logins: Logins, known: KnownTools, *, connect_seconds: float = CONNECT_SECONDS
    ) -> None:
        self.on_change: Callable[[ServerState], None] = lambda _: None
        self._wrong = listed.wrong
        self._servers = {
            it.name: McpServer(it, logins, known, self._changed, connect_seconds=connect_seconds)
            for it in listed.servers
        }

    @classmethod
    def of(cls, folder: Path) -> "McpServers":
        """Return the servers listed in a data folder, with the tools that they had."""
        servers = cls(read(folder), Logins(folder), KnownTools(folder))
        for server in servers._servers.values():
            server.recall()
        return servers

    async def run(self) -> None:
        """Keep the servers connected until cancelled. Entries that can't be used are named in the log."""
        for name, problem in self._wrong.items():
            log.warning("an entry of mcp.json can't be used", entry=name, reason=rendered(problem))
        async with asyncio.TaskGroup() as group:  # which ends only once all have ended
            for server in self._servers.values():
                group.create_task(server.run())

    def states(self) -> Sequence[ServerState]:
        """Return the states of the servers, in the order of the list, then the entries that can't be used."""
        wrong = [ServerState(name=name, problem=problem) for name, problem in self._wrong.items()]
        return [*(server.state for server in self._servers.values()), *wrong]

    async def call(self, server: str, tool: str, arguments: Mapping[str, Any]) -> str:
        """Return what a tool returns, in words for the model. Raises ToolServerFailed."""
        if server not in self._servers:
            raise ToolServerFailed(mark("it is no longer in mcp.json"))
        return await self._servers[server].call(tool, arguments)

    def _changed(self, state: ServerState) -> None:
        self.on_change(state)
