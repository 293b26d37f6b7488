"""A stream of server-sent events with faults on demand."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from practice.faults import Dropped
from practice.model.answer import Reply


class EventStream(Response):
    """Server-sent events, each sent at once, with the faults of a reply."""

    media_type = "text/event-stream"

    def __init__(
        self,
        chunks: tuple[bytes, ...],
        reply: Reply,
        *,
        ending: int,
        on_written: Callable[[], Awaitable[None]],
        on_abandoned: Callable[[], Awaitable[None]],
    ) -> None:
        # As in Starlette's StreamingResponse: Response's constructor would set a content length.
        self.status_code = 200
        self.background = None
        self.init_headers({"cache-control": "no-cache"})
        self._chunks = chunks
        self._reply = reply
        self._ends_from = len(chunks) - ending
        self._on_written = on_written
        self._on_abandoned = on_abandoned

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - ASGI's signature
        """Send the stream until it ends or the client disconnects."""
        sending = asyncio.create_task(self._send(send))
        leaving = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                sending.result()
            else:
                await self._on_abandoned()
        finally:
            sending.cancel()
            leaving.cancel()

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        for number, chunk in enumerate(self._chunks[: self._reply.cut_after]):
            await asyncio.sleep(self._reply.delay if 0 < number < self._ends_from else 0)
            if gate := self._reply.gates.get(number):
                await gate.wait()
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        # A response that is never completed is how an ASGI application drops a connection.
        if self._reply.cut_after is None:
            with suppress(Dropped):
                await self._on_written()
                await send({"type": "http.response.body", "body": b""})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
