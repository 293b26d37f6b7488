"""The server over standard input and output, for an assistant on this machine."""

import asyncio
import os
import select
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from threading import Thread
from typing import Final, TypeAlias

import anyio
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import (
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
    jsonrpc_message_adapter,
)

from bot.doors.http.services import ApiServices
from bot.doors.mcp_server.server import mcp_server
from bot.doors.mcp_server.shared import Shared
from bot.doors.values import AccessToken, Scope
from bot.kit.background import background
from bot.kit.owner import Owner

UNNAMED = "another assistant"
_ANSWER_SECONDS: Final = 60.0
"""Longest time that requests are worked on after the input's end."""
_ENDLESS: Final = "subscriptions/listen"
_CANCELLED: Final = "notifications/cancelled"
_INPUT, _OUTPUT, _FOR_PEOPLE = 0, 1, 2
_PIECE_BYTES: Final = 1 << 16
_Streams: TypeAlias = tuple[ObjectReceiveStream[SessionMessage | Exception], ObjectSendStream[SessionMessage]]


async def serve(services: ApiServices, shared: Shared, owner: Owner, scope: Scope) -> None:
    """Serve an assistant for an owner until it closes our standard input, or our output, and has its answers."""
    if sys.stdin is None or sys.stdout is None:  # it closed them before it began
        return
    caller = AccessToken(owner=owner, name=UNNAMED, scope=scope, created_at=datetime.now(UTC))
    server = mcp_server(services, shared, lambda _: caller)
    async with _answering() as (received, sent):
        await server.run(received, sent, server.create_initialization_options())


@asynccontextmanager
async def _answering() -> AsyncIterator[_Streams]:
    """Yield the streams of standard input and output. What is received ends once each request has its answer.

    The SDK's own wait for input that a client which is gone may never end.
    """
    to_us, received = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    sent, from_us = anyio.create_memory_object_stream[SessionMessage](0)
    output = os.dup(_OUTPUT)
    os.dup2(_FOR_PEOPLE, _OUTPUT)  # what anything else writes is no message
    lines = _lines(output)
    open_requests: set[RequestId] = set()
    answered = asyncio.Event()

    async def read() -> None:
        async with to_us:
            while line := await lines.get():
                try:
                    message = jsonrpc_message_adapter.validate_json(line, by_name=False)
                except ValueError as error:
                    await to_us.send(error)
                    continue
                match message:
                    case JSONRPCRequest(id=number, method=method) if method != _ENDLESS:
                        open_requests.add(number)
                    case JSONRPCNotification(method=method, params=params) if method == _CANCELLED:
                        open_requests.discard((params or {}).get("requestId", ""))
                await to_us.send(SessionMessage(message))
            with suppress(TimeoutError):
                async with asyncio.timeout(_ANSWER_SECONDS):
                    while open_requests:
                        answered.clear()
                        await answered.wait()

    async def write() -> None:
        async for item in from_us:
            json = item.message.model_dump_json(by_alias=True, exclude_unset=True)
            with suppress(BrokenPipeError):  # the assistant is gone
                await asyncio.to_thread(_write, output, f"{json}\n".encode())
            if isinstance(item.message, JSONRPCResponse | JSONRPCError):
                open_requests.discard(item.message.id)
                answered.set()

    async with background(read(), write()):
        yield received, sent


def _lines(output: int) -> "asyncio.Queue[bytes]":
    """Return the lines of standard input as they come, and an empty one at its end, or when nobody reads our output.

    They are read in a thread that the process does not wait for.
    """
    lines = asyncio.Queue[bytes]()
    loop = asyncio.get_running_loop()

    def read() -> None:
        with suppress(RuntimeError):  # the loop has ended
            begun = b""
            for piece in _pieces(output):
                *whole, begun = (begun + piece).split(b"\n")
                for line in whole:
                    loop.call_soon_threadsafe(lines.put_nowait, line + b"\n")
            if begun:
                loop.call_soon_threadsafe(lines.put_nowait, begun)
            loop.call_soon_threadsafe(lines.put_nowait, b"")

    Thread(target=read, daemon=True).start()
    return lines


def _pieces(output: int) -> Iterator[bytes]:
    """Yield what is read from standard input until it ends, or until nobody reads our output."""
    either = select.poll()
    either.register(_INPUT, select.POLLIN)
    either.register(output, 0)
    with suppress(OSError):  # a terminal that is gone
        while _INPUT in dict(either.poll()) and (piece := os.read(_INPUT, _PIECE_BYTES)):
            yield piece


def _write(output: int, message: bytes) -> None:
    while message:
        message = message[os.write(output, message) :]
