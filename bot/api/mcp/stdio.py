"""The server over standard input and output, for an assistant on this machine."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import Final, TypeAlias

import anyio
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse, RequestId

from bot.api.mcp.server import mcp_server
from bot.api.services import ApiServices
from bot.background import background
from bot.values.access import AccessToken, Scope
from bot.values.owner import Owner

UNNAMED = "another assistant"
_ANSWER_SECONDS: Final = 60.0
"""Longest time that requests are worked on after the input's end."""
_ENDLESS: Final = "subscriptions/listen"
_CANCELLED: Final = "notifications/cancelled"
_Streams: TypeAlias = tuple[ObjectReceiveStream[SessionMessage | Exception], ObjectSendStream[SessionMessage]]


async def serve(services: ApiServices, owner: Owner, scope: Scope) -> None:
    """Serve an assistant for an owner until it closes our standard input and has its answers."""
    caller = AccessToken(owner=owner, name=UNNAMED, scope=scope, created_at=datetime.now(UTC))
    server = mcp_server(services, lambda _: caller)
    try:
        async with _answering() as (received, sent):
            await server.run(received, sent, server.create_initialization_options())
    except* BrokenPipeError:  # the assistant is gone
        pass


@asynccontextmanager
async def _answering() -> AsyncIterator[_Streams]:
    """Yield the streams of standard input and output. What is received ends once each request has its answer."""
    to_us, received = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    sent, from_us = anyio.create_memory_object_stream[SessionMessage](0)
    open_requests: set[RequestId] = set()
    answered = asyncio.Event()

    async def read() -> None:
        async with to_us:
            async for item in source:
                match item.message if isinstance(item, SessionMessage) else None:
                    case JSONRPCRequest(id=number, method=method) if method != _ENDLESS:
                        open_requests.add(number)
                    case JSONRPCNotification(method=method, params=params) if method == _CANCELLED:
                        open_requests.discard((params or {}).get("requestId", ""))
                await to_us.send(item)
            with suppress(TimeoutError):
                async with asyncio.timeout(_ANSWER_SECONDS):
                    while open_requests:
                        answered.clear()
                        await answered.wait()

    async def write() -> None:
        async with target:
            async for item in from_us:
                await target.send(item)
                if isinstance(item.message, JSONRPCResponse | JSONRPCError):
                    open_requests.discard(item.message.id)
                    answered.set()

    async with stdio_server() as (source, target), background(read(), write()):
        yield received, sent
