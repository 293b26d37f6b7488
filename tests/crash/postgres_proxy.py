"""A proxy between a program and PostgreSQL that a test can pause at any statement, disconnect and close.

It forwards bytes and understands as much of the protocol as tells which statements are under way
(https://www.postgresql.org/docs/18/protocol-flow.html, …/protocol-message-formats.html): a Query, or an Execute of
the portal that a Bind made of what a Parse named. Answers are held back until the ReadyForQuery behind them, at which
a statement outside of a transaction is committed too.
"""

import asyncio
import struct
import tempfile
from asyncio import IncompleteReadError, StreamReader, StreamWriter
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self, TypeAlias

from sqlalchemy import make_url

from bot.store.embedded.server import PORT, SOCKET

_TRANSACTION_OVER: Final = b"I"


class Lost(Exception):  # noqa: N818 - no error, but what becomes of a connection
    """Raised by a hook: the connection is lost here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A statement before it reaches PostgreSQL, or when it is `done` but not yet reported to the program."""

    sql: str
    done: bool
    transaction: tuple[str, ...]
    """The statements before it in its transaction, BEGIN included."""


Hook: TypeAlias = Callable[[Statement], Awaitable[None]]


class PostgresProxy:
    """A Unix socket in front of the server at `server_url`; `url` is the same database through the socket.

    `hook` is awaited for every statement, before it is forwarded and again before its completion is passed back.
    Use it as an async context manager.
    """

    def __init__(self, server_url: str, hook: Hook) -> None:
        self._address = make_url(server_url)
        self._hook = hook
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._listener: asyncio.Server | None = None
        self._connections: dict[asyncio.Task[None], _Connection] = {}
        self.url = ""

    async def __aenter__(self) -> Self:
        # A folder of its own, as a socket's path has to be short.
        self._folder = tempfile.TemporaryDirectory(prefix="keepsake-wire-")
        through = {"host": self._folder.name, "port": str(PORT)}
        self.url = self._address.set(query=through).render_as_string(hide_password=False)
        await self.back()
        return self

    async def __aexit__(self, *_: object) -> None:
        try:
            await self.away()
        finally:
            if self._folder:
                self._folder.cleanup()

    async def back(self) -> None:
        """Accept connections, unless they are accepted already."""
        if self._listener is None and self._folder:
            self._listener = await asyncio.start_unix_server(self._accept, _socket(self._folder.name))

    async def away(self) -> None:
        """Refuse new connections and close the open ones."""
        listener, self._listener = self._listener, None
        if listener and self._folder:
            listener.close()
            _socket(self._folder.name).unlink(missing_ok=True)
        self.cut()
        await self.quiet()

    def cut(self) -> None:
        """Close every connection."""
        for connection in self._connections.values():
            connection.cut()

    async def quiet(self) -> None:
        """Wait until no connection is left and PostgreSQL has done what came through them."""
        while self._connections:
            await asyncio.wait(self._connections)

    async def _accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            server = await asyncio.open_unix_connection(_socket(str(self._address.query["host"])))
        except OSError:
            writer.transport.abort()
            return
        connection = _Connection((reader, writer), server, self._hook)
        carrying = asyncio.create_task(connection.carry())
        self._connections[carrying] = connection
        carrying.add_done_callback(self._connections.pop)


class _Connection:
    """One connection: the program's statements, and those that PostgreSQL has completed."""

    def __init__(
        self, program: tuple[StreamReader, StreamWriter], server: tuple[StreamReader, StreamWriter], hook: Hook
    ) -> None:
        self._from_program, self._to_program = program
        self._from_server, self._to_server = server
        self._hook = hook
        self._prepared: dict[bytes, str] = {}
        self._portals: dict[bytes, str] = {}
        self._transaction: list[str] = []
        self._asked: list[Statement] = []  # since the last Sync
        self._owed: deque[list[Statement]] = deque()  # up to each Sync that is not answered by a ReadyForQuery

    async def carry(self) -> None:
        """Relay both directions until both ends are closed."""
        await asyncio.gather(self._forth(), self._back())

    def cut(self) -> None:
        """Drop the connection to both sides."""
        self._to_program.transport.abort()
        self._to_server.transport.abort()

    async def _forth(self) -> None:
        """Relay from the program until it closes; PostgreSQL still completes what it received."""
        with suppress(IncompleteReadError, ConnectionError, Lost):
            start = await _sized(self._from_program)  # the one message without a type
            self._to_server.write(start)
            while True:
                kind = await self._from_program.readexactly(1)
                message = await _sized(self._from_program)
                await self._note(kind, message[4:])
                self._to_server.write(kind + message)
                await self._to_server.drain()
        self._to_program.transport.abort()
        with suppress(OSError):
            self._to_server.write_eof()

    async def _back(self) -> None:
        """Relay from PostgreSQL until it closes."""
        held, completed = b"", 0
        with suppress(IncompleteReadError, ConnectionError):
            while True:
                kind = await self._from_server.readexactly(1)
                message = await _sized(self._from_server)
                held += kind + message
                completed += kind in {b"C", b"I", b"s"}  # CommandComplete, EmptyQueryResponse, PortalSuspended
                if kind == b"Z":  # ReadyForQuery
                    await self._tell(completed)
                    completed = 0
                    if message[4:] == _TRANSACTION_OVER:
                        self._transaction.clear()
                if kind == b"Z" or not self._owed:
                    if not self._to_program.is_closing():
                        self._to_program.write(held)
                    held = b""
        self._to_program.transport.abort()
        self._to_server.transport.abort()

    async def _note(self, kind: bytes, body: bytes) -> None:
        """Record a message of the program, and report a statement to the hook."""
        match kind:
            case b"P":  # Parse
                name, query, _ = body.split(b"\0", 2)
                self._prepared[name] = query.decode()
            case b"B":  # Bind
                portal, name, _ = body.split(b"\0", 2)
                self._portals[portal] = self._prepared[name]
            case b"E":  # Execute
                await self._ask(self._portals[body.partition(b"\0")[0]])
            case b"Q":  # Query
                await self._ask(body.rstrip(b"\0").decode())
                self._sync()
            case b"S":  # Sync
                self._sync()

    async def _ask(self, sql: str) -> None:
        transaction = tuple(self._transaction)
        self._transaction.append(sql)
        await self._hook(Statement(sql=sql, done=False, transaction=transaction))
        self._asked.append(Statement(sql=sql, done=True, transaction=transaction))

    def _sync(self) -> None:
        self._owed.append(self._asked)
        self._asked = []

    async def _tell(self, completed: int) -> None:
        """Report the completed statements to the hook; a failed one and those after it are not completed."""
        if self._owed:
            try:
                for statement in self._owed.popleft()[:completed]:
                    await self._hook(statement)
            except Lost:
                self._to_program.transport.abort()


def _socket(folder: str) -> Path:
    return Path(folder, SOCKET)


async def _sized(reader: StreamReader) -> bytes:
    """Read a length, which counts itself, and what it announces; return both."""
    size = await reader.readexactly(4)
    return size + await reader.readexactly(struct.unpack("!i", size)[0] - 4)
