"""Streams of events, and when they end."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.api.access import Caller, is_still_let_in
from bot.api.services import ApiServices
from bot.database.changes import Topic, Watch
from bot.errors import DatabaseUnavailable

LOOK_SECONDS: Final = 15.0
"""How often a stream's caller is looked up when nothing changes: sessions end by time alone."""


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
