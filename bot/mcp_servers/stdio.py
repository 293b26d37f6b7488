"""The line to a server that runs as a process: a message on each line (the protocol's stdio transport).

The SDK's own reads lines of any length, so it is not used.
"""

import asyncio
from asyncio import StreamReader
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import anyio
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.client._transport import TransportStreams
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCMessage, jsonrpc_message_adapter

from bot.background import background
from bot.language import mark
from bot.mcp_servers.guard import guarded
from bot.mcp_servers.line import Allowance, Line, Received, TooMuch, check_message
from bot.mcp_servers.listed import Local

_CHUNK_BYTES: Final = 65_536
_WRITE_SECONDS: Final = 10.0
"""Longest that a server may leave a message in its pipe."""
_STDERR_SECONDS: Final = 0.05
"""Pause between reads of what a server writes for people, which it may do without end."""
_STDERR_CHARACTERS: Final = 200


@asynccontextmanager
async def stdio(server: Local, line: Line) -> AsyncIterator[TransportStreams]:
    """Run a server, and yield the streams of its messages. Raises ToolServerFailed."""
    async with guarded(server) as process:
        to_us, received = anyio.create_memory_object_stream[Received](0)
        sent, to_it = anyio.create_memory_object_stream[SessionMessage](0)
        try:
            async with background(_read(process, to_us, line), _write(process, to_it, line)):
                yield received, sent
        finally:
            for stream in (to_us, received, sent, to_it):
                stream.close()


async def _read(process: Process, to_us: ObjectSendStream[Received], line: Line) -> None:
    """Pass on what a server sends until it ends; then its last words for people are the reason."""
    if process.stdout is None or process.stderr is None:
        return
    last_words = _LastWords()
    async with background(last_words.read(process.stderr)):
        try:
            async with to_us:
                async for message in messages(process.stdout):
                    await to_us.send(SessionMessage(message))
                await asyncio.sleep(2 * _STDERR_SECONDS)
                line.end(mark("it ended"), last_words.line)
        except TooMuch as error:
            line.end(str(error))
        except (anyio.ClosedResourceError, anyio.BrokenResourceError):
            return


async def messages(stream: StreamReader) -> AsyncIterator[JSONRPCMessage]:
    """Yield the messages of a stream; lines that are none are left out. Raises TooMuch."""
    allowance, begun = Allowance(), bytearray()
    while chunk := await stream.read(_CHUNK_BYTES):
        allowance.take(chunk)
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            begun += line
            if message := _message(bytes(begun)):
                yield message
            begun.clear()
        begun += rest
        check_message(len(begun))


def _message(line: bytes) -> JSONRPCMessage | None:
    """Return the message on a line; None for one on which a server prints for people. Raises TooMuch."""
    try:
        return jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        if b'"jsonrpc"' in line:
            raise TooMuch(mark("it sends what I can't read")) from None
        return None


async def _write(process: Process, to_it: ObjectReceiveStream[SessionMessage], line: Line) -> None:
    """Pass on what we send until the line is closed."""
    if process.stdin is None:
        return
    async with to_it:
        async for message in to_it:
            json = message.message.model_dump_json(by_alias=True, exclude_unset=True)
            try:
                process.stdin.write(f"{json}\n".encode())
                async with asyncio.timeout(_WRITE_SECONDS):
                    await process.stdin.drain()
            except TimeoutError:
                line.end(mark("it doesn't read what I send"))
                return
            except OSError:
                return  # it ended, as its reader will notice


class _LastWords:
    """The last line that a server wrote for people."""

    def __init__(self) -> None:
        self._text = ""

    @property
    def line(self) -> str:
        """The line; empty if there is none."""
        lines = self._text.strip().splitlines()
        return lines[-1] if lines else ""

    async def read(self, stream: StreamReader) -> None:
        """Keep the end of what is written."""
        while chunk := await stream.read(_CHUNK_BYTES):
            text = self._text + chunk[-2 * _STDERR_CHARACTERS :].decode(errors="replace")
            self._text = text[-2 * _STDERR_CHARACTERS :]
            await asyncio.sleep(_STDERR_SECONDS)
