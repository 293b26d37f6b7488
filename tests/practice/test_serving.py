import asyncio
import logging
import time
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message

from practice.serving import serve, while_connected


async def endless(_: Request) -> Response:
    async def lines() -> AsyncIterator[str]:
        yield "first\n"
        await asyncio.Event().wait()

    return StreamingResponse(lines())


async def test_leaving_ends_open_requests_at_once_and_quietly(caplog: pytest.LogCaptureFixture) -> None:
    waiting, cancelled = asyncio.Event(), asyncio.Event()

    async def never(_: Request) -> Response:
        waiting.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.set()
            raise
        return PlainTextResponse("")

    app = Starlette(routes=[Route("/never", never), Route("/endless", endless)])
    async with httpx.AsyncClient() as client:
        async with serve(app) as url:
            polling = asyncio.create_task(client.get(f"{url}/never"))
            await waiting.wait()
            stream = await client.send(httpx.Request("GET", f"{url}/endless"), stream=True)
            lines = stream.aiter_lines()
            assert await anext(lines) == "first"
            began = time.monotonic()
        assert time.monotonic() - began < 0.5
        assert cancelled.is_set()
        with pytest.raises(httpx.TransportError):
            await polling
        with pytest.raises(httpx.TransportError):
            await anext(lines)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


class Waiting:
    """Work that waits for an event, for a client that stays until another one."""

    def __init__(self) -> None:
        self.may_end, self.client_leaves = asyncio.Event(), asyncio.Event()
        self.was_cancelled = False
        self.task = asyncio.create_task(while_connected(Request({"type": "http"}, self._receive), self._work()))

    async def _receive(self) -> Message:
        await self.client_leaves.wait()
        return {"type": "http.disconnect"}

    async def _work(self) -> str:
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.was_cancelled = True
            raise
        return "done"


async def test_work_for_a_client_ends_with_its_result_or_when_the_client_leaves() -> None:
    waiting = Waiting()
    waiting.may_end.set()
    assert await waiting.task == "done"
    waiting = Waiting()
    waiting.client_leaves.set()
    with pytest.raises(ClientDisconnect):
        await waiting.task
    assert waiting.was_cancelled
