"""The listed servers, each under supervision: connected in the background, and again whenever it is lost.

The tools that they had are stored, so that a bot that starts knows what a call that a killed bot had made is.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import structlog

from bot.features.mcp_client.listed import Listed, Remote, RemoteTool, ServerList, ServerState, read
from bot.kit.background import apart, background
from bot.kit.backoff import Backoff
from bot.kit.errors import ToolServerFailed
from bot.kit.language import Sentence, mark, rendered
from bot.kit.private_files import store

if TYPE_CHECKING:
    import httpx2

    from bot.features.mcp_client.connection import Connection

_FOLDER: Final = "mcp"
CONNECT_SECONDS: Final = 120.0
"""Longest that a server may take to start: one of npm or PyPI may be downloaded first."""
_STABLE_SECONDS: Final = 60.0
"""After a connection of this length, the next is tried at once."""
CHECK_SECONDS: Final = 60.0
"""Longest that a server may take to start where it is only looked at."""

log = structlog.get_logger()


class Logins:
    """Logins at servers by OAuth, in a file for each that only we can read. `auth` imports the SDK."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / _FOLDER

    def auth(self, listed: Listed) -> "httpx2.Auth | None":
        """Return what adds a server's stored login to requests; None without one."""
        if not isinstance(listed.place, Remote) or not self.file(listed.name).exists():
            return None
        from bot.features.mcp_client.oauth import stored_login  # noqa: PLC0415 - as in its docstring

        return stored_login(listed.place.url, self, listed.name)

    def file(self, server: str) -> Path:
        """Return where a server's login is stored."""
        return self._folder / f"{server}.json"

    def store(self, server: str, content: str) -> None:
        """Store a login. Raises OSError."""
        store(self.file(server), content)


class KnownTools:
    """The tools that servers had when they were last connected, in a file for each."""

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


class McpServers:
    """The servers that the owner has listed. `on_change` is called with the state of each whenever it changes."""

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
    def listed_in(cls, folder: Path) -> "McpServers":
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


