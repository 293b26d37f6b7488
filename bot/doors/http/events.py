"""Streams of events, when they end, and the one that tells the page what has changed, so that it reads that anew."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.doors.http.access import Caller, Reading, is_still_let_in
from bot.doors.http.asking import Services
from bot.doors.http.limits import MOST_STREAMS
from bot.doors.http.problems import Refused, documented
from bot.doors.http.services import ApiServices
from bot.kit.errors import DatabaseUnavailable
from bot.store.changes import Topic, Watch

router = APIRouter(tags=["session"])

LOOK_SECONDS: Final = 15.0
"""How often a stream's caller is looked up when nothing changes: sessions end by time alone."""
_TOGETHER_SECONDS: Final = 0.2
"""How long changes that follow one another are gathered into one event."""
_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""The second has nginx pass each event on at once: https://nginx.org/en/docs/http/ngx_http_proxy_module.html."""
_EXAMPLE: Final = 'event: changed\ndata: {"kinds": ["memories"]}\n\n'
_STREAM: Final[dict[str, Any]] = {
    "description": "A stream of `changed` events, and of comments where nothing changes",
    "content": {"text/event-stream": {"schema": {"type": "string"}, "example": _EXAMPLE}},
}


@router.get("/api/events", response_class=StreamingResponse, responses={**documented(), 200: _STREAM})
async def follow_changes(services: Services, caller: Reading) -> StreamingResponse:
    """Tell at once of what has changed, whoever changes it: memories, notes, reminders, conversations, language.

    The stream ends with the token or session. It holds no text of anything.
    """
    if not services.limits.has_stream_left(caller.owner):
        raise Refused(429, f"At most {MOST_STREAMS} streams can be open.", {"Retry-After": "5"})
    told = _told(services, caller)
    return StreamingResponse(told, media_type="text/event-stream", headers=_HEADERS)


async def _told(services: ApiServices, caller: Caller) -> AsyncIterator[str]:
    if not services.limits.has_stream_left(caller.owner):  # others that were asked for at the same time
        return
    with services.limits.stream(caller.owner):
        async with services.changes.of(caller.owner) as watch:
            yield ": listening\n\n"
            async for topics in changes(services, caller, watch):
                if not topics:
                    yield ": nothing\n\n"
                    continue
                yield f"event: changed\ndata: {json.dumps({'kinds': sorted(topics)})}\n\n"
                await asyncio.sleep(_TOGETHER_SECONDS)


async def changes(services: ApiServices, caller: Caller, watch: Watch) -> AsyncIterator[set[Topic]]:
    """Yield what changes of the caller's owner's, nothing now and then, until the caller is no longer let in."""
    while True:
        changed = await watch.next(LOOK_SECONDS)
        if Topic.ACCESS in changed or not changed:
            with suppress(DatabaseUnavailable):
                if not await is_still_let_in(services, caller):
                    return
        yield changed - {Topic.ACCESS}


async def ending(
    ended: Callable[[], Awaitable[object]], app: ASGIApp, scope: Scope, receive: Receive, send: Send
) -> None:
    """Let an app answer; if its answer is a stream of events, end that once `ended` returns."""
    answer = _Answer(ended, send)
    try:
        await app(scope, receive, answer.send)
    except asyncio.CancelledError:
        if not answer.is_over:
            raise
        await answer.complete()
    finally:
        answer.stop_watching()


class _Answer:
    """An answer that may turn out to be a stream; then its task is cancelled once `ended` returns."""

    def __init__(self, ended: Callable[[], Awaitable[object]], send: Send) -> None:
        self._ended = ended
        self._send = send
        self._task = asyncio.current_task()
        self._watching: asyncio.Task[None] | None = None
        self._is_complete = False
        self.is_over = False

    async def send(self, message: Message) -> None:
        """Pass a message on."""
        if message["type"] == "http.response.start" and _is_stream(message):
            self._watching = asyncio.create_task(self._watch())
        elif message["type"] == "http.response.body" and not message.get("more_body"):
            self._is_complete = True
            self.stop_watching()
        await self._send(message)

    async def complete(self) -> None:
        """End the answer, unless the app has."""
        if not self._is_complete:
            await self._send({"type": "http.response.body", "body": b""})

    def stop_watching(self) -> None:
        """Let the answer go on to its own end."""
        if self._watching:
            self._watching.cancel()

    async def _watch(self) -> None:
        await self._ended()
        self.is_over = True
        if self._task:
            self._task.cancel()


def _is_stream(start: Message) -> bool:
    headers = dict(start["headers"])
    return bool(headers.get(b"content-type", b"").startswith(b"text/event-stream"))