class McpServer:
    """A server, whose `state` is replaced whenever it changes; `changed` is called then."""

    def __init__(
        self,
        listed: Listed,
        logins: Logins,
        known: KnownTools,
        changed: Callable[[ServerState], None],
        *,
        connect_seconds: float,
    ) -> None:
        self._listed = listed
        self._logins = logins
        self._known = known
        self._changed = changed
        self._connect_seconds = connect_seconds
        self._connection: Connection | None = None
        self._decided = asyncio.Event()
        """Set while it is known whether the server can be used."""
        self._wanted = asyncio.Event()
        self.state = ServerState(name=listed.name, is_trusted=listed.is_trusted, for_people=listed.for_people)

    def recall(self) -> None:
        """Read the tools that the server had when it was last connected."""
        self.state = replace(self.state, tools=self._known.read(self._listed.name))

    async def run(self) -> None:
        """Keep the server connected until cancelled."""
        backoff = Backoff(1.0, 300.0)
        while True:
            begun = time.monotonic()
            try:
                await apart(self._serve())
            except ToolServerFailed as error:
                self._lost(error)
            except Exception as error:  # no error of one server may end the others
                log.exception("an MCP server's connection failed", server=self._listed.name)
                self._lost(
                    ToolServerFailed(Sentence.of(mark("something went wrong here ({kind})"), kind=type(error).__name__))
                )
            if time.monotonic() - begun > _STABLE_SECONDS:
                backoff.reset()
            self._wanted.clear()
            try:
                async with asyncio.timeout(backoff.next()):
                    await self._wanted.wait()
            except TimeoutError:
                continue

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Return what a tool returns, in words for the model. Raises ToolServerFailed."""
        if self._connection is None:
            self._decided.clear()
            self._wanted.set()
            try:
                async with asyncio.timeout(10):
                    await self._decided.wait()
            except TimeoutError:
                raise ToolServerFailed(self.state.problem or mark("it is not connected yet")) from None
        if self._connection is None:
            raise ToolServerFailed(self.state.problem)
        return await self._connection.call(tool, arguments)

    async def _serve(self) -> None:
        """Connect the server, and follow its changes until it is lost. Raises ToolServerFailed."""
        connection = await asyncio.to_thread(import_module, "bot.features.mcp_client.connection")
        auth = self._logins.auth(self._listed)
        try:
            async with (
                asyncio.timeout(self._connect_seconds) as limit,
                connection.connected(self._listed, auth) as server,
            ):
                await self._fetch(server)
                limit.reschedule(None)
                self._connection = server
                self._decided.set()
                log.info("an MCP server is connected", server=self._listed.name, tools=len(self.state.tools))
                async with background(server.watch(), self._follow(server)):
                    await server.line.ended.wait()
                raise server.line.failure()
        except TimeoutError:
            raise ToolServerFailed(mark("it takes too long to start")) from None
        finally:
            self._connection = None

    async def _follow(self, server: "Connection") -> None:
        """Fetch the tools anew whenever the server says that they have changed."""
        while True:
            await server.changed.wait()
            await asyncio.sleep(2)  # as a server may tell of changes without end
            server.changed.clear()
            before = self.state
            try:
                async with asyncio.timeout(self._connect_seconds):
                    await self._fetch(server)
            except ToolServerFailed as error:
                server.line.end(error.problem)
                return
            except TimeoutError:
                server.line.end(mark("it doesn't list its tools"))
                return
            if self.state != before:
                log.info("an MCP server has changed its tools", server=self._listed.name, tools=len(self.state.tools))

    async def _fetch(self, server: "Connection") -> None:
        tools, left_out = await server.tools()
        if tuple(tools) != self.state.tools:
            with suppress(OSError):
                await asyncio.to_thread(self._known.store, self._listed.name, tools)
        since = self.state.since if self.state.is_connected else datetime.now(UTC)
        state = replace(self.state, is_connected=True, since=since, problem="")
        self._show(replace(state, tools=tuple(tools), left_out=tuple(left_out)))

    def _lost(self, error: ToolServerFailed) -> None:
        if error.problem != self.state.problem:
            log.warning("an MCP server is not connected", server=self._listed.name, reason=rendered(error.clause))
        since = datetime.now(UTC) if self.state.is_connected or self.state.since is None else self.state.since
        self._show(replace(self.state, is_connected=False, since=since, problem=error.problem))
        self._decided.set()

    def _show(self, state: ServerState) -> None:
        if state != self.state:
            self.state = state
            self._changed(state)


async def checked(listed: Listed, logins: Logins) -> ServerState:
    """Connect a server and return its state. Never raises for what is wrong with it: that is part of the state."""
    from bot.features.mcp_client.connection import connected  # noqa: PLC0415 - it imports the SDK

    try:
        async with asyncio.timeout(CHECK_SECONDS), connected(listed, logins.auth(listed)) as server:
            tools, left_out = await server.tools()
            return ServerState(name=listed.name, is_connected=True, tools=tools, left_out=left_out)
    except ToolServerFailed as error:
        return ServerState(name=listed.name, problem=error.problem)
    except TimeoutError:
        return ServerState(name=listed.name, problem=mark("it takes too long to start"))


async def log_in(listed: Listed, logins: Logins, ask: Callable[[str], Awaitable[str]]) -> int:
    """Log in at a server (see `new_login`), and return how many tools it has. Raises ToolServerFailed."""
    from bot.features.mcp_client.connection import connected  # noqa: PLC0415 - it imports the SDK
    from bot.features.mcp_client.oauth import new_login  # noqa: PLC0415 - as above

    if not isinstance(listed.place, Remote):
        raise ToolServerFailed("it is a command, and needs no login")
    auth = new_login(listed.place.url, logins, listed.name, ask)
    async with connected(listed, auth, logs_in=True) as server:
        tools, _ = await server.tools()
        return len(tools)
